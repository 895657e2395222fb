import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { readDlx } from '../../src/engine/formats/dlx/reader.ts';
import type { Problem } from '../../src/engine/problem/problem.ts';
import { count } from '../../src/engine/solve/api.ts';
import { textOfFile } from '../../src/playground/editor/exchange.ts';
import { queens } from '../../src/puzzles/classics.ts';
import { encode } from '../../src/puzzles/sudoku/encode.ts';
import { Shape } from '../../src/puzzles/sudoku/shape.ts';
import { Solver } from '../../src/sudoku.ts';
import { describePages, linkNaming, linkTo, pictureOf, site, stateNamed } from './site.ts';

const WIKIPEDIA =
  '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

describePages('boards of the reader', () => {
  describe('a board of cells', () => {
    test('cells go on and off by pointer and by keyboard, pieces fill it', async () => {
      const page = await site.visit('#v1.draw');
      await page.locator('.facts').getByText('1,568 options').waitFor();
      const cells = page.getByRole('gridcell');
      await expect.poll(() => cells.count()).toBe(64);
      // The pointer paints the hole shut, and the keyboard opens another one.
      await cells.nth(3 * 8 + 3).click();
      await cells.nth(3 * 8 + 4).click();
      await page.locator('.sum').getByText('62 cells, the pieces have 60').waitFor();
      await page.keyboard.press('Home');
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Space');
      await page.locator('.sum').getByText('60 cells, the pieces have 60').waitFor();
      await page.getByRole('button', { name: 'Next solution' }).click();
      expect(await pictureOf(page, 'Solution 1')).toContain('<svg');
      // A new tab shows the same.
      const other = await site.visit(await linkNaming(page, { at: 1 }));
      expect(await pictureOf(other, 'Solution 1')).toBe(await pictureOf(page, 'Solution 1'));
    });

    test('gaps, copies and a piece of one’s own', async () => {
      const page = await site.visit(
        linkTo('draw', {
          sides: { rows: 2, columns: 4, layers: 1 },
          drawing: '####\n####',
          supply: { V3: 1 },
        }),
      );
      const refusal =
        'The piece has 3 cells, the board has 8; give both the same number, or tick ' +
        '\u201cCells may stay empty\u201d, or tick \u201cAny number of each piece\u201d.';
      await page.locator('.facts').getByText(refusal).waitFor();
      await expect.poll(() => page.getByRole('button', { name: 'Count' }).isDisabled()).toBe(true);
      await page.getByRole('spinbutton', { name: 'How many of V3' }).fill('2');
      await page.getByRole('spinbutton', { name: 'How many of V3' }).press('Enter');
      await page.getByRole('checkbox', { name: 'Cells may stay empty' }).check();
      await page.getByText('Draw a piece').click();
      const pencil = page.getByRole('grid', { name: 'Piece' }).getByRole('gridcell');
      await pencil.nth(0).click();
      await pencil.nth(1).click();
      await page.getByRole('button', { name: 'Add this piece' }).click();
      await page.locator('.sum').getByText('8 cells, the pieces have 8').waitFor();
      await page.getByRole('button', { name: 'Count', exact: true }).click();
      await page.locator('.facts').getByText('all of them').waitFor();
      // The domino stands at one of two ends, where corners fill 2x3 in two ways, or lies in the
      // middle of a side.
      await expect
        .poll(() => page.locator('[data-kind=count]').textContent())
        .toBe('6 solutions, all of them.');
    });

    test('a side out of bounds is told, and the field stays as the board is', async () => {
      const page = await site.visit('#v1.draw');
      const rows = page.getByRole('spinbutton', { name: 'rows' });
      const board = page.getByRole('grid').getByRole('row');
      await board.first().waitFor();
      for (const typed of ['1000', '0', '', '2.5']) {
        await page.locator('.notice').evaluate((notice) => notice.replaceChildren());
        await rows.fill(typed);
        await rows.press('Enter');
        await page.getByText('A board here has from 1 to 40 rows.').waitFor();
        expect([await rows.inputValue(), await board.count()]).toEqual(['8', 8]);
      }
      await rows.fill('9');
      await rows.press('Enter');
      await expect.poll(() => board.count()).toBe(9);
      await expect.poll(() => rows.inputValue()).toBe('9');
      const copies = page.getByRole('spinbutton', { name: 'How many of F' });
      await copies.fill('1000');
      await copies.press('Enter');
      await page.getByText('There may be from 0 to 999 of a piece.').waitFor();
      await expect.poll(() => copies.inputValue()).toBe('1');
    });

    test('in layers', async () => {
      const soma = ['bent', 'ell', 'tee', 'skew', 'claw', 'left', 'right'];
      const page = await site.visit(
        linkTo('draw', {
          sides: { rows: 3, columns: 3, layers: 3 },
          drawing: Array(3).fill('###\n###\n###').join('\n\n'),
          supply: Object.fromEntries(soma.map((name) => [name, 1])),
          at: 1,
        }),
      );
      expect((await pictureOf(page, 'Solution 1')).match(/layer \d/g)).toEqual(
        expect.arrayContaining(['layer 1', 'layer 2', 'layer 3']),
      );
      await page.getByRole('button', { name: 'The problem' }).click();
      await page.getByRole('grid', { name: 'Board, layer 3' }).waitFor();
      const solid = page.locator('.board-place canvas');
      await expect.poll(() => solid.getAttribute('aria-label')).toMatch('The solid of 27 cells.');
      await page.getByRole('grid', { name: 'Board, layer 2' }).getByRole('gridcell').nth(4).click();
      await expect.poll(() => solid.getAttribute('aria-label')).toMatch('The solid of 26 cells.');
      const layers = page.getByRole('spinbutton', { name: 'layers' });
      await layers.fill('1');
      await layers.press('Enter');
      await page.locator('.sum').getByText('The board has 9 cells').waitFor();
      await expect.poll(() => solid.isVisible()).toBe(false);
    });
  });

  const sudoku = encode(Shape.of({ boxes: '2x2' }), Uint8Array.of(1, ...Array(15).fill(0)));
  test.each<[string, object, string, Problem<unknown>]>([
    ['gallery', { puzzle: 'queens', at: 1 }, 'output.place:has-text("Solution 1")', queens(8)],
    ['sudoku', { boxes: '2x2', givens: [1] }, '.verdict[data-answer=several]', sudoku],
  ])('%s: saved as text and as pictures that carry it', async (view, state, ready, problem) => {
    const page = await site.visit(linkTo(view, state));
    await page.locator(ready).waitFor();
    for (const form of ['.dlx', 'SVG', 'PNG']) {
      const waiting = page.waitForEvent('download');
      await page.getByRole('button', { name: form, exact: true }).click();
      const download = await waiting;
      const bytes = readFileSync(await download.path());
      const text = textOfFile(download.suggestedFilename(), bytes);
      expect(count(readDlx(text)).exact).toBe(count(problem).exact);
    }
  });

  describe('a Sudoku', () => {
    const open = async (state: object) => site.visit(linkTo('sudoku', state));
    const givensOf = (text: string) => [...text].map((symbol) => Number(symbol) || 0);
    const verdict = (page: Page, text: string) =>
      page.locator('.verdict', { hasText: text }).waitFor();

    test('is judged as it is typed: none, one, several', async () => {
      const page = await open({ givens: givensOf(WIKIPEDIA) });
      await verdict(page, 'One solution.');
      const cell = (row: number, column: number) =>
        page.getByRole('gridcell', { name: `Row ${row}, column ${column},` });
      await cell(3, 3).click();
      await page.keyboard.press('Backspace');
      const at = 20;
      const less = givensOf(WIKIPEDIA).map((value, k) => (k === at ? 0 : value));
      const { candidates = [], exact } = new Solver().candidates(Uint8Array.from(less));
      expect(exact).toBe(8n);
      await verdict(page, '8 solutions.');
      const here = [...(candidates[at] ?? [])];
      const values = here.map(([value]) => value).join(' ');
      await expect
        .poll(() => cell(3, 3).getAttribute('aria-label'))
        .toBe(`Row 3, column 3, blank, can be ${values}`);
      const shown = async () =>
        (await page.locator('.chances li').allTextContents()).map((text) =>
          text.replace(/ \(.*/, ''),
        );
      await expect.poll(shown).toEqual(here.map(([value, count]) => `${value}${count}`));
      // A 9 stands beside it.
      await page.keyboard.press('9');
      await verdict(page, 'contradict');
      await expect.poll(() => page.locator('[data-wrong]').count()).toBe(2);
      await page.keyboard.press('ArrowRight');
      expect(await cell(3, 4).evaluate((own) => own === document.activeElement)).toBe(true);
    });

    test('reads a pasted text, and shows the solution', async () => {
      // The page opens with the same puzzle otherwise.
      const page = await open({ givens: [] });
      await verdict(page, 'Several solutions.');
      await page.locator('.reading textarea').fill(WIKIPEDIA.replace(/.{9}/g, '$&\n'));
      await page.getByRole('button', { name: 'Read', exact: true }).click();
      await verdict(page, 'One solution.');
      await page.getByRole('radio', { name: 'Solution' }).check();
      // Cells are filled from frame to frame.
      const solved = async () => (await page.getByRole('gridcell').allTextContents()).join('');
      await expect.poll(solved).toMatch(/^534678912/);
      await page.locator('.reading textarea').fill('no puzzle at all');
      await page.getByRole('button', { name: 'Read', exact: true }).click();
      await verdict(page, 'It cannot be read.');
    });

    test('a puzzle pasted onto the grid is read; what is pasted elsewhere goes there', async () => {
      const page = await site.visit(linkTo('sudoku', { givens: [] }));
      await verdict(page, 'Several solutions.');
      const paste = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element, text) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData('text/plain', text);
            const event = new ClipboardEvent('paste', {
              clipboardData,
              bubbles: true,
              cancelable: true,
            });
            return element.dispatchEvent(event);
          }, WIKIPEDIA);
      expect(await paste('[role=gridcell]')).toBe(false);
      await verdict(page, 'One solution.');
      await page.locator('nav').getByRole('link', { name: 'Gallery' }).click();
      await pictureOf(page, 'Solution 1');
      expect(await paste('.seed input')).toBe(true);
    });

    test('true candidates of an empty board, counted where a diagram fits', async () => {
      const page = await open({ boxes: '2x2', givens: [] });
      await verdict(page, '288 solutions.');
      await expect.poll(() => page.locator('.chances li').allTextContents()).toHaveLength(4);
      const large = await open({ givens: [1] });
      await verdict(large, 'Several solutions.');
      await large.locator('.progress', { hasText: 'too many solutions to count' }).waitFor();
      await expect
        .poll(() => large.getByRole('gridcell').nth(1).getAttribute('aria-label'))
        .toBe('Row 1, column 2, blank, can be 2 3 4 5 6 7 8 9');
    });

    test.each(['sudoku', 'windoku', 'jigsaw'])('a minimal %s is made', async (kind) => {
      const page = await open({ kind, boxes: '2x2', givens: [] });
      await page.getByRole('button', { name: 'Make a puzzle' }).click();
      await verdict(page, 'One solution.');
      // The board fills by and by; the address has all givens at once.
      const stated = async () => {
        const { givens } = (await stateNamed(page)) as { givens: number[] };
        return givens.filter((value) => value > 0).length;
      };
      const drawn = () => page.locator('[data-given]').count();
      await expect.poll(stated).toBeGreaterThan(0);
      const givens = await stated();
      await expect.poll(drawn).toBe(givens);
      await page.getByRole('button', { name: 'Remove needless givens' }).click();
      await page.locator('.notice', { hasText: 'Every given is needed.' }).waitFor();
      await expect.poll(drawn).toBe(givens);
      expect(await stated()).toBe(givens);
    });
  });
});
