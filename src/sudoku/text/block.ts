import type { Shape } from '../shape.ts';
import type { Row } from './line.ts';

/**
 * A grid of several lines that is being read: its rows so far, and the empty lines between them.
 * Empty lines may stand between all bands (the rows of boxes) or between none; so a grid that
 * was cut short is not mended with the beginning of the next.
 */
export class Block {
  readonly shape: Shape;
  readonly rows: Row[] = [];
  /** A row was wrong: the others are passed over. */
  failed = false;
  #gaps = 0;

  constructor(shape: Shape) {
    this.shape = shape;
  }

  get isFull(): boolean {
    return this.rows.length === this.shape.size;
  }

  /** Whether a band ends here. */
  get atBand(): boolean {
    return this.rows.length % this.shape.boxRows === 0;
  }

  /** Whether the bands so far have an empty line after each, but for the last. */
  get mayPause(): boolean {
    return this.atBand && this.#gaps === this.rows.length / this.shape.boxRows - 1;
  }

  pause(): void {
    this.#gaps++;
  }

  /** Whether an empty line is missing before the next row. */
  get isTight(): boolean {
    return this.#gaps > 0 && this.mayPause;
  }

  /** Whether a line of dashes, as many as there are cells in a row, is a row of blanks. */
  takesDashes(text: string): boolean {
    if (this.rows[0]?.text.trim().length !== text.trim().length) return false;
    // No rule is drawn within a band.
    return !this.atBand || this.rows.some(hasDash);
  }
}

export function hasDash({ cells }: Row): boolean {
  return cells.includes('-');
}
