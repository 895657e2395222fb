/**
 * The playground in a browser: the first paint with a cold cache, and pictures of its views for the documentation.
 * `--check` asks for a first paint within a second.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { type Browser, chromium, type Page } from 'playwright-core';
import { serve } from '../src/cli/play.ts';
import { Trouble } from './trouble.ts';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Milliseconds from the request to the first paint. */
const TARGET = 1000;
const REPEATS = 5;

/** Views with something to see: name, state, and what shows that it is there. */
const SCENES: readonly (readonly [view: string, state: unknown, ready: string])[] = [
  ['gallery', { puzzle: 'pentominoes', at: 1 }, '.place:has-text("Solution 1")'],
  ['draw', undefined, '.facts:has-text("options")'],
  ['sudoku', undefined, '.chances .bar'],
  ['text', undefined, 'h1'],
  ['dance', undefined, 'h1'],
  ['race', undefined, 'h1'],
];
/** Views that are drawn in dark and on a phone too. */
const IN_ALL: readonly string[] = ['gallery', 'sudoku', 'dance'];
const WIDE = { width: 1140, height: 700 };
const PHONE = { width: 360, height: 640 };

const KINDS = [
  ['light', 'light', WIDE],
  ['dark', 'dark', WIDE],
  ['phone', 'light', PHONE],
] as const;

export interface PlaygroundSettings {
  readonly check: boolean;
  /** The folder for pictures. */
  readonly pictures?: string | undefined;
}

/** Measures the first paint, or writes pictures. False where the target is missed. */
export async function playgroundBenchmark({
  check,
  pictures,
}: PlaygroundSettings): Promise<boolean> {
  const executablePath = CHROMIUM.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Trouble('No Chromium is installed.', 2);
  const folder = mkdtempSync(join(tmpdir(), 'quadrille-play-'));
  execFileSync(process.execPath, ['src/playground/build.js', folder]);
  const { address, server } = await serve(folder);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    if (pictures !== undefined) {
      await writePictures(browser, address, pictures);
      return true;
    }
    const paints: number[] = [];
    for (let k = 0; k < REPEATS; k++) paints.push(await firstPaint(browser, address));
    paints.sort((a, b) => a - b);
    const median = paints[REPEATS >> 1] as number;
    console.log(`first paint: ${Math.round(median)} ms (median of ${REPEATS}, each a new profile)`);
    return !check || median < TARGET;
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true });
  }
}

async function firstPaint(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address);
  await page.locator('.place', { hasText: 'Solution 1' }).waitFor();
  const time = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  );
  await context.close();
  return time ?? Number.POSITIVE_INFINITY;
}

/** Each view in light; three of them in dark and on a phone as well. Few files, since each takes its place in every clone. */
async function writePictures(browser: Browser, address: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [view, state, ready] of SCENES) {
    for (const [kind, colorScheme, viewport] of KINDS) {
      if (kind !== 'light' && !IN_ALL.includes(view)) continue;
      const context = await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await page.goto(`${address}#v1.${view}${state === undefined ? '' : `.${packed(state)}`}`);
      if (await hasView(page, view)) {
        await page.locator(ready).first().waitFor();
        // What comes last: fonts, and pictures that fade in.
        await page.waitForTimeout(500);
        const path = join(folder, `${view}-${kind}.png`);
        await page.screenshot({ path });
        console.log(path);
      }
      await context.close();
    }
  }
}

async function hasView(page: Page, view: string): Promise<boolean> {
  return (await page.locator(`nav a[data-view=${view}]`).count()) > 0;
}

function packed(state: unknown): string {
  return deflateRawSync(JSON.stringify(state)).toString('base64url');
}
