import type { Compiled } from '../problem/compiled.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import { Auto } from './auto.ts';
import { Cells } from './cells.ts';
import { Learn } from './learn.ts';
import { Links } from './links.ts';
import { Masks } from './masks.ts';
import { checkMemoryLimit, type Search, type SearchSettings } from './search.ts';

type Start = (compiled: Compiled, settings: SearchSettings) => Search;

const cells: Start = (compiled, settings) =>
  Masks.suits(compiled) ? new Masks(compiled, settings) : new Cells(compiled, settings);

/** As they search for all solutions, or step by step. */
const ENGINES = {
  auto: cells,
  cells,
  links: (compiled, settings) => new Links(compiled, settings),
  learn: (compiled, settings) => new Learn(compiled, settings),
} as const satisfies Record<string, Start>;

/**
 * `cells` is the fastest where there are many solutions, or little search; `links` the classic.
 * They find the same solutions in the same order. `learn` decides what is beyond them. `auto` is
 * `cells`, which for a first solution, or whether there is a second, is joined by `learn` before long.
 */
export type EngineName = keyof typeof ENGINES;

/** All there are. */
export const ENGINE_NAMES = Object.keys(ENGINES) as readonly EngineName[];

/** When to stop. */
export interface Limits {
  /** Stop at this many solutions; 0 gives none. Default: no limit. */
  readonly limit?: number | undefined;
  /**
   * Stop when this many options have been chosen, forced ones included; whether they were all
   * that could be chosen is not looked at any more.
   */
  readonly maxNodes?: number | undefined;
  /** Stop after about this many milliseconds. */
  readonly timeout?: number | undefined;
}

/** How to search, and when to stop. */
export interface Settings extends SearchSettings, Limits {
  /** Default: `auto`. */
  readonly engine?: EngineName | undefined;
}

type HowToSearch = SearchSettings & Pick<Settings, 'engine'>;

/** A search by the engine of that name, to be driven step by step. */
export function createSearch(compiled: Compiled, settings: HowToSearch = {}): Search {
  checkMemoryLimit(settings);
  const name = settings.engine ?? 'auto';
  if (!Object.hasOwn(ENGINES, name)) {
    throw new QuadrilleError(
      'bad-setting',
      `The engine is ${shown(name)}; choose one of ${ENGINE_NAMES.join(', ')}.`,
    );
  }
  return ENGINES[name](compiled, settings);
}

/**
 * The same for a question that few solutions answer: whether there is one, or another. `search`, if
 * given, is such a search by the same settings, to take part in it.
 */
export function createDecision(
  compiled: Compiled,
  settings: HowToSearch,
  search = createSearch(compiled, settings),
): Search {
  return (settings.engine ?? 'auto') === 'auto' ? new Auto(compiled, settings, search) : search;
}

/** Refuses limits that mean nothing, before any work is done. */
export function checkLimits(settings: Limits): void {
  if (typeof settings !== 'object' || settings === null) {
    throw new QuadrilleError(
      'bad-setting',
      `The settings are ${shown(settings)}; give an object, as in { limit: 10 }.`,
    );
  }
  whole('limit', settings.limit);
  whole('maxNodes', settings.maxNodes);
  const { timeout } = settings;
  if (timeout !== undefined && !(typeof timeout === 'number' && timeout >= 0)) {
    throw new QuadrilleError(
      'bad-setting',
      `timeout is ${shown(timeout)}; give milliseconds from 0 up, or leave it out.`,
    );
  }
}

function whole(name: string, value: number | undefined): void {
  if (value === undefined || value === Number.POSITIVE_INFINITY) return;
  if (Number.isInteger(value) && value >= 0) return;
  throw new QuadrilleError(
    'bad-setting',
    `${name} is ${shown(value)}; give a whole number from 0 up, or leave it out for no limit.`,
  );
}
