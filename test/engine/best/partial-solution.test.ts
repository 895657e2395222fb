import { expect, test } from 'vitest';
import { Model } from '../../../src/engine/best/model.ts';
import { CHOSEN, FREE, PartialSolution } from '../../../src/engine/best/partial-solution.ts';
import { Prices } from '../../../src/engine/best/prices.ts';
import { Random } from '../../../src/engine/kernels/random.ts';
import { finish } from '../../../src/engine/problem/slices.ts';
import { bruteCosts, compiledOf, randomStated, type StatedProblem } from './stated.ts';

/** Some decisions about the options of a model: option j chosen (`j`) or left out (`~j`). */
function someDecisions(model: Model, random: Random): number[] {
  const order = [...random.order(model.stated)].slice(0, random.below(4));
  return order.map((j) => (random.below(2) === 0 ? j : ~j));
}

/** The costs of all solutions that keep to decisions of a model, by brute force. */
function costsBelow(stated: StatedProblem, model: Model, decisions: readonly number[]): number[] {
  const number = (j: number) => model.numberOf[j];
  return bruteCosts(
    stated,
    decisions.map((d) => (d >= 0 ? number(d) : ~number(~d))),
  );
}

/** All decisions of a partial solution about options of the problem. */
function decisionsOf({ trail, decided, length, model }: PartialSolution): number[] {
  const stated = trail.subarray(0, length).filter((j) => j < model.stated);
  return Array.from(stated, (j) => (decided[j] === CHOSEN ? j : ~j));
}

test('all that follows from decisions is in each of their solutions, and undo takes it back', () => {
  let followed = 0;
  let refuted = 0;
  for (let seed = 1; seed <= 300; seed++) {
    const stated = randomStated(seed);
    const random = new Random(seed);
    const model = finish(Model.of(compiledOf(stated), false));
    const partial = new PartialSolution(model);
    const { decided, covered, free } = partial;
    const before = [decided.slice(), covered.slice(), free.slice(), partial.cost];
    const decisions = someDecisions(model, random);
    const all = costsBelow(stated, model, decisions);
    if (partial.decide(decisions)) {
      const followers = decisionsOf(partial);
      if (followers.length > decisions.length) followed++;
      expect(costsBelow(stated, model, followers), `seed ${seed}`).toEqual(all);
      if (partial.open === 0 && all.length > 0) expect(partial.cost).toBe(all[0]);
    } else {
      refuted++;
      expect(all, `seed ${seed}`).toEqual([]);
    }
    partial.undo(0);
    expect([decided, covered, free, partial.cost]).toEqual(before);
    expect(partial.open).toBe(model.stated);
    expect(decided.every((answer) => answer === FREE)).toBe(true);
  }
  expect(followed).toBeGreaterThan(30);
  expect(refuted).toBeGreaterThan(10);
});

test('any prices prove a bound of all solutions, and refute only where there are none', () => {
  let bounded = 0;
  let refuted = 0;
  for (let seed = 1; seed <= 400; seed++) {
    const stated = randomStated(seed);
    const random = new Random(seed);
    const model = finish(Model.of(compiledOf(stated), false));
    const partial = new PartialSolution(model);
    const decisions = someDecisions(model, random);
    if (!partial.decide(decisions)) continue;
    const all = costsBelow(stated, model, decisions);
    const prices = new Prices(model);
    const size = 1 + Math.floor(model.range / 4);
    const ray = prices.price.map(() => random.below(9) - 4);
    // Proven by brute force: no weights of items refute a solution that is there.
    if (prices.refutes(partial, ray)) {
      refuted++;
      expect(all, `seed ${seed}`).toEqual([]);
    }
    for (const item of prices.price.keys()) {
      prices.price[item] = (random.below(201) - 100) * Math.ceil((size * prices.scale) / 100);
    }
    const climbed = random.below(2) === 0;
    const bound = prices.prove(partial);
    if (climbed) {
      finish(prices.climb(partial));
      expect(prices.bound).toBeGreaterThanOrEqual(bound);
    }
    if (all.length === 0 || prices.bound === Number.NEGATIVE_INFINITY) continue;
    bounded++;
    expect(prices.bound, `seed ${seed}`).toBeLessThanOrEqual(all[0] * prices.scale);
    expect(prices.costOf(prices.bound)).toBeLessThanOrEqual(all[0]);
  }
  expect(bounded).toBeGreaterThan(50);
  expect(refuted).toBeGreaterThan(3);
});
