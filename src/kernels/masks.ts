import { type Compiled, checkCompiled } from '../problem/compiled.ts';
import { integers } from '../problem/memory.ts';
import { BitKernel, FIRST_BRANCHES, lowestBit, MOST_OPTIONS } from './bit-kernel.ts';
import { NONE, type Twin } from './kernel.ts';
import { type SearchOrder, searchOrder } from './layout.ts';
import type { Search, SearchSettings } from './search.ts';
import * as register from './wasm/registers.ts';

/** With more masks than this to save at each branch, `cells` has the better way back. */
const MOST_ITEMS = 4096;
const TWINS: Twin = { run: 'masks', choose: 'masksChoose' };

/**
 * Exact cover over bit masks: the sets of `cells`, where no item has more than 31 options and none
 * a colour. Each item has the set of its live options as the bits of one integer. To take an
 * option away from an item is to flip a bit: an item left with none shows as 0, one left with a
 * single option as a power of two. (On the 17-clue Sudokus it takes 0.65 of the time of sparse
 * sets.)
 *
 * All of it lies in one Int32Array. Knuth's example, with items a..g = 0..6, options 0: c e f,
 * 1: a d g, 2: b c f, 3: a d, 4: b g, 5: d e g, at first:
 *
 *     item         a   b   c   d   e   f   g
 *     MASK    0   11  11  11 111  11  11 111     the live options, in binary; 0: it is covered
 *     ROOT    7   11  11  11 111  11  11 111     the same before any choice
 *     FIRST  14   71  73  75  77  80  82  84     the slot of the lowest bit
 *     OPTION 21   27  35  43  51  57  63         option -> its first node
 *     NODE   27   [2 1] [4 1] [5 1] [-28 0] [0 1] [3 1] [6 1] [-36 1] [1 1] [2 10] [5 10] ...
 *     SLOT   71   35 51 | 43 57 | 27 45 | ...    the addresses of nodes, by item and bit
 *     FORCED                                     stack of items that were left with one option
 *     CHOSEN, BRANCH                             stacks, see `Kernel`
 *
 * A node is a pair [item, bit]; its address is that of its item field. The nodes of an option are
 * followed by a spacer [~first node, option number].
 */
export class Masks extends BitKernel {
  private readonly items: number;
  // Where each part of the array begins, as drawn above; MASK begins it.
  private readonly ROOT: number;
  private readonly FIRST: number;
  private readonly OPTION: number;
  private readonly NODE: number;
  private readonly SLOT: number;
  private readonly FORCED: number;
  /** True if every item is known to have two options or more before any choice. */
  private opensWithChoices = false;

  protected override readonly twins: Twin = TWINS;

  /** `workInJs` is for tests. */
  constructor(compiled: Compiled, settings: SearchSettings = {}, workInJs?: number) {
    super(compiled, settings, workInJs);
    const { primary, secondary, options, nodes } = compiled;
    this.items = primary + secondary;
    this.saveStatesOf(this.items);
    this.ROOT = this.items;
    this.FIRST = this.ROOT + this.items;
    this.OPTION = this.FIRST + this.items;
    this.NODE = this.OPTION + options;
    this.SLOT = this.NODE + 2 * (nodes + options);
    this.FORCED = this.SLOT + nodes;
    // WebAssembly writes each item that it touches onto the stack, and counts those that are
    // forced.
    this.CHOSEN = this.FORCED + primary + 1;
    this.BRANCH = this.CHOSEN + 2 * primary;
    const order = searchOrder(compiled, settings.seed);
    this.firstLook = order.preferred || primary;
    this.a = this.build(order);
    this.begin();
  }

  /** True for problems that this engine takes: no colours, and few enough options for each item. */
  static suits(compiled: Compiled): boolean {
    checkCompiled(compiled);
    const { data, primary, secondary, nodes, coloured, itemAt } = compiled;
    const items = primary + secondary;
    if (coloured || items > MOST_ITEMS || nodes > MOST_OPTIONS * items) return false;
    const counts = new Uint8Array(items);
    for (let node = itemAt; node < itemAt + nodes; node++) {
      const item = data[node] as number;
      const count = (counts[item] as number) + 1;
      if (count > MOST_OPTIONS) return false;
      counts[item] = count;
    }
    return true;
  }

  protected override describe(registers: Int32Array, base: number): void {
    registers[register.SAVED] = this.items;
    registers[register.FIRST_LOOK] = this.firstLook;
    registers[register.FIRST] = base + 4 * this.FIRST;
    registers[register.FORCED] = base + 4 * this.FORCED;
  }

  protected override forcedNode(): number {
    const { a, FORCED } = this;
    while (this.forced > 0) {
      const item = a[FORCED + --this.forced] as number;
      const mask = a[item] as number;
      // A mask of 0: the item is covered. An item without options would have ended the branch.
      if (mask !== 0) return this.firstOf(item, mask);
    }
    return NONE;
  }

  protected override beginBranch(): number {
    const { a, primary } = this;
    // Items with one option were on the stack of forced ones, so 2 is the least there can be.
    let best = 0;
    let fewest = MOST_OPTIONS + 1;
    let item = 0;
    let end = this.firstLook;
    do {
      for (; item < end; item++) {
        const mask = a[item] as number;
        if (mask === 0) continue;
        let count = 2;
        let rest = mask & (mask - 1);
        for (rest &= rest - 1; rest !== 0 && count < fewest; rest &= rest - 1) count++;
        if (count < fewest) {
          fewest = count;
          best = item;
          if (count === 2) break;
        }
      }
      end = primary;
    } while (fewest > MOST_OPTIONS);
    return this.branchAt(best, a[best] as number);
  }

  /**
   * Covers the items of the option one after the other, x's own first. To cover an item is to
   * take each other live option that has it away from all *its* other items. In an option that is
   * live every item is live too, so flipping its bit there clears it. (Two loops, up to the
   * spacer and after it, as in `cells`, gain 2 % on Langford 11 and nothing on Sudokus.)
   */
  protected override choose(x: number): void {
    const { a, primary, FIRST, FORCED, CHOSEN } = this;
    let forced = this.forced;
    let covered = this.covered;
    let updates = 0;
    let dead = false;
    const chosen = CHOSEN + 2 * this.depth++;
    a[chosen] = x;
    let y = x;
    for (;;) {
      const item = a[y] as number;
      let others = (a[item] as number) ^ (a[y + 1] as number);
      a[item] = 0;
      if (item < primary) covered++;
      const first = a[FIRST + item] as number;
      while (others !== 0 && !dead) {
        const start = a[first + 31 - Math.clz32(others & -others)] as number;
        others &= others - 1;
        for (let z = start + 2; z !== start; ) {
          const i = a[z] as number;
          if (i < 0) {
            z = ~i;
            continue;
          }
          const mask = (a[i] as number) ^ (a[z + 1] as number);
          a[i] = mask;
          if ((mask & (mask - 1)) === 0 && i < primary) {
            if (mask === 0) dead = true;
            else a[FORCED + forced++] = i;
          }
          updates++;
          z += 2;
        }
      }
      if (dead) break;
      y += 2;
      if ((a[y] as number) < 0) {
        a[chosen + 1] = a[y + 1] as number;
        y = ~(a[y] as number);
      }
      if (y === x) break;
    }
    if (this.depth > this.deepest) this.deepest = this.depth;
    this.updates += updates;
    this.forced = forced;
    this.covered = covered;
    this.dead = dead;
  }

  protected override firstOf(item: number, mask: number): number {
    const { a, FIRST } = this;
    return a[(a[FIRST + item] as number) + lowestBit(mask)] as number;
  }

  /** The array with all that never changes, and with room for the first branches. */
  private build({ compiled, numbers }: SearchOrder): Int32Array {
    const { data, options, startAt, itemAt, colourAt } = compiled;
    const { items, primary, ROOT, FIRST, OPTION } = this;
    const a = integers(this.branch(Math.min(primary, FIRST_BRANCHES)), 'the layout of a search');
    // MASK is not in use yet: it counts the options of each item, then says where the next goes.
    // (Options without a primary item need no care: no branch ever comes upon one.)
    for (let node = itemAt; node < colourAt; node++) {
      const item = data[node] as number;
      a[item] = (a[item] as number) + 1;
    }
    let slot = this.SLOT;
    for (let item = 0; item < items; item++) {
      const count = a[item] as number;
      a[item] = a[FIRST + item] = slot;
      slot += count;
    }
    let x = this.NODE;
    for (let k = 0; k < options; k++) {
      const option = numbers === undefined ? k : (numbers[k] as number);
      const first = x;
      a[OPTION + option] = first;
      const end = data[startAt + k + 1] as number;
      for (let node = data[startAt + k] as number; node < end; node++) {
        const item = data[itemAt + node] as number;
        const place = a[item] as number;
        a[item] = place + 1;
        a[place] = x;
        a[x] = item;
        a[x + 1] = 1 << (place - (a[FIRST + item] as number));
        x += 2;
      }
      a[x] = ~first;
      a[x + 1] = option;
      x += 2;
    }
    for (let item = 0; item < items; item++) {
      a[ROOT + item] = (1 << ((a[item] as number) - (a[FIRST + item] as number))) - 1;
    }
    return a;
  }

  protected override open(): void {
    const { a, primary, ROOT, FORCED } = this;
    a.copyWithin(0, ROOT, ROOT + this.items);
    if (this.opensWithChoices) return;
    for (let item = 0; item < primary; item++) {
      const mask = a[item] as number;
      if (mask === 0) this.dead = true;
      else if ((mask & (mask - 1)) === 0) a[FORCED + this.forced++] = item;
    }
    this.opensWithChoices = !this.dead && this.forced === 0;
  }

  protected override leaveOut(x: number): void {
    const { a, primary, FORCED } = this;
    for (let y = x; (a[y] as number) >= 0; y += 2) {
      const item = a[y] as number;
      const bit = a[y + 1] as number;
      const mask = (a[item] as number) & ~bit;
      if (mask === a[item]) return;
      a[item] = mask;
      if (item >= primary) continue;
      if (mask === 0) this.dead = true;
      else if ((mask & (mask - 1)) === 0) a[FORCED + this.forced++] = item;
    }
  }

  protected override twin(): Search {
    return new Masks(this.compiled, this.settings);
  }

  protected override nodeOf(option: number): number {
    return this.a[this.OPTION + option] as number;
  }
}
