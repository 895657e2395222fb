import { Cells } from '../kernels/cells/cells.ts';
import { Links } from '../kernels/links/links.ts';
import { Masks } from '../kernels/masks.ts';
import { checkMemoryLimit, type Search, type SearchSettings } from '../kernels/search.ts';
import { Learn } from '../learn/learn.ts';
import type { Compiled } from '../problem/compiled.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import { checkSettings, checkWord } from '../problem/setting.ts';
import { Auto } from './auto.ts';

type Start = (compiled: Compiled, settings: SearchSettings) => Search;

const ENGINES = {
  cells: (compiled, settings) =>
    Masks.suits(compiled) ? new Masks(compiled, settings) : new Cells(compiled, settings),
  links: (compiled, settings) => new Links(compiled, settings),
  learn: (compiled, settings) => new Learn(compiled, settings),
} as const satisfies Record<string, Start>;

/**
 * `cells` is the fastest where there are many solutions, or little search; `links` the classic.
 * They find the same solutions in the same order. `learn` decides what is beyond them.
 */
export type EngineName = keyof typeof ENGINES;

/** All there are, and all that a question may name. */
export const ENGINE_NAMES = Object.keys(ENGINES) as readonly EngineName[];
export const QUESTION_ENGINES = ['auto', ...ENGINE_NAMES] as const;

/** When to stop. */
export interface Limits {
  /** Stop at this many solutions; 0 gives none. Default: no limit. */
  readonly limit?: number | undefined;
  /**
   * Stop when this many options have been chosen, forced ones included. It does not check whether
   * more could be chosen.
   */
  readonly maxNodes?: number | undefined;
  /** Stop after about this many milliseconds. */
  readonly timeout?: number | undefined;
}

/** How to search, and when to stop. */
export interface Settings extends SearchSettings, Limits {
  /**
   * Default: `auto`, which goes by the question. It is `cells` for all solutions; for a first one, or
   * whether there is a second, `cells` is joined by `learn` before long.
   */
  readonly engine?: EngineName | 'auto' | undefined;
}

/** The names of settings: of a search, of limits, and what needs the event loop to be heeded. */
const SEARCH = ['engine', 'seed', 'prefix', 'memoryLimit'];
export const LIMITS = ['limit', 'maxNodes', 'timeout'];
export const WATCH = ['signal', 'onProgress'];
/** Those of a question. */
export const SETTINGS = [...SEARCH, ...LIMITS];

/** A search by the engine of that name (default: `cells`), to be driven step by step. */
export function createSearch(
  compiled: Compiled,
  settings: SearchSettings & { readonly engine?: EngineName | undefined } = {},
): Search {
  checkSettings(settings, SEARCH);
  const { engine = 'cells' } = settings;
  if ((engine as string) === 'auto') {
    throw new QuadrilleError(
      'bad-setting',
      "engine is 'auto', which goes by the question; for a search give one of " +
        `${ENGINE_NAMES.join(', ')}, or ask by first, count, isUnique or solutions.`,
    );
  }
  return start(compiled, checkWord('engine', engine, ENGINE_NAMES), settings);
}

type QuestionSettings = SearchSettings & Pick<Settings, 'engine'>;

/** The search that answers a question about all solutions. */
export function createEnumeration(compiled: Compiled, settings: QuestionSettings): Search {
  const { engine: asked = 'auto' } = settings;
  const engine = checkWord('engine', asked, QUESTION_ENGINES);
  return start(compiled, engine === 'auto' ? 'cells' : engine, settings);
}

/**
 * The search that answers a question which few solutions answer: whether there is one, or another.
 * `search`, if given, is what `createEnumeration` gives for the same settings, to take part in it.
 */
export function createDecision(
  compiled: Compiled,
  settings: QuestionSettings,
  search = createEnumeration(compiled, settings),
): Search {
  const { engine = 'auto' } = settings;
  return engine === 'auto' ? new Auto(compiled, settings, search) : search;
}

function start(compiled: Compiled, engine: EngineName, settings: SearchSettings): Search {
  checkMemoryLimit(settings);
  return ENGINES[engine](compiled, settings);
}

/** Refuses settings that are no object, and names that are not known to the function. */
export function checkNames(settings: object, known: readonly string[]): void {
  if (settings !== null && typeof settings === 'object' && !known.includes('signal')) {
    const unheeded = WATCH.find((name) => Object.hasOwn(settings, name));
    if (unheeded !== undefined) {
      throw new QuadrilleError(
        'bad-setting',
        `${unheeded} is not heeded by a function that blocks the event loop; ` +
          'call firstAsync, countAsync, isUniqueAsync or solutionsAsync.',
      );
    }
  }
  checkSettings(settings, known);
}

/**
 * Refuses limits that mean nothing, before any work is done. It does not check the names, which
 * `checkNames` does: it is called for each of many puzzles.
 */
export function checkLimits(settings: Limits): void {
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) {
    throw new QuadrilleError(
      'bad-setting',
      `The settings are ${shown(settings)}; give an object, as in { limit: 10 }.`,
    );
  }
  checkLimit('limit', settings.limit);
  checkLimit('maxNodes', settings.maxNodes);
  const { timeout } = settings;
  if (timeout !== undefined && !(typeof timeout === 'number' && timeout >= 0)) {
    throw new QuadrilleError(
      'bad-setting',
      `timeout is ${shown(timeout)}; give milliseconds from 0 up, or leave it out.`,
    );
  }
}

function checkLimit(name: string, value: number | undefined): void {
  if (value === undefined || value === Number.POSITIVE_INFINITY) return;
  if (Number.isInteger(value) && value >= 0) return;
  throw new QuadrilleError(
    'bad-setting',
    `${name} is ${shown(value)}; give a whole number from 0 up, or leave it out for no limit.`,
  );
}
