import fc from 'fast-check';
import type { Problem } from '../../src/engine/problem/problem.ts';
import type { Matrix } from '../cases/matrix.ts';
import { bruteForceMultiples, multipleProblemOf } from './multiples.ts';

/** A problem with all that a symmetry has to keep. */
export interface Weighted extends Matrix {
  readonly times: readonly (readonly [least: number, most: number])[];
  readonly costs: readonly number[];
}

export function weightedProblemOf(matrix: Weighted): Problem {
  const problem = multipleProblemOf(matrix);
  for (const [option, cost] of matrix.costs.entries()) problem.setCost(option, cost);
  return problem;
}

/** All orders of the numbers from `first` on. */
export function* orders(first: number, count: number): Generator<number[]> {
  if (count === 0) yield [];
  else {
    for (const order of orders(first, count - 1)) {
      for (let at = 0; at < count; at++) {
        yield [...order.slice(0, at), first + count - 1, ...order.slice(at)];
      }
    }
  }
}

/** Each way to choose one of each list. */
function* choices<T>(lists: readonly (readonly T[])[], at = 0): Generator<T[]> {
  if (at === lists.length) yield [];
  else {
    for (const first of lists[at]) {
      for (const rest of choices(lists, at + 1)) yield [first, ...rest];
    }
  }
}

/**
 * A problem with its items and the colours of each item renamed, straight from the definition:
 * what each option says then, and the rules of the items in their new order.
 */
export interface Relabelling {
  readonly itemTo: readonly number[];
  readonly says: readonly string[];
  readonly rules: string;
}

/** All renamings of a tiny problem. The colours of an item become 1, 2, and so on. */
export function* relabellings(matrix: Weighted): Generator<Relabelling> {
  const { primary, secondary, options, colours, times, costs } = matrix;
  const coloursOf = Array.from({ length: primary + secondary }, (_, item) => {
    const used = new Set(
      options.flatMap((items, k) =>
        items.map((i, at) => (i === item ? (colours?.[k]?.[at] ?? 0) : 0)),
      ),
    );
    used.delete(0);
    return [...used];
  });
  const hues = coloursOf.map((list) => [...orders(1, list.length)]);
  for (const first of orders(0, primary)) {
    for (const second of orders(primary, secondary)) {
      const itemTo = [...first, ...second];
      const rules: string[] = [];
      for (let item = 0; item < primary; item++) rules[itemTo[item]] = `${times[item]}`;
      for (const hueTo of choices(hues)) {
        const says = options.map((items, k) => {
          const uses = items.map((item, at) => {
            const colour = colours?.[k]?.[at] ?? 0;
            const hue = colour === 0 ? 0 : hueTo[item]?.[coloursOf[item]?.indexOf(colour)];
            return `${itemTo[item]}:${hue}`;
          });
          return `${uses.sort().join(' ')} = ${costs[k]}`;
        });
        yield { itemTo, says, rules: rules.join(' ') };
      }
    }
  }
}

/** A name for the problem up to isomorphism: the least text of all renamings. */
export function nameUpToIsomorphism(matrix: Weighted, marked: readonly number[] = []): string {
  let least: string | undefined;
  for (const { says, rules } of relabellings(matrix)) {
    const lines = says.map((line, k) => `${line}${marked.includes(k) ? '*' : ''}`);
    const text = `${rules} | ${lines.sort().join(' | ')}`;
    if (least === undefined || text < least) least = text;
  }
  return `${matrix.primary} ${matrix.secondary} ${least}`;
}

/** The classes by the definition: a name for each, and its size. */
export function classesByForce(matrix: Weighted): Map<string, bigint> {
  const classes = new Map<string, bigint>();
  for (const numbers of bruteForceMultiples(matrix)) {
    const name = nameUpToIsomorphism(matrix, numbers);
    classes.set(name, (classes.get(name) ?? 0n) + 1n);
  }
  return classes;
}

/** The symmetries of a tiny problem: their number, and the orbits, each as its least number. */
export function symmetriesByForce(matrix: Weighted) {
  const { primary, secondary, options } = matrix;
  const items = primary + secondary;
  const itemOrbits = Array.from({ length: items }, (_, k) => k);
  const optionOrbits = Array.from({ length: options.length }, (_, k) => k);
  const all = [...relabellings(matrix)];
  const itself = all.find(({ itemTo }) => itemTo.every((to, k) => to === k)) as Relabelling;
  const texts = [...itself.says].sort().join('|');
  let order = 0n;
  for (const { itemTo, says, rules } of all) {
    if (rules !== itself.rules || [...says].sort().join('|') !== texts) continue;
    // Options that say the same may be swapped.
    const counts = new Map<string, bigint>();
    let ways = 1n;
    for (const text of says) {
      const count = (counts.get(text) ?? 0n) + 1n;
      counts.set(text, count);
      ways *= count;
    }
    order += ways;
    itemTo.forEach((to, item) => {
      itemOrbits[to] = Math.min(itemOrbits[to], item);
    });
    says.forEach((text, option) => {
      itself.says.forEach((other, to) => {
        if (other === text) optionOrbits[to] = Math.min(optionOrbits[to], option);
      });
    });
  }
  return { order, itemOrbits, optionOrbits };
}

const LEAST_AND_MOST = [
  [1, 1],
  [0, 2],
  [1, 2],
] as const;

/**
 * Tiny problems with few kinds of everything, so that many have symmetries. Some are made of
 * options and their images under a permutation of the items, which is then a symmetry.
 */
export const tinyWeighted: fc.Arbitrary<Weighted> = fc
  .record({
    primary: fc.integer({ min: 0, max: 4 }),
    secondary: fc.integer({ min: 0, max: 3 }),
    colours: fc.boolean(),
    rules: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 4, maxLength: 4 }),
    multiple: fc.boolean(),
    priced: fc.boolean(),
    planted: fc.boolean(),
  })
  .filter(({ primary, secondary }) => primary + secondary > 0)
  .chain(({ primary, secondary, colours, rules, multiple, priced, planted }) => {
    const use = fc.record({
      item: fc.integer({ min: 0, max: primary + secondary - 1 }),
      hue: fc.integer({ min: 0, max: colours ? 2 : 0 }),
    });
    const option = fc.record({
      uses: fc.uniqueArray(use, { minLength: 1, maxLength: 3, selector: ({ item }) => item }),
      cost: fc.integer({ min: 0, max: priced ? 1 : 0 }),
    });
    return fc.array(option, { maxLength: planted ? 4 : 7 }).map((stated): Weighted => {
      // Turns the primary items round, and the secondary items.
      const turned = (item: number) =>
        item < primary ? (item + 1) % primary : primary + ((item - primary + 1) % secondary);
      let all = stated;
      if (planted) {
        const turn = ({ uses, cost }: (typeof stated)[number]) => ({
          uses: uses.map(({ item, hue }) => ({ item: turned(item), hue })),
          cost,
        });
        all = stated.slice(0, 2);
        for (let k = 0; k < 8 && all.length < 8 && all.length > k; k++) {
          const image = turn(all[k]);
          const text = JSON.stringify(image);
          if (all.every((known) => JSON.stringify(known) !== text)) all = [...all, image];
        }
      }
      return {
        name: 'tiny',
        primary,
        secondary,
        options: all.map(({ uses }) => uses.map(({ item }) => item)),
        colours: all.map(({ uses }) => uses.map(({ item, hue }) => (item < primary ? 0 : hue))),
        times: Array.from({ length: primary }, (_, k) => {
          return LEAST_AND_MOST[multiple ? rules[k] : 0] as readonly [number, number];
        }),
        costs: all.map(({ cost }) => cost),
      };
    });
  });

/** The numbers from 0 on in the order of some keys: a permutation. */
export function shuffle(count: number, keys: readonly number[]): number[] {
  return Array.from({ length: count }, (_, k) => k).sort(
    (a, b) => keys[a % keys.length] - keys[b % keys.length] || a - b,
  );
}

/** A random permutation, as keys for `shuffle`. */
export const keys = fc.uniqueArray(fc.integer({ min: 0, max: 1e6 }), {
  minLength: 13,
  maxLength: 13,
});

/** A matrix with its items, options and uses in another order, and the colours renamed. */
export function shuffled<M extends Matrix & Partial<Weighted>>(
  matrix: M,
  by: readonly number[],
): M {
  const { primary, secondary, options, colours, times, costs } = matrix;
  const first = shuffle(primary, by);
  const itemTo = [...first, ...shuffle(secondary, by).map((item) => primary + item)];
  const optionFrom = shuffle(options.length, by);
  const take = <T>(list: readonly T[]): T[] => optionFrom.map((k) => list[k]);
  const hueOf = (item: number, hue: number) => (hue === 0 ? 0 : hue + (by[item % by.length] % 5));
  return {
    ...matrix,
    options: take(options).map((items) => [...items].reverse().map((item) => itemTo[item])),
    ...(colours && {
      colours: optionFrom.map((k) =>
        colours[k].map((hue, at) => hueOf(options[k]?.[at], hue)).reverse(),
      ),
    }),
    ...(times && { times: first.map((_, k) => times[first.indexOf(k)]) }),
    ...(costs && { costs: take(costs) }),
  };
}
