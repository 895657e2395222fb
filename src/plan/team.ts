import { isRich } from '../diagram/isomorphs.ts';
import { Multiples } from '../kernels/multiples/multiples.ts';
import { Start } from '../kernels/prefix.ts';
import { PrefixSearch } from '../kernels/prefix-search.ts';
import type { Search, SearchSettings } from '../kernels/search.ts';
import type { Compiled } from '../problem/compiled.ts';
import { type EngineName, engineOf, start } from './engines.ts';
import { type ChoiceTuning, Enumeration } from './enumeration.ts';
import type { Call } from './expert.ts';
import { Clauses, Mending, MOST_WEIGHED, Weights } from './experts.ts';
import { MainSearch } from './main-search.ts';
import type { Model, Settings } from './model.ts';
import { type Kind, Plan } from './plan.ts';
import { Moving, Refuting } from './symmetric.ts';
import { type Team, TIMES, type Times } from './turns.ts';

/**
 * The work for symmetries joins later in large problems: one with this number of nodes takes 5 ms
 * to set up.
 */
const LAID_OUT = 1 << 14;
/** Problems with more nodes are left to the others: a graph is set up without a pause. */
const MOST_LAID_OUT = 1 << 16;
/** The work to look for a symmetry that moves the first solution. */
const PACE_OF_MOVING = 1 / 4;
/** The work of refuting before the main search is divided. */
const CHANCE = 2 ** 27;

/** How a plan is made. */
export interface PlanSettings {
  /** True to begin with the search of the core. */
  readonly opens?: boolean;
  /** False where nothing helps the main search; `first`: what proves at once goes first. */
  readonly aids?: boolean | 'first';
  /** Starts the main search, in place of the engine. */
  readonly start?: ((model: Model) => Search) | undefined;
  /**
   * For tests: other times, another choice between `cells` and `sweep`, and the symmetries that are
   * enough to refute by.
   */
  readonly times?: Times | undefined;
  readonly suits?: typeof isRich | undefined;
  readonly choice?: Partial<ChoiceTuning> | undefined;
}

/** The ways to the solutions of a problem: the main search, and others that compete with it. */
type Ways = Pick<Team<MainSearch>, 'main' | 'others'>;

/**
 * The plan of a question. An engine that is named goes alone. Under `auto` the question has its own
 * ways, and learning from conflicts and weights help where nothing is found for long.
 */
export function planOf(
  kind: Kind,
  compiled: Compiled,
  settings: Settings,
  { opens = false, aids = true, times = TIMES, suits = isRich }: PlanSettings,
  waysOf: (model: Model) => Ways,
): Plan {
  const engine = engineOf(settings);
  const team = (model: Model): Team<MainSearch> => {
    const { compiled, settings } = model;
    if (engine !== 'auto') {
      return { main: new MainSearch(compiled, start(compiled, engine, settings), engine) };
    }
    const ways = waysOf(model);
    const isFirst = aids === 'first';
    const calls = aids ? callsOf(kind, model, ways.main, times, isFirst, suits) : [];
    return { ...ways, calls };
  };
  return new Plan(compiled, settings, { kind, opens: opens && engine === 'auto', times, team });
}

/** The plan for a question that one or two solutions answer: `cells` or `multiples`, and aids. */
export function decidingPlan(
  compiled: Compiled,
  settings: Settings,
  more: PlanSettings = {},
): Plan {
  return planOf('few', compiled, settings, more, (model) => {
    const { compiled, settings } = model;
    const engine = treeOf(compiled);
    const search = more.start?.(model) ?? start(compiled, engine, settings);
    return { main: new MainSearch(compiled, search, engine) };
  });
}

/** The plan for all solutions: `sweep` may go on in place of `cells`. */
export function enumeratingPlan(
  compiled: Compiled,
  settings: Settings,
  more: PlanSettings = {},
): Plan {
  return planOf('all', compiled, settings, more, (model) => ({
    main: enumerationOf(model.compiled, model.settings, more.choice),
  }));
}

/** All solutions by `cells` or `sweep`, or by `multiples`. */
export function enumerationOf(
  compiled: Compiled,
  settings: SearchSettings,
  choice?: Partial<ChoiceTuning>,
  usesSymmetry = false,
): Enumeration {
  const begin = () => treeSearch(compiled, settings);
  return new Enumeration(compiled, settings, begin, choice, usesSymmetry);
}

/** The search that goes over the whole tree. */
export function treeSearch(compiled: Compiled, settings: SearchSettings): Search {
  return start(compiled, treeOf(compiled), settings);
}

/** The engine that goes over the whole tree. */
function treeOf({ multiple }: Compiled): EngineName {
  return multiple ? 'multiples' : 'cells';
}

/** The search for a question: an engine that is named by itself, else a plan. */
export function searchOf(
  kind: 'few' | 'all',
  compiled: Compiled,
  settings: Settings,
): Plan | Search {
  const engine = engineOf(settings);
  if (engine !== 'auto') return start(compiled, engine, settings);
  return (kind === 'few' ? decidingPlan : enumeratingPlan)(compiled, settings);
}

/** The experts that may help a search. */
function callsOf(
  kind: Kind,
  { compiled, settings }: Model,
  main: MainSearch,
  { joined, learning, refuting }: Times,
  isFirst: boolean,
  suits: typeof isRich,
): Call[] {
  // Each time they begin, the search may be below another prefix.
  const calls: Call[] = [];
  const { first } = main;
  const tree = first instanceof PrefixSearch ? first.search : first;
  if (kind === 'few' && tree instanceof Multiples) {
    // Elsewhere the tree search does not go wrong for long.
    const start = () =>
      tree.isScarce
        ? new Mending(compiled, new Start(compiled, main.prefix), settings.seed)
        : undefined;
    calls.push({ from: joined / 64, pace: 1, helps: 'before', start });
  }
  if (compiled.nodes <= MOST_WEIGHED) {
    const start = () => new Weights(compiled, main.prefix);
    calls.push({
      from: joined,
      pace: isFirst ? Number.POSITIVE_INFINITY : 1,
      helps: 'before',
      start,
    });
  }
  if (kind === 'few' || (kind === 'all' && !isFirst)) {
    // Every search finds its first solutions by learning, where a tree search does not.
    const start = () => new Clauses(compiled, { ...settings, prefix: main.prefix });
    calls.push({ from: joined, pace: learning, helps: kind === 'few' ? 'always' : 'alone', start });
  }
  if (compiled.nodes <= MOST_LAID_OUT && (settings.symmetry ?? true)) {
    const below = () => ({ ...settings, prefix: main.prefix });
    const from = joined * (1 + compiled.nodes / LAID_OUT);
    if (kind !== 'count' && !compiled.multiple) {
      const most = isFirst ? CHANCE : Number.POSITIVE_INFINITY;
      const pace = isFirst ? Number.POSITIVE_INFINITY : refuting;
      const finds = kind === 'few';
      const start = () => new Refuting(compiled, { ...below(), suits, finds, most });
      calls.push({ from, pace, helps: 'before', start });
    }
    if (kind === 'few') {
      const start = () => new Moving(compiled, below());
      calls.push({ from, pace: PACE_OF_MOVING, helps: 'after', start });
    }
  }
  return calls;
}
