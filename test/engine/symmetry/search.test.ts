import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Compiled } from '../../../src/engine/problem/compiled.ts';
import { Form } from '../../../src/engine/symmetry/form.ts';
import { Graph, type Remainder } from '../../../src/engine/symmetry/graph.ts';
import { SymmetrySearch } from '../../../src/engine/symmetry/search.ts';
import { Trace } from '../../../src/engine/symmetry/trace.ts';
import { count, type Problem } from '../../../src/index.ts';
import {
  completeGraph,
  cubeGraph,
  dodecahedronGraph,
  latinSquares,
  perfectMatchings,
  petersenGraph,
  soma,
} from '../../../src/puzzles.ts';
import { type Matrix, matrixOf } from '../../cases/matrix.ts';
import { problemOf } from '../../cases/problem.ts';
import { smallMatrix } from '../../support/arbitrary.ts';
import { runs } from '../../support/effort.ts';
import {
  keys,
  nameUpToIsomorphism,
  shuffled,
  tinyWeighted,
  type Weighted,
  weightedProblemOf,
} from '../../support/relabellings.ts';
import { expectSame } from '../../support/same.ts';
import { orderOfGroup } from '../../support/schreier.ts';
import { checkPath, edges, formOf, formOfProblem } from './forms.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Vertices x, y of the group Z4 x Z4, joined where their difference is one of these. */
function cayley(differences: readonly (readonly [number, number])[]): Matrix {
  const options: number[][] = [];
  for (let a = 0; a < 16; a++) {
    for (const [dx, dy] of differences) {
      const b = (((a >> 2) + dx) & 3) * 4 + (((a & 3) + dy) & 3);
      if (a < b) options.push([a, b]);
    }
  }
  return edges(16, options);
}

const rook = cayley([
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 0],
  [2, 0],
  [3, 0],
]);
const shrikhande = cayley([
  [0, 1],
  [0, 3],
  [1, 0],
  [3, 0],
  [1, 1],
  [3, 3],
]);

/**
 * A graph of Cai, Fürer and Immerman over a graph whose vertices have three edges: each vertex
 * becomes one for each even set of its edges, each edge two pairs; `twisted` crosses one edge.
 */
function cai(base: readonly (readonly [number, number])[], twisted: boolean): Matrix {
  const options: number[][] = [];
  const around = new Map<number, number[]>();
  base.forEach(([a, b], edge) => {
    for (const v of [a, b]) around.set(v, [...(around.get(v) ?? []), edge]);
  });
  let vertices = 0;
  const ends = new Map<string, number>();
  for (const [v, list] of around) {
    for (const edge of list) {
      ends.set(`${v} ${edge} 0`, vertices++);
      ends.set(`${v} ${edge} 1`, vertices++);
    }
    for (const set of [0, 3, 5, 6]) {
      const middle = vertices++;
      list.forEach((edge, k) => {
        options.push([middle, ends.get(`${v} ${edge} ${(set >> k) & 1}`) as number]);
      });
    }
  }
  base.forEach(([a, b], edge) => {
    const crossed = twisted && edge === 0 ? 1 : 0;
    for (const side of [0, 1]) {
      const to = ends.get(`${b} ${edge} ${side ^ crossed}`) as number;
      options.push([ends.get(`${a} ${edge} ${side}`) as number, to]);
    }
  });
  return edges(vertices, options);
}

/** Graphs whose vertices have three edges each: as edges, with the number of their symmetries. */
const CUBIC: readonly { edges: readonly (readonly number[])[]; order: bigint }[] = [
  { edges: edgesOf(completeGraph(4)), order: 24n },
  { edges: edgesOf(cubeGraph(3)), order: 48n },
  { edges: edgesOf(petersenGraph()), order: 120n },
  { edges: [0, 1, 2].flatMap((a) => [3, 4, 5].map((b) => [a, b])), order: 72n },
  {
    edges: [0, 1, 2].flatMap((a) => [
      [a, (a + 1) % 3],
      [a, a + 3],
      [a + 3, ((a + 1) % 3) + 3],
    ]),
    order: 12n,
  },
  { edges: edgesOf(dodecahedronGraph()), order: 120n },
];

function edgesOf(graph: ReturnType<typeof completeGraph>): readonly (readonly number[])[] {
  return matrixOf('', perfectMatchings(graph)).options;
}

/** Some of these graphs side by side. */
function unionOf(kinds: readonly number[]): Matrix {
  const options: number[][] = [];
  let vertices = 0;
  for (const kind of kinds) {
    const part = CUBIC[kind]?.edges ?? [];
    for (const edge of part) options.push(edge.map((vertex) => vertices + vertex));
    vertices += (2 * part.length) / 3;
  }
  return edges(vertices, options);
}

const cube: [number, number][] = [];
for (let a = 0; a < 8; a++)
  for (const bit of [1, 2, 4]) if ((a & bit) === 0) cube.push([a, a | bit]);

/** The canonical form of a problem, those with a vertex singled out, and that of any vertex. */
function pointedForms(matrix: Matrix): { form: string; all: Set<string>; any: string } {
  const search = new SymmetrySearch(new Graph(problemOf(matrix).compile()));
  search.graph.loadProblem();
  const formBelow = (point?: number) => {
    search.beginBelow(point);
    expectSame(search.advance(Number.POSITIVE_INFINITY), 'exhausted');
    return search.canonicalForm().text();
  };
  const form = formOf(search);
  const all = new Set(search.points().map((point) => formBelow(point)));
  return { form, all, any: formBelow() };
}

describe('a canonical form', () => {
  test('with a vertex singled out, isomorphic problems have in common, and no others', () => {
    const others: ReturnType<typeof pointedForms>[] = [];
    let differing = 0;
    fc.assert(
      fc.property(smallMatrix, keys, (matrix, by) => {
        const one = pointedForms(matrix);
        const again = pointedForms(shuffled(matrix, by));
        expect(again.all).toEqual(one.all);
        if (one.all.size > 0) expect(one.all).toContain(again.any);
        for (const { form, any } of others) {
          if (form === one.form) continue;
          expectSame(one.all.has(any), false);
          differing++;
        }
        others.push(one);
      }),
      { numRuns: runs(2000) },
    );
    expect(differing).toBeGreaterThan(500);
  });

  test('is equal exactly for isomorphic problems', () => {
    const names = new Map<string, string>();
    const forms = new Map<string, string>();
    const check = fc.property(tinyWeighted, keys, (matrix, by) => {
      const form = formOfProblem(weightedProblemOf(matrix).compile());
      expect(formOfProblem(weightedProblemOf(shuffled(matrix, by)).compile())).toBe(form);
      // All problems of the run are compared with each other.
      const section = `${matrix.times.every(([a, b]) => a === 1 && b === 1)} ${matrix.costs.some(Boolean)}`;
      const name = `${section} ${nameUpToIsomorphism(matrix)}`;
      expect(names.get(`${section} ${form}`) ?? name).toBe(name);
      expect(forms.get(name) ?? form).toBe(form);
      names.set(`${section} ${form}`, name);
      forms.set(name, form);
    });
    fc.assert(check, { numRuns: runs(4000) });
    expect(names.size).toBeGreaterThan(100);
  });

  test('tells marked options from others', () => {
    const seen = new Map<string, string>();
    const sets = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 });
    const check = fc.property(tinyWeighted, sets, (matrix, isMarked) => {
      const marked = matrix.options.map((_, k) => k).filter((k) => isMarked[k]);
      const compiled = weightedProblemOf(matrix).compile();
      const form = `${compiled.multiple} ${compiled.priced} ${formOfProblem(compiled, marked)}`;
      const name = nameUpToIsomorphism(matrix, marked);
      expect(seen.get(form) ?? name).toBe(name);
      seen.set(form, name);
    });
    fc.assert(check, { numRuns: runs(2000) });
  });

  test('tells apart what refinement does not', () => {
    const pairs: [Matrix, Matrix][] = [
      [rook, shrikhande],
      [cai(cube, false), cai(cube, true)],
    ];
    for (const [one, other] of pairs) {
      const by = [5, 3, 11, 2, 7, 1, 12, 9, 4, 8, 6, 10, 0];
      const form = formOfProblem(problemOf(one).compile());
      expect(formOfProblem(problemOf(shuffled(one, by)).compile())).toBe(form);
      expect(formOfProblem(problemOf(other).compile())).not.toBe(form);
    }
  });

  test('is equal for the same parts in any order, of which refinement tells none apart', () => {
    const names = new Map<string, string>();
    const parts = fc.array(fc.nat(CUBIC.length - 1), { minLength: 1, maxLength: 5 });
    const check = fc.property(parts, keys, (kinds, by) => {
      const search = new SymmetrySearch(
        new Graph(problemOf(shuffled(unionOf(kinds), by)).compile()),
      );
      search.graph.loadProblem();
      const form = formOf(search);
      // Equal parts may change places.
      const orders = kinds.map((kind, k) => {
        const place = kinds.slice(0, k + 1).filter((other) => other === kind).length;
        return CUBIC[kind]?.order * BigInt(place);
      });
      expect(search.order).toBe(orders.reduce((product, order) => product * order, 1n));
      const name = [...kinds].sort().join(' ');
      expect(names.get(form) ?? name).toBe(name);
      expect(names.get(name) ?? form).toBe(form);
      names.set(form, name).set(name, form);
    });
    fc.assert(check, { numRuns: runs(1000) });
  });

  test('needs no hash: where all are equal, leaves are compared edge by edge', () => {
    const { note } = Trace.prototype;
    vi.spyOn(Trace.prototype, 'note').mockImplementation(function (this: Trace) {
      return note.call(this, 0);
    });
    const compared = vi.spyOn(Form.prototype, 'compare');
    const names = new Map<string, string>();
    const parts = fc.array(fc.nat(CUBIC.length - 2), { minLength: 1, maxLength: 2 });
    const check = fc.property(parts, keys, (kinds, by) => {
      const form = formOfProblem(problemOf(shuffled(unionOf(kinds), by)).compile());
      const name = [...kinds].sort().join(' ');
      expect(names.get(name) ?? form).toBe(form);
      names.set(name, form);
    });
    fc.assert(check, { numRuns: runs(300) });
    const orders = compared.mock.results.map(({ value }) => Math.sign(value));
    expect(orders.filter((order) => order > 0).length).toBeGreaterThan(runs(30));
    expect(orders.filter((order) => order < 0).length).toBeGreaterThan(runs(30));
  });

  // Labels of 8 and of 16 bits; search.system.test.ts has those of 32.
  test.each([
    [200, 8],
    [300, 16],
  ])('has all edges, in labels as wide as they need to be: %i, %i bits', checkPath);
});

/** What is left of a problem below options chosen and left out, straight from the definition. */
function remainderOf(
  matrix: Matrix & Partial<Weighted>,
  chosen: readonly number[],
  leftOut: readonly number[],
): Remainder {
  const { primary, secondary, options, colours, times } = matrix;
  const open = new Uint8Array(primary + secondary).fill(1);
  const bounds = Array.from({ length: primary }, (_, item) => [...(times?.[item] ?? [1, 1])]);
  const colourOf = new Map<number, number>();
  for (const option of chosen) {
    options[option]?.forEach((item, k) => {
      const own = bounds[item]?.map((bound) => bound - 1);
      if (own !== undefined) bounds[item] = own;
      open[item] = own !== undefined && own[1] > 0 ? 1 : 0;
      colourOf.set(item, colours?.[option]?.[k] ?? 0);
    });
  }
  const left = options
    .map((_, k) => k)
    .filter((option) => {
      if (chosen.includes(option) || leftOut.includes(option)) return false;
      const items = options[option];
      if (!items.some((item) => item < primary)) return false;
      return items.every((item, k) => {
        const colour = colours?.[option]?.[k] ?? 0;
        return open[item] === 1 || (item >= primary && colour > 0 && colourOf.get(item) === colour);
      });
    });
  return {
    options: Int32Array.from(left),
    count: left.length,
    open,
    least: Int32Array.from(bounds, ([least]) => least),
    most: Int32Array.from(bounds, ([, most]) => most),
  };
}

describe('what is left below decisions', () => {
  test.each([
    ['each item once', smallMatrix, problemOf],
    ['with multiplicities', tinyWeighted, weightedProblemOf],
  ] as const)('has as many solutions as all with an equal form: %s', (_, matrices, stated) => {
    let met = 0;
    const solutions = new Map<string, number>();
    const decisions = fc.array(fc.nat(), { maxLength: 3 });
    const check = fc.property(
      matrices as fc.Arbitrary<Weighted>,
      decisions,
      decisions,
      (...drawn) => {
        const [matrix, chosen, leftOut] = drawn;
        const compiled = (stated as (matrix: Weighted) => Problem)(matrix).compile();
        const { length } = matrix.options;
        const named = (list: number[]) =>
          length === 0 ? [] : [...new Set(list.map((k) => k % length))];
        const prefix = [...named(chosen), ...named(leftOut).map((k) => ~k)];
        let number: number | undefined;
        try {
          number = count(compiled, { prefix }).count;
        } catch {
          return; // Decisions that clash.
        }
        expect(number).toBeDefined();
        const search = new SymmetrySearch(new Graph(compiled));
        search.graph.loadRemainder(remainderOf(matrix, named(chosen), named(leftOut)));
        const form = `${compiled.multiple} ${formOf(search)}`;
        const known = solutions.get(form);
        if (known !== undefined) met++;
        expect(known ?? number).toBe(number);
        solutions.set(form, number as number);
      },
    );
    fc.assert(check, { numRuns: runs(8000) });
    expect(met).toBeGreaterThan(50);
  });

  test('is the same below decisions that symmetries take to each other', () => {
    const compiled = latinSquares(5).compile();
    const search = new SymmetrySearch(new Graph(compiled));
    const matrix = { name: '', primary: 75, secondary: 0, options: [] as number[][] };
    for (let option = 0; option < 125; option++) {
      matrix.options.push([
        ...compiled.data.subarray(compiled.itemAt + 3 * option, compiled.itemAt + 3 * option + 3),
      ]);
    }
    const forms = Array.from({ length: 125 }, (_, option) => {
      search.graph.loadRemainder(remainderOf(matrix, [option], []));
      return formOf(search);
    });
    expect(new Set(forms).size).toBe(1);
    // The group of a square with one cell filled: 4!^3, and the six orders of rows, columns, values.
    expect(search.order).toBe(24n ** 3n * 6n);
  });

  test('items that forbid nothing any more drop out', () => {
    const itemsOf = (matrix: Matrix & Partial<Weighted>, leftOut: readonly number[]) => {
      const {
        times = [
          [1, 1],
          [1, 1],
        ],
        costs = [],
      } = matrix;
      const compiled = weightedProblemOf({ ...matrix, times, costs }).compile();
      const graph = new Graph(compiled);
      graph.loadRemainder(remainderOf(matrix, [], leftOut));
      return Array.from(graph.vertexOfItem.keys()).filter((k) => graph.vertexOfItem[k] !== -1);
    };
    const matrix = { name: 'idle', primary: 2, secondary: 2 };
    // Item 2 has one option, item 3 options in one colour.
    const options = [[0, 2], [0, 3], [1, 3], [1]];
    const colours = [[0, 0], [0, 1], [0, 1], [0]];
    expect(itemsOf({ ...matrix, options, colours }, [])).toEqual([0, 1]);
    expect(itemsOf({ ...matrix, options, colours: [[0, 0], [0, 1], [0, 2], [0]] }, [])).toEqual([
      0, 1, 3,
    ]);
    // Two options use item 2 without a colour, so one excludes the other.
    const both = {
      ...matrix,
      options: [
        [0, 2],
        [1, 2],
        [0, 3],
      ],
      colours: [
        [0, 0],
        [0, 0],
        [0, 1],
      ],
    };
    expect(itemsOf(both, [])).toEqual([0, 1, 2]);
    expect(itemsOf(both, [0])).toEqual([0, 1]);
    // Item 0 may have all its options, and item 1 may not.
    const times = [
      [0, 3],
      [0, 1],
    ] as const;
    expect(itemsOf({ ...matrix, options: [[0], [0, 1], [0, 1]], times }, [])).toEqual([1]);
    expect(itemsOf({ ...matrix, options: [[0], [0, 1], [0, 1]], times }, [2])).toEqual([]);
  });
});

describe('the search', () => {
  test('gives the same in slices, and after other graphs', () => {
    let pauses = 0;
    const check = fc.property(tinyWeighted, fc.nat(), (matrix, slice) => {
      const fresh = new SymmetrySearch(new Graph(weightedProblemOf(matrix).compile()));
      fresh.graph.loadProblem();
      const form = formOf(fresh);
      const { order, nodes } = fresh;
      fresh.graph.loadProblem(matrix.options.length > 0 ? [0] : []);
      fresh.begin();
      fresh.advance(slice % 60);
      fresh.graph.loadProblem();
      fresh.begin();
      while (fresh.advance(fresh.work + 1) === 'paused') pauses++;
      const { words, length } = fresh.canonicalForm();
      expect(words.subarray(0, length).join(' ')).toBe(form);
      expect([fresh.order, fresh.nodes]).toEqual([order, nodes]);
    });
    fc.assert(check, { numRuns: runs(3000) });
    expect(pauses).toBeGreaterThan(1000);
  });

  test.each([
    ['Latin squares of order 4', latinSquares(4).compile()],
    ['Soma', soma().compile()],
    ['matchings of a cube', perfectMatchings(cubeGraph(4)).compile()],
    ["a rook's graph", problemOf(rook).compile()],
    ['a graph of Cai, Fürer and Immerman', problemOf(cai(cube, false)).compile()],
  ])('knows the order of what it has found so far: %s', (_, compiled) => {
    for (const wantsForm of [false, true]) {
      const search = new SymmetrySearch(new Graph(compiled));
      search.graph.loadProblem();
      search.begin(wantsForm);
      const { vertices } = search.graph;
      let generators = -1;
      for (let ended = 'paused'; ended === 'paused'; ) {
        ended = search.advance(search.work + 1);
        if (search.group.generators === generators && ended === 'paused') continue;
        generators = search.group.generators;
        const permutations = Array.from({ length: generators }, (_, k) => [
          ...search.group.imagesOf(k, 0, vertices),
        ]);
        expect(search.order).toBe(orderOfGroup(permutations));
      }
      expect(search.order).toBeGreaterThan(1n);
    }
  });

  test('a generator too many is not kept', () => {
    const search = new SymmetrySearch(new Graph(latinSquares(4).compile()));
    search.graph.loadProblem();
    search.begin(false);
    expect(search.advance(Number.POSITIVE_INFINITY)).toBe('exhausted');
    expect(search.group.generators).toBeGreaterThan(3);
    const moves = [0, 1, 2].reduce((sum, k) => sum + search.group.movedBy(k).length / 2, 0);
    search.begin(false, moves);
    expect(search.advance(Number.POSITIVE_INFINITY)).toBe('stuck');
    expect(search.advance(Number.POSITIVE_INFINITY)).toBe('stuck');
    expect(search.group.generators).toBe(3);
    expect(search.order).toBe(
      orderOfGroup([0, 1, 2].map((k) => [...search.group.imagesOf(k, 0, 112)])),
    );
  });

  test('a compiled problem that was stored has the same form', () => {
    const { data } = soma().compile();
    expect(formOfProblem(Compiled.from(data.slice()))).toBe(formOfProblem(soma().compile()));
  });
});
