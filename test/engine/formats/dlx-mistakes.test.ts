import { expect, test } from 'vitest';
import { DlxReader, readDlx } from '../../../src/engine/formats/dlx/reader.ts';
import { expectRefusal } from '../../support/thrown.ts';

const head = 'a b r5 | x y\n';

test.each([
  ['no items', '', 'no-items', 1, 1, /found no items; name them/],
  ['only comments', '| a b\n\n  \n', 'no-items', 3, 1, /found no items/],
  ['an unknown item', `${head}a q5 b`, 'unknown-item', 2, 3, /unknown item "q5".*mean "r5"\?/],
  ['one that is like none', `${head}a zzz`, 'unknown-item', 2, 3, /correct the option$/],
  ['one letter that is another', `${head}c`, 'unknown-item', 2, 1, /correct the option$/],
  ['an unknown item after comments', `|\n\n${head}| c\n  z9:A\n`, 'unknown-item', 5, 3, /"z9"/],
  ['an item named twice', 'a b a\n', 'duplicate-item', 1, 5, /"a" is named twice/],
  ['an item named as both kinds', 'a b | a\n', 'duplicate-item', 1, 7, /"a" is named twice/],
  ['two bars', 'a | x | y\n', 'bad-text', 1, 7, /second \|/],
  ['two bars that touch', 'a || y\n', 'bad-text', 1, 4, /second \|/],
  ['a bar that touches the last name', 'a b| x\n', 'bad-text', 1, 3, /blanks around the \|/],
  ['a bar that touches a number', 'a 3| x\n', 'bad-text', 1, 3, /blanks around the \|/],
  ['a colon in a name', 'a b:c\n', 'bad-text', 1, 3, /"b:c"/],
  ['bounds without a name', 'a 2:3 b\n', 'bad-text', 1, 3, /"2:3"/],
  ['bounds the wrong way', 'A B 3:2|C | X Y\n', 'bad-times', 1, 5, /"C".* least 3.* most 2 times/],
  ['times beyond an integer', 'A 2147483647|B\n', 'bad-times', 1, 3, /"B" are not below/],
  ['a lower bound beyond', 'A 99999999999999999999:|B', 'bad-times', 1, 3, /"B" are not below/],
  ['times of a secondary item', 'A |2|X\n', 'bad-times', 1, 4, /"X" is secondary.*drop them/],
  ['times twice', 'A 2|3|B\n', 'bad-text', 1, 3, /"3\|B" has a colon or a bar/],
  ['three bounds', 'A 2:3:4|B\n', 'bad-text', 1, 3, /colon or a bar/],
  ['a negative bound', 'A -2|B\n', 'bad-text', 1, 3, /"-2\|B"/],
  ['an item twice, once with times', 'A 2|A\n', 'duplicate-item', 1, 3, /"A" is named twice/],
  ['costs that are too large', `${head}a |9007199254740992`, 'bad-cost', 2, 3, /divide all costs/],
  ['costs whose sum is', `${head}a |9007199254740991 b |1`, 'bad-cost', 2, 23, /divide all costs/],
  ['nearly a cost', `${head}a |7b\n`, 'bad-text', 2, 3, /found "\|7b"/],
  ['a bar and a sign', `${head}a |-\n`, 'bad-text', 2, 3, /found "\|-".*write a cost as \|7/],
  ['a part of a cost', `${head}a |7.5\n`, 'bad-text', 2, 3, /found "\|7.5"/],
  ['a cost that touches an item', `${head}a|7\n`, 'unknown-item', 2, 1, /"a\|7"/],
  ['a cost that touches a colour', `${head}a x:A|7\n`, 'bad-colour', 2, 3, /"A\|7"/],
  ['a bar in an option', `${head}a | x\n`, 'bad-text', 2, 3, /write no bar/],
  ['a comment after an option', `${head}a |x\n`, 'bad-text', 2, 3, /a line of its own/],
  ['a colour on a primary item', `${head}b:A a\n`, 'coloured-primary', 2, 1, /item "b" has a col/],
  ['an empty colour', `${head}a x: y\n`, 'bad-colour', 2, 3, /"x" has a colon but no colour/],
  ['an empty colour at the end', `${head}a x:`, 'bad-colour', 2, 3, /"x" has a colon/],
  ['two colours', `${head}a x:A:B`, 'bad-colour', 2, 3, /"A:B"/],
  ['a colour without an item', `${head}a :A`, 'empty-name', 2, 3, /":A"/],
  ['an item twice', `${head}a x b a\n`, 'repeated-item', 2, 7, /option 0 has item "a" twice/],
  ['an item twice in one colour', `${head}a\nx:A x:A`, 'repeated-item', 3, 5, /option 1/],
  ['the first of two mistakes', `${head}a a z\nz`, 'repeated-item', 2, 3, /"a" twice/],
  ['a mistake in a DOS file', 'a b\r\na\r\nb c5\r\n', 'unknown-item', 3, 3, /"c5"/],
  [
    'half a character in a name',
    'a b\ud83d\n',
    'bad-text',
    1,
    3,
    /"b\\ud83d" has half a character/,
  ],
  ['the other half', 'a | \ude00\n', 'bad-text', 1, 5, /"\\ude00" has half a character/],
  ['two halves the wrong way', 'a \ude00\ud83d\n', 'bad-text', 1, 3, /has half a character/],
  ['half a character as a colour', `${head}a x:\ud83d`, 'bad-colour', 2, 3, /half a character/],
  ['half a character in a colour', `${head}a y x:A\udc00`, 'bad-colour', 2, 5, /half a character/],
  ['a text that is none', '\0'.repeat(2000), 'bad-text', 1, 1, /NUL character, so this is no/],
  ['a NUL in an option', `${head}a\na \0x`, 'bad-text', 3, 3, /NUL character/],
  ['a NUL in a comment', `${head}a\n| \0x\n`, 'bad-text', 3, 3, /NUL character/],
  ['a mistake before a NUL', `${head}zzz\na \0`, 'unknown-item', 2, 1, /"zzz"/],
  ['a mistake after a character of two units', 'a 😀\n😀 c\n', 'unknown-item', 2, 4, /"c"/],
])('%s', (_, text, code, line, column, message) => {
  for (const [source, where] of [
    [undefined, `Line ${line}, column ${column}: `],
    ['queens.dlx', `queens.dlx:${line}:${column}: `],
  ]) {
    const refused = () => readDlx(text, { source });
    expectRefusal(refused, message, { code, line, column, source });
    expectRefusal(refused, new RegExp(`^${where}.`), {});
  }
});

test('a line of secondary items alone is a comment, and the next one has the items', () => {
  const problem = readDlx('| x y\nx\n');
  expect(problem.primaryCount).toBe(1);
  expect(problem.itemName(0)).toBe('x');
});

test('the option and the item are told', () => {
  expect(() => readDlx(`${head}a\nb q`)).toThrow(expect.objectContaining({ option: 1, item: 'q' }));
});

test('a line without end is refused before it fills the memory', () => {
  const reader = new DlxReader();
  const chunk = 'a'.repeat(2 ** 20);
  for (let k = 0; k < 256; k++) reader.push(chunk);
  expect(() => reader.push(chunk)).toThrow(expect.objectContaining({ code: 'bad-text', line: 1 }));
});
