import {
  Compiled,
  costOf,
  emptyCompiled,
  leastOf,
  MOST_ITEMS,
  mostOf,
  setCost,
} from '../problem/compiled.ts';
import { QuadrilleError } from '../problem/error.ts';
import { integers, LONGEST_ARRAY } from '../problem/memory.ts';
import { CHOSEN, LEFT_OUT, NONE, OPEN, USELESS } from '../problem/propagation.ts';
import type { Pace, Slices } from '../problem/slices.ts';
import type { Domains } from './domains.ts';
import type { Tuning } from './tuning.ts';

/** What an item of a compiled problem belongs to: an item of the stated problem, or a rule by its index. */
export type Origin = { readonly item: number } | { readonly rule: number };

/** What is added, in one colour: `implies` alone has any. */
const COLOUR = 1;

/**
 * Writes the items and options of rules behind those of a problem. Stated options get further items;
 * one that is impossible has a single secondary item in place of its own, and no engine chooses it.
 *
 *     items     stated primary | added primary | stated secondary | added secondary
 *     options   stated | added
 *
 * Until the end an added secondary item has a negative number.
 */
export class Writer {
  readonly domains: Domains;
  readonly pace: Pace;
  /** The rule that is written. */
  rule = 0;
  private readonly stated: Compiled;
  /** The origin of what belongs to that rule. */
  private origin = { rule: 0 };
  private readonly primaries: Origin[] = [];
  private readonly secondaries: Origin[] = [];
  /** Added primary item -> the most options that cover it, where that is not exactly one. */
  private readonly most = new Map<number, number>();
  /** Additions to stated options: option, item, colour. */
  private readonly extras: number[] = [];
  private isColoured = false;
  /** The items of the added options, and where each option ends. */
  private items: number[] = [];
  private ends: number[] = [];
  /** The primary items and options before these are needed beside the sums that engines are told. */
  private needed: { primary: number; items: number[]; ends: number[] } | undefined;
  /** Literal -> the items of the option "not this literal". */
  private readonly negations = new Map<number, number[]>();
  /** Key of an origin -> the item of the options that are impossible because of it. */
  private readonly never = new Map<number, number>();

  readonly tuning: Tuning;

  constructor(domains: Domains, stated: Compiled, pace: Pace, tuning: Tuning) {
    this.tuning = tuning;
    this.domains = domains;
    this.stated = stated;
    this.pace = pace;
  }

  /** A new primary item. */
  primary(most?: number): number {
    if (this.origin.rule !== this.rule) this.origin = { rule: this.rule };
    const item = this.stated.primary + this.primaries.push(this.origin) - 1;
    if (most !== undefined) this.most.set(item, most);
    return item;
  }

  /** A new secondary item. */
  secondary(origin: Origin = { rule: this.rule }): number {
    return -this.secondaries.push(origin);
  }

  /** A new option. */
  option(items: readonly number[]): void {
    for (const item of items) this.items.push(item);
    this.ends.push(this.items.length);
    this.checkRoom();
  }

  /** What is written from here on says only what engines are told as sums. */
  beginSums(): void {
    const { items, ends } = this;
    this.needed = { primary: this.stated.primary + this.primaries.length, items, ends };
    this.items = [];
    this.ends = [];
  }

  /** Gives an item to a stated option. */
  attach(option: number, item: number, isColoured = false): void {
    const state = this.domains.covering.state[option];
    if (state !== OPEN && state !== CHOSEN) return;
    this.extras.push(option, item, isColoured ? COLOUR : 0);
    if (isColoured) this.isColoured = true;
    this.checkRoom();
  }

  /** Gives an item to all options of a literal. */
  on(literal: number, item: number): void {
    for (const option of this.domains.optionsOf[literal]) this.attach(option, item);
  }

  /** Has an item covered where a literal is not. */
  not(literal: number, item: number): void {
    const { domains } = this;
    const x = domains.variableOf[literal];
    // "None of these options" is out exactly if one of them is chosen, so they say it themselves.
    if (domains.size[x] === 2 || !domains.isStated(literal)) {
      const others = domains.literals(x).filter((one) => one !== literal);
      if (others.every((other) => domains.isStated(other))) {
        for (const other of others) this.on(other, item);
        return;
      }
    }
    let items = this.negations.get(literal);
    if (items === undefined) {
      items = [];
      this.negations.set(literal, items);
      if (domains.isStated(literal)) {
        const either = this.primary();
        const own = domains.itemOf[x];
        if (own !== NONE) this.primaries[either - this.stated.primary] = { item: own };
        items.push(either);
        this.on(literal, either);
      }
    }
    items.push(item);
  }

  /** For each variable an item for each of its literals, which "not" covers or what the caller adds. */
  positions(variables: readonly number[]): Map<number, number>[] {
    return variables.map((x) => {
      const items = new Map<number, number>();
      for (const literal of this.domains.literals(x)) {
        const item = this.primary();
        items.set(literal, item);
        this.not(literal, item);
      }
      return items;
    });
  }

  /** The compiled problem. */
  *compiled(told: readonly number[] = []): Slices<{ compiled: Compiled; origins: Origins }> {
    const needed = this.writeNegations();
    const uses = yield* this.extraUses();
    this.writeImpossible(uses.impossible);
    const { stated, pace, ends, items, never } = this;
    const { primary, secondary, options } = stated;
    const added = this.primaries.length;
    const allItems = primary + added + secondary + this.secondaries.length;
    if (allItems > MOST_ITEMS) throw this.tooLarge(`${allItems} items`);
    const from = stated.data.subarray(stated.startAt, stated.startAt + options + 1);
    let nodes = items.length;
    for (let option = 0; option < options; option++) {
      const isOut = uses.impossible[option] >= 0;
      const extra = uses.start[option + 1] - uses.start[option];
      nodes += isOut ? 1 : from[option + 1] - from[option] + extra;
    }
    const coloured = stated.coloured || this.isColoured;
    const multiple = stated.multiple || this.most.size > 0;
    const { priced, prefers } = stated;
    const shape = {
      secondary: secondary + this.secondaries.length,
      coloured,
      multiple,
      priced,
      prefers,
      sumIntegers: told.length > 0 ? told.length + 3 : 0,
    };
    const data = emptyCompiled({
      ...shape,
      primary: primary + added,
      options: options + ends.length,
      nodes,
      stated: options,
    });
    const compiled = Compiled.of(data);
    const { startAt, itemAt, colourAt, timesAt, preferredAt } = compiled;
    const numberOf = (item: number) => (item < 0 ? primary + added + secondary + ~item : item);
    let node = 0;
    const put = (item: number, colour: number): void => {
      data[itemAt + node] = item;
      if (coloured) data[colourAt + node] = colour;
      node++;
    };
    for (let option = 0; option < options; option++) {
      data[startAt + option] = node;
      const cause = uses.impossible[option];
      if (cause >= 0) {
        put(numberOf(never.get(cause) as number), 0);
      } else {
        for (let own = from[option]; own < from[option + 1]; own++) {
          const item = stated.data[stated.itemAt + own];
          const colour = stated.coloured ? stated.data[stated.colourAt + own] : 0;
          put(item < primary ? item : item + added, colour);
        }
        for (let k = uses.start[option]; k < uses.start[option + 1]; k++) {
          put(numberOf(uses.item[k]), uses.colour[k]);
        }
      }
      if (priced) setCost(compiled, option, costOf(stated, option));
      if (pace.spent(8)) yield;
    }
    let at = 0;
    for (const [k, end] of ends.entries()) {
      data[startAt + options + k] = node;
      for (; at < end; at++) put(numberOf(items[at]), 0);
      if (pace.spent(4)) yield;
    }
    data[startAt + options + ends.length] = node;
    for (let item = 0; multiple && item < primary + added; item++) {
      const most = this.most.get(item);
      const isStated = item < primary;
      data[timesAt + 2 * item] = isStated ? leastOf(stated, item) : most === undefined ? 1 : 0;
      data[timesAt + 2 * item + 1] = isStated ? mostOf(stated, item) : (most ?? 1);
    }
    for (let item = 0; prefers && item < primary; item++) {
      data[preferredAt + item] = stated.data[stated.preferredAt + item];
    }
    if (told.length > 0) data.set([needed.primary, needed.option, ...told], compiled.sumsAt + 1);
    const origins = { primary: this.primaries, secondary: this.secondaries };
    return { compiled, origins };
  }

  /** Writes the options "not this literal" with others of their kind. Returns what is needed beside the sums. */
  private writeNegations(): { primary: number; option: number } {
    const { needed, items, ends, stated } = this;
    const primary = needed?.primary ?? stated.primary + this.primaries.length;
    if (needed !== undefined) {
      this.items = needed.items;
      this.ends = needed.ends;
    }
    const isNeeded = (own: readonly number[]) => own.some((item) => item < primary);
    for (const own of this.negations.values()) if (isNeeded(own)) this.option(own);
    const option = stated.options + this.ends.length;
    if (needed !== undefined) {
      let from = 0;
      for (const end of ends) {
        this.option(items.slice(from, end));
        from = end;
      }
      for (const own of this.negations.values()) if (!isNeeded(own)) this.option(own);
    }
    return { primary, option };
  }

  /**
   * The further items of each stated option, and why an option is impossible: the key of its cause,
   * or -1. An option that would have an item twice is.
   */
  private *extraUses(): Slices<{
    start: Int32Array;
    item: Int32Array;
    colour: Int32Array;
    impossible: Int32Array;
  }> {
    const { extras, pace, domains, stated } = this;
    const { options } = stated;
    const what = 'the items that rules add';
    const start = integers(options + 1, what);
    const item = integers(extras.length / 3, what);
    const colour = integers(extras.length / 3, what);
    const impossible = integers(options, what).fill(-1);
    for (let k = 0; k < extras.length; k += 3) start[extras[k]]++;
    for (let option = 0; option < options; option++) start[option + 1] += start[option];
    for (let k = extras.length - 3; k >= 0; k -= 3) {
      const at = --start[extras[k]];
      item[at] = extras[k + 1];
      colour[at] = extras[k + 2];
    }
    /** Added item -> the last option that has it; secondary ones behind the primary ones. */
    const added = this.primaries.length;
    const lastWith = integers(added + this.secondaries.length, what).fill(-1);
    for (let option = 0; option < options; option++) {
      for (let k = start[option]; k < start[option + 1]; k++) {
        const own = item[k] < 0 ? added + ~item[k] : item[k] - stated.primary;
        if (lastWith[own] === option) impossible[option] = this.keyOf(this.originOf(item[k]));
        lastWith[own] = option;
      }
      const state = domains.covering.state[option];
      if (state === LEFT_OUT) impossible[option] = this.keyOf({ rule: domains.takenBy[option] });
      else if (state !== OPEN && state !== CHOSEN && state !== USELESS) {
        impossible[option] = this.keyOf({ item: domains.covering.cause[option] });
      }
      if (pace.spent(start[option + 1] - start[option] + 1)) yield;
    }
    return { start, item, colour, impossible };
  }

  private writeImpossible(impossible: Int32Array): void {
    for (const key of impossible) {
      if (key < 0 || this.never.has(key)) continue;
      const isRule = key % 2 === 0;
      const number = (key - (key % 2)) / 2;
      this.never.set(key, this.secondary(isRule ? { rule: number } : { item: number }));
    }
  }

  /** An origin as one number. */
  private keyOf(origin: Origin): number {
    return 'rule' in origin ? 2 * origin.rule : 2 * origin.item + 1;
  }

  private originOf(item: number): Origin {
    return item < 0 ? this.secondaries[~item] : this.primaries[item - this.stated.primary];
  }

  private checkRoom(): void {
    const before = this.needed?.items.length ?? 0;
    const integersHeld = before + this.items.length + this.extras.length;
    if (integersHeld > LONGEST_ARRAY) throw this.tooLarge(`more than ${LONGEST_ARRAY} integers`);
  }

  private tooLarge(size: string): QuadrilleError {
    return new QuadrilleError(
      'too-large',
      `The rules up to number ${this.rule} make ${size}; state fewer of them, or values and weights with a ` +
        'common factor divided out.',
    );
  }
}

/** The origins of the added items. */
export interface Origins {
  readonly primary: readonly Origin[];
  readonly secondary: readonly Origin[];
}
