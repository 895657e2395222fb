import { QuadrilleError, shown } from '../../problem/error.ts';
import type { Puzzle } from '../puzzle.ts';
import { Shape, type ShapeSettings } from '../shape.ts';
import { Symbols } from '../symbols.ts';
import { badText, type Spot } from './mistake.ts';

/**
 * A puzzle in JSON on one line, as `writeJson` writes it: `rows` with 1 to the size in each, 0 for
 * a blank; `size` and `boxes` may be missing. Other names are passed over.
 */
export function readJson(text: string, fixed: Shape | undefined, spot: Spot): Puzzle {
  const { rows, size, boxes } = parsed(text, spot) as Partial<Record<string, unknown>>;
  if (!Array.isArray(rows)) {
    throw badText(spot, `found JSON without rows; give it as {"rows":[[0,3, ...], ...]}.`);
  }
  const shape = shapeOf({ size: size ?? rows.length, boxes }, fixed, spot);
  const givens = new Uint8Array(shape.cells);
  if (rows.length !== shape.size) {
    throw badText(spot, `found ${rows.length} rows; give ${shape.size}.`);
  }
  for (const [number, row] of rows.entries()) {
    if (!Array.isArray(row) || row.length !== shape.size) {
      const what = Array.isArray(row) ? `${row.length} values` : shown(row);
      throw badText(spot, `found ${what} for row ${number + 1}; give ${shape.size} values.`);
    }
    for (const [column, value] of row.entries()) {
      const cell = number * shape.size + column;
      if (!(Number.isInteger(value) && value >= 0 && value <= shape.size)) {
        throw badText(
          spot,
          `found ${shown(value)} for ${shape.cellName(cell)}; ` +
            `give a whole number from 1 to ${shape.size}, or 0 for a blank.`,
        );
      }
      givens[cell] = value;
    }
  }
  return { shape, givens, symbols: Symbols.usual(shape.size), line: spot.line };
}

function parsed(text: string, spot: Spot): object {
  try {
    // The text begins with a brace, so what is parsed is an object.
    return JSON.parse(text);
  } catch {
    throw badText(spot, 'found a brace, but no JSON that is whole in this line; mend it.');
  }
}

function shapeOf(stated: object, fixed: Shape | undefined, spot: Spot): Shape {
  let shape: Shape;
  try {
    shape = Shape.of({ ...stated } as ShapeSettings);
  } catch (error) {
    if (!(error instanceof QuadrilleError)) throw error;
    throw badText(spot, error.message);
  }
  if (fixed === undefined || fixed === shape) return shape;
  throw badText(spot, `found a Sudoku of ${shape}, wanted ${fixed}; give the one or the other.`);
}
