import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { costOf, leastOf, mostOf, setCost } from '../../../src/engine/problem/compiled.ts';
import { Compiled, createSearch, Problem, QuadrilleError } from '../../../src/index.ts';
import { knuth } from '../../cases/knuth.ts';
import { problemOf } from '../../cases/problem.ts';
import { smallMatrix } from '../../support/arbitrary.ts';
import { runs } from '../../support/effort.ts';
import { rest } from '../../support/engines.ts';
import { expectRefusal } from '../../support/thrown.ts';

test('is laid out as its comment draws it', () => {
  const { data, startAt, itemAt } = problemOf(knuth()).compile();
  expect([...data.subarray(startAt, itemAt)]).toEqual([0, 3, 6, 9, 11, 13, 16]);
  expect([...data.subarray(itemAt)]).toEqual([2, 4, 5, 0, 3, 6, 1, 2, 5, 0, 3, 1, 6, 3, 4, 6]);
});

test('comes back from a clone, a buffer or shared memory as the same problem', () => {
  fc.assert(
    fc.property(smallMatrix, (matrix) => {
      const compiled = problemOf(matrix).compile();
      const shared = new SharedArrayBuffer(compiled.data.byteLength);
      new Int32Array(shared).set(compiled.data);
      const found = rest(createSearch(compiled));
      for (const copy of [structuredClone(compiled.data), compiled.data.slice().buffer, shared]) {
        const back = Compiled.from(copy);
        expect(back).toEqual(compiled);
        expect(rest(createSearch(back))).toEqual(found);
      }
    }),
    { numRuns: runs(100) },
  );
});

test('comes back from the bytes of a file, wherever they lie', () => {
  const { data } = problemOf(knuth()).compile();
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  for (const offset of [0, 1, 4, 7]) {
    const file = new Uint8Array(bytes.length + offset);
    file.set(bytes, offset);
    expect(Compiled.from(file.subarray(offset)).data).toEqual(data);
  }
  const odd = data.slice();
  for (const added of [-1, odd[4] + 1]) {
    odd[7] = added;
    expect(() => Compiled.from(odd)).toThrow(`rules add ${added} of its`);
  }
  odd[7] = 1;
  expect(Compiled.from(odd).stated).toBe(odd[4] - 1);
});

test('a search writes nothing into the compiled problem', () => {
  fc.assert(
    fc.property(
      smallMatrix,
      fc.constantFrom('lists' as const, 'links' as const),
      (matrix, engine) => {
        const compiled = problemOf(matrix).compile();
        const before = compiled.data.slice();
        rest(createSearch(compiled, { engine, seed: 5 }));
        rest(createSearch(compiled, { engine }));
        expect(compiled.data).toEqual(before);
      },
    ),
    { numRuns: runs(100) },
  );
});

test('no integer can be changed to an impossible one unnoticed', () => {
  fc.assert(
    fc.property(smallMatrix, fc.nat(), fc.integer({ min: -3, max: 99 }), (matrix, at, value) => {
      const { data } = problemOf(matrix).compile();
      const broken = data.slice();
      broken[at % broken.length] = value;
      // Either it is refused, or it is a problem that an engine can be trusted with.
      let compiled: Compiled;
      try {
        compiled = Compiled.from(broken);
      } catch (error) {
        expect(error).toBeInstanceOf(QuadrilleError);
        expect(error).toMatchObject({ code: 'bad-compiled' });
        return;
      }
      const able = compiled.multiple
        ? (['multiples', 'learn'] as const)
        : (['lists', 'links'] as const);
      for (const engine of able) rest(createSearch(compiled, { engine }));
    }),
    { numRuns: runs(2000) },
  );
});

describe('each rule of its integers has its refusal', () => {
  // a b | x, and options `a x:1`, `b x:1`, `a b`.
  const good = () => {
    const problem = new Problem({ primary: 2, secondary: 1 });
    problem.addIndices([0, 2], undefined, [0, 1]);
    problem.addIndices([1, 2], undefined, [0, 1]);
    problem.addIndices([0, 1]);
    return problem.compile();
  };
  const { startAt, itemAt, colourAt } = good();

  test.each<[string, [number, number][], RegExp, number?, number?]>([
    ['a version before', [[1, 0]], /it is of version 0/],
    ['a version to come', [[1, 2]], /it is of version 2/],
    ['no version', [[1, -1]], /it is of version -1/],
    ['no primary count', [[2, -1]], /count is negative/],
    ['no secondary count', [[3, -1]], /count is negative/],
    ['no option count', [[4, -1]], /count is negative/],
    ['no node count', [[5, -1]], /count is negative/],
    [
      'no items',
      [
        [2, 0],
        [3, 0],
      ],
      /no items/,
    ],
    ['an item too many', [[2, 2 ** 24]], /more than 16777216 items/],
    ['an absurd count', [[2, 0x7fffffff]], /more than 16777216 items/],
    ['a node before the first option', [[startAt, 1]], /do not fill/],
    ['a node after the last option', [[startAt + 3, 5]], /do not fill/],
    ['an empty option', [[startAt + 1, 0]], /option 0 is empty/, 0],
    ['options out of order', [[startAt + 2, 1]], /option 1 is empty or out of place/, 1],
    ['an option beyond the nodes', [[startAt + 1, 7]], /option 0 is .*out of place/, 0],
    ['a negative item', [[itemAt, -1]], /option 0 has an unknown item/, 0, -1],
    ['an item beyond the last', [[itemAt + 3, 3]], /option 1 has an unknown item/, 1, 3],
    ['an item twice', [[itemAt + 1, 0]], /option 0 has an item twice/, 0, 0],
    ['a negative colour', [[colourAt + 1, -1]], /option 0 .* colour/, 0, 2],
    ['a coloured primary item', [[colourAt + 5, 1]], /option 2 .* colour/, 2, 1],
  ])('%s', (_, changes, message, option, item) => {
    const { data } = good();
    expect(Compiled.from(data).data).toBe(data);
    for (const [at, value] of changes) data[at] = value;
    expectRefusal(() => Compiled.from(data), message, { code: 'bad-compiled', option, item });
  });

  test('as many items as there can be', () => {
    const { data } = good();
    data[3] = 2 ** 24 - 2;
    expect(Compiled.from(data)).toMatchObject({ primary: 2, secondary: 2 ** 24 - 2 });
  });
});

test.each([
  ['nothing', undefined],
  ['an object', {}],
  ['other numbers', new Float64Array(9)],
  ['too few bytes', new ArrayBuffer(12)],
  ['bytes that make no integers', new ArrayBuffer(41)],
  ['zeros', new ArrayBuffer(64)],
])('refuses %s', (_name, buffer) => {
  expect(() => Compiled.from(buffer as ArrayBuffer)).toThrow(QuadrilleError);
});

// Six options with 16 nodes, 7 primary items.
test.each([
  ['the sixth bit', 32, 14],
  ['colours and the sixth bit', 33, 30],
  ['the highest bit', -(2 ** 31), 9],
  ['all bits', -1, 99],
])('refuses sections that it does not know, as long as they are: %s', (_, sections, length) => {
  const { data } = problemOf(knuth()).compile();
  const longer = new Int32Array(data.length + length);
  for (const copy of [data.slice(), longer]) {
    copy.set(data);
    copy[6] = sections;
    expect(() => Compiled.from(copy)).toThrow(/sections that this library does not know/);
  }
});

/** Knuth's example with some optional sections, filled by the test. */
function withSections(sections: number, length: number): Int32Array {
  const { data } = problemOf(knuth()).compile();
  const copy = new Int32Array(data.length + length);
  copy.set(data);
  copy[6] = sections;
  return copy;
}

test('reads bounds and costs, and refuses impossible ones', () => {
  const data = withSections(2 + 4, 14 + 12);
  const compiled = Compiled.of(data);
  for (let item = 0; item < 7; item++) data.set([item, item + 2], compiled.timesAt + 2 * item);
  const costs = [0, -1, 2 ** 32, -(2 ** 52), 2 ** 51 - 1, 123_456_789_012];
  for (const [option, cost] of costs.entries()) setCost(compiled, option, cost);
  const read = Compiled.from(data);
  expect([read.multiple, read.priced, read.prefers, read.coloured]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(costs.map((_, option) => costOf(read, option))).toEqual(costs);
  expect([leastOf(read, 3), mostOf(read, 3)]).toEqual([3, 5]);
  for (const bounds of [
    [-1, 1],
    [3, 2],
    [0, -1],
  ]) {
    const wrong = data.slice();
    wrong.set(bounds, compiled.timesAt + 2 * 4);
    expect(() => Compiled.from(wrong)).toThrow(/item 4 has impossible bounds/);
  }
  const dear = data.slice();
  setCost(Compiled.of(dear), 2, 2 ** 54);
  expect(() => Compiled.from(dear)).toThrow(/option 2 has a cost beyond 2 \*\* 53/);
  setCost(Compiled.of(dear), 2, 2 ** 52);
  expect(() => Compiled.from(dear)).toThrow(/costs may add up to \d+, beyond 2 \*\* 53/);
});

test('without sections, every item is covered once and no option costs', () => {
  const compiled = problemOf(knuth()).compile();
  expect([leastOf(compiled, 0), mostOf(compiled, 0), costOf(compiled, 0)]).toEqual([1, 1, 0]);
});

test('a compiled problem that was transferred away is no problem without solutions', () => {
  const problem = problemOf(knuth());
  const compiled = problem.compile();
  const search = createSearch(compiled);
  structuredClone(compiled.data, { transfer: [compiled.data.buffer] });
  expect(() => createSearch(compiled)).toThrow(/transfer/);
  // A search has its own memory, and the problem can be compiled again.
  expect(search.advance(9)).toBe('solution');
  expect(rest(createSearch(problem.compile()))).toHaveLength(1);
});

test.each(['lists', 'links'] as const)('%s takes nothing but a compiled problem', (engine) => {
  const problem = problemOf(knuth());
  for (const wrong of [problem, problem.compile().data, {}, null, undefined, 'x', 7]) {
    expect(() => createSearch(wrong as Compiled, { engine })).toThrow(
      expect.objectContaining({ name: 'QuadrilleError', code: 'bad-compiled' }),
    );
  }
});

test('refuses a cut buffer', () => {
  const { data } = problemOf(knuth()).compile();
  expect(() => Compiled.from(data.slice(0, -1))).toThrow(/promises/);
});
