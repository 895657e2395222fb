import { type Loops, Region } from '../../engine/kernels/wasm/memory.ts';
import { TRIADS } from '../../engine/kernels/wasm/module.ts';

const CELLS = 81;
/**
 * A grid, the vectors of a round, and a state for each guess that can be open: see
 * `assembly/triads.ts`.
 */
const INTEGERS = (96 + 144 + 144 * (CELLS + 1)) / 4;
/**
 * The most guesses of a search: two milliseconds. (Of 110,000 puzzles with one solution none took
 * more than 1,101.)
 */
const MOST_GUESSES = 1 << 12;
export const POINT = 46;
export const ZERO = 48;

/**
 * Searches for solutions of Sudokus of 9x9 in WebAssembly, by which values the cells may have, and by
 * what a box shares with a row or a column. A puzzle of 17 givens takes it 1.2 guesses and little more
 * than a microsecond, with the proof that it has no other solution.
 */
export class TriadSearch {
  readonly #region: Region;
  readonly #loops: Loops;
  /** Cell -> its given or 0; after a search that found one, the first solution. */
  #grid: Uint8Array = new Uint8Array(0);

  /** To be made only where there is WebAssembly. */
  constructor() {
    this.#region = Region.with(new Int32Array(0), INTEGERS, this);
    this.#loops = this.#region.loopsOf(TRIADS);
  }

  /**
   * The number of solutions of a puzzle that begins at an index, up to `wanted`; 0 as well if its
   * givens exclude each other. Undefined if it takes many guesses, or if it is no puzzle in digits and
   * points, or in values from `zero` on.
   */
  solve(bytes: ArrayLike<number>, from: number, zero: number, wanted: number): number | undefined {
    const grid = this.#room();
    const blank = zero === ZERO ? POINT : zero;
    for (let cell = 0; cell < CELLS; cell++) {
      const byte = bytes[from + cell];
      const value = byte === blank ? 0 : byte - zero;
      if (!(value >= 0 && value <= 9 && (byte | 0) === byte)) return undefined;
      grid[cell] = value;
    }
    const solutions = this.#loops.triads(this.#region.address, wanted, MOST_GUESSES);
    return solutions < 0 ? undefined : solutions;
  }

  /** Writes the first solution that the last search has found. */
  write(into: Uint8Array, at: number, zero: number): void {
    const grid = this.#room();
    for (let cell = 0; cell < CELLS; cell++) into[at + cell] = zero + grid[cell];
  }

  /** The grid; when the memory has grown, a new view of it. */
  #room(): Uint8Array {
    if (this.#grid.length === 0) {
      const { buffer, byteOffset } = this.#region.view();
      this.#grid = new Uint8Array(buffer, byteOffset, CELLS);
    }
    return this.#grid;
  }
}
