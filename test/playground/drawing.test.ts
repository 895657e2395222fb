import { describe, expect, test } from 'vitest';
import { count } from '../../src/engine/solve/api.ts';
import {
  areaSize,
  boardNamed,
  boardNamesFor,
  cubesOf,
} from '../../src/playground/drawing-areas.ts';
import { burrTextOf } from '../../src/playground/drawing-burr.ts';
import {
  BEGINNINGS,
  DRAWN_LATTICES,
  type DrawnLattice,
  hasLayers,
  stateOf,
} from '../../src/playground/drawing-state.ts';
import { formsExhibit } from '../../src/playground/drawn-forms.ts';
import { setsFor } from '../../src/playground/lattice-drawing.ts';
import { burrAssemblies } from '../../src/puzzles/burr/assemblies.ts';
import { readBurr } from '../../src/puzzles/burr/read.ts';
import { boardOf } from '../../src/puzzles/packing/boards.ts';
import { cellOf } from '../../src/puzzles/packing/cubes.ts';
import { LATTICES } from '../../src/puzzles/packing/lattices.ts';

const NAMES = Object.keys(DRAWN_LATTICES) as DrawnLattice[];

/** The drawing that a lattice begins with, and its pieces. */
function begun(lattice: DrawnLattice) {
  const { sides, drawing, set, switches = [] } = BEGINNINGS[lattice];
  const marks = drawing ?? '#'.repeat(areaSize(lattice, sides));
  const { set: pieces = [] } =
    setsFor(lattice).find(({ title }) => title.toLowerCase() === set) ?? {};
  return { lattice, board: cubesOf(lattice, sides, marks), pieces, switches };
}

describe('boards of other lattices', () => {
  test.each(NAMES)('%s: cells of the lattice, each once, in a link, too', (lattice) => {
    const { sides, drawing, pencil } = BEGINNINGS[lattice];
    for (const each of [sides, pencil]) {
      const all = '#'.repeat(areaSize(lattice, each));
      const cells = cubesOf(lattice, each, all).map(cellOf);
      expect(cells.length).toBe(all.length);
      expect(new Set(cells.map(String)).size).toBe(cells.length);
      expect(cells.filter((cell) => !LATTICES[lattice].isCell(cell))).toEqual([]);
      const one = { name: 'my1', drawing: '#'.repeat(areaSize(lattice, pencil)) };
      const state = { lattice, sides: each, drawing: drawing ?? all, drawn: [one] };
      expect(stateOf(state)).toMatchObject(state);
    }
  });

  test('a piece has the board on which it was drawn; parts of a link that do not fit are left out', () => {
    const { sides } = BEGINNINGS.rhombic;
    const large = { rows: 3, columns: 3, layers: 4 };
    const drawing = '#'.repeat(areaSize('rhombic', large));
    const own = { name: 'my1', drawing, sides: large };
    const state = { lattice: 'rhombic', sides, drawing: '#', drawn: [own] };
    expect(stateOf(state).drawn).toEqual([own]);
    const { name } = own;
    for (const [given, drawn] of [
      [{ ...own, sides: { rows: 3, columns: 0, layers: 4 } }, [{ name, drawing }]],
      [{ name, drawing }, [{ name, drawing }]],
      [{ ...own, drawing: '#'.repeat(10_000) }, []],
      [{ ...own, drawing: '...' }, []],
      [{ ...own, name: 'F' }, []],
      [undefined, []],
    ] as const) {
      expect(stateOf({ ...state, drawn: [given] }).drawn).toEqual(drawn);
    }
  });

  test('blocks of 24 and 5 cells; every second layer of spheres is smaller', () => {
    const sides = { rows: 2, columns: 3, layers: 2 };
    const sizes = NAMES.map((lattice) => [
      lattice,
      areaSize(lattice, hasLayers(lattice) ? sides : { ...sides, layers: 1 }),
    ]);
    expect(Object.fromEntries(sizes)).toEqual({
      hexagons: 6,
      triangles: 6,
      edges: 17,
      prisms: 12,
      spheres: 8,
      rhombic: 24 * 12,
      tetraoctahedra: 5 * 12,
    });
  });
});

describe('boards by name', () => {
  test.each(NAMES)('%s: the cells of the library, elsewhere', (lattice) => {
    for (const pattern of boardNamesFor(lattice)) {
      for (const sides of [
        [2, 3, 4],
        [2, 2, 1],
      ]) {
        const [rows = 0, bottom = 0] = sides;
        // The library refuses a trapezoid with rows beyond its top.
        if (pattern.startsWith('trapezoid') && rows > bottom) continue;
        const name = pattern.replace(/[A-Z]/g, (letter) =>
          String(sides['ABC'.indexOf(letter)] ?? 2),
        );
        const board = boardNamed(lattice, name);
        const cells = cubesOf(
          lattice,
          board?.sides ?? BEGINNINGS[lattice].sides,
          board?.drawing ?? '',
        );
        const { [lattice]: own } = LATTICES;
        expect(own.atOrigin(cells.map(cellOf))).toEqual(own.atOrigin(boardOf(lattice, name)));
      }
    }
  });

  test('squares and cubes are drawings; no name, no board', () => {
    expect(boardNamed(undefined, 'Aztec 1')).toEqual({
      sides: { rows: 2, columns: 2, layers: 1 },
      drawing: '##\n##',
    });
    expect(boardNamed(undefined, '1x2x2')?.drawing).toBe('##\n\n##');
    expect(boardNamed('spheres', 'pyramid 3')).toEqual({
      sides: BEGINNINGS.spheres.sides,
      drawing: BEGINNINGS.spheres.drawing,
    });
    for (const name of ['', 'moon', 'moon 3', 'hexagon', 'hexagon 1x2', '##']) {
      expect(boardNamed('hexagons', name), name).toBe(undefined);
    }
    for (const name of ['hexagon 0', 'hexagon 900', 'trapezoid 3x2']) {
      expect(() => boardNamed('hexagons', name), name).toThrow('give');
    }
  });
});

/** Drawings whose solutions are few: cells of each layer, and pieces by name. */
const SMALL = {
  triangles: { sides: { rows: 2, columns: 6, layers: 1 }, names: ['I3', 'I4', 'I5'] },
  prisms: { sides: { rows: 2, columns: 5, layers: 3 }, names: ['3-1', '3-2', '3-3'] },
} as const;

describe('what is drawn is the same problem in BurrTools', () => {
  const chosen = NAMES.filter((name) => name !== 'hexagons' && name !== 'edges');
  test.each(chosen)('%s', async (lattice) => {
    const { switches, ...drawn } = begun(lattice);
    const small = lattice === 'triangles' || lattice === 'prisms' ? SMALL[lattice] : undefined;
    const board = small
      ? cubesOf(lattice, small.sides, '#'.repeat(areaSize(lattice, small.sides)))
      : drawn.board;
    const known = setsFor(lattice).flatMap(({ set }) => set);
    const pieces = small
      ? small.names.flatMap((name) => known.find((piece) => piece.name === name) ?? [])
      : drawn.pieces;
    const [unlimited, gaps] = [switches.includes('unlimited'), switches.includes('gaps')];
    const text = burrTextOf({ lattice, board, pieces, unlimited, gaps });
    const file = await readBurr(new TextEncoder().encode(text));
    const burr = burrAssemblies(file, 0);
    const own = formsExhibit(
      lattice,
      { ...(unlimited ? { unlimited } : {}), ...(gaps ? { gaps } : {}) },
      { board, pieces },
    );
    const all = count(own.problem).exact;
    expect(all).toBeGreaterThan(1n);
    expect(count(burr.problem).exact).toBe(all);
    const classes = count(own.problem, { upToSymmetry: own.group?.() ?? true });
    expect(count(burr.problem, { upToSymmetry: burr.symmetries }).exact).toBe(classes.exact);
  });
});
