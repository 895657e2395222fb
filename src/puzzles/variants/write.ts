import { QuadrilleError, shown } from '../../engine/problem/error.ts';
import { fPuzzlesAddress, issAddress, sudokuPadAddress } from './address.ts';
import { VARIANT_FORMS, type VariantForm } from './forms.ts';
import type { Variant } from './variant.ts';
import { writeFPuzzles } from './write-fpuzzles.ts';
import { writeIss } from './write-iss.ts';

const WRITERS: Readonly<Record<VariantForm, (variant: Variant) => string>> = {
  iss: writeIss,
  'iss-address': (variant) => issAddress(writeIss(variant)),
  'f-puzzles': writeFPuzzles,
  'f-puzzles-address': (variant) => fPuzzlesAddress(writeFPuzzles(variant)),
  'sudokupad-address': (variant) => sudokuPadAddress(writeFPuzzles(variant)),
};

/**
 * A variant Sudoku as a string of Interactive Sudoku Solver (`iss`), as JSON of f-puzzles, or as an
 * address of either or of SudokuPad. `variant` reads it back. A kind that a form lacks is stated by
 * others where these mean the same. Throws with code `not-supported` where none does; the message names
 * the clue.
 *
 * `iss` states all kinds but dots of other numbers than 1 and 2; f-puzzles has square grids from 1 up,
 * and no numbered rooms. Title, author, rules and solution stand in f-puzzles only.
 */
export function writeVariant(variant: Variant, form: VariantForm): string {
  if (!Object.hasOwn(WRITERS, form)) {
    throw new QuadrilleError(
      'bad-setting',
      `The form is ${shown(form)}; give one of ${VARIANT_FORMS.join(', ')}.`,
    );
  }
  return WRITERS[form](variant);
}
