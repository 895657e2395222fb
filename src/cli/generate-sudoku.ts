import { setImmediate } from 'node:timers/promises';
import { rateAsync, stepsAsync } from '../ask/pencil.ts';
import { easier, type Manner, strayOf } from '../maker/wish.ts';
import { type Scale, techniqueNamed, techniquesFor } from '../pencil/scale.ts';
import { sudokuScale } from '../pencil/sudoku-scale.ts';
import { encode } from '../sudoku/encode.ts';
import {
  type Generated,
  PuzzleGenerator,
  type PuzzleSettings,
  SYMMETRIES,
} from '../sudoku/generator.ts';
import { writeFramed, writeLine } from '../sudoku/grid.ts';
import { type Shell, simpleCommand } from './command.ts';
import { EXIT, type Exit, UsageError } from './exit.ts';
import { atMostOne, choice, type FlagValues, integer, seconds, seed, text } from './flags.ts';
import { PATTERN, patternOf } from './pattern.ts';
import { RATED, strayText } from './rating.ts';
import { counted, Deadline, paceLine, Ticker } from './report.ts';

/** The puzzles that are rated at most, for one that is as difficult as wished. */
const MOST_RATED = 1000;
/** More than any distance from a difficulty: the puzzle lacks something else. */
const FAR = 10_000;

const FLAGS = {
  count: integer('N', 'the number of puzzles; default 1'),
  size: integer('N', 'grids of NxN, up to 25; default 9', 1, 100),
  boxes: text('RxC', 'boxes of R rows and C columns, as in 2x3'),
  minimal: { about: 'no given can be left out; the default without --givens' },
  givens: integer('N', 'the number of cells that are given'),
  symmetry: choice('KIND', `the pattern of the givens: ${SYMMETRIES.join(', ')}`, SYMMETRIES),
  pattern: PATTERN,
  ...RATED,
  by: choice('WAY', 'the method: removing givens (default) or adding them', ['removing', 'adding']),
  attempts: integer(
    'N',
    'the most attempts to meet --givens, --minimal and --pattern; default 100, with --pattern 100,000; and the most puzzles that are rated, default 1000',
    1,
  ),
  timeout: seconds('stops after this time, with the closest puzzle so far'),
  seed,
  pretty: { about: 'prints grids with borders' },
  json: { about: 'prints a JSON object for each puzzle, with its solution' },
  stats: { about: 'prints the seed, and how many puzzles a second, on stderr' },
};

type Values = FlagValues<typeof FLAGS>;

/** `generate sudoku`. */
export const generateSudoku = simpleCommand({
  name: 'sudoku',
  summary: 'Sudokus of any shape up to 25x25',
  usage: ['quadrille generate sudoku [flags]'],
  about:
    'Prints new Sudokus, one a line. Each has exactly one solution. If no attempt meets --givens, ' +
    '--minimal or --pattern before --attempts, --timeout or Ctrl-C ends them, it prints the closest puzzle ' +
    'so far, with a warning on stderr.',
  flags: FLAGS,
  examples: [
    [
      'quadrille generate sudoku --count 100 --symmetry rotational --seed 1',
      'a hundred symmetric ones',
    ],
    ['quadrille generate sudoku --size 16 --givens 110 --pretty', 'a large one'],
    ['quadrille generate sudoku --boxes 2x3', 'a small one, for children'],
  ],
  async run(given, operands, shell) {
    if (operands.length > 0) {
      throw new UsageError(`${JSON.stringify(operands[0])} is one argument too many; give flags`);
    }
    atMostOne(given, ['pretty', 'json']);
    const { size, boxes } = given;
    const generator = new PuzzleGenerator({ size, boxes, seed: given.seed });
    const { technique } = given;
    if (technique !== undefined) {
      techniqueNamed(technique, techniquesFor(encode(generator.shape), sudokuScale));
    }
    const pattern = await patternOf(given.pattern, generator.shape.cells, shell);
    return shell.interruptible((signal) => puzzles(generator, given, pattern, signal, shell));
  },
});

async function puzzles(
  generator: PuzzleGenerator,
  given: Values,
  pattern: Uint8Array | undefined,
  signal: AbortSignal,
  shell: Shell,
): Promise<Exit> {
  const { console } = shell;
  const { count = 1, timeout, givens, symmetry, by, attempts } = given;
  const settings = { minimal: given.minimal, givens, symmetry, pattern, by, attempts };
  const ticker = new Ticker(console);
  const began = performance.now();
  const deadline = new Deadline(timeout, signal);
  let made = 0;
  let isMet = true;
  while (made < count && !(await deadline.isOver())) {
    const tell = (attempt: number) =>
      ticker.tick(() => `puzzle ${made + 1} of ${count}, attempt ${attempt}`);
    const isRated = given.rating !== undefined || given.technique !== undefined;
    const puzzle = await (isRated
      ? generateRated(generator, settings, given, deadline, signal, tell)
      : generateOne(generator, settings, deadline, tell));
    if (puzzle === undefined) break;
    made++;
    if (given.json) console.writeJson('puzzle', fieldsOf(generator, puzzle, made));
    else if (given.pretty) console.write(`${writeFramed(generator.shape, puzzle.givens)}\n\n`);
    else console.write(`${writeLine(generator.shape, puzzle.givens)}\n`);
    if (!puzzle.reached) {
      isMet = false;
      console.note(`Puzzle ${made}: ${shortfall(puzzle, given, pattern)}`);
    }
    if (console.isFull) await console.waitForRoom();
  }
  // Delivers a signal that came during the last puzzle. The first of these may end in the same turn
  // of the event loop, before any signal.
  await setImmediate();
  await setImmediate();
  const stopped = signal.aborted || deadline.hasStopped;
  if (stopped) console.note(`${deadline.told}.`);
  if (stopped || given.stats) {
    console.note(`${paceLine(made, 'puzzle', began)}, seed ${generator.seed}`);
  }
  if (stopped) return deadline.exit;
  return isMet ? EXIT.answered : EXIT.undecided;
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
type Rated = Generated & Partial<Manner>;

/** One puzzle of the difficulty and with the technique that are wished, or the closest one. */
async function generateRated(
  generator: PuzzleGenerator,
  settings: PuzzleSettings,
  given: Values,
  deadline: Deadline,
  signal: AbortSignal,
  tell: (attempt: number) => void,
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
    const puzzle = await generateOne(generator, settings, deadline, () => tell(rated));
    if (puzzle === undefined || deadline.hasStopped) break;
    const prefix = Array.from(puzzle.givens, (value, cell) => cell * shape.size + value - 1);
    const asked = { prefix: prefix.filter((_, cell) => puzzle.givens[cell] !== 0), scale, signal };
    const one = { ...asked, unique: true };
    const { difficulty = 0, ending } = await rateAsync(problem, { ...one, timeout: deadline.left });
    const names = new Set<string>();
    if (ending === 'solved') {
      const list = stepsAsync(problem, { ...one, timeout: deadline.left });
      for await (const step of list) names.add(step.technique);
    }
    const manner = ending === 'solved' ? { difficulty, techniques: [...names] } : undefined;
    const stray = strayOf(manner, { rating, technique }) + (puzzle.reached ? 0 : FAR);
    if (stray < least) closest = { ...puzzle, ...manner, reached: stray === 0 };
    least = Math.min(least, stray);
    if (least === 0 || (await deadline.isOver())) break;
  }
  return closest && { ...closest, attempts: rated };
}

/** The fields of a puzzle for `--json`. */
function fieldsOf(
  { shape }: PuzzleGenerator,
  { givens, solution, count, minimal, reached, difficulty, techniques }: Rated,
  index: number,
): object {
  const grids = { puzzle: writeLine(shape, givens), solution: writeLine(shape, solution) };
  const manner = difficulty === undefined ? {} : { difficulty, techniques };
  return { index, ...grids, givens: count, minimal, ...manner, reached };
}

/** The ways in which a puzzle differs from the one asked for. */
function shortfall(
  { givens: grid, count, minimal, attempts, ...manner }: Rated,
  { givens, rating, technique }: Values,
  pattern?: Uint8Array,
): string {
  const wanted = givens === undefined || givens === count ? '' : `, not ${givens}`;
  const out = grid.filter((value, cell) => value > 0 && pattern?.[cell] === 0).length;
  const outside = out === 0 ? '' : `, ${out} of them outside of the pattern`;
  const proven = minimal ? '' : ', not proven minimal';
  const told = `${proven}${strayText(manner, { rating, technique })}`;
  return `${count} givens${wanted}${outside}${told}: the closest of ${counted(attempts, 'attempt')}.`;
}
