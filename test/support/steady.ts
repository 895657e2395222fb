// Run as a program, with --expose-gc and room for all it might allocate, so that no collection
// hides any: solves some puzzles over and over, and reports the allocated bytes in JSON.
import { type EngineName, readPuzzle, Solver } from '../../src/sudoku.ts';

const PUZZLES = 40_000;

const texts = [
  '.......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...',
  '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',
  '2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25....',
  '1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..',
];
const grids = texts.map((text) => readPuzzle(text).givens);
const solver = new Solver({ engine: process.argv[2] as EngineName });
const output = new Uint8Array(81);

function solve(puzzles: number): number {
  let solved = 0;
  for (let k = 0; k < puzzles; k++) {
    const status = solver.firstInto(output, grids[k % grids.length]);
    if (status === 'found') solved++;
  }
  return solved;
}

// First until V8 has compiled it for good: that allocates.
solve(PUZZLES);
globalThis.gc?.();
const before = process.memoryUsage().heapUsed;
const solved = solve(PUZZLES);
const bytes = process.memoryUsage().heapUsed - before;
process.stdout.write(JSON.stringify({ puzzles: PUZZLES, solved, bytes }));
