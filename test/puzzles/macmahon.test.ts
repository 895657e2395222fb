import { describe, expect, test } from 'vitest';
import { count, first, solutions } from '../../src/index.ts';
import {
  type MacMahonSettings,
  type MacMahonSquare,
  macmahon,
} from '../../src/puzzles/macmahon.ts';
import { slow } from '../support/effort.ts';

type Edges = readonly [north: string, east: string, south: string, west: string];

const turned = ([north, east, south, west]: Edges): Edges => [west, north, east, south];

function turns(edges: Edges): Edges[] {
  const [one, two, three] = [turned(edges), turned(turned(edges)), turned(turned(turned(edges)))];
  return [edges, one, two, three];
}

/** The least of its turns as a text: the same for the same square. */
const least = (edges: Edges): string =>
  turns(edges)
    .map((turn) => turn.join(''))
    .sort()[0];

/** Every square of some colours, in one of its turns. */
function allSquares(colours: string): Edges[] {
  const found = new Map<string, Edges>();
  for (const north of colours) {
    for (const east of colours) {
      for (const south of colours) {
        for (const west of colours) {
          const edges: Edges = [north, east, south, west];
          found.set(least(edges), edges);
        }
      }
    }
  }
  return [...found.values()];
}

interface Rules {
  readonly rows: number;
  readonly columns: number;
  readonly colours: string;
  readonly border: string;
}

function fits(board: readonly Edges[], at: number, edges: Edges, rules: Rules): boolean {
  const { rows, columns, border } = rules;
  const [row, column] = [Math.floor(at / columns), at % columns];
  const outside = (edge: string) => border === 'any' || edge === border;
  const [north, east, south, west] = edges;
  if (row === 0 ? !outside(north) : board[at - columns]?.[2] !== north) return false;
  if (column === 0 ? !outside(west) : board[at - 1]?.[1] !== west) return false;
  return (row < rows - 1 || outside(south)) && (column < columns - 1 || outside(east));
}

/** All boards, filled cell by cell. */
function byHand(rules: Rules): number {
  const squares = allSquares(rules.colours).map((edges) => [
    ...new Map(turns(edges).map((turn) => [turn.join(''), turn])).values(),
  ]);
  const board: Edges[] = [];
  const used = new Set<number>();
  let found = 0;
  const fill = (): void => {
    if (board.length === squares.length) {
      found++;
      return;
    }
    squares.forEach((ways, number) => {
      if (used.has(number)) return;
      for (const way of ways) {
        if (!fits(board, board.length, way, rules)) continue;
        board.push(way);
        used.add(number);
        fill();
        used.delete(number);
        board.pop();
      }
    });
  };
  fill();
  return found;
}

/** True if squares lie as the rules have it, each once. */
function isBoard(placed: readonly MacMahonSquare[], rules: Rules): boolean {
  const { columns, colours } = rules;
  const board: Edges[] = [];
  for (const { row, column, north, east, south, west } of placed) {
    board[row * columns + column] = [north, east, south, west];
  }
  const used = board.map(least).sort();
  return (
    used.join() === allSquares(colours).map(least).sort().join() &&
    placed.every(({ square, north, east, south, west }) =>
      turns([north, east, south, west]).some((turn) => turn.join('') === square),
    ) &&
    board.every((edges, at) => fits(board, at, edges, rules))
  );
}

test('n colours make n(n + 1)(n^2 - n + 2) / 4 squares (MacMahon 1921)', () => {
  for (let n = 1; n <= 6; n++) {
    const squares = (n * (n + 1) * (n * n - n + 2)) / 4;
    expect(allSquares('abcdef'.slice(0, n))).toHaveLength(squares);
    const problem = macmahon({ board: `1x${squares}`, colours: n });
    expect(problem.primaryCount).toBe(2 * squares);
  }
});

describe('as many as by hand', () => {
  test.each([
    ['2x3', 2, 'any'],
    ['3x2', 2, 'any'],
    ['1x6', 2, 'any'],
    ['2x3', 2, 'a'],
    ['1x1', 1, 'a'],
  ])('%s, %i colours, border %s', (board, colours, border) => {
    const [rows = 0, columns = 0] = board.split('x').map(Number);
    const rules = { rows, columns, colours: 'ab'.slice(0, colours), border };
    const problem = macmahon({ board, colours, border });
    expect(count(problem).count).toBe(byHand(rules));
    for (const { payloads } of solutions(problem)) expect(isBoard(payloads, rules)).toBe(true);
  });

  test('there are some', () => {
    const rules = { rows: 2, columns: 3, colours: 'ab', border: 'any' };
    expect(byHand(rules)).toBeGreaterThan(0);
  });
});

describe('24 squares of three colours', () => {
  test.each(['a', 'b', 'c', 'any'])('4x6, border %s: a first solution', (border) => {
    const rules = { rows: 4, columns: 6, colours: 'abc', border };
    const { solution } = first(macmahon({ border }));
    expect(isBoard(solution?.payloads ?? [], rules)).toBe(true);
  });

  test('the first thousand are boards, all different', () => {
    const rules = { rows: 4, columns: 6, colours: 'abc', border: 'a' };
    const seen = new Set<string>();
    for (const { payloads, numbers } of solutions(macmahon(), { limit: 1000 })) {
      expect(isBoard(payloads, rules)).toBe(true);
      seen.add([...numbers].sort((a, b) => a - b).join());
    }
    expect(seen.size).toBe(1000);
  });

  // Feldman's first count was 12,261; Fernandez Long found the others. Turning and mirroring
  // the board and exchanging the two inner colours make eight of each.
  test.runIf(slow)('4x6: 13328 x 8 (Knuth, TAOCP 7.2.2.1)', { timeout: 1_200_000 }, () => {
    expect(count(macmahon()).count).toBe(13328 * 8);
  });
});

test('what is stated has readable names, and payloads to draw', () => {
  const problem = macmahon({ board: '3x2', colours: 2, border: 'any' });
  expect(problem.option(0)).toEqual([
    'aaaa',
    'r1c1',
    { item: 'h1.1', colour: 'a' },
    { item: 'v1.2', colour: 'a' },
    { item: 'h2.1', colour: 'a' },
    { item: 'v1.1', colour: 'a' },
  ]);
  expect(problem.payload(0)).toEqual({
    square: 'aaaa',
    row: 0,
    column: 0,
    north: 'a',
    east: 'a',
    south: 'a',
    west: 'a',
  });
});

test.each<[settings: unknown, RegExp]>([
  [{ board: '5x5' }, /The board is "5x5"; give rows x columns with 24 cells/],
  [{ board: '4 x 6' }, /rows x columns/],
  [{ board: 24 }, /The board is 24/],
  [{ colours: 2 }, /with 6 cells/],
  [{ colours: 0 }, /colours is 0; give a whole number from 1 to 6/],
  [{ colours: 7 }, /whole number from 1 to 6/],
  [{ border: 'd' }, /border is "d"; give one of the colours a, b, c, or 'any'/],
  [{ border: '' }, /border is ""/],
  [{ border: 'ab' }, /border is "ab"/],
  [{ edge: 'a' }, /no setting "edge" here/],
  [null, /The settings are null/],
])('%j is refused', (settings, message) => {
  expect(() => macmahon(settings as MacMahonSettings)).toThrow(message);
});
