import type { Compiled } from '../problem/compiled.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import { ascending } from '../problem/problem.ts';
import { isPromise } from '../problem/setting.ts';
import type { Decisions, Prefix } from './prefix.ts';
import {
  checkBudget,
  checkSolutionBudget,
  type Forbids,
  type Module,
  notOnSolution,
  type Outcome,
  type Search,
} from './search.ts';
import type { Solver } from './solver.ts';

/** What a rule by a function asks of each solution: options of it that cannot stand together. */
export type Conflicts = (
  numbers: readonly number[],
  data: unknown,
) => readonly number[] | undefined;

/** A rule by a function. */
export interface Forbid {
  readonly conflictOf: Conflicts;
  /** The rule, as messages name it. */
  readonly name: string;
  readonly data?: unknown;
  readonly module?: Module | undefined;
}

/** Settings that do not go with rules by functions, and why. */
const REFUSED = {
  upToSymmetry: 'it may move a solution to one that the function forbids',
  reduce: 'the function knows the options as they are stated',
  proof: 'what the function says is not proven',
} as const;

/** Rules by functions, around each search that answers a question. */
export function forbidding(rules: readonly Forbid[]): Forbids {
  const names = rules.map(({ name }) => name).join(', ');
  const modules = rules.flatMap(({ module }) => module ?? []);
  return {
    modules: modules.length === rules.length ? modules : undefined,
    names,
    check(settings) {
      for (const [name, value] of Object.entries(settings)) {
        if (value === undefined || value === false || !Object.hasOwn(REFUSED, name)) continue;
        const why = REFUSED[name as keyof typeof REFUSED];
        throw new QuadrilleError(
          'bad-setting',
          `${name} does not go with ${names}, a rule by a function: ${why}. Leave ${name} out.`,
        );
      }
    },
    around: (search, compiled) => new Forbidding(search, compiled, rules),
  };
}

/**
 * A search around which rules by functions stand. What the search finds is a candidate:
 *
 *     [search] -- candidate --> [each rule] -- nothing --> a solution
 *        ^                           '------- conflict --> [forbid], in `learn` a clause --.
 *        '---------------------------------------------------------------------------------'
 *
 * The search goes over all candidates, so its prefixes, its frontier and its end say the same of the
 * solutions. `learn` goes around all other candidates with the same conflict.
 */
export class Forbidding<S extends Search = Search> implements Search, Solver {
  readonly search: S;
  solutions = 0;
  private readonly rules: readonly Forbid[];
  /** The number of options that were stated: rules know no others. */
  private readonly stated: number;
  /** The candidate. */
  private readonly numbers: number[] = [];
  private onSolution = false;
  /** An error of a rule: it cannot go on after that. */
  private failure: unknown;

  constructor(search: S, { stated }: Compiled, rules: readonly Forbid[]) {
    this.search = search;
    this.stated = stated;
    this.rules = rules;
  }

  get prefix(): Prefix {
    return this.search.prefix;
  }

  get nodes(): number {
    return this.search.nodes;
  }

  get guesses(): number {
    return this.search.guesses;
  }

  get updates(): number {
    return this.search.updates;
  }

  get deepest(): number {
    return this.search.deepest;
  }

  /** The cost of a solver of a portfolio. */
  get cost(): number {
    return (this.search as Search & Partial<Solver>).cost ?? 0;
  }

  get counters(): this {
    return this;
  }

  advance(nodeBudget: number, solutionBudget = 1): Outcome {
    checkBudget(nodeBudget);
    checkSolutionBudget(solutionBudget);
    if (this.failure !== undefined) throw this.failure;
    const { search } = this;
    if (nodeBudget === 0) return search.advance(0);
    const isEndless = nodeBudget === Number.POSITIVE_INFINITY;
    const stop = isEndless ? nodeBudget : search.nodes + Math.ceil(nodeBudget);
    const wanted = this.solutions + solutionBudget;
    this.onSolution = false;
    for (;;) {
      const outcome = search.advance(isEndless ? stop : stop - search.nodes);
      if (outcome !== 'solution') return outcome;
      const conflict = this.conflict();
      if (conflict === undefined) {
        this.onSolution = ++this.solutions === wanted;
        if (this.onSolution) return outcome;
      } else search.forbid?.(conflict);
      // A rule may take long, so with a finite budget it pauses after each candidate.
      if (!isEndless) return 'paused';
    }
  }

  solution(into?: number[]): number[] {
    if (!this.onSolution) throw notOnSolution();
    return this.search.solution(into);
  }

  frontier(): Iterable<Prefix> {
    return this.search.frontier();
  }

  split(atLeast: number): Prefix[] {
    return this.search.split(atLeast);
  }

  share(): number {
    return this.search.share();
  }

  reset(prefix?: Decisions, length?: number): void {
    this.search.reset(prefix, length);
    this.solutions = 0;
    this.onSolution = false;
    this.failure = undefined;
  }

  end(): void {
    this.search.end();
    this.onSolution = false;
  }

  exclude(numbers: readonly number[]): void {
    (this.search as Search & Partial<Solver>).exclude?.(numbers);
  }

  /** What the first rule that is broken names; undefined if the candidate is a solution. */
  private conflict(): readonly number[] | undefined {
    const { stated, rules } = this;
    const numbers = ascending(this.search.solution(this.numbers));
    while ((numbers.at(-1) ?? -1) >= stated) numbers.pop();
    try {
      for (const rule of rules) {
        const conflict = conflictBy(rule, numbers);
        if (conflict !== undefined) return conflict;
      }
    } catch (error) {
      this.failure = error;
      throw error;
    }
    return undefined;
  }
}

/** What a rule says of a candidate, checked. */
export function conflictBy(
  { conflictOf, name, data }: Forbid,
  numbers: readonly number[],
): readonly number[] | undefined {
  let conflict: unknown;
  try {
    conflict = conflictOf([...numbers], data);
  } catch (error) {
    const { message } = error instanceof Error ? error : { message: String(error) };
    const text = `The function of ${name} threw on the options ${listed(numbers)}: ${message}`;
    throw Object.assign(new QuadrilleError('bad-rule', text), { cause: error });
  }
  if (conflict === undefined) return undefined;
  const remedy = 'give undefined, or some of the options that it was called with';
  if (isPromise(conflict)) {
    throw new QuadrilleError(
      'bad-rule',
      `The function of ${name} gave a promise for the options ${listed(numbers)}, and it must answer at once; ` +
        'give a function that is not async.',
    );
  }
  if (!Array.isArray(conflict) || conflict.length === 0) {
    throw new QuadrilleError(
      'bad-rule',
      `The function of ${name} gave ${shown(conflict)} for the options ${listed(numbers)}; ${remedy}.`,
    );
  }
  const chosen = new Set<unknown>(numbers);
  for (const option of conflict) {
    if (chosen.has(option)) continue;
    throw new QuadrilleError(
      'bad-rule',
      `The function of ${name} gave a conflict with ${shown(option)}, which is none of the options ` +
        `${listed(numbers)}; ${remedy}.`,
    );
  }
  return [...new Set(conflict as number[])];
}

const MOST_LISTED = 20;

function listed(numbers: readonly number[]): string {
  if (numbers.length <= MOST_LISTED) return numbers.join(', ');
  return `${numbers.slice(0, MOST_LISTED).join(', ')} and ${numbers.length - MOST_LISTED} more`;
}
