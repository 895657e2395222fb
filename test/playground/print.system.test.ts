import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PAPERS, PER_PAGE } from '../../src/puzzles/picture/svg/pages.ts';
import { quadrille } from '../support/quadrille.ts';
import { pagesIn } from '../support/sheet.ts';
import { describePages, linkTo, site } from './site.ts';

const WIKIPEDIA =
  '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const GIVENS = [...WIKIPEDIA].map((symbol) => (symbol === '.' ? 0 : Number(symbol)));
/** Points of paper: 72 an inch. A browser rounds them. */
const POINTS = { a4: [595, 842], letter: [612, 792] } as const;

/** The width and the height of each page of a PDF, in points. */
function sizesIn(pdf: Buffer): (readonly [number, number])[] {
  const boxes = pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g);
  return [...boxes].map(([, width, height]) => [
    Math.round(Number(width)),
    Math.round(Number(height)),
  ]);
}

describePages('on paper', () => {
  describe('what the page prints', () => {
    let page: Page;
    // What moves as it goes on paper is no fault of the page.
    afterEach(() => page.close());
    /** The elements with text or a picture of their own that paper shows. */
    const shown = async () => {
      await page.emulateMedia({ media: 'print' });
      const isOnPaper = (selector: string) => page.locator(selector).isVisible();
      const parts = ['.head', '.foot', '.saving', '.asks', '.panel .about', '.panel form'];
      const seen: string[] = [];
      for (const part of [...parts, 'h1', 'figure.picture']) {
        if (await isOnPaper(`${part} >> nth=0`)) seen.push(part);
      }
      return seen;
    };
    const onePage = async (paper: (typeof PAPERS)[number]) => {
      const [width, height] = POINTS[paper].map((points) => `${points / 72}in`) as [string, string];
      expect(sizesIn(await page.pdf({ width, height }))).toEqual([POINTS[paper]]);
    };

    test('a Sudoku, as large as the page allows, without what the screen has besides', async () => {
      const state = { kind: 'sudoku', boxes: '3x3', givens: GIVENS, show: 'nothing' };
      page = await site.visit(linkTo('sudoku', state), { colours: 'dark' });
      await page.getByText('One solution.').waitFor();
      expect(await shown()).toEqual(['h1', 'figure.picture']);
      const cells = page.locator('.sudoku .cell');
      const values = async () => (await cells.allTextContents()).map((text) => Number(text));
      await expect.poll(values).toEqual(GIVENS);
      const { width = 0 } = (await cells.first().boundingBox()) ?? {};
      // 2 cm, of 96 pixels an inch.
      expect(width).toBeCloseTo((20 / 25.4) * 96, 0);
      // Black on white in the dark, too.
      const colour = await cells.first().evaluate((cell) => getComputedStyle(cell).color);
      expect(colour).toBe('rgb(31, 30, 27)');
      await onePage('a4');
      await onePage('letter');
    });

    test.each([
      ['samurai', { kind: 'samurai', show: 'nothing' }],
      ['25x25', { kind: 'sudoku-x', boxes: '5x5', show: 'nothing' }],
    ])('a %s fits on one page', async (_name, state) => {
      page = await site.visit(linkTo('sudoku', state));
      await page.locator('.sudoku .cell').first().waitFor();
      await onePage('a4');
      await onePage('letter');
    });

    test.each(['queens', 'soma', 'pentominoes'])('the gallery: %s', async (puzzle) => {
      page = await site.visit(linkTo('gallery', { puzzle, at: 1 }));
      await page.locator('output.place', { hasText: 'Solution 1' }).waitFor();
      expect(await shown()).toEqual(['h1', 'figure.picture']);
      await onePage('a4');
    });

    test('a drawing', async () => {
      page = await site.visit('#v1.draw');
      await page.locator('.facts').getByText('1,568 options').waitFor();
      expect(await shown()).toEqual(['figure.picture']);
      await onePage('a4');
    });

    test.each(['gallery', 'draw', 'sudoku'])('%s: the button prints', async (view) => {
      page = await site.visit(`#v1.${view}`);
      await page.evaluate(() => {
        window.print = () => document.body.setAttribute('data-printed', 'true');
      });
      await page.getByRole('button', { name: 'Print' }).click();
      await page.locator('body[data-printed]').waitFor();
    });
  });

  describe.each(PAPERS)('a sheet on %s', (paper) => {
    let page: Page;
    beforeAll(async () => {
      page = await (await site.visit()).context().newPage();
    });

    test.each(PER_PAGE)('%s puzzles on a page: each page on one of paper', async (perPage) => {
      const args = ['draw', 'sudoku', '-', '--sheet', '--paper', paper, '--per-page', perPage];
      const how = { stdin: `${WIKIPEDIA}\n`.repeat(13) };
      const { stdout } = await quadrille(args, how);
      await page.setContent(stdout);
      const pdf = await page.pdf({ preferCSSPageSize: true });
      const pages = pagesIn(stdout);
      expect(pages.length).toBe(Math.ceil(13 / Number(perPage)) + 2);
      expect(sizesIn(pdf)).toEqual(pages.map(() => POINTS[paper]));
    });
  });
});
