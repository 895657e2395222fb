import { afterEach, describe, expect, test, vi } from 'vitest';
import { buildLinks } from '../../../src/engine/kernels/links/dance.ts';
import { Links } from '../../../src/engine/kernels/links/links.ts';
import { Lists } from '../../../src/engine/kernels/lists.ts';
import { Planes } from '../../../src/engine/kernels/planes/planes.ts';
import type { Search } from '../../../src/engine/kernels/search.ts';
import { Sweep } from '../../../src/engine/kernels/sweep/sweep.ts';
import { WasmLists } from '../../../src/engine/kernels/wasm/lists.ts';
import type { Compiled } from '../../../src/index.ts';
import { langford } from '../../cases/gallery.ts';
import { problemOf } from '../../cases/problem.ts';
import { rest } from '../../support/engines.ts';

describe('where the machine refuses memory', () => {
  afterEach(() => vi.unstubAllGlobals());

  /** From now on the array of that number cannot be had, from 1; 0: all can. Tells if it was asked for. */
  function refuse(which: number): () => boolean {
    let made = 0;
    const construct = (target: typeof Int32Array, args: [number]) => {
      if (typeof args[0] === 'number' && args[0] > 0 && ++made === which) {
        throw new RangeError('Array buffer allocation failed');
      }
      return Reflect.construct(target, args);
    };
    vi.stubGlobal('Int32Array', new Proxy(original, { construct }));
    return () => made >= which;
  }
  const original = Int32Array;
  const outOfMemory = expect.objectContaining({
    name: 'QuadrilleError',
    code: 'out-of-memory',
    message: expect.stringMatching(/for .*(prefix|layout|choices|order|branches|problem)/),
  });

  const matrix = langford(7);
  const compiled = problemOf(matrix).compile();
  const settings = { seed: 1, prefix: [3] };
  const starts: [string, () => Search][] = [
    // With room for one branch at first, so that the room grows.
    ['lists', () => new WasmLists(compiled, settings, { firstBranches: 1 })],
    ['planes', () => new Planes(compiled, settings)],
    ['links', () => new Links(compiled, settings)],
    ['sweep', () => new Sweep(problemOf(matrix).compile(), settings, { firstLevels: 2 })],
  ];

  test.each(starts)('%s says so, whichever array it is, and is not harmed', (_, start) => {
    const wanted = rest(start());
    let refused = 0;
    for (let which = 1; ; which++) {
      const isRefused = refuse(which);
      let search: Search | undefined;
      let error: unknown;
      const found: number[][] = [];
      try {
        search = start();
        while (search.advance(Number.POSITIVE_INFINITY) === 'solution') {
          found.push(search.solution());
        }
        // Links keeps a copy of its layout for this.
        search.reset([]);
      } catch (thrown) {
        error = thrown;
      }
      vi.unstubAllGlobals();
      if (!isRefused()) break;
      if (error === undefined) {
        // An array that grows made do with less.
        expect(found).toEqual(wanted);
        continue;
      }
      expect(error).toEqual(outOfMemory);
      refused++;
      // Once there is memory again, a search goes on from where it stood.
      if (search === undefined) continue;
      found.push(...rest(search));
      expect(found).toEqual(wanted);
    }
    expect(refused).toBeGreaterThan(5);
  });
});

test.each<[string, Partial<Compiled>]>([
  ['nodes', { primary: 1000, secondary: 0, options: 1e6, nodes: 2 ** 30 }],
  ['options', { primary: 1000, secondary: 0, options: 2 ** 30, nodes: 2 ** 30 }],
  ['colours', { primary: 1000, secondary: 9, options: 1e6, nodes: 6e8, coloured: true }],
])('more than can be addressed is refused before anything is laid out: %s', (_, counts) => {
  const allocated = vi.fn(() => {
    throw new Error('it was allocated');
  });
  // An array that is as long as such a problem is in all, and has nothing in it.
  const { options = 0, nodes = 0, coloured = false } = counts;
  const length = 8 + options + 1 + (coloured ? 2 : 1) * nodes;
  const data = Object.create(Int32Array.prototype, { length: { value: length } });
  const compiled = { coloured, ...counts, data } as Compiled;
  vi.stubGlobal('Int32Array', new Proxy(Int32Array, { construct: allocated }));
  const tooLarge = expect.objectContaining({
    name: 'QuadrilleError',
    code: 'too-large',
    message: expect.stringMatching(/\d integers in the layout of a search.*split the problem/),
  });
  expect(() => new Lists(compiled)).toThrow(tooLarge);
  expect(() => buildLinks({ compiled }).next()).toThrow(tooLarge);
  expect(allocated).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});
