import { MOST_INTEGERS } from '../problem/memory.ts';
import type { Decisions, Prefix } from './prefix.ts';
import type { Outcome } from './search.ts';
import type { Branch } from './tree-search.ts';
import type { Region } from './wasm/memory.ts';
import { KERNELS } from './wasm/module.ts';
import * as register from './wasm/registers.ts';
import { MOST_WORK, RUN, WasmSearch } from './wasm/search.ts';

// Rules for loops in JavaScript, from measurements of V8:
// - It folds constants only within their module. So `dance.ts` does not export the fields of a
//   record, and holds all code that needs them (1.4 times as fast).
// - A class with many `#` names may keep the fields of its instances in a dictionary, if earlier
//   ones were collected. That takes 2.2 times as long. So fields here are `private` or `protected`.
// - Each typed array costs a base pointer and a length check in a hot loop. One interleaved
//   Int32Array is 1.5 times (`links`) as fast as one for each field.
// - `copyWithin` beats a loop even for 33 integers (Langford 11: 0.95 of the time; queens, 70
//   integers: 0.82). So branches save and restore by it.

/** The loops of a walk: one that goes on, one that begins below the options of a prefix. */
interface Loops {
  readonly run: 'planes';
  readonly begin: 'planesBegin';
}

/**
 * The walk over the tree that lists and planes in WebAssembly have in common. Each of them keeps
 * the live options in its own way: it lays them out here, and `wasm/assembly` has the steps. All
 * state lies in the array `a` and in integers, which are registers during a run. All arrays have:
 *
 * - A node of an option, to choose it by. In lists its address, in planes its number.
 * - `CHOSEN`, a stack: depth -> the node through which an option was chosen, and the number of the
 *   option.
 * - `BRANCH`, a stack of the choices with an alternative, one record each (see `registers.ts`). It
 *   grows as the branches get deeper.
 */
export abstract class Kernel extends WasmSearch {
  protected CHOSEN = 0;
  protected BRANCH = 0;
  /** The size of a branch's record. */
  protected recordSize = 0;

  private covered = 0;
  private forced = 0;
  private branches = 0;

  protected abstract readonly loops: Loops;
  /** Writes where the parts of the array are that only this kernel has; `base` is its address. */
  protected abstract describe(registers: Int32Array, base: number): void;
  /** Makes every option live. */
  protected abstract open(): void;
  /** The node of an option, to choose it by. */
  protected abstract nodeOf(option: number): number;
  /** The option of a node. */
  protected abstract optionOf(x: number): number;
  /** Takes options out of play, before any is chosen. */
  protected abstract leaveOut(options: Int32Array): void;
  /** The nodes of the options that a branch has not tried yet, in their order. */
  protected abstract untried(branch: number): number[];
  /** The number of these options. */
  protected abstract left(branch: number): number;
  /** The number of options that a branch has in all. */
  protected abstract width(branch: number): number;

  override frontier(): Iterable<Prefix> {
    this.renewView();
    return this.frontierOf(this.branches, (n) => this.describeBranch(n));
  }

  override share(): number {
    this.renewView();
    return this.shareOf(this.branches, (n) => this.describeBranch(n));
  }

  private describeBranch(n: number): Branch {
    const branch = this.branch(n);
    return {
      depth: this.a[branch + register.B_DEPTH],
      width: this.width(branch),
      left: this.left(branch),
      untried: () => this.untried(branch).map((x) => this.optionOf(x)),
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
    this.open();
    if (leftOutCount > 0) this.leaveOut(leftOut.subarray(0, leftOutCount));
    const { a, CHOSEN } = this;
    for (let k = 0; k < chosenCount; k++) a[CHOSEN + 2 * k] = this.nodeOf(chosen[k]);
    const registers = this.handOver(region, 0);
    region.loopsOf(KERNELS)[this.loops.begin](chosenCount);
    this.takeOver(registers);
  }

  /** The address of a branch's record. */
  protected branch(n: number): number {
    return this.BRANCH + this.recordSize * n;
  }

  /**
   * At most `limit` nodes of the search (at least 1), until there is `enough` work or all `wanted`
   * solutions. Its phases:
   *
   *              .------------- alive -------------.
   *              v                                 |
   *   a [forced node], or [begin branch] -> [choose] the option, cover its items
   *                                            ^     |
   *                           the next option  |     | some item has no option left,
   *                                            |     v or no item is left: a solution
   *                                          [back up] to the last branch -> exhausted
   *
   * It can stop before every choice. `mustBackUp` says on which arrow it stands.
   */
  protected override run(limit: number): Outcome {
    // A search to which memory was refused has not begun.
    if (this.region === undefined) this.begin();
    this.renewView();
    if (!this.hasRoom()) this.grow();
    const region = this.moveIn();
    const registers = this.handOver(region, Math.min(limit, RUN));
    const outcome = region.loopsOf(KERNELS)[this.loops.run]();
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
    this.describe(registers, address);
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
    return this.a[this.CHOSEN + 2 * depth + 1];
  }
}
