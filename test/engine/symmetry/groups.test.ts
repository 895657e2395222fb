import { expect, test, vi } from 'vitest';
import { Graph } from '../../../src/engine/symmetry/graph.ts';
import { Group } from '../../../src/engine/symmetry/group.ts';
import { product } from '../../../src/engine/symmetry/product.ts';
import { SymmetrySearch } from '../../../src/engine/symmetry/search.ts';
import { count, Problem, symmetries } from '../../../src/index.ts';
import { type Matrix, matrixOf } from '../../cases/matrix.ts';
import { problemOf } from '../../cases/problem.ts';
import { renamed, SYMMETRIC } from '../../cases/symmetric.ts';
import { orderOfGroup } from '../../support/schreier.ts';

/**
 * The net of a Latin square of chance takes 2,769 nodes, and 7,840 where no child shows its parent
 * to be foreign. The others take up to 286. `dreadnaut` takes 16,507 and 922.
 */
const MOST_NODES = 4000;

function searchFor(matrix: Matrix): SymmetrySearch {
  const search = new SymmetrySearch(new Graph(problemOf(matrix).compile()));
  search.graph.loadProblem();
  return search;
}

/** Checks that a permutation of options and items keeps every use. Colours may be renamed. */
function checkUses({ options }: Matrix, image: Int32Array): void {
  const itemAt = options.length;
  const wrong = options.filter((items, option) => {
    const moved = items.map((item) => image[itemAt + item] - itemAt);
    const others = options[image[option]];
    return String(moved.sort((a, b) => a - b)) !== String([...others].sort((a, b) => a - b));
  });
  expect(wrong).toEqual([]);
}

test.each(SYMMETRIC)('of a shuffled problem is proven in few nodes: $name', (one) => {
  const matrix = renamed(one.matrix(), 1);
  const search = searchFor(matrix);
  search.begin(false);
  expect(search.advance(Number.POSITIVE_INFINITY, MOST_NODES)).toBe('exhausted');
  expect(search.order).toBe(one.order);
  const points = matrix.options.length + matrix.primary + matrix.secondary;
  for (let k = 0; k < search.group.generators; k++) {
    const image = search.group.imagesOf(k, 0, points);
    expect(new Set(image).size).toBe(points);
    checkUses(matrix, image);
  }
});

test.each(SYMMETRIC.filter(({ name }) => /K8|semi|Bose, 33|over 7|Chang|thrice|cube$/.test(name)))(
  'the form of a problem shuffled twice is the same: $name',
  (one) => {
    const forms = [1, 2].map((seed) => {
      const search = searchFor(renamed(one.matrix(), seed));
      search.begin();
      expect(search.advance(Number.POSITIVE_INFINITY, 4 * MOST_NODES)).toBe('exhausted');
      expect(search.order).toBe(one.order);
      return search.canonicalForm().copy();
    });
    expect(forms[0]?.compare(forms[1])).toBe(0);
  },
);

test('names without options take no nodes, and work that grows as their number', () => {
  const worked = [2000, 8000].map((primary) => {
    const search = searchFor(matrixOf('', new Problem({ primary })));
    search.begin();
    expect(search.advance(Number.POSITIVE_INFINITY, 0)).toBe('exhausted');
    expect(search.group.generators).toBe(primary - 1);
    expect(search.group.moves).toBe(2 * (primary - 1));
    return search.work;
  });
  expect(worked[1]).toBeLessThan(5 * worked[0]);
});

test('each generator of twins swaps two names, and its arrays are made when they are read', () => {
  const made = vi.spyOn(Group.prototype, 'imagesOf');
  const found = symmetries(new Problem({ primary: 3000 }));
  let expected = 1n;
  for (let k = 2n; k <= 3000n; k++) expected *= k;
  expect([found.status, found.order]).toEqual(['complete', expected]);
  expect(found.itemOrbits.every((least) => least === 0)).toBe(true);
  expect(found.cyclesOf(7)).toMatchObject({
    options: [],
    items: [[expect.any(Number), expect.any(Number)]],
  });
  expect(made).not.toHaveBeenCalled();
  const [one, other] = found.cyclesOf(7).items[0] as [number, number];
  const images = found.generators[7]?.items;
  expect([images[one], images[other], images.findIndex((to, from) => to !== from)]).toEqual([
    other,
    one,
    one,
  ]);
  // Classes of solutions look at options alone.
  made.mockClear();
  expect(count(new Problem({ primary: 3000 }), { upToSymmetry: true }).count).toBe(0);
  expect(made).not.toHaveBeenCalled();
  made.mockRestore();
});

test('where twins do not fit into the memory, their group is that of those that do', () => {
  const problem = new Problem({ primary: 300, secondary: 200 });
  const whole = symmetries(problem);
  const orders = new Set<bigint>();
  for (let memoryLimit = 100_000; memoryLimit < 130_000; memoryLimit += 1000) {
    const { status, order, generators } = symmetries(problem, { memoryLimit });
    orders.add(order);
    expect(whole.order % order).toBe(0n);
    expect(status).toBe(order === whole.order ? 'complete' : 'memory');
    expect(generators.length > 0).toBe(order > 1n);
  }
  expect(orders.size).toBeGreaterThan(5);
  expect(orders.has(whole.order)).toBe(true);
});

test('twins beside other vertices are swapped at the first leaf: the generators generate the order', () => {
  // Each option of a square is stated twice, each item three times.
  const square = [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 0],
  ];
  const options = square.flatMap(([a, b]) => {
    const items = [a, b].flatMap((item) => [0, 1, 2].map((k) => 3 * item + k));
    return [items, items];
  });
  const search = searchFor({ name: '', primary: 12, secondary: 0, options });
  for (const wantsForm of [false, true]) {
    search.begin(wantsForm);
    expect(search.advance(Number.POSITIVE_INFINITY)).toBe('exhausted');
    expect(search.order).toBe(8n * 2n ** 4n * 6n ** 4n);
    const generators = Array.from({ length: search.group.generators }, (_, k) => [
      ...search.group.imagesOf(k, 0, 20),
    ]);
    expect(orderOfGroup(generators)).toBe(search.order);
  }
});

test('a product of many numbers', () => {
  const numbers = Array.from({ length: 500 }, (_, k) => (k * k * 7919) % 2 ** 31);
  for (const from of [0, 1, 250, 499, 500]) {
    const some = numbers.slice(from);
    expect(product(some)).toBe(some.reduce((result, factor) => result * BigInt(factor), 1n));
  }
});
