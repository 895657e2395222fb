/**
 * Boards and pieces of hexagons, triangles and edges, which a reader sets by pointer and by keys. It
 * loads when such a lattice is chosen. A drawing has a mark for each cell of its area, in reading
 * order: `#` for one that is on, `.` for another.
 */
import type { Cells, Lattice, LatticeCell, Point } from '../puzzles/packing/lattice.ts';
import { LATTICES } from '../puzzles/packing/lattices.ts';
import { setNamed, setsOf } from '../puzzles/packing/piece-names.ts';
import { type Cube, cellOf, cubeOf } from '../puzzles/packing/region.ts';
import { PALETTE } from '../puzzles/picture/palette.ts';
import type { FlatLattice } from './drawing-state.ts';
import { cellOf as cellAt, range, type Sides } from './editable-grid.ts';
import { assembled, svgOf } from './element.ts';
import type { ListedPieces } from './pieces.ts';

/** Half the width of a stick. */
const STICK = 0.09;
/** The room around a board, in sides of a cell. */
const MARGIN = 0.15;

/** The cells of a board with straight sides, from the lowest row. */
function areaOf(lattice: FlatLattice, { rows, columns }: Sides): Cells {
  const cells = (height: number, width: number, cell: (x: number, y: number) => LatticeCell) =>
    range(height).flatMap((y) => range(width).map((x) => cell(x, y)));
  if (lattice === 'hexagons') {
    return cells(rows, columns, (x, y) => [x - Math.floor(y / 2), y, 0]);
  }
  if (lattice === 'triangles') {
    return cells(rows, columns, (x, y) => {
      const kind = (x + y) % 2;
      return [(x - y - kind) / 2, y, kind];
    });
  }
  return [
    ...cells(rows + 1, columns, (x, y) => [x, y, 0]),
    ...cells(rows, columns + 1, (x, y) => [x, y, 1]),
  ];
}

/** The number of cells of a board. */
export function areaSize(lattice: FlatLattice, sides: Sides): number {
  return areaOf(lattice, sides).length;
}

/** The cells that a drawing has on. Cells of a lattice stand in for cubes: x, y, z are its column, row and layer. */
export function cubesOf(lattice: FlatLattice, sides: Sides, drawing: string): Cube[] {
  const cells = areaOf(lattice, sides).filter((_, k) => drawing[k] === '#');
  return cells.map(cubeOf);
}

/** The sets of pieces of a lattice, but for those that are too many to show. */
export function setsFor(lattice: FlatLattice): ListedPieces[] {
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

/** A picture of a piece. */
export function iconFor(name: FlatLattice): (cells: readonly Cube[]) => SVGSVGElement {
  const lattice = LATTICES[name];
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

/** The outline of a cell on the sheet: y goes down. A stick has some width. */
function outlineOf(lattice: Lattice, cell: LatticeCell): Point[] {
  const corners = lattice.corners(cell).map(([x, y]): Point => [x, 0 - y, 0]);
  if (corners.length > 2) return corners;
  const [[ax, ay], [bx, by]] = corners;
  const [dx, dy] = [(bx - ax) * STICK, (by - ay) * STICK];
  return [
    [ax, ay, 0],
    [ax + dx - dy, ay + dy + dx, 0],
    [bx - dx - dy, by - dy + dx, 0],
    [bx, by, 0],
    [bx - dx + dy, by - dy - dx, 0],
    [ax + dx + dy, ay + dy - dx, 0],
  ];
}

function pathOf(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`).join('L')}z`;
}

function frameOf(points: readonly Point[]): readonly [number, number, number, number] {
  const span = (axis: 0 | 1) => {
    const values = points.map((point) => point[axis]);
    const low = values.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
    const high = values.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
    return [low - MARGIN, high - low + 2 * MARGIN] as const;
  };
  const [[left, width], [top, height]] = [span(0), span(1)];
  return [left, top, width, height];
}

/** A board of cells of a lattice. The tab key reaches one cell, arrows the nearest one in their direction. */
export class LatticeGrid {
  readonly element: HTMLElement;
  readonly #lattice: FlatLattice;
  readonly #onChange: () => void;
  #sides: Sides = { rows: 0, columns: 0, layers: 1 };
  #cells: Cells = [];
  #isOn: boolean[] = [];
  #shapes: SVGElement[] = [];
  #middles: readonly Point[] = [];
  #reached = 0;
  #paint: boolean | undefined;

  constructor(lattice: FlatLattice, onChange: () => void) {
    this.#lattice = lattice;
    this.#onChange = onChange;
    this.element = document.createElement('div');
    const label = { role: 'group', 'aria-label': 'Board' };
    assembled(this.element, ['lattice-board'], [label]);
    this.element.addEventListener('pointerdown', (event) => this.#press(event));
    this.element.addEventListener('pointermove', (event) => this.#drag(event));
    for (const end of ['pointerup', 'pointercancel'] as const) {
      this.element.addEventListener(end, () => {
        this.#paint = undefined;
      });
    }
    this.element.addEventListener('keydown', (event) => this.#type(event));
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

  /** Gives the board other sides. Cells that come anew are on. */
  resize(sides: Sides): void {
    const before = new Map(this.#cells.map((cell, k) => [cell.join(), this.#isOn[k]]));
    this.#lay(sides, (cell) => before.get(cell.join()) ?? true);
  }

  #lay(sides: Sides, isOn: (cell: LatticeCell, k: number) => boolean): void {
    this.#sides = sides;
    this.#cells = areaOf(this.#lattice, sides);
    this.#isOn = this.#cells.map(isOn);
    this.#reached = Math.min(this.#reached, this.#cells.length - 1);
    const lattice = LATTICES[this.#lattice];
    const outlines = this.#cells.map((cell) => outlineOf(lattice, cell));
    this.#middles = this.#cells.map((cell) => lattice.centre(cell));
    const hits = this.#cells.map((cell) => this.#hitOf(lattice, cell));
    const parts = outlines.map((outline, k) => {
      const [x, y, z] = this.#cells[k];
      const kind = KINDS[this.#lattice]?.[z] ?? '';
      const tab = k === this.#reached ? 0 : -1;
      const name = `Row ${y + 1}, place ${x + 1}${kind}`;
      return `<g role="checkbox" tabindex="${tab}" data-cell="${k}" aria-label="${name}" aria-checked="${this.#isOn[k]}">${hits[k]}<path d="${pathOf(outline)}"/></g>`;
    });
    const svg = svgOf(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${frameOf(outlines.flat()).join(' ')}">${parts.join('')}</svg>`,
    );
    this.#shapes = [...svg.children] as SVGElement[];
    this.element.replaceChildren(svg);
  }

  /** A stick is thin: the diamond around it takes the pointer. */
  #hitOf(lattice: Lattice, cell: LatticeCell): string {
    const corners = lattice.corners(cell);
    if (corners.length > 2) return '';
    const [[ax, ay], [bx, by]] = corners;
    const [mx, my, hx, hy] = [(ax + bx) / 2, (ay + by) / 2, (bx - ax) / 2, (by - ay) / 2];
    const diamond = [
      [ax, ay],
      [mx - hy, my + hx],
      [bx, by],
      [mx + hy, my - hx],
    ].map(([x, y]): Point => [x, 0 - y, 0]);
    return `<path class="hit" d="${pathOf(diamond)}"/>`;
  }

  #set(cell: number, isOn: boolean): void {
    if (this.#isOn[cell] === isOn) return;
    this.#isOn[cell] = isOn;
    this.#shapes[cell].setAttribute('aria-checked', String(isOn));
    this.#onChange();
  }

  #reach(cell: number): void {
    this.#shapes[this.#reached].setAttribute('tabindex', '-1');
    this.#reached = cell;
    this.#shapes[cell].setAttribute('tabindex', '0');
    this.#shapes[cell].focus({ preventScroll: true });
  }

  #press(event: PointerEvent): void {
    const cell = cellAt(event.target);
    if (cell === undefined || event.button !== 0) return;
    event.preventDefault();
    this.#paint = !this.#isOn[cell];
    this.#reach(cell);
    this.#set(cell, this.#paint);
  }

  #drag(event: PointerEvent): void {
    if (this.#paint === undefined || event.buttons === 0) return;
    const target = document.elementFromPoint(event.clientX, event.clientY);
    const cell = this.element.contains(target) ? cellAt(target) : undefined;
    if (cell !== undefined) this.#set(cell, this.#paint);
  }

  #type(event: KeyboardEvent): void {
    const way = WAYS[event.key];
    if (event.key === ' ' || event.key === 'Enter') {
      this.#set(this.#reached, !this.#isOn[this.#reached]);
    } else if (way !== undefined) {
      const next = this.#nextOf(this.#reached, way);
      if (next !== undefined) this.#reach(next);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The nearest cell in a direction; what lies aside counts twice. */
  #nextOf(cell: number, [dx, dy]: readonly [number, number]): number | undefined {
    const [x, y] = this.#middles[cell];
    let [best, least] = [undefined as number | undefined, Number.POSITIVE_INFINITY];
    this.#middles.forEach(([ox, oy], other) => {
      const along = (ox - x) * dx + (oy - y) * dy;
      const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      if (along < 0.1 || along + 2 * aside >= least || aside > 2 * along) return;
      [best, least] = [other, along + 2 * aside];
    });
    return best;
  }
}

const KINDS: Partial<Record<FlatLattice, readonly string[]>> = {
  triangles: [', pointing up', ', pointing down'],
  edges: [', across', ', upright'],
};

const WAYS: Readonly<Record<string, readonly [dx: number, dy: number] | undefined>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
