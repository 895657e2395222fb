import type { Problem } from '../engine/problem/problem.ts';
import type { Status } from '../engine/solve/limit-settings.ts';
import { Speaker, type Words } from '../engine/why/sentences.ts';
import { sentence } from '../puzzles/gallery/title.ts';
import { type Hint, hintAsync, rateAsync, stepsAsync } from '../puzzles/pencil/questions.ts';
import { sentences } from '../puzzles/pencil/sentences.ts';
import type { Step } from '../puzzles/pencil/step.ts';
import type { Ending } from '../puzzles/pencil/stepping.ts';
import { wordsBy } from './answers.ts';
import type { Console } from './console.ts';
import { EXIT, type Exit } from './exit.ts';
import type { Inquiry } from './question.ts';
import { scaleFor } from './rating.ts';
import { Report } from './report.ts';
import { fieldsBy, hintText, ratingFields, ratingText, SEVERAL, STUCK, stepLine } from './steps.ts';

const INCOMPLETE = 'more steps may follow';

/** Answers `--steps`: a line for each step, with tabs between number, difficulty and reason. */
export async function askSteps(inquiry: Inquiry): Promise<Exit> {
  const { problem, given, shell, output } = inquiry;
  const { console } = shell;
  const { prefix, limit, labels, json } = given;
  const report = new Report('pencil', inquiry);
  const scale = scaleFor(problem);
  const steps = stepsAsync(problem, { ...watchOf(report), prefix, limit, scale });
  const words = wordsBy(labels);
  let index = 0;
  for await (const step of steps) {
    index++;
    if (json) console.writeJson('step', { index, ...stepFields(step, problem) });
    else console.write(stepLine(step, index, sentences(step, problem, words)));
    output?.check();
    if (console.isFull) await console.waitForRoom();
  }
  const { status = 'complete', ending } = steps;
  return endOfSteps(report, status, ending, console, { ending });
}

/** Answers `--hint`: the next step, a sentence a line, or the mistake that was made before. */
export async function askHint(inquiry: Inquiry): Promise<Exit> {
  const { problem, given, shell } = inquiry;
  const { console } = shell;
  const { prefix, labels, json } = given;
  const report = new Report('pencil', inquiry);
  const scale = scaleFor(problem);
  const hint = await hintAsync(problem, { ...watchOf(report), prefix, scale });
  const { kind } = hint;
  const words: Words = wordsBy(labels) ?? {};
  if (hint.kind === 'step') {
    if (json) console.writeJson('step', { index: 1, ...stepFields(hint.step, problem) });
    else console.write(hintText(sentences(hint.step, problem, words)));
  } else if (hint.kind === 'mistake' && !json) {
    console.write(hintText(mistakeLines(hint.decisions, problem, words)));
  } else if (kind === 'solved' && !json) console.write('Every item is covered.\n');
  const mistakes = hint.kind === 'mistake' ? { decisions: hint.decisions } : {};
  return endOfSteps(report, hint.status, endingOf(hint), console, { hint: kind, ...mistakes });
}

/** Sentences about decisions that are wrong. */
export function mistakeLines(
  decisions: readonly number[],
  problem: Problem<unknown>,
  words: Words = {},
): string[] {
  const speaker = new Speaker(problem, words);
  return decisions.map((decision) => {
    const option = decision < 0 ? ~decision : decision;
    const mistake = decision < 0 ? 'is crossed out, but it holds' : 'is chosen, but it is wrong';
    return `Take a decision back: ${speaker.option(option)} ${mistake}.`;
  });
}

/** Answers `--rate`: the difficulty of the hardest step. */
export async function askRating(inquiry: Inquiry): Promise<Exit> {
  const { problem, given, shell } = inquiry;
  const { console } = shell;
  const report = new Report('pencil', inquiry);
  const { prefix } = given;
  const scale = scaleFor(problem);
  const rating = await rateAsync(problem, { ...watchOf(report), prefix, scale });
  if (!given.json) console.write(`${ratingText(rating)}\n`);
  return endOfSteps(report, rating.status, rating.ending, console, ratingFields(rating));
}

/** The ending that a hint reports, if any. */
export function endingOf({ kind }: Hint): Ending | undefined {
  return kind === 'step' || kind === 'mistake' || kind === 'unknown' ? undefined : kind;
}

function watchOf({ limits: { timeout, signal, onProgress } }: Report) {
  return { timeout, signal, onProgress };
}

/** Ends the report of steps, and says why there are no more. */
export function endOfSteps(
  report: Report,
  status: Status,
  ending: Ending | undefined,
  console: Console,
  fields: object = {},
): Exit {
  const exit = report.end(status, {
    // The status line is about steps, not solutions.
    fields: { ...fields, solutions: undefined, exact: undefined },
    saysNone: true,
    incomplete: INCOMPLETE,
  });
  if (ending === 'contradiction') {
    console.note('There is no solution: that is proven.');
    return EXIT.noSolution;
  }
  if (ending === 'several') {
    console.note(
      `${sentence(SEVERAL)}. Decide more, until there is one; ` +
        'quadrille generate NAME makes puzzles that have one.',
    );
    return EXIT.undecided;
  }
  if (ending === 'stuck') {
    console.note(`${sentence(STUCK)}; there may be several solutions.`);
    return EXIT.undecided;
  }
  return exit === EXIT.noSolution ? EXIT.answered : exit;
}

/** A step for programs: items by name, options by number and items. */
export function stepFields(step: Step, problem: Pick<Problem, 'itemName' | 'option'>): object {
  const nameOf = (item: number) => problem.itemName(item);
  return fieldsBy(step, nameOf, (index) => ({ index, option: problem.option(index) }));
}
