import type { Random } from '../../engine/kernels/random.ts';
import type { Slices } from '../../engine/problem/slices.ts';
import type { Grid } from './grid.ts';
import type { LineSolver } from './lines.ts';
import { type Removal, Remover } from './remover.ts';
import type { Shape } from './shape.ts';
import type { Solver } from './solver.ts';

/**
 * Work in steps of at most one long search, or a few short ones. The caller may do other things
 * between them.
 */
export type Steps<T> = Slices<T>;

/** The tools for making grids and puzzles. */
export interface Tools {
  readonly solver: Solver;
  /** Searches up to 9x9 without overhead; undefined for other shapes, and without WebAssembly. */
  readonly lines: LineSolver | undefined;
  readonly random: Random;
  /** The most nodes of one search. */
  readonly maxNodes: number;
}

/** Cells that are given together or not at all. */
export type Orbit = readonly number[];

/**
 * The most nodes of one search for a grid. The least is a node for each cell; most take few more.
 */
const NODES_PER_CELL = 4;
/** The orbits of a step with short searches. */
const ORBITS = 16;
/** Of the shapes up to 25x25 the worst succeeds in two of three tries. */
const MOST_SHAPE_TRIES = 50;

/**
 * A random full grid. The boxes of a diagonal share no row or column, so they are filled at random;
 * the solver fills the rest; then the grid is rearranged. Grids are not equally likely, because the
 * solver has no chance in it. (Even draws would need a count: there are 6.7e21 grids of 9x9, by
 * Felgenhauer and Jarvis, 2005.)
 *
 * A search with unlucky first choices may never end (at 25x25 one in three), so each one stops
 * early for another try. If all fail, for example because `maxNodes` is small, the regular grid is
 * rearranged.
 */
export function* randomGrid({ solver, lines, random, maxNodes }: Tools): Steps<Uint8Array> {
  const { shape } = solver;
  const limits = { maxNodes: Math.min(maxNodes, NODES_PER_CELL * shape.cells) };
  const grid = new Uint8Array(shape.cells);
  for (let k = 0; k < MOST_SHAPE_TRIES; k++) {
    const boxes = diagonalBoxes(shape, random);
    const status =
      lines?.searchValues(boxes, limits.maxNodes, 1) ?? solver.firstInto(grid, boxes, limits);
    // All solvers of a shape share the lines: what they stand on is read before a pause.
    if (status === 'solution') lines?.write(grid, 0, 0);
    yield;
    if (status === 'solution' || status === 'found') return rearranged(shape, grid, random);
  }
  return rearranged(shape, regularGrid(shape), random);
}

/** A grid with random values in the boxes of the diagonal from the top left. */
function diagonalBoxes(shape: Shape, random: Random): Uint8Array {
  const { size, boxRows, boxColumns } = shape;
  const grid = new Uint8Array(shape.cells);
  // Each band has `boxRows` boxes.
  for (let box = 0; box < Math.min(boxRows, boxColumns); box++) {
    const values = random.order(size);
    for (let k = 0; k < size; k++) {
      const row = box * boxRows + Math.floor(k / boxColumns);
      const column = box * boxColumns + (k % boxColumns);
      grid[row * size + column] = values[k] + 1;
    }
  }
  return grid;
}

/**
 * Each row is the one above it, shifted by the columns of a box, and by one more where a band
 * begins: 123456 456123 231564 564231 312645 645312 for boxes of 2x3.
 */
export function regularGrid(shape: Shape): Uint8Array {
  const { size, boxRows, boxColumns, cells } = shape;
  return Uint8Array.from({ length: cells }, (_, cell) => {
    const row = shape.rowOf(cell);
    const shift = (row % boxRows) * boxColumns + Math.floor(row / boxRows);
    return ((shift + shape.columnOf(cell)) % size) + 1;
  });
}

/**
 * A random grid of those that a rearrangement makes of this one, each equally likely: values
 * renamed; bands (rows of boxes) reordered, and rows within a band; the same for columns; and, if
 * boxes are square, rows and columns exchanged. All of that keeps every rule.
 */
export function rearranged(shape: Shape, grid: Grid, random: Random): Uint8Array {
  const { size, boxRows, boxColumns, cells } = shape;
  const names = random.order(size);
  const rows = reorderedLines(boxRows, boxColumns, random);
  const columns = reorderedLines(boxColumns, boxRows, random);
  const exchanged = boxRows === boxColumns && random.below(2) === 1;
  const result = new Uint8Array(cells);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const from = rows[row] * size + columns[column];
      const to = exchanged ? column * size + row : row * size + column;
      const value = grid[from];
      result[to] = value === 0 ? 0 : names[value - 1] + 1;
    }
  }
  return result;
}

/** Rows or columns in a random order that keeps each band of `width` together. */
function reorderedLines(width: number, bands: number, random: Random): number[] {
  const order: number[] = [];
  for (const band of random.order(bands)) {
    for (const line of random.order(width)) order.push(band * width + line);
  }
  return order;
}

/**
 * Removes givens in random order while the solution is the only one. One round suffices: a given
 * that cannot go now cannot go with fewer givens. A given also stays if its search ends undecided,
 * or if fewer than `fewest` would be left. Returns whether it is proven that no other given can go.
 */
export function* removeGivens(
  givens: Uint8Array,
  orbits: readonly Orbit[],
  fewest: number,
  tools: Tools,
): Steps<boolean> {
  const { lines, random } = tools;
  const remover = lines && new Remover(lines, givens);
  let left = countGivens(givens);
  let minimal = true;
  let tried = 0;
  for (const k of random.order(orbits.length)) {
    const orbit = orbits[k];
    if (givens[orbit[0]] === 0) continue;
    if (left - orbit.length < fewest) {
      minimal = false;
      continue;
    }
    const outcome = remover
      ? removeInTurn(givens, orbit, remover, tools)
      : removeAtOnce(givens, orbit, tools);
    if (outcome === 'removed') left -= orbit.length;
    else if (outcome === 'undecided') minimal = false;
    if (remover !== undefined && ++tried % ORBITS > 0) continue;
    yield;
  }
  return minimal;
}

/** Removes the givens of an orbit one by one, and gives all back if one has to stay. */
function removeInTurn(
  givens: Uint8Array,
  orbit: Orbit,
  remover: Remover,
  { maxNodes }: Tools,
): Removal {
  const values = orbit.map((cell) => givens[cell]);
  for (const [at, cell] of orbit.entries()) {
    const outcome = remover.remove(cell, maxNodes);
    if (outcome === 'removed') continue;
    for (let k = 0; k < at; k++) remover.giveBack(orbit[k], values[k]);
    return outcome;
  }
  return 'removed';
}

/** The same by one search for two solutions. */
function removeAtOnce(givens: Uint8Array, orbit: Orbit, { solver, maxNodes }: Tools): Removal {
  const values = orbit.map((cell) => givens[cell]);
  for (const cell of orbit) givens[cell] = 0;
  const { answer } = solver.isUnique(givens, { maxNodes });
  if (answer === 'unique') return 'removed';
  for (const [at, cell] of orbit.entries()) givens[cell] = values[at];
  return answer === 'unknown' ? 'undecided' : 'needed';
}

/**
 * Adds givens of these orbits until this solution is the only one. (Koot's proposal. No given can
 * leave the puzzle without a solution, because the solution comes first.) While there is another
 * solution, some cell in which it differs is given; if the search ends undecided, any cell is.
 */
export function* addGivens(
  givens: Uint8Array,
  solution: Uint8Array,
  orbits: readonly Orbit[],
  tools: Tools,
): Steps<void> {
  let blank = orbits.slice();
  while (blank.length > 0) {
    const other = otherSolution(givens, solution, tools);
    yield;
    if (other === 'none') break;
    const differing =
      other === 'unknown'
        ? blank
        : blank.filter((orbit) => orbit.some((c) => other[c] !== solution[c]));
    const orbit = differing[tools.random.below(differing.length)];
    give(orbit, givens, solution);
    blank = blank.filter((group) => group !== orbit);
  }
}

/** Gives more random cells until there are `count` givens, or one more if cells come in pairs. */
export function fillUp(
  givens: Uint8Array,
  solution: Uint8Array,
  orbits: readonly Orbit[],
  count: number,
  random: Random,
): void {
  let given = countGivens(givens);
  for (const k of random.order(orbits.length)) {
    const orbit = orbits[k];
    if (given >= count) return;
    if (givens[orbit[0]] !== 0) continue;
    give(orbit, givens, solution);
    given += orbit.length;
  }
}

/** Leaves the cells of these orbits blank. */
export function clear(orbits: readonly Orbit[], givens: Uint8Array): void {
  for (const orbit of orbits) for (const cell of orbit) givens[cell] = 0;
}

export function countGivens(givens: Uint8Array): number {
  return givens.reduce((count, value) => count + (value === 0 ? 0 : 1), 0);
}

function give(orbit: Orbit, givens: Uint8Array, solution: Uint8Array): void {
  for (const cell of orbit) givens[cell] = solution[cell];
}

/** A solution other than this one. */
function otherSolution(
  givens: Uint8Array,
  solution: Uint8Array,
  { solver, maxNodes }: Tools,
): Uint8Array | 'none' | 'unknown' {
  const found = solver.solutions(givens, { limit: 2, maxNodes });
  for (const other of found) {
    if (other.some((value, cell) => value !== solution[cell])) return other;
  }
  return found.status === 'complete' ? 'none' : 'unknown';
}
