import { describe, expect, test } from 'vitest';
import { count } from '../../../src/index.ts';
import { compressToBase64, decompressFromBase64 } from '../../../src/puzzles/variants/lz-string.ts';
import {
  type Clue,
  isVariantText,
  plainShape,
  Variant,
  variant,
  writeVariant,
} from '../../../src/sudoku.ts';
import { FORMS } from '../../support/sudoku-forms.ts';
import { contentOf, everyKind } from './all-kinds.ts';

const stated = (side: number, ...clues: Clue[]) => new Variant({ shape: plainShape(side), clues });
const clue = (kind: Clue['kind'], cells: number[], ...numbers: number[]): Clue => ({
  kind,
  cells,
  numbers,
});

describe('a string of Interactive Sudoku Solver', () => {
  test('states the kinds that both have, and is written as it was', () => {
    const texts = [
      '.Shape~4x4.AntiKnight.AntiKing.AntiConsecutive.DisjointSets.Windoku.StrictXV.StrictKropki',
      '.Shape~6x8~0-7.Cage~9~R1C1~R1C2.Cage~0~R2C1~R2C2.Arrow~R3C1~R3C2~R3C3.PillArrow~2~R4C1~R4C2~R5C1',
      '.Thermo~R1C1~R1C2.Whisper~5~R2C1~R2C2.Renban~R3C1~R3C2.Between~R4C1~R4C2~R4C3.Lockout~4~R5C1~R5C2',
      '.Palindrome~R1C1~R1C2.RegionSumLine~R1C3~R1C4.WhiteDot~R1C1~R1C2.BlackDot~R1C1~R2C1.X~R5C5~R5C6',
      '.V~R5C5~R6C5.GreaterThan~R9C9~R9C8.AllDifferent~R1C1~R5C5.SameValues~2~R1C1~R5C9.Diagonal~1.Diagonal~-1',
      '.LittleKiller~20~R1C5.Skyscraper~R1~3~4.XSum~C2~~15.NumberedRoom~R3~4.Sandwich~12~C4.Quad~R1C1~1~2~2',
      '.Shape~16x16~0-15.NoBoxes.~R1C1_15~Rg' + 'Cg_1_2',
      '.Shape~4x4.NoBoxes.Jigsaw~0011001122332233.~R1C1_1',
    ];
    for (const text of texts) {
      const read = variant(text);
      const again = variant(writeVariant(read, 'iss'));
      expect(contentOf(again)).toEqual(contentOf(read));
      expect(contentOf(variant(writeVariant(read, 'iss-address')))).toEqual(contentOf(read));
    }
    expect(writeVariant(variant(texts[5]), 'iss')).toBe(
      '.LittleKiller~20~R1C5.Skyscraper~R1~3~4.XSum~C2~~15.NumberedRoom~R3~4.Sandwich~12~C4.Quad~R1C1~1~2~2',
    );
    expect(writeVariant(stated(9), 'iss')).toBe('.');
  });

  test('repeats as the program does', () => {
    const numbersOf = (text: string) => variant(text).clues.map(({ numbers }) => numbers);
    expect(numbersOf('.XSum~R1~10.XSum~R1~10')).toEqual([[10]]);
    // There the last one holds.
    expect(() => variant('.XSum~R1~10.XSum~R1~12')).toThrow('with 10 and with 12; leave one out');
    expect(() => variant('.Quad~R1C1~1.Quad~R1C1~2~3')).toThrow('with 1 and with 2, 3');
    expect(numbersOf('.Cage~5~R1C1~R1C2.Cage~6~R1C1~R1C2')).toEqual([[5], [6]]);
    expect(numbersOf('.X~R1C1~R1C2~R2C2.X~R1C1~R1C2')).toEqual([[], []]);
    expect(variant('.~R1C1_1_2.~R1C1_2_3').candidates.get(0)).toEqual([2]);
    expect(variant('.And.AntiKing.~R1C1_1.End.AntiKnight').kinds).toEqual([
      'anti-knight',
      'anti-king',
    ]);
    expect(variant('.Sum~10~R1C1~R2C2').clues).toEqual([clue('cage', [0, 10], 10)]);
    expect(variant('.SameValues~3~R1C1~R5C5~R9C9').clues).toEqual([
      clue('clone', [0, 40]),
      clue('clone', [0, 80]),
    ]);
    // The pill is read from left to right, wherever it begins.
    expect(variant('.PillArrow~2~R1C2~R1C1~R5C5').clues[0].cells).toEqual([0, 1, 40]);
  });

  test('names a diagonal by one of its ends', () => {
    const named = (side: number, cells: number[]) =>
      writeVariant(stated(side, clue('little-killer', cells, 9)), 'iss');
    expect(named(4, [12, 9, 6, 3])).toContain('LittleKiller~9~R1C4');
    expect(named(4, [3, 6, 9, 12])).toContain('LittleKiller~9~R1C4');
    expect(named(4, [1, 6, 11])).toContain('LittleKiller~9~R3C4');
    expect(named(4, [14, 11])).toContain('LittleKiller~9~R4C3');
    expect(() => named(4, [0])).toThrow('state it as a cage of one cell');
  });

  test('has other words for marks, and none for some clues', () => {
    const marked = stated(4, clue('odd', [0, 1]), clue('minimum', [5]), clue('maximum', [10]));
    const again = variant(writeVariant(marked, 'iss'));
    expect(count(again.problem).count).toBe(count(marked.problem).count);
    const refused =
      (...clues: Clue[]) =>
      () =>
        writeVariant(stated(4, ...clues), 'iss');
    expect(refused(clue('white-dot', [0, 1], 2))).toThrow(
      'cannot state the white dot of r1c1 and r1c2',
    );
    expect(refused(clue('strict-ratio', [], 2))).toThrow('both or none');
    expect(refused(clue('x-sum', [0, 1, 2, 3], 5), clue('x-sum', [0, 1, 2, 3], 6))).toThrow(
      'for 5 stands there, too',
    );
    expect(() => writeVariant(stated(4), 'pdf' as 'iss')).toThrow(
      'The form is "pdf"; give one of iss,',
    );
  });
});

describe('addresses', () => {
  const json = JSON.stringify(everyKind());
  const base64 = compressToBase64(json);

  test('of f-puzzles and SudokuPad carry what f-puzzles has', () => {
    const expected = contentOf(variant(json));
    const escaped = encodeURIComponent(base64);
    for (const address of [
      `https://www.f-puzzles.com/?load=${base64}`,
      `http://f-puzzles.com/?load=${escaped}&mode=2`,
      `https://sudokupad.app/fpuzzles${base64}`,
      `https://beta.sudokupad.app/fpuz${escaped}?setting-nogrid=1`,
      `https://sudokupad.app/?puzzleid=fpuzzles${base64}`,
      `https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles${escaped}&a=b`,
      `https://app.crackingthecryptic.com/sudoku.html?puzzleid=fpuzzles${base64.replaceAll('+', ' ')}`,
      `fpuzzles${base64}`,
      ` ${base64}\n`,
      base64.replaceAll('/', '-').replaceAll('=', '$'),
    ]) {
      expect(isVariantText(address), address.slice(0, 80)).toBe(true);
      expect(contentOf(variant(address)), address.slice(0, 80)).toEqual(expected);
    }
  });

  test('of Interactive Sudoku Solver carry a string', () => {
    const address =
      'https://sigh.github.io/Interactive-Sudoku-Solver/?mode=all&q=.Cage%7E5~R1C1~R1C2+.AntiKing&a';
    expect(variant(address).clues).toEqual([clue('cage', [0, 1], 5), clue('anti-king', [])]);
  });

  test('without a puzzle are refused with a way out', () => {
    for (const [address, message] of [
      ['https://www.f-puzzles.com/?id=yabcdefg', 'a short one, which only the network knows'],
      ['https://www.f-puzzles.com/', 'has no puzzle; copy the link'],
      ['https://sudokupad.app/3qG93JFb6M', '"3qG93JFb6M" is a short name of SudokuPad'],
      ['https://sudokupad.app/sudoku/n7jhn9qfhd', '"n7jhn9qfhd" is a short name of SudokuPad'],
      [`https://sudokupad.app/scl${base64}`, 'does not state its rules; give the puzzle as a link'],
      [`https://sudokupad.app/?puzzleid=ctc${base64}`, 'does not state its rules'],
      ['https://example.org/?load=1', 'The address is of "example.org" and has no puzzle'],
      [`https://www.f-puzzles.com/?load=${base64.slice(0, 200)}`, 'copy the whole address'],
      ['https://www.f-puzzles.com/?load=%E0%A4%A', 'copy the whole address'],
    ]) {
      expect(() => variant(address), address).toThrow(message);
    }
  });
});

test('compressed texts are those of lz-string', () => {
  // By lz-string 1.5.
  expect(compressToBase64('{"size":9')).toBe('N4IgzglgXgpiBcBOIA==');
  for (const text of ['', 'a', 'aaaaaaaa', 'ab\u00ff\u0100\uffff', json9(), 'x'.repeat(5000)]) {
    expect(decompressFromBase64(compressToBase64(text), 100_000)).toBe(text);
  }
  for (const wrong of ['', '!', 'N4Ig', 'AAAA====', '\u0100']) {
    expect(decompressFromBase64(wrong, 1000)).toBeOneOf([undefined, '']);
  }
});

function json9(): string {
  return JSON.stringify(everyKind());
}

test('a text of a plain Sudoku is no variant', () => {
  const dots = '.'.repeat(81);
  const solution =
    '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
  const plain = [
    '',
    ' ',
    '#',
    '.',
    '..',
    dots,
    solution,
    `${solution},${solution}`,
    `${solution} ${solution}`,
    '.'.repeat(729),
    '.'.repeat(162),
    '.ABCDEFGHIJKLMNO',
    '...A.B.C.',
    '.Ab.CdefGh.',
    '.A.B.C.D.E.F.G.HIJKLMNOP',
    '53..7....',
    '5 3 . | . 7 .',
    '10,11,.,3',
    'puzzle,solution',
    '[1,2,3]',
    '["53..7...."]',
    '{"puzzle":"53..7...."}',
    '{"grid":[[5,3,0]]}',
    '{"grid":"53..7"}',
    '{"rows":[[0,3]],"size":4}',
    '{"grid":["53..7...."]}',
    'Grid 01',
    '.....7...x',
    "'1','2'",
    '1,2,3,4,5,6,7,8,9,1,2,3,4,5,6',
    `${'1,'.repeat(40)}1`,
  ];
  for (const form of Object.values(FORMS)) {
    const text = form(solution.replace(/[1-4]/g, '.'));
    plain.push(text, ...text.split('\n'));
  }
  for (const text of plain) expect(isVariantText(text), text).toBe(false);
  const killer = `${'>'.repeat(8)}5`.repeat(9);
  for (const text of [
    '.Cage~3~R1C1',
    '.~R1C1_5',
    '..Cage~3~R1C1',
    '.AntiKnight',
    '.AntiKnight.NoBoxes',
    '3x3::k:1',
    '{"size":4,"grid":[[{}]]}',
    '{ "grid" : [ [ {"value":1} ] ] }',
    'https://f-puzzles.com/?load=N4',
    killer,
    `${dots}${'112233445'.repeat(9)}`.replace(/.{81}$/, pieces9()),
  ]) {
    expect(isVariantText(text), text).toBe(true);
  }
});

/** The layout of a jigsaw whose pieces are the boxes. */
function pieces9(): string {
  return [0, 3, 6]
    .map((k) =>
      [k, k + 1, k + 2]
        .map((p) => String(p).repeat(3))
        .join('')
        .repeat(3),
    )
    .join('');
}
