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
import { Pace, type Slices } from '../problem/slices.ts';
import { automatonLayers } from './automaton.ts';
import type { Binding, BoundRule } from './binding.ts';
import { Domains } from './domains.ts';
import { ruleName } from './rule.ts';
import { variablesIn } from './variables.ts';

/** All uses that a description adds are in this colour, so that they exclude nothing. */
const COLOUR = 1;

/**
 * A problem with the symmetries of another and its rules: the stated options, and vertices that say what
 * each rule is, as a graph of items and options. It is for symmetries only; its solutions mean nothing.
 *
 *     sum, budget, occurs, atMost   rule -- weight -- options
 *     different                     rule -- value -- options that give it, as at most one
 *     table, equal, ascending       rule -- position -- literal -- options; tuple -- its literals
 *     regular                       rule -- first state; transition -- state, literal, state
 *     implies                       rule -- if -- options; rule -- then -- options
 *
 * The added items are secondary. Each has an option of its own, and an added option has a label where
 * an option has its cost. So no symmetry takes a stated one to an added one, or one to another of which
 * something else is said. A rule that is stated twice is one rule. The diagram of an automaton is merged over all
 * values that options give: it is the same for the same set of sequences.
 */
export function* describing(binding: Binding): Slices<Compiled> {
  const description = new Description(binding);
  yield* description.begin();
  const known = new Set<string>();
  for (const [index, bound] of binding.rules.entries()) {
    const key = yield* description.keyOf(bound);
    if (!known.has(key)) yield* description.add(bound, index);
    known.add(key);
  }
  return yield* description.compiled();
}

class Description {
  private readonly binding: Binding;
  private readonly domains: Domains;
  private readonly pace = new Pace();
  /** Variable of the binding -> variable. */
  private variables: readonly number[] = [];
  /** What a label says, or what an option costs -> its number. */
  private readonly labels = new Map<unknown, number>();
  /** Values and automata -> a number for each. */
  private readonly things = new Map<unknown, number>();
  /** The number of added items. */
  private items = 0;
  /** Added option -> its items and its label. */
  private readonly options: { readonly items: readonly number[]; readonly label: number }[] = [];
  /** Stated option -> its added items. */
  private readonly uses: number[][];

  constructor(binding: Binding) {
    this.binding = binding;
    this.domains = new Domains(binding.stated);
    this.uses = Array.from({ length: binding.stated.options }, () => []);
  }

  *begin(): Slices {
    this.variables = yield* variablesIn(this.domains, this.binding.variables, this.pace);
  }

  /** A text that rules have in common which say the same of the same variables. */
  *keyOf({ rule, variables }: BoundRule): Slices<string> {
    const said: string[] = [];
    for (const [part, value] of Object.entries(rule)) {
      if (part === 'name') continue;
      if (part === 'variables') said.push(variables.join());
      else if (part === 'tuples') said.push(yield* this.textOf(value));
      else said.push(Array.isArray(value) ? value.join() : String(this.thing(value)));
    }
    return said.join('|');
  }

  private *textOf(tuples: readonly (readonly unknown[])[]): Slices<string> {
    let text = '';
    for (const tuple of tuples) {
      text += `${tuple.map((value) => this.thing(value)).join()};`;
      if (this.pace.spent(4 * tuple.length)) yield;
    }
    return text;
  }

  *add(bound: BoundRule, index: number): Slices {
    const { rule } = bound;
    const variables = bound.variables.map((one) => this.variables[one]);
    switch (rule.kind) {
      case 'sum':
        yield* this.addSum(
          rule,
          yield* this.weights(bound, (value, k) => rule.weights[k] * (value as number)),
        );
        break;
      case 'occurs':
        yield* this.addSum(
          rule,
          yield* this.weights(bound, (value) => Number(value === rule.value)),
        );
        break;
      case 'budget':
        yield* this.addSum(
          rule,
          new Map(rule.options.map((option, k) => [option, rule.weights[k]])),
        );
        break;
      case 'atMost': {
        const weights = new Map(rule.options.map((option) => [option, 1]));
        yield* this.addSum({ least: 0, most: rule.most }, weights);
        break;
      }
      case 'different': {
        const own = this.item('different');
        for (const counts of (yield* this.countsByValue(bound)).values()) {
          yield* this.addSum({ least: 0, most: 1 }, counts, own);
        }
        break;
      }
      case 'table':
        yield* this.addTable(this.item('table'), variables, rule.tuples);
        break;
      case 'equal':
        yield* this.addPairs(this.item('equal'), variables, (v, w) => v === w);
        break;
      case 'ascending': {
        const own = this.item('ascending');
        for (let k = 1; k < variables.length; k++) {
          const pair = [variables[k - 1], variables[k]];
          yield* this.addPairs(own, pair, (v, w) => (v as number) < (w as number));
        }
        break;
      }
      case 'regular':
        yield* this.addAutomaton(variables, rule, index);
        break;
      case 'implies': {
        const own = this.item('implies');
        for (const [name, options] of [
          ['if', rule.options],
          ['then', rule.others],
        ] as const) {
          const part = this.item(name);
          this.link('part', own, part);
          for (const option of options) this.uses[option].push(part);
        }
        break;
      }
      case 'forbid':
        throw new QuadrilleError(
          'not-supported',
          `The symmetries of ${ruleName(rule, index)} are not known, which is a function; ask without symmetry.`,
        );
    }
  }

  *compiled(): Slices<Compiled> {
    const { stated } = this.binding;
    const { primary, secondary, multiple, options } = stated;
    const addedUses = this.uses.reduce((sum, uses) => sum + uses.length, 0);
    const linked = this.options.reduce((sum, { items }) => sum + items.length, 0);
    const data = emptyCompiled({
      primary,
      secondary: secondary + this.items,
      options: options + this.options.length,
      stated: options,
      nodes: stated.nodes + addedUses + linked,
      coloured: true,
      multiple,
      priced: true,
    });
    const compiled = Compiled.of(data);
    const { startAt, itemAt, colourAt, timesAt } = compiled;
    let node = 0;
    const put = (item: number, colour: number): void => {
      data[itemAt + node] = item;
      data[colourAt + node++] = colour;
    };
    for (const [option, uses] of this.uses.entries()) {
      data[startAt + option] = node;
      const colours = coloursOf(stated, option);
      for (const [k, item] of itemsOf(stated, option).entries()) put(item, colours[k] ?? 0);
      for (const item of uses) put(primary + secondary + item, COLOUR);
      setCost(compiled, option, this.numberOf(costOf(stated, option)));
      if (this.pace.spent(4 + 2 * colours.length + uses.length)) yield;
    }
    for (const [k, { items, label }] of this.options.entries()) {
      const option = options + k;
      data[startAt + option] = node;
      for (const item of items) put(primary + secondary + item, COLOUR);
      setCost(compiled, option, label);
      if (this.pace.spent(4 + items.length)) yield;
    }
    data[startAt + options + this.options.length] = node;
    for (let item = 0; multiple && item < primary; item++) {
      data.set([leastOf(stated, item), mostOf(stated, item)], timesAt + 2 * item);
    }
    return compiled;
  }

  /** A sum over options: those of one weight share an item. */
  private *addSum(
    { least, most }: { readonly least: number; readonly most: number },
    weights: ReadonlyMap<number, number>,
    parent?: number,
  ): Slices {
    const own = this.item(`sum from ${least} to ${most}`);
    if (parent !== undefined) this.link('part', parent, own);
    const parts = new Map<number, number>();
    for (const [option, weight] of weights) {
      if (this.pace.spent(4)) yield;
      if (weight === 0) continue;
      let part = parts.get(weight);
      if (part === undefined) {
        part = this.item(`weight ${weight}`);
        parts.set(weight, part);
        this.link('part', own, part);
      }
      this.uses[option].push(part);
    }
  }

  /** The variables of a table have an item for each value, and each tuple is an option. */
  private *addTable(
    own: number,
    variables: readonly number[],
    tuples: Iterable<readonly unknown[]>,
  ): Slices {
    const { domains, pace } = this;
    const items = variables.map((x) => {
      const position = this.item('position');
      this.link('part', own, position);
      const literals = new Map<unknown, number>();
      for (const literal of domains.literals(x)) {
        const item = this.literalItem(literal, 'value');
        literals.set(domains.value[literal], item);
        this.link('part', position, item);
      }
      return literals;
    });
    const seen = new Set<string>();
    for (const tuple of tuples) {
      const uses = tuple.flatMap((value, k) => items[k].get(value) ?? []);
      if (pace.spent(8 * uses.length)) yield;
      const text = uses.join();
      if (uses.length < tuple.length || seen.has(text)) continue;
      seen.add(text);
      this.link('tuple', ...uses);
    }
  }

  private *addPairs(
    own: number,
    variables: readonly number[],
    isGood: (v: unknown, w: unknown) => boolean,
  ): Slices {
    const [first, second] = variables.map((x) => [...this.valuesOf(x)]);
    const pairs: (readonly [unknown, unknown])[] = [];
    for (const v of first) {
      for (const w of second) if (isGood(v, w)) pairs.push([v, w]);
      if (this.pace.spent(2 * second.length)) yield;
    }
    yield* this.addTable(own, variables, pairs);
  }

  private *addAutomaton(
    variables: readonly number[],
    rule: BoundRule['rule'] & { readonly kind: 'regular' },
    index: number,
  ): Slices {
    const own = this.item('regular');
    if (variables.length === 0) return;
    const { layers } = yield* automatonLayers(this.domains, variables, rule, index, this.pace);
    let states = Array.from({ length: layers[0].states }, () => this.item('state 0'));
    for (const state of states) this.link('part', own, state);
    for (const [position, { from, literal, to }] of layers.entries()) {
      const count = layers[position + 1]?.states ?? 1;
      const next = Array.from({ length: count }, () => this.item(`state ${position + 1}`));
      const literals = new Map<number, number>();
      for (const [k, one] of literal.entries()) {
        let item = literals.get(one);
        if (item === undefined) {
          item = this.literalItem(one, `value ${position}`);
          literals.set(one, item);
        }
        this.link('transition', states[from[k]], item, next[to[k]]);
        if (this.pace.spent(8)) yield;
      }
      states = next;
    }
  }

  /** An item that the options of a literal have. */
  private literalItem(literal: number, label: string): number {
    const item = this.item(label);
    for (const option of this.domains.optionsOf[literal]) this.uses[option].push(item);
    return item;
  }

  /** Option -> what the values that it gives to the variables of a rule add up to. */
  private *weights(
    { variables }: BoundRule,
    weightOf: (value: unknown, k: number) => number,
  ): Slices<Map<number, number>> {
    const weights = new Map<number, number>();
    for (const [k, x] of variables.entries()) {
      const { values, options } = this.binding.variables[x];
      for (const [j, value] of values.entries()) {
        const weight = weightOf(value, k);
        for (const option of options[j]) weights.set(option, (weights.get(option) ?? 0) + weight);
        if (this.pace.spent(4 * options[j].length)) yield;
      }
    }
    return weights;
  }

  /** Value -> option -> the number of variables of a rule to which it gives the value. */
  private *countsByValue({ variables }: BoundRule): Slices<Map<unknown, Map<number, number>>> {
    const byValue = new Map<unknown, Map<number, number>>();
    for (const x of variables) {
      const { values, options } = this.binding.variables[x];
      for (const [j, value] of values.entries()) {
        const counts = byValue.get(value) ?? new Map<number, number>();
        byValue.set(value, counts);
        for (const option of options[j]) counts.set(option, (counts.get(option) ?? 0) + 1);
        if (this.pace.spent(8 * options[j].length)) yield;
      }
    }
    return byValue;
  }

  private valuesOf(x: number): Set<unknown> {
    const { domains } = this;
    return new Set(domains.literals(x).map((literal) => domains.value[literal]));
  }

  private item(label: string): number {
    const item = this.items++;
    this.link(`is ${label}`, item);
    return item;
  }

  private link(label: string, ...items: number[]): void {
    this.options.push({ items, label: this.numberOf(label) });
  }

  private numberOf(label: string | number): number {
    return numberIn(this.labels, label);
  }

  private thing(value: unknown): number {
    return numberIn(this.things, value);
  }
}

/** The number of a key, which is new if the key is. */
function numberIn(numbers: Map<unknown, number>, key: unknown): number {
  const number = numbers.get(key) ?? numbers.size;
  numbers.set(key, number);
  return number;
}
