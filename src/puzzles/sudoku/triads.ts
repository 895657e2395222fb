import { type Loops, Region } from '../../engine/kernels/wasm/memory.ts';
import { TRIADS } from '../../engine/kernels/wasm/module.ts';

const CELLS = 81;
/** A grid, vectors of a round, and a state for each guess that can be open: see `assembly/triads.ts`. */
const INTEGERS = (96 + 144 + 144 * (CELLS + 1)) / 4;
/** The most guesses of a search: two milliseconds. (The hardest known puzzles take some 500.) */
const MOST_GUESSES = 1 << 12;

/**
 * Searches for solutions of Sudokus of 9x9, in WebAssembly. It knows which values a cell may have, and what
 * a box shares with a row or a column. A puzzle of 17 givens takes it 0.9 guesses and a microsecond.
 */
export class TriadSearch {
  readonly #region: Region;
  readonly #loops: Loops;
  /** Cell -> its given or 0; after a solution, its value. Good until any search allocates memory. */
  grid: Uint8Array;

  private constructor(region: Region) {
    this.#region = region;
    this.#loops = region.loopsOf(TRIADS);
    this.grid = this.#view();
  }

  /** A search; none where WebAssembly is missing or refused. */
  static of(owner: object): TriadSearch | undefined {
    const region = Region.of(INTEGERS, owner);
    return region && new TriadSearch(region);
  }

  renewGrid(): void {
    if (this.grid.length === 0) this.grid = this.#view();
  }

  /** The number of solutions of the grid, up to a number; undefined if that takes many guesses. */
  solve(wanted: number): number | undefined {
    const solutions = this.#loops.triads(this.#region.address, wanted, MOST_GUESSES);
    return solutions < 0 ? undefined : solutions;
  }

  #view(): Uint8Array {
    const { buffer, byteOffset } = this.#region.view();
    return new Uint8Array(buffer, byteOffset, CELLS);
  }
}
