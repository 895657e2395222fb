import type { Compiled } from '../../problem/compiled.ts';
import { integers } from '../../problem/memory.ts';
import { Kernel } from '../kernel.ts';
import type { Search, SearchSettings } from '../search.ts';
import { type SearchOrder, searchOrder } from '../search-order.ts';
import * as register from '../wasm/registers.ts';
import { LANES, Rows, suits, suitsWell, wordAt } from './rows.ts';

/** Branches that there is room for at first. */
const PLANES_FIRST_BRANCHES = 8;

/**
 * Exact cover over bit planes, for small problems without colours, such as Sudokus of 9x9. The
 * options of an item are numbered, and plane p has a bit for each item: 1 while its option p is
 * live. So one word holds the same for 32 items. To choose an option is one AND with its row, which
 * keeps the options that can stand beside it. A few logical operations on the planes find all items
 * with one option, and those with none. Nothing is looked up item by item, and hardly a jump
 * depends on the problem. (12 queens take 0.28 of the time of `cells`, Langford 11 0.37.) The steps
 * are in `wasm/assembly/planes.ts`.
 *
 * All of it lies in one Int32Array. Knuth's example, with items a..g = 0..6, options 0: c e f,
 * 1: a d g, 2: b c f, 3: a d, 4: b g, 5: d e g, before and after option 3 is chosen:
 *
 *     STATE   abcdefg     KEEP, row of 3     STATE
 *     open    1111111        .11.111        .11.111    the primary items that are not covered
 *     plane 0 1111111        .11.11.        .11.11.    b: 2, c: 0, e: 0, f: 0
 *     plane 1 1111111        .11..11        .11..11    b: 4, c: 2, f: 2, g: 4
 *     plane 2 ...1..1        111.11.        .......
 *
 *     FORCED  .......                       ....1.1    the items that have one option
 *
 * These follow:
 *
 *     ROOT         STATE before any choice
 *     PREFERRED    the items that a branch looks at first
 *     KEEP         option -> its row; only rows have secondary items
 *     SIZE         option -> the number of its primary items
 *     OPTION       primary item, plane -> option
 *     CHOSEN, BRANCH   stacks, see `Kernel`; a node is the number of its option
 *
 * A group of 128 items has the words of a register of WebAssembly, four, for each plane. Groups with
 * all their planes follow one another. (Narrower registers for up to 32 and 64 items took 0.98 to
 * 1.09 of the time, and three times the code.)
 */
export class Planes extends Kernel {
  private readonly planes: number;
  private readonly groups: number;
  /** Integers of a state. */
  private readonly row: number;
  // Where each part of the array begins, as drawn above; STATE begins it.
  private readonly FORCED: number;
  private readonly ROOT: number;
  private readonly PREFERRED: number;
  private readonly KEEP: number;
  private readonly SIZE: number;
  private readonly OPTION: number;
  protected override readonly loops = { run: 'planes', begin: 'planesBegin' } as const;

  constructor(compiled: Compiled, settings: SearchSettings = {}) {
    super(compiled, settings);
    const { primary, options } = compiled;
    const order = searchOrder(compiled, settings.seed);
    const rows = new Rows(order.compiled);
    const { planes, groups } = rows.dimensions;
    this.planes = planes;
    this.groups = groups;
    this.row = groups * (planes + 1) * LANES;
    this.recordSize = register.B_STATE + this.row;
    const items = groups * LANES;
    this.FORCED = this.row;
    this.ROOT = this.FORCED + items;
    this.PREFERRED = this.ROOT + this.row;
    this.KEEP = this.PREFERRED + items;
    this.SIZE = this.KEEP + options * this.row;
    this.OPTION = this.SIZE + options;
    this.CHOSEN = this.OPTION + primary * planes;
    this.BRANCH = this.CHOSEN + 2 * primary;
    this.firstLook = order.preferred || primary;
    this.a = this.build(order, rows);
    this.begin();
  }

  static readonly suits = suits;
  static readonly suitsWell = suitsWell;

  protected override describe(registers: Int32Array, base: number): void {
    registers[register.SAVED] = this.row;
    registers[register.FIRST] = base + 4 * this.OPTION;
    registers[register.FORCED] = base + 4 * this.FORCED;
    registers[register.ROWS] = base + 4 * this.KEEP;
    registers[register.SIZE] = base + 4 * this.SIZE;
    registers[register.PREFERRED] = base + 4 * this.PREFERRED;
    registers[register.PLANES] = this.planes;
    registers[register.GROUPS] = this.groups;
  }

  protected override get firstRoom(): number {
    return this.branch(Math.min(this.primary, PLANES_FIRST_BRANCHES));
  }

  /** Where the open items among 32 are in a state; their planes follow, LANES apart. */
  private wordAt(w: number): number {
    return wordAt(w, this.planes);
  }

  /** The live options of an item as the bits of an integer. */
  private optionsOf(item: number): number {
    const { a, planes } = this;
    let at = this.wordAt(item >> 5);
    let options = 0;
    for (let p = 0; p < planes; p++) {
      at += LANES;
      options |= ((a[at] >> item) & 1) << p;
    }
    return options;
  }

  private firstOf(item: number, options: number): number {
    return this.a[this.OPTION + item * this.planes + lowestBit(options)];
  }

  /** Option -> the places of its bits at the root, each as an index and a mask. */
  protected placesAtRoot(): Int32Array[] {
    const { a, primary, planes, ROOT, OPTION } = this;
    const places = Array.from({ length: this.compiled.options }, (): number[] => []);
    for (let item = 0; item < primary; item++) {
      const word = ROOT + this.wordAt(item >> 5);
      for (let p = 0; p < planes; p++) {
        const at = word + (p + 1) * LANES;
        if ((a[at] >> item) & 1) {
          places[a[OPTION + item * planes + p]]?.push(at, 1 << item);
        }
      }
    }
    return places.map((own) => Int32Array.from(own));
  }

  /** All before the branches. */
  private build({ compiled, numbers }: SearchOrder, rows: Rows): Int32Array {
    const { primary, options } = compiled;
    const { ROOT, PREFERRED, SIZE, OPTION } = this;
    const a = integers(this.BRANCH, 'the layout of a search');
    for (let item = 0; item < primary; item++) {
      const at = this.wordAt(item >> 5);
      const set = PREFERRED + (item >> 5);
      a[at] = a[at] | (1 << item);
      if (item < this.firstLook) a[set] = a[set] | (1 << item);
    }
    rows.place(a, OPTION, numbers);
    for (let k = 0; k < options; k++) {
      const x = numbers?.[k] ?? k;
      a[SIZE + x] = rows.make(k, a, this.KEEP + x * this.row);
    }
    a.copyWithin(ROOT, 0, this.row);
    return a;
  }

  protected override open(): void {
    this.a.copyWithin(0, this.ROOT, this.PREFERRED);
  }

  protected override leaveOut(options: Int32Array): void {
    const { a, primary } = this;
    const out = new Set(options);
    for (let item = 0; item < primary; item++) {
      for (let left = this.optionsOf(item); left !== 0; left &= left - 1) {
        if (!out.has(this.firstOf(item, left))) continue;
        const at = this.wordAt(item >> 5) + (lowestBit(left) + 1) * LANES;
        a[at] = a[at] & ~(1 << item);
      }
    }
  }

  protected override twin(): Search {
    return new Planes(this.compiled, this.settings);
  }

  protected override nodeOf(option: number): number {
    return option;
  }

  protected override optionOf(x: number): number {
    return x;
  }

  protected override untried(branch: number): number[] {
    const { a } = this;
    const nodes: number[] = [];
    const item = a[branch + register.B_ITEM];
    for (let left = a[branch + register.B_LEFT]; left !== 0; left &= left - 1) {
      nodes.push(this.firstOf(item, left));
    }
    return nodes;
  }

  protected override left(branch: number): number {
    return bits(this.a[branch + register.B_LEFT]);
  }

  protected override width(branch: number): number {
    return bits(this.a[branch + register.B_ALL]);
  }
}

function bits(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}

function lowestBit(set: number): number {
  return 31 - Math.clz32(set & -set);
}
