import { Random } from '../../engine/kernels/random.ts';
import { QuadrilleError, shown } from '../../engine/problem/error.ts';
import { checkFlag, checkInteger, checkSettings, checkWord } from '../../engine/problem/setting.ts';
import { type Grid, GridError } from './grid.ts';
import { LineSolver } from './lines.ts';
import {
  addGivens,
  clear,
  countGivens,
  fillUp,
  type Orbit,
  randomGrid,
  removeGivens,
  type Steps,
  type Tools,
} from './random-puzzle.ts';
import { checkShapeSettings, Shape, type ShapeSettings } from './shape.ts';
import { Solver } from './solver.ts';

/** Hardly any larger puzzle could be proven unique. */
const LARGEST_SIZE = 25;
const MAX_NODES = 10_000;
/** The default of `attempts` for a given number of givens, and for a pattern. */
const ATTEMPTS = 100;
const PATTERN_ATTEMPTS = 100_000;

export interface GeneratorSettings extends ShapeSettings {
  /** The same seed, settings and calls give the same puzzles. Default: a random one. */
  readonly seed?: number | undefined;
  /**
   * The most nodes of one search. If they do not suffice, a given stays. Default: 10,000, which
   * decides almost all searches at 9x9. From 16x16 on, more nodes tend to leave fewer givens and
   * harder puzzles (16x16: on average 98 givens with 1,000 nodes, 94 with 100,000).
   */
  readonly maxNodes?: number | undefined;
}

/** The kind of puzzle that is wanted. */
export interface PuzzleSettings {
  /** Removes givens from a full grid (the default), or adds them to an empty one. */
  readonly by?: 'removing' | 'adding' | undefined;
  /** True if every given must be needed for uniqueness. Default: true, unless `givens` is set. */
  readonly minimal?: boolean | undefined;
  /** The number of givens. Default: any. */
  readonly givens?: number | undefined;
  /** The symmetry of the pattern of givens. Default: none. */
  readonly symmetry?: Symmetry | undefined;
  /**
   * The cells where givens may stand: a number for each cell, 0 for one that stays blank. Another
   * puzzle will do. Default: all.
   */
  readonly pattern?: Grid | undefined;
  /**
   * The most attempts to meet these settings. Default: 100,000 if `pattern` is set, 100 if `givens`
   * is, else 1. An attempt takes some 0.25 ms at 9x9, 70 ms at 16x16, and 0.8 s at 25x25. One whose
   * solution cannot be told from others within the pattern ends after 20 µs at 9x9.
   */
  readonly attempts?: number | undefined;
}

/** A puzzle. It always has exactly one solution. */
export interface Generated {
  readonly givens: Uint8Array;
  readonly solution: Uint8Array;
  /** The number of givens. */
  readonly count: number;
  /** True if it is proven that no given can go (with a symmetry: no given with its counterpart). */
  readonly minimal: boolean;
  /**
   * True if the puzzle meets the settings. If not, it is the closest of all attempts. Where none of
   * them keeps to the pattern, it is the first one, with the other givens that it needs.
   */
  readonly reached: boolean;
  /** The number of attempts so far. */
  readonly attempts: number;
}

/** The puzzle of one attempt. */
type Attempt = Omit<Generated, 'reached' | 'attempts'>;

/**
 * Makes Sudokus of one shape, up to 25x25. Its seed determines their sequence. It blocks the event
 * loop: let a worker call it, or stop between attempts.
 */
export class PuzzleGenerator {
  readonly shape: Shape;
  /** Another generator with this seed and the same settings repeats the sequence. */
  readonly seed: number;
  readonly #tools: Tools;

  constructor(settings: GeneratorSettings = {}) {
    checkShapeSettings(settings, ['seed', 'maxNodes']);
    this.shape = Shape.of(settings);
    const { size, boxes } = this.shape;
    if (size > LARGEST_SIZE) {
      throw new QuadrilleError(
        'bad-shape',
        `Size ${size} is too large for the generator: hardly any such puzzle could be proven to ` +
          `have a single solution. Give a size up to ${LARGEST_SIZE}.`,
      );
    }
    const { seed = Math.floor(Math.random() * 2 ** 32), maxNodes = MAX_NODES } = settings;
    this.seed = seed;
    const random = new Random(seed);
    checkInteger('maxNodes', maxNodes, 0);
    // A solver of its own: what a search decides within its nodes may depend on the searches
    // before. Those of `lines` are all from the start, and are as good without a seed.
    const lines = LineSolver.of(this.shape);
    const shuffle = random.below(2 ** 32);
    const solver = new Solver({ boxes, engine: 'lists', ...(size > 9 && { seed: shuffle }) });
    this.#tools = { solver, lines, random, maxNodes };
  }

  /** A full grid. */
  grid(): Uint8Array {
    const steps = randomGrid(this.#tools);
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) return value;
    }
  }

  /** A puzzle that meets the settings, or the closest one of all attempts. */
  puzzle(settings: PuzzleSettings = {}): Generated {
    let closest: Generated | undefined;
    for (const attempt of this.attempts(settings)) closest = attempt;
    return closest as Generated;
  }

  /** The closest puzzle so far after each attempt, so that the caller can stop between attempts. */
  attempts(settings: PuzzleSettings = {}): Generator<Generated, void, undefined> {
    return attemptsIn(this.steps(settings));
  }

  /**
   * The closest puzzle so far after each search, for a program that has other things to do
   * meanwhile: a search takes at most some 50 ms. It is undefined before the end of the first
   * attempt. After each attempt it is a new object. @internal
   */
  steps(settings: PuzzleSettings = {}): Generator<Generated | undefined, void, undefined> {
    return this.#steps(goalOf(this.shape, settings));
  }

  *#steps(goal: Goal): Generator<Generated | undefined, void, undefined> {
    let best: Attempt | undefined;
    let least = Number.POSITIVE_INFINITY;
    let closest: Generated | undefined;
    for (let attempts = 1; least > 0 && attempts <= goal.attempts; attempts++) {
      const steps = this.#attempt(goal, best === undefined);
      let step = steps.next();
      for (; step.done !== true; step = steps.next()) yield closest;
      const distance = step.value ? distanceTo(goal, step.value) : Number.POSITIVE_INFINITY;
      if (best === undefined || distance < least) {
        best = step.value as Attempt;
        least = distance;
      }
      closest = { ...best, reached: least === 0, attempts };
      yield closest;
    }
  }

  /** Undefined if the pattern does not suffice for its solution, unless it `mustEnd`. */
  *#attempt(
    { by, minimal, givens: wanted, inside, outside }: Goal,
    mustEnd: boolean,
  ): Steps<Attempt | undefined> {
    const tools = this.#tools;
    const solution = yield* randomGrid(tools);
    const givens = solution.slice();
    if (outside.length > 0) {
      clear(outside, givens);
      const { answer } = tools.solver.isUnique(givens, { maxNodes: tools.maxNodes });
      yield;
      if (answer !== 'unique') {
        if (!mustEnd) return undefined;
        givens.set(solution);
        yield* removeGivens(givens, outside, 0, tools);
      }
    }
    if (by === 'adding') {
      clear(inside, givens);
      yield* addGivens(givens, solution, inside, tools);
    }
    if (wanted !== undefined) fillUp(givens, solution, inside, wanted, tools.random);
    const fewest = minimal ? 0 : (wanted ?? countGivens(givens));
    const isMinimal = yield* removeGivens(givens, inside, fewest, tools);
    return { givens, solution, count: countGivens(givens), minimal: isMinimal };
  }
}

/** Leaves out the steps within an attempt. */
function* attemptsIn(
  steps: Iterable<Generated | undefined>,
): Generator<Generated, void, undefined> {
  let before: Generated | undefined;
  for (const closest of steps) {
    if (closest === undefined || closest === before) continue;
    yield closest;
    before = closest;
  }
}

/** The settings of a puzzle with their defaults. */
interface Goal {
  readonly by: 'removing' | 'adding';
  readonly minimal: boolean;
  readonly givens: number | undefined;
  /** The orbits in the pattern, and all others. */
  readonly inside: readonly Orbit[];
  readonly outside: readonly Orbit[];
  readonly attempts: number;
}

/** Throws if the settings mean nothing. A goal that no puzzle can meet is allowed. */
export function goalOf(shape: Shape, settings: PuzzleSettings): Goal {
  checkSettings(settings, ['by', 'minimal', 'givens', 'symmetry', 'pattern', 'attempts']);
  const { givens, symmetry = 'none', pattern } = settings;
  const by = checkWord('by', settings.by ?? 'removing', ['removing', 'adding']);
  const minimal = checkFlag('minimal', settings.minimal ?? givens === undefined);
  const usual = givens === undefined ? 1 : ATTEMPTS;
  const { attempts = pattern === undefined ? usual : PATTERN_ATTEMPTS } = settings;
  if (by === 'removing' && !minimal && givens === undefined && pattern === undefined) {
    throw new QuadrilleError(
      'bad-setting',
      'A puzzle by removing that need not be minimal would stay a full grid; ' +
        'say how many givens it should have, as in { givens: 30 }.',
    );
  }
  if (givens !== undefined) checkInteger('givens', givens, 0, shape.cells);
  checkInteger('attempts', attempts, 1);
  if (pattern !== undefined && pattern?.length !== shape.cells) {
    throw new GridError(
      `The pattern has ${shown(pattern?.length)} cells; give a number for each of the ${shape.cells}, ` +
        '0 for a blank.',
    );
  }
  const orbits = orbitsOf(shape, symmetry);
  const isInside = (orbit: Orbit) => orbit.every((cell) => (pattern?.[cell] ?? 1) !== 0);
  const inside = orbits.filter(isInside);
  const outside = orbits.filter((orbit) => !isInside(orbit));
  return { by, minimal, givens, inside, outside, attempts };
}

/**
 * The distance of a puzzle from the goal; 0 if it meets it. A given outside of the pattern weighs
 * most, then a given more or less.
 */
export function distanceTo(
  { minimal, givens, outside }: Goal,
  attempt: Pick<Attempt, 'givens' | 'count' | 'minimal'>,
): number {
  const out = outside.filter((orbit) => attempt.givens[orbit[0]] !== 0).length;
  const off = givens === undefined ? 0 : Math.abs(attempt.count - givens);
  return 1000 * out + 2 * off + (minimal && !attempt.minimal ? 1 : 0);
}

/** The cell that a symmetry pairs with a cell; `last` is the last row and column. */
type Image = (row: number, column: number, last: number) => readonly [row: number, column: number];

const IMAGES: Readonly<Record<Symmetry, Image>> = {
  none: (row, column) => [row, column],
  rotational: (row, column, last) => [last - row, last - column],
  'left-right': (row, column, last) => [row, last - column],
  'up-down': (row, column, last) => [last - row, column],
  diagonal: (row, column) => [column, row],
};

/**
 * A symmetry of the pattern of givens, whatever their values: a turn by 180 degrees, or a
 * reflection from left to right, from top to bottom, or about the diagonal from the top left.
 */
export type Symmetry = 'none' | 'rotational' | 'left-right' | 'up-down' | 'diagonal';

export const SYMMETRIES = Object.keys(IMAGES) as readonly Symmetry[];

/** The image of a cell on a square board whose last row and column is `last`. */
export function imageOf(symmetry: Symmetry): Image {
  return IMAGES[checkWord('symmetry', symmetry, SYMMETRIES)];
}

/** The orbits of all cells. Each symmetry is its own inverse, so an orbit has one cell or two. */
export function orbitsOf(shape: Shape, symmetry: Symmetry): readonly Orbit[] {
  const image = imageOf(symmetry);
  const { size, cells } = shape;
  const orbits: number[][] = [];
  for (let cell = 0; cell < cells; cell++) {
    const [row, column] = image(shape.rowOf(cell), shape.columnOf(cell), size - 1);
    const other = row * size + column;
    if (other === cell) orbits.push([cell]);
    else if (other > cell) orbits.push([cell, other]);
  }
  return orbits;
}
