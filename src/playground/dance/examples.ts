import { readDlx } from '../../engine/formats/dlx/reader.ts';
import { Problem } from '../../engine/problem/problem.ts';
import { queens } from '../../puzzles/classics.ts';
import { polyominoes } from '../../puzzles/packing/polyominoes.ts';
import { encode } from '../../puzzles/sudoku/encode.ts';
import { Shape } from '../../puzzles/sudoku/shape.ts';
import { type SmallProblem, smallProblem } from './film.ts';

/** The marks of an option on the board: one in each of some cells, in one of a few tints. */
interface Placing {
  readonly cells: readonly { readonly row: number; readonly column: number }[];
  readonly mark: string;
  readonly tint: number;
}

/** A board that shows the options chosen, where a problem has one. */
export interface BoardPlan {
  readonly rows: number;
  readonly columns: number;
  /** The rows and columns of a box, where there are boxes. */
  readonly box?: number;
  /** Cell -> its given mark. */
  readonly givens?: readonly string[];
  /** Option -> its marks. */
  readonly placings: readonly Placing[];
  /** True if the options that are left show as small marks in their cells. */
  readonly pencils: boolean;
}

/** A problem to watch. */
export interface WatchedProblem {
  readonly problem: SmallProblem;
  readonly board?: BoardPlan;
}

/** A problem that is one click away. */
interface Example {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  make(): WatchedProblem;
}

const KNUTH = 'a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\n';

/**
 * Three questions with two answers each, and a triangle of three items that no set of edges covers
 * once.
 */
const CORNER = 'a b c x y z\na\na\nb\nb\nc\nc\nx y\ny z\nx z\n';

/** Five givens that leave three solutions. */
const FIVE_GIVENS = '.14.4...1.2.....';

export const EXAMPLES: readonly Example[] = [
  {
    name: 'knuth',
    title: 'Seven items',
    about:
      "Knuth's example: choose rows of the matrix so that each column has exactly one mark in them.",
    make: () => ({ problem: smallProblem(readDlx(KNUTH)) }),
  },
  {
    name: 'tiling',
    title: 'Three pentominoes',
    about:
      'Cover 15 squares with the pieces L, N and V. An item is a square or a piece; an option is a place for a piece.',
    make: tiling,
  },
  {
    name: 'queens',
    title: 'Six queens',
    about:
      'One queen in each row and each column, and at most one on each diagonal. An option is a square.',
    make: sixQueens,
  },
  {
    name: 'sudoku',
    title: 'Sudoku 4×4',
    about:
      'Five digits are given, and three solutions are left. An option writes a digit into a cell.',
    make: smallSudoku,
  },
  {
    name: 'corner',
    title: 'A hopeless corner',
    about:
      'x, y and z cannot be covered, whatever is chosen for a, b and c. Compare how long links and learn take to see it.',
    make: () => ({
      problem: smallProblem(
        readDlx(CORNER),
        (option) => 'a1 a2 b1 b2 c1 c2 xy yz xz'.split(' ')[option] ?? '',
      ),
    }),
  },
];

function tiling(): WatchedProblem {
  const problem = polyominoes('3x5', 'L N V');
  const placed = Array.from({ length: problem.optionCount }, (_, k) => problem.payload(k));
  const names = [...new Set(placed.map(({ piece }) => piece))].sort();
  const counts = new Map<string, number>();
  const labels = placed.map(({ piece: name }) => {
    const number = (counts.get(name) ?? 0) + 1;
    counts.set(name, number);
    return `${name}${number}`;
  });
  const placings = placed.map(({ piece: name, cells }) => ({
    cells,
    mark: name,
    tint: names.indexOf(name),
  }));
  const board = { rows: 3, columns: 5, placings, pencils: false };
  return { problem: smallProblem(problem, (option) => labels[option]), board };
}

function sixQueens(): WatchedProblem {
  const problem = queens(6);
  const placings = Array.from({ length: problem.optionCount }, (_, option) => ({
    cells: [problem.payload(option)],
    mark: '♛',
    tint: 0,
  }));
  const label = (option: number) => {
    const { row, column } = problem.payload(option);
    return `${'abcdef'[column]}${6 - row}`;
  };
  return {
    problem: smallProblem(problem, label),
    board: { rows: 6, columns: 6, placings, pencils: true },
  };
}

/** Only the items that the givens leave open: they make a matrix of half the size. */
function smallSudoku(): WatchedProblem {
  const shape = Shape.of({ size: 4 });
  const grid = Uint8Array.from(FIVE_GIVENS, (sign) => (sign === '.' ? 0 : Number(sign)));
  const whole = encode(shape, grid);
  const covered = new Set<string>();
  const options: { names: string[]; row: number; column: number; value: number }[] = [];
  for (let option = 0; option < whole.optionCount; option++) {
    const { row, column, value } = whole.payload(option);
    const names = whole.option(option).map((use) => (typeof use === 'string' ? use : use.item));
    if (grid[4 * row + column] !== 0) for (const name of names) covered.add(name);
    else options.push({ names, row, column, value });
  }
  const left = options.filter(({ names }) => !names.some((name) => covered.has(name)));
  const items = Array.from({ length: whole.primaryCount }, (_, item) => whole.itemName(item));
  const problem = new Problem({ primary: items.filter((item) => !covered.has(item)) });
  for (const { names } of left) problem.addOption(names);
  const placings = left.map(({ row, column, value }) => ({
    cells: [{ row, column }],
    mark: String(value),
    tint: 0,
  }));
  const label = (option: number) => {
    const { row, column, value } = left[option];
    return `r${row + 1}c${column + 1}=${value}`;
  };
  const givens = Array.from(grid, (value) => (value === 0 ? '' : String(value)));
  return {
    problem: smallProblem(problem, label),
    board: { rows: 4, columns: 4, box: 2, givens, placings, pencils: true },
  };
}
