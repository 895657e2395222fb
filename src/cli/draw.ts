import { writeFile } from 'node:fs/promises';
import { firstAsync, solutionsAsync } from '../ask/async.ts';
import type { Status } from '../ask/walk.ts';
import type { Exhibit } from '../gallery/exhibit.ts';
import { isGraph, type Picture } from '../picture/board.ts';
import { MOST_SQUARES } from '../picture/checks.ts';
import { drawSvg } from '../picture/svg/draw.ts';
import { drawText } from '../picture/text/draw.ts';
import type { Solution } from '../problem/problem.ts';
import { COLOUR_WISHES } from './console.ts';
import { UsageError } from './errors.ts';
import type { Exit } from './exit.ts';
import { choice, type Given, only, seconds, seed, text, whole } from './flags.ts';
import { galleryCommand } from './gallery.ts';
import { Report } from './report.ts';
import type { Shell } from './shell.ts';

const FLAGS = {
  all: { about: 'draws every solution, not only the first' },
  limit: whole('K', 'draws the first K solutions', 1),
  svg: text('FILE', 'writes an SVG picture to FILE (- for standard output), instead of text'),
  seed,
  timeout: seconds('stops after so many seconds'),
  stats: { about: 'tells on stderr what the search took' },
  color: choice(
    'WHEN',
    'colours: auto (on a terminal, unless NO_COLOR or TERM=dumb; default), always or never',
    COLOUR_WISHES,
  ),
};

type Flags = Given<typeof FLAGS>;

export const draw = galleryCommand({
  name: 'draw',
  summary: 'solves and draws a problem of the gallery: in the terminal, as SVG',
  about:
    'Makes a problem of the gallery, solves it, and draws the first solution: in the terminal, ' +
    'in colour where there is one, or as an SVG picture.',
  flags: FLAGS,
  examples: [
    ['quadrille draw pentominoes 6x10', 'the first way to fill the box'],
    ['quadrille draw queens 8 --limit 3 --seed 7', 'three ways, chosen by chance'],
    ['quadrille draw soma --svg soma.svg', 'as a picture, layer by layer'],
  ],
  exampleOf: (solutions) => `one of ${solutions}`,
  async run(exhibit, given, _args, shell) {
    only(given, ['all', 'limit']);
    only(given, ['svg', 'color']);
    return shell.interruptible((signal) => search(exhibit, given, signal, shell));
  },
});

async function search(
  { problem, draw }: Exhibit,
  given: Flags,
  signal: AbortSignal,
  shell: Shell,
): Promise<Exit> {
  const { console } = shell;
  const { limit, svg } = given;
  const how = { colour: console.coloured(given.color), width: console.width };
  const engine = 'auto' as const;
  const report = new Report(engine, signal, shell);
  const settings = {
    engine,
    limit,
    seed: given.seed,
    timeout: given.timeout,
    signal,
    onProgress: report.onProgress,
  };
  const pictures: Picture[] = [];
  let squares = 0;
  /** Draws a solution; whether another one like it would still have room. */
  const show = (solution: Solution<unknown>): boolean => {
    const drawn = draw(solution);
    if (svg === undefined) {
      // Pictures clean their texts themselves.
      console.writeCoded(`${drawText(drawn, how)}\n\n`);
      return true;
    }
    pictures.push(...drawn);
    squares += squaresOf(drawn);
    return squares + squaresOf(drawn) <= MOST_SQUARES;
  };
  let status: Status;
  if (given.all || limit !== undefined) {
    const stream = solutionsAsync(problem, settings);
    for await (const solution of stream) {
      if (!show(solution)) break;
      if (console.full) await console.room();
    }
    status = stream.status ?? 'limit';
    if (stream.status === undefined) {
      const { solutions } = stream.progress;
      console.note(`Warning: the picture is full; it has the first ${solutions} solutions.`);
    }
  } else {
    const { solution, ...found } = await firstAsync(problem, settings);
    status = found.status;
    if (solution !== undefined) show(solution);
  }
  if (svg !== undefined && pictures.length > 0) await save(drawSvg(pictures), svg, shell);
  return report.end(status, given.stats ?? false);
}

function squaresOf(pictures: readonly Picture[]): number {
  return pictures.reduce(
    (sum, picture) => sum + (isGraph(picture) ? 0 : picture.squares.length),
    0,
  );
}

async function save(picture: string, file: string, { console }: Shell): Promise<void> {
  if (file === '-') {
    console.write(picture);
    return;
  }
  try {
    await writeFile(file, picture);
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new UsageError(`the picture cannot be written to ${file} (${code}); give another file`);
  }
}
