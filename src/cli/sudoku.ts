import { Shape } from '../sudoku/shape.ts';
import type { ReadSettings } from '../sudoku/text/decode.ts';
import { isGrid, PuzzleReader } from '../sudoku/text/reader.ts';
import { plain } from './command.ts';
import { UsageError } from './errors.ts';
import { type Given, only, seconds, text, whole } from './flags.ts';
import { open } from './input.ts';
import type { Shell } from './shell.ts';
import { Answerer, type Question } from './sudoku-answer.ts';

const FLAGS = {
  all: {
    about: 'prints every solution of each puzzle, a line each, and an empty line behind them',
  },
  count: { about: 'prints how many solutions each puzzle has; >=N if there may be more' },
  limit: whole('K', 'with --all or --count: stops at K solutions of each puzzle', 1),
  unique: { about: 'prints unique, several, none or unknown for each puzzle' },
  pretty: { about: 'prints grids with borders' },
  json: { about: 'prints an object on each line: the solutions, then the status of the puzzle' },
  size: whole('N', 'the grids are of NxN, where the text leaves it open', 1, 100),
  boxes: text('RxC', 'the boxes have R rows and C columns, as in 2x3'),
  symbols: text('LIST', 'the values are written so: 1-9A-G, 0-F, A-Y, or integers'),
  timeout: seconds('gives each puzzle so long; the answer is "undecided: timeout" then'),
  stats: { about: 'tells on stderr how many puzzles there were, and how many a second' },
};

type Flags = Given<typeof FLAGS>;

export const sudoku = plain({
  name: 'sudoku',
  summary: 'solves Sudokus of any size, one or a million',
  usage: ['quadrille sudoku [FILE|-]... [flags]'],
  about:
    'Reads Sudokus from files or from standard input and prints one line for each, in their ' +
    'order: the solved grid, or "no solution", or "invalid: why". A bad puzzle is told on stderr ' +
    'too, with its line, and the rest goes on.\n' +
    'It finds out by itself how they are written: a puzzle on each line, grids of one line a row, ' +
    'borders or none, .sdm, .sdk, .ss, CSV, JSON, integers. Blanks are . or 0. A line of 16, 36, ' +
    '64, 81 ... cells is a puzzle of its own, unless a value or --size says that it is a row. ' +
    'Input packed by gzip will do, too.',
  flags: FLAGS,
  examples: [
    ['quadrille sudoku puzzles.txt --stats > solved.txt', 'and how fast it was'],
    ['quadrille sudoku puzzles.txt --unique | sort | uniq -c', 'are they proper puzzles?'],
    [
      'echo 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 |\n' +
        '    quadrille sudoku --pretty',
      'one, with borders',
    ],
  ],
  async run(given, operands, shell) {
    const question = questionOf(given);
    const { size, boxes, symbols } = given;
    if (boxes !== undefined || size !== undefined) Shape.of({ size, boxes });
    const files = operands.length === 0 ? ['-'] : operands;
    return shell.interruptible(async (signal) => {
      const answerer = new Answerer(question, { ...given, named: files.length > 1 }, signal, shell);
      for (const file of files) {
        if (signal.aborted) break;
        await answerFile(file, { size, boxes, symbols }, answerer, signal, shell);
      }
      return answerer.end();
    });
  },
});

function questionOf(given: Flags): Question {
  const one = only(given, ['all', 'count', 'unique']) ?? 'first';
  if (given.limit !== undefined && one !== 'all' && one !== 'count') {
    throw new UsageError('--limit goes with --all or --count; give one of them, or leave it out');
  }
  for (const other of ['json', 'count', 'unique'] as const) only(given, ['pretty', other]);
  return one;
}

async function answerFile(
  file: string,
  settings: ReadSettings,
  answerer: Answerer,
  signal: AbortSignal,
  shell: Shell,
): Promise<void> {
  try {
    const { source, chunks } = open(file, shell, signal);
    const reader = new PuzzleReader({ ...settings, source });
    for await (const chunk of chunks) {
      await answerer.answer(reader.push(chunk), source);
      if (signal.aborted) return;
    }
    await answerer.answer(reader.end(), source);
  } catch (error) {
    // A file that cannot be read is like a puzzle that cannot: the others are answered still.
    if (!(error instanceof UsageError)) throw error;
    answerer.failed({ code: error.code, message: hint(error.message, file), file: error.file });
  }
}

/** Who hands in a puzzle in place of a file wants to know how. */
function hint(message: string, file: string): string {
  if (!isGrid(file)) return message;
  return `${message} (a puzzle itself goes in by: echo ${file} | quadrille sudoku)`;
}
