import { QuadrilleError, shown } from '../problem/error.ts';
import { MOST_SIZE } from './shape.ts';

/** Every character that can stand for a value, in order. */
const ORDER = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The most values that characters can tell apart, beside a blank. */
export const MOST_SYMBOLS = ORDER.length - 1;
const LETTERS = ORDER.slice(10, 36);
const DECODER = new TextDecoder();
/** What a text may be written in where nothing is said. */
const UNASKED: readonly string[] = [ORDER.slice(1), ORDER, LETTERS];
/** Characters that stand for a blank in whatever alphabet does not have them as values. */
const BLANKS = '._*-0xX';
/** The alphabet of any size that has no characters: values are written as numbers. */
const INTEGERS = 'integers';

/**
 * The alphabet of a Sudoku: which character stands for which value. Two alphabets are the same
 * where their names and sizes are.
 *
 * Which alphabet a text is written in is decided for each puzzle by itself:
 *
 * 1. By the setting `symbols`, where it is given.
 * 2. A text with numbers of two digits or more is in integers.
 * 3. Letters and no digit 1 to 9, up to size 26: A, B, C ... (`A-I`, `A-P`, `A-Y`).
 * 4. Sizes 10 to 36, letters, a `0`, and not the last symbol of the usual alphabet (G for 16):
 *    0, 1, 2 ... (`0-F`), if there is another blank too, or if there are exactly as many `0` as
 *    there would be in a full grid. A `0` beside another blank that does not pass is an error; so
 *    are ten `0` and no letter in size 10, which has no letter in 0 to 9 either.
 * 5. Else the usual one: 1 to 9, A to Z, a to z; beyond size 61, integers.
 *
 * So a puzzle in 0-F that has neither its 0 nor a G is taken for one in 1-9A-G, whatever others of
 * the same text are in: there `symbols` is needed.
 *
 * Letters are read in either case, unless the alphabet has both.
 */
export class Symbols {
  readonly size: number;
  /** As in `1-9A-G`, or `integers`. */
  readonly name: string;
  /** Whether values are written as numbers. */
  readonly integers: boolean;
  /** value - 1 -> character; empty for integers. */
  readonly #list: string;
  /** Character code -> value, 0 for a blank, -1 for what is neither. */
  readonly #values = new Int8Array(128).fill(-1);

  /** Value -> character code; a point for a blank. */
  readonly #codes: Uint8Array;

  /** Those that a text may be in where nothing is said, by size and list: at most 4 of a size. */
  static readonly #known = new Map<string, Symbols>();
  /** Size -> the usual one. */
  static readonly #usual: Symbols[] = [];

  private constructor(list: string, size: number) {
    this.size = size;
    this.integers = list === '';
    this.name = this.integers ? INTEGERS : inRanges(list);
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
   * The alphabet of that name for a size: `integers`, or letters and digits in order, with ranges
   * over 0-9A-Za-z, as in `1-9A-G`, `0-F`, `A-P` or `SUDOKWEBR`. Of a list that is too long the
   * first ones are taken.
   */
  static of(name: string, size: number): Symbols {
    const list = listed(name);
    if (list !== '' && list.length < size) {
      throw badSymbols(name, `has ${list.length} symbols, and size ${size} needs as many`);
    }
    return Symbols.#get(list, size);
  }

  /** What a size is written in where nothing else is said. */
  static usual(size: number): Symbols {
    const usual = Symbols.#usual[size];
    if (usual !== undefined) return usual;
    const made = Symbols.#get(size <= MOST_SYMBOLS ? ORDER.slice(1) : '', size);
    if (isSize(size)) Symbols.#usual[size] = made;
    return made;
  }

  /**
   * The alphabet that a setting gives, by its name or as it is; the usual one where it gives none.
   *
   * @internal
   */
  static given(symbols: Symbols | string | undefined, size: number): Symbols {
    if (symbols === undefined) return Symbols.usual(size);
    if (!(symbols instanceof Symbols)) return Symbols.of(symbols, size);
    if (symbols.size === size) return symbols;
    throw badSymbols(symbols.name, `is one for size ${symbols.size}, and size ${size} is wanted`);
  }

  /** Those that a text of that size may be in, where nothing is said. @internal */
  static all(size: number): Symbols[] {
    const lists = UNASKED.filter((list) => list.length >= size);
    return lists.length === 0
      ? [Symbols.usual(size)]
      : lists.map((list) => Symbols.#get(list, size));
  }

  /**
   * The alphabet that these cells, a character each, are written in; none if they contradict, or
   * leave it open what 0 is.
   *
   * @internal
   */
  static detect(cells: string, size: number): Symbols | undefined {
    const counts = new Int32Array(128);
    for (let k = 0; k < cells.length; k++) {
      const code = cells.charCodeAt(k);
      if (code < 128) counts[code] = (counts[code] as number) + 1;
    }
    const count = (symbol: string) => counts[symbol.charCodeAt(0)] as number;
    const either = (symbol: string) => count(symbol) + count(symbol.toLowerCase());
    let digits = 0;
    for (let code = 49; code <= 57; code++) digits += counts[code] as number;
    let letters = 0;
    for (const letter of LETTERS) letters += either(letter);

    // Where X is not among the letters, it is a blank.
    const lettersOnly = size < 24 ? letters - either('X') : letters;
    if (lettersOnly > 0 && digits === 0 && size <= 26) return Symbols.#get(LETTERS, size);

    const zeros = count('0');
    if (zeros > 0 && size >= 10 && size <= 36) {
      let blanks = count('.') + count('_') + count('*') + count('-');
      if (size <= 32) {
        blanks += either('X');
        letters -= either('X');
      }
      const fromZero = letters > 0 && either(ORDER.charAt(size)) === 0;
      if (fromZero && (blanks > 0 || zeros === size)) return Symbols.#get(ORDER, size);
      if (blanks > 0 || (size === 10 && zeros === size)) return undefined;
    }
    return Symbols.usual(size);
  }

  /** The alphabet of the first symbols of a list; of integers, if it is empty. */
  static #get(longList: string, size: number): Symbols {
    const list = longList.slice(0, size);
    const key = `${size} ${list}`;
    let symbols = Symbols.#known.get(key);
    if (symbols === undefined) {
      symbols = new Symbols(list, size);
      // Others are not kept, as there is no end to what can be asked for.
      const isUnasked = UNASKED.some((other) => other.startsWith(list));
      if (isUnasked && isSize(size)) Symbols.#known.set(key, symbols);
    }
    return symbols;
  }

  /** What a text says in a cell: a value, 0 for a blank, -1 for what is neither. */
  read(text: string): number {
    if (text.length === 1 && !(this.integers && text >= '0' && text <= '9')) {
      return this.#values[text.charCodeAt(0)] ?? -1;
    }
    if (!this.integers || !/^(?:-1|\d{1,3})$/.test(text)) return -1;
    const value = Math.max(Number(text), 0);
    return value <= this.size ? value : -1;
  }

  toString(): string {
    return this.name;
  }

  /**
   * The cells of a grid on one line: symbols without space, integers with a space between and 0 for
   * a blank. The values are not checked.
   *
   * @internal
   */
  write(grid: ArrayLike<number>): string {
    if (this.integers) return Array.from(grid).join(' ');
    const codes = new Uint8Array(grid.length);
    this.writeInto(codes, 0, grid);
    // Three times as fast as String.fromCharCode.
    return DECODER.decode(codes);
  }

  /**
   * Writes the cells of a grid as character codes from `at` on, one for each: the alphabet must not
   * be of integers.
   *
   * @internal
   */
  writeInto(codes: Uint8Array, at: number, grid: ArrayLike<number>): void {
    const { length } = grid;
    for (let cell = 0; cell < length; cell++) {
      codes[at + cell] = this.#codes[grid[cell] as number] as number;
    }
  }

  /** How a value is written; a blank is a point. */
  symbolOf(value: number): string {
    if (value === 0) return '.';
    return this.integers ? String(value) : this.#list.charAt(value - 1);
  }
}

function isSize(size: number): boolean {
  return Number.isInteger(size) && size >= 1 && size <= MOST_SIZE;
}

/** How many symbols a setting lists; refuses one that is no alphabet. Integers have no end. */
export function lengthOf(name: string): number {
  return listed(name).length || Number.POSITIVE_INFINITY;
}

/** The characters of an alphabet that was asked for by name; none for integers. */
function listed(name: string): string {
  if (name === INTEGERS) return '';
  if (typeof name !== 'string' || !/^(?:[0-9A-Za-z](?:-[0-9A-Za-z])?)+$/.test(name)) {
    throw badSymbols(name, 'is no list of letters, digits and ranges of them');
  }
  const list = name.replace(/(.)-(.)/g, (range, from: string, to: string) => {
    const symbols = ORDER.slice(ORDER.indexOf(from), ORDER.indexOf(to) + 1);
    if (symbols === '') throw badSymbols(name, `has the range ${range}, which runs backwards`);
    return symbols;
  });
  if (new Set(list).size < list.length) throw badSymbols(name, 'has a symbol twice');
  return list;
}

/** A list with its runs drawn together, as in `1-9A-G`. */
function inRanges(list: string): string {
  let name = '';
  for (let from = 0, to = 0; from < list.length; from = to) {
    for (to = from + 1; to < list.length; to++) {
      const at = ORDER.indexOf(list.charAt(to));
      // A run ends where digits turn to letters, and capitals to small ones.
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
      `give 'integers', or as many different letters and digits as the size, as in '1-9A-G'.`,
  );
}
