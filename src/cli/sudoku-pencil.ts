import { hintAsync, rateAsync, stepsAsync } from '../ask/pencil.ts';
import { sentences } from '../ask/sentences.ts';
import type { Watch } from '../core/drivers.ts';
import { houseWords } from '../gallery/words.ts';
import type { Step } from '../pencil/step.ts';
import { sudokuScale } from '../pencil/sudoku-scale.ts';
import { encode } from '../sudoku/encode.ts';
import { type Puzzle, writeFramed } from '../sudoku/grid.ts';
import type { Console } from './console.ts';
import { fieldsBy, hintText, ratingFields, ratingText, STUCK, stepLine } from './steps.ts';
import { type Job, type PuzzleAnswer, placeOf } from './sudoku-job.ts';

interface Limits extends Pick<Watch, 'signal'> {
  readonly timeout?: number | undefined;
}

/** The answer with a rating, if there is exactly one solution. Threads ask for it, too. */
export async function rated(
  { shape, givens }: Puzzle,
  found: PuzzleAnswer,
  limits: Limits,
): Promise<PuzzleAnswer> {
  if (found.answer !== 'unique') return found;
  const settings = { ...limits, scale: sudokuScale, unique: true };
  const rating = await rateAsync(encode(shape, givens), settings);
  const { ending, status } = rating;
  const text = ending === undefined ? `undecided: ${status}` : ratingText(rating);
  const told = { text: `${text}\n`, fields: ratingFields(rating), isStuck: ending === 'stuck' };
  return { ...found, status, told };
}

/** Prints the next step. */
export async function hinted(
  puzzle: Puzzle,
  found: PuzzleAnswer,
  limits: Limits,
  job: Job,
  console: Console,
): Promise<PuzzleAnswer> {
  if (found.answer === 'none' || found.answer === 'unknown') return found;
  const sheet = new Sheet(puzzle, job);
  const unique = found.answer === 'unique';
  const hint = await hintAsync(sheet.problem, { ...limits, scale: sudokuScale, unique });
  const { kind, status } = hint;
  if (hint.kind === 'step') {
    if (job.json) console.writeJson('step', sheet.fields(hint.step, 1));
    else console.write(hintText(sheet.sentences(hint.step)));
  }
  const text =
    kind === 'stuck'
      ? stuckText(unique)
      : kind === 'solved'
        ? 'every cell is filled\n'
        : kind === 'unknown'
          ? `undecided: ${status}\n`
          : '';
  return { ...found, status, told: { text, fields: { hint: kind }, isStuck: kind === 'stuck' } };
}

/** Prints all steps, and the grid as they leave it. */
export async function stepped(
  puzzle: Puzzle,
  found: PuzzleAnswer,
  limits: Limits,
  job: Job,
  console: Console,
): Promise<PuzzleAnswer> {
  if (found.answer === 'none' || found.answer === 'unknown') return found;
  const { shape, givens, symbols } = puzzle;
  const sheet = new Sheet(puzzle, job);
  const unique = found.answer === 'unique';
  const steps = stepsAsync(sheet.problem, { ...limits, scale: sudokuScale, unique });
  const grid = givens.slice();
  let index = 0;
  for await (const step of steps) {
    index++;
    if (job.json) console.writeJson('step', sheet.fields(step, index));
    else console.write(stepLine(step, index, sheet.sentences(step)));
    for (const option of step.chosen) {
      const { row, column, value } = sheet.problem.payload(option);
      grid[row * shape.size + column] = value;
    }
    if (console.isFull) await console.waitForRoom();
  }
  const { status = 'complete', ending } = steps;
  const drawn = `${job.pretty ? writeFramed(shape, grid, symbols) : symbols.write(grid)}\n`;
  const end =
    ending === 'stuck' ? stuckText(unique) : ending === undefined ? `undecided: ${status}\n` : '';
  const told = { text: drawn + end, fields: { ending }, isStuck: ending === 'stuck' };
  return { ...found, status, told };
}

function stuckText(unique: boolean): string {
  return `${STUCK}${unique ? '' : '; there are several solutions'}\n`;
}

/** A puzzle with words for its steps. */
class Sheet {
  readonly problem;
  readonly #puzzle: Puzzle;
  readonly #job: Job;

  constructor(puzzle: Puzzle, job: Job) {
    this.problem = encode(puzzle.shape, puzzle.givens);
    this.#puzzle = puzzle;
    this.#job = job;
  }

  sentences(step: Step): string[] {
    const { symbols } = this.#puzzle;
    return sentences(
      step,
      this.problem,
      houseWords((value) => symbols.symbolOf(value)),
    );
  }

  /** A step in `--json`: options as cells and values. */
  fields(step: Step, index: number): object {
    const { shape, symbols } = this.#puzzle;
    const nameOf = (item: number) => this.problem.itemName(item);
    const optionOf = (option: number) => {
      const { row, column, value } = this.problem.payload(option);
      const cell = shape.cellName(row * shape.size + column);
      return { cell, value: symbols.symbolOf(value) };
    };
    return { ...placeOf(this.#job, this.#puzzle), index, ...fieldsBy(step, nameOf, optionOf) };
  }
}
