import { readFileSync } from 'node:fs';
import { count, countAsync, first, Problem, type Progress, solutions } from '../src/index.ts';
import { readPuzzle, readPuzzles, Solver, writeFramed } from '../src/sudoku.ts';
import { PENTOMINOES, pentominoes } from './cases/polycubes.ts';
import { endQuietlyWithThePipe } from './pipe.ts';
import { walls } from './walls.ts';

/** `npm start`: what quadrille does, in a few seconds. */

const WIDTH = 10;
const HEIGHT = 6;

function knuthsExample(): void {
  const rows = ['CEF', 'ADG', 'BCF', 'AD', 'BG', 'DEG'];
  const problem = new Problem<string>({ primary: [...'ABCDEFG'] });
  for (const row of rows) problem.addOption([...row], row);
  const { solution } = first(problem);
  const chosen = solution?.payloads ?? [];

  print("Knuth's example: choose rows so that every column has exactly one mark.\n");
  print('      A B C D E F G');
  for (const row of rows) {
    const marks = [...'ABCDEFG'].map((letter) => (row.includes(letter) ? '1' : '.')).join(' ');
    print(`  ${chosen.includes(row) ? '->' : '  '}  ${marks}`);
  }
  const { count: found } = count(problem);
  print(`\n${found} solution: ${[...chosen].sort().join(', ')}.\n`);
}

async function twelvePentominoes(): Promise<void> {
  const { primary, options } = pentominoes(WIDTH, HEIGHT);
  const problem = new Problem({ primary });
  for (const items of options) problem.addIndices(items);
  const letters = Object.keys(PENTOMINOES);

  print('The 12 pentominoes in a box of 6 by 10. The first two ways:\n');
  const boards: string[][] = [];
  for (const { numbers } of solutions(problem, { limit: 2, seed: 60 })) {
    const board = new Array<string>(WIDTH * HEIGHT).fill('');
    for (const number of numbers) {
      const [piece, ...cells] = options[number] as number[];
      for (const cell of cells) board[cell - letters.length] = letters[piece as number] as string;
    }
    boards.push(walls(board, WIDTH));
  }
  boards[0]?.forEach((line, k) => {
    print(`  ${line}    ${boards[1]?.[k] ?? ''}`);
  });

  const began = performance.now();
  const { count: all } = await countAsync(problem, { onProgress: showProgress });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  hideProgress();
  print(`\n${all} ways in all, ${all / 4} without turning the box: counted in ${seconds} s.`);
}

function tenThousandSudokus(): void {
  const { shape, givens } = readPuzzle(
    '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..',
  );
  const solver = new Solver(shape);
  const { solution = givens } = solver.first(givens);
  const solved = writeFramed(shape, solution).split('\n');
  const { answer } = solver.isUnique(givens);
  print(`\nA Sudoku that is hard for people, and its solution (${answer}):\n`);
  writeFramed(shape, givens)
    .split('\n')
    .forEach((line, k) => {
      print(`  ${line}    ${solved[k]}`);
    });

  const file = new URL('../data/sudoku/9x9.txt', import.meta.url);
  const puzzles = readPuzzles(readFileSync(file, 'utf8'));
  const grid = new Uint8Array(shape.cells);
  const began = performance.now();
  const found = puzzles.filter((puzzle) => solver.firstInto(grid, puzzle.givens) === 'solution');
  const seconds = (performance.now() - began) / 1000;
  const rate = Math.round(found.length / seconds);
  print(`\n${found.length} others, solved in ${seconds.toFixed(2)} s: ${rate} a second.`);
}

/** Progress is for a person at a terminal; it never mixes with what is piped on. */
function showProgress({ solutions: found, rate, share }: Progress): void {
  if (!process.stderr.isTTY) return;
  const percent = (100 * share).toFixed(0);
  const speed = Math.round(rate / 1000);
  process.stderr.write(`\r  counting: ${found} found, ${percent} % done, ${speed}k nodes/s `);
}

function hideProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

endQuietlyWithThePipe();
knuthsExample();
await twelvePentominoes();
tenThousandSudokus();
