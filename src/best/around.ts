import type { Slices } from '../kernels/pace.ts';
import { Random } from '../kernels/random.ts';
import type { FoundList } from './found.ts';
import type { Root } from './root.ts';
import { FREE, OUT } from './state.ts';

/** Columns decided by the search for a try, and those of a solution that the first try gives up. */
const SEARCH = 1 << 13;
const FIRST_SIZE = 6;
/** How the next try is larger after a search that came to its end, and smaller after one that did not. */
const LARGER = 1.02;
const SMALLER = 0.97;
/** A column is the cheapest of this number, taken at random. */
const DRAWS = 3;

/**
 * Looks for good solutions around those known (large neighbourhood search: Shaw, 1998), and proves nothing. Each try
 * takes a solution, gives up some of its columns that lie near one another, and searches for all ways to
 * cover again what they covered:
 *
 *     solution     aaa bb cccc dd eee ff        b, c and d are given up: column x of row 4 shares rows with them
 *     column x           x xx   x
 *     search       aaa ...?....?. eee ff
 *
 * A try is as large as the search can master: it grows after a search that comes to its end.
 */
export class Around {
  readonly #root: Root;
  readonly #list: FoundList;
  readonly #random: Random;
  #size = FIRST_SIZE;
  /** Columns looked at, at the beginning of tries. */
  #looks = 0;
  /** Row -> the columns of the solution that cover it. */
  readonly #coverers: number[][];
  /** The try that is under way. */
  #try: Slices | undefined;

  /** `root` is its own, and open. */
  constructor(root: Root, list: FoundList, seed: number) {
    this.#root = root;
    this.#list = list;
    this.#random = new Random(seed);
    this.#coverers = Array.from({ length: root.model.rows }, () => []);
  }

  /** Columns decided and looked at so far. A try that decides none counts too. */
  get work(): number {
    return this.#root.state.work + this.#looks;
  }

  /** A slice of a try, or of the next one. What it finds goes into the list. */
  goOn(): void {
    this.#try ??= this.#newTry();
    if (this.#try.next().done === true) this.#try = undefined;
  }

  *#newTry(): Slices {
    const { state, prices, below, mark } = this.#root;
    const columns = this.#solution();
    this.#looks += 1 + (this.#root.model.columns >> 3);
    const given = this.#giveUp(columns);
    let isOpen = true;
    for (const j of columns) if (isOpen && !given.has(j)) isOpen = state.choose(j);
    if (isOpen && state.propagate()) {
      prices.prove(state);
      below.start();
      yield;
      this.#size *= (yield* below.runFor(SEARCH)) ? LARGER : SMALLER;
      this.#size = Math.max(2, Math.min(this.#size, columns.length));
    }
    state.undo(mark);
  }

  /** The columns of one of the solutions, rather one of the best. */
  #solution(): number[] {
    const { list } = this.#list;
    const chance = this.#random.below(1 << 20) / (1 << 20);
    const { options } = list[Math.floor(list.length * chance * chance)] as (typeof list)[0];
    return options.map((number) => this.#root.model.find(number)).filter((j) => j >= 0);
  }

  /** Some columns of a solution that lie near one another. */
  #giveUp(columns: readonly number[]): Set<number> {
    const { model, state, reduced } = this.#root;
    const { columnStart, rowOf, rowStart, columnOf } = model;
    const random = this.#random;
    const coverers = this.#coverers;
    for (const j of columns) {
      for (const row of rowOf.subarray(columnStart[j], columnStart[j + 1])) coverers[row]?.push(j);
    }
    const given = new Set<number>();
    const rows: number[] = [];
    const add = (j: number) => {
      if (given.has(j)) return;
      given.add(j);
      rows.push(...rowOf.subarray(columnStart[j], columnStart[j + 1]));
    };
    if (columns.length > 0) add(columns[random.below(columns.length)] as number);
    for (let n = 0; n < 8 * this.#size && given.size < this.#size; n++) {
      const row = rows[random.below(rows.length)] as number;
      const from = rowStart[row] as number;
      const count = (rowStart[row + 1] as number) - from;
      let best = -1;
      for (let draw = 0; draw < DRAWS; draw++) {
        const j = columnOf[from + random.below(count)] as number;
        if (state.decided[j] === OUT) continue;
        if (best < 0 || (reduced[j] as number) < (reduced[best] as number)) best = j;
      }
      if (best < 0 || state.decided[best] !== FREE) continue;
      for (const i of rowOf.subarray(columnStart[best], columnStart[best + 1])) {
        for (const j of coverers[i] as number[]) add(j);
      }
    }
    for (const j of columns) {
      for (const row of rowOf.subarray(columnStart[j], columnStart[j + 1])) {
        (coverers[row] as number[]).length = 0;
      }
    }
    return given;
  }
}
