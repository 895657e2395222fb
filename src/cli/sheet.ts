import { isGraph, isLattice, type Picture } from '../puzzles/picture/board.ts';
import { MOST_SQUARES } from '../puzzles/picture/checks.ts';
import { drawSvg } from '../puzzles/picture/svg/draw-svg.ts';
import { drawText, type TextSettings } from '../puzzles/picture/text/draw-text.ts';
import type { Console } from './console.ts';

/** A sheet of text: each solution below the one before, or in rows, each shown when it is full. */
export class TextSheet {
  readonly #console: Console;
  readonly #how: TextSettings;
  readonly #hasRows: boolean;
  #row: Picture[] = [];

  constructor(console: Console, how: TextSettings, hasRows = false) {
    this.#console = console;
    this.#how = how;
    this.#hasRows = hasRows;
  }

  /** Takes the pictures of a solution. There is room for all of them. */
  add(drawn: readonly Picture[]): true {
    if (!this.#fits(drawn)) this.endRow();
    this.#row.push(...drawn);
    if (!this.#hasRows) this.endRow();
    return true;
  }

  endRow(): void {
    // drawText cleans the texts of pictures.
    if (this.#row.length > 0) {
      this.#console.writeUnchecked(`${drawText(this.#row, this.#how)}\n\n`);
    }
    this.#row = [];
  }

  /** True if the pictures fit into the row: then it does not get longer. */
  #fits(drawn: readonly Picture[]): boolean {
    const lines = (pictures: readonly Picture[]) =>
      drawText(pictures, this.#how).split('\n').length;
    const row = this.#row;
    return row.length === 0 || lines([...row, ...drawn]) === Math.max(lines(row), lines(drawn));
  }
}

/** The usual width of a row of pictures in SVG, and one for all. */
const ROW_WIDTH = 1000;
const ENDLESS_WIDTH = 1_000_000;

/** A sheet as one SVG document. */
export class SvgSheet {
  readonly #pictures: Picture[] = [];
  #squares = 0;
  #width = ROW_WIDTH;

  /** Takes the pictures of a solution. True if there is room for another one of that size. */
  add(drawn: readonly Picture[]): boolean {
    if (this.isEmpty && drawn.length > 1) this.#width = widthFor(drawn);
    this.#pictures.push(...drawn);
    const squares = drawn.reduce((sum, picture) => {
      if (isGraph(picture)) return sum;
      return sum + (isLattice(picture) ? picture.cells : picture.squares).length;
    }, 0);
    this.#squares += squares;
    return this.#squares + squares <= MOST_SQUARES;
  }

  get isEmpty(): boolean {
    return this.#pictures.length === 0;
  }

  draw(title?: string): string {
    return drawSvg(this.#pictures, { width: this.#width, title });
  }
}

/** A width at which rows break between solutions, not between the layers of one. */
function widthFor(drawn: readonly Picture[]): number {
  const [, text] = /<svg [^>]*?width="(\d+)"/.exec(drawSvg(drawn, { width: ENDLESS_WIDTH })) ?? [];
  const width = Number(text);
  return width * Math.max(1, Math.floor(ROW_WIDTH / width));
}
