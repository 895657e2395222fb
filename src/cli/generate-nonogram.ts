import { setImmediate } from 'node:timers/promises';
import { type MadeNonogram, madeNonograms } from '../gallery/nonogram-maker.ts';
import { nonogramBoard } from '../picture/patterns.ts';
import { drawText } from '../picture/text/draw.ts';
import { writeClues } from '../puzzles/nonogram.ts';
import { type Shell, simpleCommand } from './command.ts';
import { COLOUR_MODES } from './console.ts';
import { EXIT, type Exit, UsageError } from './exit.ts';
import { atMostOne, choice, type FlagValues, integer, seconds, seed } from './flags.ts';
import { Deadline, paceLine, Ticker } from './report.ts';

const FLAGS = {
  count: integer('N', 'the number of puzzles; default 1'),
  timeout: seconds('stops after this time'),
  seed,
  pretty: { about: 'draws the clues on the board' },
  color: choice('WHEN', 'colours with --pretty: auto (default), always or never', COLOUR_MODES),
  json: { about: 'prints a JSON object for each puzzle, with its picture' },
  stats: { about: 'prints the seed, and how many puzzles a second, on stderr' },
};

/** `generate nonogram`. */
export const generateNonogram = simpleCommand({
  name: 'nonogram',
  summary: 'nonograms: the clues of random pictures that have no other picture',
  usage: ['quadrille generate nonogram ROWSxCOLUMNS [flags]'],
  about:
    'Prints the clues of random pictures, changed until no other picture has the same clues, in the ' +
    '.non format that quadrille draw nonogram takes.',
  flags: FLAGS,
  examples: [
    ['quadrille generate nonogram 10x10 --pretty', 'clues to be solved with a pencil'],
    ['quadrille generate nonogram 5x5 --seed 1 | quadrille draw nonogram -', 'made and solved'],
  ],
  async run(given, operands, shell) {
    atMostOne(given, ['pretty', 'json']);
    const [sides = '', extra] = operands;
    const [, rows, columns] = /^(\d{1,3})x(\d{1,3})$/.exec(sides) ?? [];
    const [height, width] = [Number(rows), Number(columns)];
    if (extra !== undefined || !(height >= 1 && height <= MOST && width >= 1 && width <= MOST)) {
      throw new UsageError(`give ROWSxCOLUMNS, up to ${MOST}x${MOST}: generate nonogram 10x10`);
    }
    return shell.interruptible((signal) => make(height, width, given, signal, shell));
  },
});

/** Random pictures that are larger hardly ever have clues of their own. */
const MOST = 30;

async function make(
  rows: number,
  columns: number,
  given: FlagValues<typeof FLAGS>,
  signal: AbortSignal,
  shell: Shell,
): Promise<Exit> {
  const { console } = shell;
  const { count = 1, seed = Math.floor(Math.random() * 2 ** 32), timeout } = given;
  const ticker = new Ticker(console);
  const began = performance.now();
  const deadline = new Deadline(timeout, signal);
  let made = 0;
  let searches = 0;
  if (count > 0) {
    for await (const nonogram of madeNonograms(rows, columns, seed, signal)) {
      if (nonogram !== undefined) {
        made++;
        print(nonogram, made, given, shell);
        if (made === count) break;
        if (console.isFull) await console.waitForRoom();
      }
      searches++;
      ticker.tick(() => `puzzle ${made + 1} of ${count}, ${searches} pictures tried`);
      if (await deadline.isOver()) break;
    }
  }
  // Delivers a signal that came during the last puzzle.
  await setImmediate();
  await setImmediate();
  const stopped = signal.aborted || deadline.hasStopped;
  if (stopped) console.note(`${deadline.told}.`);
  if (stopped || given.stats) console.note(`${paceLine(made, 'puzzle', began)}, seed ${seed}`);
  return stopped ? deadline.exit : EXIT.answered;
}

function print(
  { clues, picture }: MadeNonogram,
  index: number,
  given: FlagValues<typeof FLAGS>,
  { console }: Shell,
): void {
  const text = writeClues(clues);
  if (given.json) {
    console.writeJson('made', { index, name: 'nonogram', puzzle: text, picture, reached: true });
  } else if (given.pretty) {
    const how = { colour: console.usesColour(given.color), width: console.width };
    console.writeUnchecked(`${drawText([nonogramBoard(clues, [])], how)}\n\n`);
  } else {
    console.write(`${text}${given.count === undefined ? '' : '\n'}`);
  }
}
