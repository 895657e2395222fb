import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PlanesBelow } from '../../../src/engine/kernels/planes/below.ts';
import { Planes } from '../../../src/engine/kernels/planes/planes.ts';
import { Random } from '../../../src/engine/kernels/random.ts';
import { machine } from '../../../src/engine/kernels/wasm/memory.ts';
import { encodeBare } from '../../../src/puzzles/sudoku/encode.ts';
import { LineSolver } from '../../../src/puzzles/sudoku/lines.ts';
import { TriadSearch } from '../../../src/puzzles/sudoku/triads.ts';
import { check, PuzzleGenerator, Shape } from '../../../src/sudoku.ts';
import { runs } from '../../support/effort.ts';

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const ENOUGH = 1 << 16;
const nine = Shape.of({ size: 9 });
/** Without a limit, triads search Sudokus of 9x9 first. */
const LIMITS = [ENOUGH, Number.POSITIVE_INFINITY];

function solver(shape = nine): LineSolver {
  return LineSolver.of(shape) as LineSolver;
}

function grid(made: LineSolver, cells = 81): string {
  const bytes = new Uint8Array(cells + 2);
  made.write(bytes, 1);
  expect([bytes[0], bytes[cells + 1]]).toEqual([0, 0]);
  return Buffer.from(bytes.subarray(1, cells + 1)).toString();
}

describe('a line', () => {
  test('is solved where it stands in a text', () => {
    const made = solver();
    const text = Buffer.from(`xx${EASY}\n${EASY.replaceAll('.', '0')}\r\n`);
    for (const most of LIMITS) {
      for (const from of [2, 84]) {
        expect(made.search(text, from, most, 2)).toBe('exhausted');
        expect(made.solutions).toBe(1);
        expect(made.search(text, from, most, 1)).toBe('solution');
        expect(grid(made)).toBe(SOLVED);
      }
    }
  });

  test.each([
    ['other characters', EASY.replace('.', 'x')],
    ['a value beyond the size', EASY.replace('.', ':')],
    ['a line end', EASY.replace('.', '\n')],
    ['givens that exclude each other in a row', EASY.replace('..', '5.')],
    ['in a column', EASY.replace('....9', '...59')],
    ['too few characters', EASY.slice(1)],
  ])('with %s is left to others', (_, line) => {
    for (const most of LIMITS) {
      expect(solver().search(Buffer.from(line), 0, most, 1)).toBeUndefined();
    }
  });

  test('with too much work is left to others', () => {
    const made = solver();
    expect(made.search(Buffer.from('.'.repeat(81)), 0, 80, 1)).toBe('paused');
    expect(made.search(Buffer.from('.'.repeat(81)), 0, 81, 1)).toBe('solution');
  });
});

test.each(['2x2', '2x3', '2x4', '1x5', '1x7', '3x3'])(
  'boxes of %s: solves what others solve',
  (boxes) => {
    const shape = Shape.of({ boxes });
    const compiled = encodeBare(shape).compile();
    const other = new Planes(compiled);
    const made = solver(shape);
    expect(made.search(Buffer.from('0'.repeat(shape.cells)), 0, ENOUGH, 1)).toBe('solution');
    const full = grid(made, shape.cells);
    fc.assert(
      fc.property(fc.nat(2 ** 31), (seed) => {
        const random = new Random(seed);
        const blanks = 1 + random.below(shape.cells);
        const cells = [...full];
        for (let k = 0; k < blanks; k++) cells[random.below(shape.cells)] = '.';
        // Some have a wrong value, most of these no solution or givens that exclude each other.
        if (random.below(2) === 0) {
          cells[random.below(shape.cells)] = String(1 + random.below(shape.size));
        }
        const prefix = cells.flatMap((cell, k) =>
          cell === '.' ? [] : [k * shape.size + Number(cell) - 1],
        );
        let expected: unknown;
        try {
          other.reset(prefix);
          other.advance(Number.POSITIVE_INFINITY, 3);
          expected = Math.min(other.solutions, 3);
        } catch {
          expected = undefined;
        }
        const line = Buffer.from(cells.join(''));
        for (const most of LIMITS) {
          const outcome = made.search(line, 0, most, 3);
          expect(outcome && made.solutions, `seed ${seed}: ${line}`).toBe(expected);
        }
        if (expected === undefined || expected === 0) return;
        other.reset(prefix);
        other.advance(Number.POSITIVE_INFINITY);
        const wanted = other.solution().sort((a, b) => a - b);
        for (const most of LIMITS) {
          made.search(line, 0, most, 1);
          expect(grid(made, shape.cells)).toBe(wanted.map((k) => 1 + (k % shape.size)).join(''));
        }
      }),
      { numRuns: runs(200) },
    );
  },
);

test('values are solved as digits are, and written as values', () => {
  const made = solver();
  const values = Uint8Array.from(EASY, (cell) => Number(cell) || 0);
  expect(made.search(values, 0, ENOUGH, 1, 0)).toBe('solution');
  const solved = new Uint8Array(81);
  made.write(solved, 0, 0);
  expect(solved.join('')).toBe(SOLVED);
  expect(made.search(values.fill(10, 0, 1), 0, ENOUGH, 1, 0)).toBeUndefined();
});

describe('triads', () => {
  const EMPTY = new Uint8Array(81);

  test('count the solutions of puzzles as another search does', () => {
    const search = new TriadSearch();
    const other = new Planes(encodeBare(nine).compile());
    const generator = new PuzzleGenerator({ size: 9, seed: 17 });
    for (let k = 0; k < runs(60); k++) {
      const { givens, solution } = generator.puzzle();
      expect(search.solve(givens, 0, 0, 2)).toBe(1);
      const found = new Uint8Array(81);
      search.write(found, 0, 0);
      expect(found).toEqual(solution);
      // Without any one of its givens a minimal puzzle has several solutions.
      givens[givens.findIndex((given) => given > 0)] = 0;
      other.reset([...givens].flatMap((given, cell) => (given > 0 ? [9 * cell + given - 1] : [])));
      other.advance(Number.POSITIVE_INFINITY, 1000);
      expect(search.solve(givens, 0, 0, 1000)).toBe(other.solutions);
      search.write(found, 0, 0);
      expect(check(nine, found).answer).toBe('solved');
      expect(givens.every((given, cell) => given === 0 || given === found[cell])).toBe(true);
    }
  });

  test('give up after many guesses', () => {
    expect(new TriadSearch().solve(EMPTY, 0, 0, 2)).toBe(2);
    expect(new TriadSearch().solve(EMPTY, 0, 0, 2 ** 31 - 1)).toBeUndefined();
  });

  test('find their memory again after it has grown', () => {
    const search = new TriadSearch();
    const region = machine()?.allocate(2 ** 22, {});
    expect(search.solve(Buffer.from(EASY), 0, 48, 2)).toBe(1);
    const another = machine()?.allocate(2 ** 23, {});
    const found = new Uint8Array(81);
    search.write(found, 0, 48);
    expect(Buffer.from(found).toString()).toBe(SOLVED);
    region?.free();
    another?.free();
  });
});

test('problems that are not for it get no such search', () => {
  expect(PlanesBelow.of(encodeBare(Shape.of({ size: 16 })).compile())).toBeUndefined();
});

test('another value in a blank cell is found wherever there is one, and the next search knows all values', () => {
  const made = solver();
  const random = new Random(1);
  const solution = Uint8Array.from(SOLVED, Number);
  for (let k = 0; k < runs(400); k++) {
    const givens = solution.slice();
    for (const cell of random.order(81).subarray(0, 45 + random.below(20))) givens[cell] = 0;
    const cell = givens.indexOf(0, random.below(40));
    const value = solution[cell];
    const others = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((other) => {
      const changed = givens.slice();
      changed[cell] = other;
      const line = Buffer.from(changed.map((given) => given + 48));
      return other !== value && made.search(line, 0, ENOUGH, 1) === 'solution';
    });
    const outcome = made.other(givens, cell, value, ENOUGH);
    expect(outcome).toBe(others.length > 0 ? 'solution' : 'exhausted');
    if (outcome === 'solution') expect(others.map(String)).toContain(grid(made)[cell]);
    expect(made.search(Buffer.from(SOLVED), 0, ENOUGH, 1)).toBe('solution');
  }
  // One without any node: what the givens imply is known, and all else is not.
  const almost = solution.slice();
  almost[0] = 0;
  expect(made.other(almost, 0, solution[0], 0)).toBe('exhausted');
  expect(made.other(new Uint8Array(81), 0, 1, 0)).toBe('paused');
});
