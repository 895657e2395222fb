import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { writeDlx } from '../../src/engine/formats/dlx/write.ts';
import { queens } from '../../src/puzzles/classics.ts';
import { workFolder } from '../support/folder.ts';
import { describePages, expectStop, linkNaming, linkTo, site } from './site.ts';

describePages('the views', () => {
  const { path, write } = workFolder();

  const sentence = (page: Page) => page.locator('.sentence').textContent();
  /** A step of a film: its sentence, and the classes and texts of all pictures. */
  const shown = (page: Page) =>
    page.evaluate(() => {
      const pictures = [...document.querySelectorAll('.panels svg')];
      const marks = pictures.flatMap((picture) => [...picture.querySelectorAll('*')]);
      // The marks of a move depend on the step before.
      const isLasting = (name: string) => !['moved', 'fresh'].includes(name);
      return marks
        .map(
          (mark) => [...mark.classList].filter(isLasting).sort().join(' ') + mark.getAttribute('d'),
        )
        .join();
    });

  describe('watch it dance', () => {
    let page: Page;
    beforeAll(async () => {
      page = await site.visit('#v1.dance');
    });
    const go = (state: object) => page.goto(site.address + linkTo('dance', state));

    test('steps forward and backward by keyboard, to the same pictures', async () => {
      await page.locator('.links .record').first().waitFor();
      expect(await sentence(page)).toMatch(/^All 7 items are open/);
      await page.keyboard.press('ArrowRight');
      expect(await sentence(page)).toMatch(/^Pick a: it has the fewest options, 2\./);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      const third = await shown(page);
      for (let k = 0; k < 9; k++) await page.keyboard.press('ArrowRight');
      expect(await sentence(page)).not.toMatch(/^Try the first/);
      for (let k = 0; k < 9; k++) await page.keyboard.press('ArrowLeft');
      expect(await sentence(page)).toMatch(/^Try the first option of a: a d g/);
      expect(await shown(page)).toBe(third);
      await page.keyboard.press('Shift+ArrowRight');
      expect(await sentence(page)).toMatch(/dead end/);
      await page.keyboard.press('Shift+ArrowRight');
      expect(await sentence(page)).toMatch(/^Every item is covered: solution 1/);
      await page.keyboard.press('End');
      expect(await sentence(page)).toMatch(/^Every option is tried: 1 solution/);
      await expect.poll(() => page.locator('.tree .node.dead').count()).toBe(1);
      await expect.poll(() => page.locator('.tree .node.solution').count()).toBe(1);
      await page.keyboard.press('Home');
      await expect.poll(() => page.locator('.matrix .row.gone').count()).toBe(0);
    });

    test('covered rows and columns are dimmed, nodes leave and come back', async () => {
      await go({ example: 'knuth', step: 5 });
      await page.locator('.links .record.out').first().waitFor();
      const covered = async () =>
        (await page.locator('.matrix .item.covered').allTextContents()).map((name) => name.at(-1));
      await expect.poll(async () => (await covered()).sort()).toEqual(['a', 'd', 'g']);
      await expect.poll(() => page.locator('.matrix .row.chosen').count()).toBe(1);
      await expect.poll(() => page.locator('.matrix .row.gone').count()).toBe(3);
      // Three items, and the nodes of four options that left.
      await expect.poll(() => page.locator('.links .record.head.out').count()).toBe(3);
      await expect.poll(() => page.locator('.links .record.out').count()).toBeGreaterThan(3);
      await page.keyboard.press('Home');
      await expect.poll(() => page.locator('.links .record.out').count()).toBe(0);
    });

    test('plays and pauses, and the link leads to the same step', async () => {
      await go({ example: 'queens', speed: 30 });
      await page.locator('.board').waitFor();
      await page.getByRole('button', { name: 'Play (space)' }).click();
      await expect.poll(() => page.locator('.player .at').textContent()).toMatch(/^\d\d/);
      await page.getByRole('button', { name: 'Pause (space)' }).click();
      const at = await page.locator('.player .at').textContent();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowLeft');
      await expect.poll(() => page.locator('.player .at').textContent()).toBe(at);
      const told = await sentence(page);
      const step = Number.parseInt(at ?? '', 10);
      const other = await site.visit(await linkNaming(page, { example: 'queens', step }));
      await other.locator('.links .record').first().waitFor();
      await expect.poll(() => sentence(other)).toBe(told);
      await expect.poll(() => other.locator('.player .at').textContent()).toBe(at);
    });

    test('every example with every engine to its end', async () => {
      for (const example of [
        'Three pentominoes',
        'Six queens',
        'Sudoku 4×4',
        'A hopeless corner',
      ]) {
        await page.getByRole('button', { name: example }).click();
        for (const engine of ['learn', 'links']) {
          await page.getByRole('button', { name: engine, exact: true }).click();
          await page.locator(engine === 'links' ? '.links' : '.trail').waitFor();
          await page.keyboard.press('End');
          expect(await sentence(page)).toMatch(/\d+ solution|no solution/);
        }
      }
      await page.getByRole('button', { name: 'learn', exact: true }).click();
      await page.locator('.trail').waitFor();
      await page.keyboard.press('End');
      await expect.poll(() => page.locator('.learned li').count()).toBe(1);
    });

    test('refuses what is too large in kind words', async () => {
      await go({ text: writeDlx(queens(20)) });
      await expect.poll(() => sentence(page)).toMatch(/The dance shows up to/);
      await expect.poll(() => page.locator('.player').isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Seven items' }).click();
      await expect.poll(() => sentence(page)).toMatch(/^All 7 items/);
    });

    test('nothing moves for who wants less motion', async () => {
      await go({ example: 'knuth' });
      await page.locator('.links .record').first().waitFor();
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.keyboard.press('ArrowRight');
      const stripe = page.locator('.matrix .stripe').first();
      const moves = () => stripe.evaluate((one) => getComputedStyle(one).transitionDuration);
      expect(await moves()).toBe('0s');
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      expect(await moves()).not.toBe('0s');
    });
  });

  describe('write your own', () => {
    let page: Page;
    beforeAll(async () => {
      page = await site.visit('#v1.text');
      await page.locator('.editor-place.ready').waitFor();
      await page.locator('.cm-content').click();
      expect((await site.noted(page)).inEditor).toEqual([]);
    });
    const go = (text: string) => page.goto(site.address + linkTo('text', { text }));

    const type = async (text: string) => {
      await page.locator('.cm-content').click();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(text);
    };

    test('marks mistakes where they are, and goes there', async () => {
      await type('alpha b | x\nalpha\nb x:A\nalhpa\nb b\n');
      await page.getByText('2 mistakes:').waitFor();
      await expect
        .poll(() => page.locator('.text-status .mistake').allTextContents())
        .toEqual([
          '4:1 unknown item "alhpa"; name it in the line of the items, or correct the option (did you mean "alpha"?)',
          '5:3 option 2 has item "b" twice; name each item once.',
        ]);
      await expect
        .poll(() => page.locator('.cm-lintRange-error').allTextContents())
        .toEqual(['alhpa', 'b']);
      await expect
        .poll(() => page.getByRole('button', { name: 'Find a solution' }).isDisabled())
        .toBe(true);
      await page.getByRole('button', { name: '4:1' }).click();
      await page.keyboard.press('Shift+End');
      await page.keyboard.insertText('alpha');
      await page.getByText('A mistake:').waitFor();
    });

    test('solves, counts, and lights up what belongs together', async () => {
      await go('a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\n');
      await page.getByText('7 primary items, 6 options.').waitFor();
      await page.getByRole('button', { name: 'Find a solution' }).click();
      await page.getByText('Solution 1').waitFor();
      await expect
        .poll(() => page.locator('.solution li').allTextContents())
        .toEqual(['0 c e f', '3 a d', '4 b g']);
      await expect
        .poll(() => page.locator('.dlx-chosen').allTextContents())
        .toEqual(['c e f', 'a d', 'b g']);
      await page.getByRole('button', { name: 'Next solution' }).click();
      await page.getByText('that was the last one').waitFor();
      await page.getByRole('button', { name: 'Count' }).click();
      await page.getByText('1 solution, all of them.').waitFor();
      await page.getByRole('button', { name: 'Unique?' }).click();
      await page.getByText('There is exactly one solution.').waitFor();
      await page.locator('.item-chip').nth(3).hover();
      await expect
        .poll(() => page.locator('.dlx-light').allTextContents())
        .toEqual(['d', 'd', 'd', 'd']);
      await expect.poll(() => page.locator('.lights .row').count()).toBe(3);
      await page
        .locator('.cm-line')
        .first()
        .hover({ position: { x: 10, y: 10 } });
      await page.getByText('a is in 2 options.').waitFor();
    });

    test('up to symmetry: one solution of each class, and the number of symmetries', async () => {
      await go('a b c d\na b\nc d\nb c\na d\n');
      await page.getByText('4 primary items, 4 options.').waitFor();
      const tick = page.getByRole('checkbox', { name: 'Up to symmetry' });
      await tick.check();
      await page.getByText('8 symmetries.').waitFor();
      await page.getByRole('button', { name: 'Find a solution' }).click();
      await page.getByText('Solution 1, class of 2').waitFor();
      await page.getByRole('button', { name: 'Next solution' }).click();
      await page.getByText('There is 1 solution up to symmetry; that was the last one.').waitFor();
      await page.getByRole('button', { name: 'Count' }).click();
      await page.getByText('1 solution up to symmetry, 2 in all.').waitFor();
      await page.getByRole('button', { name: 'Unique?' }).click();
      await page.getByText('There is exactly one solution up to symmetry.').waitFor();
      await page.getByText('solve --count --up-to-symmetry').waitFor();
      await tick.uncheck();
      await page.getByRole('button', { name: 'Find a solution' }).click();
      await page.getByText('Solution 1', { exact: true }).waitFor();
    });

    test('the cheapest solution, where options cost something', async () => {
      await go('a b\na |3\nb |4\na b |6\n');
      await page.getByRole('button', { name: 'Cheapest' }).click();
      await page.getByText('It costs 6.').waitFor();
      await page.getByRole('checkbox', { name: 'Up to symmetry' }).check();
      await page.getByText('There are no symmetries.').waitFor();
      await page.getByRole('button', { name: 'Cheapest' }).click();
      await page.getByText('The cheapest solution, class of 1. It costs 6.').waitFor();
      await page.getByRole('checkbox', { name: 'Up to symmetry' }).uncheck();
    });

    test('saves and opens files of all forms', async () => {
      const text = 'a b | x\na x:A\nb x:A\na b\n';
      await go(text);
      for (const form of ['.dlx', 'CNF', 'JSON', 'SVG', 'PNG']) {
        const waiting = page.waitForEvent('download');
        await page.getByRole('button', { name: form, exact: true }).click();
        const download = await waiting;
        const file = path(download.suggestedFilename());
        await download.saveAs(file);
        expect(readFileSync(file).length).toBeGreaterThan(20);
        await type('q\nq\n');
        await page.getByText('1 primary item, 1 option.').waitFor();
        await page.locator('input[type=file]').setInputFiles(file);
        await page.getByText('2 primary and 1 secondary items, 3 options.').waitFor();
      }
      await page.locator('input[type=file]').setInputFiles(write('garbage.png', 'no picture'));
      await page.getByText('does not carry the text of a problem').waitFor();
    });

    test('leads to the dance with the text', async () => {
      await go('p q\np\nq\np q\n');
      await page.locator('main').getByRole('button', { name: 'Watch it dance' }).click();
      await page.locator('.links .record').first().waitFor();
      await page.keyboard.press('End');
      expect(await sentence(page)).toMatch(/2 solutions/);
      await page.goBack();
      await page.locator('.editor-place.ready').waitFor();
      await expect.poll(() => page.locator('.cm-content').innerText()).toContain('p q\np\nq\np q');
    });

    test('stops a search without an end at once', async () => {
      await go(writeDlx(queens(24)));
      await expectStop(page, async () => {
        await page.getByRole('button', { name: 'Count' }).click();
        await page.getByText('nodes/s').waitFor();
      });
      await expect.poll(() => page.locator('.answer').textContent()).toBe('Stopped.');
    });

    test('a plain field serves where the editor does not load', async () => {
      const other = await site.visit('about:blank');
      await other.context().route('**/*', async (route) => {
        const response = await route.fetch();
        const body = await response.text();
        if (/cm-editor/.test(body) && response.url().endsWith('.js')) await route.abort();
        else await route.fulfill({ response });
      });
      await other.goto(`${site.address}#v1.text`);
      await other.getByText('The editor did not load').waitFor();
      await other.locator('textarea').fill('a\na\nq\n');
      await other.getByText('A mistake:').waitFor();
      await other.locator('textarea').fill('a b\na\nb\n');
      await other.getByText('2 primary items, 2 options.').waitFor();
      // What still comes on the way ends before the page.
      await other.context().unrouteAll({ behavior: 'wait' });
    });
  });
});
