import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { deflateRawSync } from 'node:zlib';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, TestRunner } from 'vitest';
import { serve } from '../../src/cli/play.ts';
import { readFragment } from '../../src/playground/state.ts';
import { playground } from '../support/built.ts';

/**
 * Where Debian and its kin have it, and others. The shell without a window draws and runs pages as the
 * browser does, at two thirds of the cost.
 */
const CHROMIUM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => existsSync(path));

const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The notes of a page about itself. */
interface PageNotes {
  /** The attempts that the policy has refused. */
  readonly violations: string[];
  /** The elements that have moved by themselves. */
  readonly shifts: string[];
  /**
   * What has moved in the shadow of the editor, whose elements are not told. It moves its cursor and
   * the marks of mistakes with the text, however late these come.
   */
  readonly inEditor: string[];
}

/** An event of a trace. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of the processor. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** How to open a page. */
interface Visit {
  readonly colours?: 'light' | 'dark';
  readonly size?: { readonly width: number; readonly height: number };
}

/**
 * The playground as it is published, in a browser. All pages together must keep the promises of the
 * page.
 */
class Site {
  readonly address: string;
  readonly #browser: Browser;
  readonly #end: () => void;
  /** Those that no test has opened for itself. */
  readonly #pages: Page[] = [];
  /** The faults of all pages. */
  readonly #wrong: string[] = [];

  private constructor(address: string, browser: Browser, end: () => void) {
    this.address = address;
    this.#browser = browser;
    this.#end = end;
  }

  static async open(): Promise<Site> {
    const { address, server } = await serve(playground());
    const browser = await chromium.launch({
      executablePath: CHROMIUM as string,
      args: ARGUMENTS,
    });
    return new Site(address, browser, () => {
      server.close();
      server.closeAllConnections();
    });
  }

  /** Opens a page in a profile of its own. A test's page ends with the test, and so does its work. */
  async visit(fragment = '', { colours = 'light', size }: Visit = {}): Promise<Page> {
    const context = await this.#browser.newContext({
      colorScheme: colours,
      viewport: size ?? { width: 1200, height: 800 },
    });
    const page = await context.newPage();
    if (TestRunner.getCurrentTest() === undefined) this.#pages.push(page);
    else onTestFinished(() => this.#leave(page));
    context.on('request', (request) => {
      const url = request.url();
      const isOwn = url.startsWith(this.address) || /^(?:data|blob):/.test(url);
      if (!isOwn) this.#wrong.push(`a request to ${url}`);
    });
    page.on('pageerror', ({ message }) => this.#wrong.push(message));
    page.on('dialog', (dialog) => {
      this.#wrong.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.addInitScript(watch);
    await page.goto(this.address + fragment);
    return page;
  }

  /**
   * The longest task of the main thread while something is done, in milliseconds of the processor:
   * by the clock, other programs on the machine would count too.
   */
  async longestTask(page: Page, act: () => Promise<void>): Promise<number> {
    await this.#browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
    await act();
    const trace = await this.#browser.stopTracing();
    const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
    const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
    const isMain = new Set(
      traceEvents.filter(({ args }) => args?.name === 'CrRendererMain').map(threadOf),
    );
    const tasks = traceEvents.filter(
      (event) => event.name.endsWith('RunTask') && isMain.has(threadOf(event)),
    );
    expect(tasks.length).toBeGreaterThan(0);
    return tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur / 1000), 0);
  }

  /** The notes of a page so far. */
  noted(page: Page): Promise<PageNotes> {
    return page.evaluate(() => (globalThis as unknown as { noted: PageNotes }).noted);
  }

  /**
   * Forgets what has moved so far. Chrome does not count what moves within half a second of an act; what an
   * act is meant to move may come later where the machine is slow.
   */
  async forgetShifts(page: Page): Promise<void> {
    await page.evaluate(async () => {
      // Shifts are noted after the frame that has them.
      for (const _ of [0, 1]) await new Promise(requestAnimationFrame);
      (globalThis as unknown as { noted: PageNotes }).noted.shifts.length = 0;
    });
  }

  /** Closes a page, and checks that it has broken no promise. */
  async #leave(page: Page): Promise<void> {
    if (page.isClosed()) return;
    const { violations, shifts } = await this.noted(page);
    await page.context().close();
    expect(violations).toEqual([]);
    expect(shifts).toEqual([]);
  }

  /** Ends the browser, and checks that no page has broken a promise. */
  async close(): Promise<void> {
    try {
      for (const page of this.#pages) await this.#leave(page);
      expect(this.#wrong).toEqual([]);
    } finally {
      await this.#browser.close();
      this.#end();
    }
  }
}

/** The site of a test file. */
export let site: Site;

/** Tests of the pages of one site. */
export function describePages(name: string, tests: () => void): void {
  describe.skipIf(CHROMIUM === undefined)(`${name} (skipped without Chromium)`, () => {
    beforeAll(async () => {
      site = await Site.open();
    });
    afterAll(() => site.close());
    tests();
  });
}

/** Runs in the page, before all else. */
function watch(): void {
  const noted: PageNotes = { violations: [], shifts: [], inEditor: [] };
  Object.assign(globalThis, { noted });
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    noted.violations.push(`${violatedDirective} ${blockedURI}`);
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
        readonly value: number;
        readonly hadRecentInput: boolean;
        readonly sources: readonly {
          readonly node?: Node;
          readonly previousRect: DOMRect;
          readonly currentRect: DOMRect;
        }[];
      };
      if (hadRecentInput) continue;
      const rect = ({ x, y, width, height }: DOMRect) => [x, y, width, height].join(' ');
      const moved = sources.map(({ node, previousRect, currentRect }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        const name = `${element?.tagName}.${element?.className}`;
        return `${name} from ${rect(previousRect)} to ${rect(currentRect)}`;
      });
      const isInEditor = sources.length > 0 && sources.every(({ node }) => !node);
      noted[isInEditor ? 'inEditor' : 'shifts'].push(`${value} of ${moved.join(', ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Milliseconds from a click on Stop until nothing runs: three times the promise of the page. */
const STOPPED = 300;

/** The text that an element of the page gets. */
interface Sign {
  readonly selector: string;
  readonly text: string;
}

/**
 * Starts a search and stops it. The page measures, from the event of the click on. With a sign, it
 * is also the page that stops, as soon as the sign comes: the search may end by itself.
 */
export async function expectStop(
  page: Page,
  start: () => Promise<void>,
  sign?: Sign,
): Promise<void> {
  let took = Number.POSITIVE_INFINITY;
  // Other programs may hold the processor: a page that is slow by itself is slow three times.
  for (let k = 0; k < 3 && took >= STOPPED; k++) {
    if (sign === undefined) await start();
    const stopping = await page.evaluateHandle((awaited) => {
      const told = new Promise<void>((resolve) => {
        if (awaited === undefined) return resolve();
        const { selector, text } = awaited;
        const watcher = new MutationObserver(() => {
          if (!document.querySelector(selector)?.textContent?.includes(text)) return;
          watcher.disconnect();
          resolve();
        });
        watcher.observe(document.body, { childList: true, subtree: true });
      });
      const stop = async () => {
        await told;
        const button = document.querySelector('button.stop:not(:disabled)') as HTMLButtonElement;
        let began = 0;
        button.addEventListener('click', () => (began = performance.now()), { capture: true });
        button.click();
        while (!button.disabled) await new Promise((next) => setTimeout(next));
        return performance.now() - began;
      };
      // In an object: the handle of a promise is that of its value.
      return { took: stop() };
    }, sign);
    if (sign !== undefined) await start();
    took = await stopping.evaluate(({ took }) => took);
  }
  expect(took).toBeLessThan(STOPPED);
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The serious barriers of a page for people with disabilities, in light and in dark. */
export async function barriers(page: Page): Promise<string[]> {
  // By the debugger: the policy of the page refuses scripts from elsewhere.
  await page.evaluate(AXE);
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const violations = await page.evaluate(async () => {
      const axe = (globalThis as unknown as { axe: typeof import('axe-core') }).axe;
      const all = (await axe.run()).violations;
      return all.flatMap(({ id, impact, nodes }) =>
        impact === 'serious' || impact === 'critical'
          ? [`${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join('; ')}`]
          : [],
      );
    });
    found.push(...violations.map((violation) => `${colorScheme}: ${violation}`));
  }
  return found;
}

/** A link to a state, as another program would make it. */
export function linkTo(view: string, state: unknown): string {
  return `#v1.${view}.${deflateRawSync(JSON.stringify(state)).toString('base64url')}`;
}

/** The state that the fragment of a page names. */
export async function stateNamed(page: Page): Promise<unknown> {
  return (await readFragment(new URL(page.url()).hash))?.state;
}

/** The fragment of a page once it names a state: the page writes it a moment after a change. */
export async function linkNaming(page: Page, state: object): Promise<string> {
  await expect.poll(() => stateNamed(page)).toMatchObject(state);
  return new URL(page.url()).hash;
}

/** The drawing on the page, once it says what is awaited. */
export async function pictureOf(page: Page, place: string | RegExp): Promise<string> {
  await page.locator('output.place', { hasText: place }).waitFor();
  return page.locator('figure.picture > svg').evaluate((svg) => svg.outerHTML);
}
