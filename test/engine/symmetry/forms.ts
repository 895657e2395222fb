import { expect } from 'vitest';
import type { Compiled } from '../../../src/engine/problem/compiled.ts';
import { Graph } from '../../../src/engine/symmetry/graph.ts';
import { SymmetrySearch } from '../../../src/engine/symmetry/search.ts';
import type { Matrix } from '../../cases/matrix.ts';
import { problemOf } from '../../cases/problem.ts';

/** The canonical form of what is loaded, as a text. */
export function formOf(search: SymmetrySearch): string {
  search.begin();
  expect(search.advance(Number.POSITIVE_INFINITY)).toBe('exhausted');
  const { words, length } = search.canonicalForm();
  return words.subarray(0, length).join(' ');
}

export function formOfProblem(compiled: Compiled, marked: readonly number[] = []): string {
  const search = new SymmetrySearch(new Graph(compiled));
  search.graph.loadProblem(marked);
  return formOf(search);
}

/** The graph of a problem with two items for each option: perfect matchings of it. */
export function edges(vertices: number, options: readonly (readonly number[])[]): Matrix {
  return { name: 'edges', primary: vertices, secondary: 0, options };
}

/** Reads the form of a path back: it has one symmetry besides the identity, and all edges. */
export function checkPath(length: number, bits: number): void {
  const path = Array.from({ length: length - 1 }, (_, k) => [k, k + 1] as const);
  const search = new SymmetrySearch(new Graph(problemOf(edges(length, path)).compile()));
  search.graph.loadProblem();
  const form = formOf(search);
  expect(search.order).toBe(2n);
  const back = path.map(([a, b]) => [length - 1 - a, length - 1 - b]).reverse();
  expect(formOfProblem(problemOf(edges(length, back)).compile())).toBe(form);
  const words = form.split(' ').map(Number);
  const packed = words.slice(4 + 4 * words[3]);
  const perWord = 32 / bits;
  const labelAt = (k: number) =>
    (packed[Math.floor(k / perWord)] >>> (bits * (k % perWord))) % 2 ** bits;
  const ends = Array.from({ length }, (): number[] => []);
  for (let k = 0; k < length - 1; k++) {
    const [a, b] = [labelAt(2 * k), labelAt(2 * k + 1)];
    ends[a]?.push(b);
    ends[b]?.push(a);
  }
  let [last, at] = [-1, ends.findIndex((others) => others.length === 1)];
  const seen = new Set([at]);
  for (;;) {
    const next = ends[at]?.find((other) => other !== last);
    if (next === undefined) break;
    [last, at] = [at, next];
    seen.add(at);
  }
  expect(seen.size).toBe(length);
}
