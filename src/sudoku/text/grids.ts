import type { Shape } from '../shape.ts';
import type { Answers } from './answers.ts';
import { Block, hasDash } from './block.ts';
import { decode } from './decode.ts';
import { type Cells, columnOf, isBordered, type Row, readings } from './line.ts';
import { misfit } from './misfit.ts';
import type { Sizes } from './sizes.ts';

/** A line before it is known how to read it. */
type Line = Omit<Row, 'cells'>;

/**
 * Puts lines of cells together: each is a puzzle by itself, or the next row of a grid, or the
 * first of a new one.
 */
export class Grids {
  readonly #sizes: Sizes;
  readonly #answers: Answers;
  /** The grid that has begun. */
  #block: Block | undefined;
  /** A line of dashes between bands: a rule, or a row of blanks, as the next line will show. */
  #dashes: Row | undefined;
  /** Whether the last line was empty. */
  #empty = false;
  /** Whether a mistake has left unknown which empty lines are between grids. */
  #lost = false;

  constructor(sizes: Sizes, answers: Answers) {
    this.#sizes = sizes;
    this.#answers = answers;
  }

  /** A comment or a title alone on its line. */
  comment(): void {
    this.#empty = false;
    if (this.#block === undefined) this.#lost = false;
  }

  /** A line that can only be a rule. */
  rule(): void {
    this.#empty = false;
  }

  /** An empty line. */
  pause(): void {
    const block = this.#block;
    if (block?.mayPause && !block.failed && !this.#lost && !this.#empty) {
      block.pause();
    } else if (block !== undefined) {
      this.close();
      this.#lost = true;
    } else if (this.#empty) {
      this.#lost = false;
    }
    this.#dashes = undefined;
    this.#empty = true;
  }

  /** No grid goes on from here: one that has begun is cut short. */
  close(): void {
    const block = this.#block;
    this.#block = undefined;
    this.#dashes = undefined;
    this.#empty = false;
    this.#lost = false;
    if (block !== undefined && !block.failed) this.#cutShort(block);
  }

  #cutShort({ rows, shape }: Block): void {
    const { size } = shape;
    const first = rows[0] as Row;
    const last = rows.at(-1) as Row;
    // Words that passed for a row have symbols that it cannot have: say that first.
    this.#answers.attempt(first.line, () => {
      decode(rows, shape, this.#answers.language);
      const found =
        rows.length === 1
          ? `found a single line of ${size} cells, which is no puzzle`
          : `found ${rows.length} rows of ${size} cells`;
      throw this.#answers.error(
        last.line,
        columnOf(last, last.cells.length),
        `${found}; a grid of ${shape} has ${size} rows. Give the others, or the size.`,
      );
    });
  }

  /** A line of dashes and maybe bars. */
  dashes(line: Line): void {
    this.#empty = false;
    const block = this.#block;
    if (block?.failed) return;
    const row: Row = { ...line, cells: line.text.replace(/[^-]/g, '') };
    const { length } = row.cells;
    const shape = block?.shape ?? this.#sizes.rowOf(row);
    const above = this.#dashes;
    if (block === undefined && length === this.#sizes.fixed?.cells) {
      this.#whole(row);
    } else if (shape?.size !== length) {
      // It has not the length of a row: a rule.
    } else if (above?.text.trim() === line.text.trim()) {
      // Two rules do not follow each other, so these are two rows.
      this.#dashes = undefined;
      this.#add(above as Row, shape);
      this.#add(row, shape);
    } else if (block?.takesDashes(line.text)) {
      this.#add(row, shape);
    } else {
      this.#dashes = row;
    }
  }

  /** A line that has cells. */
  cells(line: Line): void {
    this.#empty = false;
    const sizes = this.#sizes;
    const block = this.#block;
    const next = this.#read(line, ({ length }) => length === block?.shape.size);
    const bordered = isBordered(line.text);
    const isPuzzle = ({ length }: Cells) =>
      sizes.puzzleOf(length) !== undefined && !(bordered && sizes.rowIfBordered(length));
    const rowOf = (cells: Cells) => sizes.rowOf({ ...line, cells });
    const other =
      next ?? this.#read(line, (cells) => isPuzzle(cells) || rowOf(cells) !== undefined);

    if (block !== undefined && next !== undefined) {
      this.#add(next, block.shape);
    } else if (other !== undefined && isPuzzle(other.cells)) {
      this.#whole(other);
    } else if (block === undefined) {
      if (other === undefined) misfit(line, sizes, this.#answers);
      else this.#add(other, rowOf(other.cells) as Shape);
    } else if (!block.failed) {
      block.failed = true;
      misfit(line, sizes, this.#answers, block);
    }
  }

  /** The line in the first way to read it that is wanted. */
  #read(line: Line, wanted: (cells: Cells) => boolean): Row | undefined {
    const size = this.#block?.shape.size ?? this.#sizes.fixed?.size;
    const cells = readings(line.text, size).find(wanted);
    return cells === undefined ? undefined : { ...line, cells };
  }

  #whole(row: Row): void {
    this.close();
    this.#answers.rows([row], this.#sizes.puzzleOf(row.cells.length) as Shape);
  }

  #add(row: Row, shape: Shape): void {
    const dashes = this.#dashes;
    this.#dashes = undefined;
    if (dashes?.cells.length === shape.size && hasDash(row)) this.#add(dashes, shape);
    this.#block ??= new Block(shape);
    const block = this.#block;
    if (block.failed) return;
    if (block.isTight) {
      block.failed = true;
      this.#answers.mistake(
        row.line,
        columnOf(row, 0),
        `found a row where an empty line was wanted, as there is after row ${shape.boxRows}; ` +
          'put one between all bands of the grid, or none.',
      );
      return;
    }
    block.rows.push(row);
    if (!block.isFull) return;
    this.#block = undefined;
    this.#answers.rows(block.rows, shape);
  }
}
