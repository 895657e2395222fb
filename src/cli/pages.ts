import { parse } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Solution } from '../engine/problem/problem.ts';
import { solutionsAsync } from '../engine/solve/api.ts';
import { titleOf } from '../puzzles/gallery/title.ts';
import { rateAsync } from '../puzzles/pencil/questions.ts';
import { type Captioned, drawSheet, htmlParts, type Sheet } from '../puzzles/picture/svg/pages.ts';
import type { Shell } from './command.ts';
import { EXIT, type Exit, UsageError } from './exit.ts';
import { sourceOf } from './input.ts';
import type { Named, NamedExhibit } from './make.ts';
import { save } from './output.ts';
import { counted, exitOf, paceLine, progressLine, stopReason, Ticker, worse } from './report.ts';

/** The most puzzles of a sheet: some 10 MB. */
const MOST_PUZZLES = 1000;

/** The most options of a puzzle that is rated: a Sudoku of 9x9 has 729. */
const MOST_RATED = 1000;

/** The flags of a sheet. */
interface Given extends Partial<Sheet> {
  readonly 'per-page'?: Sheet['perPage'];
  readonly svg?: string;
  readonly memory?: number;
  readonly timeout?: number;
  readonly stats?: true;
}

/** Draws all that a command line names on pages for paper, with the solutions on the last pages. */
export async function drawPages(
  { entry, all }: Named,
  given: Given,
  signal: AbortSignal,
  shell: Shell,
): Promise<Exit> {
  const { console } = shell;
  const { title = titleOf(entry), paper = 'a4', 'per-page': perPage = '4', svg } = given;
  if (svg === '-') {
    throw new UsageError(
      'a sheet has several pages, and SVG has one in a file; give --svg FILE, or leave --svg out ' +
        'for HTML on standard output',
    );
  }
  const began = performance.now();
  const ticker = new Ticker(console);
  const puzzles: Captioned[] = [];
  const solutions: Captioned[] = [];
  let exit: Exit = EXIT.answered;
  for await (const exhibit of all()) {
    const number = puzzles.length + 1;
    if (number > MOST_PUZZLES) {
      throw new UsageError(
        `a sheet has at most ${counted(MOST_PUZZLES, 'puzzle')}; give fewer of them`,
      );
    }
    // Delivers a signal.
    await setImmediate();
    const stream = solutionsAsync(exhibit.problem, {
      limit: 2,
      timeout: given.timeout && Math.max(0, given.timeout - (performance.now() - began)),
      memoryLimit: given.memory,
      signal,
      onProgress: (progress) =>
        ticker.tick(() => `puzzle ${number}: ${progressLine(progress, false)}`),
    });
    const found: Solution<unknown>[] = [];
    for await (const one of stream) found.push(one);
    const [solution, another] = found;
    const { status = 'complete' } = stream;
    const stopped = stopReason(status, signal);
    if (stopped !== undefined) {
      console.note(`Stopped ${stopped} at puzzle ${number}: no page is written.`);
      return exitOf(status, 0);
    }
    const words = solution === undefined ? 'no solution' : another && 'several solutions';
    if (words !== undefined) {
      console.note(`Warning: puzzle ${number}${whence(exhibit)} has ${words}.`);
    }
    exit = worse(exit, exitOf('complete', solution === undefined ? 0 : 1));
    puzzles.push({ pictures: exhibit.draw(), words: words ?? (await ratingOf(exhibit, signal)) });
    solutions.push({ pictures: exhibit.draw(solution), words });
  }
  if (puzzles.length === 0) throw new UsageError('there is no puzzle in these files; give one');
  const pages = drawSheet(puzzles, solutions, { title, paper, perPage });
  if (svg === undefined) await console.writeAll(htmlParts(pages, { title, paper }));
  else await savePages(pages, svg, shell);
  if (given.stats) console.note(paceLine(puzzles.length, 'puzzle', began));
  return exit;
}

/**
 * `rating 4.2`, for a Sudoku with one solution; undefined where no step leads on, or it is large.
 */
async function ratingOf(exhibit: NamedExhibit, signal: AbortSignal): Promise<string | undefined> {
  const { problem, scale } = exhibit.stepped?.() ?? exhibit;
  if (scale === undefined || problem.optionCount > MOST_RATED) return undefined;
  const { difficulty, ending } = await rateAsync(problem, { scale, unique: true, signal });
  return ending === 'solved' ? `rating ${(difficulty ?? 0).toFixed(1)}` : undefined;
}

/** Where a puzzle comes from, for messages. */
function whence({ operand, line }: NamedExhibit): string {
  if (operand === undefined) return '';
  const source = sourceOf(operand);
  return ` (${line === undefined ? source : `${source}:${line}`})`;
}

/** Writes `sheet-1.svg`, `sheet-2.svg` and so on, each with the number of digits of the last. */
async function savePages(pages: readonly string[], file: string, shell: Shell): Promise<void> {
  const { ext } = parse(file);
  const digits = String(pages.length).length;
  const names = pages.map((_, k) => {
    const number = String(k + 1).padStart(digits, '0');
    return `${file.slice(0, file.length - ext.length)}-${number}${ext}`;
  });
  for (const name of names) shell.files.write(name);
  for (const [k, name] of names.entries()) await save(pages[k], name, shell);
}
