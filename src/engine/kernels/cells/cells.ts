import type { Compiled } from '../../problem/compiled.ts';
import { SlicedLayout, type Slices } from '../../problem/slices.ts';
import { Kernel } from '../kernel.ts';
import type { Search, SearchSettings } from '../search.ts';
import { searchOrderInSlices } from '../search-order.ts';
import * as register from '../wasm/registers.ts';
import { CellsLayout } from './cells-layout.ts';

/**
 * A branch with more options than this covers its item once for all of them. With fewer, each
 * option covers it for itself, which needs less care (Langford 11: 0.95 of the time);
 * but with thousands of options it would take for ever.
 */
const MOST_ALONE = 8;
/** The least number of branches that there is room for at first. */
const CELLS_FIRST_BRANCHES = 4;
/**
 * Their least room at first, as a part of the whole array: to grow it copies all, and with a
 * million options that takes 50 ms or more.
 */
const FIRST_PART = 1 / 8;
/**
 * With more ends than this to save at each branch, `lists` is faster, which takes choices back one
 * by one (60 primary items and 10,000 secondary ones: 1.6 times the rate).
 */
const MOST_SAVED = 4096;

/** Other values for `MOST_ALONE` and `CELLS_FIRST_BRANCHES`, for tests. */
interface Tuning {
  readonly mostAlone: number;
  readonly firstBranches: number;
}

/**
 * Dancing cells: exact cover with colours over sparse sets (Christine Solnon's idea, which Knuth
 * turned into his programs SSXC and SSXCC; the sets are Briggs and Torczon's).
 *
 * Each item owns a fixed *slice* of slots and keeps its live options in the first of them. To take
 * an option away from an item, swap it with the last live one and move the end down by one. Nothing
 * is lost: to undo any number of removals, put the ends back. The order within a slice drifts, but
 * the set does not; so the options of a branch are put in order first (that costs less than 1 %),
 * and solutions come in the order of `links`. The order of forced options still drifts, and a dead
 * end may show sooner or later: after a reset `nodes` may differ a little.
 *
 * The steps are in `wasm/assembly/cells.ts`.
 */
export class Cells extends Kernel {
  private readonly tuning: Partial<Tuning>;
  private readonly layout: CellsLayout;
  protected override readonly loops = { run: 'cells', begin: 'cellsBegin' } as const;

  /** `tuning` is for tests: a problem small enough for brute force never needs the other ways. */
  constructor(compiled: Compiled, settings: SearchSettings = {}, tuning: Partial<Tuning> = {}) {
    super(compiled, settings);
    this.tuning = tuning;
    this.layout = new CellsLayout(compiled);
    this.CHOSEN = this.layout.CHOSEN;
    this.BRANCH = this.layout.BRANCH;
    this.recordSize = register.B_ENDS + this.layout.saved;
    this.layingOut = new SlicedLayout(compiled, () => this.build(compiled, settings.seed));
    this.layOut();
  }

  /** True for problems with few enough ends to save. */
  static suits({ primary, secondary, coloured }: Compiled): boolean {
    return primary + secondary + (coloured ? secondary : 0) <= MOST_SAVED;
  }

  private *build(compiled: Compiled, seed: number | undefined): Slices {
    const order = yield* searchOrderInSlices(compiled, seed);
    this.firstLook = order.preferred || this.primary;
    this.a = yield* this.layout.build(order);
  }

  protected override get firstRoom(): number {
    const { recordSize, tuning } = this;
    const part = tuning.firstBranches === undefined ? Math.ceil(FIRST_PART * this.BRANCH) : 0;
    const least = (tuning.firstBranches ?? CELLS_FIRST_BRANCHES) * recordSize;
    return this.BRANCH + Math.min(recordSize * this.primary, Math.max(least, part));
  }

  protected override describe(registers: Int32Array, base: number): void {
    const { saved, FIRST, KEEP, FLOOR, HUE, FORCED } = this.layout;
    registers[register.SAVED] = saved;
    registers[register.FIRST_LOOK] = this.firstLook;
    registers[register.FIRST] = base + 4 * FIRST;
    registers[register.FORCED] = base + 4 * FORCED;
    registers[register.KEEP] = base + 4 * KEEP;
    registers[register.FLOOR] = base + 4 * FLOOR;
    registers[register.HUE] = HUE === 0 ? 0 : base + 4 * HUE;
    registers[register.MOST_ALONE] = this.tuning.mostAlone ?? MOST_ALONE;
  }

  /** With the ends where the slices end, every option is live. */
  protected override open(): void {
    const { KEEP, FIRST, saved } = this.layout;
    this.a.copyWithin(0, FIRST + 1, FIRST + 1 + KEEP);
    if (saved > KEEP) this.a.fill(0, KEEP, saved);
  }

  /** Their nodes move past the ends, as those of options that are taken away. */
  protected override leaveOut(options: Int32Array): void {
    const { a } = this;
    for (const option of options) {
      const x = this.nodeOf(option);
      if (x === 0 || a[x + 1] >= a[a[x]]) continue;
      for (let y = x; a[y] >= 0; y += 2) {
        const item = a[y];
        const last = a[item] - 1;
        const mine = a[y + 1];
        const other = a[last];
        a[item] = last;
        a[mine] = other;
        a[other + 1] = mine;
        a[last] = y;
        a[y + 1] = last;
      }
    }
  }

  protected override twin(): Search {
    return new Cells(this.compiled, this.settings, this.tuning);
  }

  protected override nodeOf(option: number): number {
    return this.a[this.layout.OPTION + option];
  }

  protected override optionOf(x: number): number {
    let spacer = x;
    while (this.a[spacer] >= 0) spacer += 2;
    return this.a[spacer + 1];
  }

  protected override untried(branch: number): number[] {
    const { a } = this;
    return Array.from(a.subarray(a[branch + register.B_NEXT], a[branch + register.B_LAST]));
  }

  protected override left(branch: number): number {
    return this.a[branch + register.B_LAST] - this.a[branch + register.B_NEXT];
  }

  protected override width(branch: number): number {
    const { a } = this;
    const x = a[this.CHOSEN + 2 * a[branch + register.B_DEPTH]];
    const first = a[this.layout.FIRST + a[x]];
    return a[branch + register.B_LAST] - first;
  }
}
