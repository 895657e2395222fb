import { Random } from '../../engine/kernels/random.ts';
import { solutionsAsync } from '../../engine/solve/api.ts';
import type { Watch } from '../../engine/solve/cooperative.ts';
import { type Clues, cluesOf, nonogram, type Stretch } from '../nonogram.ts';

/** A nonogram that has one solution. */
interface MadeNonogram {
  readonly clues: Clues;
  /** The picture, a line for each row: # for a filled cell, . for none. */
  readonly picture: string;
}

/** The share of filled cells at first. With half or fewer, many pictures share their clues. */
const FILLED = 0.6;
/** The changes of a picture before another one begins. */
const CHANGES = 200;
/** The nodes of a search: clues that take more are too hard for a pencil. */
const SEARCH_NODES = 20_000;

/**
 * Makes nonograms from random pictures. As long as another picture has the same clues, one of the
 * cells in which the two differ is changed. Yields after each search: undefined before the end.
 */
export async function* madeNonograms(
  rows: number,
  columns: number,
  seed: number,
  signal?: Watch['signal'],
): AsyncGenerator<MadeNonogram | undefined, never> {
  const random = new Random(seed);
  for (;;) {
    const cells = Array.from({ length: rows * columns }, () => random.below(1000) < 1000 * FILLED);
    for (let change = 0; change < CHANGES; change++) {
      const picture = pictureOf(cells, columns);
      const clues = cluesOf(picture);
      const other = await otherPicture(clues, cells, columns, signal);
      if (other === undefined) yield { clues, picture };
      else yield undefined;
      if (other === undefined || other === 'unknown') break;
      const differing = [...cells.keys()].filter((cell) => cells[cell] !== other[cell]);
      const cell = differing[random.below(differing.length)];
      cells[cell] = !cells[cell];
    }
  }
}

function pictureOf(cells: readonly boolean[], columns: number): string {
  let text = '';
  cells.forEach((filled, cell) => {
    text += filled ? '#' : '.';
    if ((cell + 1) % columns === 0) text += '\n';
  });
  return text;
}

/** Another picture with these clues. Undefined: there is none. */
async function otherPicture(
  clues: Clues,
  cells: readonly boolean[],
  columns: number,
  signal: Watch['signal'],
): Promise<boolean[] | 'unknown' | undefined> {
  const found = solutionsAsync(nonogram(clues), { limit: 2, maxNodes: SEARCH_NODES, signal });
  for await (const { payloads } of found) {
    const other = filledBy(payloads, cells.length, columns);
    if (other.some((filled, cell) => filled !== cells[cell])) return other;
  }
  return found.status === 'complete' ? undefined : 'unknown';
}

function filledBy(stretches: readonly Stretch[], cells: number, columns: number): boolean[] {
  const filled = new Array<boolean>(cells).fill(false);
  for (const { kind, cells } of stretches) {
    if (kind === 'row') for (const { row, column } of cells) filled[row * columns + column] = true;
  }
  return filled;
}
