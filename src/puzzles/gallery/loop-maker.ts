import { Random } from '../../engine/kernels/random.ts';
import type { Problem } from '../../engine/problem/problem.ts';
import { isUniqueAsync } from '../../engine/solve/api.ts';
import type { Watch } from '../../engine/solve/cooperative.ts';
import type { ClueGrid } from '../clue-grid.ts';
import type { GridLine } from '../grid-loop.ts';
import { drawMasyu, masyu, type Pearl, writeMasyu } from '../masyu.ts';
import type { Board } from '../picture/board.ts';
import { masyuBoard, slitherlinkBoard } from '../picture/loops.ts';
import { drawSlitherlink, slitherlink, writeSlitherlink } from '../slitherlink.ts';

/** How puzzles of one loop are made, of clues of some kind. */
interface LoopKind<C> {
  /** The corners of the region whose border is the loop are this many more than the cells. */
  readonly corners: number;
  /** All clues that the loop around a region allows. */
  cluesOf(region: Region): (C | undefined)[][];
  problemOf(clues: ClueGrid<C>): Problem<GridLine>;
  write(clues: ClueGrid<C>): string;
  drawing(clues: ClueGrid<C>): string;
  board(clues: ClueGrid<C>): Board;
}

/** The kinds, by their names in the gallery. */
export const LOOP_KINDS = {
  slitherlink: {
    corners: 1,
    cluesOf: slitherlinkClues,
    problemOf: slitherlink,
    write: writeSlitherlink,
    drawing: drawSlitherlink,
    board: (clues) => slitherlinkBoard(clues, []),
  } satisfies LoopKind<number>,
  masyu: {
    corners: 0,
    cluesOf: pearlsOf,
    problemOf: masyu,
    write: writeMasyu,
    drawing: drawMasyu,
    board: (clues) => masyuBoard(clues, []),
  } satisfies LoopKind<Pearl>,
};

/** A puzzle of one loop that has one solution, none of whose clues can go. */
interface MadeLoop {
  /** Its address. */
  readonly puzzle: string;
  /** A line for each row. */
  readonly drawing: string;
  readonly board: Board;
}

/** The nodes of a search: clues that take more are too hard for a pencil. */
const SEARCH_NODES = 20_000;

/**
 * Makes puzzles from the borders of random regions. It begins with all clues, and leaves out one
 * after the other as long as there is one solution. Yields after each search: undefined before the
 * end.
 */
export async function* madeLoops(
  name: keyof typeof LOOP_KINDS,
  rows: number,
  columns: number,
  seed: number,
  signal?: Watch['signal'],
): AsyncGenerator<MadeLoop | undefined, never> {
  const kind = LOOP_KINDS[name] as LoopKind<unknown>;
  const random = new Random(seed);
  for (;;) {
    const lack = 1 - kind.corners;
    const region = randomRegion(rows - lack, columns - lack, random);
    const clues = kind.cluesOf(region);
    const isUnique = async () => {
      const problem = kind.problemOf(clues);
      const { answer } = await isUniqueAsync(problem, { maxNodes: SEARCH_NODES, signal });
      return answer === 'unique';
    };
    const isPuzzle = await isUnique();
    yield undefined;
    if (!isPuzzle) continue;
    const cells = clues.flatMap((line, row) =>
      line.flatMap((clue, column) => (clue === undefined ? [] : [[row, column] as const])),
    );
    for (let left = cells.length; left > 0; left--) {
      const at = random.below(left);
      const [row, column] = cells[at];
      cells[at] = cells[left - 1];
      const clue = clues[row][column];
      clues[row][column] = undefined;
      if (!(await isUnique())) clues[row][column] = clue;
      yield undefined;
    }
    const puzzle = kind.write(clues);
    yield { puzzle, drawing: kind.drawing(clues), board: kind.board(clues) };
  }
}

/** True for the cells within the loop, which lie between the points that it goes through. */
type Region = readonly (readonly boolean[])[];

/** The eight cells around a cell, clockwise from the upper one. */
const AROUND = [
  [-1, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, -1],
] as const;
/** A region grows to this part of the cells, if it can. */
const GROWN = 0.6;
/** The chance of a cell with that many neighbours in the region: few of them make it branch out. */
const CHANCES = [0, 1, 0.2, 0.1];

/** A random region without holes, whose cells touch along sides: its border is one loop. */
function randomRegion(rows: number, columns: number, random: Random): Region {
  const region = Array.from({ length: rows }, () => new Array<boolean>(columns).fill(false));
  const has = (row: number, column: number) => region[row]?.[column] === true;
  const cells = rows * columns;
  let size = 0;
  let tries = 0;
  region[random.below(rows)][random.below(columns)] = true;
  while (++size < GROWN * cells && tries < 100 * cells) {
    for (; tries < 100 * cells; tries++) {
      const [row, column] = [random.below(rows), random.below(columns)];
      if (has(row, column)) continue;
      const around = AROUND.map(([down, right]) => has(row + down, column + right));
      // Its neighbours in the region follow one another: it closes no ring, and touches no corner.
      const changes = around.filter((here, k) => here !== around[(k + 1) % 8]).length;
      const beside = around.filter((here, k) => here && k % 2 === 0).length;
      if (changes !== 2 || random.below(1000) >= 1000 * (CHANCES[beside] ?? 0)) continue;
      region[row][column] = true;
      break;
    }
  }
  return region;
}

function slitherlinkClues(region: Region): number[][] {
  return region.map((line, row) =>
    line.map((inside, column) => {
      const beside = AROUND.filter((_, way) => way % 2 === 0);
      return beside.filter(
        ([down, right]) => (region[row + down]?.[column + right] === true) !== inside,
      ).length;
    }),
  );
}

/** The points of the border of a region, and the pearls that they may have. */
function pearlsOf(region: Region): (Pearl | undefined)[][] {
  const has = (row: number, column: number) => region[row]?.[column] === true;
  /** Up, right, down, left of a point: true where the border goes. */
  const ways = (row: number, column: number): boolean[] => [
    has(row - 1, column - 1) !== has(row - 1, column),
    has(row - 1, column) !== has(row, column),
    has(row, column - 1) !== has(row, column),
    has(row - 1, column - 1) !== has(row, column - 1),
  ];
  const turns = (here: readonly boolean[]) => here[0] !== here[2];
  return Array.from({ length: region.length + 1 }, (_, row) =>
    Array.from({ length: (region[0]?.length ?? 0) + 1 }, (_, column) => {
      const here = ways(row, column);
      if (!here.includes(true)) return undefined;
      const beside = AROUND.filter((_, k) => k % 2 === 0)
        .filter((_, way) => here[way])
        .map(([down, right]) => turns(ways(row + down, column + right)));
      if (turns(here)) return beside.includes(true) ? undefined : 'black';
      return beside.includes(true) ? 'white' : undefined;
    }),
  );
}
