import { mistakeAt, QuadrilleError, shown } from '../problem/error.ts';
import type { Problem } from '../problem/problem.ts';
import { checkSettings } from '../problem/setting.ts';
import type { Placement } from '../sudoku/encode.ts';
import { fillHouses, type Givens, type House, lines } from './houses.ts';

export interface JigsawSettings {
  /** The regions as text: a line a row, a symbol a cell, the same for the cells of a region. */
  readonly regions: string;
  /** Values that are given, row by row, 0 for a blank. */
  readonly givens?: Givens | undefined;
}

const MOST = 100;

/**
 * Jigsaw Sudoku: regions of any form in place of the boxes. They are drawn, N lines of N symbols,
 * each N times; blanks and empty lines do not count:
 *
 *     A A B B
 *     A C C B
 *     A C D B
 *     C D D D
 */
export function jigsaw(settings: JigsawSettings): Problem<Placement> {
  checkSettings(settings, ['regions', 'givens']);
  const regions = regionHouses(settings.regions);
  const size = regions.length;
  const houses = [...lines(size), ...regions];
  return fillHouses({ rows: size, columns: size, values: size, houses }, settings.givens);
}

/** The regions in the order in which they begin. */
function regionHouses(text: string): House[] {
  if (typeof text !== 'string') {
    throw new QuadrilleError('bad-text', `The regions are ${shown(text)}; give a text.`);
  }
  const rows = text
    .split(/\r?\n/)
    .map((whole, k) => ({ line: k + 1, symbols: [...whole.matchAll(/\S/gu)] }))
    .filter(({ symbols }) => symbols.length > 0);
  const size = rows.length;
  if (size === 0 || size > MOST) {
    throw new QuadrilleError(
      'bad-text',
      `The regions have ${size} lines; draw N lines of N symbols, N from 1 to ${MOST}.`,
    );
  }
  const regions = new Map<string, number[]>();
  rows.forEach(({ line, symbols }, row) => {
    if (symbols.length !== size) {
      throw new QuadrilleError(
        'bad-text',
        `Line ${line} of the regions has ${symbols.length} symbols; ` +
          `give ${size}, since there are ${size} lines.`,
        { line },
      );
    }
    symbols.forEach(({ 0: symbol, index }, column) => {
      const cells = regions.get(symbol);
      if (cells === undefined) regions.set(symbol, [row * size + column]);
      else cells.push(row * size + column);
      if (cells === undefined || cells.length <= size) return;
      throw mistakeAt(
        { line, column: index + 1 },
        'bad-text',
        `region ${shown(symbol)} has more than ${size} cells; ` +
          `give each region ${size}, as many as a row has.`,
      );
    });
  });
  for (const [symbol, cells] of regions) {
    if (cells.length === size) continue;
    throw new QuadrilleError(
      'bad-text',
      `Region ${shown(symbol)} has ${cells.length} cells; ` +
        `give each region ${size}, as many as a row has.`,
    );
  }
  return [...regions].map(([symbol, cells], k) => ({
    name: `g${k + 1}`,
    title: `region ${symbol}`,
    cells,
  }));
}
