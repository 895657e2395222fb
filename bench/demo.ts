import { readFileSync } from 'node:fs';
import { Console } from '../src/cli/console.ts';
import { amount, progressLine, Ticker } from '../src/cli/report.ts';
import { countAsync, first } from '../src/index.ts';
import { drawText, type Picture, sudokuBoard, tilingBoard } from '../src/picture.ts';
import { pentominoes } from '../src/puzzles.ts';
import { type Puzzle, readPuzzle, readPuzzles, Solver } from '../src/sudoku.ts';
import { plain } from './baselines/plain.ts';
import { endQuietlyWithThePipe } from './pipe.ts';

/**
 * `npm start [-- milliseconds of plain backtracking]`: the abilities of quadrille, in a few
 * seconds.
 */

/** Programming Praxis, "Sudoku", 20 February 2009. */
const PRAXIS = '700100000020000015000006390200018000040090070000750003078500000560000040000001002';
/** Plain backtracking gets one puzzle of EVERY, and PATIENCE milliseconds for each. */
const EVERY = 50;
const PATIENCE = Number(process.argv[2] ?? 4000);

const console = new Console(process);

function say(text: string): void {
  console.write(`${text}\n`);
}

function show(pictures: Picture | readonly Picture[]): void {
  const how = { colour: console.usesColour(), width: console.width - 2 };
  const lines = drawText(pictures, how).split('\n');
  console.writeUnchecked(`${lines.map((line) => `  ${line}`).join('\n')}\n\n`);
}

/** The result of some work, and its seconds. */
async function timed<T>(work: () => T | Promise<T>): Promise<[result: T, seconds: number]> {
  const began = performance.now();
  const result = await work();
  return [result, (performance.now() - began) / 1000];
}

function aSudoku(): void {
  const { shape, givens } = readPuzzle(PRAXIS);
  const solver = new Solver(shape);
  const { solution = givens } = solver.first(givens);
  const { answer } = solver.isUnique(givens);
  say(`A Sudoku, and its solution (proven ${answer}):\n`);
  show([sudokuBoard(shape, givens, { givens }), sudokuBoard(shape, solution, { givens })]);
}

function aTiling(): void {
  say('The 12 pentominoes in a box of 6 by 10, the first of 9356 ways:\n');
  const { solution } = first(pentominoes('6x10'));
  if (solution) show(tilingBoard(solution.payloads));
}

async function allTilings(): Promise<void> {
  const ticker = new Ticker(console);
  const [{ count = 0 }, seconds] = await timed(() =>
    countAsync(pentominoes('4x15'), {
      onProgress: (progress) => ticker.tick(() => `counting: ${progressLine(progress)}`),
    }),
  );
  const plainly = `${count / 4} but for turns and mirrors`;
  say(`All ways into 4 by 15: ${count} (${plainly}), counted in ${seconds.toFixed(1)} s.\n`);
}

async function manySudokus(): Promise<void> {
  const file = new URL('../data/sudoku/9x9.txt', import.meta.url);
  const puzzles = readPuzzles(readFileSync(file, 'utf8'));
  const [{ shape }] = puzzles as [Puzzle];
  const solver = new Solver(shape);
  const grid = new Uint8Array(shape.cells);
  const [solved, ours] = await timed(
    () => puzzles.filter(({ givens }) => solver.firstInto(grid, givens) === 'found').length,
  );
  say(`${amount(solved)} Sudokus of data/sudoku/9x9.txt, one core:\n`);
  const rate = solved / ours;
  say(`  quadrille           ${amount(rate).padStart(8)} a second`);
  console.flush();

  const deadline = performance.now() + PATIENCE;
  const slice = puzzles.filter((_, k) => k % EVERY === 0);
  const [backtracked, theirs] = await timed(
    () =>
      slice.filter(({ givens }) => plain.solve(shape, givens, 1, deadline).status === 'limit')
        .length,
  );
  const plainRate = backtracked / theirs;
  const of =
    backtracked < slice.length ? ` (${backtracked} of ${slice.length} before time ran out)` : '';
  say(`  plain backtracking  ${amount(plainRate).padStart(8)} a second${of}`);
  say(`\n  ${amount(rate / plainRate)} times as many.\n`);
}

endQuietlyWithThePipe();
say('');
aSudoku();
aTiling();
await allTilings();
await manySudokus();
say('More: npx tsx src/cli/main.ts draw --list, and the README.');
