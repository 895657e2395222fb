import { Solution } from '../engine/problem/problem.ts';
import type { Exhibit } from '../puzzles/gallery/exhibit.ts';
import { type MadePuzzle, type Making, makePuzzleAsync } from '../puzzles/pencil/make.ts';
import { drawText } from '../puzzles/picture/text/draw-text.ts';
import { imageOf, SYMMETRIES, type Symmetry } from '../puzzles/sudoku/generator.ts';
import type { Shell } from './command.ts';
import type { Console } from './console.ts';
import { EXIT, type Exit, UsageError } from './exit.ts';
import { atMostOne, choice, type FlagValues, integer } from './flags.ts';
import { generateMasyu, generateSlitherlink } from './generate-loop.ts';
import { generateNonogram } from './generate-nonogram.ts';
import { generateSudoku } from './generate-sudoku.ts';
import { COUNT_FLAG, MAKING, makeEach } from './generating.ts';
import { galleryCommand } from './make.ts';
import { PATTERN, patternOf } from './pattern.ts';
import { mismatchText, RATED, scaleFor } from './rating.ts';
import { counted } from './report.ts';

const NONOGRAM_SYMMETRIES = [...SYMMETRIES, 'group'] as const;

const CLUE_FLAGS = {
  ...COUNT_FLAG,
  clues: choice('KIND', 'what a clue is: an option chosen (default), or one crossed out', [
    'chosen',
    'crossed',
  ]),
  number: integer('N', 'the number of clues'),
  minimal: { about: 'no clue can be left out; the default without --number' },
  symmetry: choice(
    'KIND',
    `the pattern of the clues: ${SYMMETRIES.join(', ')}, on square boards; group: clues that a symmetry of the problem takes to each other go together`,
    NONOGRAM_SYMMETRIES,
  ),
  pattern: PATTERN,
  ...RATED,
  attempts: integer('N', 'the most attempts to meet these wishes; default 100', 1),
  ...MAKING,
};

type Values = FlagValues<typeof CLUE_FLAGS>;

export const generate = galleryCommand({
  name: 'generate',
  summary: 'makes new puzzles, each with exactly one solution',
  about:
    'Prints new puzzles of the gallery: options chosen as clues, such that there is exactly one ' +
    'solution, and no clue can go. Where the gallery takes such puzzles (sudoku-x, windoku, jigsaw, ' +
    'samurai, latin), it prints the text that quadrille draw takes. Else it prints the clues as a ' +
    'list for --prefix of quadrille draw and quadrille solve; --pretty draws them.',
  flags: CLUE_FLAGS,
  others: {
    sudoku: generateSudoku,
    nonogram: generateNonogram,
    slitherlink: generateSlitherlink,
    masyu: generateMasyu,
  },
  unlisted: ['hamiltonian', 'knights-tour'],
  examples: [
    ['quadrille generate sudoku --count 100 --symmetry rotational --seed 1', 'symmetric Sudokus'],
    ['quadrille generate sudoku-x --pretty', 'a Sudoku with diagonals'],
    ['quadrille generate nonogram 10x10 --pretty', 'a nonogram'],
    ['quadrille generate queens 8 --pretty', 'which queens must be placed'],
  ],
  exampleOf: () => 'clues to one solution',
  async run(named, given, _args, shell) {
    atMostOne(given, ['pretty', 'json']);
    if (given.pretty && given.clues === 'crossed') {
      throw new UsageError('--pretty draws options that are chosen; leave out --clues crossed');
    }
    const exhibit = await named.one();
    const { problem } = exhibit;
    if (problem.forbids !== undefined) {
      throw new UsageError(
        'the one loop of this puzzle is left to rules by functions, with which no clues are chosen; ' +
          `quadrille draw ${named.entry.name} shows solutions`,
      );
    }
    const cells = given.pattern === undefined && !isPlane(given.symmetry) ? [] : cellsOf(exhibit);
    const side = Math.max(0, ...cells.map(([row, column]) => Math.max(row, column) + 1));
    const pattern = await patternOf(given.pattern, side * side, shell);
    const inPattern = ([row, column]: Cell) => pattern?.[row * side + column] === 1;
    const settings = {
      clues:
        pattern === undefined
          ? given.clues
          : cells.flatMap((cell, k) =>
              inPattern(cell) ? [[given.clues === 'crossed' ? ~k : k]] : [],
            ),
      orbits: isPlane(given.symmetry) ? orbitsOf(cells, side, given.symmetry) : undefined,
      count: given.number,
      minimal: given.minimal,
      rating: given.rating,
      technique: given.technique,
      scale: scaleFor(problem),
      attempts: given.attempts,
    };
    const { name } = named.entry;
    return shell.interruptible(async (signal) => {
      if (given.symmetry !== 'group') return make(exhibit, name, settings, given, signal, shell);
      const { symmetriesAsync } = await import('../engine/solve/symmetries.ts');
      const { optionOrbits: orbits } = await symmetriesAsync(problem, { signal });
      return make(exhibit, name, { ...settings, orbits }, given, signal, shell);
    });
  },
});

function isPlane(symmetry: Values['symmetry']): symmetry is Exclude<Symmetry, 'none'> {
  return symmetry !== undefined && symmetry !== 'none' && symmetry !== 'group';
}

type Cell = readonly [row: number, column: number];

/** Option -> its cell, where each option has one. */
function cellsOf({ problem }: Exhibit): Cell[] {
  return Array.from({ length: problem.optionCount }, (_, k) => {
    const { row, column } = (problem.payload(k) ?? {}) as { row?: number; column?: number };
    if (row !== undefined && column !== undefined) return [row, column];
    throw new UsageError(
      'the clues of this puzzle are no single cells; leave out --pattern, and give --symmetry group or none',
    );
  });
}

/** Option -> the label of its orbit. */
function orbitsOf(cells: readonly Cell[], side: number, symmetry: Symmetry): number[] {
  const image = imageOf(symmetry);
  return cells.map(([row, column]) => {
    const [otherRow, otherColumn] = image(row, column, side - 1);
    return Math.min(row * side + column, otherRow * side + otherColumn);
  });
}

/** Makes the puzzles one by one and prints them. */
async function make(
  exhibit: Exhibit,
  name: string,
  settings: Parameters<typeof makePuzzleAsync>[1],
  given: Values,
  signal: AbortSignal,
  shell: Shell,
): Promise<Exit> {
  const { console } = shell;
  const { problem } = exhibit;
  const first = given.seed ?? Math.floor(Math.random() * 2 ** 32);
  // A diagram that is too large for the first puzzle is too large for all.
  let uniform = true;
  return makeEach(given, first, signal, shell, async ({ deadline, made, report }) => {
    const making: Making<Solution<unknown>> = await makePuzzleAsync(problem, {
      ...settings,
      uniform,
      seed: first + made,
      timeout: deadline.left,
      signal,
      onProgress: ({ nodes }) => report(() => counted(nodes, 'node')),
    });
    const { puzzle, status, attempts } = making;
    uniform = making.uniform;
    if (puzzle === undefined) return exitWithout(making, given, console);
    const { prefix, solution, minimal, difficulty, techniques } = puzzle;
    const clues = new Solution(problem, [...prefix.filter((decision) => decision >= 0)]);
    const text = given.clues === 'crossed' ? undefined : exhibit.write?.(clues);
    const reached = status === 'found';
    return {
      type: 'made',
      fields: () => ({
        name,
        ...(text !== undefined && { puzzle: text }),
        prefix,
        clues: clues.options,
        solution: solution.numbers,
        minimal,
        ...(difficulty !== undefined && { difficulty, techniques }),
        uniform,
        reached,
      }),
      drawn: () => drawText(exhibit.drawClues(clues), console.drawing(given.color)),
      text: text ?? `${JSON.stringify(prefix)}\n`,
      shortfall: reached ? undefined : shortfall(puzzle, given),
      attempts,
    };
  });
}

/** Reports that no puzzle can be made; undefined where the work was stopped. */
function exitWithout(
  { doubt, attempts, status }: Making<unknown>,
  { json }: Values,
  console: Console,
): Exit | undefined {
  if (!['complete', 'limit', 'memory'].includes(status)) return undefined;
  if (json) console.writeJson('status', { status, solutions: doubt === undefined ? 0 : attempts });
  const tried = status === 'complete' ? '' : ` (${counted(attempts, 'solution')} tried)`;
  const why =
    doubt === undefined
      ? 'There is no solution, and so no puzzle'
      : `No puzzle: all clues together allow more than one solution${tried}; ` +
        'allow more cells or other clues, or raise --attempts';
  if (status !== 'memory') console.note(`${why}.`);
  return status === 'complete' ? EXIT.noSolution : EXIT.undecided;
}

/** The ways in which a puzzle differs from the one asked for. */
function shortfall(
  { clues, minimal, ...rated }: MadePuzzle<unknown>,
  { number, rating, technique }: Values,
): string {
  const count = clues.length;
  const wanted = number === undefined || number === count ? '' : `, not ${number}`;
  const proven = minimal || number !== undefined ? '' : ', not proven minimal';
  const difference = mismatchText(rated, { rating, technique });
  return `${counted(count, 'clue')}${wanted}${proven}${difference}`;
}
