import { Links } from '../kernels/links/links.ts';
import { Lists } from '../kernels/lists.ts';
import type { Search, SearchSettings } from '../kernels/search.ts';
import { type Compiled, checkCompiled } from '../problem/compiled.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import { type AnyProblem, compiledOf, solutionOf } from '../problem/problem.ts';
import { checkSettings } from '../problem/setting.ts';
import { LIMITS, type Limits, NO_LIMITS } from './limit-settings.ts';
import { checkNames, WATCH } from './settings.ts';

/**
 * `lists` marks options that are out and counts the others, and is mostly the faster one. `links` is Knuth's dancing
 * links. Both find the same solutions in the same order.
 */
export type EngineName = 'lists' | 'links';

/** How to search for an answer, and when to stop. */
export interface Settings extends Omit<SearchSettings, 'memoryLimit'>, Limits {
  /** Default: `lists`. */
  readonly engine?: EngineName | undefined;
}

const ENGINE_SETTINGS = ['engine', 'seed', 'prefix'];
const SETTINGS = [...ENGINE_SETTINGS, ...LIMITS];
const ASYNC_SETTINGS = [...SETTINGS, ...WATCH];
const MORE = "The same function of 'quadrille' has more settings and engines.";

/** A search by the engine of that name, for the caller to advance. */
export function createSearch(compiled: Compiled, settings?: Omit<Settings, keyof Limits>): Search {
  if (settings !== undefined) checkSettings(settings, ENGINE_SETTINGS, MORE);
  return start(compiled, settings);
}

/** Refuses settings that a question does not know. */
export function checkBasicSettings(settings: Settings = NO_LIMITS, isAsync = false): Settings {
  if (settings !== NO_LIMITS)
    checkNames(given(settings), isAsync ? ASYNC_SETTINGS : SETTINGS, MORE);
  return settings;
}

/** Settings without those that are undefined: `quadrille` may know one that the core does not. */
function given(settings: Settings): Settings {
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) return settings;
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

/** To compile the problem is part of the time of the answer. */
export function begin(problem: AnyProblem, settings: Settings): Search {
  return start(compiledOf(problem), settings);
}

/** A function that reads the solution that a search stands on, as the problem states it. */
export function reader(problem: AnyProblem): (search: Search) => unknown {
  return (search) => solutionOf(problem, search.solution());
}

function start(compiled: Compiled, settings: Settings = NO_LIMITS): Search {
  const { engine } = settings;
  checkCompiled(compiled);
  if (compiled.multiple) {
    throw new QuadrilleError(
      'bad-setting',
      'quadrille/core covers each primary item exactly once, and this problem has items with other ' +
        `numbers of times; leave these out. ${MORE}`,
    );
  }
  if (engine === undefined || engine === 'lists') return new Lists(compiled, settings);
  if (engine === 'links') return new Links(compiled, settings);
  throw new QuadrilleError(
    'bad-setting',
    `engine is ${shown(engine)}; give 'lists' or 'links', or leave it out. ${MORE}`,
  );
}
