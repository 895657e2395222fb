/** The kinds of clues that are drawn on full grids, by the names that people give them. */
export const WITH_KINDS = [
  'cages',
  'thermos',
  'arrows',
  'whispers',
  'renban',
  'kropki',
  'xv',
  'inequalities',
  'quadruples',
  'sandwiches',
  'little-killers',
] as const;

export type With = (typeof WITH_KINDS)[number];
