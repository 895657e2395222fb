import type { Account, Slices } from './learn-account.ts';

/** No variable. */
const NONE = -1;
/** Scores beyond this are scaled down, all of them, before they overflow. */
const LARGEST = 1e100;
/** How much less a conflict counts than the next. (0.9 and less are worse, up to 0.985 is as good.) */
const DECAY = 0.95;

/**
 * Which variable to decide next: the open one that conflicts rested on most, of late. Each conflict
 * adds to the scores of the variables it came from, and later ones add more (Moskewicz and others:
 * Chaff, 2001; Eén and Sörensson: MiniSat, 2003). A binary heap has the highest score on top. It
 * holds all open variables; those with a value stay in it until they come up.
 */
export class Order {
  private readonly scores: Float64Array;
  private increment = 1;
  private readonly heap: Int32Array;
  private size: number;
  /** Variable -> its place in the heap, or -1. */
  private readonly place: Int32Array;

  constructor(variables: number, account: Account) {
    this.scores = account.doubles(variables);
    this.heap = account.integers(variables);
    this.place = account.integers(variables);
    this.size = variables;
  }

  /** Fills the heap, the first variables on top. */
  *layOut(account: Account): Slices {
    const { heap, place } = this;
    for (let v = 0; v < heap.length; v++) {
      heap[v] = place[v] = v;
      if (account.spent(1)) yield;
    }
  }

  /** A conflict rested on this variable. */
  bump(v: number): void {
    const score = (this.scores[v] as number) + this.increment;
    this.scores[v] = score;
    if (score > LARGEST) this.scaleDown();
    const at = this.place[v] as number;
    if (at >= 0) this.up(at);
  }

  /** After each conflict: the next ones count more. */
  age(): void {
    this.increment /= DECAY;
  }

  /**
   * Takes out the open variable of the highest score; there must be one. `NONE` if it was not among
   * the first `most`: then it is to be called again.
   */
  next(values: Int8Array, most: number): number {
    for (let k = 0; k < most; k++) {
      const v = this.pop();
      if (values[2 * v] === 0) return v;
    }
    return NONE;
  }

  /** Puts a variable back, if it is not there, when its value is taken back. */
  put(v: number): void {
    if ((this.place[v] as number) >= 0) return;
    const at = this.size++;
    this.heap[at] = v;
    this.place[v] = at;
    this.up(at);
  }

  private pop(): number {
    const { heap, place } = this;
    const v = heap[0] as number;
    place[v] = -1;
    const last = heap[--this.size] as number;
    if (this.size > 0) {
      heap[0] = last;
      place[last] = 0;
      this.down(0);
    }
    return v;
  }

  private up(start: number): void {
    const { heap, place, scores } = this;
    const v = heap[start] as number;
    const score = scores[v] as number;
    let at = start;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const other = heap[parent] as number;
      if ((scores[other] as number) >= score) break;
      heap[at] = other;
      place[other] = at;
      at = parent;
    }
    heap[at] = v;
    place[v] = at;
  }

  private down(start: number): void {
    const { heap, place, scores, size } = this;
    const v = heap[start] as number;
    const score = scores[v] as number;
    let at = start;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (
        child + 1 < size &&
        (scores[heap[child + 1] as number] as number) > (scores[heap[child] as number] as number)
      ) {
        child++;
      }
      const other = heap[child] as number;
      if ((scores[other] as number) <= score) break;
      heap[at] = other;
      place[other] = at;
      at = child;
    }
    heap[at] = v;
    place[v] = at;
  }

  private scaleDown(): void {
    const { scores } = this;
    for (let v = 0; v < scores.length; v++) scores[v] = (scores[v] as number) / LARGEST;
    this.increment /= LARGEST;
  }
}
