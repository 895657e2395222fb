import type { Solution } from '../engine/problem/problem.ts';
import { firstAsync, solutionsAsync } from '../engine/solve/api.ts';
import type { Status } from '../engine/solve/limit-settings.ts';
import { samplerAsync } from '../engine/solve/samplers.ts';
import { captioned } from '../puzzles/gallery/captioned.ts';
import type { Exhibit } from '../puzzles/gallery/exhibit.ts';
import { drawSvg } from '../puzzles/picture/svg/draw-svg.ts';
import { PAPERS, PER_PAGE } from '../puzzles/picture/svg/pages.ts';
import { drawText } from '../puzzles/picture/text/draw-text.ts';
import { weightBoards, weightPictures } from '../puzzles/picture/weights.ts';
import type { Shell } from './command.ts';
import { COLOUR_MODES } from './console.ts';
import { endOfDiagram } from './diagram.ts';
import { EXIT, type Exit, UsageError } from './exit.ts';
import {
  choice,
  type FlagRules,
  type FlagValues,
  integer,
  memory,
  questionOf,
  seconds,
  seed,
  text,
  upToSymmetry,
} from './flags.ts';
import { galleryCommand } from './make.ts';
import { save } from './output.ts';
import { drawPages } from './pages.ts';
import { Report } from './report.ts';
import { PART_FLAGS } from './shard.ts';
import { SvgSheet, TextSheet } from './sheet.ts';
import { unsolvedPictures } from './unsolved.ts';

const DRAW_FLAGS = {
  all: { about: 'draws all solutions, not only the first' },
  limit: integer('K', 'draws the first K solutions', 1),
  'up-to-symmetry': {
    about: `${upToSymmetry.about}: those of the board, where pieces are packed`,
  },
  sample: { about: 'draws one at random, each solution as likely as any other; others by --seed' },
  why: { about: 'draws weights of the squares that prove that there is no solution' },
  hint: {
    about:
      'draws the next step of a person: where to look, what holds (+) and what is out (-); and tells it in sentences',
  },
  json: { about: 'with --hint: prints the step as JSON, and then the status' },
  unsolved: {
    about: 'draws the puzzle as it stands before it is solved; with --prefix, its clues',
  },
  prefix: {
    ...PART_FLAGS.prefix,
    about:
      'draws solutions with these options, as in [4,8]: the clues that quadrille generate prints as a list',
  },
  svg: text('FILE', 'writes an SVG picture to FILE (- for standard output), instead of text'),
  sheet: {
    about:
      'prints pages for paper, as HTML that a browser prints: the puzzles of all files, each with ' +
      'its number, and their solutions on the last pages; with --svg a file for each page',
  },
  'per-page': choice('N', 'with --sheet: puzzles on a page; default 4', PER_PAGE),
  paper: choice('SIZE', 'with --sheet: a4 (default) or letter', PAPERS),
  title: text('TEXT', 'with --sheet: the title of each page; default: the name of the puzzle'),
  seed,
  memory,
  timeout: seconds('stops after this time'),
  stats: { about: 'prints statistics of the search on stderr' },
  color: choice(
    'WHEN',
    'colours: auto (on a terminal, unless NO_COLOR or TERM=dumb; default), always or never',
    COLOUR_MODES,
  ),
};

type Values = FlagValues<typeof DRAW_FLAGS>;

const DRAW_SEARCH_FLAGS = ['svg', 'prefix', 'seed', 'memory', 'timeout', 'stats', 'color'] as const;
const OF_SHEETS = 'goes with --sheet; give both';
const DRAW_RULES = {
  questions: {
    all: [...DRAW_SEARCH_FLAGS, 'up-to-symmetry'],
    limit: [...DRAW_SEARCH_FLAGS, 'up-to-symmetry'],
    sample: DRAW_SEARCH_FLAGS,
    why: ['svg', 'prefix', 'timeout', 'stats', 'color'],
    hint: ['svg', 'prefix', 'json', 'timeout', 'stats', 'color'],
    unsolved: ['svg', 'prefix', 'color'],
    sheet: ['svg', 'memory', 'timeout', 'stats', 'per-page', 'paper', 'title'],
  },
  pairs: [
    ['svg', 'color'],
    ['svg', 'json'],
    ['json', 'color'],
    ['up-to-symmetry', 'seed'],
  ],
  needs: [
    ['json', 'hint', 'goes with --hint; give both'],
    ['per-page', 'sheet', OF_SHEETS],
    ['paper', 'sheet', OF_SHEETS],
    ['title', 'sheet', OF_SHEETS],
  ],
} as const satisfies FlagRules<string, keyof Values>;

export const draw = galleryCommand({
  name: 'draw',
  summary: 'solves a problem of the gallery and draws it as text or SVG',
  about:
    'Makes a problem of the gallery, solves it, and draws the first solution: as text, in colour ' +
    'on a terminal, or as an SVG picture. With --sheet it draws problems and solutions on pages ' +
    'for paper.',
  flags: DRAW_FLAGS,
  examples: [
    ['quadrille draw pentominoes 6x10', 'the first way to fill the box'],
    ['quadrille draw queens 8 --limit 3 --seed 7', 'three random ways'],
    ['quadrille draw pentominoes 3x20 --up-to-symmetry', 'both ways to fill a long box'],
    ['quadrille draw dominoes aztec10 --sample --seed 1', 'a uniformly random tiling'],
    ['quadrille draw soma --svg soma.svg', 'as a picture, layer by layer'],
    ['quadrille draw sudoku puzzles.txt --sheet > sheet.html', 'all puzzles of a file, to print'],
    ['quadrille draw langford 5 --why || true', 'why there is no such row'],
    ['quadrille draw sudoku puzzles.txt --hint', 'what to do next, and why'],
    ['quadrille draw sudoku puzzles.txt --unsolved --svg puzzle.svg', 'the puzzle alone'],
  ],
  exampleOf: (solutions) => `one of ${solutions}`,
  async run(named, given, _args, shell) {
    questionOf(given, DRAW_RULES);
    if (given.sheet) {
      return shell.interruptible((signal) => drawPages(named, given, signal, shell));
    }
    const exhibit = await named.one();
    const more = BEYOND_SOLUTIONS.find((flag) => given[flag]);
    if (more !== undefined && exhibit.problem.forbids !== undefined) {
      throw new UsageError(
        `--${more} looks at items and options, and the one loop of this puzzle is left to rules by functions; ` +
          'leave the flag out: only solutions can be drawn',
      );
    }
    if (given.svg !== undefined && given.svg !== '-') shell.files.write(given.svg);
    const ask = given.why
      ? drawWeights
      : given.hint
        ? (await import('./hint.ts')).drawHint
        : given.unsolved
          ? drawUnsolved
          : search;
    return shell.interruptible((signal) => ask(exhibit, given, signal, shell));
  },
});

/** Draws a puzzle with its clues. */
async function drawUnsolved(
  exhibit: Exhibit,
  { prefix = [], svg, color }: Values,
  _signal: AbortSignal,
  shell: Shell,
): Promise<Exit> {
  const pictures = unsolvedPictures(exhibit, prefix);
  if (svg !== undefined) await save(drawSvg(pictures), svg, shell);
  else {
    const { console } = shell;
    console.writeUnchecked(`${drawText(pictures, console.drawing(color))}\n`);
  }
  return EXIT.answered;
}

async function search(
  { problem, draw, group }: Exhibit,
  given: Values,
  signal: AbortSignal,
  shell: Shell,
): Promise<Exit> {
  const { console } = shell;
  const { limit, svg, sample } = given;
  const how = console.drawing(given.color);
  const engine = 'auto' as const;
  const report = new Report(sample ? 'diagram' : engine, { given, signal, shell });
  const upToSymmetry = given['up-to-symmetry'] && (group?.() ?? true);
  const { prefix } = given;
  const settings = { ...report.limits, engine, limit, prefix, seed: given.seed, upToSymmetry };
  const text = new TextSheet(console, how, given['up-to-symmetry']);
  const image = new SvgSheet();
  const sheet = svg === undefined ? text : image;
  const show = (solution: Solution<unknown>): boolean => {
    const { classSize } = solution;
    if (classSize !== undefined) report.countClasses(1n, classSize);
    return sheet.add(captioned(draw(solution), classSize));
  };
  let status: Status;
  if (sample) {
    const { sampler, ...ended } = await samplerAsync(problem, { ...report.limits, prefix });
    status = ended.status;
    if (sampler !== undefined) report.count(sampler.count);
    for (const solution of sampler?.sample({ seed: given.seed ?? 0 }) ?? []) show(solution);
  } else if (given.all || upToSymmetry || limit !== undefined) {
    const stream = solutionsAsync(problem, settings);
    for await (const solution of stream) {
      if (!show(solution)) break;
      if (console.isFull) await console.waitForRoom();
    }
    status = stream.status ?? 'limit';
    if (stream.status === undefined) {
      const { solutions } = stream.progress;
      console.note(
        `Warning: the picture is full with the first ${solutions} ${upToSymmetry ? 'classes' : 'solutions'}; give --limit for fewer.`,
      );
    }
  } else {
    const { solution, ...found } = await firstAsync(problem, settings);
    status = found.status;
    if (solution !== undefined) show(solution);
  }
  text.endRow();
  if (svg !== undefined && !image.isEmpty) {
    await save(image.draw(upToSymmetry && report.summary), svg, shell);
  }
  return sample ? endOfDiagram(report, status) : report.end(status);
}

/** What takes more than solutions. */
const BEYOND_SOLUTIONS = ['why', 'hint', 'sample', 'up-to-symmetry'] as const;

/** Draws weights of the squares with which no solution can agree. */
async function drawWeights(
  { problem, placeOf, lattice }: Exhibit,
  given: Values,
  signal: AbortSignal,
  shell: Shell,
): Promise<Exit> {
  const { console } = shell;
  if (placeOf === undefined) {
    throw new UsageError(
      'the squares of this picture are no items, so they have no weights; ' +
        'quadrille make NAME | quadrille solve --why tells in words why there is no solution',
    );
  }
  const { explainAsync } = await import('../engine/solve/why.ts');
  const report = new Report('why', { given, signal, shell });
  const reason = await explainAsync(problem, {
    ...report.limits,
    prefix: given.prefix,
    reasons: ['weights'],
  });
  const { status } = reason;
  if (reason.kind === 'equations' || reason.kind === 'signs') {
    const items = Array.from(reason.weights, (weight, item) => {
      const name = problem.itemName(item);
      return { name, weight, place: placeOf(name) };
    });
    const isBoard = lattice === undefined || lattice === 'squares' || lattice === 'cubes';
    const pictures = isBoard ? weightBoards(items, reason) : weightPictures(items, reason, lattice);
    if (given.svg !== undefined) await save(drawSvg(pictures), given.svg, shell);
    else console.writeUnchecked(`${drawText(pictures, console.drawing(given.color))}\n`);
  } else if (status === 'complete') {
    console.note(
      'Found no weights that prove that there is no solution; ' +
        'quadrille make NAME | quadrille solve --why looks for other reasons.',
    );
    return EXIT.undecided;
  }
  const incomplete = 'no weights are found so far';
  return report.end(status, { saysNone: given.svg === undefined, incomplete });
}
