import { expect, test } from 'vitest';
import { Random } from '../../../src/engine/kernels/random.ts';
import { finish, Pace } from '../../../src/engine/problem/slices.ts';
import { Problem } from '../../../src/index.ts';
import { steps } from '../../../src/pencil.ts';
import { Position } from '../../../src/puzzles/pencil/position.ts';
import { runs, seed } from '../../support/effort.ts';
import { positionOf, randomStand } from '../../support/positions.ts';

test('each list has the options that are possible, in order, and what they count is so', () => {
  for (let k = 0; k < runs(300); k++) {
    const stand = randomStand(new Random(seed + k));
    const position = positionOf(stand);
    const { primary, secondary, options } = stand.matrix;
    const live = [...position.live.keys()].filter((option) => position.live[option] === 1);
    for (let item = 0; item < primary + secondary; item++) {
      const own = live.filter((option) => options[option]?.includes(item));
      expect([...position.optionsOf(item)]).toEqual(own);
    }
    expect(position.isDecided).toBe(live.length === 0);
    const needs = [...position.need.subarray(0, primary)];
    expect(position.isCovered).toBe(needs.every((need) => need === 0));
    const open = needs.findIndex((need, item) => position.count[item] < need);
    expect(position.contradiction === undefined).toBe(open < 0);
  }
});

test('what all options of an item exclude: the same in slices, and option by option', () => {
  let found = 0;
  for (let k = 0; k < runs(1800); k++) {
    const position = positionOf(randomStand(new Random(seed + k)));
    for (let item = 0; item < position.items; item++) {
      const options = [...position.optionsOf(item)];
      if (options.length < 2) continue;
      const [first, ...others] = options.map((option) => [...position.excludedBy(option)]);
      const all = first.filter(
        (option) => others.every((list) => list.includes(option)) && position.live[option] === 1,
      );
      expect(position.excludedByAll(options)).toEqual(all);
      expect(finish(position.excludedByAllInSlices(options, new Pace()))).toEqual(all);
      found += all.length;
    }
  }
  expect(found).toBeGreaterThan(100);
});

test('a pair among many items that all hang together', () => {
  const items = 40;
  const names = [...Array(items).keys()];
  const problem = new Problem({
    primary: [...names.map((k) => `a${k}`), 'twin'],
    secondary: [...names, items].map((k) => `b${k}`),
  });
  // Each item uses its own cover or the next one; `twin` uses two of them.
  for (const k of names) for (const cover of [k, k + 1]) problem.addOption([`a${k}`, `b${cover}`]);
  for (const cover of [5, 6]) problem.addOption(['twin', `b${cover}`]);
  const [pair] = steps(problem, { limit: 1 });
  // So the items beside them do without these covers.
  expect(pair).toMatchObject({ technique: 'pair', crossedOut: [9, 12] });
});

test('a copy has what it is a copy of, and goes its own way', () => {
  for (let k = 0; k < runs(100); k++) {
    const position = positionOf(randomStand(new Random(seed + k)));
    const copy = Position.like(position);
    const option = position.live.indexOf(1);
    if (option < 0) continue;
    const before = [...position.live];
    copy.decide(option);
    expect([...position.live]).toEqual(before);
    expect([copy.has(option), copy.made]).toEqual([true, [option]]);
    copy.copy(position);
    expect([[...copy.live], [...copy.list], copy.isLarge]).toEqual([
      before,
      [...position.list],
      position.isLarge,
    ]);
  }
});
