import { describe, expect, test } from 'vitest';
import { count as coreCount } from '../../../src/core.ts';
import {
  best,
  type Checkpoint,
  count,
  countAsync,
  diagram,
  estimate,
  explain,
  first,
  firstAsync,
  isUnique,
  isUniqueAsync,
  Problem,
  reduce,
  type Solution,
  sampler,
  solutions,
  solutionsAsync,
  symmetries,
  writeDimacs,
  writeDlx,
  writeLp,
} from '../../../src/index.ts';
import {
  countParallel,
  firstParallel,
  isUniqueParallel,
  solutionsParallel,
} from '../../../src/parallel.ts';
import { makePuzzle } from '../../../src/pencil.ts';
import { atMost, forbid, withRules } from '../../../src/rules.ts';
import { asSet } from '../../support/checker.ts';
import { thrown } from '../../support/thrown.ts';

/** Five dice, and the options that show a number: 6 * die + number - 1. */
function dice(): Problem<number> {
  const items = ['a', 'b', 'c', 'd', 'e'];
  const problem = new Problem<number>({ primary: items });
  for (const item of items) for (let n = 1; n <= 6; n++) problem.addOption([item], n);
  return problem;
}

const shown = (option: number) => (option % 6) + 1;
/** No two dice show numbers that differ by one: the first two that do are a conflict. */
function neighbours(numbers: readonly number[]): number[] | undefined {
  for (const a of numbers) {
    for (const b of numbers) if (shown(a) + 1 === shown(b)) return [a, b];
  }
  return undefined;
}
const apart = () => withRules(dice(), [forbid(neighbours, { name: 'apart' })]);
/** By all 6 ** 5 throws. */
const wanted = (() => {
  const found: number[][] = [];
  for (let code = 0; code < 6 ** 5; code++) {
    const numbers = [0, 1, 2, 3, 4].map((die) => 6 * die + (Math.floor(code / 6 ** die) % 6));
    if (neighbours(numbers) === undefined) found.push(numbers);
  }
  return found;
})();

async function numbersOf(stream: AsyncIterable<Solution<number>>): Promise<number[][]> {
  const found: number[][] = [];
  for await (const { numbers } of stream) found.push([...numbers]);
  return found;
}

test('all questions that know the rule, blocking and not, by each engine', async () => {
  const problem = apart();
  const all = asSet(wanted);
  for (const engine of ['auto', 'lists', 'links', 'learn', 'multiples', 'sweep'] as const) {
    expect(count(problem, { engine })).toMatchObject({ count: wanted.length, status: 'complete' });
    expect(asSet(Array.from(solutions(problem, { engine }), (s) => s.numbers))).toEqual(all);
  }
  expect((await countAsync(problem)).exact).toBe(BigInt(wanted.length));
  expect(asSet(await numbersOf(solutionsAsync(problem)))).toEqual(all);
  expect(neighbours(first(problem).solution?.numbers ?? [0, 1])).toBeUndefined();
  expect((await firstAsync(problem)).status).toBe('found');
  expect(isUnique(problem).answer).toBe('several');
  expect((await isUniqueAsync(problem)).answer).toBe('several');
  expect(count(problem, { limit: 7 })).toMatchObject({ count: 7, status: 'limit' });
  expect(count(problem, { prefix: [0, ~6] }).count).toBe(
    wanted.filter((numbers) => numbers.includes(0) && !numbers.includes(6)).length,
  );
});

test('beside other rules, and several of them', () => {
  const rules = [
    forbid(neighbours),
    atMost(1, [5, 11, 17, 23, 29]),
    forbid((numbers) => (numbers.includes(0) ? [0] : undefined)),
  ];
  const kept = wanted.filter(
    (numbers) => !numbers.includes(0) && numbers.filter((k) => shown(k) === 6).length <= 1,
  );
  expect(count(withRules(dice(), rules)).count).toBe(kept.length);
  expect(count(withRules(withRules(dice(), rules.slice(0, 1)), rules.slice(1))).count).toBe(
    kept.length,
  );
  const none = withRules(dice(), [forbid((numbers) => numbers)]);
  expect(isUnique(none)).toEqual({ answer: 'none', status: 'complete' });
  const blank = withRules(new Problem({ primary: [{ item: 'a', times: [0, 1] }] }), [
    forbid(() => undefined),
  ]);
  expect(count(blank).count).toBe(1);
});

test('checkpoints hold, and not for the problem without the rule', async () => {
  for (const engine of ['auto', 'lists', 'learn'] as const) {
    const written: Checkpoint[] = [];
    const settings = { engine, checkpointEvery: 0, maxNodes: 300 };
    const onCheckpoint = (state: Checkpoint) => written.push(JSON.parse(JSON.stringify(state)));
    await countAsync(apart(), { ...settings, onCheckpoint });
    for (const resume of [written[0], written.at(-1)]) {
      const { exact, status } = await countAsync(apart(), { engine, resume });
      expect([exact, status]).toEqual([BigInt(wanted.length), 'complete']);
      await expect(countAsync(dice(), { engine, resume })).rejects.toThrow('another problem');
    }
  }
});

test('a plain function is called by the calling thread alone', async () => {
  const problem = apart();
  const settings = { workers: 2 };
  expect((await countParallel(problem, settings)).count).toBe(wanted.length);
  expect(asSet(await numbersOf(solutionsParallel(problem, settings)))).toEqual(asSet(wanted));
  expect((await firstParallel(problem, settings)).status).toBe('found');
  expect((await isUniqueParallel(problem, settings)).answer).toBe('several');
});

describe('refused with the reason', () => {
  const questions: [string, () => unknown][] = [
    ['best', () => best(apart())],
    ['diagram', () => diagram(apart())],
    ['sampler', () => sampler(apart())],
    ['estimate', () => estimate(apart())],
    ['explain', () => explain(apart())],
    ['symmetries', () => symmetries(apart())],
    ['reduce', () => reduce(apart())],
    ['writeDlx', () => writeDlx(apart())],
    ['writeDimacs', () => writeDimacs(apart())],
    ['writeLp', () => writeLp(apart())],
    ['makePuzzle', () => makePuzzle(apart())],
    ['count of the core', () => coreCount(apart())],
    ['compile', () => apart().compile()],
  ];
  test.each(questions)('%s', (_, ask) => {
    expect(thrown(ask)).toMatchObject({ code: 'not-supported' });
    expect(thrown(ask).message).toMatch(
      /call rules by functions, here apart|beyond covering|symmetries of apart/,
    );
  });

  test.each([
    ['upToSymmetry', { upToSymmetry: true }],
    ['reduce', { reduce: true }],
    ['proof', { proof: () => undefined }],
  ])('the setting %s', (name, setting) => {
    expect(thrown(() => count(apart(), setting)).message).toContain(
      `${name} does not go with apart, a rule by a function`,
    );
  });
});

describe('a function that is wrong', () => {
  const ask = (conflict: unknown) =>
    thrown(() => count(withRules(dice(), [forbid(() => conflict as number[], { name: 'odd' })])));

  test.each([
    [
      'an option that is not chosen',
      [0, 1],
      'The function of odd gave a conflict with 1, which is none of the options 0, 6',
    ],
    ['no option', ['0'], 'a conflict with "0"'],
    ['no options', [], 'gave an array of 0'],
    ['null', null, 'gave null'],
    ['false', false, 'gave false'],
    ['a set', new Set([0]), 'gave an object'],
    [
      'a promise',
      Promise.resolve(undefined),
      'gave a promise for the options 0, 6, 12, 18, 24, and it must answer at once',
    ],
  ])('%s', (_, conflict, message) => {
    expect(ask(conflict)).toMatchObject({ code: 'bad-rule' });
    expect(ask(conflict).message).toContain(message);
  });

  test('what it throws is the cause', () => {
    const cause = new RangeError('out of dice');
    const rule = forbid(() => {
      throw cause;
    });
    for (const engine of ['auto', 'learn'] as const) {
      // One throw of the dice.
      const prefix = [0, 6, 12, 18, 24];
      const error = thrown(() => first(withRules(dice(), [rule]), { engine, prefix }));
      expect(error).toMatchObject({ code: 'bad-rule', cause });
      expect(error.message).toBe(
        'The function of the 1st rule (forbid) threw on the options 0, 6, 12, 18, 24: out of dice',
      );
    }
  });

  test('it cannot change the candidate', () => {
    const rule = forbid((numbers) => {
      (numbers as number[]).length = 0;
      return undefined;
    });
    expect(first(withRules(dice(), [rule])).solution?.numbers).toHaveLength(5);
  });

  test('settings', () => {
    expect(thrown(() => forbid('f' as never)).message).toContain('conflictIn is "f"');
    expect(thrown(() => forbid(neighbours, { nam: 'x' } as never)).message).toContain('"nam"');
    expect(thrown(() => forbid(neighbours, { name: '' })).message).toContain('the name is ""');
    const worker = { module: 1, name: 'f' } as never;
    expect(thrown(() => forbid(neighbours, { worker })).message).toContain(
      'module of the worker is 1',
    );
  });
});
