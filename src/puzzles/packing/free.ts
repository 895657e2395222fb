import { type Cells, keyOf, type Lattice, type LatticeMap } from './lattice.ts';

/** At least the period of every lattice: a box with this side has a cell of each kind. */
const PERIOD = 6;

/**
 * All connected pieces of n cells. Rotations of one another count once; with `oneSided`, mirror
 * images are different. Each is in its canonical form: of its images, the one whose cells, in reading
 * order, compare least. The list has the same order.
 */
export function freeForms(lattice: Lattice, n: number, oneSided: boolean): Cells[] {
  const maps = lattice.maps.filter(({ isProper }) => isProper || !oneSided);
  let found = distinct(lattice, maps, singleCells(lattice));
  for (let size = 2; size <= n; size++) {
    found = distinct(
      lattice,
      maps,
      found.flatMap((form) => grown(lattice, form)),
    );
  }
  return found.sort((a, b) => compareForms(lattice, a, b));
}

/** A cell of each kind. */
function singleCells(lattice: Lattice): Cells[] {
  const places = Array.from({ length: PERIOD }, (_, k) => k);
  return places.flatMap((z) =>
    places.flatMap((y) =>
      places.flatMap((x) => (lattice.isCell([x, y, z]) ? [[[x, y, z] as const]] : [])),
    ),
  );
}

/** The pieces with one cell more than this one. */
function grown(lattice: Lattice, form: Cells): Cells[] {
  const taken = new Set(form.map(String));
  const beside = new Map(
    form.flatMap((cell) => lattice.neighbours(cell)).map((cell) => [String(cell), cell]),
  );
  return [...beside].flatMap(([key, cell]) => (taken.has(key) ? [] : [[...form, cell]]));
}

/** The canonical forms of pieces, each once. */
function distinct(lattice: Lattice, maps: readonly LatticeMap[], pieces: readonly Cells[]) {
  const seen = new Set<string>();
  const forms = new Map<string, Cells>();
  for (const piece of pieces) {
    const moved = lattice.atOrigin(piece);
    if (seen.has(keyOf(moved))) continue;
    seen.add(keyOf(moved));
    let least = moved;
    for (const map of maps) {
      const image = lattice.imageOf(moved, map);
      if (image === undefined) continue;
      const form = lattice.atOrigin(image);
      seen.add(keyOf(form));
      if (compareForms(lattice, form, least) < 0) least = form;
    }
    forms.set(keyOf(least), least);
  }
  return [...forms.values()];
}

function compareForms(lattice: Lattice, one: Cells, other: Cells): number {
  for (let k = 0; k < one.length; k++) {
    const difference = lattice.compare(one[k], other[k]);
    if (difference !== 0) return difference;
  }
  return 0;
}
