import { afterEach, describe, expect, test, vi } from 'vitest';
import { Links } from '../../../src/engine/kernels/links/links.ts';
import type { Search, SearchSettings } from '../../../src/engine/kernels/search.ts';
import { Sweep } from '../../../src/engine/kernels/sweep/sweep.ts';
import { WasmLists } from '../../../src/engine/kernels/wasm/lists.ts';
import type { Compiled } from '../../../src/index.ts';
import { langford, queens } from '../../cases/gallery.ts';
import type { Matrix } from '../../cases/matrix.ts';
import { problemOf } from '../../cases/problem.ts';
import { bruteForce, inOrder } from '../../support/checker.ts';
import { prefixesOf, rest } from '../../support/engines.ts';

/** More than are laid out at once. */
const OPTIONS = 30_000;
/** The most updates within one call: a pause is due, and then one node more is done. */
const MOST_UPDATES = 1 << 16;

/**
 * Two items with a few options each, and a third with thousands; one of them in two of the three
 * has a secondary item that the last of the third has, too.
 */
const large: Matrix = {
  name: 'large',
  primary: 3,
  secondary: 1,
  options: [
    ...Array.from({ length: OPTIONS }, () => [2]),
    [0, 3],
    [0],
    [1, 3],
    [1],
    [2, 3],
    [3],
    [0, 1, 2],
  ],
};

const engines: Record<string, (compiled: Compiled, settings?: SearchSettings) => Search> = {
  cells: (compiled, settings) => new WasmLists(compiled, settings),
  links: (compiled, settings) => new Links(compiled, settings),
  sweep: (compiled, settings) => new Sweep(compiled, settings),
};

/** The number of large arrays so far, and of the one that is refused; 0: all can. */
const large32 = { asked: 0, refused: 0 };

/** Counts arrays that have an integer for each option, or more. */
function watchLargeArrays(): void {
  large32.asked = large32.refused = 0;
  const construct = (target: typeof Int32Array, args: [unknown]) => {
    const [length] = args;
    if (typeof length === 'number' && length >= OPTIONS && ++large32.asked === large32.refused) {
      throw new RangeError('Array buffer allocation failed');
    }
    return Reflect.construct(target, args);
  };
  vi.stubGlobal('Int32Array', new Proxy(Int32Array, { construct }));
}

afterEach(() => vi.unstubAllGlobals());

describe.each(Object.entries(engines))('%s', (_, start) => {
  const compiled = problemOf(large).compile();

  /** Calls of `advance` until it has chosen its first option, or is at its end. */
  function callsBefore(search: Search): number {
    let calls = 0;
    while (search.nodes === 0) {
      expect(search.advance(1)).toBe('paused');
      calls++;
    }
    return calls;
  }

  test.each([undefined, 1])('lays out a large problem slice by slice: seed %s', (seed) => {
    const calls = callsBefore(start(compiled, { seed }));
    expect(calls).toBeGreaterThan(3);
    expect(calls).toBeLessThan(OPTIONS / 500);
    // With no end to the budget there is no pause.
    expect(start(compiled, { seed }).advance(Number.POSITIVE_INFINITY)).toBe('solution');
    // A small problem is laid out at once.
    expect(callsBefore(start(problemOf(queens(6)).compile(), { seed }))).toBe(1);
  });

  test.each([undefined, 1])('finds the same, paused in its layout or not: seed %s', (seed) => {
    const settings = { seed, prefix: [OPTIONS] };
    const whole = start(compiled, settings);
    const wanted: number[][] = [];
    while (whole.advance(Number.POSITIVE_INFINITY) === 'solution') wanted.push(whole.solution());
    // Option [1] goes with each of the thousands.
    expect(wanted).toHaveLength(OPTIONS);
    const paused = start(compiled, settings);
    callsBefore(paused);
    expect(inOrder(rest(paused))).toEqual(inOrder(wanted));
  });

  test('in its layout it stands at its start', () => {
    const search = start(compiled, { prefix: [OPTIONS] });
    expect(search.advance(5)).toBe('paused');
    expect(search).toMatchObject({ nodes: 0, guesses: 0, updates: 0, solutions: 0, deepest: 0 });
    expect(prefixesOf(search)).toEqual([[OPTIONS]]);
    expect(search.share()).toBe(0);
    expect(() => search.solution()).toThrow(/does not stand on a solution/);
    expect(() => search.reset([OPTIONS, OPTIONS + 1])).toThrow(/prefix/);
    // A reset takes another prefix, and the layout goes on.
    search.reset([OPTIONS + 6]);
    expect(prefixesOf(search)).toEqual([[OPTIONS + 6]]);
    expect(rest(search)).toEqual([[OPTIONS + 6]]);
  });

  test('notices that the problem went away while it is laid out', () => {
    const gone = problemOf(large).compile();
    const search = start(gone);
    structuredClone(gone.data.buffer, { transfer: [gone.data.buffer as ArrayBuffer] });
    expect(() => search.advance(1)).toThrow(/transfer/);
    expect(() => search.advance(Number.POSITIVE_INFINITY)).toThrow(/transfer/);
  });

  test('begins its layout again where the machine refused an array of a later slice', () => {
    const prefix = [OPTIONS + 4];
    const wanted = rest(start(compiled, { seed: 1, prefix }));
    expect(wanted).toHaveLength(1);
    let refusals = 0;
    watchLargeArrays();
    for (;;) {
      large32.refused = 0;
      const search = start(compiled, { seed: 1 });
      // Of the arrays after the first slice, one after the other.
      large32.refused = large32.asked + refusals + 1;
      let failure: unknown;
      try {
        callsBefore(search);
      } catch (error) {
        failure = error;
      }
      if (failure === undefined) break;
      expect(failure).toMatchObject({ code: 'out-of-memory' });
      refusals++;
      // It asks for the first array again. A search that does not would soon be caught in an empty
      // one.
      const { asked } = large32;
      expect(search.advance(1)).toBe('paused');
      expect(large32.asked).toBe(asked + 1);
      search.reset(prefix);
      expect(rest(search)).toEqual(wanted);
    }
    expect(refusals).toBeGreaterThan(1);
  });

  test('pauses after so much work, however many nodes it may do', () => {
    // None (OEIS A014552): nothing else ends a call of advance.
    const matrix = langford(10);
    const search = start(problemOf(matrix).compile());
    // A node takes no more out of play than there is.
    const most = MOST_UPDATES + matrix.options.reduce((sum, items) => sum + items.length, 0);
    let pauses = 0;
    // The layout pauses as well.
    while (search.nodes === 0) search.advance(1);
    for (let { updates } = search; search.advance(1e9) === 'paused'; updates = search.updates) {
      expect(search.updates - updates).toBeGreaterThan(0);
      expect(search.updates - updates).toBeLessThanOrEqual(most);
      pauses++;
    }
    expect(pauses).toBeGreaterThan(4);
    const unpaused = start(problemOf(matrix).compile());
    expect(unpaused.advance(Number.POSITIVE_INFINITY)).toBe('exhausted');
    expect(unpaused.updates).toBe(search.updates);
  });
});

test('the small brother of the large problem has the solutions of brute force', () => {
  const options = large.options.slice(OPTIONS - 3);
  const matrix = { ...large, options };
  for (const start of Object.values(engines)) {
    const search = start(problemOf(matrix).compile());
    expect(inOrder(rest(search)).sort()).toEqual(bruteForce(matrix).sort());
  }
});
