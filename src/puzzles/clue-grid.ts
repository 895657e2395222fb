import { plural, shown } from '../engine/problem/error.ts';
import { badGrid, badSetting, badText } from './mistakes.ts';

/** The clues of a grid, row by row; undefined where a cell has none. */
export type ClueGrid<C> = readonly (readonly (C | undefined)[])[];

/** The most rows and columns of a grid of clues. */
const MOST_LINES = 100;

/** The sides of a grid of clues, checked. `is` knows a clue, `wanted` says what one is. */
export function checkClueGrid(
  clues: ClueGrid<unknown>,
  is: (clue: unknown) => boolean,
  wanted: string,
): { rows: number; columns: number } {
  if (!Array.isArray(clues) || !clues.every((line) => Array.isArray(line))) {
    throw badSetting(
      `The clues are ${shown(clues)}; give an array of rows, each an array of clues.`,
    );
  }
  const rows = clues.length;
  const columns = clues[0]?.length ?? 0;
  checkSides(rows, columns);
  clues.forEach((line: readonly unknown[], row) => {
    if (line.length !== columns) {
      throw badGrid(
        `Row ${row + 1} has ${plural(line.length, 'cell')}, and row 1 has ${columns}; give all of them as many.`,
      );
    }
    const column = line.findIndex((clue) => clue !== undefined && !is(clue));
    if (column < 0) return;
    throw badGrid(
      `The clue in row ${row + 1}, column ${column + 1} is ${shown(line[column])}; ` +
        `give ${wanted}, or undefined where there is none.`,
    );
  });
  return { rows, columns };
}

/** Refuses sides of a grid that is empty or too large. */
export function checkSides(rows: number, columns: number): void {
  for (const [name, lines] of Object.entries({ rows, columns })) {
    if (lines >= 1 && lines <= MOST_LINES) continue;
    throw badGrid(`There are ${lines} ${name}; give from 1 to ${MOST_LINES}.`);
  }
}

/** Reads a drawing: a line for each row, a symbol for each cell, `.` where there is no clue. */
export function readDrawing<C>(text: string, symbols: ReadonlyMap<string, C>): ClueGrid<C> {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/\s+/g, ''));
  while (lines.at(-1) === '') lines.pop();
  const [first = ''] = lines;
  checkSides(lines.length, first.length);
  return lines.map((line, row) => {
    if (line.length !== first.length) {
      throw badText(
        `Row ${row + 1} has ${plural(line.length, 'cell')}, and row 1 has ${first.length}; give all of them as many.`,
        row + 1,
      );
    }
    return [...line].map((symbol, column) => {
      if (symbol === '.') return undefined;
      const clue = symbols.get(symbol);
      if (clue !== undefined) return clue;
      throw badText(
        `Row ${row + 1}, column ${column + 1} is ${shown(symbol)}; ` +
          `give ${[...symbols.keys()].join(', ')}, or . for a cell without a clue.`,
        row + 1,
      );
    });
  });
}

/** Writes a drawing, a line for each row. */
export function writeDrawing<C>(clues: ClueGrid<C>, symbolOf: (clue: C) => string): string {
  const lines = clues.map((line) =>
    line.map((clue) => (clue === undefined ? '.' : symbolOf(clue))).join(''),
  );
  return `${lines.join('\n')}\n`;
}
