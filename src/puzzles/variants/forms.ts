/** How variant Sudokus are written: as a text, or as an address that opens there. */
export const VARIANT_FORMS = [
  'iss',
  'iss-address',
  'f-puzzles',
  'f-puzzles-address',
  'sudokupad-address',
] as const;

/** The name of a form. */
export type VariantForm = (typeof VARIANT_FORMS)[number];
