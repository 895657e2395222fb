import { Random } from '../../../src/engine/kernels/random.ts';
import type { Compiled } from '../../../src/engine/problem/compiled.ts';
import { solutionsBelow } from '../../support/known.ts';
import { bruteForceMultiples } from '../../support/multiples.ts';
import { type Weighted, weightedProblemOf } from '../../support/relabellings.ts';

/** A problem with costs and bounds, as plain numbers. Primary items come first. */
export interface StatedProblem {
  readonly primary: number;
  readonly secondary: number;
  readonly options: readonly (readonly number[])[];
  /** Beside each option its colours, 0 for none. */
  readonly colours?: readonly (readonly number[])[];
  /** For each primary item the least and the most options; absent: once each. */
  readonly times?: readonly (readonly [number, number])[];
  readonly costs: readonly number[];
}

/** The same with all bounds. */
function weighted(stated: StatedProblem): Weighted {
  const once = Array.from({ length: stated.primary }, () => [1, 1] as const);
  return { name: 'stated', times: once, ...stated };
}

export function compiledOf(stated: StatedProblem): Compiled {
  return weightedProblemOf(weighted(stated)).compile();
}

/** The cost of a set of options; undefined where it is no solution. From the definition. */
export function costOfSet(stated: StatedProblem, numbers: readonly number[]): number | undefined {
  const { primary, secondary, options, colours, times, costs } = stated;
  const uses: number[][] = Array.from({ length: primary + secondary }, () => []);
  let cost = 0;
  for (const number of numbers) {
    const items = options[number] ?? [];
    if (!items.some((item) => item < primary)) return undefined;
    for (const [n, item] of items.entries()) uses[item]?.push(colours?.[number]?.[n] ?? 0);
    cost += costs[number];
  }
  for (const [item, hues] of uses.entries()) {
    const [least, most] = times?.[item] ?? [1, 1];
    if (item < primary) {
      if (hues.length < least || hues.length > most) return undefined;
    } else if (hues.length > 1 && (hues.includes(0) || new Set(hues).size > 1)) return undefined;
  }
  return new Set(numbers).size === numbers.length ? cost : undefined;
}

/** The costs of all solutions that keep to a prefix, in order, by brute force. */
export function bruteCosts(stated: StatedProblem, prefix: readonly number[] = []): number[] {
  return solutionsBelow(bruteForceMultiples(weighted(stated)), prefix)
    .map((numbers) => numbers.reduce((sum, option) => sum + stated.costs[option], 0))
    .sort((a, b) => a - b);
}

/** A small random problem of any kind: colours, secondary items, bounds, ties, negative costs. */
export function randomStated(seed: number): StatedProblem {
  const random = new Random(seed);
  const primary = 1 + random.below(6);
  const secondary = random.below(4);
  const isColoured = random.below(2) === 0;
  const isMultiple = random.below(3) === 0;
  const size = [3, 10, 1000, 2 ** 40][random.below(4)];
  const sign = random.below(3);
  const options: number[][] = [];
  const colours: number[][] = [];
  const costs: number[] = [];
  const count = random.below(13);
  for (let k = 0; k < count; k++) {
    const twin = random.below(6) === 0 && k > 0 ? options[random.below(k)] : undefined;
    const items = twin ?? [...random.order(primary + secondary)].slice(0, 1 + random.below(3));
    options.push(items);
    colours.push(items.map((item) => (item < primary ? 0 : random.below(3))));
    const cost = Math.floor((random.below(2 ** 20) / 2 ** 20) * size);
    costs.push(sign === 0 ? cost : sign === 1 ? -cost : cost - Math.floor(size / 2));
  }
  const times = Array.from({ length: primary }, (): [number, number] => {
    const least = random.below(3);
    return [least, random.below(5) === 0 ? 2 ** 31 - 1 : least + random.below(3)];
  });
  return {
    primary,
    secondary,
    options,
    costs: costs.map((cost) => cost + 0),
    ...(isColoured && { colours }),
    ...(isMultiple && { times }),
  };
}
