// Run as a program: decides a Sudoku by the default engine, and reports its answer in JSON. In a
// process of its own, since the test runner's way to import constants makes the loops of `learn`
// nine times slower.
import { readPuzzle, Solver } from '../../src/sudoku.ts';

const [text = '', wrongCell = '', wrongValue = ''] = process.argv.slice(2);
const { shape, givens } = readPuzzle(text);
const solver = new Solver(shape);
if (wrongCell !== '') givens[Number(wrongCell)] = Number(wrongValue);
const { solution, status } = solver.first(givens);
const unique = solver.isUnique(givens);
const stopped = solver.first(givens, { maxNodes: 66_000 }).status;
process.stdout.write(
  JSON.stringify({ status, solution: solution && Array.from(solution), unique, stopped }),
);
