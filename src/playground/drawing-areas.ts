/**
 * The areas of drawings: which cells a board of some sides has, in which order. A drawing has a mark
 * for each of them, layer by layer in reading order: `#` for one that is on, `.` for another.
 */
import { boardNames, boardOf, isBoardName } from '../puzzles/packing/boards.ts';
import { type Cube, cubeOf } from '../puzzles/packing/cubes.ts';
import type { Cells, LatticeCell } from '../puzzles/packing/lattice.ts';
import { LATTICES, type LatticeName } from '../puzzles/packing/lattices.ts';
import type { DrawnLattice } from './drawing-state.ts';
import { range, type Sides } from './editable-grid.ts';

/** The side of a block of cells, and how many it has. */
const BLOCKS: Partial<Record<DrawnLattice, { readonly side: number; readonly cells: number }>> = {
  rhombic: { side: 5, cells: 24 },
  tetraoctahedra: { side: 3, cells: 5 },
};
/** The cells of a board with straight sides, layer by layer, from the lowest row. */
export function areaOf(lattice: DrawnLattice, { rows, columns, layers }: Sides): Cells {
  const cells = (height: number, width: number, cell: (x: number, y: number) => LatticeCell) =>
    range(height).flatMap((y) => range(width).map((x) => cell(x, y)));
  const block = BLOCKS[lattice];
  if (block !== undefined) {
    const { side } = block;
    return range(side * layers)
      .flatMap((z) => cells(side * rows, side * columns, (x, y) => [x, y, z]))
      .filter((cell) => LATTICES[lattice].isCell(cell));
  }
  switch (lattice) {
    case 'hexagons':
      return cells(rows, columns, (x, y) => [x - Math.floor(y / 2), y, 0]);
    case 'triangles':
      return cells(rows, columns, (x, y) => {
        const kind = (x + y) % 2;
        return [(x - y - kind) / 2, y, kind];
      });
    case 'spheres':
      // Rows go askew in the lattice. Those of every second layer lie in the gaps of the one below.
      return range(layers).flatMap((z) =>
        cells(rows - (z % 2), columns - (z % 2), (x, y) => [x - y, x + y + (z % 2), z]),
      );
    case 'edges':
      return [
        ...cells(rows + 1, columns, (x, y) => [x, y, 0]),
        ...cells(rows, columns + 1, (x, y) => [x, y, 1]),
      ];
    default:
      return range(layers).flatMap((z) => cells(rows, columns, (x, y) => [x, y, z]));
  }
}

/** The number of cells of a board. A link may ask for millions, which are not made. */
export function areaSize(lattice: DrawnLattice, sides: Sides): number {
  const block = BLOCKS[lattice];
  if (block === undefined) return areaOf(lattice, sides).length;
  return block.cells * sides.rows * sides.columns * sides.layers;
}

/** The lattices whose rows go askew, so that their columns are not coordinates. */
const SKEW: readonly LatticeName[] = ['hexagons', 'triangles', 'spheres'];

/** Column, row and layer of a cell; in blocks, those of its place among all places. */
export function siteOf(lattice: LatticeName, [x, y, z]: LatticeCell): LatticeCell {
  if (lattice === 'hexagons') return [x + Math.floor(y / 2), y, z];
  if (lattice === 'triangles') return [2 * x + y + z, y, 0];
  if (lattice !== 'spheres') return [x, y, z];
  const odd = z % 2;
  return [(x + y - odd) / 2, (y - x - odd) / 2, z];
}

/** The sides of the smallest area that has some sites. */
function sidesAround(lattice: LatticeName, cells: Cells, sites: Cells): Sides {
  const { side = 1 } = BLOCKS[lattice as DrawnLattice] ?? {};
  /** How far an area reaches beyond a cell: odd layers of spheres are smaller, sticks lie along one side. */
  const reachOf = ([, , z]: LatticeCell, axis: number) => {
    if (lattice === 'edges') return Number(axis === z);
    return lattice === 'spheres' && axis < 2 ? 1 + (z % 2) : 1;
  };
  const sideOf = (axis: 0 | 1 | 2) => {
    const places = sites.map((site, k) => site[axis] + reachOf(cells[k], axis));
    return Math.ceil(Math.max(1, ...places) / side);
  };
  return {
    rows: sideOf(1),
    columns: sideOf(0),
    layers: LATTICES[lattice].isFlat ? 1 : sideOf(2),
  };
}

/**
 * A board by its name, such as `hexagon 3`, as a drawing on the smallest area; undefined if none is
 * called so. Throws if its sides cannot be.
 */
export function boardNamed(
  drawn: DrawnLattice | undefined,
  name: string,
): { readonly sides: Sides; readonly drawing: string } | undefined {
  // Squares are a layer of cubes.
  const lattice = drawn ?? 'cubes';
  const text = name.toLowerCase();
  if (!isBoardName(lattice, text)) return undefined;
  const cells = boardOf(lattice, text);
  const all = cells.map((cell) => siteOf(lattice, cell));
  // Boards begin at the origin of their lattice. Rows that go askew there begin elsewhere in the area.
  const isAskew = SKEW.includes(lattice);
  const least = (axis: 0 | 1) => (isAskew ? Math.min(...all.map((site) => site[axis])) : 0);
  // The kind of a triangle follows from its column.
  const [left, low] = [least(0) - (least(0) & (lattice === 'triangles' ? 1 : 0)), least(1)];
  const sites = all.map(([x, y, z]): LatticeCell => [x - left, y - low, z]);
  const sides = sidesAround(lattice, cells, sites);
  const isOn = new Set(sites.map(String));
  const mark = (site: LatticeCell) => (isOn.has(String(site)) ? '#' : '.');
  if (drawn !== undefined) {
    const area = areaOf(drawn, sides).map((cell) => siteOf(drawn, cell));
    return { sides, drawing: area.map(mark).join('') };
  }
  const layer = (z: number) =>
    range(sides.rows).map((y) =>
      range(sides.columns)
        .map((x) => mark([x, y, z]))
        .join(''),
    );
  return {
    sides,
    drawing: range(sides.layers)
      .map((z) => layer(z).join('\n'))
      .join('\n\n'),
  };
}

/** The names of boards, where letters stand for numbers. */
export function boardNamesFor(drawn: DrawnLattice | undefined): string[] {
  return boardNames(drawn ?? 'cubes');
}

/** The cells that a drawing has on. Cells of a lattice stand in for cubes: x, y, z are its column, row and layer. */
export function cubesOf(lattice: DrawnLattice, sides: Sides, drawing: string): Cube[] {
  const cells = areaOf(lattice, sides).filter((_, k) => drawing[k] === '#');
  return cells.map(cubeOf);
}
