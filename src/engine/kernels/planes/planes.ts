import type { Compiled } from '../../problem/compiled.ts';
import { integers, MOST_INTEGERS } from '../../problem/memory.ts';
import type { Decisions, Prefix } from '../prefix.ts';
import type { Outcome, Search, SearchSettings } from '../search.ts';
import { type SearchOrder, searchOrder } from '../search-order.ts';
import type { Branch } from '../tree-search.ts';
import type { Region } from '../wasm/memory.ts';
import { KERNELS } from '../wasm/module.ts';
import * as register from '../wasm/registers.ts';
import { MOST_WORK, RUN, WasmSearch } from '../wasm/search.ts';
import { LANES, Rows, suits, suitsWell, wordAt } from './rows.ts';

/** Branches that there is room for at first. */
const PLANES_FIRST_BRANCHES = 8;

/**
 * Exact cover over bit planes, for small problems without colours, such as Sudokus of 9x9. The
 * options of an item are numbered, and plane p has a bit for each item: 1 while its option p is
 * live. So one word holds the same for 32 items. To choose an option is one AND with its row, which
 * keeps the options that can stand beside it. A few logical operations on the planes find all items
 * with one option, and those with none. Nothing is looked up item by item, and hardly a jump
 * depends on the problem. (12 queens take 0.28 of the time of `lists`, Langford 11 0.37.) The steps
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
 *     CHOSEN       depth -> option
 *     BRANCH       the choices with an alternative, one record each (see `registers.ts`)
 *
 * A group of 128 items has the words of a register of WebAssembly, four, for each plane. Groups with
 * all their planes follow one another. (Narrower registers for up to 32 and 64 items took 0.98 to
 * 1.09 of the time, and three times the code.)
 */
export class Planes extends WasmSearch {
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
  protected readonly CHOSEN: number;
  private readonly BRANCH: number;
  /** The size of a branch's record. */
  private readonly recordSize: number;

  private covered = 0;
  private forced = 0;
  private branches = 0;

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
    this.BRANCH = this.CHOSEN + primary;
    this.firstLook = order.preferred || primary;
    this.a = this.build(order, rows);
    this.begin();
  }

  static readonly suits = suits;
  static readonly suitsWell = suitsWell;

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

  /** Takes options out of play, before any is chosen. */
  private leaveOut(options: Int32Array): void {
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

  override frontier(): Iterable<Prefix> {
    this.renewView();
    return this.frontierOf(this.branches, (n) => this.describeBranch(n));
  }

  override share(): number {
    this.renewView();
    return this.shareOf(this.branches, (n) => this.describeBranch(n));
  }

  private describeBranch(n: number): Branch {
    const { a } = this;
    const branch = this.branch(n);
    const left = a[branch + register.B_LEFT];
    return {
      depth: a[branch + register.B_DEPTH],
      width: bits(a[branch + register.B_ALL]),
      left: bits(left),
      untried: () => this.optionsIn(a[branch + register.B_ITEM], left),
    };
  }

  override reset(prefix?: Decisions, length?: number): void {
    if (prefix !== undefined) this.start.set(prefix, length);
    this.wasReset = true;
    if (this.layingOut === undefined) this.begin();
  }

  override solution(into?: number[]): number[] {
    this.renewView();
    return super.solution(into);
  }

  protected override begin(): void {
    const { chosen, chosenCount, leftOut, leftOutCount } = this.start;
    this.nodes = this.guesses = this.updates = this.solutions = this.deepest = this.looks = 0;
    this.depth = this.covered = this.forced = this.branches = 0;
    this.mustBackUp = this.done = this.onSolution = false;
    const region = this.moveIn();
    // Makes every option live.
    this.a.copyWithin(0, this.ROOT, this.PREFERRED);
    if (leftOutCount > 0) this.leaveOut(leftOut.subarray(0, leftOutCount));
    const { a, CHOSEN } = this;
    for (let k = 0; k < chosenCount; k++) a[CHOSEN + k] = chosen[k];
    const registers = this.handOver(region, 0);
    region.loopsOf(KERNELS).planesBegin(chosenCount);
    this.takeOver(registers);
  }

  /** The address of a branch's record. */
  protected branch(n: number): number {
    return this.BRANCH + this.recordSize * n;
  }

  /** Its phases are those of `Lists`. */
  protected override run(limit: number): Outcome {
    // A search to which memory was refused has not begun.
    if (this.region === undefined) this.begin();
    this.renewView();
    if (!this.hasRoom()) this.grow();
    const region = this.moveIn();
    const registers = this.handOver(region, Math.min(limit, RUN));
    const outcome = region.loopsOf(KERNELS).planes();
    this.takeOver(registers);
    this.nodes += registers[register.NODES];
    this.guesses += registers[register.GUESSES];
    this.updates += registers[register.UPDATES] >>> 0;
    this.looks += registers[register.LOOKS] >>> 0;
    this.solutions += registers[register.SOLUTIONS];
    if (outcome === register.PAUSED) return 'paused';
    if (outcome === register.SOLUTION) {
      this.onSolution = true;
      return 'solution';
    }
    this.exhaust();
    return 'exhausted';
  }

  /** True if there is room for another branch, or there is none to come: each item has one. */
  private hasRoom(): boolean {
    return this.branches === this.primary || this.branch(this.branches + 1) <= this.a.length;
  }

  private grow(): void {
    const least = this.branch(this.branches + 1);
    const wanted = Math.min(this.branch(2 * (this.branches + 1)), MOST_INTEGERS);
    const most = this.branch(this.primary);
    this.moveTo(Math.min(most, Math.max(least, wanted)));
  }

  /** Writes the walk as it stands into the registers, and what a run may do. */
  protected handOver(region: Region, limit: number): Int32Array {
    const { registers, address } = region;
    registers[register.PRIMARY] = this.primary;
    registers[register.RECORD] = this.recordSize;
    registers[register.BASE] = address;
    registers[register.END] = address + region.size;
    registers[register.CHOSEN] = address + 4 * this.CHOSEN;
    registers[register.BRANCH] = address + 4 * this.BRANCH;
    registers[register.SAVED] = this.row;
    registers[register.FIRST] = address + 4 * this.OPTION;
    registers[register.FORCED] = address + 4 * this.FORCED;
    registers[register.ROWS] = address + 4 * this.KEEP;
    registers[register.SIZE] = address + 4 * this.SIZE;
    registers[register.PREFERRED] = address + 4 * this.PREFERRED;
    registers[register.PLANES] = this.planes;
    registers[register.GROUPS] = this.groups;
    registers[register.DEPTH] = this.depth;
    registers[register.COVERED] = this.covered;
    registers[register.FORCED_COUNT] = this.forced;
    registers[register.BRANCHES] = this.branches;
    registers[register.MUST_BACK_UP] = this.mustBackUp ? 1 : 0;
    registers[register.DEEPEST] = this.deepest;
    registers[register.NODES] = limit;
    registers[register.SOLUTIONS] = Math.min(this.wanted - this.solutions, limit + 2);
    registers[register.WORK] = Math.min(this.enough - this.updates - this.looks, MOST_WORK);
    return registers;
  }

  /** Reads the walk as the loop has left it. */
  private takeOver(registers: Int32Array): void {
    this.depth = registers[register.DEPTH];
    this.covered = registers[register.COVERED];
    this.forced = registers[register.FORCED_COUNT];
    this.branches = registers[register.BRANCHES];
    this.mustBackUp = registers[register.MUST_BACK_UP] !== 0;
    this.deepest = registers[register.DEEPEST];
  }

  protected override chosenAt(depth: number): number {
    return this.a[this.CHOSEN + depth];
  }

  protected override twin(): Search {
    return new Planes(this.compiled, this.settings);
  }

  /** The options in a set of bits of an item. */
  private optionsIn(item: number, set: number): number[] {
    const options: number[] = [];
    for (let left = set; left !== 0; left &= left - 1) options.push(this.firstOf(item, left));
    return options;
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
