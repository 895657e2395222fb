import { expect, test } from 'vitest';
import { CATALOGUE } from '../../src/puzzles/gallery/catalogue.ts';
import { describePages, expectStop, linkNaming, linkTo, pictureOf, site } from './site.ts';

describePages('the gallery', () => {
  test('opens with a puzzle and its solution, steps on and back', async () => {
    const page = await site.visit();
    const one = await pictureOf(page, 'Solution 1');
    await page.getByRole('button', { name: 'Next solution' }).click();
    const two = await pictureOf(page, 'Solution 2');
    expect(two).not.toBe(one);
    await page.getByRole('button', { name: 'Solution before' }).click();
    expect(await pictureOf(page, 'Solution 1')).toBe(one);
    await page.getByRole('button', { name: 'The problem' }).click();
    expect(await pictureOf(page, 'The problem')).not.toBe(one);
  });

  test('a seed gives another order, the same one each time', async () => {
    const page = await site.visit(linkTo('gallery', { puzzle: 'queens', at: 1 }));
    const stated = await pictureOf(page, 'Solution 1');
    const seed = page.getByRole('spinbutton', { name: 'Order by seed' });
    await seed.fill('7');
    await seed.press('Enter');
    await expect.poll(() => pictureOf(page, 'Solution 1')).not.toBe(stated);
    const shuffled = await pictureOf(page, 'Solution 1');
    const other = await site.visit(linkTo('gallery', { puzzle: 'queens', at: 1, seed: 7 }));
    expect(await pictureOf(other, 'Solution 1')).toBe(shuffled);
  });

  test('counts, decides and samples', async () => {
    const page = await site.visit(linkTo('gallery', { puzzle: 'queens' }));
    const facts = page.locator('.facts');
    await facts.getByText('64 options').waitFor();
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    await facts.getByText('92 solutions, all of them.').waitFor();
    await page.getByRole('button', { name: 'Unique?' }).click();
    await facts.getByText('There are several solutions.').waitFor();
    await page.getByRole('button', { name: 'Sample' }).click();
    const drawn = await pictureOf(page, 'Sample 1');
    // The link leads to the same sample.
    const other = await site.visit(await linkNaming(page, { sample: 1 }));
    expect(await pictureOf(other, 'Sample 1')).toBe(drawn);
  });

  test('up to symmetry: one solution of each class, its size, and the symmetries in words', async () => {
    const values = { 'ROWSxCOLUMNS|FILE': '3x20' };
    const page = await site.visit(linkTo('gallery', { puzzle: 'pentominoes', values, at: 1 }));
    await pictureOf(page, 'Solution 1');
    await page.getByRole('checkbox', { name: 'Up to symmetry' }).check();
    await page
      .locator('.facts')
      .getByText('4 symmetries: turns and mirrors of the board.')
      .waitFor();
    await page.getByRole('button', { name: 'Next solution' }).click();
    expect(await pictureOf(page, 'Class 1')).toContain('class of 4');
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    await page.locator('.facts').getByText('2 solutions up to symmetry, 8 in all.').waitFor();
    const link = await linkNaming(page, { values: { 'up-to-symmetry': true } });
    expect(await pictureOf(await site.visit(link), 'Class 1')).toContain('class of 4');
    // No packing: make has no such flag for it.
    const latin = { puzzle: 'latin', values: { N: '4', 'up-to-symmetry': true }, at: 2 };
    const other = await site.visit(linkTo('gallery', latin));
    expect(await pictureOf(other, 'Class 2')).toMatch(/class of (144|432)/);
    await other.locator('.facts').getByText('82,944 symmetries: rows, columns').waitFor();
  });

  test('packings of a lattice: up to the symmetries of the board, also with any number of pieces', async () => {
    const values = { 'BOARD|FILE': '4x7', PIECE: 'tetrahexes', 'up-to-symmetry': true };
    const page = await site.visit(linkTo('gallery', { puzzle: 'polyhexes', values, at: 1 }));
    expect(await pictureOf(page, 'Class 1')).toContain('class of 2');
    const facts = page.locator('.facts');
    await facts.getByText('2 symmetries: the half turn of the board.').waitFor();
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    await facts.getByText('9 solutions up to symmetry, 18 in all.').waitFor();
    const pairs = { 'BOARD|FILE': 'tetrahedron3', PIECE: '2-1', unlimited: true };
    const state = { puzzle: 'polyspheres', values: { ...pairs, 'up-to-symmetry': true }, at: 1 };
    const other = await site.visit(linkTo('gallery', state));
    await other.locator('.facts').getByText('24 symmetries: turns and mirrors of').waitFor();
    await other.getByRole('button', { name: 'Count', exact: true }).click();
    await other
      .locator('.facts')
      .getByText(/solutions? up to symmetry, 24 in all/)
      .waitFor();
  });

  test('tells where the solutions end, and where there are none', async () => {
    const page = await site.visit(
      linkTo('gallery', { puzzle: 'queens', values: { N: '4' }, at: 2 }),
    );
    await pictureOf(page, 'Solution 2');
    await page.getByRole('button', { name: 'Next solution' }).click();
    await page.locator('.facts').getByText('There are 2 solutions.').waitFor();
    await page.getByRole('spinbutton', { name: 'Size' }).fill('3');
    await page.locator('.facts').getByText('9 options').waitFor();
    await page.getByRole('button', { name: 'Next solution' }).click();
    await page.locator('.facts').getByText('There is no solution.').waitFor();
  });

  test('every puzzle has a form, a picture, and a solution where it is quick', async () => {
    const page = await site.visit();
    for (const { name } of CATALOGUE) {
      await page.goto(site.address + linkTo('gallery', { puzzle: name, at: 1 }));
      await expect
        .poll(() => page.locator('.panel h1').textContent())
        .toMatch(new RegExp(`^${name.replaceAll('-', ' ')}$`, 'i'));
      expect([name, (await pictureOf(page, /^Solution 1/)).length > 500]).toEqual([name, true]);
    }
  });

  test('where the form asks for the impossible, the message stands alone, and nothing is asked', async () => {
    const page = await site.visit(linkTo('gallery', { puzzle: 'pentominoes', at: 1 }));
    await pictureOf(page, 'Solution 1');
    const enabled = page.locator('.stage button:enabled, .stage input:enabled');
    const region = page.getByRole('textbox', { name: 'Rows x columns' });
    await region.fill('6x11');
    await page.locator('.stage:not([data-busy])').getByRole('alert').waitFor();
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toBe(
        'The 12 pieces have 60 cells, the board has 66; ' +
          'give both the same number, or tick \u201cGaps\u201d.',
      );
    await expect.poll(() => enabled.allTextContents()).toEqual(['Copy link']);
    await expect.poll(() => page.locator('output.place').textContent()).toBe('');
    await page.locator('.stage').press('ArrowRight');
    // The link has the values, and leads to the same message.
    const values = { 'ROWSxCOLUMNS|FILE': '6x11' };
    const other = await site.visit(await linkNaming(page, { values, at: 0 }));
    await other.getByRole('alert').getByText('the board has 66').waitFor();
    await region.fill('3x20');
    await page.getByRole('button', { name: 'Next solution' }).click();
    await pictureOf(page, 'Solution 1');
  });

  test('errors name the boxes of the view', async () => {
    const page = await site.visit();
    for (const [puzzle, values, message] of [
      ['pentominoes', { 'ROWSxCOLUMNS|FILE': 'big' }, '\u201cRows x columns\u201d is "big"'],
      [
        'polycubes',
        { 'AxBxC|FILE': '', PIECE: 'O4' },
        '\u201cBox\u201d is ""; give a box, such as 3x4x5',
      ],
      ['queens', { N: '0' }, '\u201cSize\u201d is 0; give a whole number from 1 to 1000.'],
      ['sudoku', { 'GRID|FILE': '12\n34' }, 'Givens:1:3: found 2 cells;'],
      ['sudoku', { size: '7' }, '\u201cSize\u201d is 7, a prime'],
      ['macmahon', { border: 'z' }, '\u201cBorder\u201d is "z"'],
      [
        'polyominoes',
        { 'ROWSxCOLUMNS|FILE': '2x2', PIECE: 'V3', gaps: true, unlimited: true },
        'untick \u201cGaps\u201d, or untick \u201cUnlimited\u201d.',
      ],
    ] as const) {
      await page.goto(site.address + linkTo('gallery', { puzzle, values }));
      const alert = page.getByRole('alert').getByText(message);
      expect(await alert.textContent()).not.toMatch(/--|\||FILE|ROWS|[a-z][A-Z]/);
    }
  });

  test('a search without end runs, tells of itself, and stops at once', async () => {
    const values = { N: '60' };
    const page = await site.visit(linkTo('gallery', { puzzle: 'queens', values }));
    await page.locator('.facts').getByText('3,600 options').waitFor();
    await expectStop(page, async () => {
      await page.getByRole('button', { name: 'Count', exact: true }).click();
      await page.locator('.progress').getByText('nodes/s').waitFor();
    });
    await expect.poll(() => page.locator('.progress').textContent()).toBe('Stopped.');
    // Its worker is gone, and the next question starts another one.
    await expect.poll(() => page.workers().length).toBe(0);
    await page.getByRole('button', { name: 'Next solution' }).click();
    await pictureOf(page, 'Solution 1');
  });

  test('back and forward lead through what was seen', async () => {
    const page = await site.visit();
    const before = await pictureOf(page, 'Solution 1');
    const shown = () => pictureOf(page, 'Solution 1');
    await page.getByRole('button', { name: 'Soma' }).click();
    await page.locator('h1', { hasText: 'Soma' }).waitFor();
    // The title comes first; a step is taken when the puzzle is there.
    await page.locator('.stage:not([data-busy])').waitFor();
    await page.getByRole('button', { name: 'Next solution' }).click();
    await expect.poll(shown).not.toBe(before);
    const soma = await shown();
    await page.locator('nav').getByRole('link', { name: 'Sudoku' }).click();
    await page.locator('h1', { hasText: 'Sudoku' }).waitFor();
    await page.goBack();
    await page.locator('h1', { hasText: 'Soma' }).waitFor();
    await expect.poll(shown).toBe(soma);
    await page.goBack();
    await page.locator('h1', { hasText: 'Pentominoes' }).waitFor();
    await page.goForward();
    await page.locator('h1', { hasText: 'Soma' }).waitFor();
    await expect.poll(shown).toBe(soma);
  });
});
