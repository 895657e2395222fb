import { type Place, QuadrilleError } from '../../engine/problem/error.ts';
import type { Problem } from '../../engine/problem/problem.ts';
import { badValue } from '../../engine/problem/setting.ts';
import { readGivens, writeGivens } from '../houses.ts';
import { cluesOf, nonogram, readClues } from '../nonogram.ts';
import { nonogramBoard, wordsBoard } from '../picture/patterns.ts';
import { jigsawBoard, samuraiBoard, sudokuBoard } from '../picture/values.ts';
import { SAMURAI_WIDTH } from '../samurai-grids.ts';
import { encode, type Placement } from '../sudoku/encode.ts';
import { type Puzzle, writeLine } from '../sudoku/grid.ts';
import { Shape, type ShapeSettings } from '../sudoku/shape.ts';
import { Symbols } from '../sudoku/symbols.ts';
import { isGrid, puzzleIn, readAny, readOne, readPuzzle } from '../sudoku/text/reader.ts';
import { jigsaw, samurai, sudokuX, windoku } from '../sudoku-variants.ts';
import { variantTextIn } from '../variants/recognise.ts';
import { type PlacedWord, readWords, wordRectangles, wordSquares } from '../words.ts';
import {
  checkOperands,
  type Entry,
  type Exhibit,
  entry,
  exhibit,
  type Files,
  integer,
  parseInteger,
  text,
  toggle,
} from './exhibit.ts';
import { NONOGRAM_WORDS, WORD_WORDS } from './gallery-names.ts';
import { factorial } from './symmetry.ts';
import { valuesExhibit } from './values.ts';

const shapeSettings = {
  size: integer('N', 'a grid of NxN; default 9', 1, 100),
  boxes: text('RxC', 'boxes of R rows and C columns, as in 2x3'),
};
const repeats = { repeats: toggle('a word may stand in several rows and columns') };

const GRID_OPERAND = '[GRID|FILE]';
const GIVENS_HELP =
  'The grid is given in place, as 81 characters with . for a blank, or in a file.';

const VARIANTS_HELP =
  'Variants may be among the puzzles: strings and addresses of Interactive Sudoku Solver, and ' +
  'f-puzzles; one may be given in place, too.';

/** Puzzles that people solve with a pencil: Sudokus, nonograms, words. */
export const PENCIL: readonly Entry[] = [
  sudokuEntry({
    name: 'sudoku',
    about: 'a Sudoku',
    settings: shapeSettings,
    examples: [
      ['53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79', 'one'],
      ['--size 16', 'a full grid of 16x16'],
    ],
    takesVariants: true,
    problemOf: ({ shape, givens }) => encode(shape, givens),
  }),
  sudokuEntry({
    name: 'sudoku-x',
    about: 'Sudoku X: both diagonals have every value too',
    settings: shapeSettings,
    examples: [['', 'a full grid']],
    extra: 'diagonals',
    problemOf: ({ shape, givens }) => sudokuX({ boxes: shape.boxes, givens }),
  }),
  sudokuEntry({
    name: 'windoku',
    about: 'windoku: the windows between the boxes have every value too',
    settings: { size: shapeSettings.size },
    examples: [['', 'a full grid']],
    extra: 'windows',
    problemOf: ({ shape, givens }) => windoku({ size: shape.size, givens }),
  }),
  entry({
    name: 'jigsaw',
    about: 'jigsaw Sudoku: regions of any form in place of boxes',
    details:
      'The file has the regions: N lines of N symbols, the same symbol for all cells of a region.',
    operands: 'FILE',
    settings: { givens: text('FILE', 'given values: a line for each row, . for a blank') },
    examples: [['regions.txt --givens puzzle.txt', 'a puzzle in two files']],
    async make({ givens: file }, operands, files) {
      const [name = ''] = checkOperands(operands, 'FILE');
      const regions = await files.read(name);
      const givens = file === undefined ? undefined : await files.parse(file, readGivens);
      const size = Math.sqrt(regions.replace(/\s/g, '').length);
      const names = [...new Set(regions.replace(/\s/g, ''))];
      const grid = gridOf(size, givens, Symbols.usual(size));
      return valuesExhibit(jigsaw({ regions, givens }), { ...grid, regions: names }, (values) =>
        jigsawBoard(regions, values, { givens }),
      );
    },
  }),
  entry({
    name: 'samurai',
    about: 'samurai Sudoku: five grids of 9x9 that share boxes',
    details:
      'The file has 21 lines. Leave out the cells outside of the grids, or write blanks for them.',
    operands: '[FILE]',
    settings: {},
    examples: [['', 'five full grids']],
    async make(_given, operands, files) {
      const [file] = checkOperands(operands, 'FILE?');
      const givens = file === undefined ? undefined : await files.parse(file, readGivens);
      const grid = gridOf(SAMURAI_WIDTH, givens, Symbols.usual(9));
      return valuesExhibit(samurai({ givens }), grid, (values) => samuraiBoard(values, { givens }));
    },
  }),
  entry({
    name: 'nonogram',
    about: 'a nonogram, from its clues',
    details:
      'The file has the clues in the .non format: "rows" and below it a line of numbers for each ' +
      'row, "columns" and below it a line for each column.',
    operands: 'FILE',
    settings: { picture: toggle('the file has a picture (# and .) in place of the clues') },
    examples: [['heart.txt --picture', 'the clues of a picture']],
    async make({ picture }, operands, files) {
      const [file = ''] = checkOperands(operands, 'FILE');
      const { clues, problem } = await files.parse(file, (text) => {
        const clues = picture ? cluesOf(text) : readClues(text);
        return { clues, problem: nonogram(clues) };
      });
      return exhibit(problem, (stretches) => nonogramBoard(clues, stretches), {
        words: NONOGRAM_WORDS,
        squaresOf: ({ kind, cells }) =>
          cells.map((cell) => ({ ...cell, mark: kind === 'blank' ? '×' : '■' })),
      });
    },
  }),
  entry({
    name: 'word-square',
    about: 'word squares, row k the same as column k, from a file of words',
    operands: 'FILE N',
    settings: repeats,
    examples: [['words.txt 5', 'five by five']],
    async make(given, operands, files) {
      const [file = '', n = ''] = checkOperands(operands, 'FILE', 'N');
      const order = parseInteger(n, 'N');
      const { words } = await files.parse(file, (list) => readWords(list, [order]));
      const problem = wordSquares({ words, order, repeats: given.repeats });
      return wordsExhibit(problem, [order, order]);
    },
  }),
  entry({
    name: 'word-rectangle',
    about: 'word rectangles, a word in each row and each column, from a file of words',
    operands: 'FILE ROWSxCOLUMNS',
    settings: repeats,
    examples: [['words.txt 3x5', 'three words across, five down']],
    async make(given, operands, files) {
      const [file = '', sides = ''] = checkOperands(operands, 'FILE', 'ROWSxCOLUMNS');
      const [, r, c] = /^(\d+)x(\d+)$/.exec(sides) ?? [];
      if (r === undefined || c === undefined) {
        throw badValue('ROWSxCOLUMNS', sides, 'give it as in 3x5');
      }
      const [rows, columns] = [Number(r), Number(c)];
      const { words } = await files.parse(file, (list) => readWords(list, [rows, columns]));
      const problem = wordRectangles({ words, rows, columns, repeats: given.repeats });
      return wordsExhibit(problem, [rows, columns]);
    },
  }),
];

/** A grid whose puzzles are texts of a line for each row. */
function gridOf(width: number, givens: number[] | undefined, symbols: Symbols) {
  return {
    width,
    givens,
    symbolOf: (value: number) => symbols.symbolOf(value),
    write: (values: readonly number[]) => writeGivens(values, width),
  };
}

/** An exhibit of words in the lines of a board. */
function wordsExhibit(problem: Problem<PlacedWord>, sides: readonly [number, number]): Exhibit {
  return exhibit(problem, (placed) => wordsBoard(placed), {
    sides,
    words: WORD_WORDS,
    squaresOf: ({ letters, cells }) => cells.map((cell, k) => ({ ...cell, mark: letters[k] })),
  });
}

/** An entry for Sudokus in boxes, with extra houses or without: one in place, or a file of them. */
function sudokuEntry({
  problemOf,
  extra,
  settings,
  takesVariants = false,
  ...stated
}: Pick<Entry, 'name' | 'about' | 'examples'> & {
  readonly settings: Partial<typeof shapeSettings>;
  readonly extra?: 'diagonals' | 'windows';
  /** True if variants may be among the puzzles. */
  readonly takesVariants?: boolean;
  readonly problemOf: (puzzle: Puzzle) => Problem<Placement>;
}): Entry {
  const exhibitOf = (puzzle: Puzzle): Exhibit => {
    const { shape, givens, symbols } = puzzle;
    const grid = {
      width: shape.size,
      givens,
      symbolOf: (value: number) => symbols.symbolOf(value),
      ...(extra === undefined
        ? { symmetries: symmetriesOf(shape) }
        : { write: (values: readonly number[]) => `${writeLine(shape, values, symbols)}\n` }),
    };
    return valuesExhibit(problemOf(puzzle), grid, (values) =>
      sudokuBoard(shape, values, { givens, symbols, extra }),
    );
  };
  const takeVariant = takesVariants ? variantIn : undefined;
  const isInPlace = (operand: string) => isGrid(operand) || takeVariant?.(operand, 1) !== undefined;
  const make = async (given: ShapeSettings, operands: readonly string[], files: Files) => {
    const puzzle = await puzzleOf(operands, given, files, takeVariant);
    const [source = ''] = operands;
    if (!('variant' in puzzle)) return exhibitOf(puzzle);
    return variantExhibitOf(puzzle, isInPlace(source) ? undefined : source);
  };
  return entry({
    ...stated,
    details: takesVariants ? `${GIVENS_HELP} ${VARIANTS_HELP}` : GIVENS_HELP,
    operands: GRID_OPERAND,
    settings: settings as typeof shapeSettings,
    make,
    async *makeAll(given, operands, files) {
      const [file] = checkOperands(operands, 'GRID|FILE?');
      if (file === undefined || isInPlace(file)) {
        yield await make(given, operands, files);
        return;
      }
      for (const read of readAny(await files.read(file), { ...given, source: file }, takeVariant)) {
        const puzzle = puzzleIn(read);
        const { line } = puzzle;
        const made =
          'variant' in puzzle
            ? await variantExhibitOf(puzzle, file)
            : madeAt({ source: file, line }, () => exhibitOf(puzzle));
        yield { ...made, line };
      }
    },
  });
}

/** A variant Sudoku as it stands in a text, from a line on. */
interface VariantIn {
  readonly variant: string;
  readonly line: number;
}

function variantIn(found: string | object, line: number): VariantIn | undefined {
  const text = variantTextIn(found);
  return text === undefined ? undefined : { variant: text, line };
}

/** The exhibit of a variant. Errors name its file, if it has one, and the line there. */
async function variantExhibitOf(
  { variant, line: begin }: VariantIn,
  source: string | undefined,
): Promise<Exhibit> {
  const { variantExhibit } = await import('./variant.ts');
  try {
    return variantExhibit(variant);
  } catch (error) {
    if (!(error instanceof QuadrilleError) || source === undefined) throw error;
    const { code, line = 1, column } = error;
    const place = { source, line: begin + line - 1, column };
    const named = [source, place.line, column].filter((part) => part !== undefined).join(':');
    const what = error.message.replace(/^Line \d+(?:, column \d+)?: /, '');
    throw new QuadrilleError(code, `${named}: ${what}`, place);
  }
}

/** The exhibit of a puzzle. Errors name its file and its line. */
function madeAt<T>({ source, line }: Place, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof QuadrilleError)) throw error;
    throw new QuadrilleError(error.code, `${source}:${line}: ${error.message}`, { source, line });
  }
}

/** The puzzle in the operand or in a file; an empty grid if there is none. */
async function puzzleOf(
  operands: readonly string[],
  settings: ShapeSettings,
  files: Files,
  takeVariant: typeof variantIn | undefined,
): Promise<Puzzle | VariantIn> {
  const [given] = checkOperands(operands, 'GRID|FILE?');
  if (given === undefined) {
    const shape = Shape.of(settings);
    return { shape, givens: new Uint8Array(shape.cells), symbols: Symbols.usual(shape.size) };
  }
  if (isGrid(given)) return readPuzzle(given, settings);
  return (
    takeVariant?.(given, 1) ??
    readOne(await files.read(given), { ...settings, source: given }, takeVariant)
  );
}

/** The symmetries of an empty Sudoku. */
function symmetriesOf({ size, boxRows, boxColumns }: Shape): Exhibit['symmetries'] {
  const rows = factorial(boxColumns) * factorial(boxRows) ** BigInt(boxColumns);
  const columns = factorial(boxRows) * factorial(boxColumns) ** BigInt(boxRows);
  return {
    order: factorial(size) * rows * columns * (boxRows === boxColumns ? 2n : 1n),
    words: 'values in any order, and exchanges of rows and columns that keep the boxes',
  };
}
