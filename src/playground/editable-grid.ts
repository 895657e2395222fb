/** Boards of cells that a reader sets by pointer and by keys. */
import type { Cells, LatticeCell } from '../puzzles/packing/lattice.ts';
import { PALETTE, TINTS } from '../puzzles/picture/palette.ts';
import { type Attributes, h, inFrames, onResize } from './element.ts';

export interface Sides {
  readonly rows: number;
  readonly columns: number;
  readonly layers: number;
}

/** The largest side of a cell, and the space between layers, in pixels. */
const LARGEST_CELL = 52;
const LAYER_GAP = 22;

/**
 * A board of cells, of which the tab key reaches one, and arrows the others. Empty rows have their
 * size from the start, so that nothing moves when the cells come, which is in slices and as soon as
 * the room is known: to change the size of all would take as long again.
 */
export abstract class Board {
  readonly element: HTMLElement;
  /** The cells that exist so far: the others follow. */
  protected cells: (HTMLElement | undefined)[] = [];
  /** The cell that the tab key reaches. */
  reached = 0;
  #rows: readonly HTMLElement[] = [];
  #columns = 0;
  #stop = () => {};
  /** The room that there is, in pixels. */
  #room: readonly [width: number, height: number] = [0, 0];

  constructor(attributes: Attributes) {
    this.element = h('div', attributes);
    onResize(this.element, (width, height) => {
      // A board that was taken from the page and comes back has its cells.
      const isFirst = this.#room[0] === 0 && this.cells.length === 0;
      this.#room = [width, height];
      this.#fit();
      if (isFirst) this.#build();
    });
  }

  /** Makes a cell. Rows are counted through all layers. */
  protected abstract makeCell(row: number, column: number): HTMLElement;
  /** The side of the largest cells that fit; undefined while there is no board. */
  protected abstract sideIn(width: number, height: number): number | undefined;

  /** Lays out empty rows, which are among `parts`. */
  protected lay(rows: readonly HTMLElement[], columns: number, ...parts: HTMLElement[]): void {
    this.#rows = rows;
    this.#columns = columns;
    this.element.style.setProperty('--columns', String(columns));
    this.element.replaceChildren(...parts);
    this.#fit();
    this.#build();
  }

  #build(): void {
    this.#stop();
    this.cells = [];
    if (this.#room[0] === 0) return;
    this.#stop = inFrames(this.#rows.length, (row) => {
      const cells = range(this.#columns).map((column) => this.makeCell(row, column));
      this.#rows[row]?.append(...cells);
    });
  }

  #fit(): void {
    const [width, height] = this.#room;
    const side = width === 0 ? undefined : this.sideIn(width, height);
    if (side === undefined) return;
    this.element.style.setProperty('--cell', `${side}px`);
    this.element.toggleAttribute('data-fitted', true);
  }

  /** Makes a cell the one that the tab key reaches. */
  start(cell: number): void {
    this.cells[this.reached]?.setAttribute('tabindex', '-1');
    this.reached = cell;
    this.cells[cell]?.setAttribute('tabindex', '0');
  }

  /** Moves to a cell. */
  reach(cell: number): void {
    this.start(cell);
    this.cells[this.reached]?.focus({ preventScroll: true });
  }
}

/** Cells that are on or off, by number. */
export interface Switched {
  readonly element: HTMLElement;
  isOn(cell: number): boolean;
  set(cell: number, isOn: boolean): void;
  reach(cell: number): void;
  /** The cell to which a key leads; undefined if it leads nowhere. */
  keyed(cell: number, key: string): number | undefined;
}

/**
 * Lets the pointer paint, and keys go from cell to cell: all that it passes while it is down becomes
 * what the first cell has become.
 */
export function listenTo(cells: Switched): void {
  const { element } = cells;
  let paint: boolean | undefined;
  element.addEventListener('pointerdown', (event) => {
    const cell = cellOf(event.target);
    if (cell === undefined || event.button !== 0) return;
    event.preventDefault();
    paint = !cells.isOn(cell);
    cells.reach(cell);
    cells.set(cell, paint);
  });
  element.addEventListener('pointermove', (event) => {
    if (paint === undefined || event.buttons === 0) return;
    // A finger keeps the cell that it touched first as its target.
    const target = document.elementFromPoint(event.clientX, event.clientY);
    const cell = element.contains(target) ? cellOf(target) : undefined;
    if (cell !== undefined) cells.set(cell, paint);
  });
  for (const end of ['pointerup', 'pointercancel'] as const) {
    element.addEventListener(end, () => {
      paint = undefined;
    });
  }
  element.addEventListener('keydown', (event) => {
    const cell = cellOf(event.target);
    if (cell === undefined) return;
    if (event.key === ' ' || event.key === 'Enter') cells.set(cell, !cells.isOn(cell));
    else {
      const next = cells.keyed(cell, event.key);
      if (next === undefined) return;
      cells.reach(next);
    }
    event.preventDefault();
    event.stopPropagation();
  });
}

/**
 * A board whose cells are on or off: the pointer paints, the space bar does the same. A board in
 * space shows its layers side by side.
 */
export class CellGrid extends Board implements Switched {
  readonly #onChange: () => void;
  readonly #name: string;
  #sides: Sides = { rows: 0, columns: 0, layers: 0 };
  /** Cell, by layer, row and column -> true if it is on. */
  #isOn: boolean[] = [];

  /** `name`: what it is the board of, to those who do not see it. */
  constructor(onChange: () => void, name: 'Board' | 'Piece') {
    super({ class: 'cells' });
    this.#onChange = onChange;
    this.#name = name;
    listenTo(this);
  }

  isOn(cell: number): boolean {
    return this.#isOn[cell];
  }

  get sides(): Sides {
    return this.#sides;
  }

  /** The number of cells that are on. */
  get count(): number {
    return this.#isOn.filter((isOn) => isOn).length;
  }

  /** Layer -> its cells that are on. */
  get layers(): Cells[] {
    const { rows, columns, layers } = this.#sides;
    return range(layers).map((z) =>
      range(rows * columns).flatMap((k): LatticeCell[] => {
        const isOn = this.#isOn[z * rows * columns + k];
        return isOn ? [[k % columns, Math.floor(k / columns), z]] : [];
      }),
    );
  }

  /** The drawing: `#` for a cell that is on, a line for a row, an empty line between layers. */
  get drawing(): string {
    const { rows, columns, layers } = this.#sides;
    return range(layers)
      .map((layer) =>
        range(rows)
          .map((row) =>
            range(columns)
              .map((column) => (this.#isOn[(layer * rows + row) * columns + column] ? '#' : '.'))
              .join(''),
          )
          .join('\n'),
      )
      .join('\n\n');
  }

  /** Shows a board. `isOn` says which cells are on. */
  show(sides: Sides, isOn: (row: number, column: number, layer: number) => boolean): void {
    const { rows, columns, layers } = sides;
    const isSame = JSON.stringify(sides) === JSON.stringify(this.#sides);
    const before = this.#isOn;
    this.#sides = sides;
    this.#isOn = range(layers).flatMap((layer) =>
      range(rows).flatMap((row) => range(columns).map((column) => isOn(row, column, layer))),
    );
    if (!isSame) {
      this.#layOut();
      return;
    }
    before.forEach((wasOn, cell) => {
      if (this.#isOn[cell] !== wasOn) this.#mark(cell);
    });
  }

  /** Shows a drawing on a board of these sides; cells outside of it are left out. */
  showDrawing(sides: Sides, drawing: string): void {
    const layers = drawing.split('\n\n').map((layer) => layer.split('\n'));
    this.show(sides, (row, column, layer) => layers[layer]?.[row]?.[column] === '#');
  }

  /** Gives the board other sides. `isNewOn`: cells that come anew are on. */
  resize(sides: Sides, isNewOn: boolean): void {
    const before = this.#sides;
    const wasOn = this.#isOn;
    this.show(sides, (row, column, layer) => {
      const isNew = row >= before.rows || column >= before.columns || layer >= before.layers;
      return isNew ? isNewOn : wasOn[(layer * before.rows + row) * before.columns + column];
    });
  }

  #layOut(): void {
    const { rows, columns, layers } = this.#sides;
    this.reached = 0;
    const lines = range(layers * rows).map(() => h('div', { role: 'row' }));
    const boards = range(layers).map((layer) => {
      const place = `Layer ${layer + 1}`;
      const name = layers === 1 ? this.#name : `${this.#name}, ${place.toLowerCase()}`;
      const label = layers > 1 && h('p.caption', { 'aria-hidden': 'true' }, place);
      const own = lines.slice(layer * rows, (layer + 1) * rows);
      const attributes = { role: 'grid', 'aria-label': name, 'aria-multiselectable': 'true' };
      const tint = layers > 1 && { '--tint': colourOf(layer) };
      return h('div.layer', { ...tint }, label, h('div', attributes, ...own));
    });
    this.lay(lines, columns, ...boards);
  }

  protected override makeCell(row: number, column: number): HTMLElement {
    const number = this.cells.length;
    const cell = h('div', {
      role: 'gridcell',
      tabindex: number === this.reached ? 0 : -1,
      'aria-label': `Row ${(row % this.#sides.rows) + 1}, column ${column + 1}`,
      'aria-selected': String(this.#isOn[number]),
      'data-cell': number,
    });
    this.cells.push(cell);
    return cell;
  }

  /** The largest cells with which all layers fit. */
  protected override sideIn(width: number, height: number): number | undefined {
    const { rows, columns, layers } = this.#sides;
    if (layers === 0) return undefined;
    const caption = layers > 1 ? 24 : 0;
    let best = 0;
    for (let across = 1; across <= layers; across++) {
      const down = Math.ceil(layers / across);
      const wide = (width - (across - 1) * LAYER_GAP) / across / columns;
      const high = (height - (down - 1) * LAYER_GAP - down * caption) / down / rows;
      best = Math.max(best, Math.min(wide, high));
    }
    return Math.max(6, Math.min(LARGEST_CELL, Math.floor(best - 0.1)));
  }

  #mark(cell: number): void {
    this.cells[cell]?.setAttribute('aria-selected', String(this.#isOn[cell]));
  }

  set(cell: number, isOn: boolean): void {
    if (this.#isOn[cell] === isOn) return;
    this.#isOn[cell] = isOn;
    this.#mark(cell);
    this.#onChange();
  }

  keyed(cell: number, key: string): number | undefined {
    const { rows, columns, layers } = this.#sides;
    const column = cell % columns;
    const row = Math.floor(cell / columns) % rows;
    const layer = Math.floor(cell / columns / rows);
    const at = (r: number, c: number, l: number) => (l * rows + r) * columns + c;
    const to: Readonly<Record<string, number>> = {
      ArrowLeft: column > 0 ? cell - 1 : at(row, columns - 1, Math.max(0, layer - 1)),
      ArrowRight: column < columns - 1 ? cell + 1 : at(row, 0, Math.min(layers - 1, layer + 1)),
      ArrowUp: at(Math.max(0, row - 1), column, layer),
      ArrowDown: at(Math.min(rows - 1, row + 1), column, layer),
      Home: at(row, 0, layer),
      End: at(row, columns - 1, layer),
    };
    return Object.hasOwn(to, key) ? to[key] : undefined;
  }
}

/** The number of the cell that an element is. */
export function cellOf(target: EventTarget | null): number | undefined {
  const cell = target instanceof Element ? target.closest('[data-cell]') : null;
  const number = cell?.getAttribute('data-cell');
  return number === null || number === undefined ? undefined : Number(number);
}

/** The tint of a layer, and its colour: the solid beside the layers has it, too. */
export function tintOf(layer: number): number {
  return layer % TINTS;
}

export function colourOf(layer: number): string {
  return PALETTE[tintOf(layer)].fill;
}

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, k) => k);
}
