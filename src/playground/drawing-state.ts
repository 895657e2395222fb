/** The reader's drawing, as a link holds it: the board, the pieces, the rules. */
import type { Sides } from './editable-grid.ts';
import { type Scene, sceneOf, wholeIn } from './state.ts';

/** A piece that the reader has drawn. */
export interface DrawnPiece {
  readonly name: string;
  /** As that of a board. */
  readonly drawing: string;
  /** The board that it is drawn on, on other lattices than squares and cubes. */
  readonly sides?: Sides | undefined;
}

/** Name -> number of copies. */
export type Supply = Readonly<Record<string, number>>;

/** The lattices of drawings other than squares and cubes, as readers know them. */
export const DRAWN_LATTICES = {
  hexagons: 'Hexagons',
  triangles: 'Triangles',
  edges: 'Sticks',
  prisms: 'Triangular prisms',
  spheres: 'Spheres',
  rhombic: 'Rhombic tetrahedra',
  tetraoctahedra: 'Tetrahedra and octahedra',
} as const;
export type DrawnLattice = keyof typeof DRAWN_LATTICES;

/** The state in a link. */
export interface DrawingState {
  /** Absent for squares and cubes. */
  readonly lattice?: DrawnLattice | undefined;
  readonly sides: Sides;
  readonly drawing: string;
  readonly supply: Supply;
  readonly drawn: readonly DrawnPiece[];
  readonly switches: readonly Switch[];
  readonly scene: Scene;
}

export const SWITCHES = {
  gaps: 'Cells may stay empty',
  unlimited: 'Any number of each piece',
  'one-sided': 'Pieces are not turned over',
  'up-to-symmetry': 'Up to symmetry',
} as const;
export type Switch = keyof typeof SWITCHES;

export const MOST_DRAWING_SIDE = 40;
export const MOST_LAYERS = 8;
export const MOST_DRAWING_CELLS = 2400;
export const MOST_DRAWING_PIECES = 30;
/** The most cells of the board on which a piece is drawn. */
export const MOST_PENCIL_CELLS = 1000;
/** The most of one piece. */
export const MOST_COPIES = 999;
/** A chess board without its middle, for the twelve pentominoes. */
const FIRST_DRAWING: DrawingState = {
  sides: { rows: 8, columns: 8, layers: 1 },
  drawing: '########\n########\n########\n###..###\n###..###\n########\n########\n########',
  supply: Object.fromEntries([...'FILNPTUVWXYZ'].map((name) => [name, 1])),
  drawn: [],
  switches: [],
  scene: { at: 0 },
};

/** How drawings on a lattice begin. */
interface Beginnings {
  readonly sides: Sides;
  /** Default: all cells are on. */
  readonly drawing?: string;
  /** The set of pieces, of which there is one each. */
  readonly set: string;
  readonly switches?: readonly Switch[];
  /** The name of a board, as an example. */
  readonly named: string;
  /** The board on which a piece is drawn, until it has other sides. */
  readonly pencil: Sides;
}

/** Lattices in space are drawn in layers. The sides of the last two are counted in blocks. */
export const BEGINNINGS: Readonly<Record<DrawnLattice, Beginnings>> = {
  hexagons: {
    sides: { rows: 4, columns: 7, layers: 1 },
    set: 'tetrahexes',
    named: 'hexagon 3',
    pencil: { rows: 5, columns: 5, layers: 1 },
  },
  triangles: {
    sides: { rows: 4, columns: 18, layers: 1 },
    set: 'hexiamonds',
    named: 'triangle 6',
    pencil: { rows: 5, columns: 9, layers: 1 },
  },
  edges: {
    sides: { rows: 2, columns: 3, layers: 1 },
    set: 'tristicks',
    named: '4x4',
    switches: ['gaps'],
    pencil: { rows: 4, columns: 4, layers: 1 },
  },
  prisms: {
    sides: { rows: 2, columns: 6, layers: 4 },
    set: 'tetraprisms',
    named: 'hexagon 2x3',
    switches: ['gaps'],
    pencil: { rows: 3, columns: 7, layers: 3 },
  },
  spheres: {
    sides: { rows: 3, columns: 3, layers: 3 },
    // A pyramid.
    drawing: '#############....#....',
    set: 'trispheres',
    named: 'tetrahedron 4',
    switches: ['gaps'],
    pencil: { rows: 4, columns: 4, layers: 4 },
  },
  rhombic: {
    sides: { rows: 1, columns: 1, layers: 1 },
    set: 'triples',
    named: '1x1x2',
    switches: ['unlimited'],
    pencil: { rows: 2, columns: 2, layers: 2 },
  },
  tetraoctahedra: {
    sides: { rows: 2, columns: 2, layers: 2 },
    set: 'quadruples',
    named: 'octahedron 1',
    switches: ['unlimited'],
    pencil: { rows: 2, columns: 2, layers: 2 },
  },
};

/** True for a lattice in space. */
export function hasLayers(lattice: DrawnLattice): boolean {
  return BEGINNINGS[lattice].pencil.layers > 1;
}

/** The state in a link. Parts that do not fit are left out. */
export function stateOf(given: unknown): DrawingState {
  if (typeof given !== 'object' || given === null) return FIRST_DRAWING;
  const { lattice, sides, drawing, supply, drawn, switches, ...scene } = given as Record<
    string,
    unknown
  >;
  const counts = Object.entries(typeof supply === 'object' && supply !== null ? supply : {});
  const own = lattice as DrawnLattice;
  const isKnown = typeof lattice === 'string' && Object.hasOwn(DRAWN_LATTICES, lattice);
  const checked = sidesOf(sides, isKnown ? Number.POSITIVE_INFINITY : MOST_DRAWING_CELLS);
  if (checked === undefined) return FIRST_DRAWING;
  return {
    ...(isKnown && { lattice: own }),
    sides: isKnown && !hasLayers(own) ? { ...checked, layers: 1 } : checked,
    drawing: isDrawing(drawing, 3 * MOST_DRAWING_CELLS) ? drawing : '',
    supply: Object.fromEntries(
      counts.filter(([, times]) => wholeIn(times, 0, MOST_COPIES) !== undefined),
    ),
    drawn: (Array.isArray(drawn) ? (drawn as unknown[]) : [])
      .flatMap(drawnOf)
      .slice(0, MOST_DRAWING_PIECES),
    switches: (Object.keys(SWITCHES) as Switch[]).filter(
      (name) => Array.isArray(switches) && switches.includes(name),
    ),
    scene: sceneOf(scene),
  };
}

/** The cells of other lattices are counted where these are known. */
function sidesOf(given: unknown, most: number): Sides | undefined {
  const { rows, columns, layers } = (given ?? {}) as Record<string, unknown>;
  const sides = {
    rows: wholeIn(rows, 1, MOST_DRAWING_SIDE) ?? 0,
    columns: wholeIn(columns, 1, MOST_DRAWING_SIDE) ?? 0,
    layers: wholeIn(layers, 1, MOST_LAYERS) ?? 0,
  };
  const cells = sides.rows * sides.columns * sides.layers;
  return cells >= 1 && cells <= most ? sides : undefined;
}

function isDrawing(given: unknown, most: number): given is string {
  return typeof given === 'string' && given.length <= most && /^[#.\n]*$/.test(given);
}

function drawnOf(given: unknown): DrawnPiece[] {
  const { name, drawing, sides } = (given ?? {}) as Record<string, unknown>;
  const isNamed = typeof name === 'string' && /^my\d{1,3}$/.test(name);
  if (!isNamed || !isDrawing(drawing, 3 * MOST_PENCIL_CELLS) || !drawing.includes('#')) return [];
  const checked = sidesOf(sides, Number.POSITIVE_INFINITY);
  return [{ name, drawing, ...(checked && { sides: checked }) }];
}
