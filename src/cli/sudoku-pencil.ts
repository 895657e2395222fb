import type { Problem } from '../engine/problem/problem.ts';
import type { Watch } from '../engine/solve/cooperative.ts';
import type { Status } from '../engine/solve/limit-settings.ts';
import { houseWords } from '../puzzles/gallery/gallery-names.ts';
import { hintAsync, rateAsync, stepsAsync } from '../puzzles/pencil/questions.ts';
import { sentences } from '../puzzles/pencil/sentences.ts';
import type { Step } from '../puzzles/pencil/step.ts';
import { sudokuScale } from '../puzzles/pencil/sudoku-scale.ts';
import { encode, type Placement } from '../puzzles/sudoku/encode.ts';
import { type Puzzle, writeFramed } from '../puzzles/sudoku/grid.ts';
import type { Shape } from '../puzzles/sudoku/shape.ts';
import type { Console } from './console.ts';
import { fieldsBy, hintText, ratingFields, ratingText, SEVERAL, STUCK, stepLine } from './steps.ts';
import { type Job, type PuzzleAnswer, placeOf } from './sudoku-job.ts';

interface Limits extends Pick<Watch, 'signal' | 'onProgress'> {
  readonly timeout?: number | undefined;
}

/** Shape -> its empty grid. What the ratings of all puzzles share is laid out once for it. */
const EMPTY = new WeakMap<Shape, Problem<Placement>>();
/** The largest shape of which `sudokuScale` keeps something. */
const MOST_SHARED_SIZE = 10;

/** A puzzle as a problem, and as decisions in it. */
function stated({ shape, givens }: Puzzle) {
  if (shape.size > MOST_SHARED_SIZE) return { problem: encode(shape, givens), prefix: [] };
  const problem = EMPTY.get(shape) ?? encode(shape);
  EMPTY.set(shape, problem);
  const prefix: number[] = [];
  givens.forEach((value, cell) => {
    if (value > 0) prefix.push(cell * shape.size + value - 1);
  });
  return { problem, prefix };
}

/** The answer with a rating, if there is exactly one solution. Threads ask for it, too. */
export async function rated(
  puzzle: Puzzle,
  found: PuzzleAnswer,
  limits: Limits,
): Promise<PuzzleAnswer> {
  if (found.answer !== 'unique') return found;
  const { problem, prefix } = stated(puzzle);
  const settings = { ...limits, scale: sudokuScale, unique: true, prefix };
  const rating = await rateAsync(problem, settings);
  const { ending, status } = rating;
  const text = ending === undefined ? `undecided: ${status}` : ratingText(rating);
  const report = { text: `${text}\n`, fields: ratingFields(rating), isStuck: ending === 'stuck' };
  return { ...found, status, report };
}

/** Prints the next step, or all steps and the grid as they leave it; but for the end. */
export async function stepped(
  puzzle: Puzzle,
  found: PuzzleAnswer,
  limits: Limits,
  job: Job,
  console: Console,
): Promise<PuzzleAnswer> {
  if (found.answer === 'none' || found.answer === 'unknown') return found;
  const { shape, givens, symbols } = puzzle;
  const problem = encode(shape, givens);
  const unique = found.answer === 'unique';
  const settings = { ...limits, scale: sudokuScale, unique };
  const isHint = job.question === 'hint';
  const placed = (option: number) => {
    const { row, column, value } = problem.payload(option);
    return { cell: row * shape.size + column, value };
  };
  const write = (step: Step, index: number) => {
    if (job.json) {
      const optionOf = (option: number) => {
        const { cell, value } = placed(option);
        return { cell: shape.cellName(cell), value: symbols.symbolOf(value) };
      };
      const fields = fieldsBy(step, (item) => problem.itemName(item), optionOf);
      console.writeJson('step', { ...placeOf(job, puzzle), index, ...fields });
      return;
    }
    const words = houseWords((value) => symbols.symbolOf(value));
    const lines = sentences(step, problem, words);
    console.write(isHint ? hintText(lines) : stepLine(step, index, lines));
  };
  const answer = (status: Status, end: string | undefined, text: string, fields: object) => {
    const ends: Readonly<Record<string, string>> = {
      several: `${SEVERAL}; add givens (--candidates tells which are possible)\n`,
      stuck: `${STUCK}${unique ? '' : '; there are several solutions'}\n`,
      unknown: `undecided: ${status}\n`,
    };
    const isStuck = end === 'stuck' || end === 'several';
    const report = { text: text + (ends[end ?? 'unknown'] ?? ''), fields, isStuck };
    return { ...found, status, report };
  };
  if (isHint) {
    const hint = await hintAsync(problem, settings);
    const { kind, status } = hint;
    if (hint.kind === 'step') write(hint.step, 1);
    return answer(status, kind, kind === 'solved' ? 'every cell is filled\n' : '', { hint: kind });
  }
  const steps = stepsAsync(problem, settings);
  const grid = givens.slice();
  let index = 0;
  for await (const step of steps) {
    write(step, ++index);
    for (const option of step.chosen) {
      const { cell, value } = placed(option);
      grid[cell] = value;
    }
    if (console.isFull) await console.waitForRoom();
  }
  const { status = 'complete', ending } = steps;
  const drawn = `${job.pretty ? writeFramed(shape, grid, symbols) : symbols.write(grid)}\n`;
  return answer(status, ending, drawn, { ending });
}
