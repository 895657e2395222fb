import type { Problem } from '../engine/problem/problem.ts';
import type { Watch } from '../engine/solve/cooperative.ts';
import type { Status } from '../engine/solve/limit-settings.ts';
import type { Words } from '../engine/why/sentences.ts';
import { houseWords } from '../puzzles/gallery/gallery-names.ts';
import {
  type AsyncSteps,
  type Hint,
  hintAsync,
  rateAsync,
  stepsAsync,
} from '../puzzles/pencil/questions.ts';
import type { PencilSettings, Rating } from '../puzzles/pencil/rating.ts';
import { sentences } from '../puzzles/pencil/sentences.ts';
import type { Step } from '../puzzles/pencil/step.ts';
import { sudokuScale } from '../puzzles/pencil/sudoku-scale.ts';
import { variantCover } from '../puzzles/pencil/variant-cover.ts';
import { encode, type Placement } from '../puzzles/sudoku/encode.ts';
import { type Puzzle, writeFramed } from '../puzzles/sudoku/grid.ts';
import type { Shape } from '../puzzles/sudoku/shape.ts';
import type { Variant } from '../puzzles/variants/variant.ts';
import type { Console } from './console.ts';
import { fieldsBy, hintText, ratingFields, ratingText, SEVERAL, STUCK, stepLine } from './steps.ts';
import { type Job, type PuzzleAnswer, placeOf, type VariantText } from './sudoku-job.ts';
import { gridText, symbolOf } from './variant-text.ts';

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
  return withRating(found, await rateAsync(problem, settings));
}

/** The same for a variant. */
export async function ratedVariant(
  variant: Variant,
  found: PuzzleAnswer,
  limits: Limits,
): Promise<PuzzleAnswer> {
  if (found.answer !== 'unique') return found;
  return withRating(found, await rateAsync(variant, { ...limits, unique: true }));
}

function withRating(found: PuzzleAnswer, rating: Rating): PuzzleAnswer {
  const { ending, status } = rating;
  const text = ending === undefined ? `undecided: ${status}` : ratingText(rating);
  const report = { text: `${text}\n`, fields: ratingFields(rating), isStuck: ending === 'stuck' };
  return { ...found, status, report };
}

/** What is solved step by step, and how its cells and values are written. */
interface Pencilled {
  readonly line?: number | undefined;
  readonly problem: Problem<Placement>;
  readonly words: Words;
  readonly hint: (settings: PencilSettings & Watch) => Promise<Hint>;
  readonly steps: (settings: PencilSettings & Watch) => AsyncSteps;
  readonly symbolOf: (value: number) => string;
  /** The text of the grid with these values placed. */
  readonly draw: (placed: Iterable<Placement>) => string;
}

/** Prints the next step, or all steps and the grid as they leave it; but for the end. */
export async function stepped(
  puzzle: Puzzle,
  found: PuzzleAnswer,
  limits: Limits,
  job: Job,
  console: Console,
): Promise<PuzzleAnswer> {
  const { shape, givens, symbols, line } = puzzle;
  const problem = encode(shape, givens);
  const pencilled: Pencilled = {
    line,
    problem,
    words: houseWords((value) => symbols.symbolOf(value)),
    hint: (settings) => hintAsync(problem, { ...settings, scale: sudokuScale }),
    steps: (settings) => stepsAsync(problem, { ...settings, scale: sudokuScale }),
    symbolOf: (value) => symbols.symbolOf(value),
    draw: (placed) => {
      const grid = givens.slice();
      for (const { row, column, value } of placed) grid[row * shape.size + column] = value;
      return `${job.pretty ? writeFramed(shape, grid, symbols) : symbols.write(grid)}\n`;
    },
  };
  return steppedBy(pencilled, found, limits, job, console);
}

/** The same for a variant. */
export async function steppedVariant(
  text: Pick<VariantText, 'line'>,
  variant: Variant,
  found: PuzzleAnswer,
  limits: Limits,
  job: Job,
  console: Console,
): Promise<PuzzleAnswer> {
  const cover = variantCover(variant);
  const pencilled: Pencilled = {
    line: text.line,
    problem: cover,
    words: cover.words,
    hint: (settings) => hintAsync(variant, settings),
    steps: (settings) => stepsAsync(variant, settings),
    symbolOf,
    draw: (placed) => {
      const values = variant.givens.slice();
      for (const { row, column, value } of placed)
        values[row * variant.grid.columns + column] = value;
      return gridText(variant, values, job.pretty);
    },
  };
  return steppedBy(pencilled, found, limits, job, console);
}

async function steppedBy(
  { line, problem, words, hint, steps, symbolOf, draw }: Pencilled,
  found: PuzzleAnswer,
  limits: Limits,
  job: Job,
  console: Console,
): Promise<PuzzleAnswer> {
  if (found.answer === 'none' || found.answer === 'unknown') return found;
  const unique = found.answer === 'unique';
  const settings = { ...limits, unique };
  const isHint = job.question === 'hint';
  const write = (step: Step, index: number) => {
    if (job.json) {
      const optionOf = (option: number) => {
        const { row, column, value } = problem.payload(option);
        return { cell: `r${row + 1}c${column + 1}`, value: symbolOf(value) };
      };
      const fields = fieldsBy(step, (item) => problem.itemName(item), optionOf);
      console.writeJson('step', { ...placeOf(job, { line }), index, ...fields });
      return;
    }
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
    const next = await hint(settings);
    const { kind, status } = next;
    if (next.kind === 'step') write(next.step, 1);
    return answer(status, kind, kind === 'solved' ? 'every cell is filled\n' : '', { hint: kind });
  }
  const stream = steps(settings);
  const placed: Placement[] = [];
  let index = 0;
  for await (const step of stream) {
    write(step, ++index);
    for (const option of step.chosen) placed.push(problem.payload(option));
    if (console.isFull) await console.waitForRoom();
  }
  const { status = 'complete', ending } = stream;
  return answer(status, ending, draw(placed), { ending });
}
