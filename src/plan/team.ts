import { isRich } from '../diagram/isomorphs.ts';
import { Multiples } from '../kernels/multiples/multiples.ts';
import { Start } from '../kernels/prefix.ts';
import { PrefixSearch } from '../kernels/prefix-search.ts';
import type { Search, SearchSettings } from '../kernels/search.ts';
import type { Compiled } from '../problem/compiled.ts';
import { type EngineName, engineOf, start, startDeciding } from './engines.ts';
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

/** What a plan is made of. */
interface Parts {
  readonly kind: Kind;
  /** Starts an engine that is named. */
  readonly start: typeof start;
  /** The ways to the solutions: the main search, and others that compete with it. */
  ways(model: Model): Pick<Team<MainSearch>, 'main' | 'others'>;
  /** The aids that may help. */
  readonly aids: readonly AidOf[];
}

/**
 * The plan of a question. An engine that is named goes alone. Under `auto` the question has its own
 * ways and aids.
 */
export function planOf(
  compiled: Compiled,
  settings: Settings,
  { opens = false, aids = true, times = TIMES, suits = isRich }: PlanSettings,
  parts: Parts,
): Plan {
  const engine = engineOf(settings);
  const { kind } = parts;
  const team = (model: Model): Team<MainSearch> => {
    const { compiled, settings } = model;
    if (engine !== 'auto') {
      return { main: new MainSearch(compiled, parts.start(compiled, engine, settings), engine) };
    }
    const ways = parts.ways(model);
    const around = { kind, model, main: ways.main, times, isFirst: aids === 'first', suits };
    const calls = parts.aids.map((aidOf) => aidOf(around)).filter((call) => call !== undefined);
    return { ...ways, calls: aids ? calls : [] };
  };
  return new Plan(compiled, settings, { kind, opens: opens && engine === 'auto', times, team });
}

/** The plan for a first solution: `cells` or `multiples`, and aids. */
export function decidingPlan(
  compiled: Compiled,
  settings: Settings,
  more: PlanSettings = {},
  aids = [mending, weighing, learning, refuting],
): Plan {
  return planOf(compiled, settings, more, {
    kind: 'few',
    start: startDeciding,
    ways(model) {
      const { compiled, settings } = model;
      const engine = treeOf(compiled);
      const search = more.start?.(model) ?? startDeciding(compiled, engine, settings);
      return { main: new MainSearch(compiled, search, engine) };
    },
    aids,
  });
}

/** The plan for two solutions: of the first one a symmetry may make the second. */
export function uniquePlan(compiled: Compiled, settings: Settings, more: PlanSettings = {}): Plan {
  return decidingPlan(compiled, settings, more, [mending, weighing, learning, refuting, moving]);
}

/** The plan for all solutions: `sweep` may go on in place of `cells`. */
export function enumeratingPlan(
  compiled: Compiled,
  settings: Settings,
  more: PlanSettings = {},
): Plan {
  return planOf(compiled, settings, more, {
    kind: 'all',
    start,
    ways: (model) => ({ main: enumerationOf(model.compiled, model.settings, more.choice) }),
    aids: [weighing, learning, refuting],
  });
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
  return startDeciding(compiled, treeOf(compiled), settings);
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
  return (kind === 'few' ? uniquePlan : enumeratingPlan)(compiled, settings);
}

/** What an aid is called for. */
interface Circumstances {
  readonly kind: Kind;
  readonly model: Model;
  /** Each time that an aid begins, this may be below another prefix. */
  readonly main: MainSearch;
  readonly times: Times;
  /** True if what proves at once goes first. */
  readonly isFirst: boolean;
  readonly suits: typeof isRich;
}

/** The call for an aid; undefined where it is of no use. */
type AidOf = (of: Circumstances) => Call | undefined;

/** Elsewhere the tree search does not go wrong for long. */
const mending: AidOf = ({ model: { compiled, settings }, main, times: { joined } }) => {
  const { first } = main;
  const tree = first instanceof PrefixSearch ? first.search : first;
  if (!(tree instanceof Multiples)) return undefined;
  const start = () =>
    tree.isScarce
      ? new Mending(compiled, new Start(compiled, main.prefix), settings.seed)
      : undefined;
  return { from: joined / 64, pace: 1, helps: 'before', start };
};

export const weighing: AidOf = ({ model: { compiled }, main, times: { joined }, isFirst }) => {
  if (compiled.nodes > MOST_WEIGHED) return undefined;
  const start = () => new Weights(compiled, main.prefix);
  return { from: joined, pace: isFirst ? Number.POSITIVE_INFINITY : 1, helps: 'before', start };
};

/** Every search finds its first solutions by learning, where a tree search does not. */
const learning: AidOf = ({ kind, model: { compiled, settings }, main, times, isFirst }) => {
  const isFew = kind === 'few';
  if (isFirst && !isFew) return undefined;
  const start = () => new Clauses(compiled, { ...settings, prefix: main.prefix });
  return { from: times.joined, pace: times.learning, helps: isFew ? 'always' : 'alone', start };
};

const refuting: AidOf = ({ kind, model, main, times, isFirst, suits }) => {
  const { compiled, settings } = model;
  const from = symmetriesFrom(model, times);
  if (from === undefined || compiled.multiple) return undefined;
  const most = isFirst ? CHANCE : Number.POSITIVE_INFINITY;
  const pace = isFirst ? Number.POSITIVE_INFINITY : times.refuting;
  const finds = kind === 'few';
  const start = () =>
    new Refuting(compiled, { ...settings, prefix: main.prefix, suits, finds, most });
  return { from, pace, helps: 'before', start };
};

const moving: AidOf = ({ model, main, times }) => {
  const from = symmetriesFrom(model, times);
  if (from === undefined) return undefined;
  const start = () => new Moving(model.compiled, { ...model.settings, prefix: main.prefix });
  return { from, pace: PACE_OF_MOVING, helps: 'after', start };
};

/** The work from which on symmetries are looked for; undefined where they are not. */
function symmetriesFrom({ compiled, settings }: Model, { joined }: Times): number | undefined {
  if (compiled.nodes > MOST_LAID_OUT || settings.symmetry === false) return undefined;
  return joined * (1 + compiled.nodes / LAID_OUT);
}
