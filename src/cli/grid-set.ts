/** Keys of a page: a set that grows moves no keys. */
const PAGE = 1 << 14;

/**
 * A set of grids of one length, with values up to 15. A key is the grid itself, two cells in a
 * byte, and is compared with others whole: no two grids are taken for one. A grid of 9x9 takes 41
 * bytes, and 8 to 16 in the table.
 */
export class GridSet {
  readonly #bytes: number;
  readonly #pages: Uint8Array[] = [];
  #size = 0;
  /** Hash -> the number of a key, from 1. It is half full at most; the next free place is taken. */
  #table = new Uint32Array(1 << 10);

  constructor(cells: number) {
    this.#bytes = (cells + 1) >> 1;
  }

  /** False if the set has the grid already. */
  add(grid: Uint8Array): boolean {
    if (this.#size % PAGE === 0) {
      this.#pages[this.#size / PAGE] ??= new Uint8Array(PAGE * this.#bytes);
    }
    if (2 * this.#size >= this.#table.length) this.#grow();
    // A key that turns out to be there already is overwritten by the next one.
    const key = this.#key(this.#size);
    for (let k = 0; k < key.length; k++) {
      key[k] = (grid[2 * k] as number) | ((grid[2 * k + 1] ?? 0) << 4);
    }
    const mask = this.#table.length - 1;
    let at = hash(key) & mask;
    for (let found = this.#table[at]; found; found = this.#table[at]) {
      if (isEqual(this.#key(found - 1), key)) return false;
      at = (at + 1) & mask;
    }
    this.#table[at] = ++this.#size;
    return true;
  }

  #key(index: number): Uint8Array {
    const from = (index % PAGE) * this.#bytes;
    return (this.#pages[Math.floor(index / PAGE)] as Uint8Array).subarray(from, from + this.#bytes);
  }

  #grow(): void {
    const table = new Uint32Array(2 * this.#table.length);
    const mask = table.length - 1;
    for (let index = 0; index < this.#size; index++) {
      let at = hash(this.#key(index)) & mask;
      while (table[at] !== 0) at = (at + 1) & mask;
      table[at] = index + 1;
    }
    this.#table = table;
  }
}

/** FNV-1a, with the high bits mixed into the low ones. */
function hash(key: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let k = 0; k < key.length; k++) hash = Math.imul(hash ^ (key[k] as number), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  for (let k = 0; k < one.length; k++) if (one[k] !== other[k]) return false;
  return true;
}
