/** The solvers of each question, and what lets a decider take part. */
import { isRich } from '../diagram/isomorphs.ts';
import { Multiples } from '../kernels/multiples/multiples.ts';
import { Start } from '../kernels/prefix.ts';
import { PrefixSearch } from '../kernels/prefix-search.ts';
import type { Search, SearchSettings } from '../kernels/search.ts';
import type { Entrant, Solver } from '../kernels/solver.ts';
import type { Compiled } from '../problem/compiled.ts';
import { LearnDecider, MOST_WEIGHED_NODES, RepairDecider, WeightsDecider } from './deciders.ts';
import { type EngineName, engineOf, startDecidingEngine, startEngine } from './engines.ts';
import { Enumeration } from './enumeration.ts';
import { MainSearch } from './main-search.ts';
import type { Model } from './model.ts';
import type { Kind } from './portfolio.ts';
import type { Settings } from './question-settings.ts';
import type { Solvers } from './schedule.ts';
import { Moving, Refuting } from './symmetry-deciders.ts';
import { TreePortfolio } from './tree-portfolio.ts';
import { TUNING, type Tuning } from './tuning.ts';

/**
 * Work by symmetries joins later in large problems: one with this number of nodes takes 5 ms to set
 * up.
 */
const SYMMETRY_NODES = 1 << 14;
/** Problems with more nodes are left to the others: a graph is set up without a pause. */
const MOST_SYMMETRY_NODES = 1 << 16;
/** The cost to look for a symmetry that moves the first solution, for each unit of the rivals'. */
const MOVING_PACE = 1 / 4;
/** Learning for a few solutions begins after this part of what other deciders wait for. */
const FIRST_PART = 1 / 16;
/**
 * With rules by functions `learn` mostly proves the end of a puzzle with few solutions. Where there
 * are more than this, it does not come to their end.
 */
const FORBIDDING_SOLUTIONS = 1000;
/** The cost of refuting before the main search is divided. */
const REFUTING_FIRST_NS = 2 ** 27;

/** Where rules add options, weights and symmetries join this many times later. */
const RULED_WAIT = 16;
/** Learning then has this many times the pace, and waits for an end that is this many times nearer. */
const RULED_LEARNING = 4;

/** How a portfolio differs from the usual one. */
export interface PortfolioSettings {
  /** False where nothing helps the main search; `leading`: what proves at once goes first. */
  readonly deciders?: boolean | 'leading';
  /** Starts the main search, in place of the engine. */
  readonly start?: ((model: Model<Settings>) => Search) | undefined;
  readonly tuning?: Partial<Tuning> | undefined;
}

/** What a portfolio of a question is made of. */
interface Parts {
  readonly kind: Kind;
  /** Starts an engine that is named. */
  readonly start: typeof startEngine;
  /** The main search, and others that compete with it. */
  rivalsOf(model: Model<Settings>): Pick<Solvers<MainSearch>, 'main' | 'rivals'>;
  readonly deciders: readonly DeciderOf[];
}

/** An engine that is named goes alone. Under `auto` the question has its own rivals and deciders. */
export function portfolioOf(
  compiled: Compiled,
  settings: Settings,
  { deciders = true, tuning: given }: PortfolioSettings,
  parts: Parts,
): TreePortfolio {
  const engine = engineOf(settings);
  const { kind } = parts;
  const tuning = { ...TUNING, ...given };
  const solvers = (model: Model<Settings>): Solvers<MainSearch> => {
    const { compiled, settings } = model;
    if (engine !== 'auto') {
      return { main: new MainSearch(compiled, parts.start(compiled, engine, settings), engine) };
    }
    const rivals = parts.rivalsOf(model);
    const decidersLead = deciders === 'leading';
    const circumstances = { kind, model, main: rivals.main, tuning, decidersLead };
    const all = deciders === false ? [] : parts.deciders.filter(knows(settings));
    const entrants = all.flatMap((deciderOf) => deciderOf(circumstances) ?? []);
    return { ...rivals, entrants };
  };
  return new TreePortfolio(compiled, settings, { kind, tuning, solvers });
}

/** For a first solution: `lists` or `multiples`, and deciders. */
export function firstPortfolio(
  compiled: Compiled,
  settings: Settings,
  more: PortfolioSettings = {},
  deciders = [repairing, weighing, learning, refuting],
): TreePortfolio {
  return portfolioOf(compiled, settings, more, {
    kind: 'few',
    start: startDecidingEngine,
    rivalsOf: (model) => ({ main: mainSearch(model, more) }),
    deciders,
  });
}

/** The search of the whole tree, to its end. */
function mainSearch(model: Model<Settings>, { start }: PortfolioSettings): MainSearch {
  const { compiled, settings } = model;
  const search = start?.(model) ?? treeSearch(compiled, settings);
  return new MainSearch(compiled, search, treeEngineOf(compiled));
}

/** For two solutions: of the first one a symmetry may make the second. */
export function uniquePortfolio(
  compiled: Compiled,
  settings: Settings,
  more: PortfolioSettings = {},
): TreePortfolio {
  return firstPortfolio(compiled, settings, more, [
    repairing,
    weighing,
    learning,
    refuting,
    moving,
  ]);
}

/** For all solutions: `sweep` may go on in place of `lists`. */
export function solutionsPortfolio(
  compiled: Compiled,
  settings: Settings,
  more: PortfolioSettings = {},
): TreePortfolio {
  return portfolioOf(compiled, settings, more, {
    kind: 'all',
    start: startEngine,
    rivalsOf: (model) => ({
      // Rules by functions stand around one search.
      main:
        model.settings.forbids === undefined
          ? enumerationOf(model.compiled, model.settings, more.tuning)
          : mainSearch(model, more),
    }),
    deciders: [weighing, learning, refuting],
  });
}

/** All solutions by `lists` or `sweep`, or by `multiples`. */
export function enumerationOf(
  compiled: Compiled,
  settings: SearchSettings,
  tuning?: Partial<Tuning>,
  usesSymmetry = false,
): Enumeration {
  const begin = () => treeSearch(compiled, settings);
  return new Enumeration(compiled, settings, begin, tuning, usesSymmetry);
}

/** The search that goes over the whole tree. */
export function treeSearch(compiled: Compiled, settings: SearchSettings): Search {
  return startDecidingEngine(compiled, treeEngineOf(compiled), settings);
}

function treeEngineOf({ multiple }: Compiled): EngineName {
  return multiple ? 'multiples' : 'lists';
}

/** The solver of a question: an engine that is named by itself, else a portfolio. */
export function solverOf(
  kind: 'few' | 'all',
  compiled: Compiled,
  settings: Settings,
): TreePortfolio | Search {
  const engine = engineOf(settings);
  if (engine !== 'auto') return startEngine(compiled, engine, settings);
  return (kind === 'few' ? uniquePortfolio : solutionsPortfolio)(compiled, settings);
}

/**
 * True if rules have added options. They tell a tree search and weights little, and learning much:
 * it takes the lead at once, and the others wait.
 */
function isRuled({ stated, options }: Compiled): boolean {
  return stated < options;
}

/** What a decider would take part in. */
interface Circumstances {
  readonly kind: Kind;
  readonly model: Model<Settings>;
  /** Each time that a decider begins, this may be below another prefix. */
  readonly main: MainSearch;
  readonly tuning: Tuning;
  /** True if what proves at once goes first. */
  readonly decidersLead: boolean;
}

/** A decider that waits; undefined where it is of no use. */
type DeciderOf = (of: Circumstances) => Entrant | undefined;

/** Elsewhere the tree search does not go wrong for long. */
const repairing: DeciderOf = ({ model: { compiled, settings }, main, tuning: { joinedNs } }) => {
  const { initial } = main;
  const tree = initial instanceof PrefixSearch ? initial.search : initial;
  if (!(tree instanceof Multiples)) return undefined;
  const start = () =>
    tree.isScarce
      ? new RepairDecider(compiled, new Start(compiled, main.prefix), settings.seed)
      : undefined;
  return { from: joinedNs / 64, pace: () => 1, when: 'before', start };
};

export const weighing: DeciderOf = ({
  model: { compiled },
  main,
  tuning: { joinedNs },
  decidersLead,
}) => {
  if (compiled.nodes > MOST_WEIGHED_NODES) return undefined;
  const start = () => new WeightsDecider(compiled, main.prefix);
  const pace = () => (decidersLead ? Number.POSITIVE_INFINITY : 1);
  const from = isRuled(compiled) ? RULED_WAIT * joinedNs : joinedNs;
  return { from, pace, when: 'before', start };
};

/**
 * Every search finds its first solutions by learning, where a tree search does not. No one knows
 * beforehand which of the two does, so both go on at one pace from early on, and learning gets more
 * later. It waits while the end of the tree is near.
 */
const learning: DeciderOf = ({
  kind,
  model: { compiled, settings },
  main,
  tuning,
  decidersLead,
}) => {
  const isFew = kind === 'few';
  if (decidersLead && !isFew) return undefined;
  const { forbids } = settings;
  const start = () => {
    const learn = new LearnDecider(compiled, { ...settings, prefix: main.prefix });
    return (forbids?.around(learn, compiled) as (Search & Solver) | undefined) ?? learn;
  };
  const { joinedNs, learningPace } = tuning;
  if (!isFew && forbids === undefined) {
    return { from: joinedNs, pace: () => learningPace, when: 'alone', start };
  }
  // Sums that learning follows, and the tree does not, leave little of what the tree expects.
  const ruled = isRuled(compiled) ? RULED_LEARNING : 1;
  const isEndNear = () => compiled.sumIntegers === 0 && 2 ** main.expectedCost() < joinedNs / ruled;
  const most = ruled * learningPace;
  const least = ruled > 1 ? most : 1;
  const pace = (cost: number) =>
    isEndNear() ? 0 : Math.min(most, Math.max(least, cost / joinedNs));
  const until = isFew ? Number.POSITIVE_INFINITY : FORBIDDING_SOLUTIONS;
  return { from: FIRST_PART * joinedNs, pace, when: 'always', until, start };
};

/**
 * The deciders that may take part. Weights prove that there is no cover, so no solution either.
 * `learn` asks the rules by functions; the others would find covers that are none.
 */
function knows({ forbids }: Settings): (decider: DeciderOf) => boolean {
  return (decider) => forbids === undefined || decider === weighing || decider === learning;
}

const refuting: DeciderOf = ({ kind, model, main, tuning, decidersLead }) => {
  const { compiled, settings } = model;
  const from = symmetriesFrom(model, tuning);
  if (from === undefined || compiled.multiple) return undefined;
  const mostNs = decidersLead ? REFUTING_FIRST_NS : Number.POSITIVE_INFINITY;
  const pace = () => (decidersLead ? Number.POSITIVE_INFINITY : tuning.refutingPace);
  const finds = kind === 'few';
  const suits = tuning.suits ?? isRich;
  const start = () =>
    new Refuting(compiled, { ...settings, prefix: main.prefix, suits, finds, mostNs });
  return { from, pace, when: 'before', start };
};

const moving: DeciderOf = ({ model, main, tuning }) => {
  const from = symmetriesFrom(model, tuning);
  if (from === undefined) return undefined;
  const start = () => new Moving(model.compiled, { ...model.settings, prefix: main.prefix });
  return { from, pace: () => MOVING_PACE, when: 'after', start };
};

/** The cost from which on symmetries are looked for; undefined where they are not. */
function symmetriesFrom(
  { compiled, settings }: Model<Settings>,
  { joinedNs }: Tuning,
): number | undefined {
  if (compiled.nodes > MOST_SYMMETRY_NODES || settings.symmetry === false) return undefined;
  const wait = isRuled(compiled) ? RULED_WAIT : 1;
  return wait * joinedNs * (1 + compiled.nodes / SYMMETRY_NODES);
}
