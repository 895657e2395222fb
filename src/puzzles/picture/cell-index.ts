import type { Cells, LatticeCell } from '../packing/lattice.ts';

/** The largest box of which each place has an entry: 16 MB. */
const MOST_ENTRIES = 1 << 22;

/** Cell -> its number in a list; -1 for one that is not there. */
export class CellIndex {
  readonly #least: LatticeCell;
  readonly #sides: readonly number[];
  /** Place in the box around all cells -> number plus 1, if the box is small enough. */
  readonly #entries: Int32Array | undefined;
  readonly #others: ReadonlyMap<string, number> | undefined;

  constructor(cells: Cells) {
    const least = [0, 0, 0];
    const sides = [0, 0, 0];
    for (const axis of [0, 1, 2]) {
      let [low, high] = [0, -1];
      cells.forEach((cell, k) => {
        if (k === 0 || cell[axis] < low) low = cell[axis];
        if (k === 0 || cell[axis] > high) high = cell[axis];
      });
      least[axis] = low;
      sides[axis] = high - low + 1;
    }
    this.#least = least as unknown as LatticeCell;
    this.#sides = sides;
    const size = sides[0] * sides[1] * sides[2];
    if (size > MOST_ENTRIES) {
      this.#others = new Map(cells.map((cell, k) => [cell.join(), k]));
      return;
    }
    const entries = new Int32Array(size);
    cells.forEach((cell, k) => {
      entries[this.#placeOf(cell)] = k + 1;
    });
    this.#entries = entries;
  }

  of(cell: LatticeCell): number {
    if (this.#entries === undefined) return this.#others?.get(cell.join()) ?? -1;
    const place = this.#placeOf(cell);
    return place < 0 ? -1 : this.#entries[place] - 1;
  }

  /** The place of a cell in the box, -1 outside. */
  #placeOf([x, y, z]: LatticeCell): number {
    const [width, height, depth] = this.#sides;
    const [left, low, bottom] = this.#least;
    const [column, row, layer] = [x - left, y - low, z - bottom];
    if (column < 0 || row < 0 || layer < 0) return -1;
    if (column >= width || row >= height || layer >= depth) return -1;
    return (layer * height + row) * width + column;
  }
}
