/**
 * Boards and pieces of lattices other than squares and cubes, which a reader sets by pointer and by
 * keys. It loads when such a lattice is chosen.
 *
 * A cell is drawn as what one sees of it from above. In every lattice, the cells of a layer fill it
 * without overlapping: so one editor serves all.
 */

import { type Cube, cellOf, cubeOf } from '../puzzles/packing/cubes.ts';
import type { Cells, Lattice, LatticeCell } from '../puzzles/packing/lattice.ts';
import { LATTICES } from '../puzzles/packing/lattices.ts';
import { setNamed, setsOf } from '../puzzles/packing/piece-names.ts';
import type { Point } from '../puzzles/packing/points.ts';
import { PALETTE } from '../puzzles/picture/palette.ts';
import { areaOf, siteOf } from './drawing-areas.ts';
import { type DrawnLattice, hasLayers } from './drawing-state.ts';
import { colourOf, listenTo, type Sides, type Switched } from './editable-grid.ts';
import { h, onResize, svgOf } from './element.ts';
import { LiveSolid } from './live-solid.ts';
import { pieceSvg } from './piece-picture.ts';
import type { ListedPieces } from './pieces.ts';

export { areaSize, boardNamed, boardNamesFor, cubesOf } from './drawing-areas.ts';

/** Half the width of a stick, and the radius of a sphere. */
const STICK = 0.09;
const RADIUS = 0.5;
/** The room around a board, in sides of a cell. */
const MARGIN = 0.15;
/** In pixels: the largest side of a cell, the room of a caption and between layers, a wide layer. */
const LARGEST_CELL = 120;
const CAPTION = 20;
const LAYER_GAP = 14;
const WIDE = 64;

/** What the sides of boards in space mean. */
const ABOUT_SIDES: Partial<Record<DrawnLattice, string>> = {
  prisms: 'A row has as many triangles as there are columns.',
  spheres: 'Each layer lies in the gaps of the one below, so every second one is smaller by one.',
  rhombic: 'Sides are counted in cubes of five layers each, which have 24 cells.',
  tetraoctahedra:
    'Sides are counted in cubes of three layers each: a tetrahedron between two and two eighths of octahedra.',
};

/** The sets of pieces of a lattice, but for those that are too many to show. */
export function setsFor(lattice: DrawnLattice): ListedPieces[] {
  return setsOf(lattice).flatMap((name) => {
    const pieces = setNamed(lattice, name) ?? [];
    if (pieces.length > MOST_SHOWN) return [];
    const title = name.charAt(0).toUpperCase() + name.slice(1);
    return [
      { title, set: pieces.map((one) => ({ name: one.name, cells: one.cells.map(cubeOf) })) },
    ];
  });
}

const MOST_SHOWN = 40;

/** The names of the pieces in a set. */
export function namesOf(lattice: DrawnLattice, set: string): string[] {
  return (setNamed(lattice, set) ?? []).map(({ name }) => name);
}

/** A picture of a piece. */
export function iconFor(name: DrawnLattice): (cells: readonly Cube[]) => SVGSVGElement {
  const lattice = LATTICES[name];
  if (!lattice.isFlat) return (cells) => svgOf(pieceSvg(name, cells.map(cellOf)));
  return (cells) => {
    const outlines = cells.map((cell) => outlineOf(lattice, cellOf(cell)));
    const d = outlines.map(pathOf).join('');
    const [left, top, width, height] = frameOf(outlines.flat());
    const size = Math.max(width, height, 3);
    const view = [left - (size - width) / 2, top - (size - height) / 2, size, size].join(' ');
    return svgOf(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}" class="piece of-lattice" aria-hidden="true"><path d="${d}" fill="${PALETTE[0].fill}"/></svg>`,
    );
  };
}

/** A point of the sheet: y goes down. */
type Place = readonly [x: number, y: number];

/** Where a point of space lies on the sheet, as seen from above. Rows of spheres become level. */
function placeOf(lattice: Lattice, [x, y]: Point): Place {
  return lattice.name === 'spheres' ? [(x + y) * Math.SQRT1_2, (x - y) * Math.SQRT1_2] : [x, 0 - y];
}

/** The outline of a cell on the sheet. A stick has some width; that of a sphere is a square around it. */
function outlineOf(lattice: Lattice, cell: LatticeCell): Place[] {
  const corners = lattice.corners(cell).map((corner) => placeOf(lattice, corner));
  if (corners.length === 0) {
    const [x, y] = placeOf(lattice, lattice.centre(cell));
    return SQUARE.map(([dx, dy]) => [x + dx * RADIUS, y + dy * RADIUS]);
  }
  if (!lattice.isFlat) return hullOf(corners);
  if (corners.length > 2) return corners;
  const [[ax, ay], [bx, by]] = corners;
  const [dx, dy] = [(bx - ax) * STICK, (by - ay) * STICK];
  return [
    [ax, ay],
    [ax + dx - dy, ay + dy + dx],
    [bx - dx - dy, by - dy + dx],
    [bx, by],
    [bx - dx + dy, by - dy - dx],
    [ax + dx + dy, ay + dy - dx],
  ];
}

const SQUARE: readonly Place[] = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
];
const ROUNDING = 1e-9;

/** The corners of the smallest convex polygon around some points: Andrew's monotone chain. */
function hullOf(points: readonly Place[]): Place[] {
  const sorted = [...points].sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const half = (along: readonly Place[]) => {
    const chain: Place[] = [];
    for (const [x, y] of along) {
      const turnsBack = () => {
        const [[ax, ay], [bx, by]] = chain.slice(-2);
        return (bx - ax) * (y - ay) - (by - ay) * (x - ax) <= ROUNDING;
      };
      while (chain.length > 1 && turnsBack()) chain.pop();
      chain.push([x, y]);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

function pathOf(points: readonly Place[]): string {
  return `M${points.map(([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`).join('L')}z`;
}

/** The circle in a square. */
function circleOf([[left, top], , [right]]: readonly Place[]): string {
  const radius = (right - left) / 2;
  const arc = `a${radius} ${radius} 0 0 1`;
  return `M${left.toFixed(3)} ${(top + radius).toFixed(3)}${arc} ${2 * radius} 0${arc} ${-2 * radius} 0z`;
}

function middleOf(points: readonly Place[]): Place {
  const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  return [mean(0), mean(1)];
}

function frameOf(points: readonly Place[]): readonly [number, number, number, number] {
  const span = (axis: 0 | 1) => {
    const values = points.map((point) => point[axis]);
    const low = values.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
    const high = values.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
    return [low - MARGIN, high - low + 2 * MARGIN] as const;
  };
  const [[left, width], [top, height]] = [span(0), span(1)];
  return [left, top, width, height];
}

/**
 * A board of cells of a lattice. The tab key reaches one cell, arrows the nearest one in their
 * direction. In space it has its layers side by side, the lowest first, and the solid that they make.
 */
export class LatticeGrid implements Switched {
  readonly element = h('div.lattice-board');
  /** The cell that the tab key reaches. */
  reached = 0;
  readonly #lattice: DrawnLattice;
  readonly #onChange: () => void;
  readonly #solid: LiveSolid | undefined;
  #sides: Sides = { rows: 0, columns: 0, layers: 1 };
  #cells: Cells = [];
  #isOn: boolean[] = [];
  #shapes: SVGElement[] = [];
  /** Cell -> its middle within its layer, and the number of that layer among those with cells. */
  #middles: readonly Place[] = [];
  #layerOf: readonly number[] = [];
  #layers: readonly SVGElement[] = [];
  /** Layer -> its height, from 0. */
  #levels: readonly number[] = [];
  /** Layer -> where it begins on the sheet. */
  #origins: readonly Place[] = [];
  /** The room that a layer takes: its left and upper end, its width and height. */
  #frame: readonly [number, number, number, number] = [0, 0, 1, 1];
  #svg = svgOf('<svg xmlns="http://www.w3.org/2000/svg"/>');
  /** The room that there is, in pixels. */
  #room: readonly [width: number, height: number] = [0, 0];

  /** A board tells what its sides mean. */
  constructor(lattice: DrawnLattice, onChange: () => void, name: 'Board' | 'Piece') {
    this.#lattice = lattice;
    this.#onChange = onChange;
    const flat = h('div.flat', { role: 'group', 'aria-label': name }, this.#svg);
    this.element.append(flat);
    if (hasLayers(lattice)) {
      this.#solid = new LiveSolid();
      this.element.classList.add('in-space');
      this.element.append(this.#solid.element);
      if (name === 'Board') this.element.append(h('p.soft', ABOUT_SIDES[lattice]));
    }
    listenTo(this);
    onResize(flat, (width, height) => {
      this.#room = [width, height];
      this.#arrange();
    });
  }

  get sides(): Sides {
    return this.#sides;
  }

  get count(): number {
    return this.#isOn.filter((isOn) => isOn).length;
  }

  get drawing(): string {
    return this.#isOn.map((isOn) => (isOn ? '#' : '.')).join('');
  }

  /** Shows a board with all cells on, or off. */
  show(sides: Sides, isOn: () => boolean): void {
    this.#lay(sides, () => isOn());
  }

  showDrawing(sides: Sides, drawing: string): void {
    this.#lay(sides, (_, k) => drawing[k] === '#');
  }

  /** Gives the board other sides. `isNewOn`: cells that come anew are on. */
  resize(sides: Sides, isNewOn: boolean): void {
    const before = new Map(this.#cells.map((cell, k) => [cell.join(), this.#isOn[k]]));
    this.#lay(sides, (cell) => before.get(cell.join()) ?? isNewOn);
  }

  #lay(sides: Sides, isOn: (cell: LatticeCell, k: number) => boolean): void {
    const lattice = LATTICES[this.#lattice];
    this.#sides = sides;
    this.#cells = areaOf(this.#lattice, sides);
    this.#isOn = this.#cells.map(isOn);
    this.reached = Math.min(this.reached, this.#cells.length - 1);
    const heights = this.#cells.map(([, , z]) => (lattice.isFlat ? 0 : z));
    const levels = [...new Set(heights)];
    this.#levels = levels;
    this.#layerOf = heights.map((z) => levels.indexOf(z));
    const outlines = this.#cells.map((cell) => outlineOf(lattice, cell));
    this.#middles = outlines.map(middleOf);
    this.#frame = frameOf(outlines.flat());
    const layers = levels.map((): string[] => []);
    outlines.forEach((outline, k) => {
      const hit = this.#hitOf(lattice, this.#cells[k]);
      const d = lattice.name === 'spheres' ? circleOf(outline) : pathOf(outline);
      layers[this.#layerOf[k]].push(
        `<g role="checkbox" tabindex="${k === this.reached ? 0 : -1}" data-cell="${k}" ` +
          `aria-label="${this.#nameOf(this.#cells[k])}" aria-checked="${this.#isOn[k]}">${hit}<path d="${d}"/></g>`,
      );
    });
    const caption = lattice.isFlat ? '' : '<text aria-hidden="true"/>';
    const parts = layers.map((cells) => `<g>${caption}${cells.join('')}</g>`);
    const svg = svgOf(`<svg xmlns="http://www.w3.org/2000/svg">${parts.join('')}</svg>`);
    this.#layers = [...svg.children] as SVGElement[];
    this.#shapes = [...svg.querySelectorAll<SVGElement>('[data-cell]')];
    if (this.#solid !== undefined) {
      for (const [k, layer] of this.#layers.entries())
        layer.style.setProperty('--tint', colourOf(k));
    }
    this.#svg.replaceWith(svg);
    this.#svg = svg;
    this.#arrange();
    this.#showSolid();
  }

  /** Lays the layers side by side, such that cells become as large as the room allows. */
  #arrange(): void {
    const [roomWidth, roomHeight] = this.#room;
    const [left, top, width, height] = this.#frame;
    const layers = this.#layers.length;
    const caption = this.#solid === undefined ? 0 : CAPTION;
    let [across, scale] = [1, 0];
    for (let some = 1; some <= layers; some++) {
      const down = Math.ceil(layers / some);
      const wide = (roomWidth - (some - 1) * LAYER_GAP) / some / width;
      const high = (roomHeight - (down - 1) * LAYER_GAP - down * caption) / down / height;
      const most = Math.min(wide, high, LARGEST_CELL);
      if (most > scale) [across, scale] = [some, most];
    }
    if (scale === 0) return;
    const down = Math.ceil(layers / across);
    const [gap, head] = [LAYER_GAP / scale, caption / scale];
    const [stepRight, stepDown] = [width + gap, height + head + gap];
    this.#origins = this.#layers.map((_, k) => [
      (k % across) * stepRight - left,
      Math.floor(k / across) * stepDown + head - top,
    ]);
    this.#layers.forEach((layer, k) => {
      layer.setAttribute('transform', `translate(${this.#origins[k].join(' ')})`);
      const text = layer.querySelector('text');
      if (text === null) return;
      text.textContent = `${width * scale < WIDE ? '' : 'Layer '}${this.#levels[k] + 1}`;
      text.setAttribute('x', String(left + width / 2));
      text.setAttribute('y', String(top - head * 0.25));
      text.setAttribute('font-size', String(head * 0.65));
    });
    const [allWidth, allHeight] = [across * stepRight - gap, down * stepDown - gap];
    const view = [roomWidth / scale, roomHeight / scale];
    const from = [(allWidth - view[0]) / 2, (allHeight - view[1]) / 2];
    this.#svg.setAttribute('viewBox', [...from, ...view].join(' '));
  }

  #nameOf(cell: LatticeCell): string {
    const [column, row] = siteOf(this.#lattice, cell);
    const [, , z] = cell;
    if (this.#solid !== undefined) return `Layer ${z + 1}, row ${row + 1}, place ${column + 1}`;
    return `Row ${row + 1}, place ${column + 1}${KINDS[this.#lattice]?.[z] ?? ''}`;
  }

  /** A stick is thin: the diamond around it takes the pointer. */
  #hitOf(lattice: Lattice, cell: LatticeCell): string {
    const corners = lattice.corners(cell);
    if (corners.length !== 2) return '';
    const [[ax, ay], [bx, by]] = corners.map((corner) => placeOf(lattice, corner));
    const [mx, my, hx, hy] = [(ax + bx) / 2, (ay + by) / 2, (bx - ax) / 2, (by - ay) / 2];
    const diamond: Place[] = [
      [ax, ay],
      [mx - hy, my + hx],
      [bx, by],
      [mx + hy, my - hx],
    ];
    return `<path class="hit" d="${pathOf(diamond)}"/>`;
  }

  #showSolid(): void {
    this.#solid?.show(this.#lattice, () =>
      this.#layers.map((_, layer) =>
        this.#cells.filter((_, k) => this.#isOn[k] && this.#layerOf[k] === layer),
      ),
    );
  }

  isOn(cell: number): boolean {
    return this.#isOn[cell];
  }

  set(cell: number, isOn: boolean): void {
    if (this.#isOn[cell] === isOn) return;
    this.#isOn[cell] = isOn;
    this.#shapes[cell].setAttribute('aria-checked', String(isOn));
    this.#showSolid();
    this.#onChange();
  }

  reach(cell: number): void {
    this.#shapes[this.reached].setAttribute('tabindex', '-1');
    this.reached = cell;
    this.#shapes[cell].setAttribute('tabindex', '0');
    this.#shapes[cell].focus({ preventScroll: true });
  }

  /** The nearest cell in the direction of an arrow; what lies aside counts twice. */
  keyed(cell: number, key: string): number | undefined {
    const way = WAYS[key];
    if (way === undefined) return undefined;
    const [dx, dy] = way;
    const places = this.#middles.map(([x, y], k): Place => {
      const [left, top] = this.#origins[this.#layerOf[k]];
      return [left + x, top + y];
    });
    const [x, y] = places[cell];
    let [best, least] = [cell, Number.POSITIVE_INFINITY];
    places.forEach(([ox, oy], other) => {
      const along = (ox - x) * dx + (oy - y) * dy;
      const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      if (along < 0.1 || along + 2 * aside >= least || aside > 2 * along) return;
      [best, least] = [other, along + 2 * aside];
    });
    return best;
  }
}

const KINDS: Partial<Record<DrawnLattice, readonly string[]>> = {
  triangles: [', pointing up', ', pointing down'],
  edges: [', across', ', upright'],
};

const WAYS: Readonly<Record<string, Place | undefined>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
