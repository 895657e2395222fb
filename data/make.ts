/** Writes the sets of `data/sudoku/` that are made, not collected: `npx tsx data/make.ts`. */
import { writeFileSync } from 'node:fs';
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
