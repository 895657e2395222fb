/** Writes what is made, not collected: the sets of `data/sudoku/`, and `data/pictures/`. */
import { writeFileSync } from 'node:fs';
import { pictures } from './pictures.ts';
import { linesOf, sets } from './sets.ts';

for (const { file, boxes, sections } of sets) {
  const lines: string[] = [];
  for (const section of sections) {
    const { about, puzzles, seed } = section;
    process.stderr.write(`${file}: ${about}\n`);
    lines.push(`# ${about}: ${puzzles} puzzles, seed ${seed}`, ...linesOf(boxes, section));
  }
  writeFileSync(new URL(`sudoku/${file}`, import.meta.url), `${lines.join('\n')}\n`);
}

for (const [file, draw] of Object.entries(pictures)) {
  process.stderr.write(`${file}\n`);
  writeFileSync(new URL(`pictures/${file}`, import.meta.url), draw());
}
