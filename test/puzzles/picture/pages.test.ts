import { describe, expect, test } from 'vitest';
import { queensBoard, sudokuBoard } from '../../../src/picture.ts';
import { drawSheet, htmlParts, PAPERS, PER_PAGE } from '../../../src/puzzles/picture/svg/pages.ts';
import { Shape } from '../../../src/sudoku.ts';
import { pagesIn } from '../../support/sheet.ts';

const MARGIN = 150;
const SIZES = { a4: [2100, 2970], letter: [2159, 2794] } as const;
const SUDOKU = sudokuBoard(Shape.of({ size: 9 }), new Uint8Array(81));
/** The same picture several times. */
const copies = (count: number, picture = SUDOKU) =>
  Array.from({ length: count }, () => ({ pictures: [picture] }));
const sheetOf = (count: number, perPage: (typeof PER_PAGE)[number], paper: 'a4' | 'letter') =>
  pagesIn(drawSheet(copies(count), copies(count), { title: 'Club', paper, perPage }).join(''));

describe.each(PAPERS)('on %s', (paper) => {
  test.each(PER_PAGE)('%s on a page, solutions twelve on a page', (perPage) => {
    const pages = sheetOf(26, perPage, paper);
    const own = Math.ceil(26 / Number(perPage));
    expect(pages.length).toBe(own + 3);
    expect(pages.map(({ printed }) => printed.length)).toEqual([
      ...Array.from({ length: own }, (_, k) => Math.min(Number(perPage), 26 - k * Number(perPage))),
      ...[12, 12, 2],
    ]);
    const numbers = Array.from({ length: 26 }, (_, k) => k + 1);
    const shown = pages.map(({ printed }) => printed.map(({ number }) => number));
    expect(shown.slice(0, own).flat()).toEqual(numbers);
    expect(shown.slice(own).flat()).toEqual(numbers);
    pages.forEach(({ title, foot, width, height }, k) => {
      expect([width, height]).toEqual(SIZES[paper]);
      expect(title).toBe(k < own ? 'Club' : 'Club: solutions');
      expect(foot).toBe(`${k + 1} / ${pages.length}`);
    });
  });

  test.each(PER_PAGE)('%s on a page: within the margins, apart, in one size', (perPage) => {
    for (const { width, height, printed } of sheetOf(26, perPage, paper)) {
      for (const one of printed) {
        expect(one.left).toBeGreaterThanOrEqual(MARGIN - 0.1);
        expect(one.right).toBeLessThanOrEqual(width - MARGIN + 0.1);
        // The title is above, the number of the page below.
        expect(one.top).toBeGreaterThan(MARGIN + 60);
        expect(one.bottom).toBeLessThan(height - MARGIN - 32);
        for (const other of printed) {
          if (other === one) break;
          const aside = one.left >= other.right + 80 || other.left >= one.right + 80;
          const below = one.top >= other.bottom + 80 || other.top >= one.bottom + 80;
          expect(aside || below).toBe(true);
        }
        const [first] = printed;
        expect(one.right - one.left).toBeCloseTo((first?.right ?? 0) - (first?.left ?? 0), 6);
      }
    }
  });
});

test('squares of solutions are 3 mm at least: larger ones are fewer on a page', () => {
  const counts = [9, 16, 25, 50].map((size) => {
    const boards = copies(12, queensBoard(size, []));
    const pages = pagesIn(
      drawSheet(boards, boards, { title: 'Q', paper: 'a4', perPage: '9' }).join(''),
    );
    const solutions = pages.slice(2);
    for (const { left, right } of solutions.flatMap(({ printed }) => printed)) {
      expect((right - left) / size).toBeGreaterThan(30);
    }
    return solutions[0]?.printed.length;
  });
  expect(counts).toEqual([12, 9, 4, 1]);
});

test('small boards do not grow beyond squares of 2 cm', () => {
  const boards = copies(1, queensBoard(2, []));
  const [page] = pagesIn(drawSheet(boards, [], { title: 'Q', paper: 'a4', perPage: '1' }).join(''));
  const [board] = page?.printed ?? [];
  // Two squares and the wall around them.
  expect((board?.right ?? 0) - (board?.left ?? 0)).toBeLessThan(430);
});

test('words stand beside the number, and all texts are safe', () => {
  const title = `<b>&"${'long '.repeat(60)}\u202e`;
  const puzzles = [{ pictures: [SUDOKU], words: 'rating 4.2 <i>' }, { pictures: [SUDOKU] }];
  const sheet = { title, paper: 'a4', perPage: '4' } as const;
  const pages = drawSheet(puzzles, [], sheet);
  const [page] = pagesIn(pages.join(''));
  expect(page?.title).toBe(title.replace('\u202e', '\ufffd'));
  expect(page?.printed.map(({ number, words }) => [number, words])).toEqual([
    [1, 'rating 4.2 <i>'],
    [2, ''],
  ]);
  // A title that is too long for its line is written smaller.
  const [, size = ''] =
    /<text [^>]*font-size="([\d.]+)" font-weight="bold">&lt;b/.exec(pages[0] ?? '') ?? [];
  expect(Number(size)).toBeLessThan(15);
  const html = htmlParts(pages, sheet).join('');
  expect(html).toContain('<title>&lt;b&gt;&amp;&quot;long');
  expect(html).toContain('@page { size: 210mm 297mm; margin: 0 }');
  expect(html).not.toMatch(/<script|<link|href="http|url\(http/);
});
