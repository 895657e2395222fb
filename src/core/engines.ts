import { Links } from '../kernels/links/links.ts';
import { Lists } from '../kernels/lists.ts';
import type { Search, SearchSettings } from '../kernels/search.ts';
import { type Compiled, checkCompiled } from '../problem/compiled.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import { compiledOf, type Problem, solutionOf } from '../problem/problem.ts';
import type { Source } from './answers.ts';
import { CHECKPOINTS, checkNames, LIMITS, type Limits, RESUMABLE } from './walk.ts';

/**
 * `cells` keeps counts of live options, and is mostly the faster one. `links` is Knuth's dancing
 * links. Both find the same solutions in the same order.
 */
export type EngineName = 'cells' | 'links';

/** How to search for an answer, and when to stop. */
export interface Settings extends Omit<SearchSettings, 'memoryLimit'>, Limits {
  /** Default: `cells`. */
  readonly engine?: EngineName | undefined;
}

/** A problem, stated or compiled. A solution of a compiled one is its option numbers. */
export type AnyProblem = Problem<unknown> | Compiled;

const ENGINE_SETTINGS = ['engine', 'seed', 'prefix'];
export const SETTINGS = [...ENGINE_SETTINGS, ...LIMITS];
/** The engines and settings of `quadrille`. */
const OTHER_ENGINES: readonly unknown[] = ['auto', 'sweep', 'learn', 'multiples'];
const OTHER_SETTINGS = [
  'reduce',
  'symmetry',
  'upToSymmetry',
  'proof',
  'memoryLimit',
  ...CHECKPOINTS,
];
const NONE: Settings = {};

/** A search by the engine of that name, for the caller to advance. */
export function createSearch(
  compiled: Compiled,
  settings: Omit<Settings, keyof Limits> = NONE,
): Search {
  if (settings !== NONE) checkSettings(settings, ENGINE_SETTINGS);
  return start(compiled, settings);
}

/** The solutions of a problem. */
export function sourceOf(
  problem: AnyProblem,
  settings: Settings = NONE,
  known: readonly string[] = SETTINGS,
): Source<unknown> {
  if (settings !== NONE) checkSettings(settings, known);
  return {
    // To compile is part of the time of the answer.
    search: () => start(compiledOf(problem), settings),
    read: (search) => solutionOf(problem, search.solution()),
  };
}

function checkSettings(settings: Settings, known: readonly string[]): void {
  const values = Object(settings) as Record<string, unknown>;
  const here = OTHER_SETTINGS.filter((name) => Object.hasOwn(values, name));
  const unknown = here.find((name) => values[name] !== undefined);
  if (unknown !== undefined) throw notHere(`setting ${unknown}`);
  checkNames(settings, here.length > 0 ? [...known, ...here] : known, RESUMABLE);
}

function start(compiled: Compiled, settings: Settings): Search {
  const { engine } = settings;
  checkCompiled(compiled);
  if (compiled.multiple) throw notHere('engine for items with other numbers of times than one');
  if (engine === undefined || engine === 'cells') return new Lists(compiled, settings);
  if (engine === 'links') return new Links(compiled, settings);
  if (OTHER_ENGINES.includes(engine)) throw notHere(`engine ${engine}`);
  throw new QuadrilleError(
    'bad-setting',
    `engine is ${shown(engine)}; give 'cells' or 'links', or leave it out.`,
  );
}

function notHere(what: string): QuadrilleError {
  return new QuadrilleError(
    'bad-setting',
    `quadrille/core has no ${what}; import the same function from 'quadrille', which has it.`,
  );
}
