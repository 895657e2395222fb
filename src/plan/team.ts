import { Multiples } from '../kernels/multiples/multiples.ts';
import { Start } from '../kernels/prefix.ts';
import { PrefixSearch } from '../kernels/prefix-search.ts';
import type { Search, SearchSettings } from '../kernels/search.ts';
import type { Compiled } from '../problem/compiled.ts';
import { engineOf, start } from './engines.ts';
import { type ChoiceTuning, Enumeration } from './enumeration.ts';
import type { Call, Way } from './expert.ts';
import { Clauses, Mending, MOST_WEIGHED, Weights } from './experts.ts';
import type { Model, Settings } from './model.ts';
import { type Kind, Plan } from './plan.ts';
import { type MainSearch, type Team, TIMES, type Times } from './turns.ts';

/** How a plan is made. */
export interface PlanSettings {
  /** True to begin with the search of the core. */
  readonly opens?: boolean;
  /** False where nothing helps the main search, or until weights are found at once. */
  readonly aids?: boolean | 'first';
  /** Starts the search that enumerates, in place of the engine. */
  readonly start?: ((model: Model) => Search) | undefined;
  /** Other ways to count, beside the enumeration. */
  readonly others?: ((model: Model) => readonly (() => Way)[]) | undefined;
  /** For tests: other times, and another choice between `cells` and `sweep`. */
  readonly times?: Times | undefined;
  readonly choice?: Partial<ChoiceTuning> | undefined;
}

/**
 * The experts for a question. With an engine that is named, that engine alone. Under `auto`:
 * `cells` begins, or `multiples`. For all solutions, `sweep` may go on in its place. Learning from
 * conflicts and weights help where nothing is found for long. `countingPlan` adds other ways.
 */
export function planOf(
  kind: Kind,
  compiled: Compiled,
  settings: Settings,
  { opens = false, aids = true, start: begin, others, times = TIMES, choice }: PlanSettings = {},
): Plan {
  const team = (model: Model): Team<MainSearch> => {
    const { compiled, settings } = model;
    const engine = engineOf(settings);
    if (engine !== 'auto') return { main: start(compiled, engine, settings) };
    const name = compiled.multiple ? 'multiples' : 'cells';
    const cells = () => begin?.(model) ?? start(compiled, name, settings);
    const never = { firstLook: Number.POSITIVE_INFINITY };
    const main = new Enumeration(compiled, settings, cells, kind === 'few' ? never : choice);
    const pace = aids === 'first' ? Number.POSITIVE_INFINITY : 1;
    const calls = aids ? callsOf(kind, model, main, times, pace) : [];
    const ways = others?.(model) ?? [];
    // An order of `sweep` takes longer to find than many a problem whose states meet again takes to
    // count.
    if (ways.length > 0) main.waitAbove(2 ** times.soon);
    return { main, calls, others: ways };
  };
  const isAuto = engineOf(settings) === 'auto';
  return new Plan(compiled, settings, { kind, opens: opens && isAuto, times, team });
}

/** The search for a question: an engine that is named by itself, else a plan. */
export function searchOf(
  kind: 'few' | 'all',
  compiled: Compiled,
  settings: Settings,
): Plan | Search {
  const engine = engineOf(settings);
  return engine === 'auto' ? planOf(kind, compiled, settings) : start(compiled, engine, settings);
}

/** All solutions by `cells` or `sweep`, or by `multiples`. */
export function enumerationOf(compiled: Compiled, settings: SearchSettings): Enumeration {
  const engine = compiled.multiple ? 'multiples' : 'cells';
  return new Enumeration(compiled, settings, () => start(compiled, engine, settings));
}

/** The experts that may help a search. */
function callsOf(
  kind: Kind,
  { compiled, settings }: Model,
  { cells }: Enumeration,
  { joined, learning }: Times,
  paceOfWeights: number,
): Call[] {
  // Each time they begin, the search may be below another prefix.
  const calls: Call[] = [];
  const tree = cells instanceof PrefixSearch ? cells.search : cells;
  if (kind === 'few' && tree instanceof Multiples) {
    // Elsewhere the tree search does not go wrong for long.
    const start = () =>
      tree.isScarce
        ? new Mending(compiled, new Start(compiled, cells.prefix), settings.seed)
        : undefined;
    calls.push({ from: joined / 64, pace: 1, untilFound: true, start });
  }
  if (compiled.nodes <= MOST_WEIGHED) {
    const start = () => new Weights(compiled, cells.prefix);
    calls.push({ from: joined, pace: paceOfWeights, untilFound: true, start });
  }
  if (kind === 'few') {
    // Every search finds its first solutions by learning, where a tree search does not.
    const start = () => new Clauses(compiled, { ...settings, prefix: cells.prefix });
    calls.push({ from: joined, pace: learning, untilFound: false, start });
  }
  return calls;
}
