import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { barriers, describePages, linkNaming, linkTo, pictureOf, site } from './site.ts';

/** The colours of the canvas: as a text, and the share of its dots that are drawn. */
async function drawn(page: Page): Promise<{ image: string; share: number }> {
  return page.locator('.solid canvas').evaluate((canvas: HTMLCanvasElement) => {
    const paper = canvas.getContext('2d') as CanvasRenderingContext2D;
    const { data } = paper.getImageData(0, 0, canvas.width, canvas.height);
    const full = data.filter((value, k) => k % 4 === 3 && value > 0).length;
    return { image: canvas.toDataURL(), share: (4 * full) / data.length };
  });
}

/** The image once it differs from another one. */
async function changed(page: Page, from = ''): Promise<string> {
  await expect
    .poll(async () => {
      const { image, share } = await drawn(page);
      return image !== from && share > 0.05;
    })
    .toBe(true);
  return (await drawn(page)).image;
}

describePages('solids', () => {
  test('load when they are asked for, and turn by keys, mouse and reset', async () => {
    const page = await site.visit(linkTo('gallery', { puzzle: 'soma', at: 1 }));
    const flat = await pictureOf(page, 'Solution 1');
    let files = 0;
    page.on('request', () => files++);
    const canvas = page.locator('.solid canvas');
    expect(await canvas.count()).toBe(0);
    const solid = page.getByRole('button', { name: 'Solid' });
    await solid.click();
    const first = await changed(page);
    expect(files).toBeGreaterThan(0);
    await canvas.press('ArrowRight');
    const turned = await changed(page, first);
    // The arrow has turned the solid, and not stepped on.
    await expect.poll(() => page.locator('output.place').textContent()).toBe('Solution 1');
    await canvas.press('ArrowUp');
    const tilted = await changed(page, turned);
    await canvas.press('Home');
    expect(await changed(page, tilted)).toBe(first);
    const box = await canvas.boundingBox();
    const [x, y] = [(box?.x ?? 0) + 200, (box?.y ?? 0) + 150];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 20);
    await page.mouse.up();
    const dragged = await changed(page, first);
    await page.mouse.move(x, y);
    await page.getByRole('button', { name: 'Reset' }).click();
    expect(await changed(page, dragged)).toBe(first);
    // The next solution stands as this one does; the still picture is there again.
    await page.getByRole('button', { name: 'Next solution' }).click();
    await page.locator('output.place', { hasText: 'Solution 2' }).waitFor();
    await changed(page, first);
    await page.getByRole('button', { name: 'Solution before' }).click();
    await page.locator('output.place', { hasText: 'Solution 1' }).waitFor();
    await solid.click();
    expect(await pictureOf(page, 'Solution 1')).toBe(flat);
    await page.getByRole('button', { name: 'The problem' }).click();
    await page.locator('output.place', { hasText: 'The problem' }).waitFor();
    await expect.poll(() => solid.isVisible()).toBe(false);
  });

  test('layers and pieces come apart, pieces come one by one, and a link leads there', async () => {
    const page = await site.visit(linkTo('gallery', { puzzle: 'soma', at: 1, solid: true }));
    let before = await changed(page);
    for (const [name, key] of [
      ['Layers apart', 'End'],
      ['Pieces apart', 'End'],
      ['Pieces shown', 'ArrowLeft'],
    ]) {
      await page.getByRole('slider', { name }).press(key);
      before = await changed(page, before);
    }
    const pieces = page.getByRole('slider', { name: 'Pieces shown' });
    await expect
      .poll(() => pieces.getAttribute('aria-valuetext'))
      .toMatch(/^6 of 7, the last one \w+$/);
    await pieces.press('Home');
    await expect.poll(async () => (await drawn(page)).share).toBe(0);
    await linkNaming(page, { solid: true });
    expect(await barriers(page)).toEqual([]);
  });

  test('flat pieces are no solids; a finger that moves up or down scrolls', async () => {
    const page = await site.visit(linkTo('gallery', { puzzle: 'pentominoes', at: 1, solid: true }));
    await pictureOf(page, 'Solution 1');
    await expect.poll(() => page.getByRole('button', { name: 'Solid' }).count()).toBe(0);
    const solid = await site.visit(linkTo('gallery', { puzzle: 'bedlam', at: 1, solid: 1 }));
    await pictureOf(solid, 'Solution 1');
    await solid.getByRole('button', { name: 'Solid' }).click();
    await changed(solid);
    const touch = await solid
      .locator('.solid canvas')
      .evaluate((canvas) => getComputedStyle(canvas).touchAction);
    expect(touch).toBe('pan-y');
  });
});
