/**
 * The playground in a browser: the first paint with a cold cache, and pictures of its views for the
 * documentation. `--check` asks for a first paint within a second.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import { serve } from '../src/cli/play.ts';
import { withFewColours } from './png.ts';
import type { Publish } from './results.ts';
import { Trouble } from './trouble.ts';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Milliseconds from the request to the first paint. */
const TARGET = 1000;
const REPEATS = 5;

const WIDE = { width: 1120, height: 700 };
const PHONE = { width: 360, height: 640 };

const KINDS = {
  light: { colorScheme: 'light', viewport: WIDE },
  dark: { colorScheme: 'dark', viewport: WIDE },
  phone: { colorScheme: 'light', viewport: PHONE },
} as const;

/** A view with something to see. */
interface Scene {
  readonly view: string;
  /** Absent: the first state of the view. */
  readonly state?: object;
  /** The selector of something that appears when the view is ready. */
  readonly ready: string;
  /** The kinds that the documentation has. */
  readonly kept: readonly (keyof typeof KINDS)[];
}

const SCENES: readonly Scene[] = [
  {
    view: 'gallery',
    state: { puzzle: 'pentominoes', at: 1 },
    ready: '.place:has-text("Solution 1")',
    kept: ['light', 'dark', 'phone'],
  },
  { view: 'draw', ready: '.facts:has-text("options")', kept: ['light'] },
  { view: 'sudoku', ready: '.progress:has-text("rating")', kept: ['light', 'phone'] },
  { view: 'text', ready: '.editor-place.ready', kept: ['light'] },
  {
    view: 'dance',
    state: { example: 'knuth', step: 9 },
    ready: '.links .record.out',
    kept: ['light', 'dark'],
  },
];

export interface PlaygroundSettings {
  readonly publish: Publish;
  readonly check: boolean;
  /** The folder for pictures. */
  readonly pictures?: string | undefined;
  /** Each view in light, in dark and on a phone, in place of the few of the documentation. */
  readonly all?: boolean | undefined;
}

/** Measures the first paint, or writes pictures. False where the target is missed. */
export async function playgroundBenchmark({
  check,
  pictures,
  all = false,
  publish,
}: PlaygroundSettings): Promise<boolean> {
  const executablePath = CHROMIUM.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Trouble('No Chromium is installed.', 2);
  const folder = mkdtempSync(join(tmpdir(), 'quadrille-play-'));
  execFileSync(process.execPath, ['src/playground/build.js', folder]);
  const { address, server } = await serve(folder);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    if (pictures !== undefined) {
      await writePictures(browser, address, pictures, all);
      return true;
    }
    const paints: number[] = [];
    for (let k = 0; k < REPEATS; k++) paints.push(await firstPaint(browser, address));
    paints.sort((a, b) => a - b);
    const median = paints[REPEATS >> 1];
    publish({
      title: `The first paint of the playground in Chromium, ${REPEATS} times, each with a new profile`,
      columns: [
        { name: '', kind: 'text' },
        { name: 'median', kind: 'time', of: 'ours' },
        { name: 'longest', kind: 'time', of: 'ours' },
      ],
      rows: [{ cells: ['first paint', median, paints[REPEATS - 1]] }],
    });
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

/** The pictures of the documentation, or each view in each kind, to look at. */
async function writePictures(
  browser: Browser,
  address: string,
  folder: string,
  all: boolean,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const { view, state, ready, kept } of SCENES) {
    for (const kind of all ? (Object.keys(KINDS) as (keyof typeof KINDS)[]) : kept) {
      const context = await browser.newContext({ ...KINDS[kind], reducedMotion: 'reduce' });
      const page = await context.newPage();
      const packed = state === undefined ? '' : `.${packedState(state)}`;
      await page.goto(`${address}#v1.${view}${packed}`);
      await page.locator(ready).first().waitFor();
      // Fonts come last, and pictures that fade in.
      await page.waitForTimeout(500);
      const path = join(folder, `${view}-${kind}.png`);
      const picture = withFewColours(await page.screenshot());
      writeFileSync(path, picture);
      console.log(`${path}: ${Math.round(picture.length / 1000)} KB`);
      await context.close();
    }
  }
}

function packedState(state: object): string {
  return deflateRawSync(JSON.stringify(state)).toString('base64url');
}
