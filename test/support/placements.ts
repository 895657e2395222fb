import type { MultipleMatrix } from './multiples.ts';

/** A matrix of small numbers. */
export function matrixOf(
  times: MultipleMatrix['times'],
  secondary: number,
  options: number[][],
): MultipleMatrix {
  return { name: 'small', primary: times.length, secondary, options, times };
}

/**
 * Placements of pieces, given by the cells of each orientation, in a rectangle; cells come after
 * the pieces.
 */
export function placements(
  rows: number,
  columns: number,
  pieces: readonly (readonly string[])[],
): number[][] {
  const options: number[][] = [];
  for (const [piece, orientations] of pieces.entries()) {
    for (const text of orientations) {
      const lines = text.split('/');
      const width = Math.max(...lines.map((line) => line.length));
      for (let r = 0; r + lines.length <= rows; r++) {
        for (let c = 0; c + width <= columns; c++) {
          const cells = lines.flatMap((line, y) =>
            [...line].flatMap((mark, x) =>
              mark === '#' ? [pieces.length + (r + y) * columns + c + x] : [],
            ),
          );
          options.push([piece, ...cells]);
        }
      }
    }
  }
  return options;
}
