import { describe, expect, test } from 'vitest';
import { count, DlxReader, Problem, QuadrilleError, readDlx } from '../../../src/index.ts';
import {
  budget,
  different,
  forbid,
  implies,
  occurs,
  type Rule,
  readRuledDlx,
  regular,
  ruledDlxLines,
  sum,
  table,
  variable,
  withRules,
  writeRuledDlx,
} from '../../../src/rules.ts';
import { KINDS } from './random-rules.ts';
import { checkRoundTrip, checkRoundTrips } from './round-trip.ts';

/** Items a, b, c, each of which has one of these values. */
function dice<T>(values: readonly T[], items = ['a', 'b', 'c']): Problem<T> {
  const problem = new Problem<T>({ primary: items });
  for (const item of items) for (const value of values) problem.addOption([item], value);
  return problem;
}

describe('what was written is read', () => {
  // text.system.test.ts has each kind of rule by itself, and more of these.
  test('random problems with rules of all kinds', () => {
    checkRoundTrips(1000, KINDS, 5);
  });

  test('values, names and items of any kind', () => {
    const thing = {};
    const values = [
      '',
      '-',
      '|',
      '5',
      'two words',
      '"',
      'a\u2028\0',
      '\ud800',
      'é',
      'null',
      null,
      true,
      thing,
      Symbol('s'),
      7n,
      5,
      -0.5,
      1e300,
      Number.POSITIVE_INFINITY,
    ];
    const items = ['2*a', 'x=y', '!', '['];
    const seen = items.map((item) => variable<unknown>(item));
    const [a, b] = seen;
    const rules = [
      table(
        [a, b],
        [
          [null, 'null'],
          [thing, '5'],
          [5, ''],
        ],
        { name: 'a "table" | of two' },
      ),
      occurs('\ud800', seen, [1, Number.POSITIVE_INFINITY]),
      occurs('|', seen, [Number.NEGATIVE_INFINITY, 0], { name: '-' }),
      different(seen),
    ];
    const problem = dice(values, items);
    const text = checkRoundTrip(problem, rules);
    expect(text).toContain('\n|! "a \\"table\\" | of two" table 2*a=value x=y=value | ');
    const sizes = items.map((item) => variable(item, (_: unknown, option) => option % 4));
    expect(checkRoundTrip(problem, [sum(sizes, 7, [1, 2, 1, -1])])).toContain(
      'sum 7 1*2*a=value 2*x=y=value !=value -1*[=value\n',
    );
  });

  test('long lists, options in any order, no options', () => {
    const problem = dice(Array.from({ length: 60 }, (_, k) => k));
    const all = Array.from({ length: 180 }, (_, k) => k);
    const text = checkRoundTrip(problem, [
      budget(all, (option) => option, [0, 300]),
      budget([5, 4, 3, 9, 10, 11, 12], (option) => option, 3),
      budget([], () => 1, 0),
      implies([], []),
      implies([1, 2, 8], [60, 61, 62]),
    ]);
    expect(text).toContain('\n|! budget 0..300 value\n');
    expect(text).toContain('\n|! budget 3 value 5 4 3 9..12\n');
    expect(text).toContain('\n|! budget 0 value2\n');
    expect(text).toContain('\n|! implies 1 2 8 | 60..62\n');
    for (const line of text.split('\n')) expect(line.length).toBeLessThan(110);
  });

  test('an automaton has steps of its own for a position only where it must', () => {
    const problem = dice(['early', 'late']);
    const days = ['a', 'b', 'c'].map((item) => variable<string>(item));
    const rest = {
      start: 'early',
      step: (last: string, next: string) =>
        last === 'late' && next === 'early' ? undefined : next,
      accept: () => true,
    };
    const text = checkRoundTrip(problem, [regular(days, rest), regular(days.slice(1), rest)]);
    const lines = text.split('\n').filter((line) => line.startsWith('|! auto'));
    expect(lines).toEqual([
      '|! automaton automaton1 start 0 end 0 1 | 0 early 0 | 0 late 1 | 1 late 1',
    ]);
    const step = (_: number, value: string, position: number) =>
      (value === 'late') === (position === 1) ? position : undefined;
    checkRoundTrip(problem, [regular(days, { start: 0, step, accept: (last) => last === 2 })]);
  });
});

/** Two days for Ann and Bob. */
const TEXT = `
| Who works when. Hours of Ann on Monday, Bob on Monday, Ann on Tuesday, Bob on Tuesday:
|! values hours 8 4
|! values hours 6 -
|! values who ann bob ann bob
mon tue | x
mon x
mon
tue
tue x
`;

describe('what people write', () => {
  test.each([
    ['sum 14 mon=hours', 0],
    ['sum 8 mon=hours', 1],
    ['sum ..4 mon=hours', 2],
    ['sum 2*mon=hours', undefined],
    ['sum 8..16 2*mon=hours', 3],
    ['sum -8..-7 -1*mon=hours', 1],
    ['different mon=who tue=who', 1],
    ['equal mon=who tue=who', 2],
    ['ascending mon=hours', 3],
    ['occurs ann 2 mon=who tue=who', 1],
    ['occurs "ann" 1.. mon=who tue=who', 2],
    ['table mon=who tue=who | bob ann | bob bob | ann bob', 2],
    ['table mon=who', 0],
    ['regular calm mon=who tue=who', 2],
    ['budget 9.. hours', 2],
    ['budget ..6 hours 0..2', 1],
    ['atMost 1 0 2', 2],
    ['implies 0 | 2', 3],
    ['implies 1 | 2', 2],
  ])('%s', (rule, solutions) => {
    const automaton = '|! automaton calm start 0 end 1 2 | 0 ann 1 | 0 bob 2 | 1 ann 1 | 2 bob 2';
    // Rules may stand anywhere, and lists after them.
    for (const text of [`|! ${rule}\r\n${automaton}\n${TEXT}`, `${TEXT}${automaton}\n |!${rule}`]) {
      if (solutions === undefined)
        expect(() => readRuledDlx(text)).toThrow(/in place of the total/);
      else expect([rule, count(readRuledDlx(text)).count]).toEqual([rule, solutions]);
    }
  });

  test('pieces of a text, names, labels and payloads', () => {
    const labels: string[] = [];
    const text = `${TEXT.replace('tue x', '| Bob\n|! "all ann" equal mon=who tue=who\ntue x')}`;
    const problem = readRuledDlx([text.slice(0, 99), text.slice(99)], {
      onLabel: (label) => labels.push(label),
    });
    expect(problem.rules.map(({ name }) => name)).toEqual(['all ann']);
    expect([labels, problem.payload(0), problem.optionCount]).toEqual([[], undefined, 4]);
    expect(readRuledDlx('a\na\n').rules).toEqual([]);
  });
});

describe('mistakes', () => {
  const automaton = (steps: string) => `automaton calm ${steps}`;
  test.each([
    [
      'smu 14 mon=hours',
      4,
      /"smu" is no kind of rule \(did you mean sum\?\); give one of values, /,
    ],
    ['"a name"', 12, /there is no rule; give one/],
    ['"" sum 14', 4, /the name is empty/],
    ['"a name sum 14', 4, /quotes do not end/],
    ['"a"sum 14', 4, /quotes do not end/],
    ['"\\x" sum 14', 4, /hold no text as in JSON/],
    ['"a" values low 1 1 1 1', 4, /values is no rule/],
    ['sum', 4, /after "sum" there should be the total, as in 15 or 40\.\.48; add it/],
    ['sum 1.5 mon=hours', 8, /found "1.5" in place of the total/],
    ['sum 16..8 mon=hours', 4, /give the smaller number first/],
    ['sum 99999999999999999 mon=hours', 4, /give a whole number/],
    ['sum 8 99999999999999999*mon=hours', 10, /beyond 2 \*\* 53/],
    ['sum 8 mon', 10, /found "mon" in place of a variable; write ITEM=LIST/],
    ['sum 8 "mon=hours"', 10, /in place of a variable/],
    ['sum 8 mno=hours', 10, /unknown item "mno"; .* \(did you mean "mon"\?\)/],
    ['sum 8 mon=huors', 10, /no list of values "huors"; .* \(did you mean hours\?\)/],
    ['sum 8 mon=who', 10, /the list has "ann" for option 0 of item "mon"; give a whole number/],
    ['sum 8 tue=hours', 10, /the list has no value for option 3 of item "tue"/],
    ['ascending mon=who', 14, /give a number for each option/],
    ['different x=who', 4, /item "x" is secondary/],
    ['equal mon=who', 10, /should be another variable/],
    ['equal mon=who tue=who mon=who', 26, /equal takes two variables/],
    ['occurs', 4, /there should be a value/],
    ['occurs eve 1 mon=who', 4, /no option gives a variable the value "eve"/],
    ['occurs ann x mon=who', 15, /in place of how often/],
    ['table mon=who tue=who | ann', 28, /a tuple has 1 value; give one for each of 2 variables/],
    ['table mon=who | eve', 4, /no option gives a variable the value of the 1st tuple, "eve"/],
    ['regular calm mon=who', 12, /no automaton "calm"; give it in a line/],
    [automaton('begin 0'), 19, /begins otherwise; give start STATE end STATES/],
    [automaton('start 0 end 1 | 0 ann'), 35, /a step has 2 words/],
    [automaton('start 0 end 1 | 0 ann 1 | 0 ann 0'), 45, /two steps go from "0" by "ann"/],
    ['budget 8 who', 13, /the list has "ann" for option 0/],
    ['budget 8 hours 3', 13, /the list has no value for option 3/],
    ['budget 8 hours 4', 19, /there is no option 4; options are numbered from 0, and there are 4/],
    ['budget 8 hours 3..2', 19, /found "3\.\.2" in place of an option/],
    ['budget 8', 11, /should be a list of values/],
    ['atMost 1.5 3', 11, /give a whole number from 0 up/],
    ['atMost 1 mon', 13, /found "mon" in place of an option/],
    ['implies 1 2', 4, /there should be one \|/],
    ['implies 0 | 1 2', 4, /have no item in common/],
    ['values 8hours 1 1 1 1', 11, /begin it with a letter/],
    ['values low 1 1 1', 4, /the list low has 3 values, and the problem 4 options/],
    ['values low 1 | 1 1', 17, /write "\|" in quotes/],
  ])('%s', (rule, column, message) => {
    const thrown = (() => {
      try {
        return readRuledDlx(`${TEXT}|! ${rule}\n`, { source: 'week.dlx' });
      } catch (error) {
        return error;
      }
    })();
    expect(thrown).toBeInstanceOf(QuadrilleError);
    expect((thrown as Error).message).toMatch(message);
    expect(thrown).toMatchObject({ source: 'week.dlx', line: 11, column });
  });

  test('an automaton twice', () => {
    const line = '|! automaton calm start 0 end 0\n';
    expect(() => readRuledDlx(`${TEXT}${line}${line}`)).toThrow(/Line 12, column 14: there is an/);
  });

  test('readers without rules refuse them', () => {
    const text = `${TEXT}|! different mon=who tue=who\n`;
    for (const read of [readDlx, (all: string) => void new DlxReader().push(all)]) {
      expect(() => read(text)).toThrow(/found .*values hours.*readRuledDlx of 'quadrille\/rules'/);
    }
    expect(readDlx('| ! a comment\n|a comment\n||! another\na\na\n').optionCount).toBe(1);
    const onRule = 'yes' as never;
    expect(() => readDlx('a\na\n', { onRule })).toThrow(/onRule is "yes"; give a function/);
    expect(() => readRuledDlx('a\na\n', { onRule: () => {} } as never)).toThrow(/onRule/);
  });
});

describe('the writer', () => {
  test('warns once that other programs find more', () => {
    const [a, b] = ['a', 'b'].map((item) => variable<number>(item));
    const ruled = withRules(dice([1, 2]), [different([a, b]), sum([a, b], 3)]);
    const warnings: string[] = [];
    const onWarning = ({ message }: Error) => void warnings.push(message);
    const text = [...ruledDlxLines(ruled, { onWarning })].join('');
    expect(warnings).toEqual([
      expect.stringMatching(/^The text has 2 rules .* find more solutions/),
    ]);
    const others = text.replaceAll('|!', '|');
    expect([count(readDlx(others)).count, count(readRuledDlx(text)).count]).toEqual([8, 4]);
  });

  test('writes a problem without rules as writeDlx does', () => {
    for (const problem of [dice([1, 2]), withRules(dice([1, 2]), [])]) {
      expect(writeRuledDlx(problem)).toBe('a b c\na\na\nb\nb\nc\nc\n');
    }
  });

  test('refuses what a text cannot hold, and names the rule', () => {
    const [a, quote] = ['a', '"b'].map((item) => variable<number>(item));
    const problem = dice([1, 2], ['a', '"b']);
    const write = (rule: Rule<number>) => () => writeRuledDlx(withRules(problem, [rule]));
    expect(write(forbid(() => undefined, { name: 'one loop' }))).toThrow(
      'In one loop, it is a rule by a function, so the text cannot hold it; leave the rule out',
    );
    expect(write(different([a, quote]))).toThrow(
      'In the 1st rule (different), item "\\"b" begins with a quotation mark, so the text cannot',
    );
    const broken = () => {
      throw new RangeError('no');
    };
    expect(write(regular([a], { start: 0, step: broken, accept: () => true }))).toThrow(
      'In the 1st rule (regular), a function of the automaton throws RangeError: no',
    );
    const long = Array.from({ length: 20_000 }, () => a);
    const counting = { start: 0, step: (state: number) => state + 1, accept: () => true };
    expect(write(regular(long, counting))).toThrow(/more than 10000 steps.*writeDlx writes/);
  });
});
