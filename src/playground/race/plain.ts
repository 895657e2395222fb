import { type Compiled, hasPrimary } from '../../problem/compiled.ts';

/** A choice that is open: the options of its item, and those that were live when it was picked. */
interface Level {
  readonly item: number;
  readonly candidates: readonly number[];
  readonly live: readonly number[];
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
  readonly #items: number[][] = [];
  readonly #hues: number[][] = [];
  readonly #state: Int32Array;
  readonly #levels: Level[] = [];
  /**
   * The options that are live where the search stands; undefined if that is a dead end or a
   * solution.
   */
  #live: readonly number[] | undefined;

  constructor(compiled: Compiled) {
    const { data, primary, secondary, options, coloured, startAt, itemAt, colourAt } = compiled;
    const live: number[] = [];
    for (let option = 0; option < options; option++) {
      const start = data[startAt + option] as number;
      const end = data[startAt + option + 1] as number;
      const items = Array.from(data.subarray(itemAt + start, itemAt + end));
      const hues = coloured ? Array.from(data.subarray(colourAt + start, colourAt + end)) : [];
      this.#items.push(items);
      this.#hues.push(hues);
      if (hasPrimary(compiled, option)) live.push(option);
    }
    this.#primary = primary;
    this.#state = new Int32Array(primary + secondary);
    this.#live = live;
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
    const candidates = live.filter((option) => this.#items[option]?.includes(item));
    if (candidates.length === 0) return;
    this.#levels.push({ item, candidates, live, at: 0 });
    this.#choose();
  }

  /** Takes the last choice back and tries the next option. False if there is none. */
  #goOn(): boolean {
    for (;;) {
      const level = this.#levels.at(-1);
      if (level === undefined) return false;
      this.#mark(level, level.at, false);
      if (++level.at < level.candidates.length) {
        this.#choose();
        return true;
      }
      this.#levels.pop();
    }
  }

  #choose(): void {
    const level = this.#levels.at(-1) as Level;
    this.nodes++;
    this.#mark(level, level.at, true);
    this.#live = level.live.filter((option) => this.#fits(option));
  }

  /**
   * Covers the items of an option, or opens them again. An item that has its colour already keeps
   * it.
   */
  #mark({ candidates }: Level, at: number, isCovered: boolean): void {
    const option = candidates[at] as number;
    const items = this.#items[option] as number[];
    for (const [k, item] of items.entries()) {
      const hue = this.#hues[option]?.[k] ?? 0;
      if (hue === 0) this.#state[item] = isCovered ? COVERED : OPEN;
      else if (!this.#isColouredBefore(item)) this.#state[item] = isCovered ? hue : OPEN;
    }
  }

  /** True if a choice before the last one gave the item its colour. */
  #isColouredBefore(item: number): boolean {
    return this.#levels
      .slice(0, -1)
      .some(({ candidates, at }) => this.#items[candidates[at] as number]?.includes(item));
  }

  #fits(option: number): boolean {
    const items = this.#items[option] as number[];
    for (let k = 0; k < items.length; k++) {
      const state = this.#state[items[k] as number] as number;
      if (state !== OPEN && (state === COVERED || state !== this.#hues[option]?.[k])) return false;
    }
    return true;
  }

  /** The open item with the fewest options, the first of several; undefined if no item is open. */
  #fewest(live: readonly number[]): number | undefined {
    const counts = new Int32Array(this.#primary);
    for (const option of live) {
      for (const item of this.#items[option] as number[]) {
        if (item < this.#primary) counts[item] = (counts[item] as number) + 1;
      }
    }
    let best: number | undefined;
    for (let item = 0; item < this.#primary; item++) {
      if (this.#state[item] !== OPEN) continue;
      if (best === undefined || (counts[item] as number) < (counts[best] as number)) best = item;
    }
    return best;
  }
}
