import { itemsOf, leastOf, mostOf } from '../problem/compiled.ts';
import { QuadrilleError } from '../problem/error.ts';
import type { Grouping, RuleGroup } from '../problem/problem.ts';
import { CHOSEN, OPEN } from '../problem/propagation.ts';
import { Pace, type Slices } from '../problem/slices.ts';
import { automatonLayers } from './automaton.ts';
import type { Binding, BoundRule, BoundVariable } from './binding.ts';
import { Domains } from './domains.ts';
import { type Layer, type Layers, layersOf, merged } from './layers.ts';
import type { Automaton } from './rule.ts';
import { seenAs, valued, variableIn } from './variables.ts';

/** The most steps of the automaton of a rule, and the most transitions of a group and of all groups. */
const MOST_STEPS = 1 << 18;
const MOST_GROUP_TRANSITIONS = 1 << 19;
const MOST_TRANSITIONS = 1 << 22;

/** A variable at a position of a group, as a rule sees it. */
interface Column {
  readonly position: number;
  readonly variable: BoundVariable;
  /** Its place in the rule, and its weight in a sum. */
  readonly place: number;
  readonly weight: number;
}

/** The diagram of a rule, and the positions of its layers. */
interface Part {
  readonly layers: Layers;
  readonly columns: readonly Column[];
}

/** Why a problem has no groups. */
class Ungrouped extends Error {}

/**
 * The variables of a problem in groups that no rule links, each with all of its rules as one layered
 * diagram. Undefined where the problem has not that structure: where a rule has no diagram of a
 * bounded size, where an option covers two variables or is in two groups, or where all is one group.
 */
export function* groupsOf(
  binding: Binding,
  prefix: Iterable<number>,
): Slices<Grouping | undefined> {
  if (binding.stated.coloured) return undefined;
  try {
    return yield* new Grouper(binding, prefix).run();
  } catch (error) {
    // Whoever compiles the rules then says what is wrong with them.
    if (error instanceof Ungrouped || error instanceof QuadrilleError) return undefined;
    throw error;
  }
}

class Grouper {
  private readonly binding: Binding;
  private readonly domains: Domains;
  private readonly pace = new Pace();
  /** Item of a variable -> a rule that has it; roots of a forest of rules. */
  private readonly ruleOf = new Map<number, number>();
  private readonly above: number[];
  /** Option -> the item of its variable. */
  private readonly homeOf = new Map<number, number>();
  /** Rule -> the options it is about, where it is about options. */
  private readonly optionsOf: (readonly number[])[] = [];

  constructor(binding: Binding, prefix: Iterable<number>) {
    this.binding = binding;
    this.domains = new Domains(binding.stated);
    this.above = binding.rules.map((_, rule) => rule);
    for (const decision of prefix) this.domains.covering.decide(decision);
  }

  *run(): Slices<Grouping> {
    const { domains, binding } = this;
    yield* domains.settle();
    if (domains.failed !== undefined) throw new Ungrouped();
    for (const [rule, bound] of binding.rules.entries()) this.link(bound, rule);
    this.settleHomes();
    const inner = this.innerItems();
    const linking = this.linkingItems([...inner.values()].flat());
    /** Root -> the rules and the items of its group. */
    const members = new Map<number, { rules: number[]; items: number[] }>();
    for (const rule of binding.rules.keys()) {
      const root = this.rootOf(rule);
      if (!members.has(root)) members.set(root, { rules: [], items: [] });
      members.get(root)?.rules.push(rule);
    }
    for (const [item, rule] of this.ruleOf) members.get(this.rootOf(rule))?.items.push(item);
    // A group of everything has no plans to choose from.
    if (members.size < 2) throw new Ungrouped();
    const groups: RuleGroup[] = [];
    let transitions = 0;
    for (const [root, { items, rules }] of members) {
      const group = yield* this.group(items, rules, inner.get(root) ?? []);
      for (const { to } of group.layers) transitions += to.length;
      if (transitions > MOST_TRANSITIONS) throw new Ungrouped();
      groups.push(group);
    }
    const { options } = binding.stated;
    const plain: number[] = [];
    const chosen: number[] = [];
    for (let option = 0; option < options; option++) {
      if (this.homeOf.has(option) || !this.isOpen(option)) continue;
      plain.push(option);
      if (domains.covering.state[option] === CHOSEN) chosen.push(option);
    }
    return { groups, linking, plain, chosen };
  }

  private isOpen(option: number): boolean {
    const state = this.domains.covering.state[option];
    return state === OPEN || state === CHOSEN;
  }

  private rootOf(rule: number): number {
    let root = rule;
    while (this.above[root] !== root) root = this.above[root];
    return root;
  }

  /** Links a rule with those that have a variable in common with it. */
  private link({ rule, variables }: BoundRule, index: number): void {
    const join = (item: number) => {
      const other = this.ruleOf.get(item);
      if (other === undefined) this.ruleOf.set(item, index);
      else this.above[this.rootOf(index)] = this.rootOf(other);
    };
    for (const x of variables) join(this.binding.variables[x].item);
    if (rule.kind === 'forbid') throw new Ungrouped();
    if (!('options' in rule)) {
      if (variables.length === 0) throw new Ungrouped();
      return;
    }
    const stated = rule.kind === 'implies' ? [...rule.options, ...rule.others] : rule.options;
    const counts = (k: number) => rule.kind !== 'budget' || rule.weights[k] !== 0;
    const options = stated.filter((option, k) => this.isOpen(option) && counts(k));
    this.optionsOf[index] = options;
    const { stated: compiled } = this.binding;
    const isExact = (item: number) =>
      item < compiled.primary && leastOf(compiled, item) === 1 && mostOf(compiled, item) === 1;
    /** Item -> the options of the rule that have it. */
    const uses = new Map<number, number>();
    for (const option of options) {
      for (const item of itemsOf(compiled, option)) uses.set(item, (uses.get(item) ?? 0) + 1);
    }
    for (const option of options) {
      const exact = [...itemsOf(compiled, option)].filter(isExact);
      const known = exact.filter((item) => this.ruleOf.has(item));
      const most = (known.length > 0 ? known : exact).reduce<number | undefined>(
        (best, item) =>
          best === undefined || (uses.get(item) ?? 0) > (uses.get(best) ?? 0) ? item : best,
        undefined,
      );
      if (most === undefined) throw new Ungrouped();
      join(most);
    }
    if (options.length === 0) throw new Ungrouped();
  }

  /** Finds the variable of each option. */
  private settleHomes(): void {
    const { covering } = this.domains;
    for (const item of this.ruleOf.keys()) {
      for (const node of covering.nodesOf(item)) {
        const option = covering.optionOf[node];
        if (!this.isOpen(option)) continue;
        if (this.homeOf.has(option)) throw new Ungrouped();
        this.homeOf.set(option, item);
      }
    }
  }

  /**
   * Group, by its root -> the items that several of its variables may cover, and nothing else does: a
   * rule of the group says how often.
   */
  private innerItems(): Map<number, number[]> {
    const { covering } = this.domains;
    const { primary, secondary } = this.binding.stated;
    const found = new Map<number, number[]>();
    for (let item = 0; item < primary + secondary; item++) {
      if (this.ruleOf.has(item)) continue;
      /** Group -> the variable that may cover it; absent options are in no group. */
      const homes = new Map<number, number>();
      let isTwice = false;
      for (const node of covering.nodesOf(item)) {
        const option = covering.optionOf[node];
        if (!this.isOpen(option)) continue;
        const home = this.homeOf.get(option);
        const group = home === undefined ? -1 : this.rootOf(this.ruleOf.get(home) as number);
        isTwice ||= group >= 0 && (homes.get(group) ?? home) !== home;
        homes.set(group, home ?? -1);
      }
      if (!isTwice) continue;
      const [group, ...others] = homes.keys();
      if (others.length > 0) throw new Ungrouped();
      found.set(group, [...(found.get(group) ?? []), item]);
    }
    return found;
  }

  /** The items that are no variables, those of single groups left out. */
  private linkingItems(inner: readonly number[]): number[] {
    const { covering } = this.domains;
    const { primary, secondary } = this.binding.stated;
    const without = new Set(inner);
    const found: number[] = [];
    for (let item = 0; item < primary + secondary; item++) {
      if (this.ruleOf.has(item) || without.has(item)) continue;
      const nodes = covering.nodesOf(item);
      if (nodes.some((node) => this.isOpen(covering.optionOf[node]))) found.push(item);
    }
    return found;
  }

  /** The diagram of a group: all its rules at once. */
  private *group(
    items: readonly number[],
    rules: readonly number[],
    inner: readonly number[],
  ): Slices<RuleGroup> {
    const { stated, variables } = this.binding;
    /** Item -> its position: in the order of its longest automaton, then as stated. */
    const positions = new Map<number, number>();
    const place = (item: number) => {
      if (!positions.has(item)) positions.set(item, positions.size);
    };
    const automata = rules
      .map((rule) => this.binding.rules[rule])
      .filter(({ rule }) => rule.kind === 'regular');
    automata.sort((a, b) => b.variables.length - a.variables.length);
    for (const bound of automata) for (const x of bound.variables) place(variables[x].item);
    for (const item of [...items].sort((a, b) => a - b)) place(item);
    const parts: Part[] = [];
    for (const rule of rules) parts.push(yield* this.part(rule, positions));
    for (const item of inner) {
      const nodes = [...this.domains.covering.nodesOf(item)];
      const own = nodes.map((node) => this.domains.covering.optionOf[node]);
      const [least, most] =
        item < stated.primary ? [leastOf(stated, item), mostOf(stated, item)] : [0, 1];
      const columns = this.optionColumns(positions, own, () => 1);
      parts.push(yield* this.sumPart(columns, least, most));
    }
    return yield* this.product([...positions.keys()], parts);
  }

  /** The diagram of a rule. */
  private *part(index: number, positions: ReadonlyMap<number, number>): Slices<Part> {
    const bound = this.binding.rules[index];
    const { rule } = bound;
    const own = this.optionsOf[index];
    switch (rule.kind) {
      case 'sum':
        return yield* this.sumPart(
          this.columns(bound, positions, true, rule.weights),
          rule.least,
          rule.most,
        );
      case 'occurs': {
        const columns = this.columns(bound, positions, true).map((column) => ({
          ...column,
          variable: seenAs(column.variable, (value) => Number(value === rule.value)),
        }));
        return yield* this.sumPart(columns, rule.least, rule.most);
      }
      case 'budget':
      case 'atMost': {
        const weights =
          rule.kind === 'budget'
            ? new Map(rule.options.map((option, k) => [option, rule.weights[k]]))
            : undefined;
        const columns = this.optionColumns(positions, own, (option) => weights?.get(option) ?? 1);
        const least = rule.kind === 'budget' ? rule.least : 0;
        return yield* this.sumPart(columns, least, rule.most);
      }
      case 'implies': {
        const [given, others] = [new Set(rule.options), new Set(rule.others)];
        const bits = (option: number) =>
          (given.has(option) ? GIVEN : 0) | (others.has(option) ? FOLLOWS : 0);
        return yield* this.automatonPart(this.optionColumns(positions, own, bits), {
          start: 0,
          step: (state: number, value: number) => state | value,
          accept: (state: number) => state !== GIVEN,
        });
      }
      case 'regular': {
        const columns = this.columns(bound, positions);
        if (columns.some(({ place }, k) => place !== k)) throw new Ungrouped();
        const { domains, pace } = this;
        const { automaton } = rule;
        const { start } = automaton;
        const step = this.limited((...of) => automaton.step(...of));
        const accept = (state: unknown) => automaton.accept(state);
        const limitedRule = { ...rule, automaton: { start, step, accept } };
        const own = columns.map(({ variable }) => variableIn(domains, variable));
        return { columns, layers: yield* automatonLayers(domains, own, limitedRule, index, pace) };
      }
      case 'forbid':
        throw new Ungrouped();
      default: {
        const columns = this.columns(bound, positions);
        return yield* this.automatonPart(columns, orderOf(columns, bound));
      }
    }
  }

  /** The variables of a rule, by position. Where a sum has one twice, its weights are added. */
  private columns(
    { variables }: BoundRule,
    positions: ReadonlyMap<number, number>,
    isSum = false,
    weights: readonly number[] = [],
  ): Column[] {
    const columns = new Map<number, Column>();
    for (const [place, x] of variables.entries()) {
      const variable = this.binding.variables[x];
      const weight = weights[place] ?? 1;
      const before = columns.get(x);
      const position = positions.get(variable.item) as number;
      if (before !== undefined && !isSum) throw new Ungrouped();
      columns.set(x, { position, variable, place, weight: weight + (before?.weight ?? 0) });
    }
    const sorted = [...columns.values()].sort((a, b) => a.position - b.position);
    // Two ways to see one item.
    if (sorted.some(({ position }, k) => position === sorted[k - 1]?.position))
      throw new Ungrouped();
    return sorted;
  }

  /** The variables of some options, each seen by a number of its option: 0 for all others. */
  private optionColumns(
    positions: ReadonlyMap<number, number>,
    options: readonly number[],
    numberOf: (option: number) => number,
  ): Column[] {
    const { covering } = this.domains;
    const own = new Set(options);
    const items = new Set<number>();
    for (const option of options) {
      const item = this.homeOf.get(option);
      if (item !== undefined) items.add(item);
    }
    const columns = [...items].map((item): Column => {
      const variable = valued(
        item,
        Array.from(covering.nodesOf(item), (node) => {
          const option = covering.optionOf[node];
          return [option, own.has(option) ? numberOf(option) : 0] as const;
        }),
      );
      return { position: positions.get(item) as number, variable, place: 0, weight: 1 };
    });
    return columns.sort((a, b) => a.position - b.position);
  }

  private *sumPart(columns: readonly Column[], least: number, most: number): Slices<Part> {
    const lows = [0];
    const highs = [0];
    for (const { variable, weight } of [...columns].reverse()) {
      const terms = variable.values.map((value) => weight * (value as number));
      lows.unshift(lows[0] + Math.min(...terms));
      highs.unshift(highs[0] + Math.max(...terms));
    }
    return yield* this.automatonPart(columns, {
      start: 0,
      step: (state: number, value: number, k: number) => {
        const after = state + columns[k].weight * value;
        const isHopeless = after + lows[k + 1] > most || after + highs[k + 1] < least;
        return isHopeless ? undefined : after;
      },
      accept: (state: number) => state >= least && state <= most,
    });
  }

  private *automatonPart<S, V>(
    columns: readonly Column[],
    { start, step, accept }: Automaton<S, V>,
  ): Slices<Part> {
    const { domains, pace } = this;
    const limited = this.limited(step as Automaton<unknown, unknown>['step']);
    const machine = {
      variables: columns.map(({ variable }) => variableIn(domains, variable)),
      start,
      step: (k: number, state: unknown, literal: number) =>
        limited(state, domains.value[literal], k),
      accept: accept as (state: unknown) => boolean,
      refuse: () => new QuadrilleError('too-large', 'Too many transitions.'),
    };
    return { columns, layers: yield* layersOf(domains, machine, 0, pace) };
  }

  private limited(step: Automaton<unknown, unknown>['step']): Automaton<unknown, unknown>['step'] {
    let steps = 0;
    return (state, value, position) => {
      if (++steps > MOST_STEPS) throw new Ungrouped();
      return step(state, value, position);
    };
  }

  /** The diagrams of several rules as one: its states are tuples of theirs, each as one number, merged. */
  private *product(items: readonly number[], parts: readonly Part[]): Slices<RuleGroup> {
    const { pace } = this;
    // One that accepts nothing.
    if (parts.some(({ layers }) => layers.layers[0]?.from.length === 0)) throw new Ungrouped();
    const layers: Layer[] = [];
    const lettersAt: (readonly number[])[][] = [];
    let keys = [0];
    let count = 0;
    for (const [position, item] of items.entries()) {
      const { letters, steps, sizes, sizesAfter } = this.alphabet(position, item, parts);
      const places = new Map<number, number>();
      const from: number[] = [];
      const to: number[] = [];
      const letter: number[] = [];
      for (const [number, key] of keys.entries()) {
        for (let a = 0; a < letters.length; a++) {
          let rest = key;
          let radix = 1;
          let after = 0;
          for (let p = 0; p < parts.length; p++) {
            const size = sizes[p];
            const state = rest % size;
            rest = (rest - state) / size;
            const step = steps[p];
            const next = step === undefined ? state : step[state * letters.length + a];
            if (next < 0) {
              after = -1;
              break;
            }
            after += radix * next;
            radix *= sizesAfter[p];
          }
          if (after < 0) continue;
          let target = places.get(after);
          if (target === undefined) {
            target = places.size;
            places.set(after, target);
          }
          from.push(number);
          to.push(target);
          letter.push(a);
        }
        if (count + from.length > MOST_GROUP_TRANSITIONS) throw new Ungrouped();
        if (pace.spent(letters.length * (2 + 2 * parts.length))) yield;
      }
      count += from.length;
      layers.push({ states: keys.length, from, literal: letter, to });
      lettersAt.push(letters);
      keys = [...places.keys()];
    }
    const found = yield* merged(layers, pace);
    return {
      layers: found.map(({ states, from, literal, to }, position) => {
        return { states, from, to, letter: literal, letters: lettersAt[position] };
      }),
    };
  }

  /**
   * What the options of a variable do. Options that do the same in all rules are one *letter*. For
   * each part that looks at the variable: its state and letter -> its next state, or -1; for each part
   * the number of its states before and after.
   */
  private alphabet(position: number, item: number, parts: readonly Part[]) {
    const { domains } = this;
    const { covering } = domains;
    const options = Array.from(covering.nodesOf(item), (node) => covering.optionOf[node]).filter(
      (option) => this.isOpen(option),
    );
    const sizes: number[] = [];
    const sizesAfter: number[] = [];
    const layerAt = parts.map(({ layers, columns }) => {
      const passed = columns.filter((column) => column.position < position).length;
      const isHere = columns[passed]?.position === position;
      const statesAt = (k: number) => layers.layers[k]?.states ?? 1;
      sizes.push(statesAt(passed));
      sizesAfter.push(statesAt(isHere ? passed + 1 : passed));
      return isHere ? passed : -1;
    });
    if (sizes.reduce((all, size) => all * size, 1) > 2 ** 50) throw new Ungrouped();
    if (sizesAfter.reduce((all, size) => all * size, 1) > 2 ** 50) throw new Ungrouped();
    const letters = new Map<string, { options: number[]; literals: (number | undefined)[] }>();
    for (const option of options) {
      const literals = parts.map(({ layers }, p) => {
        const x = layers.variables[layerAt[p]];
        return domains.literalsIn(option).find((literal) => domains.variableOf[literal] === x);
      });
      const key = literals.join();
      const letter = letters.get(key) ?? { options: [], literals };
      letter.options.push(option);
      letters.set(key, letter);
    }
    const all = [...letters.values()];
    const steps = parts.map(({ layers }, p) => {
      const layer = layers.layers[layerAt[p]];
      if (layer === undefined) return undefined;
      const lettersOf = new Map<number, number[]>();
      for (const [a, { literals }] of all.entries()) {
        const literal = literals[p] as number;
        lettersOf.set(literal, [...(lettersOf.get(literal) ?? []), a]);
      }
      const next = new Int32Array(layer.states * all.length).fill(-1);
      for (const [k, state] of layer.from.entries()) {
        for (const a of lettersOf.get(layer.literal[k]) ?? []) {
          next[state * all.length + a] = layer.to[k];
        }
      }
      return next;
    });
    return { letters: all.map((letter) => letter.options), steps, sizes, sizesAfter };
  }
}

/** Of an implication: options that ask for others were chosen, or these others. */
const GIVEN = 1;
const FOLLOWS = 2;

/** The automaton of a rule that compares values, over its variables by position. */
function orderOf(columns: readonly Column[], { rule }: BoundRule): Automaton<unknown, unknown> {
  const accept = () => true;
  switch (rule.kind) {
    case 'equal': {
      const step = (state: unknown, value: unknown, k: number) =>
        k === 0 || state === value ? value : undefined;
      return { start: null, step, accept };
    }
    case 'ascending': {
      const places = columns.map(({ place }) => place);
      const sign = Math.sign(places[1] - places[0]);
      if (places.some((place, k) => k > 0 && (place - places[k - 1]) * sign < 0)) {
        throw new Ungrouped();
      }
      const step = (state: unknown, value: unknown, k: number) =>
        k === 0 || sign * ((value as number) - (state as number)) > 0 ? value : undefined;
      return { start: null, step, accept };
    }
    default: {
      // Values by their numbers, so that states are texts.
      const numbers = new Map<unknown, number>();
      const numberOf = (value: unknown) => {
        const number = numbers.get(value) ?? numbers.size;
        numbers.set(value, number);
        return number;
      };
      if (rule.kind === 'different') {
        const step = (state: unknown, value: unknown) => {
          const used = state === '' ? [] : (state as string).split(',');
          const own = String(numberOf(value));
          return used.includes(own) ? undefined : [...used, own].sort().join();
        };
        return { start: '', step, accept };
      }
      const begun = new Set<string>();
      for (const tuple of rule.kind === 'table' ? rule.tuples : []) {
        let text = '';
        for (const { place } of columns) {
          text = `${text}${numberOf(tuple[place])},`;
          begun.add(text);
        }
      }
      const step = (state: unknown, value: unknown) => {
        const text = `${state}${numberOf(value)},`;
        return begun.has(text) ? text : undefined;
      };
      return { start: '', step, accept };
    }
  }
}
