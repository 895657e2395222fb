import { mistakeAt, nearest, QuadrilleError, shown } from '../../engine/problem/error.ts';
import { badValue, checkInteger } from '../../engine/problem/setting.ts';
import { badSetting, badText, checkString } from '../mistakes.ts';
import { cellsGiven } from './boards.ts';
import type { Copies } from './copies.ts';
import { cellsDrawn } from './drawing.ts';
import { type Cells, keyOf, type Lattice } from './lattice.ts';
import { LATTICES, type LatticeName } from './lattices.ts';
import { namesIn, setNamed, setsOf, setsWith } from './piece-names.ts';

/** What every piece has beside its cells. */
interface Named<T = Copies> {
  readonly name: string;
  readonly times?: T | undefined;
}

/** A piece on a lattice, its cells at the origin. */
export interface Form<T = Copies> extends Named<T> {
  readonly cells: Cells;
}

/** A piece as a caller gives it: drawn, or as cells of two or three whole numbers. */
export interface PolyformPiece extends Named {
  readonly cells: string | readonly (readonly number[])[];
}

/** The most copies of a piece: the number of cells of the largest board. */
const MOST_TIMES = 10_000;
const MOST_PIECES = 10_000;

/** Pieces by name, separated by blanks or commas. A name means one of `drawn` before any other. */
export function formsAmong<T>(
  lattice: LatticeName,
  names: string,
  drawn: readonly Form<T>[],
): Form<T | number>[] {
  const words =
    typeof names === 'string' ? names.split(/[\s,]+/).filter((word) => word !== '') : [];
  if (words.length === 0) {
    const [set, other] = exampleNames(lattice);
    throw badSetting(`The pieces are ${shown(names)}; name some, such as '${set}' or '${other}'.`);
  }
  checkNumberOfPieces(words.length);
  return words.flatMap((word): Form<T | number>[] => {
    const { name, times } = parseCountedName(word);
    const own = formNamed(lattice, drawn, name);
    const named = own ? [own] : (setNamed(lattice, name) ?? [findForm(lattice, name, drawn)]);
    return times === undefined ? named : named.map((one) => ({ ...one, times }));
  });
}

/** Some names of a lattice: a set, and three pieces of it. */
function exampleNames(lattice: LatticeName): [set: string, pieces: string] {
  if (lattice === 'squares' || lattice === 'cubes') return ['pentominoes', 'F I L'];
  const sets = setsOf(lattice);
  const set = sets.find((name) => namesIn([name], lattice).split(' ').length > 4) ?? sets[0];
  const pieces = setNamed(lattice, set) ?? [];
  return [
    set,
    pieces
      .slice(0, 3)
      .map(({ name }) => name)
      .join(' '),
  ];
}

/**
 * Reads pieces from a text. A line with the name and a colon begins each: `F:`, or `F*3:` for three
 * copies. The rows of the drawing follow.
 */
export function readForms(lattice: LatticeName, text: string): Form<number>[] {
  checkString(text, 'The pieces are');
  const found: (Named<number> & { rows: string[]; line: number })[] = [];
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
  return checkNamed(
    found.map(({ rows, ...rest }) => ({ ...rest, text: rows.join('\n') })),
    (drawing) => LATTICES[lattice].atOrigin(cellsDrawn(lattice, drawing)),
    checkTimes,
  );
}

/** The pieces of a caller, with their cells at the origin. Throws if one is invalid. */
export function checkForms(lattice: LatticeName, pieces: readonly PolyformPiece[]): Form[] {
  return checkNamed(
    pieces,
    ({ name, cells }) =>
      LATTICES[lattice].atOrigin(
        typeof cells === 'string'
          ? cellsDrawn(lattice, { text: cells, line: 1 })
          : cellsGiven(lattice, cells, {
              what: `The piece ${shown(name)}`,
              wanted: 'a drawing, or an array of cells',
            }),
      ),
    checkCopies,
  );
}

/** The pieces, each chiral one followed by its mirror image: F, F' ... */
export function withMirrorForms<T>(lattice: LatticeName, forms: readonly Form<T>[]): Form<T>[] {
  return forms.flatMap((form) => {
    const twin = mirroredForm(LATTICES[lattice], form);
    return isTurned(LATTICES[lattice], form.cells, twin.cells) ? [form] : [form, twin];
  });
}

/** F' of F. */
export function mirroredForm<T>(lattice: Lattice, form: Form<T>): Form<T> {
  return { ...form, name: `${form.name}'`, cells: lattice.mirrored(form.cells) };
}

/** True if the pieces, both at the origin, are rotations of each other. */
export function isTurned(lattice: Lattice, one: Cells, other: Cells): boolean {
  return lattice.orientations(one, false).some((way) => keyOf(way) === keyOf(other));
}

/** Pieces with their cells, checked: each has a name of its own. */
export function checkNamed<P extends Named<T>, C, T>(
  pieces: readonly P[],
  cellsOf: (piece: P) => C,
  timesOf: (name: string, times: T) => T,
): (Named<T> & { readonly cells: C })[] {
  if (!Array.isArray(pieces) || pieces.length === 0) {
    throw badSetting(
      `The pieces are ${shown(pieces)}; give names, such as 'F I L', or an array of pieces.`,
    );
  }
  checkNumberOfPieces(pieces.length);
  const names = new Set<string>();
  // Holes of a sparse array are undefined here.
  return Array.from(pieces as readonly P[], (one) => {
    if (typeof one !== 'object' || one === null || Array.isArray(one)) {
      throw badSetting(
        `A piece is ${shown(one)}; give an object with a name and cells, or names in one text.`,
      );
    }
    const name = checkName(one.name);
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
    if (times === undefined) return { name, cells: cellsOf(one) };
    return { name, cells: cellsOf(one), times: timesOf(name, times) };
  });
}

function checkNumberOfPieces(number: number): void {
  if (number <= MOST_PIECES) return;
  throw badSetting(`There are ${number} pieces; give at most ${MOST_PIECES}.`);
}

function parseCountedName(word: string): Named<number> {
  const [, name, times] = /^([^*]+)\*(\d+)$/.exec(word) ?? [];
  if (name === undefined) return { name: word, times: undefined };
  return { name, times: checkTimes(name, Number(times)) };
}

export function checkTimes(name: string, times: number): number {
  return checkInteger(`The number of pieces ${shown(name)}`, times, 1, MOST_TIMES);
}

function checkCopies(name: string, times: Copies): Copies {
  if (!Array.isArray(times)) return checkTimes(name, times as number);
  const what = `of the number of pieces ${shown(name)}`;
  if (times.length !== 2) throw badValue(`The range ${what}`, times, 'give [least, most]');
  const least = checkInteger(`The least ${what}`, times[0], 0, MOST_TIMES);
  const most = checkInteger(`The most ${what}`, times[1], Math.max(1, least), MOST_TIMES);
  return least === most ? least : [least, most];
}

/** Blanks, `:` and `|` are separators in Knuth's text format; `*` comes before a number. */
export function checkName(name: string, line?: number): string {
  if (typeof name === 'string' && /^[^\s:|*]+$/.test(name)) return name;
  throw new QuadrilleError(
    line === undefined ? 'bad-setting' : 'bad-text',
    `${line === undefined ? 'A' : `Line ${line}: a`} piece is called ${shown(name)}; ` +
      "give it a name without blanks, ':', '|' and '*', or a number after one '*': 'F*3'.",
    { line },
  );
}

function findForm(
  lattice: LatticeName,
  word: string,
  drawn: readonly Named<unknown>[],
): Form<number> {
  for (const set of setsWith(lattice, word)) {
    const found = formNamed<number>(lattice, setNamed(lattice, set) ?? [], word);
    if (found) return found;
  }
  const own =
    drawn.length === 0 ? '' : `the drawn ones are ${drawn.map(({ name }) => name).join(' ')}; `;
  const sets = setsOf(lattice);
  const known = [
    ...drawn.map(({ name }) => name),
    ...sets,
    ...namesIn(sets, lattice).split(/[ ,]+/),
  ];
  const like = nearest(word, known);
  const meant = like === undefined ? '' : `did you mean ${shown(like)}? `;
  throw new QuadrilleError(
    'bad-setting',
    `No piece is called ${shown(word)}; ${own}${meant}name sets (${sets.join(', ')}) or pieces ` +
      `(${namesIn(sets, lattice)}; F' is F mirrored, F*3 is three of F), or draw your own.`,
    { item: word },
  );
}

/** The piece of this name among some. `F'` is F mirrored, unless one of them is called so. */
function formNamed<T>(
  lattice: LatticeName,
  forms: readonly Form<T>[],
  word: string,
): Form<T> | undefined {
  const named = (name: string) => forms.find((one) => one.name === name);
  const one = named(word);
  if (one !== undefined || !word.endsWith("'")) return one;
  const plain = named(word.slice(0, -1));
  return plain && mirroredForm(LATTICES[lattice], plain);
}
