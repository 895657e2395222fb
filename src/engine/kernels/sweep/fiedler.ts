import { integers } from '../../problem/memory.ts';
import type { Pace, Slices } from '../../problem/slices.ts';
import { Random } from '../random.ts';
import { numbers } from './estimate.ts';

/** Steps to find the Fiedler vector, and the most numbers that they may visit in all. */
const STEPS = 32;
const MOST_STEPPED = 1 << 23;
const ORDER_ARRAYS = 'the order of the items';

/** The items as a graph, with the weights of the pairs. */
export interface Graph {
  readonly items: number;
  /** Item -> where its neighbours begin; then their number. */
  readonly first: Int32Array;
  readonly near: Int32Array;
  readonly weights: Float64Array;
}

/**
 * The two items at the extremes of the Fiedler vector of the graph without its hubs: the
 * eigenvector of the second largest eigenvalue of the matrix `weight / sqrt(degree * degree)`.
 * Lanczos's method finds it in 32 steps, where plain power steps take 400: each step adds an
 * orthogonal vector to a basis in which the matrix is tridiagonal.
 */
export function* ends(graph: Graph, isHub: Int32Array, pace: Pace): Slices<readonly number[]> {
  const { items, first, near, weights } = graph;
  const degree = numbers(items);
  let size = 0;
  for (let i = 0; i < items; i++) {
    for (let at = first[i]; isHub[i] === 0 && at < first[i + 1]; at++) {
      if (isHub[near[at]] !== 0) continue;
      degree[i] = degree[i] + weights[at];
      size++;
    }
  }
  const members: number[] = [];
  for (let i = 0; i < items; i++) if (degree[i] > 0) members.push(i);
  const count = members.length;
  if (count === 0) return [];
  const place = integers(items, ORDER_ARRAYS);
  for (let k = 0; k < count; k++) place[members[k]] = k;
  const begin = integers(count + 1, ORDER_ARRAYS);
  const columns = integers(size, ORDER_ARRAYS);
  const values = numbers(size);
  const top = numbers(count);
  let total = 0;
  for (let k = 0, to = 0; k < count; k++) {
    const i = members[k];
    const own = degree[i];
    for (let at = first[i]; at < first[i + 1]; at++) {
      const j = near[at];
      if (isHub[j] !== 0) continue;
      columns[to] = place[j];
      values[to++] = weights[at] / Math.sqrt(own * degree[j]);
    }
    begin[k + 1] = to;
    total += own;
  }
  // The eigenvector of the largest eigenvalue, which is 1; the basis stays orthogonal to it.
  for (let k = 0; k < count; k++) top[k] = Math.sqrt(degree[members[k]] / total);
  const random = new Random(1);
  const steps = Math.min(STEPS, count, Math.ceil(MOST_STEPPED / (size + 1)));
  const basis = [top];
  const diagonal = numbers(steps);
  const beside = numbers(steps);
  let x = numbers(count);
  for (let k = 0; k < count; k++) {
    x[k] = (random.below(1 << 20) / (1 << 20) - 0.5) * top[k];
  }
  let made = 0;
  for (; made < steps; made++) {
    for (const other of basis) takeAway(x, other);
    const length = Math.sqrt(product(x, x));
    if (made > 0) beside[made] = length;
    if (length < 1e-9) break;
    for (let k = 0; k < count; k++) x[k] = x[k] / length;
    basis.push(x);
    const next = numbers(count);
    for (let k = 0, at = 0; k < count; k++) {
      let sum = 0;
      for (const end = begin[k + 1]; at < end; at++) {
        sum += values[at] * x[columns[at]];
      }
      next[k] = sum;
    }
    diagonal[made] = product(next, x);
    x = next;
    if (pace.spent(size + 4 * count * made)) yield;
  }
  const parts = topVector(diagonal, beside, made);
  let low = 0;
  let high = 0;
  const vector = numbers(count);
  for (let k = 0; k < count; k++) {
    let sum = 0;
    for (let n = 0; n < made; n++) sum += parts[n] * basis[n + 1][k];
    vector[k] = sum / top[k];
    if (vector[k] < vector[low]) low = k;
    if (vector[k] > vector[high]) high = k;
  }
  return [members[low], members[high]];
}

function product(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += x[k] * y[k];
  return sum;
}

/** Takes the part along y away from x. */
function takeAway(x: Float64Array, y: Float64Array): void {
  const part = product(x, y);
  for (let k = 0; k < x.length; k++) x[k] = x[k] - part * y[k];
}

/**
 * The eigenvector of the largest eigenvalue of a tridiagonal matrix. Bisection finds a number just
 * above the eigenvalue; then steps of inverse iteration, which are stable there without exchanges.
 */
function topVector(diagonal: Float64Array, beside: Float64Array, size: number): Float64Array {
  const pivots = numbers(size);
  /** True if all eigenvalues are below a number. */
  const isAbove = (shift: number): boolean => {
    for (let n = 0; n < size; n++) {
      const b = n === 0 ? 0 : beside[n];
      const before = n === 0 ? 1 : pivots[n - 1];
      const pivot = shift - diagonal[n] - (b * b) / before;
      if (!(pivot > 0)) return false;
      pivots[n] = pivot;
    }
    return true;
  };
  let low = -2;
  let high = 2;
  while (high - low > 1e-11) {
    const middle = (low + high) / 2;
    if (isAbove(middle)) high = middle;
    else low = middle;
  }
  isAbove(high);
  const x = numbers(size).fill(1);
  for (let step = 0; step < 3; step++) {
    for (let n = 1; n < size; n++) {
      const part = beside[n] / pivots[n - 1];
      x[n] = x[n] + part * x[n - 1];
    }
    for (let n = size - 1; n >= 0; n--) {
      const above = n + 1 < size ? beside[n + 1] * x[n + 1] : 0;
      x[n] = (x[n] + above) / pivots[n];
    }
    const length = Math.sqrt(product(x, x));
    for (let n = 0; n < size; n++) x[n] = x[n] / length;
  }
  return x;
}
