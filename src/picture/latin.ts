import type { GreekLetter } from '../puzzles/latin-mates.ts';
import type { Board } from './board.ts';
import { bad, checkObjects, checkSide, checkWhole } from './checks.ts';
import { TINTS } from './palette.ts';
import { Filling } from './squares.ts';
import { valuesBoard } from './values.ts';

const LATIN = 'ABCDEFGHIJKLMNOPQRSTUVWX';
const GREEK = 'αβγδεζηθικλμνξοπρστυφχψω';

/** A Latin square, its values row by row: each value in its colour, as far as there are colours. */
export function latinBoard(
  square: ArrayLike<number>,
  givens?: ArrayLike<number>,
  caption?: string,
): Board {
  const width = Math.sqrt(square?.length ?? Number.NaN);
  if (!Number.isInteger(width)) throw bad('A Latin square has n rows of n values; give n x n.');
  checkSide(width, 'The order of the square');
  // The values are checked with the board; colours come after.
  const board = valuesBoard({ width, values: square, givens, caption });
  const squares = board.squares.map((one, k) => ({ ...one, tint: tintOf(square[k] as number) }));
  return { ...board, squares };
}

/**
 * Two Latin squares in one. They are written in Latin and Greek letters, as Euler did, and in
 * numbers beyond order 24.
 */
export function graecoLatinBoard(letters: readonly GreekLetter[], caption?: string): Board {
  checkObjects(letters, 'The letters');
  const order = letters.length;
  const filling = new Filling({ width: order, height: order });
  for (const { letter, cells } of letters) {
    checkWhole(letter, 'A letter', 1, order);
    checkObjects(cells, 'The cells of a letter');
    for (const { row, column, value } of cells) {
      checkWhole(value, 'A value', 1, order);
      const mark =
        order <= LATIN.length
          ? LATIN.charAt(value - 1) + GREEK.charAt(letter - 1)
          : `${value},${letter}`;
      filling.put({ row, column }, { tint: tintOf(value), mark });
    }
  }
  return filling.board({ ground: 'ruled', caption });
}

function tintOf(value: number): number | undefined {
  return value > 0 ? (value - 1) % TINTS : undefined;
}
