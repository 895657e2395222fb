import type { Cells } from './cell-grid.ts';
import type { Clue, ClueKind } from './clue.ts';
import { aroundMarks, type RuledGrid } from './houses.ts';

/** Pairs of cells, and which values go together. */
export interface CluePairs {
  readonly pairs: readonly (readonly [a: number, b: number])[];
  readonly isGood: (v: number, w: number) => boolean;
}

const KNIGHT_MOVES = [
  [1, 2],
  [2, 1],
  [1, -2],
  [2, -1],
] as const;
const KING_MOVES = [
  [1, 1],
  [1, -1],
] as const;

/** The pairs of a clue that says no more than that; none for other kinds. */
export function cluePairs(variant: RuledGrid, clue: Clue): CluePairs {
  const { grid } = variant;
  const { kind, cells, numbers } = clue;
  const [number] = numbers;
  const half = Math.floor(cells.length / 2);
  const steps = () => cells.slice(1).map((cell, k) => [cells[k], cell] as const);
  const pairs = (list: CluePairs['pairs'], isGood: CluePairs['isGood']) => ({
    pairs: list,
    isGood,
  });
  switch (kind) {
    case 'anti-knight':
      return pairs(grid.apart(KNIGHT_MOVES), (v, w) => v !== w);
    case 'anti-king':
      return pairs(grid.apart(KING_MOVES), (v, w) => v !== w);
    case 'non-consecutive':
      return pairs(grid.neighbours(), (v, w) => Math.abs(v - w) !== 1);
    case 'strict-difference':
      return pairs(unmarked(variant, 'white-dot', 'black-dot'), (v, w) =>
        numbers.every((difference) => Math.abs(v - w) !== difference),
      );
    case 'strict-ratio':
      return pairs(unmarked(variant, 'white-dot', 'black-dot'), (v, w) =>
        numbers.every((ratio) => v !== ratio * w && w !== ratio * v),
      );
    case 'strict-xv':
      return pairs(unmarked(variant, 'x', 'v'), (v, w) => v + w !== 5 && v + w !== 10);
    case 'clone':
      return pairs(twins(cells.slice(0, half), cells.slice(half)), (v, w) => v === w);
    case 'palindrome':
      return pairs(twins(cells.slice(0, half), [...cells].reverse()), (v, w) => v === w);
    case 'minimum':
      return pairs(aroundMarks(variant, clue), (v, w) => v < w);
    case 'maximum':
      return pairs(aroundMarks(variant, clue), (v, w) => v > w);
    case 'inequality':
      return pairs(steps(), (v, w) => v > w);
    case 'whisper':
      return pairs(steps(), (v, w) => Math.abs(v - w) >= number);
    case 'white-dot':
      return pairs(steps(), (v, w) => Math.abs(v - w) === number);
    case 'black-dot':
      return pairs(steps(), (v, w) => v === number * w || w === number * v);
    case 'x':
      return pairs(steps(), (v, w) => v + w === 10);
    case 'v':
      return pairs(steps(), (v, w) => v + w === 5);
    default:
      return pairs([], () => true);
  }
}

/** Each cell with the one at its place in the other list, where they are two. */
function twins(cells: Cells, others: Cells): [number, number][] {
  return cells.map((cell, k): [number, number] => [cell, others[k]]).filter(([a, b]) => a !== b);
}

/** Neighbours without one of these marks. */
function unmarked({ grid, clues }: RuledGrid, ...kinds: readonly ClueKind[]): [number, number][] {
  const key = (a: number, b: number) => `${Math.min(a, b)} ${Math.max(a, b)}`;
  const marked = new Set<string>();
  for (const { kind, cells } of clues) {
    if (kinds.includes(kind)) marked.add(key(cells[0], cells[1]));
  }
  return grid.neighbours().filter(([a, b]) => !marked.has(key(a, b)));
}
