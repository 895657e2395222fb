/** The entries of a page, as a power of two. */
const PAGE_BITS = 13;
const PAGE_ENTRIES = 1 << PAGE_BITS;
/** The entries for which there is room at first. */
const FIRST_ENTRIES = 64;

/** The number of the page of an entry, and its place there. */
export function pageOf(entry: number): number {
  return entry >>> PAGE_BITS;
}
export function placeOf(entry: number): number {
  return entry & (PAGE_ENTRIES - 1);
}

/**
 * An array of entries that grows without a long step. One array that doubles would be copied as a
 * whole: 100 ms and more where there are millions of entries.
 *
 *     first page    doubles, until it has PAGE_ENTRIES entries
 *     other pages   are whole from the start
 */
export class Pages<A extends Int32Array | Float64Array> {
  readonly list: A[] = [];
  /** The entries for which there is room. */
  room = 0;
  readonly #size: number;
  readonly #bytes: number;
  readonly #make: (length: number) => A;

  /** An entry has `size` numbers of `bytes` bytes. `make` makes an array of zeros. */
  constructor(size: number, bytes: number, make: (length: number) => A) {
    this.#size = size;
    this.#bytes = bytes * size;
    this.#make = make;
  }

  get bytes(): number {
    return this.#bytes * this.room;
  }

  /** The bytes of the array that an entry after the last one needs. */
  get growth(): number {
    return this.#bytes * Math.max(FIRST_ENTRIES, Math.min(2 * this.room, PAGE_ENTRIES));
  }

  /** Makes room for an entry after the last one. */
  grow(): void {
    const { list, room } = this;
    const isFirst = room < PAGE_ENTRIES;
    const entries = isFirst ? Math.max(FIRST_ENTRIES, 2 * room) : PAGE_ENTRIES;
    const page = this.#make(entries * this.#size);
    if (isFirst && room > 0) page.set(list[0]);
    list[isFirst ? 0 : list.length] = page;
    this.room = isFirst ? entries : room + PAGE_ENTRIES;
  }
}
