import { describe, expect, test } from 'vitest';
import { choice, choices, integer, parse, seconds, text } from '../../src/cli/flags.ts';

const FLAGS = {
  count: { about: '' },
  limit: integer('K', ''),
  small: integer('K', '', 1, 9),
  seed: integer('N', '', -100),
  timeout: seconds(''),
  engine: choice('NAME', '', ['lists', 'links']),
  boxes: text('RxC', ''),
  why: { ...choices('LIST', '', ['chain', 'clash']), isOptional: true as const },
};
const given = (...args: string[]) => parse(args, FLAGS).given;

describe('flags', () => {
  test('are switches, or have a value behind them or after =', () => {
    expect(given('--count', '--limit', '3', '--boxes=2x3')).toEqual({
      count: true,
      limit: 3,
      boxes: '2x3',
    });
  });

  test('of one that is given twice the last one counts', () => {
    expect(given('--limit', '3', '--limit', '5')).toEqual({ limit: 5 });
  });

  test('seconds become milliseconds', () => {
    expect(given('--timeout', '2.5')).toEqual({ timeout: 2500 });
    expect(given('--timeout', '.5')).toEqual({ timeout: 500 });
  });

  test('may have a value after = alone', () => {
    expect(given('--why')).toEqual({ why: true });
    expect(given('--why', '--count')).toEqual({ why: true, count: true });
    expect(parse(['--why', 'chain'], FLAGS)).toMatchObject({
      given: { why: true },
      operands: ['chain'],
    });
    expect(given('--why=clash')).toEqual({ why: ['clash'] });
    expect(given('--why=clash,chain')).toEqual({ why: ['clash', 'chain'] });
    expect(given('--why=clash', '--why')).toEqual({ why: true });
  });

  test('a whole number may be negative where that means something', () => {
    expect(given('--seed', '-5')).toEqual({ seed: -5 });
    expect(given('--seed=-5')).toEqual({ seed: -5 });
  });

  test.each([
    [['--cuont'], 'there is no flag --cuont; did you mean --count?'],
    [['--xyzzy'], 'there is no flag --xyzzy; see --help'],
    [['-q'], 'there is no flag -q; see --help'],
    [['--count=yes'], '--count takes no value; leave out =yes'],
    [['--limit'], '--limit needs a value; give --limit K'],
    [['--limit', '--count'], '--limit needs a value; give --limit K'],
    [['--limit', 'many'], '--limit is "many"; give a whole number from 0 up'],
    [['--limit', '-1'], '--limit is "-1"; give a whole number from 0 up'],
    [['--limit', '1e3'], '--limit is "1e3"; give a whole number from 0 up'],
    [['--limit', ''], '--limit is ""; give a whole number from 0 up'],
    [
      ['--limit', '99999999999999999999'],
      '--limit is "99999999999999999999"; give a whole number from 0 to 9007199254740991',
    ],
    [['--small', '10'], '--small is "10"; give a whole number from 1 to 9'],
    [['--timeout', 'soon'], '--timeout is "soon"; give seconds from 0 up, as in 2.5'],
    [['--timeout', '-1'], '--timeout is "-1"; give seconds from 0 up, as in 2.5'],
    [['--why=clsh'], '--why is "clsh"; give one of chain, clash; did you mean clash?'],
    [['--why=chain,'], '--why is "chain,"; give one of chain, clash'],
    [['--why='], '--why is ""; give one of chain, clash'],
    [['--engine', 'link'], '--engine is "link"; give one of lists, links; did you mean links?'],
    [['--toString'], 'there is no flag --toString; see --help'],
  ])('%j: %s', (args, message) => {
    expect(() => parse(args, FLAGS)).toThrow(message);
  });
});

describe('operands', () => {
  test('are all that is no flag, - and what follows -- included', () => {
    const { operands, given } = parse(['a', '--count', '-', '--', '--limit'], FLAGS);
    expect(operands).toEqual(['a', '-', '--limit']);
    expect(given).toEqual({ count: true });
  });
});

test('with --help among them, mistakes do not matter', () => {
  expect(parse(['--limit', 'x', '--nonsense', '--help'], FLAGS).help).toBe(true);
  expect(parse(['-h'], FLAGS).help).toBe(true);
  expect(parse(['--count'], FLAGS).help).toBe(false);
});
