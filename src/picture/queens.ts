import type { Cell } from '../puzzles/cell.ts';
import type { Board } from './board.ts';
import { checkObjects } from './checks.ts';
import { Filling } from './squares.ts';

/** Queens on a chess board of n by n. */
export function queensBoard(n: number, queens: readonly Cell[], caption?: string): Board {
  checkObjects(queens, 'The queens');
  const filling = new Filling({ width: n, height: n });
  for (const queen of queens) filling.put(queen, { shape: 'queen' });
  filling.fill(() => ({}));
  return filling.board({ ground: 'chequered', caption });
}
