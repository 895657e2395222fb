import { Problem } from '../problem/problem.ts';
import { checkFlag, checkInteger, checkSettings } from '../problem/setting.ts';
import type { Cell } from './region.ts';

/** A million options, four items in each. */
const MOST = 1000;

export interface QueensSettings {
  /** Whether the board is a torus: a diagonal that leaves it goes on at the other side. */
  readonly torus?: boolean | undefined;
}

/**
 * Queens on a board of n x n, so that none attacks another: every row (`r1`) and column (`c1`) has
 * one, every rising (`u1`) and falling (`d1`) diagonal at most one. On a board there are 2n - 1
 * diagonals of a kind, on a torus n.
 */
export function queens(n: number, settings: QueensSettings = {}): Problem<Cell> {
  checkInteger('n', n, 1, MOST);
  checkSettings(settings, ['torus']);
  const diagonals = checkFlag('torus', settings.torus) ? n : 2 * n - 1;
  const problem = new Problem<Cell>({
    primary: [...numbered('r', n), ...numbered('c', n)],
    secondary: [...numbered('u', diagonals), ...numbered('d', diagonals)],
  });
  for (let row = 0; row < n; row++) {
    for (let column = 0; column < n; column++) {
      const rising = 2 * n + ((row + column) % diagonals);
      const falling = 2 * n + diagonals + ((row - column + n - 1) % diagonals);
      problem.addIndices([row, n + column, rising, falling], { row, column });
    }
  }
  return problem;
}

function numbered(letter: string, count: number): string[] {
  return Array.from({ length: count }, (_, k) => `${letter}${k + 1}`);
}
