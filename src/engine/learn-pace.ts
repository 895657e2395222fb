/** Rapid restarts: this much worse than on average are clauses that call for one. */
const WORSE = 1.1;
/** Conflicts that the two averages reach back, and the fewest between two restarts. */
const SHORT = 33;
const LONG = 100_000;
const FEWEST = 2;
/** Steady restarts: conflicts that the terms of Luby's sequence count. */
const UNIT = 1024;
/** Conflicts of the first rapid turn. What it takes in work is the unit for all turns to come. */
const FIRST_TURN = 1000;

/**
 * When to restart: to go back to level 0, with what was learned, and decide anew. In turns:
 *
 * - *rapid*: as soon as the clauses learned of late have more glue than usual, where the search
 *   does not seem to be at the heart of the matter (Audemard and Simon: Glucose, 2012; averages as
 *   by Biere and Fröhlich, 2015). Best to prove that there is no solution.
 * - *steady*: after 1, 1, 2, 1, 1, 2, 4, 1, ... times 1024 conflicts (Luby, Sinclair and Zuckerman,
 *   1993, in Knuth's form). Best to find a solution.
 *
 * The turns are of equal work, and grow with the square of their number (Biere: CaDiCaL, 2019).
 * To prove 25x25 Sudokus unique either kind alone is as good (0.95 of the conflicts). But of eight
 * Latin squares of order 40 with 560 holes, rapid turns alone filled one within 6 s each, steady ones
 * five, and both in turn six.
 */
export class Pace {
  steady = false;
  private readonly work: () => number;
  private conflicts = 0;
  private recent = 0;
  private usual = 0;
  private lastRestart = 0;
  /** The term of Luby's sequence, as Knuth has it: a pair u, v, and v is the term. */
  private u = 1;
  private v = 1;
  private turns = 0;
  private turnWork = 0;
  private turnEnd = 0;

  /** `work` tells what was done so far, in any unit. */
  constructor(work: () => number) {
    this.work = work;
  }

  /** A conflict, and the glue of what was learned from it. */
  note(glue: number): void {
    this.conflicts++;
    this.recent += (glue - this.recent) / Math.min(this.conflicts, SHORT);
    this.usual += (glue - this.usual) / Math.min(this.conflicts, LONG);
  }

  get restartDue(): boolean {
    const since = this.conflicts - this.lastRestart;
    if (this.steady) return since >= UNIT * this.v;
    return since >= FEWEST && this.recent > WORSE * this.usual;
  }

  restarted(): void {
    this.lastRestart = this.conflicts;
    if (this.steady) {
      if ((this.u & -this.u) === this.v) {
        this.u++;
        this.v = 1;
      } else {
        this.v *= 2;
      }
    }
    const work = this.work();
    if (this.turns === 0 ? this.conflicts < FIRST_TURN : work < this.turnEnd) return;
    if (this.turns === 0) this.turnWork = work;
    this.turns++;
    this.steady = !this.steady;
    const pair = (this.turns + 1) >> 1;
    this.turnEnd = work + this.turnWork * pair * pair;
    this.u = this.v = 1;
  }
}
