import { setImmediate } from 'node:timers/promises';
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
import { counted, Deadline, paceLine, Ticker } from './report.ts';

const FLAGS = {
  count: integer('N', 'the number of puzzles; default 1'),
  size: integer('N', 'grids of NxN, up to 25; default 9', 1, 100),
  boxes: text('RxC', 'boxes of R rows and C columns, as in 2x3'),
  minimal: { about: 'no given can be left out; the default without --givens' },
  givens: integer('N', 'the number of cells that are given'),
  symmetry: choice('KIND', `the pattern of the givens: ${SYMMETRIES.join(', ')}`, SYMMETRIES),
  by: choice('WAY', 'the method: removing givens (default) or adding them', ['removing', 'adding']),
  attempts: integer('N', 'the most attempts to meet --givens and --minimal; default 100', 1),
  timeout: seconds('stops after this time, with the closest puzzle so far'),
  seed,
  pretty: { about: 'prints grids with borders' },
  json: { about: 'prints a JSON object for each puzzle, with its solution' },
  stats: { about: 'prints the seed, and how many puzzles a second, on stderr' },
};

type Values = FlagValues<typeof FLAGS>;

export const generate = simpleCommand({
  name: 'generate',
  summary: 'makes new Sudokus, each with exactly one solution',
  usage: ['quadrille generate sudoku [flags]'],
  about:
    'Prints new Sudokus, one a line. Each has exactly one solution. If no attempt meets --givens ' +
    'or --minimal before --attempts, --timeout or Ctrl-C ends them, it prints the closest puzzle ' +
    'so far, with a warning on stderr.',
  kinds: [{ name: 'sudoku', about: 'Sudokus of any shape up to 25x25' }],
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
    const [kind, ...more] = operands;
    if (kind !== 'sudoku' || more.length > 0) {
      const what = operands.length === 0 ? '' : `, not ${JSON.stringify(operands.join(' '))}`;
      throw new UsageError(`say what to generate: quadrille generate sudoku${what}`);
    }
    atMostOne(given, ['pretty', 'json']);
    const { size, boxes } = given;
    const generator = new PuzzleGenerator({ size, boxes, seed: given.seed });
    return shell.interruptible((signal) => puzzles(generator, given, signal, shell));
  },
});

async function puzzles(
  generator: PuzzleGenerator,
  given: Values,
  signal: AbortSignal,
  shell: Shell,
): Promise<Exit> {
  const { console } = shell;
  const { count = 1, timeout, givens, symmetry, by, attempts } = given;
  const settings = { minimal: given.minimal, givens, symmetry, by, attempts };
  const ticker = new Ticker(console);
  const began = performance.now();
  const deadline = new Deadline(timeout, signal);
  let made = 0;
  while (made < count && !(await deadline.isOver())) {
    const puzzle = await generateOne(generator, settings, deadline, (attempt) =>
      ticker.tick(() => `puzzle ${made + 1} of ${count}, attempt ${attempt}`),
    );
    if (puzzle === undefined) break;
    made++;
    if (given.json) console.writeJson('puzzle', fieldsOf(generator, puzzle, made));
    else if (given.pretty) console.write(`${writeFramed(generator.shape, puzzle.givens)}\n\n`);
    else console.write(`${writeLine(generator.shape, puzzle.givens)}\n`);
    if (!puzzle.reached) console.note(`Puzzle ${made}: ${shortfall(puzzle, given)}`);
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
  return stopped ? deadline.exit : EXIT.answered;
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

/** The fields of a puzzle for `--json`. */
function fieldsOf(
  { shape }: PuzzleGenerator,
  { givens, solution, count, minimal, reached }: Generated,
  index: number,
): object {
  const grids = { puzzle: writeLine(shape, givens), solution: writeLine(shape, solution) };
  return { index, ...grids, givens: count, minimal, reached };
}

/** The ways in which a puzzle differs from the one asked for. */
function shortfall({ count, minimal, attempts }: Generated, { givens }: Values): string {
  const wanted = givens === undefined || givens === count ? '' : `, not ${givens}`;
  const proven = minimal ? '' : ', not proven minimal';
  return `${count} givens${wanted}${proven}: the closest of ${counted(attempts, 'attempt')}.`;
}
