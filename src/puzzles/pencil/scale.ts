import type { Compiled } from '../../engine/problem/compiled.ts';
import { nearest, QuadrilleError, shown } from '../../engine/problem/error.ts';
import { compiledOf, Problem } from '../../engine/problem/problem.ts';
import { chains } from './chains.ts';
import { exclusions } from './exclusion.ts';
import { forcingOf } from './forcing.ts';
import { kindsOf } from './kinds.ts';
import { linksOf } from './links.ts';
import type { Position } from './position.ts';
import { locked, sets, singles } from './sets.ts';
import { inTurn, type Technique } from './technique.ts';
import { twinOptions } from './twin-options.ts';

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
  /** The position before these, where it is known. */
  readonly start?: Position | undefined;
  /** The names that its steps may have. Absent: any. */
  readonly names?: readonly string[];
  /** True unless what is filled breaks a rule beyond covering. Absent: there is none. */
  readonly isKept?: ((position: Position) => boolean) | undefined;
}

/** Makes the techniques for a problem, of which it knows the names of the items. */
export type Scale = (problem: Compiled, nameOf: (item: number) => string) => Techniques;

/** A technique with the names that its steps may have. */
export interface Named extends Scaled {
  readonly names: readonly string[];
}

/** The names of all steps, in alphabetical order. */
export function namesOf(list: readonly Named[]): string[] {
  return [...new Set(list.flatMap(({ names }) => names))].sort();
}

/** A technique whose steps all have one name and one difficulty. */
export function graded(name: string, tenths: number, find: Technique): Named {
  return { names: [name], from: tenths, to: tenths, find };
}

export const ENDLESS = Number.POSITIVE_INFINITY;
const SET_NAMES = ['pair', 'triplet', 'quad'];
const SET_TENTHS = [30, 36, 50];

const FORCING = {
  item: 'forcing chains',
  option: 'double forcing chains',
  contradiction: 'contradiction',
};

const any = (): boolean => true;

/** Techniques for any problem. The difficulties are those of the same ideas in a Sudoku. */
export const generalScale: Scale = (problem) => {
  const kinds = kindsOf(problem);
  const numbers = [...Array(kinds.count).keys()];
  const pairs = numbers.flatMap((base) =>
    numbers.filter((cover) => cover !== base).map((cover) => ({ base, cover })),
  );
  const set = (k: number): Named => {
    const [name, tenths] = [SET_NAMES[k], SET_TENTHS[k]];
    const way = ({ base, cover }: (typeof pairs)[number]) =>
      sets(kinds, { name, tenths, size: k + 2, base, cover });
    return graded(name, tenths, inTurn(pairs.map(way)));
  };
  const linked = linksOf(kinds, any);
  const links = (size: number, tenths: number): Named => {
    const name = `${size} linked items`;
    const find = linked({ size, grade: (_, grouped) => [name, tenths + (grouped ? 3 : 0)] });
    return { names: [name], from: tenths, to: tenths + 3, find, isWide: true };
  };
  const chain = { name: 'chain', loopName: 'loop', chain: 70, loop: 70, mixes: true, forces: any };
  const chained = chains(kinds, { ...chain, hasChains: true });
  const forced = forcingOf(kinds);
  const forcing = (tenths: number, isDynamic: boolean, inner?: readonly Technique[]): Named => {
    const find = forced({ tenths, names: FORCING, isDynamic, inner });
    return { names: Object.values(FORCING), from: tenths, to: ENDLESS, find, isWide: true };
  };
  const nearTo = (item: number, position: Position): number[] => {
    const near = new Set<number>();
    for (const option of position.optionsOf(item)) {
      for (const out of position.excludedBy(option)) {
        if (position.live[out] === 0) continue;
        for (let kind = 0; kind < kinds.count; kind++) {
          const other = kinds.item[out * kinds.count + kind];
          if (other >= 0 && other < problem.primary) near.add(other);
        }
      }
    }
    near.delete(item);
    return [...near].sort((a, b) => a - b);
  };
  const exclusion = exclusions({
    ...{ name: 'pair exclusion', tenths: 62, length: 2, most: 4, nearTo },
    items: [...Array(problem.primary).keys()],
  });
  const lock = graded('locked item', 26, locked({ name: 'locked item', tenths: 26 }, any));
  const pair = set(0);
  const plus = [lock.find, pair.find];
  const list: Named[] = [
    graded('single', 15, singles('single', 15, any)),
    lock,
    pair,
    set(1),
    links(2, 40),
    { ...graded('twin options', 45, twinOptions('twin options', 45)), isForOne: true },
    set(2),
    { ...links(3, 54), isLate: true },
    { ...graded('pair exclusion', 62, exclusion), isLate: true, isWide: true },
    { names: ['chain', 'loop'], from: 70, to: ENDLESS, find: chained, isWide: true },
    forcing(80, false),
    forcing(85, true),
    forcing(90, true, plus),
    forcing(95, true, [...plus, chained]),
  ];
  return { list, givens: [], names: namesOf(list) };
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
