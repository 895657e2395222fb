import { plural, QuadrilleError, shown } from '../../engine/problem/error.ts';
import { MOST_SIZE } from './shape.ts';

/** All symbols, in order. */
const ORDER = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The largest size of an alphabet of characters. */
export const MOST_SYMBOLS = ORDER.length - 1;
const LETTERS = ORDER.slice(10, 36);
const DECODER = new TextDecoder();
/** The alphabets that `detect` knows: 1-9A-Za-z, 0-9A-Za-z and A-Z. A size takes the first ones. */
const DETECTABLE: readonly string[] = [ORDER.slice(1), ORDER, LETTERS];
/** Characters for a blank, unless the alphabet has them as values. */
const BLANKS = '._*-0xX';
/** The name of the alphabet that writes values as numbers. */
const INTEGERS = 'integers';

/**
 * The alphabet of a Sudoku: the symbol of each value. Two alphabets with the same name and size are
 * the same.
 *
 * A reader finds the alphabet of each puzzle by itself. The first rule that applies decides:
 *
 * 1. The setting `symbols` names it.
 * 2. A text with numbers of two digits or more is in integers.
 * 3. Letters without a digit 1 to 9, up to size 26: A, B, C ... (`A-I`, `A-P`, `A-Y`).
 * 4. In sizes 10 to 36, `0` is a value (`0-F`) if there are letters, but not the last symbol of the
 *    usual alphabet (G in size 16), and there is another blank beside `0`, or as many `0` as in a
 *    full grid. Otherwise `0` beside another blank is an error. So are ten `0` in size 10, where
 *    neither alphabet needs a letter.
 * 5. The usual one: 1 to 9, A to Z, a to z; beyond size 61, integers.
 *
 * So a puzzle in 0-F without any 0 is read as one in 1-9A-G, whatever the other puzzles of the text
 * are in. It needs the setting `symbols`.
 *
 * Letters are read in either case, unless the alphabet has both.
 */
export class Symbols {
  /** The number of symbols. */
  readonly size: number;
  /** Its symbols with ranges, such as `1-9A-G`, or `integers`. */
  readonly name: string;
  /** True if values are written as numbers. */
  readonly integers: boolean;
  /** value - 1 -> character; empty for integers. */
  readonly #list: string;
  /** Character code -> value, 0 for a blank, -1 for any other. */
  readonly #values = new Int8Array(128).fill(-1);
  /** Value -> character code; `.` for a blank. */
  readonly #codes: Uint8Array;

  /** The detectable alphabets and integers by size and list, at most 4 of a size. */
  static readonly #known = new Map<string, Symbols>();
  /** Size -> its usual alphabet. */
  static readonly #usual: Symbols[] = [];

  private constructor(list: string, size: number) {
    this.size = size;
    this.integers = list === '';
    this.name = this.integers ? INTEGERS : withRanges(list);
    this.#list = list;
    this.#codes = Uint8Array.from(`.${list}`, (symbol) => symbol.charCodeAt(0));
    for (const blank of BLANKS) this.#values[blank.charCodeAt(0)] = 0;
    const eitherCase = !(/[A-Z]/.test(list) && /[a-z]/.test(list));
    for (let value = 1; value <= list.length; value++) {
      const symbol = list.charAt(value - 1);
      this.#values[symbol.charCodeAt(0)] = value;
      if (!eitherCase) continue;
      this.#values[symbol.toLowerCase().charCodeAt(0)] = value;
      this.#values[symbol.toUpperCase().charCodeAt(0)] = value;
    }
  }

  /**
   * The alphabet with a name: `integers`, or letters and digits in order, with ranges over
   * 0-9A-Za-z, such as `1-9A-G`, `0-F`, `A-P` or `SUDOKWEBR`. A longer list gives its first
   * symbols.
   */
  static of(name: string, size: number): Symbols {
    const list = symbolsIn(name);
    if (list !== '' && list.length < size) {
      throw badSymbols(
        name,
        `has ${plural(list.length, 'symbol')}, and size ${size} needs ${size}`,
      );
    }
    return Symbols.#get(list, size);
  }

  /** The default alphabet of a size. */
  static usual(size: number): Symbols {
    const usual = Symbols.#usual[size];
    if (usual !== undefined) return usual;
    const symbols = Symbols.#get(size <= MOST_SYMBOLS ? ORDER.slice(1) : '', size);
    if (isSize(size)) Symbols.#usual[size] = symbols;
    return symbols;
  }

  /** The alphabet that a setting names or is; the usual one if it is undefined. @internal */
  static given(symbols: Symbols | string | undefined, size: number): Symbols {
    if (symbols === undefined) return Symbols.usual(size);
    if (!(symbols instanceof Symbols)) return Symbols.of(symbols, size);
    if (symbols.size === size) return symbols;
    throw badSymbols(symbols.name, `is for size ${symbols.size}, and the grid has size ${size}`);
  }

  /** All alphabets that `detect` may find in a text of this size. @internal */
  static all(size: number): Symbols[] {
    const lists = DETECTABLE.filter((list) => list.length >= size);
    return lists.length === 0
      ? [Symbols.usual(size)]
      : lists.map((list) => Symbols.#get(list, size));
  }

  /**
   * The alphabet of cells of one character each, by the rules 3 to 5 above. Undefined if the
   * meaning of 0 is contradictory or open. @internal
   */
  static detect(cells: string, size: number): Symbols | undefined {
    const counts = new Int32Array(128);
    for (let k = 0; k < cells.length; k++) {
      const code = cells.charCodeAt(k);
      if (code < 128) counts[code] = counts[code] + 1;
    }
    const count = (symbol: string) => counts[symbol.charCodeAt(0)];
    const either = (symbol: string) => count(symbol) + count(symbol.toLowerCase());
    let digits = 0;
    for (let code = 49; code <= 57; code++) digits += counts[code];
    let letters = 0;
    for (const letter of LETTERS) letters += either(letter);

    // Below size 24, X is not among the letters A, B, C ... but a blank.
    const lettersOnly = size < 24 ? letters - either('X') : letters;
    if (lettersOnly > 0 && digits === 0 && size <= 26) return Symbols.#get(LETTERS, size);

    const zeros = count('0');
    if (zeros > 0 && size >= 10 && size <= 36) {
      let blanks = count('.') + count('_') + count('*') + count('-');
      if (size <= 32) {
        blanks += either('X');
        letters -= either('X');
      }
      // No value is there more than `size` times.
      const fromZero = letters > 0 && zeros <= size && either(ORDER.charAt(size)) === 0;
      if (fromZero && (blanks > 0 || zeros === size)) return Symbols.#get(ORDER, size);
      if (blanks > 0 || (size === 10 && zeros === size)) return undefined;
    }
    return Symbols.usual(size);
  }

  /** The alphabet of the first symbols of a list; integers if it is empty. */
  static #get(longList: string, size: number): Symbols {
    const list = longList.slice(0, size);
    const key = `${size} ${list}`;
    let symbols = Symbols.#known.get(key);
    if (symbols === undefined) {
      symbols = new Symbols(list, size);
      // Others are not kept: their number has no limit.
      const isDetectable = DETECTABLE.some((other) => other.startsWith(list));
      if (isDetectable && isSize(size)) Symbols.#known.set(key, symbols);
    }
    return symbols;
  }

  /** The value that the text of a cell stands for: 0 for a blank, -1 if it has no meaning. */
  read(text: string): number {
    if (text.length === 1 && !(this.integers && text >= '0' && text <= '9')) {
      return this.#values[text.charCodeAt(0)] ?? -1;
    }
    if (!this.integers || !/^(?:-1|\d{1,3})$/.test(text)) return -1;
    const value = Math.max(Number(text), 0);
    return value <= this.size ? value : -1;
  }

  /** The name of the alphabet. */
  toString(): string {
    return this.name;
  }

  /**
   * A grid on one line: symbols without blanks between, or integers with blanks between and 0 for a
   * blank cell. It does not check the values. @internal
   */
  write(grid: ArrayLike<number>): string {
    if (this.integers) return Array.from(grid).join(' ');
    const { length } = grid;
    const codes = new Uint8Array(length);
    for (let cell = 0; cell < length; cell++) {
      codes[cell] = this.#codes[grid[cell]];
    }
    // Three times as fast as String.fromCharCode.
    return DECODER.decode(codes);
  }

  /** A value in writing; `.` for a blank. */
  symbolOf(value: number): string {
    if (value === 0) return '.';
    return this.integers ? String(value) : this.#list.charAt(value - 1);
  }
}

function isSize(size: number): boolean {
  return Number.isInteger(size) && size >= 1 && size <= MOST_SIZE;
}

/**
 * The number of symbols of a named alphabet, Infinity for integers. Throws if it is no alphabet.
 */
export function lengthOf(name: string): number {
  return symbolsIn(name).length || Number.POSITIVE_INFINITY;
}

/** The symbols of a named alphabet, without ranges; empty for integers. */
function symbolsIn(name: string): string {
  if (name === INTEGERS) return '';
  if (typeof name !== 'string' || !/^(?:[0-9A-Za-z](?:-[0-9A-Za-z])?)+$/.test(name)) {
    throw badSymbols(name, 'is no list of letters, digits and ranges');
  }
  const list = name.replace(/(.)-(.)/g, (range, from: string, to: string) => {
    const symbols = ORDER.slice(ORDER.indexOf(from), ORDER.indexOf(to) + 1);
    if (symbols === '') throw badSymbols(name, `has the range ${range}, which runs backwards`);
    return symbols;
  });
  if (new Set(list).size < list.length) throw badSymbols(name, 'has a symbol twice');
  return list;
}

/** A list with ranges, such as `1-9A-G`. */
function withRanges(list: string): string {
  let name = '';
  for (let from = 0, to = 0; from < list.length; from = to) {
    for (to = from + 1; to < list.length; to++) {
      const at = ORDER.indexOf(list.charAt(to));
      // A range does not lead from digits to letters, or from capitals to small letters.
      if (at !== ORDER.indexOf(list.charAt(to - 1)) + 1 || at === 10 || at === 36) break;
    }
    const run = list.slice(from, to);
    name += run.length < 3 ? run : `${run.charAt(0)}-${run.charAt(run.length - 1)}`;
  }
  return name;
}

function badSymbols(name: unknown, why: string): QuadrilleError {
  return new QuadrilleError(
    'bad-setting',
    `The alphabet ${shown(name)} ${why}; ` +
      `give 'integers', or a different letter or digit for each value, such as '1-9A-G'.`,
  );
}
