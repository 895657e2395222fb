import { cellsDrawn } from './drawing.ts';
import { freeForms } from './free.ts';
import type { Cells } from './lattice.ts';
import { LATTICES, type LatticeName } from './lattices.ts';

/** Name -> drawing: `/` separates rows, from the top; `;` separates layers, from the bottom. */
type Shapes = Readonly<Record<string, string>>;

/** A set of all free forms of one size, which are too many to draw here: `6-1`, `6-2` ... */
interface Generated {
  /** The number of cells of each piece. */
  readonly size: number;
  readonly count: number;
}

/** The sets of pieces of a lattice by name. */
type Sets = Readonly<Record<string, Shapes | Generated>>;

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

/** A letter that the piece looks like, and its size. */
const TROMINOES: Shapes = { I3: '###', V3: '##/#.' };
const TETROMINOES: Shapes = {
  I4: '####',
  L4: '###/#..',
  O4: '##/##',
  S4: '.##/##.',
  T4: '###/.#.',
};

/**
 * Piet Hein's seven Soma pieces: every way to join at most four cubes that gives no box. `right`
 * winds like a right-handed screw, `left` the other way.
 */
const SOMA: Shapes = {
  bent: '##/#.',
  ell: '###/#..',
  tee: '###/.#.',
  skew: '##./.##',
  claw: '##/#.;#./..',
  left: '##/#.;.#/..',
  right: '##/#.;../#.',
};

/** The 13 pieces of Bruce Bedlam's cube: a tetracube and 12 pentacubes. */
const BEDLAM: Shapes = {
  b1: '##/#.;../#.',
  b2: '.#./##./.##',
  b3: '.#/##/.#;../#./..',
  b4: '#./#./##;../#./..',
  b5: '../##/.#;#./#./..',
  b6: '##./.##/..#',
  b7: '.#/.#/##;../../#.',
  b8: '#./#./##;#./../..',
  b9: '#./##/#.;../#./..',
  b10: '.#./###/.#.',
  b11: '##/#./#.;#./../..',
  b12: '#./##/.#;#./../..',
  b13: '#./##/.#;../.#/..',
};

/** A letter that the piece looks like, and its size; from six triangles on, O'Beirne's names. */
const POLYIAMONDS: Sets = {
  moniamond: { I1: 'A' },
  diamond: { I2: 'AV' },
  triamond: { I3: 'AVA' },
  tetriamonds: { I4: 'AVAV', C4: 'AVA/V', T4: '.A/AVA' },
  pentiamonds: { I5: 'AVAVA', J5: 'AVAV/V', Q5: '.A/AVAV', U5: 'AVA/V.V' },
  hexiamonds: {
    bar: 'AVAVAV',
    crook: 'AVAVA/V',
    crown: 'AVAVA/..V',
    sphinx: '...A/AVAVA',
    snake: '...A/AVAV/V',
    yacht: '.A.A/AVAV',
    chevron: '...AV/AVAV',
    signpost: 'AVAV/..VA',
    lobster: '.AV/AVAV',
    hook: '..VA/AVAV',
    hexagon: 'AVA/VAV',
    butterfly: '.A/AVAV/..V',
  },
  heptiamonds: { size: 7, count: 24 },
  octiamonds: { size: 8, count: 66 },
  enneiamonds: { size: 9, count: 160 },
};

/** Of four hexagons, the names of Gardner, "Mathematical Magic Show" (1977). */
const POLYHEXES: Sets = {
  monohex: { I1: '#' },
  dihex: { I2: '#.#' },
  trihexes: { I3: '#.#.#', V3: '#.#/...#', A3: '#.#/.#' },
  tetrahexes: {
    bar: '#.#.#.#',
    worm: '#.#.#/.....#',
    pistol: '#.#.#/.#',
    propeller: '.#/..#.#/.#',
    arch: '.#.#/#...#',
    bee: '#.#/.#.#',
    wave: '#.#/...#.#',
  },
  pentahexes: { size: 5, count: 22 },
  hexahexes: { size: 6, count: 82 },
  heptahexes: { size: 7, count: 333 },
};

/** Of four sticks, the letters of Knuth, "Dancing Links" (2000). */
const POLYSTICKS: Sets = {
  monostick: { I1: '+-+' },
  disticks: { I2: '+-+-+', V2: '+-+/..|' },
  tristicks: { I3: '+-+-+-+', L3: '+-+-+/....|', T3: '+-+-+/..|', U3: '|.|/+-+', Z3: '..|/+-+/|' },
  tetrasticks: {
    F: '|.|/+-+-+',
    H: '..+-+/..|/+-+-+',
    I: '+-+-+-+-+',
    J: '..+-+/....|/+-+-+',
    L: '+-+-+-+/......|',
    N: '....+-+/....|/+-+-+',
    O: '+-+/|.|/+-+',
    P: '+-+/|.|/+.+-+',
    R: '..|/+-+-+/|',
    T: '+-+-+/..|/..+/..|',
    U: '+-+-+/|...|',
    V: '+-+-+/....|/....+/....|',
    W: '....|/..+-+/..|/+-+',
    X: '..+/..|/+-+-+/..|/..+',
    Y: '+-+-+-+/....|',
    Z: '....|/+-+-+/|',
  },
  pentasticks: { size: 5, count: 55 },
  hexasticks: { size: 6, count: 222 },
};

const POLYOMINOES: Sets = {
  monomino: { I1: '#' },
  domino: { I2: '##' },
  trominoes: TROMINOES,
  tetrominoes: TETROMINOES,
  pentominoes: PENTOMINOES,
};
const LARGE_POLYOMINOES: Sets = {
  hexominoes: { size: 6, count: 35 },
  heptominoes: { size: 7, count: 108 },
  octominoes: { size: 8, count: 369 },
};

/** Lattice -> its sets. */
const SETS: Readonly<Record<LatticeName, Sets>> = {
  squares: { ...POLYOMINOES, ...LARGE_POLYOMINOES },
  cubes: { ...POLYOMINOES, soma: SOMA, bedlam: BEDLAM, ...LARGE_POLYOMINOES },
  hexagons: POLYHEXES,
  triangles: POLYIAMONDS,
  edges: POLYSTICKS,
  prisms: {
    diprisms: { size: 2, count: 2 },
    triprisms: { size: 3, count: 3 },
    tetraprisms: { size: 4, count: 11 },
  },
  spheres: {
    disphere: { size: 2, count: 1 },
    trispheres: { size: 3, count: 4 },
    tetraspheres: { size: 4, count: 20 },
  },
  rhombic: {
    pairs: { size: 2, count: 3 },
    triples: { size: 3, count: 4 },
    quadruples: { size: 4, count: 16 },
  },
  tetraoctahedra: {
    pairs: { size: 2, count: 2 },
    triples: { size: 3, count: 3 },
    quadruples: { size: 4, count: 9 },
  },
};

/** Lattice and size -> the forms of a generated set: its names are looked up one by one. */
const made = new Map<string, readonly Cells[]>();

function isGenerated(set: Shapes | Generated): set is Generated {
  return typeof set.size === 'number';
}

/** The names of the sets of a lattice. */
export function setsOf(lattice: LatticeName): string[] {
  return Object.keys(SETS[lattice]);
}

/** The names of the pieces in some sets, without making them: `I3 V3, 6-1 to 6-35`. */
export function namesIn(sets: readonly string[], lattice: LatticeName = 'cubes'): string {
  const lists = sets.map((name) => {
    const set = SETS[lattice][name];
    if (!isGenerated(set)) return Object.keys(set).join(' ');
    const { size, count } = set;
    return count === 1 ? `${size}-1` : `${size}-1 to ${size}-${count}`;
  });
  return lists.join(', ');
}

/** The pieces of a set, in order; undefined if there is none of this name. */
export function setNamed(
  lattice: LatticeName,
  name: string,
): { name: string; cells: Cells }[] | undefined {
  if (!Object.hasOwn(SETS[lattice], name)) return undefined;
  const set = SETS[lattice][name];
  if (isGenerated(set)) {
    // The large ones among the cubes are flat.
    const from = lattice === 'cubes' ? 'squares' : lattice;
    const key = `${from} ${set.size}`;
    const forms = made.get(key) ?? freeForms(LATTICES[from], set.size, false);
    made.set(key, forms);
    return forms.map((cells, k) => ({ name: `${set.size}-${k + 1}`, cells }));
  }
  return Object.entries(set).map(([piece, drawing]) => {
    const text = drawing.replaceAll(';', '\n\n').replaceAll('/', '\n');
    return {
      name: piece,
      cells: LATTICES[lattice].atOrigin(cellsDrawn(lattice, { text, line: 1 })),
    };
  });
}

/** The names of the sets that may have a piece of this name. */
export function setsWith(lattice: LatticeName, piece: string): string[] {
  const [, size] = /^(\d)-\d+'?$/.exec(piece) ?? [];
  return Object.entries(SETS[lattice])
    .filter(([, set]) => (isGenerated(set) ? set.size === Number(size) : size === undefined))
    .map(([name]) => name);
}
