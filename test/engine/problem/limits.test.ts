import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type * as Memory from '../../../src/engine/problem/memory.ts';
import type * as Api from '../../../src/index.ts';

// The limits of V8's collections, made so small that a test can pass them.
const MOST = 6;
let api: typeof Api;

beforeAll(async () => {
  vi.resetModules();
  vi.doMock('../../../src/engine/problem/memory.ts', async (original) => ({
    ...(await original<typeof Memory>()),
    MOST_KEYS: MOST,
    LONGEST_ARRAY: MOST,
  }));
  api = await import('../../../src/index.ts');
});

afterAll(() => {
  vi.doUnmock('../../../src/engine/problem/memory.ts');
  vi.resetModules();
});

const tooLarge = expect.objectContaining({ name: 'QuadrilleError', code: 'too-large' });
const names = (count: number) => Array.from({ length: count }, (_, k) => `i${k}`);

describe('more items than can have names', () => {
  test('are refused, however they are stated', () => {
    expect(new api.Problem({ primary: MOST - 1, secondary: 1 }).secondaryCount).toBe(1);
    for (const items of [
      { primary: MOST + 1 },
      { primary: MOST, secondary: 1 },
      { primary: names(MOST), secondary: ['x'] },
      { secondary: names(MOST + 1) },
      { primary: 2 ** 53 },
    ]) {
      expect(() => new api.Problem(items)).toThrow(tooLarge);
    }
    const problem = new api.Problem({ primary: MOST - 1 });
    expect(() => problem.addPrimary(2)).toThrow(tooLarge);
    expect(() => problem.addSecondary(['x', 'y'])).toThrow(tooLarge);
    expect(problem.addSecondary(['x']).compile()).toMatchObject({ primary: 5, secondary: 1 });
  });

  test('in a text, at the first of them', () => {
    expect(api.readDlx(`${names(MOST).join(' ')}\n`).primaryCount).toBe(MOST);
    const place = expect.objectContaining({ code: 'too-large', line: 2, column: 19 });
    expect(() => api.readDlx(`|\n${names(MOST + 1).join(' ')}\n`)).toThrow(place);
  });
});

describe('more colours than can be told apart', () => {
  const full = () => {
    const problem = new api.Problem({ primary: 2, secondary: 4 });
    problem.addIndices([0, 2, 3], undefined, [0, 11, 12]);
    for (const name of ['red', 'green', 'blue']) problem.colour(name);
    return problem;
  };

  test('are refused, and leave the problem as it was', () => {
    const problem = full();
    const before = problem.compile().data;
    const [x, y] = ['r', 's'].map((colour, k) => ({ item: `${2 + k}`, colour }));
    for (const action of [
      () => problem.addOption(['0', x as Api.ItemUse, y as Api.ItemUse]),
      () => problem.addIndices([1, 2, 3], undefined, [0, 1, 2]),
    ]) {
      expect(action).toThrow(tooLarge);
      expect(problem.optionCount).toBe(1);
      expect(problem.compile().data).toBe(before);
    }
    // There is room for one.
    expect(problem.addOption(['1', x as Api.ItemUse])).toBe(1);
    expect(() => problem.colour('t')).toThrow(tooLarge);
    // Then the ones there are can still be used.
    expect(problem.addOption(['1', x as Api.ItemUse])).toBe(2);
    expect(() => problem.addIndices([1, 2], undefined, [0, 99])).toThrow(tooLarge);
    expect(problem.colour('r')).toBe(16);
    expect(problem.addIndices([1, 2], undefined, [0, 12])).toBe(3);
  });

  test('in a text, in their line', () => {
    const text = `a | x\n${names(MOST)
      .map((name) => `a x:${name}\n`)
      .join('')}`;
    expect(api.readDlx(text).optionCount).toBe(MOST);
    expect(() => api.readDlx(`${text}a x:one-more\n`)).toThrow(
      expect.objectContaining({ code: 'too-large', line: MOST + 2 }),
    );
  });
});

test('a clause that is too long is refused at the call', () => {
  const problem = new api.Problem({ primary: ['a'] });
  for (let k = 0; k < MOST; k++) problem.addIndices([0]);
  expect([...api.dimacsLines(problem)].length).toBeGreaterThan(MOST);
  problem.addIndices([0]);
  expect(() => api.dimacsLines(problem)).toThrow(
    expect.objectContaining({ code: 'too-large', item: 'a' }),
  );
  // Each item has its own clause, whatever the others have.
  const two = new api.Problem({ primary: 2 });
  for (let k = 0; k < 2 * MOST; k++) two.addIndices([k % 2]);
  expect([...api.dimacsLines(two)].length).toBeGreaterThan(2 * MOST);
});

test('a line that could not be read back is refused at the call', () => {
  // 16 characters for each of the six items.
  const long = 'x'.repeat(16 * MOST - 3);
  const fits = new api.Problem({ primary: [long] });
  expect(api.writeDlx(api.readDlx(api.writeDlx(fits)))).toBe(`${long}\n`);
  expect(() => api.dlxLines(new api.Problem({ primary: [`${long}x`] }))).toThrow(tooLarge);

  const coloured = new api.Problem({ primary: ['a'], secondary: ['x'] });
  coloured.addOption(['a']);
  coloured.addOption(['a', { item: 'x', colour: long }]);
  expect(() => api.dlxLines(coloured)).toThrow(
    expect.objectContaining({ code: 'too-large', option: 1 }),
  );
  // The longest that is written: a, a blank, x:, the colour and the end of the line.
  const longest = new api.Problem({ primary: ['a'], secondary: ['x'] });
  longest.addOption(['a', { item: 'x', colour: 'c'.repeat(16 * MOST - 5) }]);
  expect(api.writeDlx(api.readDlx(api.writeDlx(longest)))).toBe(api.writeDlx(longest));
});
