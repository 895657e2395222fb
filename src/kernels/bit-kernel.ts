import { Kernel } from './kernel.ts';

/** The most options of an item: a bit for each, clear of the sign. */
export const MOST_OPTIONS = 31;
/** Branches that there is room for at first. */
export const FIRST_BRANCHES = 8;

// The fields of a branch; the state as it was before it follows.
const DEPTH = 0;
const COVERED_THEN = 1;
const ITEM = 2;
const ALL = 3;
const LEFT = 4;
const STATE = 5;

/**
 * A kernel that has the options of an item as the bits of an integer. The state begins its array. A
 * branch keeps a copy of it, with all options of its item, and those still left to try.
 */
export abstract class BitKernel extends Kernel {
  /** Integers of a state. */
  private saved = 0;

  /** The node of the first of these options of an item. */
  protected abstract firstOf(item: number, options: number): number;

  /** To be called before the array is laid out. */
  protected saveStatesOf(size: number): void {
    this.saved = size;
    this.recordSize = STATE + size;
  }

  protected override hasBranch(): boolean {
    while (this.branches > 0) {
      if (this.a[this.branch(this.branches - 1) + LEFT] !== 0) return true;
      this.branches--;
    }
    return false;
  }

  protected override backUp(): number {
    const a = this.a;
    const branch = this.branch(this.branches - 1);
    a.copyWithin(0, branch + STATE, branch + STATE + this.saved);
    this.depth = a[branch + DEPTH] as number;
    this.covered = a[branch + COVERED_THEN] as number;
    this.forced = 0;
    this.dead = false;
    const left = a[branch + LEFT] as number;
    a[branch + LEFT] = left & (left - 1);
    return this.firstOf(a[branch + ITEM] as number, left);
  }

  /** Begins a branch with the first of these options of an item. */
  protected branchAt(item: number, options: number): number {
    const a = this.a;
    this.looks += this.primary;
    const branch = this.branch(this.branches++);
    a[branch + DEPTH] = this.depth;
    a[branch + COVERED_THEN] = this.covered;
    a[branch + ITEM] = item;
    a[branch + ALL] = options;
    a[branch + LEFT] = options & (options - 1);
    a.copyWithin(branch + STATE, 0, this.saved);
    return this.firstOf(item, options);
  }

  protected override untried(branch: number): number[] {
    const nodes: number[] = [];
    const item = this.a[branch + ITEM] as number;
    for (let left = this.a[branch + LEFT] as number; left !== 0; left &= left - 1) {
      nodes.push(this.firstOf(item, left));
    }
    return nodes;
  }

  protected override left(branch: number): number {
    return bits(this.a[branch + LEFT] as number);
  }

  protected override width(branch: number): number {
    return bits(this.a[branch + ALL] as number);
  }
}

function bits(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}

export function lowestBit(set: number): number {
  return 31 - Math.clz32(set & -set);
}
