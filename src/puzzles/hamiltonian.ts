import { Problem } from '../engine/problem/problem.ts';
import { checkInteger } from '../engine/problem/setting.ts';
import { forbid } from '../engine/rules/forbid.ts';
import { withRules } from '../engine/rules/ruled-problem.ts';
import { closedLoops, shortest } from './closed-loops.ts';
import { checkGraph, type Edge, type Graph } from './matching.ts';
import { badSetting } from './mistakes.ts';

/**
 * The Hamiltonian cycles of a graph: edges that form one loop through all vertices. Each vertex is
 * at the end of two of them, which the items say; a function forbids the loops that leave some out.
 *
 * @example
 * ```ts
 * import { count } from 'quadrille';
 * import { gridGraph, hamiltonianCycles } from 'quadrille/puzzles';
 *
 * console.log(count(hamiltonianCycles(gridGraph(6, 6))).count); // 1072
 * ```
 */
export function hamiltonianCycles(graph: Graph): Problem<Edge> {
  const { edges, indices } = checkGraph(graph);
  if (indices.size < 3) {
    throw badSetting('A loop has three vertices or more; give a graph with as many.');
  }
  const problem = new Problem<Edge>({
    primary: Array.from(indices.keys(), (item) => ({ item, times: 2 })),
  });
  const ends = edges.map(
    ([from, to]) => [indices.get(from) as number, indices.get(to) as number] as const,
  );
  for (const [k, edge] of edges.entries()) problem.addIndices(ends[k], edge);
  const oneLoop = (chosen: readonly number[]) => {
    const loops = closedLoops(ends, chosen);
    return loops.length > 1 ? shortest(loops) : undefined;
  };
  return withRules(problem, [forbid(oneLoop, { name: 'one loop' })]);
}

/** The squares of a board, each joined to its neighbours. Squares are named as in `r1c2`. */
export function gridGraph(rows: number, columns: number): Graph {
  return boardGraph(rows, columns, [
    [0, 1],
    [1, 0],
  ]);
}

/** The squares of a board, each joined to those that a knight reaches. */
export function knightGraph(rows: number, columns: number): Graph {
  return boardGraph(rows, columns, [
    [1, 2],
    [2, 1],
    [1, -2],
    [2, -1],
  ]);
}

/** The most rows and columns of a board. */
const MOST_LINES = 100;

function boardGraph(
  rows: number,
  columns: number,
  steps: readonly (readonly [down: number, right: number])[],
): Graph {
  checkInteger('The number of rows', rows, 1, MOST_LINES);
  checkInteger('The number of columns', columns, 1, MOST_LINES);
  const name = (row: number, column: number) => `r${row + 1}c${column + 1}`;
  const vertices: string[] = [];
  const edges: Edge[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      vertices.push(name(row, column));
      for (const [down, right] of steps) {
        const [r, c] = [row + down, column + right];
        if (r < rows && c >= 0 && c < columns) edges.push([name(row, column), name(r, c)]);
      }
    }
  }
  return { vertices, edges };
}
