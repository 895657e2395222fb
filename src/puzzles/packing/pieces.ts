import { QuadrilleError, shown } from '../../problem/error.ts';
import { checkInteger } from '../../problem/setting.ts';
import { atOrigin, type Cube, cellsOf, placeOf } from './region.ts';
import { freePolyominoes, mirrored, orientations, shapeOf } from './shapes.ts';

/** A piece of a packing; the cells of a flat one are all on layer 0. */
export interface Piece {
  readonly name: string;
  readonly cells: readonly Cube[];
  /** How many there are of it, all alike. Default: 1. */
  readonly times?: number | undefined;
}

/** As many as a region has room for. */
const MOST_TIMES = 10_000;

/** A piece that is drawn: `piece('Z', '##.\n.##')`; in space layer by layer, an empty line between. */
export function piece(name: string, drawing: string): Piece {
  if (typeof drawing !== 'string') {
    throw new QuadrilleError(
      'bad-setting',
      `The piece ${shown(name)} is ${shown(drawing)}; draw it as '##.\\n.##'.`,
    );
  }
  return { name: checkName(name), cells: cellsOf({ text: drawing, line: 1 }) };
}

/**
 * Pieces by their names, divided by blanks or commas: `'pentominoes O4'`, `'F I L'`. Sets are
 * monomino, domino, trominoes, tetrominoes, pentominoes, hexominoes, heptominoes, octominoes,
 * soma and bedlam. Pentominoes go by their letters (F I L N P T U V W X Y Z), smaller ones by
 * letter and size (I1 I2 I3 V3 I4 L4 O4 S4 T4), larger ones, for which no names are agreed on, by
 * size and number, `6-1` to `6-35`, in the order of `freePolyominoes`; those of Soma are bent, ell,
 * tee, skew, claw, left and right, those of Bedlam b1 to b13. `F'` is the mirror image of F, and
 * `F*3` three of it.
 */
export function pieces(names: string): Piece[] {
  return piecesAmong(names, []);
}

/** The same, where a name means one of these pieces before any other. */
export function piecesAmong(names: string, drawn: readonly Piece[]): Piece[] {
  const words =
    typeof names === 'string' ? names.split(/[\s,]+/).filter((word) => word !== '') : [];
  if (words.length === 0) {
    throw new QuadrilleError(
      'bad-setting',
      `The pieces are ${shown(names)}; name some, as in 'pentominoes' or 'F I L'.`,
    );
  }
  return words.flatMap((word) => {
    const { name, times } = counted(word);
    const own = drawn.find((one) => one.name === name);
    const named = own ? [own] : (setNamed(name) ?? [pieceNamed(name)]);
    return times === undefined ? named : named.map((one) => ({ ...one, times }));
  });
}

/**
 * Pieces drawn in a text: before each a line with its name and a colon, `F:`, or `F*3:` for three of
 * it; then the rows of the drawing, and for a piece in space its layers, from the bottom, with an
 * empty line between two.
 */
export function readPieces(text: string): Piece[] {
  if (typeof text !== 'string') {
    throw new QuadrilleError('bad-text', `The pieces are ${shown(text)}; give a text.`);
  }
  const found: (Counted & { rows: string[]; line: number })[] = [];
  text.split('\n').forEach((whole, k) => {
    const bare = whole.trim();
    if (bare.endsWith(':')) {
      const { name, times } = counted(bare.slice(0, -1).trimEnd());
      found.push({ name: checkName(name, k + 1), times, rows: [], line: k + 2 });
    } else if (found.length > 0) {
      found.at(-1)?.rows.push(whole);
    } else if (bare !== '') {
      throw new QuadrilleError(
        'bad-text',
        `Line ${k + 1}, column 1: found ${shown(bare)} before any name; ` +
          "put the name of a piece and a colon on a line above its drawing, as 'F:'.",
        { line: k + 1, column: 1 },
      );
    }
  });
  if (found.length === 0) {
    throw new QuadrilleError('bad-text', "The text has no pieces; begin each with a line as 'F:'.");
  }
  const drawn = found.map(({ name, times, rows, line }) => {
    return { name, times, cells: cellsOf({ text: rows.join('\n'), line }) };
  });
  return checkPieces(drawn);
}

/** The pieces, with the mirror image behind each that does not look like its own: F, F' ... */
export function withMirrors(pieces: readonly Piece[]): Piece[] {
  return checkPieces(pieces).flatMap((one) => {
    const twin = { ...one, name: `${one.name}'`, cells: mirrored(one.cells) };
    return isTurned(one.cells, twin.cells) ? [one] : [one, twin];
  });
}

/** The pieces with their cells at the origin; refuses what is none, and equal names. */
export function checkPieces(pieces: readonly Piece[]): Piece[] {
  if (!Array.isArray(pieces) || pieces.length === 0) {
    throw new QuadrilleError(
      'bad-setting',
      `The pieces are ${shown(pieces)}; give names, as 'F I L', or an array of pieces.`,
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

/** A name as it is written, perhaps with a number of pieces. */
interface Counted {
  readonly name: string;
  readonly times: number | undefined;
}

function counted(word: string): Counted {
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
      throw new QuadrilleError(
        'bad-setting',
        `The piece ${shown(name)} has a cell at row ${shown(row)}, column ${shown(column)}, ` +
          `layer ${shown(layer)}; give whole numbers.`,
      );
    }
    places.add(placeOf(cell));
  }
  if (places.size === 0 || places.size !== cells.length) {
    throw new QuadrilleError(
      'bad-setting',
      `The cells of the piece ${shown(name)} are ${shown(cells)}; ` +
        'give at least one, none of them twice.',
    );
  }
  return atOrigin(cells);
}

/** Names stand in Knuth's text, too, where blanks, `:` and `|` divide; behind `*` stands a number. */
function checkName(name: string, line?: number): string {
  if (typeof name === 'string' && /^[^\s:|*]+$/.test(name)) return name;
  throw new QuadrilleError(
    line === undefined ? 'bad-setting' : 'bad-text',
    `${line === undefined ? 'A' : `Line ${line}: a`} piece is called ${shown(name)}; ` +
      "give it a name without blanks, ':', '|' and '*', or a number behind one '*', as 'F*3'.",
    { line },
  );
}

function setNamed(word: string): Piece[] | undefined {
  if (Object.hasOwn(DRAWN_SETS, word)) {
    return Object.entries(DRAWN_SETS[word] as Record<string, string>).map(([name, drawing]) =>
      piece(name, drawing.replaceAll('|', '\n\n').replaceAll('/', '\n')),
    );
  }
  if (!Object.hasOwn(MADE_SETS, word)) return undefined;
  const size = MADE_SETS[word] as number;
  return freePolyominoes(size).map((cells, k) => ({ name: `${size}-${k + 1}`, cells }));
}

function pieceNamed(word: string): Piece {
  const plain = word.replace(/'$/, '');
  const [, size] = /^(\d)-\d+$/.exec(plain) ?? [];
  const sets =
    size === undefined
      ? Object.keys(DRAWN_SETS)
      : Object.keys(MADE_SETS).filter((name) => MADE_SETS[name] === Number(size));
  for (const set of sets) {
    const found = setNamed(set)?.find(({ name }) => name === plain);
    if (found) return plain === word ? found : { name: word, cells: mirrored(found.cells) };
  }
  throw new QuadrilleError(
    'bad-setting',
    `No piece here is called ${shown(word)}; name sets (${PIECE_SETS.join(', ')}) ` +
      "or pieces (F I L N P T U V W X Y Z, I1 ... T4, 6-1 ..., 'F*3' for three), or draw your own.",
    { item: word },
  );
}

/** Whether one piece is the other, turned: a flat one in its plane, one in space at will. */
function isTurned(one: readonly Cube[], other: readonly Cube[]): boolean {
  const flat = one.every(({ layer }) => layer === 0);
  const shape = shapeOf(other);
  return orientations(one, flat ? 'in-plane' : 'in-space').some((way) => shapeOf(way) === shape);
}

/** A piece as it is drawn: rows from the top divided by `/`, layers from the bottom by `|`. */
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

/** The smaller ones go by the letter that they look like, and their size. */
const TROMINOES: Shapes = { I3: '###', V3: '##/#.' };
const TETROMINOES: Shapes = {
  I4: '####',
  L4: '###/#..',
  O4: '##/##',
  S4: '.##/##.',
  T4: '###/.#.',
};

/**
 * Piet Hein's seven Soma pieces: all ways to join three or four cubes that are not boxes. A way
 * along `right` winds as the thread of a right-handed screw does, along `left` the other way.
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

/** Sets of pieces by name, drawn; those of the polyominoes from hexominoes on are made. */
const DRAWN_SETS: Readonly<Record<string, Shapes>> = {
  monomino: { I1: '#' },
  domino: { I2: '##' },
  trominoes: TROMINOES,
  tetrominoes: TETROMINOES,
  pentominoes: PENTOMINOES,
  soma: SOMA,
  bedlam: BEDLAM,
};

/** The polyominoes that are too many to be drawn here, by their size. */
const MADE_SETS: Readonly<Record<string, number>> = {
  hexominoes: 6,
  heptominoes: 7,
  octominoes: 8,
};

/** The names of sets. */
export const PIECE_SETS: readonly string[] = [
  ...Object.keys(DRAWN_SETS),
  ...Object.keys(MADE_SETS),
];
