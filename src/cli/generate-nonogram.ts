import { madeNonograms } from '../puzzles/gallery/nonogram-maker.ts';
import { writeClues } from '../puzzles/nonogram.ts';
import { nonogramBoard } from '../puzzles/picture/patterns.ts';
import { drawText } from '../puzzles/picture/text/draw-text.ts';
import { type Shell, simpleCommand } from './command.ts';
import { type Exit, UsageError } from './exit.ts';
import { atMostOne, type FlagValues, seconds } from './flags.ts';
import { COUNT_FLAG, MAKING, makeEach } from './generating.ts';

const NONOGRAM_FLAGS = {
  ...COUNT_FLAG,
  ...MAKING,
  timeout: seconds('stops after this time'),
  json: { about: 'prints a JSON object for each puzzle, with its picture' },
};

/** `generate nonogram`. */
export const generateNonogram = simpleCommand({
  name: 'nonogram',
  summary: 'nonograms: the clues of random pictures that have no other picture',
  usage: ['quadrille generate nonogram ROWSxCOLUMNS [flags]'],
  about:
    'Prints the clues of random pictures, changed until no other picture has the same clues, in the ' +
    '.non format that quadrille draw nonogram takes.',
  flags: NONOGRAM_FLAGS,
  examples: [
    ['quadrille generate nonogram 10x10 --pretty', 'clues to be solved with a pencil'],
    ['quadrille generate nonogram 5x5 --seed 1 | quadrille draw nonogram -', 'made and solved'],
  ],
  async run(given, operands, shell) {
    atMostOne(given, ['pretty', 'json']);
    const [sides = '', extra] = operands;
    const [, rows, columns] = /^(\d{1,3})x(\d{1,3})$/.exec(sides) ?? [];
    const [height, width] = [Number(rows), Number(columns)];
    if (
      extra !== undefined ||
      !(height >= 1 && height <= MOST_RANDOM_SIDE && width >= 1 && width <= MOST_RANDOM_SIDE)
    ) {
      throw new UsageError(
        `give ROWSxCOLUMNS, up to ${MOST_RANDOM_SIDE}x${MOST_RANDOM_SIDE}: generate nonogram 10x10`,
      );
    }
    return shell.interruptible((signal) => make(height, width, given, signal, shell));
  },
});

/** Random pictures that are larger hardly ever have clues of their own. */
const MOST_RANDOM_SIDE = 30;

function make(
  rows: number,
  columns: number,
  given: FlagValues<typeof NONOGRAM_FLAGS>,
  signal: AbortSignal,
  shell: Shell,
): Promise<Exit> {
  const { console } = shell;
  const { seed = Math.floor(Math.random() * 2 ** 32) } = given;
  const nonograms = madeNonograms(rows, columns, seed, signal);
  let searches = 0;
  return makeEach(given, seed, signal, shell, async ({ deadline, report }) => {
    do {
      const { value } = await nonograms.next();
      searches++;
      if (value !== undefined) {
        const { clues, picture } = value;
        const text = writeClues(clues);
        const name = 'nonogram';
        return {
          type: 'made',
          fields: () => ({ name, puzzle: text, picture, reached: true }),
          drawn: () => drawText([nonogramBoard(clues, [])], console.drawing(given.color)),
          text: `${text}${given.count === undefined ? '' : '\n'}`,
        };
      }
      report(() => `${searches} pictures tried`);
    } while (!(await deadline.isOver()));
    return undefined;
  });
}
