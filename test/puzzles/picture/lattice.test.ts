import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { first } from '../../../src/index.ts';
import {
  drawSvg,
  drawText,
  hintBoards,
  type LatticeCell,
  type LatticePicture,
  type PictureCell,
  polyformPicture,
} from '../../../src/picture.ts';
import { LATTICES, type LatticeName } from '../../../src/puzzles/packing/lattices.ts';
import { polyforms } from '../../../src/puzzles/packing/polyforms.ts';
import { INK, PALETTE } from '../../../src/puzzles/picture/palette.ts';
import { shaded } from '../../../src/puzzles/picture/solid.ts';
import { runs } from '../../support/effort.ts';
import { expectAtMost } from '../../support/same.ts';
import { linesOf, winding } from './paths.ts';
import { all, parse, textOf } from './xml.ts';

const NAMES = Object.keys(LATTICES) as LatticeName[];
const SOLIDS = ['cubes', 'prisms', 'spheres', 'rhombic', 'tetraoctahedra'] as const;

/** All cells with coordinates from 0 to 5, of a flat lattice those with z = 0 or 1. */
function cellsOf(name: LatticeName): LatticeCell[] {
  const sides = [0, 1, 2, 3, 4, 5];
  const all = sides.flatMap((z) => sides.flatMap((y) => sides.map((x): LatticeCell => [x, y, z])));
  return all.filter((cell) => LATTICES[name].isCell(cell));
}

/** Random cells in few regions, so that walls meet in every way. */
const picturesOf = (name: LatticeName): fc.Arbitrary<LatticePicture> =>
  fc
    .array(
      fc.record({
        at: fc.constantFrom(...cellsOf(name)),
        region: fc.constantFrom(0, 0, 1, 2),
        tint: fc.constantFrom(0, 1, 5),
        mark: fc.constantFrom('A', 'B', 'W3'),
      }),
      { minLength: 1, maxLength: 30 },
    )
    .map((cells) => ({
      lattice: name,
      cells: [...new Map(cells.map((cell) => [cell.at.join(), cell])).values()],
    }));

function attributesOf(svg: string, key: string, value: string): string[] {
  return all(parse(svg), 'path')
    .filter(({ attributes }) => attributes[key] === value)
    .map(({ attributes: { d = '' } }) => d);
}

describe.each(['squares', 'hexagons', 'triangles'] as const)('%s in SVG', (name) => {
  const lattice = LATTICES[name];

  test('have a wall once between different pieces and around them, and nowhere else', () => {
    fc.assert(
      fc.property(picturesOf(name), (picture) => {
        const byPlace = new Map(picture.cells.map((cell) => [cell.at.join(), cell]));
        const found = attributesOf(drawSvg(picture), 'stroke-width', '3').flatMap(linesOf);
        const middles = found.map(({ from, to }) => [from[0] + to[0], from[1] + to[1]]);
        expect(new Set(middles.map((middle) => middle.map(Math.round).join())).size).toBe(
          found.length,
        );
        let walls = 0;
        for (const { at, region } of picture.cells) {
          for (const neighbour of lattice.neighbours(at)) {
            const other = byPlace.get(neighbour.join());
            // Both cells of a wall meet it; the border has one.
            if (other === undefined) walls += 2;
            else if (other.region !== region) walls++;
          }
        }
        expect(found.length).toBe(walls / 2);
      }),
      { numRuns: runs(30) },
    );
  });

  test('have each cell once in the area of its colour', () => {
    fc.assert(
      fc.property(picturesOf(name), (picture) => {
        const svg = drawSvg(picture);
        const blue = attributesOf(svg, 'fill', '#77aadd').flatMap(linesOf);
        const marks = all(parse(svg), 'text').map(({ attributes: { x, y, 'font-size': size } }) => {
          return [Number(x), Number(y) - 0.36 * Number(size)] as const;
        });
        picture.cells.forEach(({ tint }, k) => {
          expect(Math.abs(winding(blue, marks[k]))).toBe(tint === 0 ? 1 : 0);
        });
      }),
      { numRuns: runs(30) },
    );
  });
});

test.each(NAMES)('%s are well-formed and within the view', (name) => {
  fc.assert(
    fc.property(picturesOf(name), (picture) => {
      const root = parse(drawSvg({ ...picture, caption: '<b>&"' }));
      const { width, height } = root.attributes;
      // Groups of a document are moved one in the other; leaves lie in the sum.
      const visit = (element: typeof root, x: number, y: number): void => {
        const { transform = '', cx, cy, d = '' } = element.attributes;
        const [, dx = 0, dy = 0] = /^translate\((\S+) (\S+)\)$/.exec(transform)?.map(Number) ?? [];
        const [left, top] = [x + dx, y + dy];
        const points =
          element.name === 'circle'
            ? [[Number(cx), Number(cy)]]
            : d.includes('A')
              ? []
              : linesOf(d).flatMap(({ from, to }) => [from, to]);
        for (const [px = 0, py = 0] of points) {
          expectAtMost(-0.1, left + px);
          expectAtMost(-0.1, top + py);
          expectAtMost(left + px, Number(width) + 0.1);
          expectAtMost(top + py, Number(height) + 0.1);
        }
        for (const child of element.children) {
          if (typeof child !== 'string' && child.name !== 'defs') visit(child, left, top);
        }
      };
      visit(root, 0, 0);
      expect(all(root, 'text').map(textOf)).toContain('<b>&"');
    }),
    { numRuns: runs(10) },
  );
});

describe('text', () => {
  const draw = (lattice: LatticeName, ...pieces: [piece: string, ...cells: LatticeCell[]][]) =>
    drawText(
      polyformPicture(
        pieces.map(([piece, ...cells]) => ({ piece, cells })),
        { lattice },
      ),
    ).split('\n');

  test('of triangles', () => {
    expect(
      draw(
        'triangles',
        ['A', [0, 0, 0], [0, 0, 1]],
        ['B', [1, 0, 0], [1, 0, 1], [1, 1, 0]],
        ['C', [0, 1, 0]],
      ),
    ).toEqual([
      String.raw`     /\    /\ `.trimEnd(),
      String.raw`    /C \  /  \ `.trimEnd(),
      String.raw`   /____\/    \ `.trimEnd(),
      '  /     /     /',
      ' /A    /   B /',
      '/_____/_____/',
    ]);
    expect(draw('triangles', ['A', [0, 0, 0], [0, 0, 1]], ['B', [1, 0, 0]])).toEqual([
      '   ______',
      String.raw`  /     /\ `.trimEnd(),
      String.raw` /A    /B \ `.trimEnd(),
      String.raw`/_____/____\ `.trimEnd(),
    ]);
  });

  test('of hexagons', () => {
    expect(
      draw('hexagons', ['A', [0, 0, 0], [1, 0, 0]], ['B', [0, 1, 0]], ['C', [2, 0, 0], [1, 1, 0]]),
    ).toEqual([
      String.raw`   / \ / \ `.trimEnd(),
      '  | B |   |',
      String.raw` / \ / \   \ `.trimEnd(),
      '| A     | C |',
      String.raw` \ / \ / \ /`,
    ]);
  });

  test('of sticks: one piece passes a point, others stop short of it', () => {
    expect(
      draw(
        'edges',
        ['L', [0, 0, 0], [0, 0, 1]],
        ['I', [0, 1, 0], [1, 1, 0]],
        ['V', [1, 0, 1], [1, 0, 0]],
      ),
    ).toEqual(['╷ I───I─╴', 'L   V', '└─L └─V─╴']);
  });

  test('of solids shows their layers; pieces of one name have numbers', () => {
    expect(draw('spheres', ['S', [0, 0, 0], [1, 1, 0]], ['S', [0, 1, 1], [1, 0, 1]])).toEqual([
      'layer 1    layer 2    A-B S',
      '  A        B',
      'A            B',
    ]);
    expect(draw('cubes', ['a', [0, 0, 0], [1, 0, 0]], ['b', [0, 0, 1], [1, 0, 1]])).toEqual([
      'layer 1      layer 2',
      '┌───────┐    ┌───────┐',
      '│ a   a │    │ b   b │',
      '└───────┘    └───────┘',
    ]);
  });

  test('of solids leaves out layers without cells, and lines that are blank in all beside', () => {
    const pieces = [
      ['A', [0, 2, 0], [1, 1, 0]],
      ['B', [0, 0, 4], [1, 1, 4]],
    ] as [string, ...LatticeCell[]][];
    expect(draw('spheres', ...pieces)).toEqual([
      'layer 1    layer 5',
      'A',
      '  A          B',
      '           B',
    ]);
    const low = [...pieces, ['C', [0, 12, 6]]] as typeof pieces;
    expect(draw('spheres', ...low).slice(0, 3)).toEqual([
      'layer 1    layer 5    layer 7',
      '                      C',
      '',
    ]);
    const wide = drawText(
      polyformPicture(
        low.map(([piece, ...cells]) => ({ piece, cells })),
        { lattice: 'spheres' },
      ),
      { width: 20 },
    );
    expect(wide.split('\n')).toEqual([
      'layer 1    layer 5',
      'A',
      '  A          B',
      '           B',
      '',
      'layer 7',
      'C',
    ]);
  });

  test('of large solids has no blanks between letters where two layers then fit side by side', () => {
    const pieces = Array.from({ length: 12 }, (_, k) => ({ piece: 'S', cells: [[2 * k, 0, 0]] }));
    const drawn = (width: number) =>
      drawText(polyformPicture(pieces, { lattice: 'spheres' }), { width }).split('\n')[0];
    expect(drawn(91)).toBe('A B C D E F G H I J K L    A-L S');
    expect(drawn(92)).toBe('A   B   C   D   E   F   G   H   I   J   K   L     A-L S');
  });

  test('has no escape code without colour, and the same letters with it', () => {
    for (const name of NAMES) {
      fc.assert(
        fc.property(picturesOf(name), (picture) => {
          const plain = drawText(picture);
          // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression looks for them.
          const codes = /\u001b\[[\d;]*m/g;
          expect(plain).not.toMatch(codes);
          const bare = drawText(picture, { colour: true }).replaceAll(codes, '');
          const letters = (text: string) => text.replaceAll(/[\s─│┌┐└┘├┤┬┴┼]/g, '');
          expect(letters(bare)).toBe(letters(plain));
        }),
        { numRuns: runs(5) },
      );
    }
  });
});

test('sticks of one piece join, and those of others stop short of the point', () => {
  const svg = drawSvg(
    polyformPicture(
      [
        {
          piece: 'I',
          cells: [
            [0, 0, 0],
            [1, 0, 0],
          ],
        },
        { piece: 'J', cells: [[1, 0, 1]] },
      ],
      { lattice: 'edges' },
    ),
  );
  const [border = ''] = attributesOf(svg, 'stroke', INK).filter((d) => d.includes('\n'));
  expect(border.split('\n')).toEqual(['M0 0L52 0', 'M52 0L104 0', 'M52 -14L52 -52']);
});

test('in a pyramid of spheres each piece has its letter where nothing hides it', () => {
  const board = { supply: 'unlimited' } as const;
  const placed = first(polyforms('spheres', 'tetrahedron 4', '2-1', board)).solution?.payloads;
  const { key: _, ...picture } = polyformPicture(placed ?? [], { lattice: 'spheres' });
  const [group] = all(parse(drawSvg(picture)), 'g').filter(({ children }) =>
    children.some((child) => typeof child !== 'string' && child.name === 'circle'),
  );
  const parts = group?.children.filter((child) => typeof child !== 'string') ?? [];
  const discs = parts.filter(({ name, attributes }) => {
    const { fill = '', 'fill-opacity': shine } = attributes;
    return name === 'circle' && fill.startsWith('#') && shine === undefined;
  });
  const letters = parts.filter(({ name }) => name === 'text');
  expect(new Set(letters.map(textOf)).size).toBe(10);
  for (const letter of letters) {
    const { x, y, 'font-size': size } = letter.attributes;
    const middle = [Number(x), Number(y) - 0.36 * Number(size)] as const;
    const tint = picture.cells.find(({ mark }) => mark === textOf(letter))?.tint ?? -1;
    for (const [dx, dy] of [
      [0, 0],
      [-4, -4],
      [-4, 4],
      [4, -4],
      [4, 4],
    ] as const) {
      const top = [...discs].reverse().find(({ attributes: { cx, cy, r } }) => {
        return Math.hypot(middle[0] + dx - Number(cx), middle[1] + dy - Number(cy)) < Number(r);
      });
      const { fill } = top?.attributes ?? {};
      expect(fill).toBe(shaded(PALETTE[tint]?.fill ?? '', 0.85));
    }
  }
});

describe('hints on a lattice', () => {
  const lattice: LatticePicture = {
    lattice: 'triangles',
    cells: cellsOf('triangles').map((at) => ({ at })),
  };
  const hinted = {
    look: [{ row: 2, column: 1, layer: 1 }],
    options: [
      {
        squares: [
          { row: 0, column: 0, layer: 0, mark: 'A' },
          { row: 0, column: 0, layer: 1, mark: 'A' },
        ],
        verdict: 'out' as const,
      },
    ],
    caption: 'why',
  };

  test('light cells, note options and draw lines around them', () => {
    const [picture] = hintBoards(lattice, hinted);
    const lit = picture.cells.filter((cell) => cell.lit);
    expect(lit.map(({ at }) => at)).toEqual([[1, 2, 1]]);
    const noted = picture.cells.flatMap((cell: PictureCell, k) => (cell.notes ? [k] : []));
    expect(noted.map((k) => lattice.cells[k]?.at)).toEqual([
      [0, 0, 0],
      [0, 0, 1],
    ]);
    expect(picture.outlines).toEqual([{ squares: noted, verdict: 'out' }]);
    expect(drawText(picture)).toContain('-A');
    expect(drawSvg(picture)).toContain('stroke-dasharray');
  });

  test('are drawn on solids, and refused where there is no cell', () => {
    for (const name of SOLIDS) {
      const cells = cellsOf(name).map((at) => ({ at }));
      const [x, y, z] = cells[cells.length - 1]?.at ?? [0, 0, 0];
      const square = { column: x, row: y, layer: z, mark: 'A' };
      const options = [{ squares: [square], verdict: 'holds' as const }];
      const [picture] = hintBoards({ lattice: name, cells } as LatticePicture, {
        look: [square],
        options,
      });
      expect(drawText(picture)).toContain('+A');
      expect(drawSvg(picture)).toContain('#87d7a0');
    }
    const far = { ...hinted, look: [{ row: 9, column: 9 }] };
    expect(() => hintBoards(lattice, far)).toThrow('The cell 9,9,0 is none of the picture');
  });
});

const at: LatticeCell = [0, 0, 0];

test.each<[string, unknown, string]>([
  ['an unknown lattice', { lattice: 'toString', cells: [] }, 'lattice is "toString"; give'],
  ['no list', { lattice: 'hexagons' }, 'has no list of cells'],
  ['a doubled cell', { lattice: 'hexagons', cells: [{ at }, { at }] }, 'at 0,0,0 has two cells'],
  ['a fraction', { lattice: 'squares', cells: [{ at: [0.5, 0, 0] }] }, 'a coordinate is 0.5'],
  ['two numbers', { lattice: 'squares', cells: [{ at: [0, 0] }] }, 'give three whole numbers'],
  ['no cell', { lattice: 'spheres', cells: [{ at: [1, 0, 0] }] }, 'no cell of the lattice spheres'],
  ['a cell far out', { lattice: 'cubes', cells: [{ at: [1e9, 0, 0] }] }, 'is 1000000000'],
  [
    'cells far apart',
    { lattice: 'cubes', cells: [{ at }, { at: [999, 999, 999] }] },
    'brings the total to 1000000000 squares',
  ],
  ['a tint', { lattice: 'edges', cells: [{ at, tint: 12 }] }, 'its tint is 12'],
  ['a long mark', { lattice: 'edges', cells: [{ at, mark: 'x'.repeat(101) }] }, '101 characters'],
  [
    'an outline',
    { lattice: 'edges', cells: [{ at }], outlines: [{ squares: [1], verdict: 'out' }] },
    'a cell of an outline is 1',
  ],
])('%s: refused with a message', (_what, picture, message) => {
  expect(() => drawSvg(picture as LatticePicture)).toThrow(message);
  expect(() => drawText(picture as LatticePicture)).toThrow(message);
});

test('pieces that overlap, and cells that are none, are refused', () => {
  const piece = { piece: 'A', cells: [[0, 0]] };
  expect(() => polyformPicture([piece, piece], { lattice: 'hexagons' })).toThrow('has two pieces');
  expect(() => polyformPicture([piece], { lattice: 'hexes' as never })).toThrow(
    'lattice is "hexes"',
  );
  expect(() => polyformPicture([{ piece: 'A', cells: [[0, 0, 2]] }], { lattice: 'edges' })).toThrow(
    'no cell of the lattice edges',
  );
});

test.each(NAMES)(
  '%s: marks with markup and escape codes are escaped, no cells are nothing',
  (name) => {
    const [cell = at] = cellsOf(name);
    const picture: LatticePicture = {
      lattice: name,
      cells: [
        { at: cell, region: 0, tint: 0, mark: '<script>\u001b[31m', notes: [{ mark: '<i>' }] },
      ],
    };
    expect(all(parse(drawSvg(picture)), 'script')).toEqual([]);
    expect(drawText(picture)).not.toContain('\u001b');
    expect(drawText({ lattice: name, cells: [] })).toBe('');
    expect(all(parse(drawSvg({ lattice: name, cells: [] })), 'path')).toEqual([]);
  },
);
