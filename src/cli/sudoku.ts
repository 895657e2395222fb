import { VARIANT_FORMS } from '../puzzles/variants/forms.ts';
import { simpleCommand } from './command.ts';
import { UsageError } from './exit.ts';
import {
  choice,
  type FlagRules,
  type FlagValues,
  integer,
  MOST_WORKERS,
  questionOf,
  seconds,
  text,
} from './flags.ts';

export const FLAGS = {
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
  steps: {
    about:
      'solves as a person does: a line for each step, with its number, its difficulty and the ' +
      'reason, then the grid and an empty line',
  },
  hint: {
    about:
      'prints the next step of a person, a sentence a line: where to look, why, what follows; ' +
      'an empty line between two puzzles',
  },
  rate: {
    about:
      'prints the difficulty of the hardest step that a person needs, as 7.2, on the scale of ' +
      'Sudoku Explainer; >=N if more is needed than its techniques',
  },
  canonical: {
    about:
      'prints the canonical form of each puzzle: the same for all that differ by the order of ' +
      'rows and columns, by turns, mirrors and the names of values',
  },
  distinct: { about: 'prints the first puzzle of each canonical form, as it stands' },
  as: choice(
    'FORM',
    `prints each puzzle in another form: ${VARIANT_FORMS.join(', ')}; the addresses open there`,
    VARIANT_FORMS,
  ),
  pretty: { about: 'prints grids with borders' },
  json: { about: 'prints a JSON object on each line: the results, then the status' },
  size: integer('N', 'grids of NxN, where the text does not tell', 1, 100),
  boxes: text('RxC', 'boxes of R rows and C columns, as in 2x3'),
  symbols: text('LIST', 'the symbols of the values: 1-9A-G, 0-F, A-Y, or integers'),
  timeout: seconds('stops each puzzle after this time; prints "undecided: timeout" for it'),
  workers: integer(
    'N',
    'answers easy puzzles by N threads; the output is the same; default: 1, and 2 after 12,800 puzzles or 25 ratings',
    1,
    MOST_WORKERS,
  ),
  stats: { about: 'prints the number of puzzles, and how many a second, on stderr' },
};

type Values = FlagValues<typeof FLAGS>;

/** The question of an answerer by its flag. */
const ASKED = {
  all: 'all',
  count: 'count',
  unique: 'isUnique',
  candidates: 'candidates',
  steps: 'steps',
  hint: 'hint',
  rate: 'rate',
  canonical: 'canonical',
  distinct: 'distinct',
  as: 'as',
} as const;

const READING = ['json', 'size', 'boxes', 'symbols', 'stats'] as const;

/** The flags that go together. Without a question `sudoku` solves. */
const RULES = {
  questions: {
    all: [...READING, 'limit', 'timeout', 'pretty'],
    count: [...READING, 'limit', 'timeout', 'workers'],
    unique: [...READING, 'timeout', 'workers'],
    candidates: [...READING, 'timeout'],
    steps: [...READING, 'timeout', 'pretty'],
    hint: [...READING, 'timeout'],
    rate: [...READING, 'timeout', 'workers'],
    canonical: [...READING, 'pretty', 'workers'],
    distinct: [...READING, 'pretty'],
    as: READING,
  },
  pairs: [['pretty', 'json']],
} as const satisfies FlagRules<keyof typeof ASKED, keyof Values>;

/** The question of a command line, once it is known that its flags go together. */
export function questionIn(given: Values): (typeof ASKED)[keyof typeof ASKED] | 'first' {
  const asked = questionOf(given, RULES);
  if (given.limit !== undefined && asked === undefined) {
    throw new UsageError('--limit goes with --all or --count; give one of them, or leave it out');
  }
  return asked === undefined ? 'first' : ASKED[asked];
}

export const sudoku = simpleCommand({
  name: 'sudoku',
  summary: 'solves Sudokus of any size, one or a million',
  usage: ['quadrille sudoku [FILE|-]... [flags]'],
  about:
    'Reads Sudokus from files or from standard input and prints one line for each, in their ' +
    'order: the solved grid, or "no solution", or "invalid:" and the reason. An error in a puzzle ' +
    'is printed on stderr too, where that is not the same terminal, and the other puzzles are ' +
    'solved.\n' +
    'The format is recognized: a puzzle on each line, maybe with a rating beside it; grids of one ' +
    'line a row, with or without borders; CSV with a header; JSON; numbers with a space between. A ' +
    'blank cell is . or 0. Variants may stand among them, one a line: links and texts of f-puzzles, links ' +
    'of SudokuPad that carry these, strings and links of Interactive Sudoku Solver. A line of 16, 36, 64, 81 ... cells is a whole puzzle, unless a value or ' +
    '--size shows that it is a row. The input may be packed by gzip.',
  flags: FLAGS,
  examples: [
    ['quadrille sudoku puzzles.txt --stats > solved.txt', 'solved grids, and the speed'],
    ['quadrille sudoku puzzles.txt --unique | sort | uniq -c', 'are they proper puzzles?'],
    [
      "head -n 1 puzzles.txt | quadrille sudoku --candidates | awk 'NF == 2'",
      'the cells that are the same in all solutions',
    ],
    ['quadrille sudoku puzzles.txt --distinct > kept.txt', 'without puzzles that are alike'],
    ['quadrille sudoku puzzles.txt --rate | sort -n | tail -n 1', 'the hardest one'],
    ['head -n 1 puzzles.txt | quadrille sudoku --hint', 'what a person would do next'],
    [
      "echo '.Cage~3~R1C1~R1C2.Thermo~R5C1~R5C2~R5C3' | quadrille sudoku --as f-puzzles-address",
      'a link that opens in f-puzzles',
    ],
    [
      'echo 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 |\n' +
        '    quadrille sudoku --pretty',
      'a grid with borders',
    ],
  ],
  async run(given, operands, shell) {
    const question = questionIn(given);
    const { answerFiles } = await import('./sudoku-files.ts');
    return answerFiles({ ...given, question }, operands, shell);
  },
});
