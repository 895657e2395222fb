import { Problem } from '../engine/problem/problem.ts';
import { checkFlag, checkInteger, checkSettings } from '../engine/problem/setting.ts';
import type { Cell } from './packing/cubes.ts';

/** A million options with four items each. */
const MOST_QUEENS = 1000;

/** The board of the queens. */
export interface QueensSettings {
  /** True makes the board a torus: diagonals continue at the opposite side. Default: false. */
  readonly torus?: boolean | undefined;
}

/**
 * n queens on a board of n x n, none attacking another: one in every row (`r1`) and column (`c1`),
 * at most one on every rising (`u1`) and falling (`d1`) diagonal. A board has 2n - 1 diagonals of
 * each kind, a torus n.
 */
export function queens(n: number, settings: QueensSettings = {}): Problem<Cell> {
  checkInteger('n', n, 1, MOST_QUEENS);
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

/** One and a half million options. */
const LARGEST_N = 1000;

/** The two places of a value, from 0. */
export interface LangfordPair {
  readonly value: number;
  readonly first: number;
  readonly second: number;
}

/** Which Langford sequences count. */
export interface LangfordSettings {
  /** True counts a sequence and its reversal once. Default: false. */
  readonly upToSymmetry?: boolean | undefined;
}

/**
 * Langford pairs: each value 1..n twice in 2n places, with k places between the two k's. Such
 * sequences exist if n or n + 1 is divisible by 4. Items: the values (`1`) and the places (`s1`).
 */
export function langford(n: number, settings: LangfordSettings = {}): Problem<LangfordPair> {
  checkInteger('n', n, 1, LARGEST_N);
  checkSettings(settings, ['upToSymmetry']);
  // Reversal takes places a and b to 2n - 1 - b and 2n - 1 - a, and their sum s to 4n - 2 - s. For
  // an odd value v, s = 2a + v + 1 is even and never 2n - 1. So the greatest odd value keeps s < 2n
  // - 1.
  const halved = checkFlag('upToSymmetry', settings.upToSymmetry) ? n - ((n + 1) % 2) : 0;
  const values = Array.from({ length: n }, (_, k) => String(k + 1));
  const places = Array.from({ length: 2 * n }, (_, k) => `s${k + 1}`);
  const problem = new Problem<LangfordPair>({ primary: [...values, ...places] });
  for (let value = 1; value <= n; value++) {
    for (let first = 0; first + value + 1 < 2 * n; first++) {
      const second = first + value + 1;
      if (value === halved && first + second > 2 * n - 1) break;
      problem.addIndices([value - 1, n + first, n + second], { value, first, second });
    }
  }
  return problem;
}
