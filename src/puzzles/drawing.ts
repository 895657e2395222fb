import { QuadrilleError, shown } from '../problem/error.ts';
import type { Cube } from './cell.ts';

/** A drawing as it came, with the number of its first line in the text that it is from. */
export interface Drawn {
  readonly text: string;
  readonly line: number;
}

/**
 * The cells of a drawing, moved to where coordinates begin: `#` is a cell; `.` and a blank are
 * none. A drawing in space is drawn layer by layer, from the bottom, with an empty line between
 * two. They come in reading order: by layer, row, column.
 *
 *     .##     a pentomino         ##     the Soma piece that is a corner:
 *     ##.                         #.     three cells below
 *     .#.
 *                                 #.     and one above
 */
export function cellsOf({ text, line }: Drawn): Cube[] {
  const cells: Cube[] = [];
  let layer = 0;
  let row = 0;
  text.split('\n').forEach((whole, k) => {
    const bare = whole.trimEnd();
    if (bare === '') {
      if (row > 0) layer++;
      row = 0;
      return;
    }
    for (let column = 0; column < bare.length; column++) {
      const mark = bare[column] as string;
      if (mark === '#') cells.push({ row, column, layer });
      else if (mark !== '.' && mark !== ' ') throw strange(mark, line + k, column + 1);
    }
    row++;
  });
  if (cells.length === 0) {
    throw new QuadrilleError(
      'bad-text',
      `The drawing at line ${line} has no cells; draw each as '#', as in '##.' above '.##'.`,
      { line },
    );
  }
  return atOrigin(cells);
}

/** The cells moved so that the least row, column and layer are 0, in reading order. */
export function atOrigin(cells: readonly Cube[]): Cube[] {
  const row = least(cells, 'row');
  const column = least(cells, 'column');
  const layer = least(cells, 'layer');
  return cells
    .map((cell) => ({
      row: cell.row - row,
      column: cell.column - column,
      layer: cell.layer - layer,
    }))
    .sort((a, b) => a.layer - b.layer || a.row - b.row || a.column - b.column);
}

/** The least row, column or layer. */
export function least(cells: readonly Cube[], axis: keyof Cube): number {
  return cells.reduce((low, cell) => Math.min(low, cell[axis]), Number.POSITIVE_INFINITY);
}

/** A text for each cell, the same for the same place. */
export function placeOf({ row, column, layer }: Cube): string {
  return `${row},${column},${layer}`;
}

function strange(mark: string, line: number, column: number): QuadrilleError {
  return new QuadrilleError(
    'bad-text',
    `Line ${line}, column ${column}: found ${shown(mark)} in a drawing; ` +
      "give '#' for a cell, '.' or a blank for none.",
    { line, column },
  );
}
