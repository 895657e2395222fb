import type { Account } from './account.ts';
import type { Trail } from './trail.ts';

/**
 * The largest assignment without a conflict since a steady turn began. Decisions follow it there,
 * for the search was close to a solution (Biere and Fleury: Chasing target phases, 2020). In rapid
 * turns they give a variable the value that it last had (Pipatsrisawat and Darwiche, 2007).
 */
export class Target {
  private readonly trail: Trail;
  /** Variable -> 1 if it was chosen there, -1 if it was not, 0 if it was open. */
  private readonly values: Int8Array;
  private size = 0;

  constructor(trail: Trail, account: Account) {
    this.trail = trail;
    this.values = account.bytes(trail.literals.length);
  }

  /** Takes the trail as it was before the level of a conflict, if that is the largest so far. */
  note(): void {
    const { values, trail } = this;
    const size = trail.limits[trail.level];
    if (size <= this.size) return;
    this.size = size;
    trail.account.left -= values.length;
    values.fill(0);
    for (let k = 0; k < size; k++) {
      const literal = trail.literals[k];
      values[literal >> 1] = 1 - 2 * (literal & 1);
    }
  }

  /** Forgets it. Decisions follow the values that variables last had, until the next is taken. */
  clear(): void {
    this.size = 0;
    this.trail.account.left -= this.values.length;
    this.values.fill(0);
  }

  /** How to decide a variable, as a literal. */
  literal(variable: number, steady: boolean): number {
    const wanted = steady ? this.values[variable] : 0;
    const value = wanted !== 0 ? wanted : this.trail.last[variable];
    return 2 * variable + (value > 0 ? 0 : 1);
  }
}
