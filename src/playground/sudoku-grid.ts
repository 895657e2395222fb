/**
 * A grid of values that a reader types. Arrows move, a symbol sets a value, Backspace and the like
 * take it away. A blank cell can show its candidates, the more solutions have them the darker.
 */
import { Board, cellOf, range } from './editable-grid.ts';
import { h, inFrames, svgOf } from './element.ts';
import { groups, percent } from './numbers.ts';
import { type Alphabet, alphabetOf, type Layout } from './sudoku-state.ts';
import type { Candidate } from './sudokus.ts';

/** A space as wide as a digit. */
const NO_MARK = '\u2007';
/** The largest board whose cells have room for their candidates. */
export const MOST_MARKS = 9;

interface GridEvents {
  /** A value is typed; 0 takes it away. */
  set(cell: number, value: number): void;
  /** Another cell is reached. */
  reach(cell: number): void;
}

/** The content of the grid. */
export interface Content {
  readonly givens: readonly number[];
  /** Values of a solution, for the blank cells. */
  readonly solution?: readonly number[] | undefined;
  readonly candidates?: readonly (readonly Candidate[])[] | undefined;
  /** Cells that contradict each other. */
  readonly wrong?: readonly number[] | undefined;
  /** Cells that a hint is about. */
  readonly look?: readonly number[] | undefined;
  /** Cells to which it gives a value. */
  readonly filled?: readonly number[] | undefined;
  /** A drawing over the grid. */
  readonly overlay?: SVGSVGElement | undefined;
}

export class SudokuGrid extends Board {
  readonly #events: GridEvents;
  #layout: Layout | undefined;
  #symbols = alphabetOf({ values: 9 });
  #content: Content = { givens: [] };
  /** Cell -> its content as a text. */
  #shown: string[] = [];
  #stopFilling = () => {};
  #overlay: SVGSVGElement | undefined;

  constructor(events: GridEvents) {
    super({ class: 'sudoku', role: 'grid', 'aria-label': 'Sudoku' });
    this.#events = events;
    this.element.addEventListener('pointerdown', (event) => {
      const cell = cellOf(event.target);
      if (cell === undefined) return;
      event.preventDefault();
      this.reach(cell);
    });
    this.element.addEventListener('keydown', (event) => this.#type(event));
  }

  /** The cell that the tab key reaches. */
  get here(): number {
    return this.reached;
  }

  get symbols(): Alphabet {
    return this.#symbols;
  }

  /** Shows a board with some content. */
  open(layout: Layout, content: Content): void {
    const { rows, columns, regions } = layout;
    this.#layout = layout;
    this.#content = content;
    this.#symbols = alphabetOf(layout);
    this.#stopFilling();
    this.#shown = [];
    if (regions[this.reached] === undefined) {
      this.reached = regions.findIndex((region) => region !== undefined);
    }
    const lines = range(rows).map(() => h('div', { role: 'row' }));
    const { drawing } = layout;
    this.element.toggleAttribute('data-drawn', drawing !== undefined);
    for (const [place, cells] of Object.entries(drawing?.room ?? {})) {
      this.element.style.setProperty(`--${place}`, String(cells));
    }
    if (drawing !== undefined) lines[0]?.append(svgOf(drawing.svg));
    this.lay(lines, columns, ...lines);
  }

  protected override makeCell(row: number, column: number): HTMLElement {
    const { rows, columns, regions, isTinted, drawing } = this.#layout as Layout;
    const cell = row * columns + column;
    if (regions[cell] === undefined) return h('div.hole', { role: 'presentation' });
    const isWall = (other: number) => regions[cell] !== regions[other];
    const walls = [
      (row === 0 || isWall(cell - columns)) && 'n',
      (column === columns - 1 || isWall(cell + 1)) && 'e',
      (row === rows - 1 || isWall(cell + columns)) && 's',
      (column === 0 || isWall(cell - 1)) && 'w',
    ];
    const element = h('div', {
      role: 'gridcell',
      tabindex: cell === this.reached ? 0 : -1,
      class: ['cell', ...walls].filter((wall) => wall !== false).join(' '),
      'data-tinted': isTinted[cell],
      'data-summed': drawing?.summed.includes(cell),
      'data-cell': cell,
    });
    this.cells[cell] = element;
    this.#fill(cell);
    return element;
  }

  /**
   * Fills the cells that have changed. A cell that does not exist yet gets its content when it is
   * made.
   */
  show(content: Content): void {
    this.#content = content;
    this.#stopFilling();
    this.#overlay?.remove();
    this.#overlay = content.overlay;
    // In the last row, over the others.
    if (content.overlay) this.element.lastElementChild?.append(content.overlay);
    this.#stopFilling = inFrames(this.cells.length, (cell) => this.#fill(cell));
  }

  /** The content of a cell as a text, to compare. */
  #keyOf(cell: number): string {
    const { givens, solution, candidates, wrong, look, filled } = this.#content;
    const marks = candidates?.[cell] ?? [];
    const all = marks.map(
      ({ value, share = -1, role = '' }) => `${value}${share < 0 ? '' : share >= 0.5}${role}`,
    );
    const kinds = [wrong, look, filled].map((cells) => cells?.includes(cell));
    return `${givens[cell]} ${solution?.[cell]} ${kinds} ${all.join(' ')}`;
  }

  #fill(cell: number): void {
    const element = this.cells[cell];
    const key = this.#keyOf(cell);
    if (element === undefined || key === this.#shown[cell]) return;
    this.#shown[cell] = key;
    const { givens, solution, candidates, wrong, look, filled } = this.#content;
    const place = this.placeOf(cell);
    const given = givens[cell] ?? 0;
    const value = given || (solution?.[cell] ?? 0);
    const marks = given === 0 && value === 0 ? (candidates?.[cell] ?? []) : [];
    const symbol = this.#symbols.symbolOf(value);
    const listed = (isMeant: (mark: Candidate) => boolean) =>
      marks.filter(isMeant).map((one) => this.#symbols.symbolOf(one.value));
    const open = listed(({ role }) => role !== 'out');
    const out = listed(({ role }) => role === 'out');
    const said = [
      place,
      given > 0 ? `given ${symbol}` : value > 0 ? `solved ${symbol}` : 'blank',
      open.length > 0 && `can be ${open.join(' ')}`,
      out.length > 0 && `cannot be ${out.join(' ')}`,
      wrong?.includes(cell) && 'wrong',
      look?.includes(cell) && 'look here',
      ...(this.#layout?.around?.[cell] ?? []),
    ];
    element.setAttribute('aria-label', said.filter((part) => part).join(', '));
    element.toggleAttribute('data-given', given > 0);
    element.toggleAttribute('data-wrong', wrong?.includes(cell) ?? false);
    element.toggleAttribute('data-look', look?.includes(cell) ?? false);
    element.toggleAttribute('data-filled', filled?.includes(cell) ?? false);
    const { values = 0 } = this.#layout ?? {};
    if (value > 0) element.replaceChildren(symbol);
    else if (marks.length > 0 && values <= MOST_MARKS) element.replaceChildren(this.#marks(marks));
    else if (marks.length === 1) {
      const [only] = marks as [Candidate];
      element.replaceChildren(h('span.only', this.#symbols.symbolOf(only.value)));
    } else element.replaceChildren();
  }

  /**
   * Small values in a raster, in their places: a text for all of them, and one over it for those in
   * at least half of the solutions. The style sheet writes both; screen readers use the name of the
   * cell. Those with a role in a hint have elements of their own.
   */
  #marks(marks: readonly Candidate[]): HTMLElement {
    const values = this.#layout?.values ?? 9;
    const across = values <= 4 ? 2 : 3;
    const text = (isShown: (mark: Candidate) => boolean) =>
      range(values)
        .map((k) => {
          const mark = marks.find(({ value }) => value === k + 1);
          const symbol =
            mark && mark.role === undefined && isShown(mark)
              ? this.#symbols.symbolOf(k + 1)
              : NO_MARK;
          return (k + 1) % across === 0 && k + 1 < values ? `${symbol}\n` : symbol;
        })
        .join('');
    const isOften = ({ share = 0 }: Candidate) => share >= 0.5;
    const roles = marks.flatMap(({ value, role }) => {
      if (role === undefined) return [];
      const place = { '--x': (value - 1) % across, '--y': Math.floor((value - 1) / across) };
      return [h('b', { class: role, 'data-mark': this.#symbols.symbolOf(value), ...place })];
    });
    const attributes = {
      'aria-hidden': 'true',
      'data-marks': text((mark) => !isOften(mark)),
      'data-often': marks.some(isOften) && text(isOften),
    };
    return h('span.marks', attributes, ...roles);
  }

  /** A line about a cell, with its marks if there are some. */
  caption(cell: number, marks: readonly Candidate[] = []): HTMLElement {
    const given = this.#content.givens[cell] ?? 0;
    const symbols = marks.map(({ value }) => this.#symbols.symbolOf(value));
    const about = given > 0 ? [`given ${this.#symbols.symbolOf(given)}`] : symbols;
    const around = this.#layout?.around?.[cell] ?? [];
    const parts = [[this.placeOf(cell), about.join(' ')].filter(Boolean).join(': '), ...around];
    return h('p.caption', parts.join(' · '));
  }

  placeOf(cell: number): string {
    const columns = this.#layout?.columns ?? 1;
    return `Row ${Math.floor(cell / columns) + 1}, column ${(cell % columns) + 1}`;
  }

  /** A hole cannot be reached. */
  override start(cell: number): void {
    if (this.#layout?.regions[cell] !== undefined) super.start(cell);
  }

  override reach(cell: number): void {
    super.reach(cell);
    this.#events.reach(this.reached);
  }

  #type(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || this.#layout === undefined) return;
    const { rows, columns, values } = this.#layout;
    const { key } = event;
    const step = (across: number, down: number) => {
      // Holes are passed over.
      let row = Math.floor(this.reached / columns) + down;
      let column = (this.reached % columns) + across;
      while (row >= 0 && column >= 0 && row < rows && column < columns) {
        if (this.cells[row * columns + column] !== undefined) {
          this.reach(row * columns + column);
          return;
        }
        row += down;
        column += across;
      }
    };
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const move = Object.hasOwn(moves, key) ? moves[key] : undefined;
    const value = range(values).find(
      (k) => this.#symbols.keyOf(k + 1).toLowerCase() === key.toLowerCase(),
    );
    if (move !== undefined) step(...move);
    else if (value !== undefined) this.#events.set(this.reached, value + 1);
    else if (['Backspace', 'Delete', ' ', '.', '0'].includes(key))
      this.#events.set(this.reached, 0);
    else return;
    event.preventDefault();
  }

  protected override sideIn(width: number, height: number): number {
    const { columns = 1, rows = 1, drawing } = this.#layout ?? {};
    const { left = 0, right = 0, above = 0, below = 0 } = drawing?.room ?? {};
    const [across, down] = [columns + left + right, rows + above + below];
    return Math.max(10, Math.floor(Math.min(width / across, height / down, 64) - 0.2));
  }
}

/** The candidates of a cell, each with the number of its solutions and their share of all. */
export function chancesOf(candidates: readonly Candidate[], symbols: Alphabet): HTMLElement {
  const items = candidates.map(({ value, exact, share = 0 }) =>
    h(
      'li',
      h('b', symbols.symbolOf(value)),
      h('span', exact === undefined ? '' : `${groups(exact)} (${percent(share)})`),
      exact !== undefined && h('span.bar', { '--share': share }),
    ),
  );
  return h('ul', ...items);
}
