import type { Compiled } from '../problem/compiled.ts';
import { nearest, QuadrilleError, shown } from '../problem/error.ts';
import { compiledOf, Problem } from '../problem/problem.ts';
import { ChainGraph, type ChainSearch, findChains } from './chains.ts';
import { findExclusions } from './exclusion.ts';
import { findForcing, type SpareRuns } from './forcing.ts';
import { kindsOf } from './kinds.ts';
import { findLinks, LinkGraph } from './links.ts';
import { GENERAL } from './names.ts';
import { remembered } from './position.ts';
import { findLocked, findSets } from './sets.ts';
import { findSingles } from './singles.ts';
import type { Technique } from './technique.ts';
import { findTwins } from './twin-options.ts';

/** A technique on a scale. Difficulties are in tenths. */
export interface Scaled {
  readonly find: Technique;
  /** The difficulties of its easiest and its hardest step. */
  readonly from: number;
  readonly to: number;
  /** True if it holds only for problems with one solution. */
  readonly isForOne?: boolean;
  /** True if it takes long for what it finds: a rating tries harder ones first that are known. */
  readonly isLate?: boolean;
  /** True if it compares every option with every other: too much for a large position. */
  readonly isWide?: boolean;
  /** True if it is a step, but no part of a rating. */
  readonly isUnrated?: boolean;
}

/** The techniques for a problem, and its statement as a person sees it. */
export interface Techniques {
  /** In the order in which they are tried. */
  readonly list: readonly Scaled[];
  /** Options that the statement of the problem gives: no step says so. */
  readonly givens: readonly number[];
  /** The names that its steps may have. Absent: any. */
  readonly names?: readonly string[];
}

/** Makes the techniques for a problem, of which it knows the names of the items. */
export type Scale = (problem: Compiled, nameOf: (item: number) => string) => Techniques;

const ENDLESS = Number.POSITIVE_INFINITY;
const SET_NAMES = ['pair', 'triplet', 'quad'];
const SET_TENTHS = [30, 36, 50];

const any = (): boolean => true;
const CHAIN: ChainSearch = {
  name: 'chain',
  loopName: 'loop',
  chain: 70,
  loop: 70,
  mixes: true,
  forces: any,
  hasChains: true,
};

/** Techniques for any problem. The difficulties are those of the same ideas in a Sudoku. */
export const generalScale: Scale = (problem) => {
  const kinds = kindsOf(problem);
  const pairs: [number, number][] = [];
  for (let base = 0; base < kinds.count; base++) {
    for (let cover = 0; cover < kinds.count; cover++) if (base !== cover) pairs.push([base, cover]);
  }
  const linked = remembered((position) => new LinkGraph(position, kinds, any));
  const sets =
    (k: number): Technique =>
    (position, sink) => {
      for (const [base, cover] of pairs) {
        const search = { size: k + 2, base, cover };
        findSets(position, kinds, sink, SET_NAMES[k] as string, SET_TENTHS[k] as number, search);
      }
      return undefined;
    };
  const links =
    (size: number, tenths: number): Technique =>
    (position, sink) =>
      findLinks(linked(position), sink, {
        size,
        grade: (_, grouped) => [`${size} linked items`, tenths + (grouped ? 3 : 0)],
      });
  const graph = remembered((position) => new ChainGraph(position, kinds, true, any));
  const chains: Technique = (position, sink) => findChains(graph(position), sink, CHAIN);
  const spare: SpareRuns = [];
  const forcing =
    (tenths: number, isDynamic: boolean, inner: readonly Technique[] = []): Technique =>
    (position, sink) =>
      findForcing(position, kinds, spare, sink, {
        tenths,
        names: ['forcing chains', 'double forcing chains', 'contradiction'],
        isDynamic,
        isOneValue: false,
        inner,
      });
  const locked: Technique = (position, sink) => findLocked(position, sink, 'locked item', 26, any);
  const exclusion: Technique = (position, sink) => {
    const items = [...Array(problem.primary).keys()];
    const isNear = (item: number, other: number): boolean =>
      position
        .optionsOf(item)
        .some((option) => position.excludedBy(option).some((out) => uses(out, other)));
    return findExclusions(position, sink, {
      name: 'pair exclusion',
      tenths: 62,
      length: 2,
      items,
      most: 4,
      isNear,
    });
  };
  const uses = (option: number, item: number): boolean =>
    kinds.item[option * kinds.count + (kinds.of[item] as number)] === item;
  const twins: Technique = (position, sink) => findTwins(position, sink, 'twin options', 45);
  const plus = [locked, sets(0)];
  const single: Technique = (position, sink) => findSingles(position, sink, 'single', 15, any);
  const list: Scaled[] = [
    { from: 15, to: 15, find: single },
    { from: 26, to: 26, find: locked },
    { from: 30, to: 30, find: sets(0) },
    { from: 36, to: 36, find: sets(1) },
    { from: 40, to: 43, find: links(2, 40), isWide: true },
    { from: 45, to: 45, find: twins, isForOne: true },
    { from: 50, to: 50, find: sets(2) },
    { from: 54, to: 57, find: links(3, 54), isLate: true, isWide: true },
    { from: 62, to: 62, find: exclusion, isLate: true, isWide: true },
    { from: 70, to: ENDLESS, find: chains, isWide: true },
    { from: 80, to: ENDLESS, find: forcing(80, false), isWide: true },
    { from: 85, to: ENDLESS, find: forcing(85, true), isWide: true },
    { from: 90, to: ENDLESS, find: forcing(90, true, plus), isWide: true },
    { from: 95, to: ENDLESS, find: forcing(95, true, [...plus, chains]), isWide: true },
  ];
  return { list, givens: [], names: GENERAL };
};

/** The techniques for a problem by a scale. Without names, the items have their numbers. */
export function techniquesFor(
  problem: Problem<unknown> | Compiled,
  scale: Scale = generalScale,
): Techniques {
  checkScale(scale);
  const nameOf = (item: number) =>
    problem instanceof Problem ? problem.itemName(item) : String(item);
  return scale(compiledOf(problem), nameOf);
}

export function checkScale(scale: Scale): void {
  if (typeof scale === 'function') return;
  throw new QuadrilleError(
    'bad-setting',
    `scale is ${shown(scale)}; give generalScale or sudokuScale.`,
  );
}

/** The technique that a caller means, in any case. Throws if no step has that name. */
export function techniqueNamed(name: unknown, { names }: Techniques): string {
  if (typeof name !== 'string') {
    throw new QuadrilleError(
      'bad-setting',
      `technique is ${shown(name)}; give its name as steps have it, as 'x-wing'.`,
    );
  }
  const known = name.toLowerCase();
  if (names === undefined || names.includes(known)) return known;
  const meant = nearest(known, names);
  const remedy =
    meant === undefined ? `give one of: ${names.join(', ')}.` : `did you mean ${meant}?`;
  throw new QuadrilleError(
    'bad-setting',
    `There is no technique ${shown(name)} on this scale; ${remedy}`,
  );
}
