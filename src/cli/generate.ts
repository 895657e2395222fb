import { setImmediate } from 'node:timers/promises';
import {
  type Generated,
  PuzzleGenerator,
  type PuzzleSettings,
  SYMMETRIES,
} from '../sudoku/generator.ts';
import { writeFramed, writeLine } from '../sudoku/text/write.ts';
import { plain } from './command.ts';
import { UsageError } from './errors.ts';
import { EXIT, type Exit, stopperOf } from './exit.ts';
import { choice, type Given, only, seconds, seed, text, whole } from './flags.ts';
import { counted, paceLine, Ticker } from './progress.ts';
import type { Shell } from './shell.ts';

const FLAGS = {
  count: whole('N', 'how many puzzles; default 1'),
  size: whole('N', 'grids of NxN, up to 25; default 9', 1, 100),
  boxes: text('RxC', 'boxes of R rows and C columns, as in 2x3'),
  minimal: { about: 'no given is superfluous; the default unless --givens says how many' },
  givens: whole('N', 'how many cells are given'),
  symmetry: choice('KIND', `the pattern of the givens: ${SYMMETRIES.join(', ')}`, SYMMETRIES),
  by: choice('WAY', 'how: by removing givens (default) or adding them', ['removing', 'adding']),
  attempts: whole('N', 'how often to start anew where a wish is not met; default 100', 1),
  timeout: seconds('stops after so many seconds, with the closest puzzle so far'),
  seed,
  pretty: { about: 'prints grids with borders' },
  json: { about: 'prints an object for each puzzle, with its solution' },
  stats: { about: 'tells on stderr the seed, and how many puzzles a second' },
};

type Flags = Given<typeof FLAGS>;

export const generate = plain({
  name: 'generate',
  summary: 'makes new Sudokus, each with exactly one solution',
  usage: ['quadrille generate sudoku [flags]'],
  about:
    'Prints new Sudokus, one a line. Each has exactly one solution. Where a wish cannot be met ' +
    'within the attempts, or until Ctrl-C or --timeout, the closest puzzle so far is printed, ' +
    'with a warning on stderr.',
  kinds: [{ name: 'sudoku', about: 'Sudokus of any shape up to 25x25' }],
  flags: FLAGS,
  examples: [
    [
      'quadrille generate sudoku --count 100 --symmetry rotational --seed 1',
      'a hundred, symmetric',
    ],
    ['quadrille generate sudoku --size 16 --givens 110 --pretty', 'a large one'],
    ['quadrille generate sudoku --boxes 2x3', 'for children'],
  ],
  async run(given, operands, shell) {
    const [kind, ...more] = operands;
    if (kind !== 'sudoku' || more.length > 0) {
      const what = operands.length === 0 ? '' : `, not ${JSON.stringify(operands.join(' '))}`;
      throw new UsageError(`say what to generate: quadrille generate sudoku${what}`);
    }
    only(given, ['pretty', 'json']);
    const { size, boxes } = given;
    const generator = new PuzzleGenerator({ size, boxes, seed: given.seed });
    return shell.interruptible((signal) => puzzles(generator, given, signal, shell));
  },
});

async function puzzles(
  generator: PuzzleGenerator,
  given: Flags,
  signal: AbortSignal,
  shell: Shell,
): Promise<Exit> {
  const { console } = shell;
  const { count = 1, timeout = Number.POSITIVE_INFINITY } = given;
  const { givens, symmetry, by, attempts } = given;
  const settings = { minimal: given.minimal, givens, symmetry, by, attempts };
  const ticker = new Ticker(console);
  const began = performance.now();
  const patience = new Patience(began + timeout, signal);
  let made = 0;
  while (made < count && !(await patience.isOver())) {
    const puzzle = await patiently(generator, settings, patience, (attempt) =>
      ticker.tick(() => `puzzle ${made + 1} of ${count}, attempt ${attempt}`),
    );
    if (puzzle === undefined) break;
    made++;
    if (given.json) console.writeJson('puzzle', fieldsOf(generator, puzzle, made));
    else console.write(`${written(generator, puzzle, given)}\n`);
    if (!puzzle.reached) console.note(`Puzzle ${made}: ${shortOf(puzzle, given)}`);
    if (console.full) await console.room();
  }
  // A signal that came last has not been heard yet. It is between two of these, for the first may
  // follow in the same turn.
  await setImmediate();
  await setImmediate();
  const stopped = signal.aborted || patience.isLost;
  if (stopped) {
    console.note(`Stopped by ${signal.aborted ? stopperOf(signal) : '--timeout'}.`);
  }
  if (stopped || given.stats) {
    console.note(`${paceLine(made, 'puzzle', began)}, seed ${generator.seed}`);
  }
  if (signal.aborted) return EXIT.interrupted;
  return stopped ? EXIT.undecided : EXIT.answered;
}

/** Milliseconds of work between two turns of the event loop, from which the signals come. */
const TURN = 20;

/** Until when to go on: to a time, or a signal. */
class Patience {
  readonly #deadline: number;
  readonly #signal: AbortSignal;
  #turn = performance.now();
  /** Whether it was over when there was still work. */
  isLost = false;

  constructor(deadline: number, signal: AbortSignal) {
    this.#deadline = deadline;
    this.#signal = signal;
  }

  /** To be asked before each piece of work. */
  async isOver(): Promise<boolean> {
    const now = performance.now();
    if (now - this.#turn >= TURN) {
      await setImmediate();
      this.#turn = performance.now();
    }
    this.isLost = this.#signal.aborted || now >= this.#deadline;
    return this.isLost;
  }
}

/** One puzzle; if patience ends before, the closest of the attempts that were made. */
async function patiently(
  generator: PuzzleGenerator,
  settings: PuzzleSettings,
  patience: Patience,
  onStep: (attempt: number) => void,
): Promise<Generated | undefined> {
  let closest: Generated | undefined;
  for (closest of generator.steps(settings)) {
    onStep((closest?.attempts ?? 0) + 1);
    if (closest?.reached === true || (await patience.isOver())) break;
  }
  return closest;
}

function written({ shape }: PuzzleGenerator, { givens }: Generated, { pretty }: Flags): string {
  return pretty ? `${writeFramed(shape, givens)}\n` : writeLine(shape, givens);
}

/** A puzzle for programs. */
function fieldsOf(
  { shape }: PuzzleGenerator,
  { givens, solution, count, minimal, reached }: Generated,
  index: number,
): object {
  const grids = { puzzle: writeLine(shape, givens), solution: writeLine(shape, solution) };
  return { index, ...grids, givens: count, minimal, reached };
}

function shortOf({ count, minimal, attempts }: Generated, { givens }: Flags): string {
  const wanted = givens === undefined || givens === count ? '' : `, not ${givens}`;
  const proven = minimal ? '' : ', not proven minimal';
  return `${count} givens${wanted}${proven}: the closest of ${counted(attempts, 'attempt')}.`;
}
