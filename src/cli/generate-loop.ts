import { type LOOP_KINDS, madeLoops } from '../puzzles/gallery/loop-maker.ts';
import { drawText } from '../puzzles/picture/text/draw-text.ts';
import { type Command, type Shell, simpleCommand } from './command.ts';
import { type Exit, UsageError } from './exit.ts';
import { atMostOne, type FlagValues, seconds } from './flags.ts';
import { COUNT_FLAG, MAKING, makeEach } from './generating.ts';

const LOOP_FLAGS = {
  ...COUNT_FLAG,
  ...MAKING,
  timeout: seconds('stops after this time'),
  json: { about: 'prints a JSON object for each puzzle, with its drawing' },
};

type LoopName = keyof typeof LOOP_KINDS;

/** `generate slitherlink`. */
export const generateSlitherlink = commandFor('slitherlink', 'Slitherlinks', 'numbers of sides');
/** `generate masyu`. */
export const generateMasyu = commandFor('masyu', 'Masyus', 'pearls');

/** The least and the most rows and columns. Smaller boards have hardly a loop that clues tell from all others. */
const LEAST_SIDE = { slitherlink: 3, masyu: 4 } as const;
const MOST_SIDE = 30;

function commandFor(name: LoopName, puzzles: string, clues: string): Command {
  return simpleCommand({
    name,
    summary: `${puzzles}: ${clues} of a random loop that have no other loop`,
    usage: [`quadrille generate ${name} ROWSxCOLUMNS [flags]`],
    about:
      `Prints addresses of puzz.link of new ${puzzles}: the ${clues} of a random loop, of which as many ` +
      `are left out as can be. quadrille draw ${name} takes such an address.`,
    flags: LOOP_FLAGS,
    examples: [
      [`quadrille generate ${name} 8x8 --pretty`, 'a puzzle to be solved with a pencil'],
      [`quadrille generate ${name} 6x6 --seed 1 | quadrille draw ${name} -`, 'made and solved'],
    ],
    async run(given, operands, shell) {
      atMostOne(given, ['pretty', 'json']);
      const [sides = '', extra] = operands;
      const [, ...lines] = /^(\d{1,3})x(\d{1,3})$/.exec(sides) ?? [];
      const [rows = 0, columns = 0] = lines.map(Number);
      const least = LEAST_SIDE[name];
      const isGood = [rows, columns].every((side) => side >= least && side <= MOST_SIDE);
      if (extra !== undefined || !isGood) {
        throw new UsageError(
          `give ROWSxCOLUMNS, from ${least}x${least} to ${MOST_SIDE}x${MOST_SIDE}: generate ${name} 8x8`,
        );
      }
      return shell.interruptible((signal) => make(name, rows, columns, given, signal, shell));
    },
  });
}

function make(
  name: LoopName,
  rows: number,
  columns: number,
  given: FlagValues<typeof LOOP_FLAGS>,
  signal: AbortSignal,
  shell: Shell,
): Promise<Exit> {
  const { console } = shell;
  const { seed = Math.floor(Math.random() * 2 ** 32) } = given;
  const loops = madeLoops(name, rows, columns, seed, signal);
  let searches = 0;
  return makeEach(given, seed, signal, shell, async ({ deadline, report }) => {
    do {
      const { value } = await loops.next();
      searches++;
      if (value !== undefined) {
        const { puzzle, drawing, board } = value;
        return {
          type: 'made',
          fields: () => ({ name, puzzle, picture: drawing, reached: true }),
          drawn: () => drawText([board], console.drawing(given.color)),
          text: `${puzzle}\n`,
        };
      }
      report(() => `${searches} sets of clues tried`);
    } while (!(await deadline.isOver()));
    return undefined;
  });
}
