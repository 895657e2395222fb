import {
  Compiled,
  coloursOf,
  costOf,
  emptyCompiled,
  itemsOf,
  leastOf,
  mostOf,
  setCost,
} from '../problem/compiled.ts';
import { QuadrilleError } from '../problem/error.ts';
import type { Binding, BoundRule } from './binding.ts';
import { ruleName } from './rule.ts';

/** What a rule says. The texts of equal things are equal, and of no others. */
interface Saying {
  readonly says: string;
  readonly places: readonly Place[];
}

/** A variable of a rule, or all its options where it has none. */
interface Place {
  /** What the rule says of the place: its weight, or its position in an order. */
  readonly says: string;
  readonly values: readonly Value[];
}

/** A value at a place. */
interface Value {
  /** What the rule says of the value. */
  readonly says: string;
  readonly options: number[];
  /** Where the rule says the same of all values: its name, the same at all places. */
  readonly name?: string;
}

/**
 * A problem whose symmetries are those of a problem with rules: the permutations of the stated
 * options that keep the stated items, and take the set of rules, as stated, to itself.
 *
 *     stated option --- (rule, place, value) === (rule, place) === (rule) ===
 *
 * Each name in brackets is a secondary item, and each double line an option that has the items at its
 * ends. Its cost stands for what the rule says there, so a symmetry takes it to one of which the same
 * is said: to the same weight and value in a sum, to the same position in an order. Where the values
 * of all places must only differ, or be equal, another such option links the same value of all places.
 * All uses are in one colour, so that these items exclude nothing.
 */
export function descriptionOf(binding: Binding): Compiled {
  const description = new Description(binding.stated);
  const speaker = new Speaker(binding);
  const known = new Set<string>();
  for (const [index, bound] of binding.rules.entries()) {
    const saying = speaker.sayingOf(bound, index);
    // A rule that is stated twice is one rule.
    const key = JSON.stringify(saying);
    if (!known.has(key)) description.add(saying);
    known.add(key);
  }
  return description.compiled();
}

/** Puts rules into texts. */
class Speaker {
  private readonly binding: Binding;
  /** Values and automata, by ===, -> a number for each. */
  private readonly numbers = new Map<unknown, number>();

  constructor(binding: Binding) {
    this.binding = binding;
  }

  sayingOf({ rule, variables }: BoundRule, index: number): Saying {
    const { kind } = rule;
    const bounds = 'least' in rule ? ` ${rule.least} ${rule.most}` : '';
    const inOrder = () => variables.map((x, k) => this.place(x, `${k}`, (v) => this.textOf(v)));
    switch (kind) {
      case 'sum': {
        const weights = this.totals(variables, rule.weights);
        return inAnyOrder(
          `sum${bounds}`,
          weights.map(([x, weight]) => this.place(x, `${weight}`, (value) => `${value}`)),
        );
      }
      case 'occurs':
        return inAnyOrder(
          `occurs${bounds}`,
          this.totals(variables).map(([x, times]) =>
            this.place(x, `${times}`, (value) => (value === rule.value ? 'it' : 'other')),
          ),
        );
      case 'different':
      case 'equal':
        return inAnyOrder(
          kind,
          this.totals(variables).map(([x, times]) => this.place(x, `${times}`, () => '', true)),
        );
      case 'ascending':
        return { says: kind, places: inOrder() };
      case 'table': {
        const tuples = rule.tuples.map((tuple) => tuple.map((value) => this.textOf(value)).join());
        return { says: `table ${[...new Set(tuples)].sort().join(';')}`, places: inOrder() };
      }
      case 'regular':
        return { says: `regular ${this.textOf(rule.automaton)}`, places: inOrder() };
      case 'budget': {
        const weights = [...new Set(rule.weights)].filter((weight) => weight !== 0);
        const of = (weight: number) => rule.options.filter((_, k) => rule.weights[k] === weight);
        return ofOptions(
          `budget${bounds}`,
          weights.map((weight) => [`${weight}`, of(weight)]),
        );
      }
      case 'atMost':
        return ofOptions(`atMost ${rule.most}`, [['', rule.options]]);
      case 'implies':
        return ofOptions(kind, [
          ['if', rule.options],
          ['then', rule.others],
        ]);
      case 'forbid':
        throw new QuadrilleError(
          'not-supported',
          `The symmetries of a function do not show, and ${ruleName(rule, index)} is one; ` +
            'ask without symmetries, or state the rule otherwise.',
        );
    }
  }

  /** Variables, each once, with the sum of its weights; those of 0 are left out. */
  private totals(variables: readonly number[], weights?: readonly number[]): [number, number][] {
    const totals = new Map<number, number>();
    for (const [k, x] of variables.entries()) {
      totals.set(x, (totals.get(x) ?? 0) + (weights?.[k] ?? 1));
    }
    return [...totals].filter(([, total]) => total !== 0);
  }

  private place(
    variable: number,
    says: string,
    sayingOf: (value: unknown) => string,
    isShared = false,
  ): Place {
    const values = new Map<unknown, Value>();
    for (const [option, value] of this.binding.variables[variable].values) {
      const known = values.get(value);
      if (known !== undefined) known.options.push(option);
      else {
        const name = isShared ? { name: this.textOf(value) } : {};
        values.set(value, { says: sayingOf(value), options: [option], ...name });
      }
    }
    return { says, values: [...values.values()] };
  }

  private textOf(value: unknown): string {
    const number = this.numbers.get(value) ?? this.numbers.size;
    this.numbers.set(value, number);
    return `${number}`;
  }
}

/** A rule whose places may change with each other. */
function inAnyOrder(says: string, places: readonly Place[]): Saying {
  const texts = new Map(places.map((place) => [place, JSON.stringify(place)]));
  const compare = (a: Place, b: Place) => (String(texts.get(a)) < String(texts.get(b)) ? -1 : 1);
  return { says, places: [...places].sort(compare) };
}

/** A rule of options: lists of them, and what it says of each list. */
function ofOptions(says: string, lists: readonly [string, readonly number[]][]): Saying {
  const values = lists.map(([text, options]) => ({
    says: text,
    options: [...options].sort((a, b) => a - b),
  }));
  return inAnyOrder(says, [{ says: '', values }]);
}

/** All uses that the description adds have this colour. */
const COLOUR = 1;

/** The description while it is made. */
class Description {
  private readonly stated: Compiled;
  /** Stated option -> the items that it gets. */
  private readonly added: number[][];
  /** The options that are added: their items, and their cost. */
  private readonly links: { readonly items: readonly number[]; readonly cost: number }[] = [];
  /** What is said, or what an option costs -> the cost of the option in the description. */
  private readonly costs = new Map<string | number, number>();
  private items: number;

  constructor(stated: Compiled) {
    this.stated = stated;
    this.added = Array.from({ length: stated.options }, () => []);
    this.items = stated.primary + stated.secondary;
  }

  add({ says, places }: Saying): void {
    const rule = this.items++;
    this.link(says, [rule]);
    /** Name of a value that is shared -> its item. */
    const shared = new Map<string, number>();
    for (const place of places) {
      const at = this.items++;
      this.link(`${says} at ${place.says}`, [at, rule]);
      for (const { says: text, options, name } of place.values) {
        const value = this.items++;
        for (const option of options) this.added[option].push(value);
        this.link(`${says} at ${place.says}: ${text}`, [value, at]);
        if (name === undefined) continue;
        const common = shared.get(name) ?? this.items++;
        shared.set(name, common);
        this.link(`${says} shares`, [value, common]);
      }
    }
  }

  compiled(): Compiled {
    const { stated, links, added } = this;
    const { primary, multiple, options: count } = stated;
    const options = [
      ...added.map((more, option) => ({
        items: [...itemsOf(stated, option), ...more],
        colours: stated.coloured ? [...coloursOf(stated, option)] : [],
        own: itemsOf(stated, option).length,
        cost: this.costOf(costOf(stated, option)),
      })),
      ...links.map(({ items, cost }) => ({ items, colours: [], own: 0, cost })),
    ];
    const compiled = Compiled.of(
      emptyCompiled({
        primary,
        secondary: this.items - primary,
        options: options.length,
        stated: count,
        nodes: options.reduce((sum, { items }) => sum + items.length, 0),
        coloured: true,
        multiple,
        priced: true,
      }),
    );
    const { data, startAt, itemAt, colourAt, timesAt } = compiled;
    let node = 0;
    for (const [option, { items, colours, own, cost }] of options.entries()) {
      for (const [k, item] of items.entries()) {
        data[itemAt + node] = item;
        data[colourAt + node++] = k < own ? (colours[k] ?? 0) : COLOUR;
      }
      data[startAt + option + 1] = node;
      setCost(compiled, option, cost);
    }
    for (let item = 0; multiple && item < primary; item++) {
      data[timesAt + 2 * item] = leastOf(stated, item);
      data[timesAt + 2 * item + 1] = mostOf(stated, item);
    }
    return compiled;
  }

  private link(says: string, items: readonly number[]): void {
    this.links.push({ items, cost: this.costOf(says) });
  }

  private costOf(what: string | number): number {
    const cost = this.costs.get(what) ?? this.costs.size;
    this.costs.set(what, cost);
    return cost;
  }
}
