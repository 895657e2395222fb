// Norvig ("Solving Every Sudoku Puzzle"): to assign a value is to eliminate the others; a cell's
// last value goes from its peers, a unit's last place is assigned. Then guess at the smallest cell,
// on a copy.

import { baseline, type Run, refusesWide } from './baseline.ts';
import { bitsIn } from './bits.ts';
import { type Units, unitsOf } from './units.ts';

export const norvig = baseline('Norvig', refusesWide, (shape, givens, run) => {
  const { size, cells } = shape;
  const puzzle = new Puzzle(unitsOf(shape), (cell) => givens[cell] === 0, run);
  const start = new Int32Array(cells).fill(2 ** size - 1);
  for (let cell = 0; cell < cells; cell++) {
    const value = givens[cell];
    if (value !== 0 && !puzzle.assign(start, cell, 1 << (value - 1))) return;
  }
  puzzle.search(start);
});

/** Grids are arrays: cell -> the values still open for it, a bit for each. */
class Puzzle {
  readonly #units: Units;
  readonly #isBlank: (cell: number) => boolean;
  readonly #run: Run;

  constructor(units: Units, isBlank: (cell: number) => boolean, run: Run) {
    this.#units = units;
    this.#isBlank = isBlank;
    this.#run = run;
  }

  /** Leaves a cell that one value; false on a contradiction. */
  assign(grid: Int32Array, cell: number, bit: number): boolean {
    let others = grid[cell] & ~bit;
    while (others !== 0) {
      const other = others & -others;
      others ^= other;
      if (!this.#eliminate(grid, cell, other)) return false;
    }
    return true;
  }

  #eliminate(grid: Int32Array, cell: number, bit: number): boolean {
    const before = grid[cell];
    if ((before & bit) === 0) return true;
    const open = before ^ bit;
    grid[cell] = open;
    if (open === 0) return false;
    const { units, unitsOf, peers } = this.#units;
    if ((open & (open - 1)) === 0) {
      if (this.#isBlank(cell)) this.#run.placements++;
      for (const peer of peers[cell]) {
        if (!this.#eliminate(grid, peer, open)) return false;
      }
    }
    for (const unit of unitsOf[cell] as readonly number[]) {
      let place = -1;
      let places = 0;
      for (const other of units[unit]) {
        if ((grid[other] & bit) === 0) continue;
        place = other;
        if (++places > 1) break;
      }
      if (places === 0) return false;
      if (places === 1 && !this.assign(grid, place, bit)) return false;
    }
    return true;
  }

  search(grid: Int32Array): boolean {
    let smallest = -1;
    let fewest = Number.POSITIVE_INFINITY;
    for (let cell = 0; cell < grid.length && fewest > 2; cell++) {
      const count = bitsIn(grid[cell]);
      if (count > 1 && count < fewest) {
        smallest = cell;
        fewest = count;
      }
    }
    if (smallest < 0) return this.#run.take(grid.map((bit) => 32 - Math.clz32(bit)));
    let open = grid[smallest];
    while (open !== 0) {
      const bit = open & -open;
      open ^= bit;
      this.#run.guesses++;
      if (this.#run.late()) return true;
      const copy = grid.slice();
      if (this.assign(copy, smallest, bit) && this.search(copy)) return true;
    }
    return false;
  }
}
