import { isUniqueAsync } from '../engine/solve/api.ts';
import type { Exhibit } from '../puzzles/gallery/exhibit.ts';
import { hintedOf } from '../puzzles/gallery/hinted.ts';
import { hintAsync } from '../puzzles/pencil/questions.ts';
import { sentences } from '../puzzles/pencil/sentences.ts';
import { techniqueTitle } from '../puzzles/pencil/technique.ts';
import { hintBoards } from '../puzzles/picture/hints.ts';
import { drawSvg } from '../puzzles/picture/svg/draw-svg.ts';
import { drawText } from '../puzzles/picture/text/draw-text.ts';
import type { Shell } from './command.ts';
import type { COLOUR_MODES } from './console.ts';
import { type Exit, UsageError } from './exit.ts';
import { save } from './output.ts';
import { endingOf, endOfSteps, mistakeLines, stepFields } from './pencil.ts';
import { Report } from './report.ts';
import { hintText } from './steps.ts';
import { unsolvedPictures } from './unsolved.ts';

interface Given {
  readonly svg?: string;
  readonly prefix?: readonly number[];
  readonly json?: true;
  readonly timeout?: number;
  readonly stats?: true;
  readonly color?: (typeof COLOUR_MODES)[number];
}

/** Draws the next step of a person on the board, and explains it in sentences. */
export async function drawHint(
  exhibit: Exhibit,
  given: Given,
  signal: AbortSignal,
  shell: Shell,
): Promise<Exit> {
  const stepped = exhibit.stepped?.() ?? exhibit;
  const { problem, scale, words } = stepped;
  const { console } = shell;
  if (exhibit.squaresOf === undefined) {
    throw new UsageError(
      'the options of this picture are no squares, so no step can be drawn; ' +
        'quadrille make NAME | quadrille solve --hint tells it in words',
    );
  }
  const { prefix = [] } = given;
  if (prefix.length > 0 && exhibit.stepped !== undefined) {
    throw new UsageError(
      'the steps of this puzzle see a problem of their own, which has other options; write the clues into its text in place of --prefix',
    );
  }
  const pictures = unsolvedPictures(exhibit, prefix);
  const report = new Report('pencil', { given, signal, shell });
  const { timeout, onProgress } = report.limits;
  const limits = { timeout, onProgress, signal, prefix };
  // With one solution, more techniques hold.
  const isUnique = scale === undefined ? undefined : await isUniqueAsync(exhibit.problem, limits);
  if (isUnique?.answer === 'none') {
    const hint = { hint: 'contradiction' };
    return endOfSteps(report, 'complete', 'contradiction', console, hint);
  }
  const unique = isUnique?.answer === 'unique';
  const hint = await hintAsync(problem, { ...limits, scale, unique });
  if (hint.kind === 'step' && given.json) {
    console.writeJson('step', { index: 1, ...stepFields(hint.step, problem) });
  } else if (hint.kind === 'step') {
    const { step } = hint;
    const lines = sentences(step, problem, words);
    const caption = `${techniqueTitle(step.technique)} (${step.difficulty.toFixed(1)})`;
    const boards = hintBoards(pictures, { ...hintedOf(stepped, step), caption });
    const how = console.drawing(given.color);
    if (given.svg === undefined) console.writeUnchecked(`${drawText(boards, how)}\n\n`);
    else await save(drawSvg(boards, { title: lines.join(' ').slice(0, 1000) }), given.svg, shell);
    if (given.svg !== '-') console.write(hintText(lines));
  } else if (hint.kind === 'mistake' && !given.json) {
    console.write(hintText(mistakeLines(hint.decisions, problem, words)));
  } else if (hint.kind === 'solved' && !given.json) console.note('Every item is covered.');
  return endOfSteps(report, hint.status, endingOf(hint), console, { hint: hint.kind });
}
