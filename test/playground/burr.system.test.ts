import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readBurr } from '../../src/puzzles/burr/read.ts';
import { writeBurr } from '../../src/puzzles/burr/write.ts';
import { barriers, describePages, linkNaming, linkTo, pictureOf, site } from './site.ts';

/** Two bars of two spheres, and a problem without a result. */
const SPHERES = writeBurr({
  grid: 'spheres',
  shapes: [
    { name: 'bar', size: [2, 2, 1], voxels: [{ at: [0, 0, 0] }, { at: [1, 1, 0] }] },
    {
      size: [2, 2, 2],
      voxels: [{ at: [0, 0, 0] }, { at: [1, 1, 0] }, { at: [1, 0, 1] }, { at: [0, 1, 1] }],
    },
  ],
  problems: [
    { pieces: [{ shape: 0, min: 2, max: 2 }], name: 'nothing yet' },
    { pieces: [{ shape: 0, min: 2, max: 2 }], result: 1, name: 'tetrahedron' },
  ],
  comment: 'Made by <hand>.',
});

/** Drops a file on the page, as the pointer does. */
async function drop(page: Page, name: string, content: Uint8Array): Promise<void> {
  await page.evaluate(
    ([name, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(content)], name));
      document.body.dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
      );
    },
    [name, [...content]] as const,
  );
}

/** The content of the file that a press saves. */
async function saved(page: Page): Promise<Uint8Array> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save for BurrTools' }).click();
  return readFileSync(await (await download).path());
}

describePages('files of BurrTools', () => {
  test('dropped on any view: its problems, pieces, assemblies and classes; the link has all of it', async () => {
    const page = await site.visit('#v1.sudoku');
    await page.locator('h1', { hasText: 'Sudoku' }).waitFor();
    await drop(page, 'two.xmpuzzle', gzipSync(SPHERES));
    // The problem without a result is passed over.
    await pictureOf(page, 'Solution 1');
    const panel = page.locator('.panel');
    expect(await panel.textContent()).toContain('Spheres, 2 problems.');
    expect(await panel.textContent()).toContain('Made by <hand>.');
    await page.getByRole('checkbox', { name: 'Up to symmetry' }).check();
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    await page.locator('.facts').getByText('1 solution up to symmetry, 3 in all.').waitFor();
    await page.getByRole('button', { name: 'Next solution' }).click();
    await pictureOf(page, 'Class 1');
    await page.getByRole('button', { name: 'Solid' }).click();
    await page.locator('.solid canvas').waitFor();
    expect(await barriers(page)).toEqual([]);
    const link = await linkNaming(page, { problem: 1, classes: true, at: 1, solid: true });
    const other = await site.visit(link);
    await other.locator('.solid canvas').waitFor();
    await other.getByRole('combobox', { name: 'Problem' }).selectOption('0');
    await other.getByRole('alert').getByText('It has no result yet.').waitFor();
    expect(await other.getByRole('button', { name: 'Next solution' }).isEnabled()).toBe(false);
  });

  test('what is no file is told with its place, and what was there stays', async () => {
    const page = await site.visit('#v1.burr');
    const alert = page.locator('.mistake');
    for (const [content, message] of [
      ['<puzzle version="2">\n<gridType type="9"/></puzzle>', 'Line 2, column 1: there is no grid'],
      ['hello', 'bad.xmpuzzle: Line 1, column 1'],
    ] as const) {
      await drop(page, 'bad.xmpuzzle', Buffer.from(content));
      await alert.getByText(message).waitFor();
    }
    await drop(page, 'bomb.xmpuzzle', gzipSync(Buffer.alloc(50_000_000, ' ')));
    await alert.getByText('unpacked').waitFor();
    await drop(page, 'some.txt', Buffer.from('hello'));
    await page.locator('.notice').getByText('.xmpuzzle').waitFor();
    await drop(page, 'two.xmpuzzle', Buffer.from(SPHERES));
    await pictureOf(page, 'Solution 1');
    expect(await alert.textContent()).toBe('');
    for (const state of [
      { text: 5 },
      { text: '<puzzle', problem: -1 },
      { text: SPHERES, problem: 9 },
    ]) {
      const other = await site.visit(linkTo('burr', state));
      await other.locator('.refusal').waitFor();
    }
  });

  test('a drawing is saved, and is the same problem when it is opened', async () => {
    const page = await site.visit('#v1.draw');
    await page.locator('.facts').getByText('options').waitFor();
    const content = await saved(page);
    const { grid, shapes, problems } = await readBurr(content);
    expect([grid, shapes.length, problems?.[0].pieces.length]).toEqual(['cubes', 13, 12]);
    await drop(page, 'drawing.xmpuzzle', content);
    await pictureOf(page, 'Solution 1');
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    await page.locator('.facts').getByText('520 solutions').waitFor();
  });
});

describePages('drawings on other lattices', () => {
  test('hexagons: cells by pointer and keys, pieces from sets and drawn; the link has all of it', async () => {
    const page = await site.visit('#v1.draw');
    await page.locator('.facts').getByText('options').waitFor();
    await page.getByRole('combobox', { name: 'Cells' }).selectOption('Hexagons');
    const sum = page.locator('.sum');
    await sum.getByText('The board has 28 cells, the pieces have 28.').waitFor();
    const cells = page.locator('.stage .lattice-board [role=checkbox]');
    expect(await cells.count()).toBe(28);
    await cells.nth(27).click();
    await sum.getByText('The board has 27 cells').waitFor();
    expect(await cells.nth(27).getAttribute('aria-checked')).toBe('false');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Space');
    await sum.getByText('The board has 26 cells').waitFor();
    expect(await cells.nth(26).getAttribute('aria-checked')).toBe('false');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await sum.getByText('The board has 28 cells').waitFor();
    await page.getByText('Draw a piece').click();
    const pencil = page.locator('.pencil .lattice-board [role=checkbox]');
    for (const cell of [0, 1, 2, 3]) await pencil.nth(cell).click();
    await page.getByRole('button', { name: 'Add this piece' }).click();
    await sum.getByText('the pieces have 32.').waitFor();
    await page.getByLabel('How many of bar').fill('0');
    await page.getByLabel('How many of bar').press('Enter');
    await sum.getByText('the pieces have 28.').waitFor();
    await page.getByRole('button', { name: 'Next solution' }).click();
    const drawn = await pictureOf(page, 'Solution 1');
    expect(await barriers(page)).toEqual([]);
    const link = await linkNaming(page, { lattice: 'hexagons', at: 1 });
    expect(await pictureOf(await site.visit(link), 'Solution 1')).toBe(drawn);
  });

  test('triangles fill, and are prisms of one layer in BurrTools; sticks have gaps', async () => {
    const sides = { rows: 2, columns: 3, layers: 1 };
    const state = { lattice: 'triangles', sides, drawing: '######', supply: { I3: 2 } };
    const page = await site.visit(linkTo('draw', { ...state, at: 1 }));
    await pictureOf(page, 'Solution 1');
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    const count = await page.locator('.facts').getByText('all of them').textContent();
    const content = await saved(page);
    expect((await readBurr(content)).grid).toBe('prisms');
    await drop(page, 'drawing.xmpuzzle', content);
    await page.locator('.panel h1', { hasText: 'BurrTools' }).waitFor();
    await pictureOf(page, 'Solution 1');
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    await page
      .locator('.facts')
      .getByText(count ?? '')
      .waitFor();
    await page.goto(`${site.address}#v1.draw`);
    await page.getByRole('combobox', { name: 'Cells' }).selectOption('Sticks');
    await page.locator('.sum').getByText('The board has 17 cells, the pieces have 15.').waitFor();
    await page.getByRole('button', { name: 'Next solution' }).click();
    await pictureOf(page, 'Solution 1');
    await page.getByRole('combobox', { name: 'Cells' }).selectOption('Squares and cubes');
    await page.locator('.sum').getByText('The board has 60 cells').waitFor();
  });

  test('links from anywhere: parts that do not fit are left out', async () => {
    for (const state of [
      { lattice: 'moon', sides: { rows: 2, columns: 2, layers: 1 }, drawing: '##\n##' },
      { lattice: 'edges', sides: { rows: 40, columns: 40, layers: 1 }, drawing: '#' },
      { lattice: 'hexagons', sides: { rows: 2, columns: 2, layers: 8 }, drawing: '##', drawn: 7 },
      {
        lattice: 'triangles',
        sides: { rows: 1, columns: 1, layers: 1 },
        drawing: '#',
        drawn: [{ name: 'my1', drawing: '...\n.#' }],
        supply: { my1: 1 },
      },
    ]) {
      const page = await site.visit(linkTo('draw', state));
      await page.locator('.sum').getByText('The board has').waitFor();
      await page.locator('.stage:not([data-busy])').waitFor();
    }
  });
});
