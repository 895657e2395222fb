import type { Compiled } from '../problem/compiled.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import { Cells } from './cells.ts';
import { Learn } from './learn.ts';
import { Links } from './links.ts';
import { Masks } from './masks.ts';
import { checkMemoryLimit, type Search, type SearchSettings } from './search.ts';

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
  /** Default: `cells`. */
  readonly engine?: EngineName | undefined;
}

/** A search by the engine of that name, to be driven step by step. */
export function createSearch(
  compiled: Compiled,
  settings: SearchSettings & Pick<Settings, 'engine'> = {},
): Search {
  checkMemoryLimit(settings);
  const name = settings.engine ?? 'cells';
  if (!Object.hasOwn(ENGINES, name)) {
    throw new QuadrilleError(
      'bad-setting',
      `The engine is ${shown(name)}; choose one of ${ENGINE_NAMES.join(', ')}.`,
    );
  }
  return ENGINES[name](compiled, settings);
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
