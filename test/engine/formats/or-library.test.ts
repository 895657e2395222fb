import { expect, test } from 'vitest';
import { readOrLibrary } from '../../../src/engine/formats/or-library.ts';
import { count } from '../../../src/index.ts';
import { stated } from '../../support/stated.ts';
import { expectRefusal } from '../../support/thrown.ts';

const text = '3 4\n10 2 1 2\n4 1 3 \r\n-7 2 2 3\n5 1 1\n';

test('items by their numbers, options with costs', () => {
  const problem = readOrLibrary(text);
  expect(stated(problem)).toEqual({
    primaryCount: 3,
    items: ['1', '2', '3'],
    times: [
      [1, 1],
      [1, 1],
      [1, 1],
    ],
    options: [['1', '2'], ['3'], ['2', '3'], ['1']],
    costs: [10, 4, -7, 5],
  });
  expect(count(problem).count).toBe(2);
});

test('lines may end anywhere', () => {
  const pieces = text.trim().split(/\s+/);
  for (const blank of ['\n', ' ', '\t\r\n']) {
    expect(stated(readOrLibrary(pieces.join(blank)))).toEqual(stated(readOrLibrary(text)));
  }
});

test.each([
  ['nothing', '', 1, 1, /ends before the number of items/],
  ['no options', '3\n', 2, 1, /ends before the number of options/],
  ['no items', '0 4', 1, 1, /found "0" as the number of items; give a whole number from 1/],
  ['too many items', '99999999999 4', 1, 1, /number of items/],
  ['another form', 'a b c\na\n', 1, 1, /found "a" as the number of items/],
  ['a cost that is no number', '3 1\n x 1 1', 2, 2, /found "x" as the cost of option 1/],
  ['a cost of a part', '3 1\n1.5 1 1', 2, 1, /found "1.5" as the cost/],
  ['a cost too large', '3 1\n9007199254740992 1 1', 2, 1, /as the cost of option 1/],
  ['an option without items', '3 1\n7 0', 2, 3, /found "0" as the number of items of option 1/],
  ['more items than there are', '3 1\n7 4 1 2 3 4', 2, 3, /from 1 to 3/],
  ['an unknown item', '3 2\n7 1 1\n7 2 1 4', 3, 7, /found "4" as an item of option 2/],
  ['an item twice', '3 1\n7 2 1 1', 2, 7, /option 1 has item 1 twice/],
  ['a text cut off', '3 2\n7 2 1 2\n7 2 1', 3, 6, /ends before an item of option 2/],
  ['more than the options', '3 1\n7 2 1 2\n7', 3, 1, /found "7" after the last of 1 option[^s]/],
])('%s is refused', (_, wrong, line, column, message) => {
  expectRefusal(() => readOrLibrary(wrong), message, { code: 'bad-text', line, column });
  expect(() => readOrLibrary(wrong, { source: 'nw.txt' })).toThrow(`nw.txt:${line}:${column}: `);
});

test('what is no text is refused', () => {
  expect(() => readOrLibrary(7 as never)).toThrow(/The text is 7/);
  expect(() => readOrLibrary(text, { sourc: 'x' } as never)).toThrow(/no setting "sourc"/);
});
