import { PlanesBelow } from '../kernels/planes/below.ts';
import { encodeBare } from './encode.ts';
import type { Shape } from './shape.ts';

const POINT = 46;
const ZERO = 48;

/**
 * Solves Sudokus on lines of digits and points, as the bytes of a text: of sizes up to 9x9, and easy ones. It looks at nothing
 * twice and allocates nothing, since a million of them are common. What it cannot answer is left to others.
 */
export class LineSolver {
  readonly #shape: Shape;
  readonly #search: PlanesBelow;
  /** The options of the givens, and those of a solution. */
  readonly #givens: Int32Array;
  readonly #chosen: number[] = [];

  private constructor(shape: Shape, search: PlanesBelow) {
    this.#shape = shape;
    this.#search = search;
    this.#givens = new Int32Array(shape.cells);
  }

  /** A solver for a shape; none where there is no WebAssembly. */
  static of(shape: Shape): LineSolver | undefined {
    const search = PlanesBelow.of(encodeBare(shape).compile());
    return search && new LineSolver(shape, search);
  }

  /** To be called before a row of searches. */
  begin(): void {
    this.#search.takeRegisters();
  }

  /**
   * Searches for `wanted` solutions of the puzzle that begins at an index. Undefined if it is no puzzle in digits and points,
   * or if givens exclude each other.
   */
  search(
    bytes: Uint8Array,
    from: number,
    maxNodes: number,
    wanted: number,
  ): 'solution' | 'exhausted' | 'paused' | undefined {
    const { cells, size } = this.#shape;
    const givens = this.#givens;
    let length = 0;
    let option = -1;
    for (let at = from; at < from + cells; at++, option += size) {
      const byte = bytes[at] as number;
      if (byte === POINT || byte === ZERO) continue;
      const value = byte - ZERO;
      if (!(value > 0 && value <= size)) return undefined;
      givens[length++] = option + value;
    }
    const outcome = this.#search.searchBelow(givens, length, maxNodes, wanted);
    return outcome === 'refused' ? undefined : outcome;
  }

  /** The number of solutions that the last search has found. */
  get solutions(): number {
    return this.#search.solutions;
  }

  /** Writes the solution on which the last search has ended as digits. */
  write(into: Uint8Array, at: number): void {
    const { size } = this.#shape;
    const chosen = this.#search.solution(this.#chosen);
    for (let k = 0; k < chosen.length; k++) {
      const option = chosen[k] as number;
      // `| 0` makes V8 divide integers.
      const cell = (option / size) | 0;
      into[at + cell] = ZERO + 1 + option - cell * size;
    }
  }
}
