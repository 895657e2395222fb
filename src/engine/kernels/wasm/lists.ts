import { MOST_INTEGERS } from '../../problem/memory.ts';
import { Lists } from '../lists.ts';
import type { Decisions, Prefix } from '../prefix.ts';
import type { Outcome, Search } from '../search.ts';
import { Region } from './memory.ts';
import { KERNELS } from './module.ts';
import * as register from './registers.ts';
import { MOST_WORK, RUN } from './search.ts';

/** The least number of branches that there is room for at first. */
const FIRST_BRANCHES = 4;
/**
 * Their least room at first, as a part of the whole array: to grow it copies all, and with a
 * million options that takes 50 ms or more.
 */
const FIRST_PART = 1 / 8;

/**
 * The search of `Lists` with its nodes in WebAssembly (`assembly/lists.ts`). It is laid out and
 * begun in JavaScript. Its array moves into the memory of WebAssembly before the first node, and a
 * copy of the layout comes back when the search ends.
 */
export class WasmLists extends Lists {
  private region: Region | undefined;
  /** True after a reset: it will come to another one, so it keeps its region. */
  private wasReset = false;

  override frontier(): Iterable<Prefix> {
    this.renewView();
    return super.frontier();
  }

  override share(): number {
    this.renewView();
    return super.share();
  }

  override solution(into?: number[]): number[] {
    this.renewView();
    return super.solution(into);
  }

  override reset(prefix?: Decisions, length?: number): void {
    this.renewView();
    this.wasReset = true;
    super.reset(prefix, length);
  }

  /** It keeps its array: whatever else a process searches, a reset finds the lists in one order. */
  override end(): void {
    this.giveBack();
    this.done = this.layingOut === undefined;
    this.onSolution = false;
  }

  protected override run(limit: number): Outcome {
    const region = this.regionWithRoom();
    const { registers } = region;
    this.handOver(registers, region, Math.min(limit, RUN));
    const outcome = region.loopsOf(KERNELS).lists();
    this.takeOver(registers);
    if (outcome === register.PAUSED) return 'paused';
    this.onSolution = outcome === register.SOLUTION;
    if (this.onSolution) return 'solution';
    this.done = true;
    if (!this.wasReset) this.giveBack();
    return 'exhausted';
  }

  /** The region with the array in it, with room for another branch if there can be one. */
  private regionWithRoom(): Region {
    const { branches, primary, recordSize, BRANCH, region } = this;
    this.renewView();
    const next = Math.min(branches + 1, primary);
    if (region !== undefined && this.branch(next) <= this.a.length) return region;
    const { firstBranches } = this.tuning;
    const part = firstBranches === undefined ? Math.ceil(FIRST_PART * BRANCH) : 0;
    const first = BRANCH + Math.max(part, recordSize * (firstBranches ?? FIRST_BRANCHES));
    const plenty = region === undefined ? first : Math.min(this.branch(2 * next), MOST_INTEGERS);
    const room = Math.max(this.branch(next), Math.min(plenty, this.branch(primary)));
    const layout = this.a.subarray(0, BRANCH);
    this.region = Region.with(layout, room, this, region);
    this.a = this.region.view();
    return this.region;
  }

  /** Writes the walk as it stands into the registers, and what a run may do. */
  private handOver(registers: Int32Array, { address, size }: Region, limit: number): void {
    const { coloured } = this;
    registers[register.PRIMARY] = this.primary;
    registers[register.SAVED] = this.unwinds ? 0 : this.FIRST;
    registers[register.RECORD] = this.recordSize;
    registers[register.FIRST_LOOK] = this.firstLook;
    registers[register.MOST_ALONE] = this.mostAlone;
    registers[register.BASE] = address;
    registers[register.END] = address + size;
    registers[register.FIRST] = address + 4 * this.FIRST;
    registers[register.FORCED] = address + 4 * this.FORCED;
    registers[register.CHOSEN] = address + 4 * this.CHOSEN;
    registers[register.BRANCH] = address + 4 * this.BRANCH;
    registers[register.KEEP] = address + 4 * this.KEEP;
    registers[register.TRAIL] = address + 4 * this.TRAIL;
    registers[register.TO_HUE] = coloured ? 4 * this.toHue : 0;
    registers[register.TO_COLOUR] = coloured ? 4 * this.toColour : 0;
    registers[register.DEPTH] = this.depth;
    registers[register.COVERED] = this.covered;
    registers[register.TAKEN] = this.taken;
    registers[register.FORCED_COUNT] = this.forced;
    registers[register.BRANCHES] = this.branches;
    registers[register.MUST_BACK_UP] = this.mustBackUp ? 1 : 0;
    registers[register.DEEPEST] = this.deepest;
    registers[register.NODES] = limit;
    registers[register.SOLUTIONS] = Math.min(this.wanted - this.solutions, limit + 2);
    registers[register.WORK] = Math.min(this.enough - this.updates - this.looks, MOST_WORK);
  }

  /** Reads the walk as the loop has left it, and what it has done. */
  private takeOver(registers: Int32Array): void {
    this.depth = registers[register.DEPTH];
    this.covered = registers[register.COVERED];
    this.taken = registers[register.TAKEN];
    this.forced = registers[register.FORCED_COUNT];
    this.branches = registers[register.BRANCHES];
    this.mustBackUp = registers[register.MUST_BACK_UP] !== 0;
    this.deepest = registers[register.DEEPEST];
    this.nodes += registers[register.NODES];
    this.guesses += registers[register.GUESSES];
    this.updates += registers[register.UPDATES] >>> 0;
    this.looks += registers[register.LOOKS] >>> 0;
    this.solutions += registers[register.SOLUTIONS];
  }

  /** Fetches the view of the region again, if the memory has grown. */
  private renewView(): void {
    if (this.region !== undefined && this.a.length === 0) this.a = this.region.view();
  }

  /**
   * Gives the region back, and keeps a copy of the layout for a reset. Without memory for a copy,
   * a reset lays it out again.
   */
  private giveBack(): void {
    if (this.region === undefined) return;
    this.a = this.region.leave(this.BRANCH) ?? new Int32Array(0);
    this.region.free();
    this.region = undefined;
  }

  protected override twin(): Search {
    return new WasmLists(this.compiled, this.settings, this.tuning);
  }
}
