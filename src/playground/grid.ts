/**
 * A board whose cells are on or off: the pointer paints, arrows and the space bar do the same. A
 * board in space shows its layers side by side. One cell at a time can be reached by the tab key,
 * the others by arrows.
 */
import { h, inSlices, onResize } from './element.ts';

export interface Sides {
  readonly rows: number;
  readonly columns: number;
  readonly layers: number;
}

/** The largest side of a cell, and the space between layers, in pixels. */
const LARGEST = 52;
const GAP = 22;

export class CellGrid {
  readonly element = h('div', { class: 'cells' });
  readonly #onChange: () => void;
  #sides: Sides = { rows: 0, columns: 0, layers: 0 };
  /** Cell, by layer, row and column -> true if it is on. */
  #isOn: boolean[] = [];
  /** The cells that exist so far: the others follow. */
  #cells: HTMLElement[] = [];
  #rows: HTMLElement[] = [];
  #stop = () => {};
  /** The cell that the tab key reaches. */
  #reached = 0;
  /** The value that the pointer paints while it is down. */
  #paint: boolean | undefined;
  /** The room that there is, in pixels. */
  #room: readonly [width: number, height: number] = [0, 0];

  constructor(onChange: () => void) {
    this.#onChange = onChange;
    const { element } = this;
    element.addEventListener('pointerdown', (event) => this.#press(event));
    element.addEventListener('pointermove', (event) => this.#drag(event));
    for (const end of ['pointerup', 'pointercancel'] as const) {
      element.addEventListener(end, () => {
        this.#paint = undefined;
      });
    }
    element.addEventListener('keydown', (event) => this.#type(event));
    onResize(element, (width, height) => {
      const isFirst = this.#room[0] === 0;
      this.#room = [width, height];
      this.#fit();
      if (isFirst) this.#build();
    });
  }

  get sides(): Sides {
    return this.#sides;
  }

  /** The number of cells that are on. */
  get count(): number {
    return this.#isOn.filter((isOn) => isOn).length;
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

  /** Shows a board. `isOn` tells which cells are on. */
  show(sides: Sides, isOn: (row: number, column: number, layer: number) => boolean): void {
    const { rows, columns, layers } = sides;
    const isSame = JSON.stringify(sides) === JSON.stringify(this.#sides);
    const before = this.#isOn;
    this.#sides = sides;
    this.#isOn = range(layers).flatMap((layer) =>
      range(rows).flatMap((row) => range(columns).map((column) => isOn(row, column, layer))),
    );
    if (!isSame) {
      this.#lay();
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

  /** Lays out empty rows. They have their size, so that nothing moves when the cells come. */
  #lay(): void {
    const { rows, columns, layers } = this.#sides;
    this.#reached = 0;
    this.#rows = [];
    const boards = range(layers).map((layer) => {
      const lines = range(rows).map(() => h('div', { role: 'row' }));
      this.#rows.push(...lines);
      const name = layers === 1 ? 'Board' : `Layer ${layer + 1}`;
      const label = layers > 1 && h('p', { class: 'caption', 'aria-hidden': 'true' }, name);
      return h(
        'div',
        { class: 'layer' },
        label,
        h('div', { role: 'grid', 'aria-label': name, 'aria-multiselectable': 'true' }, ...lines),
      );
    });
    this.element.style.setProperty('--columns', String(columns));
    this.element.replaceChildren(...boards);
    this.#fit();
    this.#build();
  }

  /**
   * Puts the cells into the rows, once the room is known: to change the size of all would take as
   * long again.
   */
  #build(): void {
    const { rows, columns } = this.#sides;
    this.#stop();
    this.#cells = [];
    if (this.#room[0] === 0) return;
    this.#stop = inSlices(this.#rows.length, (k) => {
      const cells = range(columns).map((column) => this.#cellAt(k % rows, column));
      this.#rows[k]?.append(...cells);
    });
  }

  #cellAt(row: number, column: number): HTMLElement {
    const number = this.#cells.length;
    const cell = h('div', {
      role: 'gridcell',
      tabindex: number === this.#reached ? 0 : -1,
      'aria-label': `Row ${row + 1}, column ${column + 1}`,
      'aria-selected': String(this.#isOn[number]),
      'data-cell': number,
    });
    this.#cells.push(cell);
    return cell;
  }

  /** The largest cells with which all layers fit. */
  #fit(): void {
    const { rows, columns, layers } = this.#sides;
    const [width, height] = this.#room;
    if (layers === 0 || width === 0) return;
    const caption = layers > 1 ? 24 : 0;
    let best = 0;
    for (let across = 1; across <= layers; across++) {
      const down = Math.ceil(layers / across);
      const wide = (width - (across - 1) * GAP) / across / columns;
      const high = (height - (down - 1) * GAP - down * caption) / down / rows;
      best = Math.max(best, Math.min(wide, high));
    }
    const side = Math.max(6, Math.min(LARGEST, Math.floor(best - 0.1)));
    this.element.style.setProperty('--cell', `${side}px`);
    this.element.toggleAttribute('data-fitted', true);
  }

  #mark(cell: number): void {
    this.#cells[cell]?.setAttribute('aria-selected', String(this.#isOn[cell]));
  }

  #set(cell: number, isOn: boolean): void {
    if (this.#isOn[cell] === isOn) return;
    this.#isOn[cell] = isOn;
    this.#mark(cell);
    this.#onChange();
  }

  #press(event: PointerEvent): void {
    const cell = cellOf(event.target);
    if (cell === undefined || event.button !== 0) return;
    event.preventDefault();
    this.#paint = !this.#isOn[cell];
    this.#reach(cell);
    this.#set(cell, this.#paint);
  }

  #drag(event: PointerEvent): void {
    if (this.#paint === undefined || event.buttons === 0) return;
    // A finger keeps the cell that it touched first as its target.
    const cell = cellOf(document.elementFromPoint(event.clientX, event.clientY));
    if (cell !== undefined) this.#set(cell, this.#paint);
  }

  #type(event: KeyboardEvent): void {
    const { rows, columns, layers } = this.#sides;
    const cell = this.#reached;
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
    if (event.key === ' ' || event.key === 'Enter') this.#set(cell, !this.#isOn[cell]);
    else if (Object.hasOwn(to, event.key)) this.#reach(to[event.key] as number);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #reach(cell: number): void {
    this.#cells[this.#reached]?.setAttribute('tabindex', '-1');
    this.#reached = cell;
    const element = this.#cells[cell];
    element?.setAttribute('tabindex', '0');
    element?.focus({ preventScroll: true });
  }
}

/** The number of the cell that an element is. */
function cellOf(target: EventTarget | null): number | undefined {
  const cell = target instanceof Element ? target.closest('[data-cell]') : null;
  const number = cell?.getAttribute('data-cell');
  return number === null || number === undefined ? undefined : Number(number);
}

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, k) => k);
}
