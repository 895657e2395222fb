import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { rate, steps, sudokuScale } from '../../src/pencil.ts';
import { pentominoes } from '../../src/puzzles/packing/polyominoes.ts';
import { Position } from '../../src/puzzles/pencil/position.ts';
import { LIT } from '../../src/puzzles/picture/palette.ts';
import { encode } from '../../src/puzzles/sudoku/encode.ts';
import { Shape } from '../../src/puzzles/sudoku/shape.ts';
import { Solver } from '../../src/sudoku.ts';
import {
  barriers,
  describePages,
  expectStop,
  linkNaming,
  linkTo,
  pictureOf,
  site,
} from './site.ts';

/** It needs a step that crosses out: pointing, and later an xy-wing. */
const WING = '9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9';
/** The same with as many values as leave these steps: few are left until the end. */
const SHORT_WING =
  '9.124...675469823162.15..9..9.7.432...29356.737.8.29...69.21.7351..79.622.7.861.9';
/** All singles. */
const WIKIPEDIA =
  '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

/** It needs a chain. */
const CHAIN = '4...8562......2..3.......8...5..4.....8.7...6.17......5.9...3..6....1..8...2..54.';
/** Its rating takes some seconds. */
const HARD = '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..';

const givensOf = (text: string) => [...text].map((symbol) => Number(symbol) || 0);
const problemOf = (text: string) => encode(Shape.of({ size: 9 }), Uint8Array.from(givensOf(text)));
const solutionOf = (text: string) => [
  ...(new Solver().first(Uint8Array.from(givensOf(text))).solution ?? []),
];
/** A cell as the page names it. */
const nameOf = (cell: number) => `Row ${Math.floor(cell / 9) + 1}, column ${(cell % 9) + 1}`;

describePages('hints', () => {
  const press = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true }).click();
  const cellAt = (page: Page, cell: number) =>
    page.getByRole('gridcell', { name: `${nameOf(cell)},` });
  const labelAt = async (page: Page, cell: number) =>
    (await cellAt(page, cell).getAttribute('aria-label')) ?? '';
  const advice = (page: Page, text: string | RegExp) =>
    page.locator('.advice', { hasText: text }).waitFor();

  describe('a Sudoku', () => {
    const open = async (givens: string, state: object = {}) => {
      const page = await site.visit(linkTo('sudoku', { givens: givensOf(givens), ...state }));
      await page.locator('.verdict', { hasText: 'One solution.' }).waitFor();
      return page;
    };

    test('three presses: where, why, the value; then back and forward', async () => {
      const [first, second] = steps(problemOf(WIKIPEDIA), { scale: sudokuScale, unique: true });
      const { row, column, value } = problemOf(WIKIPEDIA).payload(first?.chosen[0]);
      const cell = 9 * row + column;
      const page = await open(WIKIPEDIA);
      await press(page, 'Hint');
      await advice(page, `Difficulty ${first?.difficulty.toFixed(1)}.`);
      await expect.poll(() => page.locator('.advice p').count()).toBe(1);
      // A row, a column or a box.
      await expect.poll(() => page.locator('[data-look]').count()).toBe(9);
      await expect.poll(() => labelAt(page, cell)).toBe(`${nameOf(cell)}, blank, look here`);
      await press(page, 'Hint');
      await page.locator('.advice p').nth(1).waitFor();
      await expect.poll(() => page.locator('[data-filled]').count()).toBe(0);
      await press(page, 'Hint');
      await expect.poll(() => page.locator('[data-filled]').textContent()).toBe(String(value));
      await expect.poll(() => labelAt(page, cell)).toContain(`solved ${value}`);
      await press(page, 'Step forward');
      const next = problemOf(WIKIPEDIA).payload(second?.chosen[0]);
      const there = 9 * next.row + next.column;
      await expect.poll(() => labelAt(page, there)).toContain(`solved ${next.value}`);
      await press(page, 'Step back');
      await expect.poll(() => labelAt(page, there)).toContain('blank');
      // By keyboard as well, where the arrows do not move in the grid.
      await page.keyboard.press('ArrowLeft');
      await expect.poll(() => labelAt(page, cell)).toContain('blank');
      await page.getByRole('button', { name: 'Step forward' }).focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => labelAt(page, cell)).toContain(`solved ${value}`);
      // The link has what is written.
      const values = givensOf(WIKIPEDIA).map((_, at) => (at === cell ? value : 0));
      const other = await site.visit(await linkNaming(page, { pencilled: { values } }));
      await expect.poll(() => labelAt(other, cell)).toContain(`solved ${value}`);
    });

    test('candidates that go are struck out, and all steps lead to the solution', async () => {
      const rating = rate(problemOf(SHORT_WING), { scale: sudokuScale, unique: true });
      const page = await open(SHORT_WING);
      const told = 'rating 4.2: XY-wing';
      expect([rating.difficulty, rating.hardest?.technique]).toEqual([4.2, 'xy-wing']);
      await page.locator('.progress', { hasText: told }).waitFor();
      const all = [...steps(problemOf(SHORT_WING), { scale: sudokuScale, unique: true })];
      const forward = page.getByRole('button', { name: 'Step forward' });
      for (const { difficulty, chosen, crossedOut } of all) {
        const before = await page.locator('.advice').textContent();
        await forward.click();
        await page
          .locator('.advice p', { hasText: /^(?:So|In every case) / })
          .first()
          .waitFor();
        await expect.poll(() => page.locator('.advice').textContent()).not.toBe(before);
        await advice(page, `Difficulty ${difficulty.toFixed(1)}.`);
        await expect.poll(() => page.locator('[data-filled]').count()).toBe(chosen.length);
        await expect.poll(() => page.locator('.marks .out').count()).toBe(crossedOut.length);
        if (difficulty === rating.difficulty) expect(await barriers(page)).toEqual([]);
      }
      const values = async () => (await page.getByRole('gridcell').allTextContents()).map(Number);
      await expect.poll(values).toEqual(solutionOf(SHORT_WING));
      await forward.click();
      await advice(page, 'Solved');
      await press(page, 'Start over');
      const blank = page.getByRole('gridcell', { name: 'blank' });
      await expect
        .poll(() => blank.count())
        .toBe(givensOf(SHORT_WING).filter((value) => !value).length);
    });

    test('a link may begin in the middle; a chain has its arrows', async () => {
      const problem = problemOf(CHAIN);
      const all = [...steps(problem, { scale: sudokuScale, unique: true })];
      const at = all.findIndex(({ reason }) => reason.chains.length > 0);
      const { technique, reason, crossedOut } = all[at];
      const position = Position.of(problem.compile());
      const cellOf = (option: number) =>
        9 * problem.payload(option).row + problem.payload(option).column;
      const givens = givensOf(CHAIN);
      for (let option = 0; option < problem.optionCount; option++) {
        if (givens[cellOf(option)]) position.decide(option);
      }
      for (const { decisions } of all.slice(0, at)) {
        for (const decision of decisions) position.decide(decision);
      }
      const values = new Array<number>(81).fill(0);
      const marks = new Array<number>(81).fill(0);
      for (let option = 0; option < problem.optionCount; option++) {
        const cell = cellOf(option);
        const { value } = problem.payload(option);
        if (givens[cell]) continue;
        if (position.chosen.includes(option)) values[cell] = value;
        if (position.live[option] === 1) marks[cell] = marks[cell] | (1 << value);
      }
      const page = await open(CHAIN, { show: 'pencil', pencilled: { values, marks } });
      await press(page, 'Hint');
      await advice(page, new RegExp(`^${technique}`, 'i'));
      await expect.poll(() => page.locator('.arrows').count()).toBe(0);
      await press(page, 'Hint');
      const links = reason.chains.reduce((sum, { length }) => sum + length - 1, 0);
      await expect.poll(() => page.locator('.arrows > path').count()).toBe(links);
      await expect.poll(() => page.locator('.marks .out').count()).toBe(0);
      await press(page, 'Hint');
      await expect.poll(() => page.locator('.marks .out').count()).toBe(crossedOut.length);
    });

    test('a wrong value is named in place of a hint', async () => {
      const value = solutionOf(WING)[1];
      const page = await open(WING, { show: 'pencil' });
      const [one, two] = [1, 2];
      await cellAt(page, one).click();
      await page.keyboard.press(String(value));
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press(String(value));
      await press(page, 'Hint');
      await advice(page, 'There is a mistake: row 1, column 3.');
      await expect.poll(() => page.locator('[data-wrong]').count()).toBe(1);
      await expect.poll(() => labelAt(page, two)).toContain('wrong');
      // A given stays as it is; the clear key takes the wrong value away.
      await cellAt(page, 0).click();
      await page.keyboard.press('5');
      await cellAt(page, two).click();
      await page.keyboard.press('Backspace');
      await expect.poll(() => page.locator('[data-wrong]').count()).toBe(0);
      await expect.poll(() => labelAt(page, 0)).toContain('given 9');
      await press(page, 'Hint');
      await advice(page, 'Difficulty');
    });

    test('own marks are checked: the value is missing, or stands nearby', async () => {
      const right = solutionOf(WING);
      const page = await open(WING, { show: 'pencil' });
      await press(page, 'All marks');
      await expect.poll(() => labelAt(page, 1)).toContain('can be');
      const marks = (await labelAt(page, 1)).replace(/^.*can be /, '').split(' ');
      expect(marks).toContain(String(right[1]));
      await press(page, 'Check');
      await advice(page, 'All is right so far.');
      await press(page, 'Marks');
      await cellAt(page, 1).click();
      await page.keyboard.press(String(right[1]));
      await expect.poll(() => labelAt(page, 1)).not.toContain(String(right[1]));
      // A 9 stands in the same row.
      await page.keyboard.press('9');
      await press(page, 'Check');
      await advice(page, '1 cell without the mark of its value: row 1, column 2.');
      await advice(page, '1 mark beside a cell with the same value.');
      await expect.poll(() => labelAt(page, 1)).toContain('cannot be 9, wrong');
      await press(page, 'Hint');
      await advice(page, 'A mark is missing: row 1, column 2.');
      await press(page, 'Step back');
      await press(page, 'Step back');
      await press(page, 'Check');
      await advice(page, 'All is right so far.');
    });

    test('a hint stops at once', async () => {
      const page = await site.visit(linkTo('sudoku', { boxes: '5x5', givens: [], show: 'pencil' }));
      await page.locator('.verdict[data-answer=several]').waitFor();
      await press(page, 'Hint');
      const first = page.getByRole('button', { name: 'Look all the same' });
      await first.waitFor();
      const start = async () => {
        if (await first.count()) await first.click();
        else await press(page, 'Hint');
      };
      await expectStop(page, start, { selector: '.advice', text: 'Looking' });
      await advice(page, 'Stopped.');
    });

    test('a rating that is stopped leaves the answer', async () => {
      const page = await open(HARD);
      const details = page.locator('.progress');
      await details.getByText('rating it').waitFor();
      await press(page, 'Stop');
      await details.getByText('the rating was stopped').waitFor();
      await expect.poll(() => page.locator('.verdict').textContent()).toBe('One solution.');
    });

    test('an empty board is told to have several solutions, with what can be done', async () => {
      const page = await site.visit(linkTo('sudoku', { givens: [], show: 'pencil' }));
      // Before the board is judged, and after.
      for (const judged of ['.verdict', '.verdict[data-answer=several]']) {
        await page.locator(judged).waitFor();
        await press(page, 'Start over');
        await press(page, 'Hint');
        await advice(page, 'There are several solutions, so hints cannot lead to one.');
      }
      expect(await barriers(page)).toEqual([]);
      await press(page, 'True candidates');
      const label = () => labelAt(page, 80);
      await expect.poll(label).toBe('Row 9, column 9, blank, can be 1 2 3 4 5 6 7 8 9');
      await expect
        .poll(() => page.getByRole('radio', { name: 'Candidates' }).isChecked())
        .toBe(true);
      await press(page, 'Hint');
      await press(page, 'Another puzzle');
      await page.locator('.verdict', { hasText: 'One solution.' }).waitFor();
    });

    test('the page opens with one solution, singles lead to it, and no candidate gives it away', async () => {
      const page = await site.visit('#v1.sudoku');
      await page
        .locator('.progress', { hasText: /rating 1\.\d: (?:Hidden|Naked) single/ })
        .waitFor();
      await expect.poll(() => page.getByRole('gridcell', { name: 'blank' }).count()).toBe(51);
      await expect.poll(() => page.locator('[data-given]').count()).toBe(30);
      await expect.poll(() => page.getByRole('gridcell', { name: 'can be' }).count()).toBe(0);
    });

    test('on a phone the board and what is said of it are in sight together', async () => {
      const page = await site.visit('#v1.sudoku', { size: { width: 390, height: 640 } });
      await page.locator('.verdict', { hasText: 'One solution.' }).waitFor();
      for (const told of ['Difficulty', 'Only one option', 'holds.']) {
        await press(page, 'Hint');
        await advice(page, told);
      }
      const box = async (selector: string) => {
        const found = await page.locator(selector).boundingBox();
        if (found === null) throw new Error(`There is no ${selector}.`);
        return found;
      };
      const [board, said] = [await box('.sudoku'), await box('.advice')];
      expect(board.y).toBeGreaterThanOrEqual(0);
      expect(board.y + board.height).toBeLessThanOrEqual(said.y);
      expect(said.y + said.height).toBeLessThanOrEqual(640);
    });

    test('windows, and several solutions: steps until no technique goes further', async () => {
      const state = { kind: 'windoku', boxes: '2x2', givens: [1], show: 'pencil' };
      const page = await site.visit(linkTo('sudoku', state));
      await page.locator('.verdict[data-answer=several]').waitFor();
      const forward = page.getByRole('button', { name: 'Step forward' });
      await press(page, 'Hint');
      await press(page, 'Look all the same');
      for (let k = 0; k < 40; k++) {
        await page.locator('.advice', { hasNotText: 'Looking' }).waitFor();
        if (await page.locator('.advice', { hasText: 'No technique' }).count()) return;
        await forward.click();
      }
      throw new Error('The steps do not end.');
    });
  });

  describe('the gallery', () => {
    test('three presses for each step, back and forward, by link', async () => {
      const values = { 'ROWSxCOLUMNS|FILE': '3x20' };
      const page = await site.visit(linkTo('gallery', { puzzle: 'pentominoes', values }));
      const [first] = steps(pentominoes('3x20'));
      const difficulty = `Difficulty ${first?.difficulty.toFixed(1)}.`;
      await page.locator('.facts').getByText('options').waitFor();
      await press(page, 'Hint');
      const where = await pictureOf(page, 'Step 1: where');
      // The square to look at.
      expect(where).toContain(LIT.fill);
      const told = page.locator('[data-kind=hint]');
      await expect.poll(() => told.textContent()).toContain(difficulty);
      await press(page, 'Hint');
      await pictureOf(page, 'Step 1: why');
      const why = (await told.textContent()) ?? '';
      await press(page, 'Hint');
      expect(await pictureOf(page, /^Step 1$/)).not.toBe(where);
      const out = first?.crossedOut.length;
      const all = `${why} In every case ${out} options are out, 6 of them drawn.`;
      await expect.poll(() => told.textContent()).toBe(all);
      expect(all.length).toBeLessThan(130);
      await press(page, 'Next solution');
      const second = await pictureOf(page, /^Step 2$/);
      await press(page, 'Solution before');
      await pictureOf(page, /^Step 1$/);
      await page.keyboard.press('ArrowRight');
      expect(await pictureOf(page, /^Step 2$/)).toBe(second);
      const other = await site.visit(await linkNaming(page, { hint: 6 }));
      expect(await pictureOf(other, /^Step 2$/)).toBe(second);
      await press(page, 'The problem');
      await pictureOf(page, 'The problem');
      await expect.poll(() => told.count()).toBe(0);
    });

    test('a puzzle solved by steps ends with its solution', async () => {
      const values = { FILE: '##.\n.##\n#..', picture: true };
      const page = await site.visit(linkTo('gallery', { puzzle: 'nonogram', values, at: 1 }));
      const solution = await pictureOf(page, 'Solution 1');
      await press(page, 'Hint');
      await pictureOf(page, 'Step 1: where');
      await press(page, 'Next solution');
      for (let k = 1; (await page.getByText('Solved').count()) === 0; k++) {
        await pictureOf(page, new RegExp(`^Step ${k}$`));
        await press(page, 'Next solution');
        await page.locator('.stage:not([data-busy])').waitFor();
      }
      expect(await page.locator('figure.picture > svg').evaluate((svg) => svg.outerHTML)).toBe(
        solution,
      );
    });

    test('a search for a step stops at once', async () => {
      const page = await site.visit(linkTo('gallery', { puzzle: 'soma' }));
      await page.locator('.facts').getByText('options').waitFor();
      await expectStop(page, async () => {
        await press(page, 'Hint');
        await page.locator('.progress').getByText('Looking').waitFor();
      });
      await expect.poll(() => page.locator('.progress').textContent()).toBe('Stopped.');
    });
  });

  test('a drawing of one’s own: the step, then the board again', async () => {
    const board = { sides: { rows: 2, columns: 3, layers: 1 }, drawing: '##.\n###' };
    const page = await site.visit(linkTo('draw', { ...board, supply: { I2: 1, V3: 1 } }));
    await page.locator('.facts').getByText('options').waitFor();
    await press(page, 'Hint');
    await pictureOf(page, 'Step 1: where');
    await press(page, 'Hint');
    await press(page, 'Hint');
    await pictureOf(page, /^Step 1$/);
    await press(page, 'The problem');
    await page.getByRole('gridcell').first().waitFor();
  });
});
