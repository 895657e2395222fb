import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DlxReader, type DlxSettings, readDlx } from '../../../src/engine/formats/dlx/reader.ts';
import { dlxLines, writeDlx } from '../../../src/engine/formats/dlx/write.ts';
import { count, first, Problem, QuadrilleError } from '../../../src/index.ts';
import { counted } from '../../support/counted.ts';
import { runs } from '../../support/effort.ts';
import { stated } from '../../support/stated.ts';
import { problems } from './problems.ts';

/** The options of the first solution, in ascending order. */
function chosen(problem: Problem): number[] {
  const { solution } = first(problem);
  return [...(solution?.numbers ?? [])].sort((a, b) => a - b);
}

const x = (colour: string) => ({ item: 'x', colour });

describe("Knuth's examples", () => {
  test('that of DLX1: unique, A D, E F C, B G', () => {
    const text = '| A simple example\nA B C D E | F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n';
    const problem = readDlx(text);
    expect(problem.primaryCount).toBe(5);
    expect(count(problem)).toEqual(counted(1));
    expect(chosen(problem)).toEqual([0, 3, 4]);
    // "Dancing links" (2000) has all seven primary, and the same solution.
    const primary = readDlx(text.replace(' |', ''));
    expect(primary.primaryCount).toBe(7);
    expect(count(primary)).toEqual(counted(1));
    expect(chosen(primary)).toEqual([0, 3, 4]);
  });

  test('that of DLX2: unique, A C X:1 Y:1, B X:1; X:0 Y:1 is never chosen', () => {
    const warnings: QuadrilleError[] = [];
    const problem = readDlx(
      '| A simple example of color controls\n' +
        'A B C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nX:0 Y:1\nB X:1\nC Y:1\n',
      { source: 'simple.dlx', onWarning: (warning) => warnings.push(warning) },
    );
    expect(problem.optionCount).toBe(5);
    expect(problem.option(2)).toEqual([
      { item: 'X', colour: '0' },
      { item: 'Y', colour: '1' },
    ]);
    expect(count(problem)).toEqual(counted(1));
    expect(chosen(problem)).toEqual([1, 3]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({
      code: 'no-primary',
      option: 2,
      source: 'simple.dlx',
      line: 5,
      column: 1,
      message: expect.stringMatching(/^simple\.dlx:5:1: option 2 has no primary item/),
    });
  });

  test('that of DLX3: C is covered two to three times', () => {
    const problem = readDlx(
      '| A simple example of color controls\n' +
        'A B 2:3|C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nC X:0\nB X:1\nC Y:1\n',
    );
    expect(['A', 'B', 'C'].map((item) => problem.times(item))).toEqual([
      [1, 1],
      [1, 1],
      [2, 3],
    ]);
    expect(problem.itemName(2)).toBe('C');
    // The unique solution that Knuth names.
    expect(count(problem)).toEqual(counted(1));
    expect(chosen(problem)).toEqual([1, 3, 4]);
  });

  test('costs as in DLX5 add up, wherever they follow an item', () => {
    const problem = readDlx('a b | x\na |7\na b |3 |4\nb |1 x:A |-5\n|8\na\nx:| |9\n');
    expect([0, 1, 2, 3, 4].map((option) => problem.cost(option))).toEqual([7, 7, -4, 0, 9]);
    expect(problem.option(4)).toEqual([{ item: 'x', colour: '|' }]);
    expect(readDlx('a\na |0\n').priced).toBe(false);
  });

  test.each<[string, [number, number]]>([
    ['2|b', [2, 2]],
    ['0|b', [0, 0]],
    ['1|b', [1, 1]],
    [':3|b', [0, 3]],
    ['02:03|b', [2, 3]],
    ['2:|b', [2, Number.POSITIVE_INFINITY]],
    [':|b', [0, Number.POSITIVE_INFINITY]],
  ])('times as in %s', (part, bounds) => {
    const problem = readDlx(`a ${part}| x`.replace('b|', 'b |'));
    expect(problem.times('b')).toEqual(bounds);
    expect([problem.primaryCount, problem.secondaryCount]).toEqual([2, 1]);
    expect(readDlx(`${part} a\n`).times('b')).toEqual(bounds);
  });

  test('that of TAOCP 7.2.2.1, (49): unique, q x:A, p r x:A y', () => {
    const problem = readDlx(
      '| A simple example\np q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n',
    );
    expect(count(problem)).toEqual(counted(1));
    expect(chosen(problem)).toEqual([1, 3]);
    expect(problem.option(1)).toEqual(['p', 'r', x('A'), 'y']);
  });
});

describe('forms that his programs take, or that are a little more generous', () => {
  const wanted = { primaryCount: 2, items: ['a', 'b', 'x'], options: [['a', x('R')], ['b']] };
  test.each([
    ['as it should be', 'a b | x\na x:R\nb\n'],
    ['no final newline', 'a b | x\na x:R\nb'],
    ['lines that end as in DOS', 'a b | x\r\na x:R\r\nb\r\n'],
    ['a byte order mark', '\ufeffa b | x\na x:R\nb\n'],
    ['a byte order mark before a comment', '\ufeff| mark\na b | x\na x:R\nb\n'],
    ['tabs, form feeds and blanks about', ' \ta\t b\f |\v x\t\n\t a\tx:R  \n b \n'],
    ['comments and empty lines anywhere', '| 1\n\n  | 2\na b | x\n|\n\t\r\na x:R\n | 3 :|\n\nb\n|'],
    ['a comment without an end', 'a b | x\na x:R\nb\n| that is all'],
    ['a bar that touches the next name', 'a b |x\na x:R\nb\n'],
  ])('%s', (_, text) => {
    expect(stated(readDlx(text))).toMatchObject(wanted);
  });

  test.each([
    [
      'a bar with nothing after it',
      'a b |\nb a',
      { primaryCount: 2, items: ['a', 'b'], options: [['b', 'a']] },
    ],
    ['no options', 'a', { primaryCount: 1, items: ['a'], options: [] }],
    [
      'colours that are a colon, a bar, a digit, several characters',
      'a | x\na x::\na x:|\na x:0\na x:dark-blue\na x:ü😀',
      {
        primaryCount: 1,
        items: ['a', 'x'],
        options: [':', '|', '0', 'dark-blue', 'ü😀'].map((colour) => ['a', x(colour)]),
      },
    ],
    [
      'long names, numbers, names with every other sign',
      'a-name-of-more-than-8 3 #1 "q"\u00a0 \\ é😀\n3 é😀 "q"\u00a0\n',
      {
        primaryCount: 6,
        items: ['a-name-of-more-than-8', '3', '#1', '"q"\u00a0', '\\', 'é😀'],
        options: [['3', 'é😀', '"q"\u00a0']],
      },
    ],
  ])('%s', (_, text, wanted) => {
    expect(stated(readDlx(text))).toMatchObject(wanted);
  });

  test('a coloured use and an uncoloured one conflict', () => {
    expect(count(readDlx('a b | x\na x\nb x:R\n')).count).toBe(0);
    expect(count(readDlx('a b | x\na x:R\nb x:R\n')).count).toBe(1);
  });
});

// Blanks between names, blanks at the ends of a line, what stands between lines.
const gap = fc.string({ unit: fc.constantFrom(...' \t\r\f\v'), minLength: 1, maxLength: 3 });
const margin = fc.oneof(fc.constant(''), gap);
const comment = fc.oneof(
  margin,
  fc
    .tuple(margin, fc.string({ unit: fc.constantFrom(...'ab |:\t7') }))
    .map(([m, t]) => `${m}|${t}`),
);
const comments = fc.array(comment, { maxLength: 2 });

/** A problem as it is stated, and a text of it in any form that is allowed. */
const written = problems
  // There it would be the mark of a file.
  .filter((problem) => !problem.itemName(0).startsWith('\ufeff'))
  .chain((problem) => {
    const line = (text: string) => {
      const parts = text.slice(0, -1).split(' ');
      const gaps = fc.array(gap, { minLength: parts.length, maxLength: parts.length });
      return fc
        .tuple(margin, gaps, comments)
        .map(([before, between, after]) =>
          [before + parts.map((part, k) => part + between[k]).join(''), ...after].join('\n'),
        );
    };
    const lines = fc.tuple(...Array.from(dlxLines(problem), line));
    const text = fc
      .tuple(fc.constantFrom('', '\ufeff', '\n', '| c\n'), lines)
      .map(([start, all]) => start + all.join('\n'));
    return fc.record({ problem: fc.constant(problem), text });
  });

/** The text cut anywhere, also within a character of two units. */
function cut(text: string, cuts: readonly number[]): string[] {
  const ends = cuts.map((at) => at % (text.length + 1)).sort((a, b) => a - b);
  return [...ends, text.length].map((end, k) => text.slice(ends[k - 1] ?? 0, end));
}

test('a problem is read from every form, cut anywhere', () => {
  fc.assert(
    fc.property(written, fc.array(fc.nat(), { maxLength: 8 }), ({ problem, text }, cuts) => {
      expect(stated(readDlx(text))).toEqual(stated(problem));
      expect(stated(readDlx(cut(text, cuts)))).toEqual(stated(problem));
      expect(stated(readDlx(text.split('')))).toEqual(stated(problem));
    }),
    { numRuns: runs(500) },
  );
});

/** The same format by regular expressions: a problem, or undefined where the text is none. */
function oracle(text: string): Problem | undefined {
  const lines = text.split('\n').filter((line) => !/^[\t-\r ]*(\||$)/.test(line));
  const parts = (line: string) => line.split(/[\t-\r ]+/).filter((part) => part !== '');
  const [head, ...options] = lines;
  if (head === undefined) return undefined;
  const names = parts(head.replace(/([\t-\r ])\|/g, '$1| '));
  const bar = names.indexOf('|');
  const times = new Map<number, [number, number]>();
  const primary = (bar < 0 ? names : names.slice(0, bar)).map((part, item) => {
    const [, bounds = '', name] = /^(\d+|\d*:\d*)\|(.*)$/.exec(part) ?? [];
    if (!name) return part;
    const [least, most] = bounds.includes(':') ? bounds.split(':') : [bounds, bounds];
    times.set(item, [Number(least), most === '' ? Number.POSITIVE_INFINITY : Number(most)]);
    return name;
  });
  const secondary = bar < 0 ? [] : names.slice(bar + 1);
  const all = [...primary, ...secondary];
  if (all.some((name) => /[:|]/.test(name)) || new Set(all).size < all.length) return undefined;
  if ([...times.values()].some(([least, most]) => least > most)) return undefined;
  const isTooLarge = (bound: number) => bound >= 2 ** 31 - 1 && bound < Number.POSITIVE_INFINITY;
  if ([...times.values()].flat().some(isTooLarge)) return undefined;
  const problem = new Problem({ primary, secondary });
  for (const [item, bounds] of times) problem.setTimes(item, bounds);
  for (const line of options) {
    const isCost = (part: string) => /^\|-?\d+$/.test(part);
    const cost = parts(line).filter(isCost);
    const uses = parts(line)
      .filter((part) => !isCost(part))
      .map((part) => /^([^:]+)(?::([:|]|[^:|]+))?$/.exec(part));
    const items = uses.map((use) => use?.[1]);
    if (items.some((item) => item === undefined || !all.includes(item))) return undefined;
    if (new Set(items).size < items.length) return undefined;
    if (uses.some((use) => use?.[2] !== undefined && primary.includes(use[1]))) return undefined;
    const option = problem.addOption(
      uses.map((use) => {
        const [, item, hue] = use as RegExpExecArray;
        return hue === undefined ? item : { item: item, colour: hue };
      }),
    );
    const sum = cost.reduce((total, part) => total + Number(part.slice(1)), 0);
    if (!Number.isSafeInteger(sum)) return undefined;
    problem.setCost(option, sum);
  }
  return problem;
}

test('whatever is read can be written, and reads and writes the same', () => {
  const unit = fc.constantFrom(
    ...'abxy1|:\t\r  \n\n\v\f\0\x85',
    ...['\ud83d', '\ude00', '😀', '\ufeff', '\u00a0', '\u2028', '#', 'é'],
  );
  const text = fc
    .tuple(fc.constantFrom('', '\ufeff', 'a b|x\n', 'a b | x y\n', '|\n'), fc.string({ unit }))
    .map(([head, rest]) => head + rest);
  let read = 0;
  fc.assert(
    fc.property(text, (whole) => {
      let problem: Problem;
      try {
        problem = readDlx(whole);
      } catch {
        return;
      }
      read++;
      const again = writeDlx(problem);
      expect(stated(readDlx(again))).toEqual(stated(problem));
      expect(writeDlx(readDlx(again))).toBe(again);
      // Also by way of a file.
      expect(new TextDecoder().decode(new TextEncoder().encode(again))).toBe(
        again.replace(/^\ufeff/, ''),
      );
    }),
    { numRuns: runs(5000) },
  );
  expect(read).toBeGreaterThan(runs(500));
});

test('any text at all is read rightly, or refused at a place within it', () => {
  const unit = fc.constantFrom(...'abxy12||::-\t\r   \n\n');
  const text = fc
    .tuple(fc.constantFrom('', 'a b|x\n', 'a b | x y\n', 'a 1 | x\n'), fc.string({ unit }))
    .map(([head, rest]) => head + rest);
  let read = 0;
  fc.assert(
    fc.property(text, fc.array(fc.nat(), { maxLength: 3 }), (whole, cuts) => {
      const outcomes = [[whole], cut(whole, cuts)].map((chunks) => {
        try {
          return stated(readDlx(chunks, { source: 's' }));
        } catch (error) {
          return error as QuadrilleError;
        }
      });
      expect(outcomes[1]).toEqual(outcomes[0]);
      const [outcome] = outcomes;
      const problem = oracle(whole);
      if (problem !== undefined) {
        expect(outcome).toEqual(stated(problem));
        read++;
      } else {
        expect(outcome).toMatchObject({ name: 'QuadrilleError', source: 's' });
        const { line, column, message } = outcome as QuadrilleError;
        const at = whole.split('\n')[(line as number) - 1];
        expect(column).toBeGreaterThan(0);
        expect(column).toBeLessThanOrEqual(Math.max(1, at.length));
        expect(message.split('\n')).toHaveLength(1);
      }
    }),
    { numRuns: runs(3000) },
  );
  expect(read).toBeGreaterThan(runs(300));
});

test('a large text is no matter, nor a line that does not end', () => {
  function* text() {
    yield 'a b | x\n';
    for (let k = 0; k < 100_000; k++) yield `a x:${k}\nb `;
    yield 'x';
  }
  const problem = readDlx(text());
  expect(problem.optionCount).toBe(100_001);
  expect(problem.option(99_999)).toEqual(['b', 'a', x('99999')]);

  const reader = new DlxReader();
  for (let k = 0; k < 1_000_000; k++) reader.push('a');
  expect(reader.end().itemName(0)).toHaveLength(1_000_000);
});

describe('the reader by itself', () => {
  test('after a mistake it throws the same again', () => {
    const reader = new DlxReader();
    reader.push('a b\na');
    expect(() => reader.push(' z\nb\n')).toThrow(expect.objectContaining({ line: 2, column: 3 }));
    const again = expect.objectContaining({ code: 'unknown-item', line: 2, column: 3 });
    expect(() => reader.push('a\n')).toThrow(again);
    expect(() => reader.end()).toThrow(again);
  });

  test('at its end it takes no more', () => {
    const reader = new DlxReader();
    reader.push('a');
    expect(reader.end().itemName(0)).toBe('a');
    expect(() => reader.push('a')).toThrow(expect.objectContaining({ code: 'bad-text' }));
    expect(() => reader.end()).toThrow(expect.objectContaining({ code: 'bad-text' }));
  });

  test.each([
    new Error('enough'),
    new QuadrilleError('bad-setting', 'An error of the caller, who may use the class.'),
  ])('what onWarning throws comes out: %s', (stop) => {
    const onWarning = () => {
      throw stop;
    };
    const reader = new DlxReader({ onWarning });
    expect(() => reader.push('a | x\nx\n')).toThrow(stop);
    expect(() => reader.end()).toThrow(stop);
  });

  test.each([
    ['settings of null', () => new DlxReader(null as unknown as DlxSettings), 'bad-setting'],
    ['a string for the settings', () => readDlx('a', 'queens.dlx' as DlxSettings), 'bad-setting'],
    ['null to readDlx', () => readDlx('a', null as unknown as DlxSettings), 'bad-setting'],
    ['a setting by a wrong name', () => readDlx('a', { sorce: 'x' } as DlxSettings), 'bad-setting'],
    ['a number as source', () => new DlxReader({ source: 7 as unknown as string }), 'bad-setting'],
    ['a string as onWarning', () => new DlxReader({ onWarning: 'x' as never }), 'bad-setting'],
    ['null as onLabel', () => new DlxReader({ onLabel: null as never }), 'bad-setting'],
    ['true as onLabel', () => readDlx('a', { onLabel: true as never }), 'bad-setting'],
    ['a number for a chunk', () => new DlxReader().push(7 as unknown as string), 'bad-text'],
    ['bytes for the text', () => readDlx(new Uint8Array(3) as never), 'bad-text'],
    ['nothing for the text', () => readDlx(undefined as never), 'bad-text'],
    ['a promise for the text', () => readDlx(Promise.resolve('a') as never), 'bad-text'],
  ])('%s is refused', (_, action, code) => {
    expect(action).toThrow(expect.objectContaining({ name: 'QuadrilleError', code }));
  });

  test('the comment in the line above an option is its label, however the text is cut', () => {
    const text =
      '| the items\r\na b | x\n| one\na\nb\n' +
      '| not this\n  |  two: a | b\t\r\na b\n| not above\n\na\n|\nb\n|three\nx\n| at the end';
    const labelled = [
      [0, 'one'],
      [2, 'two: a | b'],
      [5, 'three'],
    ];
    for (let size = 1; size <= text.length; size++) {
      const labels: [number, string][] = [];
      const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) as string[];
      const problem = readDlx(pieces, { onLabel: (label, option) => labels.push([option, label]) });
      expect(labels).toEqual(labelled);
      expect(problem.optionCount).toBe(6);
    }
  });

  test('a chunk that is no string leaves the reader as it was', () => {
    const reader = new DlxReader();
    reader.push('a');
    expect(() => reader.push(null as unknown as string)).toThrow();
    reader.push('b');
    expect(reader.end().itemName(0)).toBe('ab');
  });
});

test('a # means nothing, unless sharp prefers the primary items with one', () => {
  const text = '#a b #c | #x y\n#a b\n#c #x:A\n';
  const plain = readDlx(text);
  expect(plain.compile().prefers).toBe(false);
  const sharp = readDlx(text, { sharp: true });
  const { data, preferredAt } = sharp.compile();
  expect([...data.subarray(preferredAt)]).toEqual([1, 0, 1]);
  expect(sharp.option(1)).toEqual(['#c', { item: '#x', colour: 'A' }]);
  expect(writeDlx(sharp)).toBe(writeDlx(plain));
  expect(writeDlx(sharp)).toBe(text);
  expect(readDlx('a b\na b\n', { sharp: true }).compile().prefers).toBe(false);
  expect(() => readDlx(text, { sharp: 1 as unknown as boolean })).toThrow(/sharp is 1/);
});
