/** The states of each size that are all looked at, before their worth is known. */
const FIRST_TRIES = 24;
/** Where it does not pay to look, one state of this number is still looked at. */
const SELDOM = 64;

/** The experience with states of one size. */
interface Experience {
  /** States that were looked at, those that were known, and those that were skipped. */
  tries: number;
  hits: number;
  skipped: number;
  /** The work to look at them, and the work that orbits have saved. */
  spent: number;
  saved: number;
  /** The work below states that were new, and their number. */
  below: number;
  closed: number;
}

/**
 * Tells if it pays to look for the symmetries of states of a size, and to remember them. It rests
 * on counts of work alone.
 */
export class Worth {
  private readonly experience: Experience[] = [];

  /** True while states of that size have saved more work than they took. */
  isTried(size: number): boolean {
    const experience = this.of(size);
    const { tries, hits, skipped, spent, saved, below, closed } = experience;
    const isWorth = saved + (closed > 0 ? (hits * below) / closed : 0) >= spent;
    if (tries < FIRST_TRIES || skipped % SELDOM === SELDOM - 1 || isWorth) {
      if (!isWorth) experience.skipped++;
      return true;
    }
    experience.skipped++;
    return false;
  }

  /** Notes the work to look at a state, and if it was known. */
  try(size: number, work: number, isHit: boolean): void {
    const experience = this.of(size);
    experience.tries++;
    experience.spent += work;
    if (isHit) experience.hits++;
  }

  /** Notes the work below a state that was new, which stands for `times` as much. */
  close(size: number, work: number, times: number): void {
    const experience = this.of(size);
    experience.below += work;
    experience.closed++;
    experience.saved += work * (times - 1);
  }

  private of(size: number): Experience {
    this.experience[size] ??= {
      tries: 0,
      hits: 0,
      skipped: 0,
      spent: 0,
      saved: 0,
      below: 0,
      closed: 0,
    };
    return this.experience[size];
  }
}
