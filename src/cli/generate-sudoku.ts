import { plural } from '../engine/problem/error.ts';
import { WITH_KINDS, type With } from '../puzzles/gallery/variant-kinds.ts';
import { easier, mismatch, type RatedSteps } from '../puzzles/pencil/request.ts';
import { type Scale, techniqueNamed, techniquesFor } from '../puzzles/pencil/scale.ts';
import { sudokuScale } from '../puzzles/pencil/sudoku-scale.ts';
import { encode } from '../puzzles/sudoku/encode.ts';
import {
  type Generated,
  PuzzleGenerator,
  type PuzzleSettings,
  SYMMETRIES,
} from '../puzzles/sudoku/generator.ts';
import { writeFramed, writeLine } from '../puzzles/sudoku/grid.ts';
import { Shape } from '../puzzles/sudoku/shape.ts';
import { VARIANT_FORMS } from '../puzzles/variants/forms.ts';
import { type Shell, simpleCommand } from './command.ts';
import { type Exit, hint, UsageError } from './exit.ts';
import { atMostOne, choice, type FlagValues, integer, text, type ValueFlag } from './flags.ts';
import { COUNT_FLAG, MAKING, makeEach } from './generating.ts';
import { PATTERN, patternOf } from './pattern.ts';
import { gradeOf, mismatchText, RATED } from './rating.ts';
import type { Deadline } from './report.ts';

/** The puzzles that are rated at most, for one that is as difficult as wished. */
const MOST_RATED = 1000;
/** More than any distance from a difficulty: the puzzle lacks something else. */
const UNREACHED_DISTANCE = 10_000;

const { color: _, ...COLOURLESS } = MAKING;
const SUDOKU_FLAGS = {
  ...COUNT_FLAG,
  size: integer('N', 'grids of NxN, up to 25; default 9', 1, 100),
  boxes: text('RxC', 'boxes of R rows and C columns, as in 2x3'),
  minimal: { about: 'no given can be left out; the default without --givens' },
  givens: integer('N', 'the number of cells that are given'),
  with: {
    value: 'KINDS',
    about: `draws clues beside the givens: some of ${WITH_KINDS.join(', ')}, with commas between; prints what quadrille sudoku reads`,
    read(text: string): readonly With[] {
      const kinds = text.split(',').map((kind) => kind.trim());
      const other = kinds.find((kind) => !WITH_KINDS.includes(kind as With));
      if (other === undefined) return [...new Set(kinds as With[])];
      throw new UsageError(
        hint(other, WITH_KINDS, `give some of ${WITH_KINDS.join(', ')}, as in cages,thermos`),
      );
    },
  } satisfies ValueFlag<readonly With[]>,
  as: choice(
    'FORM',
    `with --with: the form: ${VARIANT_FORMS.join(', ')}; default iss`,
    VARIANT_FORMS,
  ),
  symmetry: choice('KIND', `the pattern of the givens: ${SYMMETRIES.join(', ')}`, SYMMETRIES),
  pattern: PATTERN,
  ...RATED,
  by: choice('WAY', 'the method: removing givens (default) or adding them', ['removing', 'adding']),
  attempts: integer(
    'N',
    'the most attempts to meet --givens, --minimal and --pattern; default 100, with --pattern 100,000; and the most puzzles that are rated, default 1000',
    1,
  ),
  ...COLOURLESS,
  pretty: { about: 'prints grids with borders' },
};

type Values = FlagValues<typeof SUDOKU_FLAGS>;

/** What plain Sudokus have, and variants do not. */
const NOT_WITH = ['givens', 'symmetry', 'pattern', 'by'] as const;

/** `generate sudoku`. */
export const generateSudoku = simpleCommand({
  name: 'sudoku',
  summary: 'Sudokus of any shape up to 25x25',
  usage: ['quadrille generate sudoku [flags]'],
  about:
    'Prints new Sudokus, one a line. Each has exactly one solution. If no attempt meets --givens, ' +
    '--minimal or --pattern before --attempts, --timeout or Ctrl-C ends them, it prints the closest puzzle ' +
    'so far, with a warning on stderr.',
  flags: SUDOKU_FLAGS,
  examples: [
    [
      'quadrille generate sudoku --count 100 --symmetry rotational --seed 1',
      'a hundred symmetric ones',
    ],
    ['quadrille generate sudoku --size 16 --givens 110 --pretty', 'a large one'],
    ['quadrille generate sudoku --boxes 2x3', 'a small one, for children'],
    [
      'quadrille generate sudoku --with cages,thermos --seed 1 --pretty',
      'a killer with thermometers',
    ],
  ],
  async run(given, operands, shell) {
    if (operands.length > 0) {
      throw new UsageError(`${JSON.stringify(operands[0])} is one argument too many; give flags`);
    }
    atMostOne(given, ['pretty', 'json']);
    const { size, boxes } = given;
    if (given.with !== undefined) {
      const plain = NOT_WITH.find((flag) => given[flag] !== undefined);
      if (plain !== undefined)
        throw new UsageError(`--${plain} does not go with --with; leave one of them out`);
      const { variantsWith } = await import('./generate-variant.ts');
      const shape = Shape.of({ size, boxes });
      return shell.interruptible((signal) => variantsWith(shape, given, signal, shell));
    }
    if (given.as !== undefined) throw new UsageError('--as goes with --with; give both');
    const generator = new PuzzleGenerator({ size, boxes, seed: given.seed });
    const { technique } = given;
    if (technique !== undefined) {
      techniqueNamed(technique, techniquesFor(encode(generator.shape), sudokuScale));
    }
    const pattern = await patternOf(given.pattern, generator.shape.cells, shell);
    return shell.interruptible((signal) => puzzles(generator, given, pattern, signal, shell));
  },
});

function puzzles(
  generator: PuzzleGenerator,
  given: Values,
  pattern: Uint8Array | undefined,
  signal: AbortSignal,
  shell: Shell,
): Promise<Exit> {
  const { givens, symmetry, by, attempts } = given;
  const settings = { minimal: given.minimal, givens, symmetry, pattern, by, attempts };
  const { shape, seed } = generator;
  const isRated = given.rating !== undefined || given.technique !== undefined;
  return makeEach(given, seed, signal, shell, async ({ deadline, report }) => {
    const onAttempt = (attempt: number) => report(() => `attempt ${attempt}`);
    const puzzle = await (isRated
      ? generateRated(generator, settings, given, deadline, signal, onAttempt)
      : generateOne(generator, settings, deadline, onAttempt));
    return (
      puzzle && {
        type: 'puzzle',
        fields: () => fieldsOf(generator, puzzle),
        drawn: () => writeFramed(shape, puzzle.givens),
        text: `${writeLine(shape, puzzle.givens)}\n`,
        shortfall: puzzle.reached ? undefined : shortfall(puzzle, given, pattern),
        attempts: puzzle.attempts,
      }
    );
  });
}

/** One puzzle; if the deadline comes before, the closest of the attempts so far. */
async function generateOne(
  generator: PuzzleGenerator,
  settings: PuzzleSettings,
  deadline: Deadline,
  onStep: (attempt: number) => void,
): Promise<Generated | undefined> {
  let closest: Generated | undefined;
  for (closest of generator.steps(settings)) {
    onStep((closest?.attempts ?? 0) + 1);
    if (closest?.reached === true || (await deadline.isOver())) break;
  }
  return closest;
}

/** A puzzle, and how a person solves it. */
type Rated = Generated & Partial<RatedSteps>;

/** One puzzle of the difficulty and with the technique requested, or the closest one. */
async function generateRated(
  generator: PuzzleGenerator,
  settings: PuzzleSettings,
  given: Values,
  deadline: Deadline,
  signal: AbortSignal,
  report: (attempt: number) => void,
): Promise<Rated | undefined> {
  const { rating, technique, attempts = MOST_RATED } = given;
  const scale: Scale = (...problem) => easier(sudokuScale(...problem), rating?.[1]);
  const { shape } = generator;
  const problem = encode(shape);
  let closest: Rated | undefined;
  let least = Number.POSITIVE_INFINITY;
  let rated = 0;
  while (rated < attempts) {
    rated++;
    const puzzle = await generateOne(generator, settings, deadline, () => report(rated));
    if (puzzle === undefined || deadline.hasStopped) break;
    const prefix = Array.from(puzzle.givens, (value, cell) => cell * shape.size + value - 1);
    const asked = { prefix: prefix.filter((_, cell) => puzzle.givens[cell] !== 0), scale, signal };
    const grade = await gradeOf(problem, asked, deadline);
    const distance =
      mismatch(grade, { rating, technique }) + (puzzle.reached ? 0 : UNREACHED_DISTANCE);
    if (distance < least) closest = { ...puzzle, ...grade, reached: distance === 0 };
    least = Math.min(least, distance);
    if (least === 0 || (await deadline.isOver())) break;
  }
  return closest && { ...closest, attempts: rated };
}

/** The fields of a puzzle for `--json`. */
function fieldsOf(
  { shape }: PuzzleGenerator,
  { givens, solution, count, minimal, reached, difficulty, techniques }: Rated,
): object {
  const grids = { puzzle: writeLine(shape, givens), solution: writeLine(shape, solution) };
  const grade = difficulty === undefined ? {} : { difficulty, techniques };
  return { ...grids, givens: count, minimal, ...grade, reached };
}

/** The ways in which a puzzle differs from the one asked for. */
function shortfall(
  { givens: grid, count, minimal, ...grade }: Rated,
  { givens, rating, technique }: Values,
  pattern?: Uint8Array,
): string {
  const wanted = givens === undefined || givens === count ? '' : `, not ${givens}`;
  const out = grid.filter((value, cell) => value > 0 && pattern?.[cell] === 0).length;
  const outside = out === 0 ? '' : `, ${out} of them outside of the pattern`;
  const proven = minimal ? '' : ', not proven minimal';
  return `${plural(count, 'given')}${wanted}${outside}${proven}${mismatchText(grade, { rating, technique })}`;
}
