import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkout } from '../rivals.ts';

/** The parts of Interactive Sudoku Solver that are used. */
interface Parser {
  readonly SudokuParser: { parseText(input: string): unknown };
}

interface Builder {
  readonly SudokuBuilder: { build(constraints: unknown): Solver };
}

interface Solver {
  countSolutions(most: number): number;
  setProgressCallback(callback: () => void, logOfSteps: number): void;
}

export interface Iss {
  /** The commit. */
  readonly version: string | undefined;
  /** Reads a puzzle, and builds its solver. */
  build(input: string): Solver;
  /** The number of solutions, 2 for more; undefined where it takes longer than `limit` milliseconds. */
  search(solver: Solver, limit: number): number | undefined;
}

/** Between two looks at the clock: 2 ** 10 steps. */
const LOG_OF_STEPS = 10;

/** Interactive Sudoku Solver in this process, or why it is missing. */
export async function loadIss(): Promise<Iss | { readonly missing: string }> {
  const found = checkout('iss', join('js', 'sudoku_parser.js'));
  if ('missing' in found) return found;
  // It is written for a page: its modules look for these.
  Object.assign(globalThis, { self: globalThis, VERSION_PARAM: '' });
  const load = (file: string) => import(pathToFileURL(join(found.path, 'js', file)).href);
  const { SudokuParser } = (await load('sudoku_parser.js')) as Parser;
  const { SudokuBuilder } = (await load(join('solver', 'sudoku_builder.js'))) as Builder;
  const { stdout } = spawnSync('git', ['-C', found.path, 'rev-parse', '--short', 'HEAD'], {
    encoding: 'utf8',
  });
  const late = new Error('The time is over.');
  return {
    version: stdout?.trim() || undefined,
    build: (input) => SudokuBuilder.build(SudokuParser.parseText(input)),
    search(solver, limit) {
      const end = performance.now() + limit;
      solver.setProgressCallback(() => {
        if (performance.now() > end) throw late;
      }, LOG_OF_STEPS);
      try {
        return solver.countSolutions(2);
      } catch (error) {
        if (error === late) return undefined;
        throw error;
      }
    },
  };
}
