import { Shape } from '../sudoku/shape.ts';
import type { ReadSettings } from '../sudoku/text/decode.ts';
import { isGrid, PuzzleReader } from '../sudoku/text/reader.ts';
import { type Shell, simpleCommand } from './command.ts';
import { UsageError } from './exit.ts';
import { atMostOne, type Given, integer, MOST_WORKERS, seconds, text } from './flags.ts';
import { open } from './input.ts';
import type { Ahead } from './sudoku-ahead.ts';
import { Answerer } from './sudoku-answer.ts';
import type { Asked } from './sudoku-easy.ts';

const FLAGS = {
  all: {
    about: 'prints all solutions of each puzzle, one a line, then an empty line',
  },
  count: { about: 'prints the number of solutions of each puzzle; >=N if there may be more' },
  limit: integer('K', 'with --all or --count: stops at K solutions of each puzzle', 1),
  unique: { about: 'prints unique, several, none or unknown for each puzzle' },
  candidates: {
    about:
      'prints a line for each empty cell: its values in all solutions, each with the number of ' +
      'these, as r1c3 1:2 4:5; then an empty line',
  },
  pretty: { about: 'prints grids with borders' },
  json: { about: 'prints a JSON object on each line: the results, then the status' },
  size: integer('N', 'grids of NxN, where the text does not tell', 1, 100),
  boxes: text('RxC', 'boxes of R rows and C columns, as in 2x3'),
  symbols: text('LIST', 'the symbols of the values: 1-9A-G, 0-F, A-Y, or integers'),
  timeout: seconds('stops each puzzle after this time; prints "undecided: timeout" for it'),
  workers: integer(
    'N',
    'answers easy puzzles by N threads; the output is the same; default 1',
    1,
    MOST_WORKERS,
  ),
  stats: { about: 'prints the number of puzzles, and how many a second, on stderr' },
};

type Flags = Given<typeof FLAGS>;

/** A line with more characters is read before its end comes. */
const LONG_LINE = 1 << 16;

/** What the flags ask of an answerer. */
const ASKED = { all: 'all', count: 'count', unique: 'isUnique', candidates: 'candidates' } as const;

export const sudoku = simpleCommand({
  name: 'sudoku',
  summary: 'solves Sudokus of any size, one or a million',
  usage: ['quadrille sudoku [FILE|-]... [flags]'],
  about:
    'Reads Sudokus from files or from standard input and prints one line for each, in their ' +
    'order: the solved grid, or "no solution", or "invalid:" and the reason. An error in a puzzle ' +
    'is printed on stderr too, with its line, and the other puzzles are solved.\n' +
    'The format is recognized: a puzzle on each line, grids of one line a row, with or without ' +
    'borders, .sdm, .sdk, .ss, CSV, JSON, integers. A blank cell is . or 0. A line of 16, 36, 64, ' +
    '81 ... cells is a whole puzzle, unless a value or --size shows that it is a row. The input ' +
    'may be packed by gzip.',
  flags: FLAGS,
  examples: [
    ['quadrille sudoku puzzles.txt --stats > solved.txt', 'solved grids, and the speed'],
    ['quadrille sudoku puzzles.txt --unique | sort | uniq -c', 'are they proper puzzles?'],
    [
      "head -n 1 puzzles.txt | quadrille sudoku --candidates | awk 'NF == 2'",
      'the cells that are the same in all solutions',
    ],
    [
      'echo 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 |\n' +
        '    quadrille sudoku --pretty',
      'a grid with borders',
    ],
  ],
  async run(given, operands, shell) {
    const asked = atMostOne(given, ['all', 'count', 'unique', 'candidates']);
    checkTogether(given);
    const { size, boxes, symbols } = given;
    // The shape itself is not needed yet, but an error in it is told before any file is read.
    if (boxes !== undefined || size !== undefined) Shape.of({ size, boxes });
    const files = operands.length === 0 ? ['-'] : operands;
    return shell.interruptible(async (signal) => {
      const question = asked === undefined ? 'first' : ASKED[asked];
      const settings = { ...given, namesFiles: files.length > 1 };
      const answerer = new Answerer(question, settings, signal, shell);
      const ahead = await aheadOf(answerer, question, given, signal);
      try {
        for (const file of files) {
          if (signal.aborted) break;
          await answerFile(file, { size, boxes, symbols }, answerer, ahead, signal, shell);
        }
      } finally {
        ahead?.close();
      }
      return answerer.end();
    });
  },
});

/** Refuses flags that exclude each other, or would have no effect. */
function checkTogether(given: Flags): void {
  if (given.limit !== undefined && !given.all && !given.count) {
    throw new UsageError('--limit goes with --all or --count; give one of them, or leave it out');
  }
  for (const other of ['json', 'count', 'unique', 'candidates'] as const)
    atMostOne(given, ['pretty', other]);
  for (const other of ['all', 'candidates'] as const) atMostOne(given, ['workers', other]);
}

/** Threads for the easy puzzles, if they are asked for. They know nothing of `all` and `candidates`. */
async function aheadOf(
  answerer: Answerer,
  question: Asked,
  { workers = 1, limit }: Flags,
  signal: AbortSignal,
): Promise<Ahead | undefined> {
  if (workers === 1 || question === 'all' || question === 'candidates') return undefined;
  const { Ahead } = await import('./sudoku-ahead.ts');
  return new Ahead(answerer, question, limit, workers, signal);
}

async function answerFile(
  file: string,
  settings: ReadSettings,
  answerer: Answerer,
  ahead: Ahead | undefined,
  signal: AbortSignal,
  shell: Shell,
): Promise<void> {
  const taker = ahead ?? answerer;
  try {
    const { source, chunks } = open(file, shell, signal);
    const reader = new PuzzleReader({ ...settings, source });
    /** A line that is cut. */
    let begun = '';
    for await (const chunk of chunks) {
      const text = begun + chunk;
      const end = text.lastIndexOf('\n') + 1;
      begun = text.slice(end);
      await taker.answerText(text.slice(0, end), reader, source);
      if (begun.length >= LONG_LINE) {
        // JSON with a million puzzles may be one line.
        await taker.answerText(begun, reader, source);
        begun = '';
      }
      if (signal.aborted) return;
    }
    await ahead?.finish();
    await answerer.answer([...reader.push(begun), ...reader.end()], source);
  } catch (error) {
    await ahead?.finish();
    // The other files are answered.
    if (!(error instanceof UsageError)) throw error;
    answerer.fail({ code: error.code, message: hint(error.message, file), file: error.file });
  }
}

/** The message, with a remedy where a puzzle stands in place of a file. */
function hint(message: string, file: string): string {
  if (!isGrid(file)) return message;
  return `${message} (for a puzzle in place of a file: echo ${file} | quadrille sudoku)`;
}
