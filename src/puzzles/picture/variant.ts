import { plural } from '../../engine/problem/error.ts';
import { checkSettings } from '../../engine/problem/setting.ts';
import { badSetting } from '../mistakes.ts';
import type { Variant } from '../variants/variant.ts';
import type { Board, Note, Room, Square } from './board.ts';
import { shapesOf } from './clue-shapes.ts';
import { textCluesOf } from './clue-text.ts';
import { ruleWords } from './rule-words.ts';
import { clueLines } from './svg/clues.ts';
import { SQUARE_SIDE } from './svg/svg-board.ts';

/** What to draw besides the clues of a variant Sudoku. */
export interface VariantPicture {
  /** Row by row; undefined for a blank. They stand in another colour than givens. */
  readonly values?: readonly (number | undefined)[] | undefined;
  /** Cell -> small values in it. Default: the given candidates. */
  readonly candidates?: ReadonlyMap<number, readonly number[]> | undefined;
  /** Default: its title and author. */
  readonly caption?: string | undefined;
}

/** The clues of a variant Sudoku as SVG, to lie below and above a grid that something else draws. */
export interface ClueLayers {
  /** Elements below the lines of the grid. A square is 40 by 40; 0 0 is its upper left corner. */
  readonly under: string;
  /** Elements above these lines. */
  readonly over: string;
  /** How far they reach beyond the grid, in sides of a square. */
  readonly room: Room;
  /** Rules without a place. */
  readonly words: readonly string[];
}

/** More letters of a title are cut. */
const MOST_TITLE = 60;

/** A variant Sudoku with its clues, as the community draws them. */
export function variantBoard(variant: Variant, picture: VariantPicture = {}): Board {
  checkSettings(picture, ['values', 'candidates', 'caption']);
  const { grid, shape, givens } = variant;
  const { values = [], candidates = variant.candidates, caption = captionOf(variant) } = picture;
  if (values.length > 0 && values.length !== grid.cells) {
    throw badSetting(
      `The board has ${plural(values.length, 'value')}; give ${grid.cells}, row by row.`,
    );
  }
  const regions = regionsOf(variant);
  const squares = Array.from({ length: grid.cells }, (_, cell): Square => {
    const given = givens[cell];
    const value = given ?? values[cell];
    const region = regions[cell];
    if (value !== undefined) {
      return { region, mark: String(value), strong: given !== undefined || undefined };
    }
    const small = candidates.get(cell);
    return small === undefined ? { region } : { region, notes: notesOf(shape.values, small) };
  });
  return {
    width: grid.columns,
    height: grid.rows,
    squares,
    ground: 'ruled',
    caption,
    clues: { ...shapesOf(variant), ...textCluesOf(variant), words: ruleWords(variant) },
  };
}

/** The clues of a variant alone. */
export function clueLayers(variant: Variant): ClueLayers {
  const { under, over, room } = shapesOf(variant);
  return {
    under: clueLines(under, SQUARE_SIDE).join('\n'),
    over: clueLines(over, SQUARE_SIDE).join('\n'),
    room,
    words: ruleWords(variant),
  };
}

/** Cell -> its region: walls stand around boxes, or around pieces where there are no boxes. */
function regionsOf({ grid, shape }: Variant): number[] {
  const regions = new Array<number>(grid.cells).fill(-1);
  (shape.boxes ? grid.boxes() : shape.pieces).forEach((cells, k) => {
    for (const cell of cells) regions[cell] = k;
  });
  return regions;
}

function notesOf(values: readonly number[], small: readonly number[]): (Note | undefined)[] {
  return values.map((value) =>
    small.includes(value) ? { mark: String(value), plain: true } : undefined,
  );
}

function captionOf({ title, author }: Variant): string | undefined {
  const whole = title !== undefined && author !== undefined ? `${title} by ${author}` : title;
  if (whole === undefined) return author === undefined ? undefined : `By ${author}`;
  return whole.length <= MOST_TITLE ? whole : `${whole.slice(0, MOST_TITLE - 1)}…`;
}
