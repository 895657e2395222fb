import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Graph } from '../../../src/engine/symmetry/graph.ts';
import { Partition } from '../../../src/engine/symmetry/partition.ts';
import { Trace } from '../../../src/engine/symmetry/trace.ts';
import type { Matrix } from '../../cases/matrix.ts';
import { problemOf } from '../../cases/problem.ts';
import { smallMatrix, tightMatrix } from '../../support/arbitrary.ts';
import { runs } from '../../support/effort.ts';

/** Graphs, of items with two of them in each option: their classes are large. */
const graphs: fc.Arbitrary<Matrix> = fc
  .uniqueArray(
    fc.tuple(fc.nat(15), fc.nat(15)).filter(([a, b]) => a < b),
    { minLength: 10, maxLength: 30, selector: ([a, b]) => 16 * a + b },
  )
  .map((options) => ({ name: 'graph', primary: 16, secondary: 0, options }));

/** Vertex -> a number of its cell, from colours that are refined by all neighbours at once. */
function refined(graph: Graph, colours: readonly number[]): number[] {
  let now = [...colours];
  for (;;) {
    const numbers = new Map<string, number>();
    const next = now.map((colour, vertex) => {
      const around = [...graph.to.subarray(graph.start[vertex], graph.start[vertex + 1])];
      const text = `${colour}: ${around.map((other) => now[other]).sort((a, b) => a - b)}`;
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      return number;
    });
    if (numbers.size === new Set(now).size) return next;
    now = next;
  }
}

/** The cells as sets of vertices, in no order. */
function cellsOf(cellOf: ArrayLike<number>, vertices: number): string[] {
  const cells = new Map<number, number[]>();
  for (let vertex = 0; vertex < vertices; vertex++) {
    const cell = cellOf[vertex];
    cells.set(cell, [...(cells.get(cell) ?? []), vertex]);
  }
  return [...cells.values()].map(String).sort();
}

test('the coarsest partition in which all cells agree, on the way down and back', () => {
  let deepest = 0;
  const picks = fc.array(fc.nat(), { maxLength: 6 });
  const check = fc.property(
    fc.oneof(smallMatrix, tightMatrix, graphs),
    picks,
    (matrix, vertices) => {
      const graph = new Graph(problemOf(matrix).compile());
      graph.loadProblem();
      const partition = new Partition(graph);
      const trace = new Trace(graph.room);
      partition.begin();
      let colours = Array.from({ length: graph.vertices }, (_, v) => partition.cell[v]);
      const marks: [splits: number, cells: string[]][] = [];
      for (const pick of [-1, ...vertices]) {
        if (pick >= 0) {
          const vertex = pick % graph.vertices;
          if (partition.length[partition.cell[vertex]] === 1) continue;
          partition.individualize(vertex);
          colours[vertex] = -1;
        }
        while (partition.refine(trace, partition.work + 1) === 'paused');
        colours = refined(graph, colours);
        const cells = cellsOf(partition.cell, graph.vertices);
        expect(cells).toEqual(cellsOf(colours, graph.vertices));
        expect(partition.cells).toBe(cells.length);
        marks.push([partition.splits, cells]);
      }
      deepest = Math.max(deepest, marks.length);
      for (const [splits, cells] of marks.reverse()) {
        partition.backTo(splits);
        expect(cellsOf(partition.cell, graph.vertices)).toEqual(cells);
        for (let vertex = 0; vertex < graph.vertices; vertex++) {
          const cell = partition.cell[vertex];
          const place = partition.position[vertex];
          expect(partition.elements[place]).toBe(vertex);
          expect(place >= cell && place < cell + partition.length[cell]).toBe(true);
        }
      }
    },
  );
  fc.assert(check, { numRuns: runs(1200) });
  expect(deepest).toBeGreaterThan(2);
});
