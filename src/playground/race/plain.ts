import { type Compiled, hasPrimary } from '../../engine/problem/compiled.ts';

/** A choice that is open: the options of its item, and the state when that was picked. */
interface Level {
  readonly candidates: readonly number[];
  readonly live: readonly number[];
  readonly items: Int32Array;
  /** The place of the option that is being tried. */
  at: number;
}

/** The state of an item; a secondary item with a colour has its number. */
const OPEN = 0;
const COVERED = -1;

/**
 * Plain backtracking, as one writes it first: Algorithm X on lists of options. It picks the item
 * with the fewest options, as the engines do, so it walks the same tree. But it finds the counts by
 * going through all live options, and each choice copies the list of those that are left.
 */
export class Plain {
  nodes = 0;
  solutions = 0;
  readonly #primary: number;
  /** Option -> its items and their colours. */
  readonly #uses: { readonly item: number; readonly hue: number }[][] = [];
  /** Item -> its state. */
  #items: Int32Array;
  readonly #levels: Level[] = [];
  /**
   * The options that are live where the search stands; undefined if that is a dead end or a
   * solution.
   */
  #live: readonly number[] | undefined;

  constructor(compiled: Compiled) {
    const { data, primary, secondary, options, coloured, startAt, itemAt, colourAt } = compiled;
    for (let option = 0; option < options; option++) {
      const start = data[startAt + option];
      const items = data.subarray(itemAt + start, itemAt + data[startAt + option + 1]);
      const hueOf = (k: number) => (coloured ? data[colourAt + start + k] : 0);
      this.#uses.push(Array.from(items, (item, k) => ({ item, hue: hueOf(k) })));
    }
    this.#primary = primary;
    this.#items = new Int32Array(primary + secondary);
    this.#live = [...this.#uses.keys()].filter((option) => hasPrimary(compiled, option));
  }

  /** Chooses `nodes` options, or fewer if the search ends before. */
  advance(nodes: number): 'paused' | 'exhausted' {
    for (const stop = this.nodes + nodes; this.nodes < stop; ) {
      if (this.#live !== undefined) this.#descend(this.#live);
      else if (!this.#goOn()) return 'exhausted';
    }
    return 'paused';
  }

  /** The share of the tree that is done, by Knuth's estimate, as `Search.share` has it. */
  share(): number {
    let share = 0;
    let part = 1;
    for (const { candidates, at } of this.#levels) {
      part /= candidates.length;
      share += part * at;
    }
    return this.#levels.length === 0 && this.nodes > 0 ? 1 : share;
  }

  /** Picks an item and tries its first option. */
  #descend(live: readonly number[]): void {
    const item = this.#fewest(live);
    this.#live = undefined;
    if (item === undefined) {
      this.solutions++;
      return;
    }
    const candidates = live.filter((option) =>
      this.#uses[option]?.some((use) => use.item === item),
    );
    if (candidates.length > 0) this.#choose({ candidates, live, items: this.#items, at: 0 });
  }

  /** Takes the last choice back and tries the next option. False if there is none. */
  #goOn(): boolean {
    for (;;) {
      const level = this.#levels.pop();
      if (level === undefined) return false;
      if (++level.at === level.candidates.length) continue;
      this.#choose(level);
      return true;
    }
  }

  #choose(level: Level): void {
    this.#levels.push(level);
    this.nodes++;
    this.#items = level.items.slice();
    for (const { item, hue } of this.#uses[level.candidates[level.at]] ?? []) {
      this.#items[item] = hue === 0 ? COVERED : hue;
    }
    this.#live = level.live.filter((option) => this.#fits(option));
  }

  #fits(option: number): boolean {
    for (const { item, hue } of this.#uses[option] ?? []) {
      const state = this.#items[item];
      if (state !== OPEN && (state === COVERED || state !== hue)) return false;
    }
    return true;
  }

  /** The open item with the fewest options, the first of several; undefined if no item is open. */
  #fewest(live: readonly number[]): number | undefined {
    const counts = new Int32Array(this.#primary);
    for (const option of live) {
      for (const { item } of this.#uses[option] ?? []) {
        if (item < this.#primary) counts[item] = counts[item] + 1;
      }
    }
    let best: number | undefined;
    for (let item = 0; item < this.#primary; item++) {
      if (this.#items[item] !== OPEN) continue;
      if (best === undefined || counts[item] < counts[best]) best = item;
    }
    return best;
  }
}
