import { QuadrilleError, shown } from '../../problem/error.ts';
import { checkValues } from '../grid.ts';
import type { Puzzle } from '../puzzle.ts';
import { Shape, type ShapeSettings } from '../shape.ts';
import { Symbols } from '../symbols.ts';
import { givenSymbols, type Language } from './decode.ts';
import { badText, type Spot } from './mistake.ts';

/**
 * A puzzle in JSON on one line, as `writeJson` writes it: `rows` with 1 to the size in each, 0 for
 * a blank; `size` and `boxes` may be missing. Other names are passed over.
 */
export function readJson(
  text: string,
  fixed: Shape | undefined,
  language: Language,
  spot: Spot,
): Puzzle {
  const { rows, size, boxes } = parsed(text, spot) as Partial<Record<string, unknown>>;
  if (!Array.isArray(rows)) {
    throw badText(
      spot,
      'found JSON with neither rows nor a puzzle; give {"rows":[[0,3, ...], ...]}, ' +
        'or {"puzzle":"03 ..."} with all cells.',
    );
  }
  const isStated = size !== undefined || boxes !== undefined;
  const across = Array.isArray(rows[0]) ? rows[0].length : rows.length;
  if (!isStated && across !== rows.length) {
    throw badText(
      spot,
      `found rows: ${rows.length}, and values in the first: ${across}; give as many of each.`,
    );
  }
  const stated = isStated ? { size, boxes } : { size: rows.length };
  const shape = inPlace(spot, () => Shape.of(stated as ShapeSettings));
  if (fixed !== undefined && fixed !== shape) {
    throw badText(spot, `found a Sudoku of ${shape}, wanted ${fixed}; give the one or the other.`);
  }
  if (rows.length !== shape.size) {
    throw badText(spot, `found ${rows.length} rows; give ${shape.size}.`);
  }
  for (const [number, row] of rows.entries()) {
    if (Array.isArray(row) && row.length === shape.size) continue;
    const what = Array.isArray(row) ? `${row.length} values` : shown(row);
    throw badText(spot, `found ${what} for row ${number + 1}; give ${shape.size} values.`);
  }
  const values = rows.flat();
  inPlace(spot, () => checkValues(shape, values));
  const symbols =
    language.symbols === undefined
      ? Symbols.usual(shape.size)
      : givenSymbols(language, language.symbols, shape.size, spot);
  return { shape, givens: Uint8Array.from(values), symbols, line: spot.line };
}

/** A puzzle on a line of its own within JSON, as `{"puzzle":"53..7...."}`, and where it stands. */
export function puzzleIn(json: string): { text: string; index: number } | undefined {
  const name = json.search(/"puzzle"\s*:/);
  if (name < 0) return undefined;
  let object: { readonly puzzle?: unknown; readonly rows?: unknown };
  try {
    object = JSON.parse(json);
  } catch {
    return undefined;
  }
  const { puzzle, rows } = object;
  if (typeof puzzle !== 'string' || rows !== undefined) return undefined;
  // Behind the quotes, after the name: it may stand elsewhere too.
  const index = json.indexOf(`"${puzzle}"`, name + '"puzzle"'.length) + 1;
  return { text: puzzle, index };
}

function parsed(text: string, spot: Spot): object {
  try {
    // The text begins with a brace, so what is parsed is an object.
    return JSON.parse(text);
  } catch {
    throw badText(spot, 'found a brace, but no JSON that is whole in this line; mend it.');
  }
}

/** Gives an error its place in the text. */
function inPlace<T>(spot: Spot, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof QuadrilleError)) throw error;
    throw badText(spot, error.message);
  }
}
