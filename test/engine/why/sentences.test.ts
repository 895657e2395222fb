import { expect, test } from 'vitest';
import { explain, type ItemUse, Problem, sentences } from '../../../src/index.ts';

test('a chain and weights, in the names of the problem', () => {
  const problem = new Problem({ primary: ['a', 'b', 'c'] });
  problem.addOption(['a', 'b']);
  problem.addOption(['b', 'c']);
  expect(sentences(explain(problem), problem)).toEqual([
    '[b c] is chosen: c needs it.',
    '[a b] is out: b has no room for it.',
    'a has too few options left.',
  ]);
  problem.addOption(['a', 'c']);
  expect(sentences(explain(problem, { reasons: ['weights'] }), problem)).toEqual([
    'Weight 1: a, b, c.',
    'Every option weighs 0 modulo 2, but all items together weigh 1 modulo 2.',
  ]);
  expect(sentences(explain(problem, { prefix: [0], reasons: ['chain'] }), problem)).toEqual([
    '[a b] is chosen.',
    '[a c] is out: a has no room for it.',
    '[b c] is out: b has no room for it.',
    'c has too few options left.',
  ]);
  expect(sentences(explain(problem, { prefix: [~1, ~2], reasons: ['chain'] }), problem)).toEqual([
    '[b c] is left out.',
    '[a c] is left out.',
    'c has too few options left.',
  ]);
});

test('pigeons, and what is no reason', () => {
  const problem = new Problem({ primary: ['p', 'q', 'r'], secondary: ['1', '2'] });
  for (const pigeon of ['p', 'q', 'r'])
    for (const hole of ['1', '2']) problem.addOption([pigeon, hole]);
  expect(sentences(explain(problem, { reasons: ['weights'] }), problem)).toEqual([
    'Weight 1: p, q, r.',
    'Weight -1: 1, 2.',
    'No option weighs more than 0, but all items together weigh at least 1.',
  ]);
  expect(sentences(explain(problem, { prefix: [], reasons: [] }), problem)).toEqual([
    'It is unknown whether there is a solution.',
  ]);
  const easy = new Problem({ primary: ['a'] });
  easy.addOption(['a']);
  expect(sentences(explain(easy), easy)).toEqual(['There is a solution.']);
});

test('weights add up by hand: it says how often items with times count', () => {
  // Ann works at most twice, Bob once: too few for two of the days already.
  const primary = ['mon', 'tue', 'wed'].map((item) => ({ item, times: [2, 3] }));
  const problem = new Problem({ primary: [...primary, { item: 'ann', times: [0, 2] }] });
  problem.addSecondary(['bob']);
  for (const day of ['mon', 'tue', 'wed']) {
    problem.addOption([day, 'ann']);
    problem.addOption([day, 'bob']);
    problem.addOption([day, 'bob', 'ann']);
  }
  expect(sentences(explain(problem, { reasons: ['weights'] }), problem)).toEqual([
    'Weight 1: tue (at least 2 times), wed (at least 2 times).',
    'Weight -1: ann (at most 2 times), bob.',
    'No option weighs more than 0, but all items together weigh at least 1.',
  ]);
  const even = new Problem({
    primary: [
      { item: 'p', times: 3 },
      { item: 'q', times: 2 },
    ],
  });
  for (let k = 0; k < 4; k++) even.addOption(['p', 'q']);
  expect(sentences(explain(even, { reasons: ['weights'] }), even)).toEqual([
    'Weight 1: p (3 times), q (2 times).',
    'Every option weighs 0 modulo 2, but all items together weigh 1 modulo 2.',
  ]);
});

test('weights of what a prefix leaves', () => {
  const problem = new Problem({ primary: ['p', 'q', 'r', 's'] });
  problem.addOption(['p', 's']);
  for (const pair of [['p', 'q'], ['q', 'r'], ['p', 'r'], ['s']]) problem.addOption(pair);
  expect(sentences(explain(problem, { prefix: [~0], reasons: ['weights'] }), problem)).toEqual([
    '[p s] is left out.',
    'Weight 1: p, q, r.',
    'Every option that is left weighs 0 modulo 2, but what is left of the items weighs 1 modulo 2.',
  ]);
});

test('a clash in a roster, in the words of its people', () => {
  const problem = new Problem({ primary: ['mon', 'tue', 'wed', 'thu'], secondary: ['ann', 'bob'] });
  for (const day of ['mon', 'tue', 'wed']) {
    for (const person of ['ann', 'bob']) problem.addOption([day, person]);
  }
  problem.addOption(['thu']);
  const people: Record<string, string> = { ann: 'Ann', bob: 'Bob' };
  const days: Record<string, string> = { mon: 'Monday', tue: 'Tuesday', wed: 'Wednesday' };
  const explanation = explain(problem, { reasons: ['clash'] });
  const item = (name: string) => days[name] ?? name;
  const option = ([day, person]: readonly ItemUse[]) =>
    `${people[String(person)]} on ${days[String(day)]}`;
  expect(sentences(explanation, problem, { item, option })).toEqual([
    'These cannot all be covered: Monday, Tuesday, Wednesday. Without any one of them, the others can.',
    'Monday: Ann on Monday, Bob on Monday.',
    'Tuesday: Ann on Tuesday, Bob on Tuesday.',
    'Wednesday: Ann on Wednesday, Bob on Wednesday.',
  ]);
});
