import { hasPrimary } from '../problem/compiled.ts';
import { QuadrilleError } from '../problem/error.ts';
import type { Pace, Slices } from '../problem/slices.ts';
import { automatonLayers } from './automaton.ts';
import { type Binding, type BoundRule, inRule } from './binding.ts';
import { type Constraint, prune } from './constraint.ts';
import { areFew, countingLayers, merged, type Occurrence } from './counts.ts';
import { derivedSums } from './derived.ts';
import { Differences } from './differences.ts';
import { Different, literalsByValue } from './different.ts';
import { Domains } from './domains.ts';
import { variablesOf } from './grouping.ts';
import { MOST_TRANSITIONS } from './layers.ts';
import { AtMost, Implication } from './limits.ts';
import { Linear, type Term } from './linear.ts';
import { ruleName } from './rule.ts';
import { sumSection } from './sum-section.ts';
import { addLongSum, addShortSum, addSmallSum, areSets } from './sums.ts';
import type { Tuning } from './tuning.ts';
import { TupleTable } from './tuple-table.ts';
import { unitedSums } from './unions.ts';
import { unorderedSets, unorderedTuples } from './unordered.ts';
import { ValueSets } from './value-sets.ts';
import { seenAs, variableIn, variablesIn } from './variables.ts';

/** Sums that follow from others prune by their tuples, too, where they have no more terms than this. */
const MOST_DERIVED_TERMS = 3;

/** A rule that counts a value, by its index. */
type CountRule = Occurrence & { readonly index: number };

/**
 * Turns rules into constraints, in two rounds, each of which prunes as far as it can. What is known
 * after the first, tables, orders, differences and the bounds of sums, makes the second one small:
 * sums and automata are laid out over the values that are left.
 */
export class Lowering {
  readonly domains: Domains;
  readonly constraints: Constraint[] = [];
  /** What engines need not read that keep to the sums they are told of. */
  asSums: readonly Constraint[] = [];
  /** What engines are told of sums. */
  told: readonly number[] = [];
  private readonly binding: Binding;
  private readonly pace: Pace;
  private readonly tuning: Tuning;
  readonly differences: Differences;
  /** Variable of the binding -> variable. */
  private variables: readonly number[] = [];
  /** Variables, as a text -> the rules that count values among them. */
  private counted: Map<string, CountRule[]> | undefined;

  constructor(binding: Binding, pace: Pace, tuning: Tuning) {
    this.binding = binding;
    this.pace = pace;
    this.tuning = tuning;
    this.domains = new Domains(binding.stated);
    this.differences = new Differences(this.domains);
  }

  *run(): Slices {
    const { domains, constraints, pace, binding } = this;
    this.variables = yield* variablesIn(domains, binding.variables, pace);
    /** Sums by rule: their terms, their least and most. */
    const sums: Linear[] = [];
    // What differs first: the other rules take smaller forms then.
    for (const isFirst of [true, false]) {
      for (const [index, bound] of binding.rules.entries()) {
        if ((bound.rule.kind === 'different') !== isFirst) continue;
        domains.acting = index;
        yield* this.lower(bound, index, sums);
      }
    }
    const isPlain = ({ rule }: BoundRule) => rule.kind === 'atMost' || rule.kind === 'implies';
    if (binding.rules.every(isPlain)) {
      // They exclude options and prune nothing else, so covering is left to the engines.
      for (const one of constraints) {
        domains.acting = one.rule;
        yield* one.filter(domains, pace);
      }
      return;
    }
    const derived = this.tuning.derives ? yield* derivedSums(domains, sums, pace) : [];
    yield* prune(domains, [...constraints, ...sums, ...derived], pace);
    const nameOf = (rule: number) => this.nameOf(rule);
    const { differences, tuning } = this;
    const totals = new Map<string, number>();
    const context = { domains, differences, constraints, totals, pace, tuning, nameOf };
    /** Sums that are laid out as diagrams, and their parts. */
    const long: Linear[] = [];
    const asSums: Constraint[] = [];
    const diagrams = { ...context, constraints: asSums, totals: new Map<string, number>() };
    for (const sum of sums) {
      if (domains.failed !== undefined) break;
      if (yield* addShortSum(context, sum)) continue;
      yield* addLongSum(diagrams, sum);
      long.push(sum);
    }
    for (const [index, bound] of binding.rules.entries()) {
      if (domains.failed === undefined) yield* this.addAutomaton(bound, index);
    }
    /** What prunes, and is not written. */
    const aside: Constraint[] = [...sums, ...derived];
    const brief = { ...context, constraints: aside, totals: new Map<string, number>() };
    for (const { rule, terms, least, most } of derived) {
      if (terms.length > MOST_DERIVED_TERMS) continue;
      if (domains.failed === undefined) yield* addSmallSum(brief, rule, terms, least, most);
    }
    if (domains.failed === undefined)
      yield* prune(domains, [...constraints, ...asSums, ...aside], pace);
    if (domains.failed === undefined && tuning.derives) {
      const united = unitedSums(domains, differences, sums);
      const section = yield* sumSection(domains, differences, long, [...derived, ...united], pace);
      this.told = section.integers;
      if (section.hasStated) this.asSums = asSums;
    }
    if (this.asSums.length === 0) constraints.push(...asSums);
  }

  private *lower(
    { rule, variables: bound, rivals }: BoundRule,
    index: number,
    sums: Linear[],
  ): Slices {
    const { domains, constraints } = this;
    const variables = bound.map((one) => this.variables[one]);
    const [a, b] = variables;
    switch (rule.kind) {
      case 'table':
        yield* this.addTable(index, variables, rule.tuples);
        break;
      case 'equal':
        if (a !== b) yield* this.addPairs(index, a, b, (v, w) => v === w);
        break;
      case 'ascending':
        if (new Set(variables).size < variables.length) domains.fail();
        for (const [k, x] of variables.slice(1).entries()) {
          yield* this.addPairs(index, variables[k], x, (v, w) => (v as number) < (w as number));
        }
        break;
      case 'different':
        yield* this.addDifferent(index, variables);
        break;
      case 'sum':
        sums.push(
          new Linear(
            index,
            variables.map((x, k): Term => [x, rule.weights[k]]),
            rule.least,
            rule.most,
          ),
        );
        break;
      case 'occurs': {
        const { value, least, most } = rule;
        const alike = this.countedWith(bound);
        if (alike.length > 1) break;
        const terms = bound.map((one): Term => {
          const variable = this.binding.variables[one];
          return [
            variableIn(
              domains,
              seenAs(variable, (own) => Number(own === value)),
            ),
            1,
          ];
        });
        sums.push(new Linear(index, terms, least, most));
        break;
      }
      case 'budget': {
        const terms = variablesOf(domains, rule.options, rule.weights).map((x): Term => [x, 1]);
        sums.push(new Linear(index, terms, rule.least, rule.most));
        break;
      }
      case 'atMost': {
        const { compiled } = domains.covering;
        const own = rule.options.filter((option) => hasPrimary(compiled, option));
        constraints.push(new AtMost(index, own, rule.most));
        break;
      }
      case 'implies':
        this.addImplication(index, rule.options, rule.others, rivals);
        break;
      default:
    }
  }

  private *addTable(
    index: number,
    variables: readonly number[],
    tuples: readonly (readonly unknown[])[],
  ): Slices {
    const { domains, pace } = this;
    if (tuples.length > MOST_TRANSITIONS) throw this.tooLarge(index, `${tuples.length} tuples`);
    if (
      variables.length > 2 &&
      tuples.length > this.tuning.mostTuples &&
      areSets(this, variables)
    ) {
      const sets = unorderedTuples(tuples, variables.length);
      if (sets !== undefined) {
        this.addSets(index, variables, sets);
        return;
      }
    }
    const columns = [...new Set(variables)];
    /** Place -> the column of its variable, which may be there twice. */
    const columnAt = variables.map((x) => columns.indexOf(x));
    const combinations = columns.reduce((all, x) => all * domains.allOf(x), 1);
    const seen = new Set<number | string>();
    const found: number[] = [];
    const own: number[] = [];
    for (const tuple of tuples) {
      let known = 0;
      let key = 0;
      let k = 0;
      for (; k < tuple.length; k++) {
        const x = variables[k];
        const literal = domains.literalWith(x, tuple[k]);
        const column = columnAt[k];
        if (literal === undefined || (column < known && own[column] !== literal)) break;
        if (column < known) continue;
        own[known++] = literal;
        key = key * domains.allOf(x) + literal - domains.start[x];
      }
      if (pace.spent(4 * k + 4)) yield;
      if (k < tuple.length) continue;
      const distinct = combinations <= Number.MAX_SAFE_INTEGER ? key : own.join();
      if (seen.has(distinct)) continue;
      seen.add(distinct);
      for (const literal of own) found.push(literal);
    }
    if (seen.size === 0) domains.fail();
    if (columns.length > 0) this.constraints.push(new TupleTable(index, columns, found));
  }

  private addSets(
    index: number,
    variables: readonly number[],
    sets: readonly (readonly unknown[])[],
  ): void {
    if (sets.length === 0) this.domains.fail();
    const plain = sets.map((values) => ({ values }));
    this.constraints.push(new ValueSets(index, variables, plain, undefined));
  }

  private *addPairs(
    index: number,
    a: number,
    b: number,
    isGood: (v: unknown, w: unknown) => boolean,
  ): Slices {
    const { domains, pace } = this;
    const found: number[] = [];
    for (const literal of domains.literals(a)) {
      for (const other of domains.literals(b)) {
        if (isGood(domains.value[literal], domains.value[other])) found.push(literal, other);
        if (pace.spent(2)) yield;
      }
      if (found.length > 2 * MOST_TRANSITIONS)
        throw this.tooLarge(index, `${found.length / 2} pairs`);
    }
    this.constraints.push(new TupleTable(index, [a, b], found));
  }

  private *addDifferent(index: number, variables: readonly number[]): Slices {
    const { domains, differences, constraints, pace } = this;
    if (new Set(variables).size < variables.length) domains.fail();
    if (domains.failed !== undefined || differences.allDiffer(variables)) return;
    // Where one of them has more values than there are variables, there are enough.
    const isPlenty = variables.some((x) => domains.size[x] > variables.length);
    const values = isPlenty ? undefined : yield* literalsByValue(domains, variables, pace);
    const count = values?.length ?? Number.POSITIVE_INFINITY;
    if (count < variables.length) domains.fail();
    constraints.push(new Different(index, variables, count));
    yield* differences.note(variables, pace);
  }

  private addImplication(
    index: number,
    options: readonly number[],
    others: readonly number[],
    rivals: ReadonlySet<number> | undefined,
  ): void {
    const { domains, constraints } = this;
    const { compiled } = domains.covering;
    const implied = new Set(others);
    const own = options.filter((option) => !implied.has(option));
    if (own.length === 0) return;
    const choosable = own.filter((option) => hasPrimary(compiled, option));
    if (rivals === undefined) constraints.push(new AtMost(index, choosable, 0));
    else constraints.push(new Implication(index, choosable, rivals));
  }

  /** The rules that count values among these variables, if they are counted together. */
  private countedWith(bound: readonly number[]): readonly CountRule[] {
    const key = [...bound].sort((a, b) => a - b).join();
    if (this.counted === undefined) {
      this.counted = new Map();
      for (const [index, { rule, variables }] of this.binding.rules.entries()) {
        if (rule.kind !== 'occurs') continue;
        const own = [...variables].sort((a, b) => a - b).join();
        const group = this.counted.get(own) ?? [];
        group.push({ ...rule, index });
        this.counted.set(own, group);
      }
      for (const [own, group] of this.counted) {
        if (!areFew(merged(group), own.split(',').length)) this.counted.set(own, []);
      }
    }
    return bound.length > 0 ? (this.counted.get(key) ?? []) : [];
  }

  private *addAutomaton({ rule, variables: bound }: BoundRule, index: number): Slices {
    if (rule.kind === 'occurs') {
      const alike = this.countedWith(bound);
      if (alike.length < 2 || alike[0].index !== index) return;
      const variables = bound.map((one) => this.variables[one]);
      const { domains, pace } = this;
      this.constraints.push(yield* countingLayers(domains, variables, merged(alike), index, pace));
    }
    if (rule.kind !== 'regular') return;
    const { domains, constraints, pace } = this;
    domains.acting = index;
    const variables = bound.map((one) => this.variables[one]);
    if (variables.length > 2 && areSets(this, variables)) {
      const values = new Set(
        variables.flatMap((x) => domains.literals(x).map((literal) => domains.value[literal])),
      );
      const sets = yield* unorderedSets(rule.automaton, [...values], variables.length, pace);
      if (sets !== undefined) {
        this.addSets(index, variables, sets);
        return;
      }
    }
    constraints.push(yield* automatonLayers(domains, variables, rule, index, pace));
  }

  private tooLarge(index: number, size: string): QuadrilleError {
    const error = new QuadrilleError(
      'too-large',
      `there are ${size}, and at most ${MOST_TRANSITIONS} are possible; state the rule for fewer values.`,
    );
    return inRule(error, this.binding.rules[index].rule, index);
  }

  private nameOf(rule: number): string {
    return ruleName(this.binding.rules[rule].rule, rule);
  }
}
