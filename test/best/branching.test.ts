import { expect, test } from 'vitest';
import { Branching } from '../../src/best/branching.ts';
import { Random } from '../../src/kernels/random.ts';
import { bruteCosts, compiledOf, costOfSet, randomStated, type Stated } from './stated.ts';

/** Change it to try other problems. */
const { QUADRILLE_SEED = '1' } = process.env;
const SEED = Number(QUADRILLE_SEED);

/** Work by search before and between linear programs: as usual, so little that it branches, and none. */
const SEARCH_WORK = [undefined, 3, 0];

function negated(stated: Stated): Stated {
  return { ...stated, costs: stated.costs.map((cost) => 0 - cost) };
}

test.each([1, 2, 3, 4])(
  'the k cheapest of random problems are those of brute force, part %i',
  (part) => {
    let solvable = 0;
    for (let n = 0; n < 250; n++) {
      const seed = SEED * 100_003 + 1000 * part + n;
      const random = new Random(seed);
      const stated = randomStated(seed);
      const max = random.below(2) === 0;
      const k = [1, 2, 5, 1000][random.below(4)] as number;
      const searchWork = SEARCH_WORK[random.below(3)];
      const all = bruteCosts(max ? negated(stated) : stated);
      if (all.length > 0) solvable++;
      const search = new Branching(compiledOf(stated), { k, max, seed: random.word(), searchWork });
      while (search.advance(random.below(2) === 0 ? 1 : 5) !== 'exhausted') {
        // The bound holds at any time: for all solutions that are not listed.
        const listed = search.found.length;
        const sign = max ? -1 : 1;
        const rest = [...all];
        for (const { cost } of search.found) rest.splice(rest.indexOf(sign * cost + 0), 1);
        expect(rest.length, `seed ${seed}`).toBe(all.length - listed);
        expect(sign * search.bound, `seed ${seed}`).toBeLessThanOrEqual(
          rest[0] ?? Number.POSITIVE_INFINITY,
        );
      }
      const costs = search.found.map(({ cost }) => (max ? 0 - cost : cost));
      expect(costs, `seed ${seed}`).toEqual(all.slice(0, k));
      const keys = new Set(search.found.map(({ options }) => options.join()));
      expect(keys.size).toBe(costs.length);
      for (const { cost, options } of search.found) expect(costOfSet(stated, options)).toBe(cost);
      const bound = all.length < k ? Number.POSITIVE_INFINITY : all[k - 1];
      expect(max ? 0 - search.bound : search.bound, `seed ${seed}`).toBe(bound);
    }
    expect(solvable).toBeGreaterThan(50);
  },
);

test('prefixes', () => {
  let solvable = 0;
  for (let n = 0; n < 300; n++) {
    const seed = SEED * 100_003 + 50_000 + n;
    const random = new Random(seed);
    const stated = randomStated(seed);
    const prefix = [...random.order(stated.options.length)]
      .slice(0, random.below(3))
      .map((option) => (random.below(2) === 0 ? option : ~option));
    const all = bruteCosts(stated, prefix);
    // Some prefixes without solutions name no subtree, and are refused.
    if (all.length === 0) continue;
    solvable++;
    const searchWork = SEARCH_WORK[random.below(3)];
    const search = new Branching(compiledOf(stated), { k: 3, max: false, prefix, searchWork });
    for (let outcome = 'paused'; outcome !== 'exhausted'; ) outcome = search.advance(Infinity);
    expect(
      search.found.map(({ cost }) => cost),
      `seed ${seed}`,
    ).toEqual(all.slice(0, 3));
  }
  expect(solvable).toBeGreaterThan(50);
});
