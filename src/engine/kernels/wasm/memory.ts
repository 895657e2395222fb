import { outOfMemory } from '../../problem/memory.ts';
import { KERNELS } from './module.ts';
import { REGISTER_BYTES } from './registers.ts';

/**
 * The memory of WebAssembly in this thread, and the loops that run in it. There is one memory for
 * all searches, since Node reserves gigabytes of address space for each, and throws after some
 * 13,000 of them. A search has a region of it:
 *
 *     [ registers | region | region | free | region | ... ]      grows at its end, up to 4 GB
 *
 * To grow detaches every view of the memory, so a view is fetched again where it has length 0.
 */

/** The loops of all modules; `assembly/` has their sources. */
export interface Loops {
  lists(): number;
  planes(): number;
  planesBegin(count: number): number;
  planesBelow(count: number): number;
  /** The walk over the array at an address. */
  sweep(address: number): number;
  /** The steps of a state, whose array is at an address. */
  stateChoose(address: number, option: number): void;
  stateBackTo(address: number, depth: number): void;
  stateFewest(address: number): number;
  /** The search below the givens that lie at an address. */
  triads(address: number, wanted: number, guesses: number): number;
}

const PAGE_BYTES = 2 ** 16;
/** A little less than 4 GB, so that an address just beyond the end is still one. */
const MOST_PAGES = 2 ** 16 - 2 ** 4;
/** The least number of pages that are added at once. */
const GROWTH = 16;
const LEAST_REGION = 2 ** 12;

class Machine {
  readonly #memory: WebAssembly.Memory;
  /** The code of a module -> its loops. */
  readonly #loops = new Map<string, Loops>();
  #registers: Int32Array;
  /** Size of a region in bytes -> the addresses of the free ones. */
  readonly #free = new Map<number, number[]>();
  #top = REGISTER_BYTES;
  #regions = 0;
  readonly #owners = new FinalizationRegistry<Region>((region) => region.free());

  constructor() {
    this.#memory = new WebAssembly.Memory({ initial: 1, maximum: MOST_PAGES });
    // Where modules are refused, that shows here.
    this.loopsOf(KERNELS);
    this.#registers = this.view(0, REGISTER_BYTES / 4);
  }

  /** The loops of a module, which is compiled when they are first needed. */
  loopsOf(code: string): Loops {
    let loops = this.#loops.get(code);
    if (loops === undefined) {
      const module = new WebAssembly.Module(bytesOf(code));
      const { exports } = new WebAssembly.Instance(module, { env: { memory: this.#memory } });
      loops = exports as unknown as Loops;
      this.#loops.set(code, loops);
    }
    return loops;
  }

  get registers(): Int32Array {
    if (this.#registers.length === 0) this.#registers = this.view(0, REGISTER_BYTES / 4);
    return this.#registers;
  }

  /** The number of regions that searches hold. */
  get regions(): number {
    return this.#regions;
  }

  /** Bytes that are in use, registers and free regions included. */
  get top(): number {
    return this.#top;
  }

  view(address: number, length: number): Int32Array {
    return new Int32Array(this.#memory.buffer, address, length);
  }

  /** A region for at least `length` integers, or none if the memory cannot grow to that. */
  allocate(length: number, owner: object): Region | undefined {
    const size = sizeFor(4 * length);
    let address = this.#free.get(size)?.pop();
    if (address === undefined) {
      address = this.#top;
      if (!this.#growTo(address + size)) return undefined;
      this.#top += size;
    }
    this.#regions++;
    const region = new Region(this, address, size);
    this.#owners.register(owner, region, region);
    return region;
  }

  /** Gives a region back. */
  release(region: Region): void {
    const { address, size } = region;
    this.#owners.unregister(region);
    if (--this.#regions === 0) {
      this.#free.clear();
      this.#top = REGISTER_BYTES;
    } else if (address + size === this.#top) {
      this.#top = address;
    } else {
      const others = this.#free.get(size);
      if (others === undefined) this.#free.set(size, [address]);
      else others.push(address);
    }
  }

  #growTo(bytes: number): boolean {
    const pages = this.#memory.buffer.byteLength / PAGE_BYTES;
    const wanted = Math.ceil(bytes / PAGE_BYTES);
    if (wanted <= pages) return true;
    if (wanted > MOST_PAGES) return false;
    try {
      this.#memory.grow(Math.min(Math.max(wanted - pages, GROWTH), MOST_PAGES - pages));
      return true;
    } catch {
      return false;
    }
  }
}

/** A piece of the memory. It goes back by `free`, or when its owner is collected. */
export class Region {
  readonly #machine: Machine;
  /** Bytes; above 2 ** 31 as well. */
  readonly address: number;
  readonly size: number;
  #isFree = false;

  constructor(machine: Machine, address: number, size: number) {
    this.#machine = machine;
    this.address = address;
    this.size = size;
  }

  /**
   * A region with room for `length` integers, and `a` in it, which may be the view of the region
   * `before`: that one is free then.
   */
  static with(a: Int32Array, length: number, owner: object, before?: Region): Region {
    const region = Region.of(length, owner);
    if (region === undefined) throw outOfMemory(new RangeError(), 4 * length, 'a search');
    // To get it may have detached the view of the one before.
    region.view().set(before?.view() ?? a);
    before?.free();
    return region;
  }

  /** A region with room for `length` integers or more, if there is one to be had. */
  static of(length: number, owner: object): Region | undefined {
    return machine()?.allocate(length, owner);
  }

  loopsOf(code: string): Loops {
    return this.#machine.loopsOf(code);
  }

  get registers(): Int32Array {
    return this.#machine.registers;
  }

  /** The integers of the region; good until any region is allocated. */
  view(): Int32Array {
    return this.#machine.view(this.address, this.size / 4);
  }

  /** A copy of its first integers, and it is free; if there is no memory for one, it is kept. */
  leave(length: number): Int32Array | undefined {
    try {
      const copy = this.view().slice(0, length);
      this.free();
      return copy;
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  free(): void {
    if (this.#isFree) return;
    this.#isFree = true;
    this.#machine.release(this);
  }
}

/** The bytes of hexadecimal digits. */
function bytesOf(digits: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(digits.length / 2);
  for (let k = 0; k < digits.length; k++) {
    const code = digits.charCodeAt(k);
    // The last four bits of `0` are 0, those of `a` are 1.
    const digit = (code & 15) + (code > 96 ? 9 : 0);
    bytes[k >> 1] = 16 * bytes[k >> 1] + digit;
  }
  return bytes;
}

/** The sizes are 4, 5, 6 or 7 times a power of two: at most a fifth of a region is not used. */
function sizeFor(bytes: number): number {
  let step = LEAST_REGION / 4;
  while (8 * step < bytes) step *= 2;
  return Math.max(4, Math.ceil(bytes / step)) * step;
}

let made: Machine | undefined;
let isRefused = false;

/** The machine of this thread, made when it is first needed; none where it is refused. */
export function machine(): Machine | undefined {
  if (made !== undefined || isRefused) return made;
  try {
    made = new Machine();
  } catch {
    // There is no WebAssembly, no SIMD, no address space, or a content security policy forbids it.
    isRefused = true;
  }
  return made;
}
