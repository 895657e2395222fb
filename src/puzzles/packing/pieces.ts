import { mistakeAt, QuadrilleError, shown } from '../../engine/problem/error.ts';
import { checkInteger } from '../../engine/problem/setting.ts';
import { badSetting, badText, checkString } from '../mistakes.ts';
import { atOrigin, type Cube, cellsOf, placeOf } from './region.ts';
import { freePolyominoes, mirrored, orientations, shapeOf } from './shapes.ts';

/** A piece of a packing; the cells of a flat one are all on layer 0. */
export interface Piece {
  readonly name: string;
  readonly cells: readonly Cube[];
  /** The number of copies. Default: 1. */
  readonly times?: number | undefined;
}

/** The number of cells of the largest region. */
const MOST_TIMES = 10_000;

/** A piece from a drawing: `piece('Z', '##.\n.##')`. An empty line separates layers. */
export function piece(name: string, drawing: string): Piece {
  if (typeof drawing !== 'string') {
    throw badSetting(`The piece ${shown(name)} is ${shown(drawing)}; draw it as '##.\\n.##'.`);
  }
  return { name: checkName(name), cells: cellsOf({ text: drawing, line: 1 }) };
}

/**
 * Pieces by name, separated by blanks or commas: `'pentominoes O4'`, `'F I L'`.
 *
 * - Sets: monomino, domino, trominoes, tetrominoes, pentominoes, hexominoes, heptominoes,
 *   octominoes, soma, bedlam.
 * - Pentominoes have letters: F I L N P T U V W X Y Z.
 * - Smaller polyominoes have a letter and their size: I1 I2 I3 V3 I4 L4 O4 S4 T4.
 * - Larger ones have no common names. They have size and number in the order of `freePolyominoes`:
 *   `6-1` to `6-35`.
 * - Soma: bent, ell, tee, skew, claw, left, right. Bedlam: b1 to b13.
 *
 * `F'` is the mirror image of F. `F*3` is three copies of F.
 */
export function pieces(names: string): Piece[] {
  return piecesAmong(names, []);
}

/** The same, where a name means one of these pieces before any other. */
export function piecesAmong(names: string, drawn: readonly Piece[]): Piece[] {
  const words =
    typeof names === 'string' ? names.split(/[\s,]+/).filter((word) => word !== '') : [];
  if (words.length === 0) {
    throw badSetting(
      `The pieces are ${shown(names)}; name some, such as 'pentominoes' or 'F I L'.`,
    );
  }
  return words.flatMap((word) => {
    const { name, times } = parseCountedName(word);
    const own = pieceAmong(drawn, name);
    const named = own ? [own] : (findSet(name) ?? [findPiece(name, drawn)]);
    return times === undefined ? named : named.map((one) => ({ ...one, times }));
  });
}

/**
 * Reads pieces from a text. A line with the name and a colon begins each: `F:`, or `F*3:` for three
 * copies. The rows of the drawing follow; an empty line separates layers, from the bottom up.
 */
export function readPieces(text: string): Piece[] {
  checkString(text, 'The pieces are');
  const found: (CountedName & { rows: string[]; line: number })[] = [];
  text.split('\n').forEach((content, k) => {
    const bare = content.trim();
    if (bare.endsWith(':')) {
      const { name, times } = parseCountedName(bare.slice(0, -1).trimEnd());
      found.push({ name: checkName(name, k + 1), times, rows: [], line: k + 2 });
    } else if (found.length > 0) {
      found.at(-1)?.rows.push(content);
    } else if (bare !== '') {
      throw mistakeAt(
        { line: k + 1, column: 1 },
        'bad-text',
        `found ${shown(bare)} before any name; ` +
          "put the name of a piece and a colon on a line above its drawing: 'F:'.",
      );
    }
  });
  if (found.length === 0) {
    throw badText("The text has no pieces; begin each with its name and a colon: 'F:'.");
  }
  const drawn = found.map(({ name, times, rows, line }) => {
    return { name, times, cells: cellsOf({ text: rows.join('\n'), line }) };
  });
  return checkPieces(drawn);
}

/** The pieces, each chiral one followed by its mirror image: F, F' ... */
export function withMirrors(pieces: readonly Piece[]): Piece[] {
  return checkPieces(pieces).flatMap((one) => {
    const twin = { ...one, name: `${one.name}'`, cells: mirrored(one.cells) };
    return isTurned(one.cells, twin.cells) ? [one] : [one, twin];
  });
}

/**
 * The pieces with their cells at the origin. Throws if one is invalid or two have the same name.
 */
export function checkPieces(pieces: readonly Piece[]): Piece[] {
  if (!Array.isArray(pieces) || pieces.length === 0) {
    throw badSetting(
      `The pieces are ${shown(pieces)}; give names, such as 'F I L', or an array of pieces.`,
    );
  }
  const names = new Set<string>();
  return (pieces as readonly Piece[]).map((one) => {
    const name = checkName(one?.name);
    if (names.has(name)) {
      throw new QuadrilleError(
        'duplicate-item',
        `Two pieces are called ${shown(name)}; give each a name of its own, or both as one: ` +
          `'${name}*2'.`,
        { item: name },
      );
    }
    names.add(name);
    const { times } = one;
    if (times === undefined) return { name, cells: checkCells(one) };
    return { name, cells: checkCells(one), times: checkTimes(name, times) };
  });
}

/** A name with the number of copies, if it is given: `F*3`. */
interface CountedName {
  readonly name: string;
  readonly times: number | undefined;
}

function parseCountedName(word: string): CountedName {
  const [, name, times] = /^([^*]+)\*(\d+)$/.exec(word) ?? [];
  if (name === undefined) return { name: word, times: undefined };
  return { name, times: checkTimes(name, Number(times)) };
}

function checkTimes(name: string, times: number): number {
  return checkInteger(`The number of pieces ${shown(name)}`, times, 1, MOST_TIMES);
}

function checkCells({ name, cells }: Piece): Cube[] {
  const places = new Set<string>();
  for (const cell of Array.isArray(cells) ? (cells as readonly Cube[]) : []) {
    const { row, column, layer } = cell ?? {};
    if (![row, column, layer].every((place) => Number.isSafeInteger(place))) {
      throw badSetting(
        `The piece ${shown(name)} has a cell at row ${shown(row)}, column ${shown(column)}, ` +
          `layer ${shown(layer)}; give whole numbers.`,
      );
    }
    places.add(placeOf(cell));
  }
  if (places.size === 0 || places.size !== cells.length) {
    throw badSetting(
      `The cells of the piece ${shown(name)} are ${shown(cells)}; ` +
        'give at least one, none of them twice.',
    );
  }
  return atOrigin(cells);
}

/** Blanks, `:` and `|` are separators in Knuth's text format; `*` comes before a number. */
function checkName(name: string, line?: number): string {
  if (typeof name === 'string' && /^[^\s:|*]+$/.test(name)) return name;
  throw new QuadrilleError(
    line === undefined ? 'bad-setting' : 'bad-text',
    `${line === undefined ? 'A' : `Line ${line}: a`} piece is called ${shown(name)}; ` +
      "give it a name without blanks, ':', '|' and '*', or a number after one '*': 'F*3'.",
    { line },
  );
}

function findSet(word: string): Piece[] | undefined {
  if (Object.hasOwn(DRAWN_SETS, word)) {
    return Object.entries(DRAWN_SETS[word]).map(([name, drawing]) =>
      piece(name, drawing.replaceAll('|', '\n\n').replaceAll('/', '\n')),
    );
  }
  if (!Object.hasOwn(GENERATED_SETS, word)) return undefined;
  const { size } = GENERATED_SETS[word];
  return freePolyominoes(size).map((cells, k) => ({ name: `${size}-${k + 1}`, cells }));
}

function findPiece(word: string, drawn: readonly Piece[]): Piece {
  const [, size] = /^(\d)-\d+'?$/.exec(word) ?? [];
  const sets =
    size === undefined
      ? Object.keys(DRAWN_SETS)
      : Object.keys(GENERATED_SETS).filter((name) => GENERATED_SETS[name]?.size === Number(size));
  for (const set of sets) {
    const found = pieceAmong(findSet(set) ?? [], word);
    if (found) return found;
  }
  const own =
    drawn.length === 0 ? '' : `the drawn ones are ${drawn.map(({ name }) => name).join(' ')}; `;
  throw new QuadrilleError(
    'bad-setting',
    `No piece is called ${shown(word)}; ${own}name sets (${PIECE_SETS.join(', ')}) or pieces ` +
      `(${namesIn(PIECE_SETS)}; F' is F mirrored, F*3 is three of F), or draw your own.`,
    { item: word },
  );
}

/** The piece of this name among some. `F'` is F mirrored, unless one of them is called so. */
function pieceAmong(pieces: readonly Piece[], word: string): Piece | undefined {
  const named = (name: string) => pieces.find((one) => one.name === name);
  const one = named(word);
  if (one !== undefined || !word.endsWith("'")) return one;
  const plain = named(word.slice(0, -1));
  return plain && { ...plain, name: word, cells: mirrored(plain.cells) };
}

/** True if the pieces are rotations of each other: flat ones in their plane, others in space. */
function isTurned(one: readonly Cube[], other: readonly Cube[]): boolean {
  const flat = one.every(({ layer }) => layer === 0);
  const shape = shapeOf(other);
  return orientations(one, flat ? 'in-plane' : 'in-space').some((way) => shapeOf(way) === shape);
}

/** Name -> drawing: `/` separates rows, from the top; `|` separates layers, from the bottom. */
type Shapes = Readonly<Record<string, string>>;

/** The 12 pentominoes by Conway's and Golomb's letters. */
const PENTOMINOES: Shapes = {
  F: '.##/##./.#.',
  I: '#####',
  L: '####/#...',
  N: '##../.###',
  P: '##/##/#.',
  T: '###/.#./.#.',
  U: '#.#/###',
  V: '#../#../###',
  W: '#../##./.##',
  X: '.#./###/.#.',
  Y: '####/.#..',
  Z: '##./.#./.##',
};

/** A letter that the piece looks like, and its size. */
const TROMINOES: Shapes = { I3: '###', V3: '##/#.' };
const TETROMINOES: Shapes = {
  I4: '####',
  L4: '###/#..',
  O4: '##/##',
  S4: '.##/##.',
  T4: '###/.#.',
};

/**
 * Piet Hein's seven Soma pieces: every way to join at most four cubes that gives no box. `right`
 * winds like a right-handed screw, `left` the other way.
 */
const SOMA: Shapes = {
  bent: '##/#.',
  ell: '###/#..',
  tee: '###/.#.',
  skew: '##./.##',
  claw: '##/#.|#./..',
  left: '##/#.|.#/..',
  right: '##/#.|../#.',
};

/** The 13 pieces of Bruce Bedlam's cube: a tetracube and 12 pentacubes. */
const BEDLAM: Shapes = {
  b1: '##/#.|../#.',
  b2: '.#./##./.##',
  b3: '.#/##/.#|../#./..',
  b4: '#./#./##|../#./..',
  b5: '../##/.#|#./#./..',
  b6: '##./.##/..#',
  b7: '.#/.#/##|../../#.',
  b8: '#./#./##|#./../..',
  b9: '#./##/#.|../#./..',
  b10: '.#./###/.#.',
  b11: '##/#./#.|#./../..',
  b12: '#./##/.#|#./../..',
  b13: '#./##/.#|../.#/..',
};

/** Name -> set of drawn pieces. */
const DRAWN_SETS: Readonly<Record<string, Shapes>> = {
  monomino: { I1: '#' },
  domino: { I2: '##' },
  trominoes: TROMINOES,
  tetrominoes: TETROMINOES,
  pentominoes: PENTOMINOES,
  soma: SOMA,
  bedlam: BEDLAM,
};

interface GeneratedSet {
  /** The number of cells of each piece. */
  readonly size: number;
  /** The number of free polyominoes of this size: OEIS A000105. */
  readonly count: number;
}

/** Name -> set of all free polyominoes of one size. They are too many to draw here. */
const GENERATED_SETS: Readonly<Record<string, GeneratedSet>> = {
  hexominoes: { size: 6, count: 35 },
  heptominoes: { size: 7, count: 108 },
  octominoes: { size: 8, count: 369 },
};

/** The names of sets. */
export const PIECE_SETS: readonly string[] = [
  ...Object.keys(DRAWN_SETS),
  ...Object.keys(GENERATED_SETS),
];

/** The names of the pieces in some sets, without making them: `I3 V3, 6-1 to 6-35`. */
export function namesIn(sets: readonly string[]): string {
  const lists = sets.map((set) => {
    const generated = GENERATED_SETS[set];
    if (generated === undefined) return Object.keys(DRAWN_SETS[set] ?? {}).join(' ');
    const { size, count } = generated;
    return `${size}-1 to ${size}-${count}`;
  });
  return lists.join(', ');
}
