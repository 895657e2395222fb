import type { LineSolver } from './lines.ts';

/** The fate of a given: removed, needed, or kept because that is undecided. */
export type Removal = 'removed' | 'needed' | 'undecided';

/**
 * Removes givens of a puzzle up to 9x9 as long as its solution stays the only one. Of each row,
 * column and box it knows the values that are given there, as the bits of an integer: so for a
 * third of the cells it sees without a search that they have no other value.
 *
 * Else it searches for a solution with another value in the cell. That takes half the time of a
 * search for two solutions, which finds the known one first.
 */
export class Remover {
  readonly #lines: LineSolver;
  readonly #givens: Uint8Array;
  /** The set of all values. */
  readonly #all: number;
  /** Unit -> the values that are given in it: rows, then columns, then boxes. */
  readonly #given: Int32Array;

  /** It changes the givens. */
  constructor(lines: LineSolver, givens: Uint8Array) {
    const { size, cells } = lines.shape;
    this.#lines = lines;
    this.#givens = givens;
    this.#all = 2 ** size - 1;
    this.#given = new Int32Array(3 * size);
    for (let cell = 0; cell < cells; cell++) {
      if (givens[cell] !== 0) this.#flip(cell, givens[cell]);
    }
  }

  /** Removes a given if the others imply it. */
  remove(cell: number, maxNodes: number): Removal {
    const givens = this.#givens;
    const value = givens[cell];
    givens[cell] = 0;
    const others = this.#all ^ (1 << (value - 1));
    if ((this.#flip(cell, value) & others) === others) return 'removed';
    const outcome = this.#lines.other(givens, cell, value, maxNodes);
    if (outcome === 'exhausted') return 'removed';
    this.giveBack(cell, value);
    return outcome === 'solution' ? 'needed' : 'undecided';
  }

  giveBack(cell: number, value: number): void {
    this.#givens[cell] = value;
    this.#flip(cell, value);
  }

  /** Adds a value to its units, or takes it away. Returns the values that they have. */
  #flip(cell: number, value: number): number {
    const given = this.#given;
    const { size, boxRows, boxColumns } = this.#lines.shape;
    const bit = 1 << (value - 1);
    const row = (cell / size) | 0;
    const column = cell - row * size;
    // Each band has `boxRows` boxes.
    const box = ((row / boxRows) | 0) * boxRows + ((column / boxColumns) | 0);
    const inRow = given[row] ^ bit;
    const inColumn = given[size + column] ^ bit;
    const inBox = given[2 * size + box] ^ bit;
    given[row] = inRow;
    given[size + column] = inColumn;
    given[2 * size + box] = inBox;
    return inRow | inColumn | inBox;
  }
}
