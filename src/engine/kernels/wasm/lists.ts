import type { Compiled } from '../../problem/compiled.ts';
import { integers } from '../../problem/memory.ts';
import { Kernel } from '../kernel.ts';
import { inSlices, SlicedLayout, searchOrderInSlices } from '../layout.ts';
import { ListsLayout } from '../lists-layout.ts';
import type { Search, SearchSettings } from '../search.ts';
import type { Region } from './memory.ts';
import * as register from './registers.ts';

/** As in `Lists`. */
const MOST_ALONE = 8;
/** Where there are more counts than this, choices are taken back one by one. */
const MOST_COPIED = 4096;
/** The least number of branches that there is room for at first. */
const FIRST_BRANCHES = 4;
/**
 * Their least room at first, as a part of the whole array: to grow it copies all, and with a
 * million options that takes 50 ms or more.
 */
const FIRST_PART = 1 / 8;

/** Other values of the constants, for tests. */
interface Tuning {
  readonly mostAlone: number;
  readonly mostCopied: number;
  readonly firstBranches: number;
}

/**
 * The search of `Lists` with its steps in WebAssembly (`assembly/lists.ts`): the same layout, nodes
 * and solutions.
 */
export class WasmLists extends Kernel {
  private readonly tuning: Partial<Tuning>;
  private readonly layout: ListsLayout;
  /** The counts that a branch copies; 0 where choices are taken back one by one. */
  private readonly copied: number;
  /** The length of the trail. */
  private taken = 0;
  protected override readonly loops = { run: 'lists', begin: 'listsBegin' } as const;

  constructor(compiled: Compiled, settings: SearchSettings = {}, tuning: Partial<Tuning> = {}) {
    super(compiled, settings);
    this.tuning = tuning;
    const layout = new ListsLayout(compiled, 2);
    this.layout = layout;
    this.CHOSEN = layout.CHOSEN;
    this.BRANCH = layout.BRANCH;
    this.copied = layout.FIRST > (tuning.mostCopied ?? MOST_COPIED) ? 0 : layout.FIRST;
    this.recordSize = register.B_COUNTS + this.copied;
    this.layingOut = new SlicedLayout(compiled, () => this.build(settings.seed));
    this.layOut();
  }

  private *build(seed: number | undefined): Generator<undefined, void> {
    const { layout } = this;
    const order = yield* searchOrderInSlices(this.compiled, seed);
    layout.order = order;
    this.firstLook = order.preferred || this.primary;
    const a = integers(this.BRANCH, 'the layout of a search');
    const { options } = this.compiled;
    yield* inSlices(options, (from, to) => layout.load(a, from, to));
    layout.placeItems(a);
    yield* inSlices(options, (from, to) => layout.placeOptions(a, from, to));
    this.a = a;
  }

  protected override get firstRoom(): number {
    const { recordSize, tuning } = this;
    const part = tuning.firstBranches === undefined ? Math.ceil(FIRST_PART * this.BRANCH) : 0;
    const least = (tuning.firstBranches ?? FIRST_BRANCHES) * recordSize;
    return this.BRANCH + Math.min(recordSize * this.primary, Math.max(least, part));
  }

  protected override handOver(region: Region, limit: number): Int32Array {
    const registers = super.handOver(region, limit);
    registers[register.TAKEN] = this.taken;
    return registers;
  }

  protected override takeOver(registers: Int32Array): void {
    super.takeOver(registers);
    this.taken = registers[register.TAKEN];
  }

  protected override describe(registers: Int32Array, base: number): void {
    const { FIRST, KEEP, TRAIL, FORCED, toHue, toColour } = this.layout;
    const { coloured } = this.compiled;
    registers[register.SAVED] = this.copied;
    registers[register.FIRST_LOOK] = this.firstLook;
    registers[register.FIRST] = base + 4 * FIRST;
    registers[register.FORCED] = base + 4 * FORCED;
    registers[register.KEEP] = base + 4 * KEEP;
    registers[register.TRAIL] = base + 4 * TRAIL;
    registers[register.TO_HUE] = coloured ? 4 * toHue : 0;
    registers[register.TO_COLOUR] = coloured ? 4 * toColour : 0;
    registers[register.MOST_ALONE] = this.tuning.mostAlone ?? MOST_ALONE;
  }

  protected override open(): void {
    this.layout.open(this.a, this.taken);
    this.taken = 0;
  }

  protected override leaveOut(options: Int32Array): void {
    for (const option of options) this.taken = this.layout.leaveOut(this.a, option, this.taken);
  }

  protected override twin(): Search {
    return new WasmLists(this.compiled, this.settings, this.tuning);
  }

  protected override nodeOf(option: number): number {
    return this.layout.optionOf(option);
  }

  protected override optionOf(x: number): number {
    return this.layout.numberOf(this.a, x);
  }

  protected override untried(branch: number): number[] {
    const { a } = this;
    return Array.from(a.subarray(a[branch + register.B_NEXT], a[branch + register.B_LAST]));
  }

  protected override left(branch: number): number {
    return this.a[branch + register.B_LAST] - this.a[branch + register.B_NEXT];
  }

  protected override width(branch: number): number {
    const first = this.a[this.layout.FIRST + this.a[branch + register.B_ITEM]];
    return this.a[branch + register.B_LAST] - first;
  }
}
