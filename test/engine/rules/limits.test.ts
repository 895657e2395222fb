import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { itemsOf, leastOf, mostOf } from '../../../src/engine/problem/compiled.ts';
import {
  best,
  count,
  first,
  Problem,
  QuadrilleError,
  readDlx,
  solutions,
  writeDlx,
} from '../../../src/index.ts';
import { atMost, budget, implies, withRules } from '../../../src/rules.ts';
import { asSet } from '../../support/checker.ts';
import { runs } from '../../support/effort.ts';
import { once } from '../../support/known.ts';
import {
  bruteForceMultiples,
  type MultipleMatrix,
  multipleMatrix,
  multipleProblemOf,
} from '../../support/multiples.ts';
import { stated } from '../../support/stated.ts';

/** Problems with items covered exactly once often enough for rules of both kinds. */
const matrices = fc.oneof(multipleMatrix, multipleMatrix.map(once));
const picks = fc.array(fc.nat(), { maxLength: 3 });
const rules = fc.array(
  fc.oneof(
    fc.record({ most: fc.nat(2), options: picks, others: fc.constant(undefined) }),
    fc.record({ most: fc.constant(0), options: picks, others: picks }),
  ),
  { maxLength: 3 },
);

/** What these tests state. */
type Rule = ReturnType<typeof atMost> & { readonly kind: 'atMost' | 'implies' };

function holds(rule: Rule, chosen: readonly number[]): boolean {
  const some = (options: readonly number[]) =>
    options.filter((option) => chosen.includes(option)).length;
  if (rule.kind === 'atMost') return some(rule.options) <= rule.most;
  return some(rule.options) === 0 || some(rule.others) > 0;
}

/** Whether the others of each rule have an item in common that is covered exactly once. */
function canBeStated({ options, times }: MultipleMatrix, rule: Rule): boolean {
  if (rule.kind === 'atMost' || rule.others.length === 0) return true;
  if (rule.options.every((option) => rule.others.includes(option))) return true;
  return times.some(
    ([least, most], item) =>
      least === 1 && most === 1 && rule.others.every((option) => options[option]?.includes(item)),
  );
}

test('random problems with rules have the solutions that keep to them', () => {
  let kept = 0;
  fc.assert(
    fc.property(matrices, rules, (matrix, picked) => {
      const size = matrix.options.length;
      if (size === 0) return;
      const numbers = (list: readonly number[]) => list.map((pick) => pick % size);
      const own = picked.map(({ most, options, others }) =>
        others === undefined
          ? atMost(most, numbers(options))
          : implies(numbers(options), numbers(others)),
      ) as Rule[];
      const problem = multipleProblemOf(matrix);
      const before = stated(problem);
      if (!own.every((rule) => canBeStated(matrix, rule))) {
        expect(() => withRules(problem, own)).toThrow(/no item in common/);
        return;
      }
      const ruled = withRules(problem, own);
      const wanted = bruteForceMultiples(matrix).filter((chosen) =>
        own.every((rule) => holds(rule, chosen)),
      );
      kept += wanted.length;
      const found = [...solutions(ruled)].map((solution) => [...solution.numbers]);
      expect(asSet(found)).toEqual(asSet(wanted));
      expect(stated(problem)).toEqual(before);
    }),
    { numRuns: runs(1000) },
  );
  expect(kept).toBeGreaterThan(100);
});

/** Three people and three days; each day one person. The payload says who works when. */
function roster(): Problem<string> {
  const problem = new Problem<string>({ primary: ['mon', 'tue', 'wed'] });
  for (const day of ['mon', 'tue', 'wed']) {
    for (const person of ['ann', 'bob', 'cid']) problem.addOption([day], `${person} ${day}`);
  }
  return problem;
}

describe('rules', () => {
  test('add what they say, and keep the rest', () => {
    const problem = roster().prefer(['wed']);
    problem.setCost(4, 7);
    const ruled = withRules(problem, [atMost(1, [0, 3, 6]), implies(1, 4), atMost(2, [2, 5, 8])]);
    // What is added does not show.
    expect(stated(ruled)).toEqual(stated(problem));
    const compiled = ruled.compile();
    const items = Array.from({ length: 9 }, (_, option) => [...itemsOf(compiled, option)]);
    // 3 is the item of the third rule, 4 and 5 those of the first two.
    expect(items).toEqual([[0, 4], [0, 5], [0, 3], [1, 4, 5], [1], [1, 5, 3], [2, 4], [2], [2, 3]]);
    expect([leastOf(compiled, 3), mostOf(compiled, 3)]).toEqual([0, 2]);
    expect([3, 4, 5, 1].map((item) => ruled.originOf(item))).toEqual([
      { rule: 2 },
      { rule: 0 },
      { rule: 1 },
      { item: 1 },
    ]);
    expect(ruled.payload(4)).toBe('bob tue');
    const { preferredAt, data } = compiled;
    expect([...data.subarray(preferredAt, preferredAt + 4)]).toEqual([0, 0, 1, 0]);
    expect(best(ruled, { max: true }).solutions[0]?.cost).toBe(7);
  });

  test('may be stated again upon those stated, and written as text', () => {
    const once = withRules(roster(), [atMost(1, [0, 3, 6])]);
    const twice = withRules(once, [atMost(1, [1, 4, 7]), implies([2, 5], 8)]);
    expect(count(twice).count).toBe(count(readDlx(writeDlx(twice))).count);
    const rules = [atMost(1, [0, 3, 6]), atMost(1, [1, 4, 7]), implies([2, 5], 8)] as Rule[];
    const all = [...solutions(roster())].filter(({ numbers }) =>
      rules.every((rule) => holds(rule, numbers)),
    );
    expect(count(twice).count).toBe(all.length);
  });

  test('an item for those that have none covered exactly once, as the error advises', () => {
    const problem = new Problem({ primary: [{ item: 'village', times: [1, 2] }] });
    const stations = ['a', 'b'].map(() => problem.addOption(['village']));
    const wrong = () => withRules(problem, [implies(0, stations[1])]);
    expect(wrong).toThrow(
      /In the 1st rule \(implies\), options 1, one of which option 0 implies, have no item in common that is covered exactly once; give them one, and an option with this item alone/,
    );
    const mended = new Problem({ primary: [{ item: 'village', times: [1, 2] }, 'b?'] });
    mended.addOption(['village']);
    mended.addOption(['village', 'b?']);
    mended.addOption(['b?']);
    const found = [...solutions(withRules(mended, [implies(0, 1)]))];
    expect(found.map(({ numbers }) => [...numbers].sort())).toEqual(
      expect.arrayContaining([[0, 1], [1]]),
    );
    expect(found.length).toBe(2);
  });

  test('an engine that covers each item once names the rule, and the remedies hold', () => {
    const options = [0, 3, 6];
    const two = withRules(roster(), [atMost(2, [1, 4], { name: 'bob' }), atMost(2, options)]);
    const idle =
      /an item of the 2nd rule \(atMost\) is covered up to 2 times; take the engine auto, multiples or learn, or state the rule by budget\(\)/;
    for (const engine of ['lists', 'links', 'sweep'] as const) {
      expect(() => count(two, { engine })).toThrow(idle);
      const same = withRules(roster(), [budget(options, () => 1, [0, 2])]);
      expect(count(same, { engine }).count).toBe(26);
    }
    for (const engine of ['auto', 'multiples', 'learn'] as const) {
      expect(count(two, { engine }).count).toBe(26);
    }
    // Where the stated problem has such an item itself, no rule is to blame.
    const times = new Problem({ primary: [{ item: 'a', times: 2 }] });
    for (let k = 0; k < 3; k++) times.addOption(['a']);
    const plain = () => count(withRules(times, [atMost(2, [0, 1, 2])]), { engine: 'lists' });
    expect(plain).toThrow(
      /this problem has items with other numbers of times; take the engine auto/,
    );
  });

  test.each<[string, () => unknown, RegExp]>([
    [
      'a negative number',
      () => atMost(-1, [0]),
      /^In atMost\(\), most is -1; give a whole number from 0 up/,
    ],
    ['a number that is not whole', () => atMost(0.5, [0]), /most is 0\.5/],
    [
      'a name',
      () => implies('ann' as never, 0),
      /In implies\(\), there is "ann" where the number of an option/,
    ],
    ['nothing', () => atMost(1, undefined as never), /In atMost\(\), there is undefined where/],
    ['no such option', () => withRules(roster(), [atMost(1, [0, 9])]), /no option 9/],
    ['half an option', () => withRules(roster(), [implies(0, 1.5)]), /no option 1\.5/],
    [
      'no rule',
      () => withRules(roster(), [{} as never]),
      /The 1st rule is an object; give what sum\(\)/,
    ],
    [
      'no rules',
      () => withRules(roster(), atMost(1, [0]) as never),
      /give a Problem, and an array/,
    ],
    ['no problem', () => withRules({} as never, []), /give a Problem, and an array/],
  ])('%s is refused', (_, action, message) => {
    expect(action).toThrow(QuadrilleError);
    expect(action).toThrow(message);
  });

  test('of no options, or of more than are forbidden, add nothing', () => {
    const problem = roster();
    const idle = [atMost(2, []), atMost(3, [0, 1, 2]), implies([], 0), implies([0, 0], [0, 3])];
    expect(stated(withRules(problem, idle))).toEqual(stated(problem));
    expect(first(withRules(problem, [implies([0, 1, 2], [])])).status).toBe('complete');
  });
});
