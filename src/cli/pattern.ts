import { plural } from '../engine/problem/error.ts';
import type { Shell } from './command.ts';
import { UsageError } from './exit.ts';
import { text } from './flags.ts';
import { readAll } from './input.ts';

/** The flag for the cells where clues may stand. */
export const PATTERN = text(
  'FILE',
  'clues stand only where FILE has a mark: a character for each cell, as # and . for none; a puzzle will do',
);

/** The cells of the pattern in a file: 1 where a clue may stand. Undefined without a file. */
export async function patternOf(
  file: string | undefined,
  cells: number,
  shell: Shell,
): Promise<Uint8Array | undefined> {
  if (file === undefined) return undefined;
  const marks = [...(await readAll(file, shell)).replace(/\s/g, '')];
  if (marks.length === cells)
    return Uint8Array.from(marks, (mark) => (/[.0_-]/.test(mark) ? 0 : 1));
  throw new UsageError(
    `${file}: the pattern has ${plural(marks.length, 'cell')}; give a character for each of the ${cells}, ` +
      '. for a cell that stays blank',
  );
}
