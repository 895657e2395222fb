import { type Cells, keyOf, type Lattice, type LatticeMap } from './lattice.ts';

/** At least the period of every lattice: a box with this side has a cell of each kind. */
const PERIOD = 6;

/**
 * All connected pieces of n cells. Rotations of one another count once; with `oneSided`, mirror
 * images are different. Each is in its canonical form: of its images, the one whose cells, in reading
 * order, compare least. The list has the same order.
 */
export function freeForms(lattice: Lattice, n: number, oneSided: boolean): Cells[] {
  const box = cellsInBox(lattice);
  const maps = lattice.maps.filter(({ isProper }) => isProper || !oneSided);
  const keepsAll = (map: LatticeMap) => lattice.imageOf(box, map) !== undefined;
  const whole = maps.filter(keepsAll);
  const single = box.map((cell) => [cell]);
  let found = distinct(lattice, whole, single);
  for (let size = 2; size <= n; size++) {
    const pieces = found.flatMap((form) => grown(lattice, form));
    found = distinct(lattice, whole, pieces);
  }
  // The other maps keep some pieces, but not what is beside them: pieces that they take to each other
  // grow differently.
  const partial = maps.filter((map) => !keepsAll(map));
  if (partial.length > 0) found = distinct(lattice, partial, found);
  return found.sort((a, b) => compareForms(lattice, a, b));
}

/** The cells of a box: some of each kind. */
function cellsInBox(lattice: Lattice): Cells {
  const places = Array.from({ length: PERIOD }, (_, k) => k);
  return places
    .flatMap((z) => places.flatMap((y) => places.map((x) => [x, y, z] as const)))
    .filter((cell) => lattice.isCell(cell));
}

/** The pieces with one cell more than this one. */
function grown(lattice: Lattice, form: Cells): Cells[] {
  const taken = new Set(form.map(String));
  const beside = new Map(
    form.flatMap((cell) => lattice.neighbours(cell)).map((cell) => [String(cell), cell]),
  );
  return [...beside].flatMap(([key, cell]) => (taken.has(key) ? [] : [[...form, cell]]));
}

/** The canonical forms of pieces under some maps, each once. */
function distinct(lattice: Lattice, maps: readonly LatticeMap[], pieces: readonly Cells[]) {
  const seen = new Set<string>();
  const forms: Cells[] = [];
  for (const piece of pieces) {
    const moved = lattice.atOrigin(piece);
    if (seen.has(keyOf(moved))) continue;
    seen.add(keyOf(moved));
    const own = lattice.centred(moved);
    let least = moved;
    for (const map of maps) {
      const image = lattice.imageOf(own, map);
      if (image === undefined) continue;
      const form = lattice.atOrigin(image);
      seen.add(keyOf(form));
      if (compareForms(lattice, form, least) < 0) least = form;
    }
    forms.push(least);
  }
  return forms;
}

function compareForms(lattice: Lattice, one: Cells, other: Cells): number {
  for (let k = 0; k < one.length; k++) {
    const difference = lattice.compare(one[k], other[k]);
    if (difference !== 0) return difference;
  }
  return 0;
}
