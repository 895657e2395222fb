import type { Variant } from '../puzzles/variants/variant.ts';

/** A value in writing: a digit from 0, then letters, A for 10; `.` for a blank. */
export function symbolOf(value: number | undefined): string {
  return value === undefined ? '.' : value.toString(36).toUpperCase();
}

/** The values of a grid on one line; or, for people, a line for each row, with borders between regions. */
export function gridText(
  { grid, regions }: Pick<Variant, 'grid' | 'regions'>,
  values: readonly (number | undefined)[],
  pretty: boolean | undefined,
): string {
  const symbols = values.map(symbolOf);
  if (!pretty) return `${symbols.join('')}\n`;
  const regionOf = new Map(regions.flatMap((cells, k) => cells.map((cell) => [cell, k] as const)));
  const isDivided = (a: number | undefined, b: number | undefined) =>
    a === undefined || b === undefined || regionOf.get(a) !== regionOf.get(b);
  const { rows, columns } = grid;
  let text = '';
  for (let row = 0; row <= rows; row++) {
    let rule = '+';
    let line = '';
    for (let column = 0; column < columns; column++) {
      const cell = grid.at(row, column);
      rule += isDivided(grid.at(row - 1, column), cell) ? '---+' : '   +';
      line += isDivided(grid.at(row, column - 1), cell) ? '| ' : '  ';
      if (cell !== undefined) line += `${symbols[cell]} `;
    }
    // A rule within regions would say nothing.
    if (rule.includes('-')) text += `${rule}\n`;
    if (row < rows) text += `${line}|\n`;
  }
  return text;
}
