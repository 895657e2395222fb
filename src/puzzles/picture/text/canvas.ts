import { columnsOfLetter, lettersOf } from '../letters.ts';

/** The arms of a line from the middle of a place. */
export const UP = 1;
export const RIGHT = 2;
export const DOWN = 4;
export const LEFT = 8;

/** The sum of the arms at a place -> the box-drawing character. */
const JUNCTIONS = [...' ╵╶└╷│┌├╴┘─┴┐┤┬┼'];

const NO_COLOUR = -1;

/**
 * A sheet of characters. A *place* is one character of it. Lines consist of arms, which join where
 * they meet. Texts lie over the lines, ground colours behind them. Rows and columns count from 0.
 */
export class Canvas {
  readonly width: number;
  readonly height: number;
  /** Place -> its arms. */
  readonly #arms: Uint8Array;
  /** Place -> one of a terminal's 256 colours, or NO_COLOUR. */
  readonly #grounds: Int16Array;
  /**
   * Place -> its letter; undefined if there is none. Behind a letter of two columns it is empty.
   */
  readonly #letters: (string | undefined)[];
  /** Place -> 1 if its letter is bold. */
  readonly #bold: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    const places = width * height;
    this.#arms = new Uint8Array(places);
    this.#grounds = new Int16Array(places).fill(NO_COLOUR);
    this.#letters = new Array<string | undefined>(places).fill(undefined);
    this.#bold = new Uint8Array(places);
  }

  /** Puts a text, which must fit into the row. */
  put(row: number, column: number, text: string, bold = false): void {
    let place = row * this.width + column;
    let last = place;
    for (const letter of lettersOf(text)) {
      const columns = columnsOfLetter(letter);
      if (columns === 0) {
        this.#letters[last] = (this.#letters[last] ?? ' ') + letter;
        continue;
      }
      last = place;
      this.#letters[place] = letter;
      if (columns === 2) this.#letters[place + 1] = '';
      if (bold) this.#bold.fill(1, place, place + columns);
      place += columns;
    }
  }

  /** Puts a letter of one column into places of a row. */
  fill(row: number, column: number, letter: string, count = 1): void {
    const place = row * this.width + column;
    this.#letters.fill(letter, place, place + count);
  }

  /** Adds arms to a place. Does nothing if the row or the column is undefined. */
  join(row: number | undefined, column: number | undefined, arms: number): void {
    if (row === undefined || column === undefined) return;
    const place = row * this.width + column;
    this.#arms[place] = this.#arms[place] | arms;
  }

  /** Colours the ground of places in a row. */
  paint(row: number, column: number, count: number, colour: number): void {
    const place = row * this.width + column;
    this.#grounds.fill(colour, place, place + count);
  }

  /** The lines of the sheet, each of its full width; with escape codes only if `colour` is true. */
  lines(colour: boolean): string[] {
    return Array.from({ length: this.height }, (_, row) => this.#line(row, colour));
  }

  #line(row: number, colour: boolean): string {
    let line = '';
    let style = '';
    for (let place = row * this.width; place < (row + 1) * this.width; place++) {
      if (colour) {
        const wanted = this.#style(place);
        if (wanted !== style) line += `${style === '' ? '' : '\u001b[0m'}${wanted}`;
        style = wanted;
      }
      line += this.#letters[place] ?? JUNCTIONS[this.#arms[place]];
    }
    return style === '' ? line : `${line}\u001b[0m`;
  }

  /** Escape codes of a place. Text on a ground is black in every terminal. */
  #style(place: number): string {
    const ground = this.#grounds[place];
    const codes: string[] = [];
    if (this.#bold[place] === 1) codes.push('1');
    if (ground !== NO_COLOUR) codes.push(`38;5;16;48;5;${ground}`);
    return codes.length === 0 ? '' : `\u001b[${codes.join(';')}m`;
  }
}
