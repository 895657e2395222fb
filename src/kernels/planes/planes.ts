import type { Compiled } from '../../problem/compiled.ts';
import { integers } from '../../problem/memory.ts';
import { BitKernel, FIRST_BRANCHES, lowestBit, MOST_OPTIONS } from '../bit-kernel.ts';
import { NONE, type Twin } from '../kernel.ts';
import { type SearchOrder, searchOrder } from '../layout.ts';
import type { Search, SearchSettings } from '../search.ts';
import * as register from '../wasm/registers.ts';
import { fits, Rows, suits, wordAt } from './rows.ts';

const TWINS: Twin = { run: 'planes', choose: 'planesChoose' };

/**
 * Exact cover over bit planes, for small problems without colours, such as Sudokus of 9x9. The
 * options of an item are numbered, and plane p has a bit for each item: 1 while its option p is
 * live. So one word holds the same for 32 items. To choose an option is one AND with its row, which
 * keeps the options that can stand beside it. A few logical operations on the planes find all items
 * with one option, and those with none. Nothing is looked up item by item, and hardly a jump
 * depends on the problem. (On the 17-clue Sudokus it takes 0.4 of the time of `masks`, both in
 * WebAssembly.)
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
 *     ROOT         STATE and FORCED before any choice
 *     PREFERRED    the items that a branch looks at first
 *     KEEP         option -> its row, made when it is first chosen; only rows have secondary items
 *     SIZE         option -> the number of its primary items; before its row is made, ~(its place)
 *     OPTION       primary item, plane -> option
 *     CHOSEN, BRANCH   stacks, see `Kernel`; a node is the number of its option
 *
 * A state is as wide as the registers of WebAssembly: up to 32 items take a word for each plane, up
 * to 64 two words, more of them four. Beyond 128 items, groups of four words with all their planes
 * follow one another.
 */
export class Planes extends BitKernel {
  private readonly planes: number;
  /** Words that hold the primary items. */
  private readonly words: number;
  /** Words of a plane in a group, and the number of groups. */
  private readonly lanes: number;
  private readonly groups: number;
  /** Integers of a state. */
  private readonly row: number;
  /** The planes that a choice goes over: its updates. */
  private readonly steps: number;
  // Where each part of the array begins, as drawn above; STATE begins it.
  private readonly FORCED: number;
  private readonly ROOT: number;
  private readonly PREFERRED: number;
  private readonly KEEP: number;
  private readonly SIZE: number;
  private readonly OPTION: number;
  /** The generator of the rows, until all are made. */
  private rows: Rows | undefined;
  private isRootDead = false;

  protected override readonly twins: Twin = TWINS;

  /** `workInJs` is for tests. */
  constructor(compiled: Compiled, settings: SearchSettings = {}, workInJs?: number) {
    super(compiled, settings, workInJs);
    const { primary, options } = compiled;
    const order = searchOrder(compiled, settings.seed);
    const rows = new Rows(order.compiled);
    const { planes, words, lanes, groups } = rows.dimensions;
    this.planes = planes;
    this.words = words;
    this.lanes = lanes;
    this.groups = groups;
    this.steps = groups * (planes + 1);
    this.row = this.steps * lanes;
    this.saveStatesOf(this.row);
    // WebAssembly needs all rows, which take about as long as this much work.
    if (workInJs === undefined) this.workInJs += options * this.steps;
    const items = groups * lanes;
    this.FORCED = this.row;
    this.ROOT = this.FORCED + items;
    this.PREFERRED = 2 * this.ROOT;
    this.KEEP = this.PREFERRED + items;
    this.SIZE = this.KEEP + options * this.row;
    this.OPTION = this.SIZE + options;
    this.CHOSEN = this.OPTION + primary * planes;
    this.BRANCH = this.CHOSEN + 2 * primary;
    this.firstLook = order.preferred || primary;
    this.rows = rows;
    this.a = this.build(order, rows);
    this.begin();
  }

  static readonly fits = fits;
  static readonly suits = suits;

  protected override describe(registers: Int32Array, base: number): void {
    if (this.rows !== undefined) this.makeRows(this.rows);
    registers[register.SAVED] = this.row;
    registers[register.FIRST] = base + 4 * this.OPTION;
    registers[register.FORCED] = base + 4 * this.FORCED;
    registers[register.ROWS] = base + 4 * this.KEEP;
    registers[register.SIZE] = base + 4 * this.SIZE;
    registers[register.PREFERRED] = base + 4 * this.PREFERRED;
    registers[register.PLANES] = this.planes;
    registers[register.LANES] = this.lanes;
    registers[register.GROUPS] = this.groups;
  }

  protected override forcedNode(): number {
    const { a, words, FORCED } = this;
    for (let w = 0; w < words; w++) {
      const bits = a[FORCED + w] as number;
      if (bits === 0) continue;
      const item = 32 * w + lowestBit(bits);
      return this.firstOf(item, this.optionsOf(item));
    }
    return NONE;
  }

  protected override beginBranch(): number {
    const item = this.fewest();
    return this.branchAt(item, this.optionsOf(item));
  }

  /**
   * The item with the fewest options, the leftmost of several; a preferred one if any is open. For
   * each item of a word, c4 c3 c2 c1 c0 count its options in binary, a bit in each. Items with a
   * higher count drop out, bit by bit from the highest, as long as others are left.
   */
  private fewest(): number {
    const { a, planes, words, lanes, PREFERRED } = this;
    let best = 0;
    let fewest = MOST_OPTIONS + 1;
    for (let round = 0; fewest > MOST_OPTIONS; round++) {
      for (let w = 0; w < words; w++) {
        const at = this.wordAt(w);
        let items = a[at] as number;
        if (round === 0) items &= a[PREFERRED + w] as number;
        if (items === 0) continue;
        let c0 = 0;
        let c1 = 0;
        let c2 = 0;
        let c3 = 0;
        let c4 = 0;
        const end = at + planes * lanes;
        for (let p = at + lanes; p <= end; p += lanes) {
          const live = a[p] as number;
          const two = c0 & live;
          c0 ^= live;
          const four = c1 & two;
          c1 ^= two;
          const eight = c2 & four;
          c2 ^= four;
          c4 ^= c3 & eight;
          c3 ^= eight;
        }
        let count = 0;
        if ((items & ~c4) !== 0) items &= ~c4;
        else count += 16;
        if ((items & ~c3) !== 0) items &= ~c3;
        else count += 8;
        if ((items & ~c2) !== 0) items &= ~c2;
        else count += 4;
        if ((items & ~c1) !== 0) items &= ~c1;
        else count += 2;
        if ((items & ~c0) !== 0) items &= ~c0;
        else count += 1;
        if (count < fewest) {
          fewest = count;
          best = 32 * w + lowestBit(items);
          // Items with one option are forced, so 2 is the least there can be.
          if (count === 2) break;
        }
      }
    }
    return best;
  }

  /**
   * Keeps the options that can stand beside an option. The items of a word that have some option
   * live are `one`, several `two`.
   */
  protected override choose(x: number): void {
    const { a, planes, words, lanes, FORCED, SIZE } = this;
    if ((a[SIZE + x] as number) < 0) this.makeRow(x, this.rows as Rows);
    const keep = this.KEEP + x * this.row;
    const chosen = this.CHOSEN + 2 * this.depth++;
    a[chosen] = x;
    a[chosen + 1] = x;
    if (this.depth > this.deepest) this.deepest = this.depth;
    this.covered += a[SIZE + x] as number;
    this.updates += this.steps;
    let empty = 0;
    for (let w = 0; w < words; w++) {
      const at = this.wordAt(w);
      const open = (a[at] as number) & (a[keep + at] as number);
      a[at] = open;
      let one = 0;
      let two = 0;
      const end = at + planes * lanes;
      for (let p = at + lanes; p <= end; p += lanes) {
        const live = (a[p] as number) & (a[keep + p] as number);
        a[p] = live;
        two |= one & live;
        one |= live;
      }
      empty |= open & ~one;
      a[FORCED + w] = one & ~two;
    }
    if (empty !== 0) this.dead = true;
  }

  /** Finds the items that have one option, and looks for one that has none. */
  private look(): void {
    const { a, planes, words, lanes, FORCED } = this;
    for (let w = 0; w < words; w++) {
      const at = this.wordAt(w);
      let one = 0;
      let two = 0;
      const end = at + planes * lanes;
      for (let p = at + lanes; p <= end; p += lanes) {
        two |= one & (a[p] as number);
        one |= a[p] as number;
      }
      if (((a[at] as number) & ~one) !== 0) this.dead = true;
      a[FORCED + w] = one & ~two;
    }
  }

  /** Where the open items among 32 are in a state; their planes follow, `lanes` apart. */
  private wordAt(w: number): number {
    const { groups, planes } = this;
    return wordAt(w, groups, planes);
  }

  /** The live options of an item as the bits of an integer. */
  private optionsOf(item: number): number {
    const { a, planes, lanes } = this;
    let at = this.wordAt(item >> 5);
    let options = 0;
    for (let p = 0; p < planes; p++) {
      at += lanes;
      options |= (((a[at] as number) >> item) & 1) << p;
    }
    return options;
  }

  protected override firstOf(item: number, options: number): number {
    return this.a[this.OPTION + item * this.planes + lowestBit(options)] as number;
  }

  /** The array with the root, and with room for the rows and the first branches. */
  private build({ compiled, numbers }: SearchOrder, rows: Rows): Int32Array {
    const { primary, options } = compiled;
    const { ROOT, PREFERRED, SIZE, OPTION } = this;
    const a = integers(this.branch(Math.min(primary, FIRST_BRANCHES)), 'the layout of a search');
    for (let item = 0; item < primary; item++) {
      const at = this.wordAt(item >> 5);
      const set = PREFERRED + (item >> 5);
      a[at] = (a[at] as number) | (1 << item);
      if (item < this.firstLook) a[set] = (a[set] as number) | (1 << item);
    }
    for (let k = 0; k < options; k++) a[SIZE + (numbers?.[k] ?? k)] = ~k;
    rows.place(a, OPTION, numbers);
    this.a = a;
    this.look();
    this.isRootDead = this.dead;
    a.copyWithin(ROOT, 0, ROOT);
    return a;
  }

  private makeRow(x: number, rows: Rows): void {
    const { a, SIZE } = this;
    a[SIZE + x] = rows.make(~(a[SIZE + x] as number), a, this.KEEP + x * this.row);
  }

  /** Makes all rows that are missing: WebAssembly makes none. */
  private makeRows(rows: Rows): void {
    for (let x = 0; x < this.compiled.options; x++) {
      if ((this.a[this.SIZE + x] as number) < 0) this.makeRow(x, rows);
    }
    this.rows = undefined;
  }

  protected override open(): void {
    this.a.copyWithin(0, this.ROOT, this.PREFERRED);
    this.dead = this.isRootDead;
  }

  protected override leaveOut(x: number): void {
    const { a, primary, lanes } = this;
    for (let item = 0; item < primary; item++) {
      for (let left = this.optionsOf(item); left !== 0; left &= left - 1) {
        if (this.firstOf(item, left) !== x) continue;
        const at = this.wordAt(item >> 5) + (lowestBit(left) + 1) * lanes;
        a[at] = (a[at] as number) & ~(1 << item);
      }
    }
    this.look();
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
}
