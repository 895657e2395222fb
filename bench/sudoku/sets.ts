import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Random } from '../../src/engine/kernels/random.ts';
import { type Puzzle, QuadrilleError, readPuzzles, type Shape, Solver } from '../../src/sudoku.ts';
import { Trouble } from '../trouble.ts';

/** Puzzles of one shape. */
export interface PuzzleSet {
  readonly name: string;
  readonly shape: Shape;
  /** In an order of chance, the same one in each run: the first ones stand for all. */
  readonly puzzles: readonly Uint8Array[];
  /** Puzzles of the file that are too hard to be among them, one after the other. */
  readonly hard: readonly NamedGrid[];
  /** Puzzles to be solved between two looks at the clock. */
  readonly chunk: number;
}

/** A puzzle that has a line in the tables for itself. */
export interface NamedGrid {
  readonly name: string;
  readonly givens: Uint8Array;
  /** True for a puzzle that takes `lists` more than `HARD_NODES`. */
  readonly hard: boolean;
}

/**
 * No package can be stopped, and a hard puzzle may take for ever. So a puzzle that takes `lists`
 * more nodes than this (a tenth of a second at 9x9) is not for them, and not for the rates.
 */
export const HARD_NODES = 100_000;

/** Short beside a time slice; long enough that whose turn it was before does not matter. */
const CHUNK_MS = 10;

const SEED = 9;

/** The sets without a file. */
const COMMITTED = ['9x9', '16x16', '25x25'].map((name) => committed(`${name}.txt`));

/** The sets of these files, a set for each shape in a file; or of the project's own ones. */
export function readSets(files: readonly string[]): PuzzleSet[] {
  return (files.length > 0 ? files : COMMITTED).flatMap((file) => {
    const puzzles = read(file).puzzles;
    const shapes = [...new Set(puzzles.map(({ shape }) => shape))];
    return shapes.map((shape) => {
      const name = shapes.length > 1 ? `${basename(file)}, ${shape.boxes}` : basename(file);
      const ofShape = puzzles.filter((puzzle) => puzzle.shape === shape);
      return setOf(name, shape, ofShape, file);
    });
  });
}

/** The well-known 9x9 grids that the project keeps, named by the comment above each. */
export function readNotorious(): { readonly shape: Shape; readonly grids: readonly NamedGrid[] } {
  const file = committed('seeds.txt');
  const { text, puzzles } = read(file);
  const lines = text.split(/\r?\n/);
  const nine = puzzles.filter(({ shape }) => shape.boxes === '3x3');
  const shape = nine[0].shape;
  const solver = new Solver({ boxes: '3x3', engine: 'lists' });
  const grids = nine.map(({ givens, line = 1 }) => {
    const above = lines
      .slice(0, line)
      .filter((one) => one.startsWith('#'))
      .at(-1);
    const name = above?.slice(1).trim() ?? `line ${line}`;
    return { name, givens, hard: isHard(solver, givens) };
  });
  return { shape, grids };
}

export function setOf(
  name: string,
  shape: Shape,
  found: readonly Puzzle[],
  file: string = name,
): PuzzleSet {
  const solver = new Solver({ boxes: shape.boxes, engine: 'lists' });
  const puzzles: Uint8Array[] = [];
  const hard: NamedGrid[] = [];
  const start = performance.now();
  for (const k of new Random(SEED).order(found.length)) {
    const { givens, line } = found[k];
    try {
      if (!isHard(solver, givens)) puzzles.push(givens);
      else hard.push({ name: `${name}, line ${line}`, givens, hard: true });
    } catch (error) {
      throw unreadable(`${file}, line ${line}`, error);
    }
  }
  const each = (performance.now() - start) / found.length;
  const chunk = Math.min(Math.max(1, Math.round(CHUNK_MS / each)), Math.max(1, puzzles.length));
  return { name, shape, puzzles, hard, chunk };
}

function isHard(solver: Solver, givens: Uint8Array): boolean {
  return solver.first(givens, { maxNodes: HARD_NODES }).status === 'nodes';
}

function read(file: string): { readonly text: string; readonly puzzles: readonly Puzzle[] } {
  try {
    const text = readFileSync(file, 'utf8');
    const puzzles = readPuzzles(text, { source: file });
    if (puzzles.length > 0) return { text, puzzles };
  } catch (error) {
    throw unreadable(file, error);
  }
  throw new Trouble(`${file} has no puzzle in it; give one for instance as 81 characters.`, 2);
}

/** A mistake in a file, with the file; errors of readPuzzles name it already. */
function unreadable(place: string, error: unknown): unknown {
  if (error instanceof QuadrilleError) {
    const { message } = error;
    return new Trouble(message.includes(place) ? message : `${place}: ${message}`, 2);
  }
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? error : new Trouble(`${place} cannot be read: ${message}.`, 2);
}

function committed(file: string): string {
  return fileURLToPath(new URL(`../../data/sudoku/${file}`, import.meta.url));
}
