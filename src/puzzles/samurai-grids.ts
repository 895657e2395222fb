/** The form of a samurai, apart from its problem: pictures load it alone. */

/** The rows and columns of a samurai. */
export const SAMURAI_WIDTH = 21;

/** The five grids of a samurai, each with its first row and column. */
export const SAMURAI_GRIDS = [
  { name: 'nw', title: 'the north-west grid', top: 0, left: 0 },
  { name: 'ne', title: 'the north-east grid', top: 0, left: 12 },
  { name: 'mid', title: 'the middle grid', top: 6, left: 6 },
  { name: 'sw', title: 'the south-west grid', top: 12, left: 0 },
  { name: 'se', title: 'the south-east grid', top: 12, left: 12 },
] as const;
