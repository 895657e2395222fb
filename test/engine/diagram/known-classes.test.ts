import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KnownClasses } from '../../../src/engine/diagram/known-classes.ts';
import type { Compiled } from '../../../src/engine/problem/compiled.ts';
import { finish } from '../../../src/engine/problem/slices.ts';
import { Equivalence } from '../../../src/engine/symmetry/equivalence.ts';
import { solutions } from '../../../src/index.ts';
import { steiner } from '../../../src/puzzles.ts';
import { runs } from '../../support/effort.ts';
import { bruteForceMultiples } from '../../support/multiples.ts';
import {
  classesByForce,
  keys,
  nameUpToIsomorphism,
  shuffle,
  tinyWeighted,
  weightedProblemOf,
} from '../../support/relabellings.ts';

function begun(compiled: Compiled, pointedRoom: number) {
  const equivalence = new Equivalence(compiled, undefined, { mostElements: 0 });
  finish(equivalence.find());
  return { equivalence, known: new KnownClasses(equivalence, pointedRoom) };
}

test('a class is new once, with its size, whatever room there is', () => {
  const rooms = fc.constantFrom(Number.POSITIVE_INFINITY, 1000, 0);
  fc.assert(
    fc.property(tinyWeighted, keys, rooms, fc.nat(20), (matrix, order, room, forgetAt) => {
      const all = bruteForceMultiples(matrix);
      // Each solution again and again, so that its forms with a vertex singled out are made.
      const given = [...all, ...all, ...all];
      const { known } = begun(weightedProblemOf(matrix).compile(), room);
      const found = new Map<string, bigint>();
      for (const [n, k] of shuffle(given.length, order).entries()) {
        if (n === forgetAt) known.forgetPointed();
        const numbers = given[k] as number[];
        const size = finish(known.enter(numbers));
        const name = nameUpToIsomorphism(matrix, numbers);
        expect(size !== undefined).toBe(!found.has(name));
        if (size !== undefined) found.set(name, size);
      }
      expect(found).toEqual(
        new Map([...classesByForce(matrix)].filter(([name]) => found.has(name))),
      );
      expect(found.size).toBe(classesByForce(matrix).size);
    }),
    { numRuns: runs(600) },
  );
});

test('classes that are met many times take a small part of the work', () => {
  const compiled = steiner(13).compile();
  const given = Array.from(solutions(compiled, { limit: 200 }), (numbers) => [...numbers]);
  const looksOf = (room: number) => {
    const { equivalence, known } = begun(compiled, room);
    const before = equivalence.looks;
    const sizes = given.map((numbers) => finish(known.enter(numbers)));
    // The two systems have groups of 6 and 39 symmetries.
    const fact13 = 6227020800n;
    expect(sizes.filter((size) => size !== undefined).sort()).toEqual(
      [fact13 / 6n, fact13 / 39n].sort(),
    );
    return equivalence.looks - before;
  };
  expect(looksOf(2 ** 24)).toBeLessThan(looksOf(0) / 4);
});
