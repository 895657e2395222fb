import { PlanesBelow } from '../../engine/kernels/planes/below.ts';
import type { Limits } from '../../engine/solve/limit-settings.ts';
import { type AnswersOf, type QuestionName, questionOf } from '../../engine/solve/questions.ts';
import { encodeBare, gridOf } from './encode.ts';
import { checkGivens, type Grid } from './grid.ts';
import type { Shape } from './shape.ts';
import { POINT, TriadSearch, ZERO } from './triads.ts';

/**
 * The most nodes of an easy puzzle up to 9x9: two milliseconds. Within them every search finds the
 * same first solution.
 */
const EASY = 1 << 16;
export const MOST_SOLUTIONS = 2 ** 31 - 1;
/** The most nodes that a search is told. */
const MOST_NODES = 2 ** 31 - 1;

/**
 * Solves easy Sudokus of sizes up to 9x9, from bytes to bytes: lines of digits and points as they
 * stand in a text, or values. It looks at nothing twice and allocates nothing, since a million of
 * them are common. It leaves to others what it cannot answer.
 */
export class LineSolver {
  readonly shape: Shape;
  readonly #search: PlanesBelow;
  /** For 9x9 in boxes of 3x3. */
  readonly #triads: TriadSearch | undefined;
  /** The number of solutions that `#triads` has found for the last puzzle; none if it did not answer. */
  #found: number | undefined;
  /** The options of the givens, and those of a solution. */
  readonly #givens: Int32Array;
  readonly #chosen: number[] = [];

  /** One for each shape: nothing of a search outlasts the next one. */
  static readonly #known = new Map<Shape, LineSolver | undefined>();

  private constructor(shape: Shape, search: PlanesBelow) {
    this.shape = shape;
    this.#search = search;
    this.#triads = shape.boxes === '3x3' ? new TriadSearch() : undefined;
    this.#givens = new Int32Array(shape.cells);
  }

  /** A solver for a shape; none beyond 9x9, and where there is no WebAssembly. */
  static of(shape: Shape): LineSolver | undefined {
    const known = LineSolver.#known;
    if (!known.has(shape) && shape.size <= 9) {
      const search = PlanesBelow.of(encodeBare(shape).compile());
      known.set(shape, search && new LineSolver(shape, search));
    }
    return known.get(shape);
  }

  /**
   * Searches for `wanted` solutions of the puzzle that begins at an index. Undefined if it is none
   * in digits and points, or in values from 0 on, or if givens exclude each other.
   */
  search(
    bytes: ArrayLike<number>,
    from: number,
    maxNodes: number,
    wanted: number,
    zero = ZERO,
  ): 'solution' | 'exhausted' | 'paused' | undefined {
    this.#found = undefined;
    let found: number | undefined;
    if (maxNodes === Number.POSITIVE_INFINITY && this.#triads !== undefined) {
      found = this.#triads.solve(bytes, from, zero, Math.max(2, wanted));
      // Triads may find another solution first than all other searches do, so it must be the only one.
      if (found !== undefined && found > 0 && found <= wanted) {
        this.#found = found;
        return found < wanted ? 'exhausted' : 'solution';
      }
    }
    const { cells, size } = this.shape;
    const givens = this.#givens;
    const blank = zero === ZERO ? POINT : zero;
    let length = 0;
    let option = -1;
    for (let at = from; at < from + cells; at++, option += size) {
      const byte = bytes[at];
      if (byte === blank || byte === zero) continue;
      const value = byte - zero;
      if (!(value > 0 && value <= size && (byte | 0) === byte)) return undefined;
      givens[length++] = option + value;
    }
    // Where triads find none, givens may still exclude each other.
    const most = found === 0 ? 0 : Math.min(maxNodes, EASY);
    const outcome = this.#search.searchBelow(givens, length, most, wanted);
    if (outcome === 'refused') return undefined;
    return found === 0 ? 'exhausted' : outcome;
  }

  /** The same for values. It throws if givens exclude each other or do not fit the shape. */
  searchValues(
    givens: Grid,
    maxNodes: number,
    wanted: number,
  ): 'solution' | 'exhausted' | 'paused' | undefined {
    if (givens?.length !== this.shape.cells) checkGivens(this.shape, givens);
    const outcome = this.search(givens, 0, maxNodes, wanted, 0);
    if (outcome === undefined) checkGivens(this.shape, givens);
    return outcome;
  }

  /** Looks for a solution in which a cell has another value than this one. The cell is blank. */
  other(
    givens: Uint8Array,
    cell: number,
    value: number,
    maxNodes: number,
  ): 'solution' | 'exhausted' | 'paused' {
    const { cells, size } = this.shape;
    const options = this.#givens;
    let length = 0;
    for (let k = 0, option = -1; k < cells; k++, option += size) {
      const given = givens[k];
      if (given !== 0) options[length++] = option + given;
    }
    this.#found = undefined;
    const out = cell * size + value - 1;
    const most = Math.min(maxNodes, MOST_NODES);
    const outcome = this.#search.searchWithout(out, options, length, most, 1);
    return outcome === 'refused' ? 'exhausted' : outcome;
  }

  /** The answer for a puzzle; undefined if it is not easy, or if the limits are not for it. */
  answer<Q extends QuestionName>(
    question: Q,
    givens: Grid,
    { limit, maxNodes = Number.POSITIVE_INFINITY, timeout }: Limits,
  ): AnswersOf<Uint8Array>[Q] | undefined {
    const isCount = question === 'count';
    if (timeout !== undefined || limit === 0 || (limit !== undefined && !isCount)) return undefined;
    const outcome = this.searchValues(givens, maxNodes, wantedFor(question, limit));
    return outcome === 'paused' || outcome === undefined
      ? undefined
      : this.answerTo(question, outcome);
  }

  /** The answer after a search for all solutions that the question wants. */
  answerTo<Q extends QuestionName>(
    question: Q,
    outcome: 'solution' | 'exhausted',
  ): AnswersOf<Uint8Array>[Q] {
    const { solutions } = this;
    const solution = () => {
      const grid = new Uint8Array(this.shape.cells);
      this.write(grid, 0, 0);
      return grid;
    };
    const status = outcome === 'solution' ? 'limit' : 'complete';
    return questionOf(question).answer({ solutions }, status, solution);
  }

  /** The number of solutions that the last search has found. */
  get solutions(): number {
    return this.#found ?? this.#search.solutions;
  }

  /** Writes the solution on which the last search has ended, as digits or as values. */
  write(into: Uint8Array, at: number, zero = ZERO): void {
    if (this.#found !== undefined) this.#triads?.write(into, at, zero);
    else gridOf(this.shape, this.#search.solution(this.#chosen), into, at, zero);
  }
}

/** The number of solutions that a search for the answer stops at. */
export function wantedFor(question: QuestionName, limit = MOST_SOLUTIONS): number {
  return Math.min(questionOf(question).enough ?? MOST_SOLUTIONS, limit);
}
