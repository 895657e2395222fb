import { Links } from '../kernels/links/links.ts';
import { Multiples } from '../kernels/multiples/multiples.ts';
import { checkMemoryLimit, type Search, type SearchSettings } from '../kernels/search.ts';
import { startLists } from '../kernels/start-lists.ts';
import { Sweep } from '../kernels/sweep/sweep.ts';
import { machine } from '../kernels/wasm/memory.ts';
import { Learn } from '../learn/learn.ts';
import type { LearnSettings, ProofSink } from '../learn/proof.ts';
import { type Compiled, checkCompiled, leastOf, mostOf } from '../problem/compiled.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import type { Ruling } from '../problem/problem.ts';
import { checkSettings, checkWord } from '../problem/setting.ts';

type Begin = (compiled: Compiled, settings: LearnSettings) => Search;

/** The engines of every question. A page that asks for one or two solutions loads no other. */
const ENGINES = {
  lists: startLists,
  links: (compiled, settings) => new Links(compiled, settings),
  learn: (compiled, settings) => new Learn(compiled, settings),
  multiples: (compiled, settings) => new Multiples(compiled, settings),
} as const satisfies Record<string, Begin>;

/**
 * `lists` keeps for each item the list of its options, as bits where these suit, and is the fastest
 * where there is little search, or where it must look ahead. `links` is the classic, Knuth's dancing
 * links, and finds the same solutions in the same order. `sweep` is several times as fast on
 * packings and wherever the items have an order that keeps those of an option together. `learn`
 * decides hard problems that are beyond these three. `multiples` branches on one option, chosen or
 * left out. It and `learn` also take problems with multiplicities.
 */
export type EngineName = 'lists' | 'links' | 'sweep' | 'learn' | 'multiples';

/** The names of all engines, and with `auto` all that a question may name. */
export const ENGINE_NAMES = [
  'lists',
  'links',
  'sweep',
  'learn',
  'multiples',
] as const satisfies readonly EngineName[];
export const QUESTION_ENGINES = ['auto', ...ENGINE_NAMES] as const;

/** The engines that know multiplicities. */
const KNOWS_MULTIPLES: readonly string[] = ['multiples', 'learn'] satisfies EngineName[];

/** The names of the settings of an engine. */
export const ENGINE_SETTINGS = ['engine', 'seed', 'prefix', 'memoryLimit'];

/**
 * A search by the engine of that name, for the caller to advance. Default: `lists`.
 *
 * @example
 * ```ts
 * import { createSearch, Problem } from 'quadrille';
 *
 * const problem = new Problem({ primary: ['a', 'b'] });
 * for (const items of [['a'], ['b'], ['a', 'b']]) problem.addOption(items);
 *
 * const search = createSearch(problem.compile());
 * for (let outcome = search.advance(1); outcome !== 'exhausted'; outcome = search.advance(1)) {
 *   if (outcome === 'solution') console.log(search.solution());
 * }
 * search.end();
 * ```
 */
export function createSearch(
  compiled: Compiled,
  settings: SearchSettings & {
    readonly engine?: EngineName | undefined;
    readonly proof?: ProofSink | undefined;
  } = {},
): Search {
  checkSettings(settings, [...ENGINE_SETTINGS, 'proof']);
  const engine = engineOf(settings, 'lists');
  if (engine === 'auto') {
    throw new QuadrilleError(
      'bad-setting',
      "engine is 'auto', which depends on the question; for a search give one of " +
        `${ENGINE_NAMES.join(', ')}, or ask by first, count, isUnique or solutions.`,
    );
  }
  return startEngine(compiled, engine, settings);
}

/** The engine of the settings. With a proof it is `learn`: no other engine writes one. */
export function engineOf(
  { engine, proof }: QuestionSettings,
  usual: EngineName | 'auto' = 'auto',
): EngineName | 'auto' {
  const asked = engine ?? (proof === undefined ? usual : 'learn');
  if (proof === undefined || asked === 'learn') return checkWord('engine', asked, QUESTION_ENGINES);
  throw new QuadrilleError(
    'bad-setting',
    `engine is ${shown(engine)}, and only 'learn' writes a proof; leave the engine out.`,
  );
}

/** How to search for the answer of a question. */
export interface QuestionSettings extends LearnSettings {
  /**
   * Default: `auto`, which depends on the question. For all solutions `lists` begins, and `sweep`
   * goes on where that promises to be faster. To count them, solvers that remember states compete as
   * well. To find a first or a second solution, `learn` soon joins `lists`. With multiplicities
   * `multiples` takes the place of `lists`, and `sweep` takes no part.
   */
  readonly engine?: EngineName | 'auto' | undefined;
}

/** Starts an engine. */
export function startEngine(
  compiled: Compiled,
  engine: EngineName,
  settings: LearnSettings,
): Search {
  if (engine !== 'sweep') return startDecidingEngine(compiled, engine, settings);
  checkStart(compiled, engine, settings);
  if (machine() === undefined) {
    throw new QuadrilleError(
      'bad-setting',
      'The engine sweep runs in WebAssembly, which is missing or refused here; take the engine auto ' +
        'or lists.',
    );
  }
  return around(new Sweep(compiled, settings), compiled, settings);
}

/** Starts an engine for a question that one or two solutions answer. */
export function startDecidingEngine(
  compiled: Compiled,
  engine: EngineName,
  settings: LearnSettings,
): Search {
  checkStart(compiled, engine, settings);
  if (engine !== 'sweep') return around(ENGINES[engine](compiled, settings), compiled, settings);
  throw new QuadrilleError(
    'bad-setting',
    'The engine sweep is for count and solutions; for first and isUnique leave the engine out, or take ' +
      `${Object.keys(ENGINES).join(', ')}.`,
  );
}

/** A search with the rules by functions of the settings around it. @internal */
export function around<S extends Search>(
  search: S,
  compiled: Compiled,
  { forbids }: SearchSettings,
): S | Search {
  return forbids?.around(search, compiled) ?? search;
}

function checkStart(compiled: Compiled, engine: EngineName, settings: LearnSettings): void {
  checkCompiled(compiled);
  checkMemoryLimit(settings);
  checkTimes(compiled, engine);
}

/** Refuses items with other numbers of times than one where an engine does not know them. */
export function checkTimes(
  compiled: Compiled,
  engine: EngineName | 'auto',
  ruling?: Ruling<unknown>,
): void {
  if (!compiled.multiple || engine === 'auto' || KNOWS_MULTIPLES.includes(engine)) return;
  const [what, remedy] = (ruling && timesByRule(compiled, ruling)) ?? [
    'this problem has items with other numbers of times',
    '',
  ];
  throw new QuadrilleError(
    'bad-setting',
    `The engine ${engine} covers each primary item exactly once, and ${what}; take the engine auto, ` +
      `${KNOWS_MULTIPLES.join(' or ')}${remedy}.`,
  );
}

/** The rule that has such an item, and what else to do, where no stated item is one. */
function timesByRule(compiled: Compiled, { stated, ruleOf }: Ruling<unknown>) {
  if (stated.multiple) return undefined;
  let item = stated.primary;
  while (leastOf(compiled, item) === 1 && mostOf(compiled, item) === 1) item++;
  return [
    `an item of ${ruleOf(item)} is covered up to ${mostOf(compiled, item)} times`,
    ', or state the rule by budget() with the weight 1',
  ];
}
