/** A piece as it is drawn: rows from the top divided by `/`, layers from the bottom by `|`. */
type Shapes = Readonly<Record<string, string>>;

/** The 12 pentominoes by Conway's and Golomb's letters. */
const PENTOMINOES: Shapes = {
  F: '.##/##./.#.',
  I: '#####',
  L: '####/#...',
  N: '##../.###',
  P: '##/##/#.',
  T: '###/.#./.#.',
  U: '#.#/###',
  V: '#../#../###',
  W: '#../##./.##',
  X: '.#./###/.#.',
  Y: '####/.#..',
  Z: '##./.#./.##',
};

/** The smaller ones go by the letter that they look like, and their size. */
const TROMINOES: Shapes = { I3: '###', V3: '##/#.' };
const TETROMINOES: Shapes = {
  I4: '####',
  L4: '###/#..',
  O4: '##/##',
  S4: '.##/##.',
  T4: '###/.#.',
};

/**
 * Piet Hein's seven Soma pieces: all ways to join three or four cubes that are not boxes. A way
 * along `right` winds as the thread of a right-handed screw does, along `left` the other way.
 */
const SOMA: Shapes = {
  bent: '##/#.',
  ell: '###/#..',
  tee: '###/.#.',
  skew: '##./.##',
  claw: '##/#.|#./..',
  left: '##/#.|.#/..',
  right: '##/#.|../#.',
};

/** The 13 pieces of Bruce Bedlam's cube: a tetracube and 12 pentacubes. */
const BEDLAM: Shapes = {
  b1: '##/#.|../#.',
  b2: '.#./##./.##',
  b3: '.#/##/.#|../#./..',
  b4: '#./#./##|../#./..',
  b5: '../##/.#|#./#./..',
  b6: '##./.##/..#',
  b7: '.#/.#/##|../../#.',
  b8: '#./#./##|#./../..',
  b9: '#./##/#.|../#./..',
  b10: '.#./###/.#.',
  b11: '##/#./#.|#./../..',
  b12: '#./##/.#|#./../..',
  b13: '#./##/.#|../.#/..',
};

/** Sets of pieces by name, drawn; those of the polyominoes from hexominoes on are made. */
export const DRAWN_SETS: Readonly<Record<string, Shapes>> = {
  monomino: { I1: '#' },
  domino: { I2: '##' },
  trominoes: TROMINOES,
  tetrominoes: TETROMINOES,
  pentominoes: PENTOMINOES,
  soma: SOMA,
  bedlam: BEDLAM,
};

/** The polyominoes that are too many to be drawn here, by their size. */
export const MADE_SETS: Readonly<Record<string, number>> = {
  hexominoes: 6,
  heptominoes: 7,
  octominoes: 8,
};
