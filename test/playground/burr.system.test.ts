import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
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
    await expect.poll(() => panel.textContent()).toContain('Spheres, 2 problems.');
    await expect.poll(() => panel.textContent()).toContain('Made by <hand>.');
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
    await other.getByRole('alert').getByText('It has no result yet').waitFor();
    await expect
      .poll(() => other.getByRole('button', { name: 'Next solution' }).isEnabled())
      .toBe(false);
  });

  test('what is no file is told with its place, and what was there stays', async () => {
    const page = await site.visit('#v1.burr');
    const alert = page.locator('.mistake');
    // To have no file yet is no mistake.
    await page.locator('.refusal:not([role])').getByText('Open a file').waitFor();
    for (const [content, message] of [
      ['<puzzle version="2">\n<gridType type="9"/></puzzle>', 'Line 2, column 1: there is no grid'],
      ['hello', 'bad.xmpuzzle: Line 1, column 1'],
    ] as const) {
      await drop(page, 'bad.xmpuzzle', Buffer.from(content));
      await alert.getByText(message).waitFor();
    }
    await drop(page, 'bomb.xmpuzzle', gzipSync(Buffer.alloc(50_000_000, ' ')));
    await alert.getByText('unpacked').waitFor();
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(8_000_001)], 'huge.xmpuzzle'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
    });
    await alert.getByText('huge.xmpuzzle: it has more than 8 MB').waitFor();
    await drop(page, 'some.txt', Buffer.from('hello'));
    await page.locator('.notice').getByText('.xmpuzzle').waitFor();
    await drop(page, 'two.xmpuzzle', Buffer.from(SPHERES));
    await pictureOf(page, 'Solution 1');
    await expect.poll(() => alert.textContent()).toBe('');
    // Nothing of the file on the page moves for what is said of another; the visit ends with that check.
    await page.locator('.panel').getByText('Spheres, 2 problems.').waitFor();
    await drop(page, 'bad.xmpuzzle', Buffer.from('hello'));
    await alert.getByText('bad.xmpuzzle').waitFor();
    for (const state of [
      { text: 5 },
      { text: '<puzzle', problem: -1 },
      { text: SPHERES, problem: 9 },
    ]) {
      const other = await site.visit(linkTo('burr', state));
      await other.locator('.refusal').waitFor();
    }
  });

  test('a link that cannot be read shows nothing of the file before it; back shows that file', async () => {
    const page = await site.visit(linkTo('burr', { text: SPHERES, problem: 1, at: 1 }));
    await pictureOf(page, 'Solution 1');
    const panel = page.locator('.panel');
    await panel.getByText('Spheres, 2 problems.').waitFor();
    await page.goto(site.address + linkTo('burr', { text: '<puzzle', problem: 1, at: 1 }));
    const mistake = page.locator('.mistake');
    await mistake.getByText('The link: Line 1').waitFor();
    await page.locator('.refusal').getByText('Open a file').waitFor();
    await expect.poll(() => panel.getByText('problems.').count()).toBe(0);
    await expect.poll(() => page.getByRole('checkbox').count()).toBe(0);
    await page.goBack();
    await pictureOf(page, 'Solution 1');
    await panel.getByText('Spheres, 2 problems.').waitFor();
    await expect.poll(() => mistake.textContent()).toBe('');
    await drop(page, 'bad.xmpuzzle', Buffer.from('hello'));
    await mistake.getByText('bad.xmpuzzle').waitFor();
    await panel.getByText('Spheres, 2 problems.').waitFor();
    await page.goto(`${site.address}#v1.burr`);
    await page.locator('.refusal').getByText('Open a file').waitFor();
    await expect.poll(() => mistake.textContent()).toBe('');
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
    await expect.poll(() => cells.count()).toBe(28);
    await cells.nth(27).click();
    await sum.getByText('The board has 27 cells').waitFor();
    await expect.poll(() => cells.nth(27).getAttribute('aria-checked')).toBe('false');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Space');
    await sum.getByText('The board has 26 cells').waitFor();
    await expect.poll(() => cells.nth(26).getAttribute('aria-checked')).toBe('false');
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

  test('spheres: layers by pointer and keys, the solid beside them, a piece drawn in layers', async () => {
    const page = await site.visit('#v1.draw');
    await page.locator('.facts').getByText('options').waitFor();
    await page.getByRole('combobox', { name: 'Cells' }).selectOption('Spheres');
    const sum = page.locator('.sum');
    await sum.getByText('The board has 14 cells, the pieces have 12.').waitFor();
    const board = page.locator('.stage .lattice-board');
    const solid = board.locator('canvas');
    await expect.poll(() => solid.getAttribute('aria-label')).toMatch('The solid of 14 cells.');
    const cell = (layer: number, row: number, place: number) =>
      board.getByRole('checkbox', { name: `Layer ${layer}, row ${row}, place ${place}` });
    // A layer of 9, one of 4 in its gaps, one of 9.
    await expect.poll(() => board.getByRole('checkbox').count()).toBe(22);
    await cell(3, 2, 2).click();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Space');
    await expect.poll(() => cell(3, 2, 1).getAttribute('aria-checked')).toBe('true');
    await cell(2, 1, 1).click();
    await sum.getByText('The board has 13 cells').waitFor();
    await expect.poll(() => solid.getAttribute('aria-label')).toMatch('The solid of 13 cells.');
    await cell(2, 1, 1).click();
    await cell(3, 2, 1).click();
    await cell(3, 2, 2).click();
    await sum.getByText('The board has 14 cells').waitFor();
    await page.getByText('Draw a piece').click();
    const pencil = page.locator('.pencil').getByRole('checkbox');
    await pencil.and(page.getByLabel('Layer 1, row 1, place 1')).click();
    await pencil.and(page.getByLabel('Layer 2, row 1, place 1')).click();
    await page.getByRole('button', { name: 'Add this piece' }).click();
    await sum.getByText('the pieces have 14.').waitFor();
    await page.getByRole('button', { name: 'Next solution' }).click();
    const drawn = await pictureOf(page, 'Solution 1');
    await page.getByRole('button', { name: 'Solid' }).click();
    await page.locator('.solid .sliders').waitFor();
    await page.getByRole('button', { name: 'The problem' }).click();
    expect(await barriers(page)).toEqual([]);
    const link = await linkNaming(page, { lattice: 'spheres', solid: true, at: 0 });
    const other = await site.visit(link);
    await other.locator('.sum').getByText('The board has 14 cells, the pieces have 14.').waitFor();
    await other.getByRole('button', { name: 'Next solution' }).click();
    await other.getByRole('button', { name: 'Solid' }).click();
    expect(await pictureOf(other, 'Solution 1')).toBe(drawn);
  });

  test.each([
    ['Triangular prisms', 'prisms', 48],
    ['Rhombic tetrahedra', 'rhombic', 24],
    ['Tetrahedra and octahedra', 'tetraoctahedra', 40],
  ])('%s: solved, and saved for BurrTools', async (title, grid, cells) => {
    const page = await site.visit('#v1.draw');
    await page.locator('.facts').getByText('options').waitFor();
    await page.getByRole('combobox', { name: 'Cells' }).selectOption(title);
    await page.locator('.sum').getByText(`The board has ${cells} cells`).waitFor();
    await expect
      .poll(() => page.locator('.stage .lattice-board [role=checkbox]').count())
      .toBe(cells);
    // Nobody turns a solid over.
    const turned = page.getByRole('checkbox', { name: 'Pieces are not turned over' });
    await expect.poll(() => turned.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Next solution' }).click();
    await pictureOf(page, 'Solution 1');
    const file = await readBurr(await saved(page));
    expect([file.grid, file.shapes[0].voxels.length]).toEqual([grid, cells]);
  });

  test('a piece is drawn on a board of its own sides', async () => {
    const page = await site.visit('#v1.draw');
    await page.locator('.facts').getByText('options').waitFor();
    await page.getByText('Draw a piece').click();
    const squares = page.locator('.pencil').getByRole('gridcell');
    const side = (name: string) => page.getByRole('spinbutton', { name: `${name} for the piece` });
    await squares.nth(0).click();
    await side('columns').fill('8');
    await side('columns').press('Enter');
    await expect.poll(() => squares.count()).toBe(48);
    for (const cell of [1, 2, 3, 4, 5, 6, 7]) await squares.nth(cell).click();
    await side('layers').fill('2');
    await side('layers').press('Enter');
    await expect.poll(() => squares.count()).toBe(96);
    await squares.nth(48).click();
    await page.getByRole('button', { name: 'Add this piece' }).click();
    await page.locator('.sum').getByText('the pieces have 69.').waitFor();

    await page.getByRole('combobox', { name: 'Cells' }).selectOption('Rhombic tetrahedra');
    const cells = page.locator('.pencil').getByRole('checkbox');
    await expect.poll(() => cells.count()).toBe(8 * 24);
    // Other cells have other pieces and fields: the page has another length.
    await site.forgetShifts(page);
    await side('columns').fill('3');
    await side('columns').press('Enter');
    await expect.poll(() => cells.count()).toBe(12 * 24);
    await side('rows').fill('9');
    await side('rows').press('Enter');
    await page.locator('.notice').getByText('at most 1,000 cells').waitFor();
    await expect.poll(() => side('rows').inputValue()).toBe('2');
    for (const k of [0, 23]) await cells.nth(k).press('Space');
    await page.getByRole('button', { name: 'Add this piece' }).click();
    await page.locator('.sum').getByText('The board has 24 cells').waitFor();
    const sides = { rows: 2, columns: 3, layers: 2 };
    const link = await linkNaming(page, { drawn: [{ name: 'my1', sides }] });
    const other = await site.visit(link);
    await other.locator('[data-piece=my1] svg path').first().waitFor();
  });

  test('a board by name; fields keep the focus', async () => {
    const page = await site.visit('#v1.draw');
    const sum = page.locator('.sum');
    await page.locator('.facts').getByText('options').waitFor();
    const named = page.getByRole('textbox', { name: 'Board by name' });
    const hasFocus = (field: Locator) => field.evaluate((own) => own === document.activeElement);
    await named.fill('aztec 2');
    await named.press('Enter');
    await sum.getByText('The board has 12 cells').waitFor();
    await expect.poll(() => hasFocus(named)).toBe(true);
    await page.getByRole('combobox', { name: 'Cells' }).selectOption('Hexagons');
    await sum.getByText('The board has 28 cells').waitFor();
    await named.fill('hexagno 3');
    await named.press('Enter');
    await page
      .locator('.notice')
      .getByText('No board here is called \u201chexagno 3\u201d')
      .waitFor();
    await named.fill('hexagon 3');
    await named.press('Enter');
    await sum.getByText('The board has 19 cells').waitFor();
    const rows = page.getByRole('spinbutton', { name: 'rows' });
    await expect.poll(() => rows.inputValue()).toBe('5');
    await rows.fill('6');
    await rows.press('Tab');
    await sum.getByText('The board has 24 cells').waitFor();
    await expect.poll(() => hasFocus(page.getByRole('spinbutton', { name: 'columns' }))).toBe(true);
  });

  test('hints speak as the gallery does', async () => {
    const state = {
      lattice: 'spheres',
      sides: { rows: 3, columns: 3, layers: 3 },
      drawing: '#############....#....',
      supply: { '2-1': 1, '3-1': 1, '3-2': 1, '3-3': 1, '3-4': 1 },
    };
    const page = await site.visit(linkTo('draw', { ...state, hint: 1 }));
    await page.locator('[data-kind=hint]').getByText('look at the sphere x').waitFor();
  });

  test('what cannot be filled is told with what to do', async () => {
    const sides = { rows: 2, columns: 2, layers: 1 };
    const page = await site.visit(
      linkTo('draw', {
        lattice: 'spheres',
        sides,
        drawing: '####',
        supply: { '2-1': 1, '3-2': 1 },
      }),
    );
    const facts = page.locator('.facts');
    await facts.getByText('The 2 pieces have 5 cells, the board has 4').waitFor();
    await page.getByLabel('How many of 2-1').fill('0');
    await page.getByLabel('How many of 2-1').press('Enter');
    await page.getByRole('checkbox', { name: 'Cells may stay empty' }).check();
    await facts.getByText('No option has 3-2.').waitFor();
    await page.getByLabel('How many of 3-2').fill('0');
    await page.getByLabel('How many of 3-2').press('Enter');
    await facts.getByText('No piece is chosen').waitFor();
    await page.getByRole('button', { name: 'all off' }).click();
    await facts.getByText('The board has no cells; switch some on.').waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: 'Next solution' }).isEnabled())
      .toBe(false);
    const rows = page.getByRole('spinbutton', { name: 'rows' });
    await rows.fill('40');
    await rows.press('Enter');
    const columns = page.getByRole('spinbutton', { name: 'columns' });
    await columns.fill('40');
    await columns.press('Enter');
    const layers = page.getByRole('spinbutton', { name: 'layers' });
    await layers.fill('2');
    await layers.press('Enter');
    await page.locator('.notice').getByText('at most 2,400 cells').waitFor();
    await expect.poll(() => layers.inputValue()).toBe('1');
  });

  test('links from anywhere: parts that do not fit are left out', async () => {
    for (const state of [
      { lattice: 'rhombic', sides: { rows: 40, columns: 7, layers: 8 }, drawing: '#' },
      {
        lattice: 'prisms',
        sides: { rows: 1, columns: 2, layers: 8 },
        drawing: '##',
        drawn: [{ name: 'my1', drawing: '#'.repeat(200) }],
        supply: { my1: 1 },
      },
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
