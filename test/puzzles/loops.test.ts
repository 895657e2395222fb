import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { count, first, isUnique, solutions } from '../../src/index.ts';
import {
  completeGraph,
  cubeGraph,
  dodecahedronGraph,
  drawMasyu,
  drawSlitherlink,
  type GridLine,
  gridGraph,
  hamiltonianCycles,
  icosahedronGraph,
  knightGraph,
  type MasyuClues,
  masyu,
  type Pearl,
  petersenGraph,
  readMasyu,
  readSlitherlink,
  type SlitherlinkClues,
  slitherlink,
  writeMasyu,
  writeSlitherlink,
} from '../../src/puzzles.ts';
import { runs } from '../support/effort.ts';
import { thrown } from '../support/thrown.ts';

describe('Hamiltonian cycles', () => {
  test.each([
    // OEIS A003763: grids of 2n x 2n. large.system.test.ts has 6x6.
    ['2x2', gridGraph(2, 2), 1],
    ['4x4', gridGraph(4, 4), 6],
    // A graph in two equal parts has as many vertices in both.
    ['5x5', gridGraph(5, 5), 0],
    // Knight's tours without directions: Kraitchik.
    ['5x6 by a knight', knightGraph(5, 6), 8],
    ['3x10 by a knight', knightGraph(3, 10), 16],
    ['4x4 by a knight', knightGraph(4, 4), 0],
    // Hamilton's game of 1857, the same on the other solids, and (n - 1)! / 2.
    ['the dodecahedron', dodecahedronGraph(), 30],
    ['the icosahedron', icosahedronGraph(), 1280],
    ['the cube', cubeGraph(3), 6],
    ['K6', completeGraph(6), 60],
    ["Petersen's graph", petersenGraph(), 0],
  ])('%s', (_, graph, cycles) => {
    expect(count(hamiltonianCycles(graph))).toMatchObject({ count: cycles, status: 'complete' });
  });

  test('a tour of the chess board is one loop of 64 edges', () => {
    const { solution } = first(hamiltonianCycles(knightGraph(8, 8)));
    const near = new Map<string, string[]>();
    for (const [a, b] of solution?.payloads ?? []) {
      near.set(a, [...(near.get(a) ?? []), b]);
      near.set(b, [...(near.get(b) ?? []), a]);
    }
    const seen = new Set<string>();
    for (let at: string | undefined = 'r1c1'; at !== undefined; ) {
      seen.add(at);
      at = near.get(at)?.find((next) => !seen.has(next));
    }
    expect(seen.size).toBe(64);
    expect([...near.values()].every((two) => two.length === 2)).toBe(true);
  });

  test('two vertices make no loop', () => {
    expect(thrown(() => hamiltonianCycles(gridGraph(1, 2))).message).toContain('three vertices');
    expect(thrown(() => gridGraph(0, 5)).message).toContain('The number of rows');
    expect(thrown(() => knightGraph(3, 1e9)).message).toContain('The number of columns');
  });
});

const blank = <C>(rows: number, columns: number): (C | undefined)[][] =>
  Array.from({ length: rows }, () => new Array<C | undefined>(columns).fill(undefined));

/** The loops of a puzzle without clues: each as the set of its lines, `row,column>row,column`. */
function loopsOf(problem: ReturnType<typeof masyu>): Set<string>[] {
  return Array.from(solutions(problem), ({ payloads }) => linesOf(payloads));
}

function linesOf(payloads: readonly GridLine[]): Set<string> {
  return new Set(
    payloads
      .filter(({ drawn }) => drawn)
      .map(({ from, to }) => `${from.row},${from.column}>${to.row},${to.column}`),
  );
}

test('the loops of a grid of points: OEIS A140517', () => {
  for (const [points, loops] of [
    [2, 1],
    [3, 13],
    [4, 213],
  ]) {
    expect(count(masyu(blank(points, points))).count).toBe(loops);
    expect(count(slitherlink(blank(points - 1, points - 1))).count).toBe(loops);
  }
});

describe('Slitherlink', () => {
  /** From the test script of pzprjs. */
  const ADDRESS = 'https://puzz.link/p?slither/5/5/cbcbcddad';
  const DRAWING = '2..1.\n.2..1\n..2..\n3..3.\n.0..3\n';

  test('an example has the solution that it is published with', () => {
    const problem = slitherlink(readSlitherlink(ADDRESS));
    expect(isUnique(problem).answer).toBe('unique');
    expect(linesOf(first(problem).solution?.payloads ?? []).size).toBe(30);
  });

  test('the loops that keep to clues are those of all loops that do', () => {
    const loops = loopsOf(slitherlink(blank(3, 3)));
    const sides = (loop: Set<string>, r: number, c: number) =>
      [
        `${r},${c}>${r},${c + 1}`,
        `${r + 1},${c}>${r + 1},${c + 1}`,
        `${r},${c}>${r + 1},${c}`,
        `${r},${c + 1}>${r + 1},${c + 1}`,
      ].filter((line) => loop.has(line)).length;
    const numbers = loops.map((loop) =>
      [0, 1, 2].map((r) => [0, 1, 2].map((c) => sides(loop, r, c))),
    );
    const clue = fc.constantFrom(undefined, undefined, undefined, 0, 1, 2, 3, 4);
    const row = fc.array(clue, { minLength: 3, maxLength: 3 });
    let several = 0;
    fc.assert(
      fc.property(fc.array(row, { minLength: 3, maxLength: 3 }), (clues) => {
        const kept = numbers.filter((own) =>
          clues.every((line, r) =>
            line.every((number, c) => number === undefined || number === own[r][c]),
          ),
        );
        if (kept.length > 1) several++;
        expect(count(slitherlink(clues)).count).toBe(kept.length);
        const answer = kept.length === 0 ? 'none' : kept.length === 1 ? 'unique' : 'several';
        expect(isUnique(slitherlink(clues)).answer).toBe(answer);
      }),
      { numRuns: runs(1000) },
    );
    expect(several).toBeGreaterThan(0);
  });

  test('addresses and drawings', () => {
    const clues = readSlitherlink(ADDRESS);
    expect(drawSlitherlink(clues)).toBe(DRAWING);
    expect(readSlitherlink(DRAWING)).toEqual(clues);
    expect(writeSlitherlink(clues)).toBe(ADDRESS);
    for (const other of [
      'slither/5/5/cbcbcddad',
      'http://pzv.jp/p.html?slither/5/5/cbcbcddad/',
      'https://puzz.link/p?slither/v:/5/5/cbcbcddad\n',
    ]) {
      expect(readSlitherlink(other)).toEqual(clues);
    }
    const grid = fc.constantFrom(1, 2, 3, 7).chain((columns) => {
      const clue = fc.oneof(fc.constant(undefined), fc.integer({ min: 0, max: 4 }));
      const line = fc.array(clue, { minLength: columns, maxLength: columns });
      return fc.array(line, { minLength: 1, maxLength: 9 });
    });
    fc.assert(
      fc.property(grid, (clues: SlitherlinkClues) => {
        expect(readSlitherlink(writeSlitherlink(clues))).toEqual(clues);
        expect(readSlitherlink(drawSlitherlink(clues))).toEqual(clues);
      }),
    );
  });

  test.each([
    ['slither/5/5/cbcb', 'the board has 25 cells, and clues for 12'],
    ['slither/2/1/cc', 'the board has 2 cells, and more clues at character 2'],
    ['slither/5/5/zz', 'the board has 25 cells, and clues for 40 at character 2, "z"'],
    ['slither/5/5/zkg', 'the board has 25 cells, and more clues at character 3, "g"'],
    ['slither/5/5/cbcbcdda!', 'an unknown character at character 9'],
    ['slither/5/cbcbcddad', 'give it as https://puzz.link/p?slither/COLUMNS/ROWS/CLUES'],
    ['slither/0/5/', 'There are 0 columns'],
    ['slither/9999/9999/zz', 'There are 9999 rows'],
    ['https://puzz.link/p?sudoku/9/9/1', 'the puzzle "sudoku"'],
    ['2.\n...', 'Row 2 has 3 cells'],
    ['2.\n.5', 'Row 2, column 2 is "5"'],
    ['', 'There are 0 rows'],
  ])('%j is refused', (text, message) => {
    expect(thrown(() => readSlitherlink(text)).message).toContain(message);
  });

  test('clues that are none are refused with their place', () => {
    expect(thrown(() => slitherlink([[0, 5]] as never)).message).toContain('row 1, column 2 is 5');
    expect(thrown(() => slitherlink([[0], [1, 2]])).message).toContain('Row 2 has 2 cells');
    expect(thrown(() => slitherlink('2.' as never)).message).toContain('give an array of rows');
    expect(thrown(() => slitherlink([])).message).toContain('There are 0 rows');
  });

  test('no loop at all is none, and a loop that is whole allows no other', () => {
    expect(count(slitherlink([[0]])).count).toBe(0);
    expect(count(slitherlink([[4]])).count).toBe(1);
    expect(count(slitherlink([[4, undefined, undefined, 4]])).count).toBe(0);
    expect(count(slitherlink([[undefined, undefined, 0, undefined, undefined]])).count).toBe(2);
  });
});

describe('Masyu', () => {
  const ADDRESS = 'https://puzz.link/p?mashu/6/6/1063000i3000';
  const DRAWING = '..w...\n.b..w.\n......\n...b..\n.w....\n......\n';

  test('the loops that keep to pearls are those of all loops that do', () => {
    const loops = loopsOf(masyu(blank(4, 5)));
    /** The steps of a loop at a cell: up, right, down, left. */
    const at = (loop: Set<string>, r: number, c: number) => [
      loop.has(`${r - 1},${c}>${r},${c}`),
      loop.has(`${r},${c}>${r},${c + 1}`),
      loop.has(`${r},${c}>${r + 1},${c}`),
      loop.has(`${r},${c - 1}>${r},${c}`),
    ];
    const steps = [
      [-1, 0],
      [0, 1],
      [1, 0],
      [0, -1],
    ] as const;
    const turns = (loop: Set<string>, r: number, c: number) => {
      const [up, right, down, left] = at(loop, r, c);
      return (up !== down && left !== right) as boolean;
    };
    /** The pearl that may lie at a cell of a loop, if one may. */
    const pearlAt = (loop: Set<string>, r: number, c: number): Pearl | undefined => {
      const here = at(loop, r, c);
      if (!here.includes(true)) return undefined;
      const beside = steps
        .filter((_, way) => here[way])
        .map(([dr, dc]) => turns(loop, r + dr, c + dc));
      if (turns(loop, r, c)) return beside.includes(true) ? undefined : 'black';
      return beside.includes(true) ? 'white' : undefined;
    };
    const pearls = loops.map((loop) =>
      [0, 1, 2, 3].map((r) => [0, 1, 2, 3, 4].map((c) => pearlAt(loop, r, c))),
    );
    const pearl = fc.constantFrom<(Pearl | undefined)[]>(
      ...[
        undefined,
        undefined,
        undefined,
        undefined,
        undefined,
        'white' as const,
        'black' as const,
      ],
    );
    const row = fc.array(pearl, { minLength: 5, maxLength: 5 });
    let some = 0;
    fc.assert(
      fc.property(fc.array(row, { minLength: 4, maxLength: 4 }), (clues) => {
        const kept = pearls.filter((own) =>
          clues.every((line, r) => line.every((one, c) => one === undefined || one === own[r][c])),
        );
        if (kept.length > 0) some++;
        expect(count(masyu(clues)).count).toBe(kept.length);
      }),
      { numRuns: runs(1000) },
    );
    expect(some).toBeGreaterThan(5);
  });

  test('a grid without room for a loop', () => {
    expect(count(masyu([['white', undefined, undefined]])).count).toBe(0);
    expect(thrown(() => masyu([['white']])).message).toContain('give a grid of 2x2 or more');
    expect(thrown(() => masyu([['grey']] as never)).message).toContain("give 'white' or 'black'");
  });

  test('addresses and drawings', () => {
    const clues = readMasyu(ADDRESS);
    expect(isUnique(masyu(clues)).answer).toBe('unique');
    expect(drawMasyu(clues)).toBe(DRAWING);
    expect(readMasyu(DRAWING)).toEqual(clues);
    expect(writeMasyu(clues)).toBe(ADDRESS);
    expect(readMasyu('pearl/6/6/1063000i3000')).toEqual(clues);
    const grid = fc.constantFrom(1, 2, 3, 7).chain((columns) => {
      const clue = fc.constantFrom<(Pearl | undefined)[]>(undefined, 'white', 'black');
      const line = fc.array(clue, { minLength: columns, maxLength: columns });
      return fc.array(line, { minLength: 1, maxLength: 9 });
    });
    fc.assert(
      fc.property(grid, (clues: MasyuClues) => {
        expect(readMasyu(writeMasyu(clues))).toEqual(clues);
        expect(readMasyu(drawMasyu(clues))).toEqual(clues);
      }),
    );
  });

  test.each([
    ['mashu/6/6/1063', '36 cells take 12 characters, not 4'],
    ['mashu/6/6/1063000i30000', 'take 12 characters, not 13 at character 13, "0"'],
    ['mashu/6/6/1063000z3000', 'an unknown character at character 8'],
    ['mashu/1/1/1', 'a pearl outside of the grid'],
    ['w.x', 'Row 1, column 3 is "x"'],
  ])('%j is refused', (text, message) => {
    expect(thrown(() => readMasyu(text)).message).toContain(message);
  });
});
