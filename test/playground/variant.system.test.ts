import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { first } from '../../src/engine/solve/api.ts';
import { variant } from '../../src/puzzles/variants/read.ts';
import { writeVariant } from '../../src/puzzles/variants/write.ts';
import { barriers, describePages, linkTo, site } from './site.ts';

/** A killer with values from 0. */
const KILLER =
  '.Shape~4x4~0-3.Cage~1~R1C1~R1C2.Cage~5~R1C3~R1C4.Cage~3~R2C3~R3C3~R3C4.Thermo~R2C3~R2C4.Thermo~R3C2~R3C1.~R1C1_0.~R1C3_2.~R2C1_2';

describePages('variants of Sudoku', () => {
  const read = async (page: Page, text: string) => {
    await page.locator('.reading textarea').fill(text);
    await page.getByRole('button', { name: 'Read', exact: true }).click();
  };
  const verdict = (page: Page, text: string) =>
    page.locator('.verdict', { hasText: text }).waitFor();
  const press = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true }).click();

  test('a pasted text is told, drawn, solved, hinted, and comes back from its address', async () => {
    const { solution } = first(variant(KILLER).problem);
    const decode = variant(KILLER)
      .decode(solution?.payloads ?? [])
      .map(String);
    const page = await site.visit('#v1.sudoku');
    await verdict(page, 'One solution.');
    await read(page, KILLER);
    const told = page.locator('.read', {
      hasText: '4x4, values 0 to 3, 3 cages, 2 thermometers, 3 givens',
    });
    await told.waitFor();
    await verdict(page, 'One solution.');
    await expect
      .poll(() => page.locator('.sudoku svg.clues text').allTextContents())
      .toEqual(expect.arrayContaining(['1', '5', '3']));
    await page.getByRole('radio', { name: 'Solution' }).check();
    await expect.poll(() => page.getByRole('gridcell').allTextContents()).toEqual(decode);
    await press(page, 'Hint');
    const advice = page.locator('.advice p');
    await advice.filter({ hasText: 'Difficulty' }).waitFor();
    await expect.poll(() => advice.count()).toBe(1);
    await press(page, 'Hint');
    await expect.poll(() => advice.count()).toBeGreaterThan(1);
    await press(page, 'Hint');
    await advice.filter({ hasText: /^(?:So|In every case) / }).waitFor();
    expect(await barriers(page)).toEqual([]);
    // A key for 0 sets it; the address has it.
    await press(page, 'Start over');
    const cell = page.getByRole('gridcell', { name: 'Row 4, column 4,' });
    await cell.click();
    await page.keyboard.press('0');
    await expect.poll(() => cell.getAttribute('aria-label')).toContain('solved 0');
    await page.waitForFunction(() => location.hash.length > 40);
    await expect
      .poll(async () => {
        const other = await site.visit(new URL(page.url()).hash);
        await verdict(other, 'One solution.');
        return other.getByRole('gridcell', { name: 'Row 4, column 4,' }).getAttribute('aria-label');
      })
      .toContain('solved 0');
  });

  /** A killer with one solution, all forms of which are tried. */
  const SUMS =
    '.Shape~4x4.Cage~3~R1C1~R1C2.Cage~7~R1C3~R1C4.Cage~4~R2C3~R3C3.Thermo~R3C2~R3C1.~R1C1_1.~R2C1_4.~R4C4_1';

  test('JSON of f-puzzles and the addresses of three pages are read; the puzzle opens there again', async () => {
    const stated = variant(SUMS);
    const page = await site.visit('#v1.sudoku');
    await verdict(page, 'One solution.');
    for (const form of ['f-puzzles', 'sudokupad-address', 'f-puzzles-address'] as const) {
      await press(page, 'Clear');
      await expect.poll(() => page.locator('[data-given]').count()).toBe(0);
      await read(page, writeVariant(stated, form));
      await page.locator('.read', { hasText: '4x4, 3 cages, 1 thermometer, 3 givens' }).waitFor();
      await expect.poll(() => page.locator('[data-given]').count()).toBe(3);
    }
    await press(page, 'Open in ...');
    const links = page.locator('.told a');
    await links.first().waitFor();
    await expect
      .poll(() => links.allTextContents())
      .toEqual(['f-puzzles', 'SudokuPad', 'Interactive Sudoku Solver']);
    for (const link of await links.all()) {
      const { kinds, givens } = variant((await link.getAttribute('href')) ?? '');
      expect([kinds, givens]).toEqual([stated.kinds, stated.givens]);
    }
    expect(await barriers(page)).toEqual([]);
    // One of them alone has values from 0.
    const other = await site.visit(linkTo('sudoku', { kind: 'variant', text: KILLER }));
    await press(other, 'Open in ...');
    await other.locator('.told p', { hasText: 'cannot state the values 0 to 3' }).waitFor();
    await expect.poll(() => other.locator('.told a').count()).toBe(1);
  });

  test('a mistake is told below the text with its place, and the puzzle stays', async () => {
    const page = await site.visit(linkTo('sudoku', { kind: 'variant', text: KILLER }));
    await verdict(page, 'One solution.');
    await read(page, '.Shape~4x4\n.Cage~9~R1C1~R9C9');
    const mistake = page.locator('.panel [role=alert]');
    await mistake.getByText('Line 2, column 1: Cage names the cell "R9C9"').waitFor();
    await expect.poll(() => page.locator('.read').textContent()).toContain('3 cages');
    await page.locator('.reading textarea').fill(KILLER);
    await verdict(page, 'One solution.');
    await expect.poll(() => mistake.textContent()).toBe('');
  });

  test('clues that contradict each other, and those that are superfluous', async () => {
    const page = await site.visit(
      linkTo('sudoku', { kind: 'variant', text: `${KILLER}.Cage~6~R4C3~R4C4` }),
    );
    await verdict(page, 'No solution.');
    await press(page, 'What contradicts?');
    await page.locator('.told li', { hasText: 'cage of 6 at r4c3' }).waitFor();
    const whole = await site.visit(
      linkTo('sudoku', { kind: 'variant', text: `${KILLER}.~R4C4_0` }),
    );
    await verdict(whole, 'One solution.');
    await press(whole, 'Superfluous clues');
    await whole.locator('.told p', { hasText: 'All 9 tried.' }).waitFor();
    await expect
      .poll(() => whole.locator('.told li').allTextContents())
      .toContain('given 0 at r4c4');
    expect(await barriers(whole)).toEqual([]);
  });

  test('fits a phone; a link that is no variant says why', async () => {
    const size = { width: 390, height: 800 };
    const text = '.Shape~6x8.Sandwich~8~C1.Sandwich~4~R2';
    const page = await site.visit(linkTo('sudoku', { kind: 'variant', text }), { size });
    await page.locator('.read', { hasText: '6x8, 2 sandwiches' }).waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(size.width);
    const bad = await site.visit(linkTo('sudoku', { kind: 'variant', text: '.Nothing~R1C1' }));
    await bad.locator('.mistake', { hasText: 'Nothing is a kind that quadrille' }).waitFor();
    await bad.getByRole('gridcell').first().waitFor();
  });
});
