/** Draw your own: a board of cells, flat or in layers, and the pieces to fill it with. */

import { cubesOf } from '../../puzzles/packing/cubes.ts';
import { piece as drawPiece, type Piece } from '../../puzzles/packing/pieces.ts';
import {
  BEGINNINGS,
  DRAWN_LATTICES,
  type DrawingState,
  type DrawnLattice,
  type DrawnPiece,
  hasLayers,
  MOST_DRAWING_CELLS,
  MOST_DRAWING_PIECES,
  MOST_DRAWING_SIDE,
  MOST_LAYERS,
  MOST_PENCIL_CELLS,
  SWITCHES,
  type Switch,
  stateOf,
} from '../drawing-state.ts';
import type { DrawnForms } from '../drawn-forms.ts';
import { CellGrid, type Sides } from '../editable-grid.ts';
import {
  button,
  type Child,
  debounced,
  entryForm,
  fill,
  h,
  labelled,
  selectOf,
  tickBox,
} from '../element.ts';
import type { Frame, OpenView } from '../frame.ts';
import type { LatticeGrid } from '../lattice-drawing.ts';
import type { LiveSolid } from '../live-solid.ts';
import { count, groups } from '../numbers.ts';
import { knownPieces, picker } from '../pieces.ts';
import { download } from '../saving.ts';
import type { Puzzle } from '../solving.ts';
import { Stage } from '../stage.ts';
import { BURR, FORMS_DRAWN, problemScene, type Scene, wholeIn } from '../state.ts';

/** The board on which a piece is drawn. */
const SQUARES_PENCIL: Sides = { rows: 6, columns: 6, layers: 1 };
/** Milliseconds without a change before the problem is stated again. */
const SETTLED_MS = 250;

export class Draw implements OpenView {
  static readonly title = 'Draw your own';
  readonly #frame: Frame;
  #known = knownPieces();
  readonly #squares = new CellGrid(() => {
    this.#showSolid();
    this.#edited();
  }, 'Board');
  readonly #squaresPencil = new CellGrid(() => undefined, 'Piece');
  /** The board that is drawn on, and that of pieces: of squares and cubes, or of another lattice. */
  #board: CellGrid | LatticeGrid = this.#squares;
  #pencil: CellGrid | LatticeGrid = this.#squaresPencil;
  readonly #boardPlace = h('div.board-place', this.#squares.element);
  /** The solid of cubes. It loads with the first board of several layers. */
  readonly #solidPlace = h('div.solid-place');
  #solid: LiveSolid | undefined;
  readonly #pencilPlace = h('details.pencil');
  /** What stands below the pieces. It shows with them, so that it does not move. */
  readonly #rest = h(
    'div',
    { hidden: true },
    this.#pencilPlace,
    h(
      'p.links.burr-links',
      button('Save for BurrTools', { class: 'link' }, () => void this.#saveBurr()),
      button('Open a file of BurrTools', { class: 'link' }, () => this.#frame.go(BURR, undefined)),
    ),
  );
  /** What draws other lattices. It loads with the first one. */
  #drawing: typeof import('../lattice-drawing.ts') | undefined;
  #isClosed = false;
  readonly #stage: Stage;
  readonly #sum = h('p.sum', { role: 'status' });
  readonly #pieces = h('div.pieces');
  readonly #form = entryForm();
  #state: DrawingState;

  constructor(host: HTMLElement, given: unknown, frame: Frame) {
    this.#frame = frame;
    this.#state = stateOf(given);
    this.#stage = new Stage(frame, (scene) => this.#share({ scene }), this.#boardPlace);
    const panel = h(
      'section.panel',
      { 'aria-label': 'The board and its pieces' },
      h('h1', 'Draw your own'),
      h(
        'p.about',
        'Switch cells of the board on and off, choose pieces, and step forward to see them fill it.',
      ),
      this.#form,
      this.#sum,
      this.#pieces,
      this.#rest,
    );
    fill(host, this.#stage.element, panel);
    void this.#open();
  }

  show(given: unknown): void {
    this.#state = stateOf(given);
    void this.#open();
  }

  close(): void {
    this.#isClosed = true;
    this.#edited.cancel();
  }

  /** Shows the state, once what draws its lattice is there. */
  async #open(): Promise<void> {
    const opened = this.#state;
    const { lattice, sides, drawing, scene } = opened;
    if (lattice !== undefined) {
      this.#drawing ??= await import('../lattice-drawing.ts').catch(() => undefined);
      if (this.#isClosed || this.#state !== opened) return;
      if (this.#drawing === undefined) {
        this.#frame.notice('This lattice cannot be loaded; is there a network?');
        this.#state = stateOf(undefined);
        return this.#open();
      }
      const isTooLarge = this.#drawing.areaSize(lattice, sides) > MOST_DRAWING_CELLS;
      if (isTooLarge) this.#state = { ...opened, sides: BEGINNINGS[lattice].sides, drawing: '' };
    }
    this.#lay(lattice);
    this.#board.showDrawing(this.#state.sides, opened === this.#state ? drawing : '');
    this.#showSolid();
    this.#fillForm();
    this.#fillPieces();
    this.#rest.hidden = false;
    this.#make(scene);
  }

  /** Lays out the boards of a lattice. */
  #lay(lattice: DrawnLattice | undefined): void {
    const own = this.#drawing;
    if (lattice === undefined || own === undefined) {
      this.#board = this.#squares;
      this.#pencil = this.#squaresPencil;
      this.#known = knownPieces();
    } else {
      this.#board = new own.LatticeGrid(lattice, () => this.#edited(), 'Board');
      this.#pencil = new own.LatticeGrid(lattice, () => undefined, 'Piece');
      this.#known = knownPieces(own.setsFor(lattice));
    }
    fill(this.#boardPlace, this.#board.element, lattice === undefined && this.#solidPlace);
    fill(this.#pencilPlace, ...this.#drawingPart());
  }

  /** Shows the solid of cubes beside their layers, which have their places before it loads. */
  #showSolid(): void {
    const isSolid = this.#board === this.#squares && this.#squares.sides.layers > 1;
    this.#boardPlace.classList.toggle('in-space', isSolid);
    this.#solidPlace.hidden = !isSolid;
    if (isSolid) void this.#drawSolid();
  }

  async #drawSolid(): Promise<void> {
    if (this.#solid === undefined) {
      const loaded = await import('../live-solid.ts').catch(() => undefined);
      if (loaded === undefined) return;
      this.#solid ??= new loaded.LiveSolid();
      fill(this.#solidPlace, this.#solid.element);
    }
    this.#solid.show('cubes', () => this.#squares.layers);
  }

  /** Begins a drawing on another lattice. */
  async #choose(name: string): Promise<void> {
    const lattice = (Object.keys(DRAWN_LATTICES) as DrawnLattice[]).find((one) => one === name);
    if (lattice === undefined) return this.#frame.go('draw', {});
    const own = await import('../lattice-drawing.ts').catch(() => undefined);
    if (this.#isClosed) return;
    if (own === undefined) {
      this.#frame.notice('This lattice cannot be loaded; is there a network?');
      this.#fillForm();
      return;
    }
    const { sides, set, switches = [], ...begun } = BEGINNINGS[lattice];
    const { drawing = '#'.repeat(own.areaSize(lattice, sides)) } = begun;
    const supply = Object.fromEntries(own.namesOf(lattice, set).map((name) => [name, 1]));
    this.#frame.go('draw', { lattice, sides, drawing, supply, switches });
  }

  #fillForm(): void {
    const { lattice, switches } = this.#state;
    const box = (name: Switch) => {
      const tick = (isOn: boolean) => {
        const others = this.#state.switches.filter((other) => other !== name);
        this.#change({ switches: isOn ? [...others, name] : others });
      };
      const isSolid = lattice !== undefined && hasLayers(lattice);
      const about = isSolid && name === 'one-sided' ? 'solids have no sides' : undefined;
      return tickBox(SWITCHES[name], switches.includes(name), tick, about, about === undefined);
    };
    const all = (isOn: boolean) => () => {
      this.#board.show(this.#state.sides, () => isOn);
      this.#showSolid();
      this.#edited();
    };
    const named = h('input', {
      placeholder: `such as ${lattice === undefined ? 'aztec 4 or 3x3x3' : BEGINNINGS[lattice].named}`,
      onchange: () => void this.#name(named.value),
    });
    const kinds: [string, string][] = [
      ['', 'Squares and cubes'],
      ...Object.entries(DRAWN_LATTICES),
    ];
    const fields = () => [...this.#form.querySelectorAll<HTMLElement>('select, input, button')];
    const focused = fields().indexOf(document.activeElement as HTMLElement);
    fill(
      this.#form,
      labelled(
        'Cells',
        selectOf(kinds, lattice ?? '', (name) => void this.#choose(name)),
      ),
      this.#sideFields(this.#board, (sides) => this.#resize(sides)),
      labelled('Board by name', named),
      h(
        'p.links',
        button('all cells on', { class: 'link' }, all(true)),
        button('all off', { class: 'link' }, all(false)),
      ),
      ...(Object.keys(SWITCHES) as Switch[]).map(box),
    );
    // The field that has changed is a new one now.
    fields()[focused]?.focus({ preventScroll: true });
  }

  /** The fields for the sides of a board. `use` tells them from those of the drawing. */
  #sideFields(
    board: CellGrid | LatticeGrid,
    resize: (sides: Sides) => void,
    use = '',
  ): HTMLElement {
    const { lattice } = this.#state;
    const side = (name: keyof Sides, most: number) => {
      const input = h('input', {
        type: 'number',
        min: 1,
        max: most,
        'aria-label': use === '' ? undefined : `${name} ${use}`,
        onchange: () => {
          const value = wholeIn(input.valueAsNumber, 1, most);
          if (value !== undefined) resize({ ...board.sides, [name]: value });
          else this.#frame.notice(`A board here has from 1 to ${most} ${name}.`);
          input.value = String(board.sides[name]);
        },
      });
      input.value = String(board.sides[name]);
      const field = labelled(name, input);
      field.append(h('span.bounds', `1 to ${most}`));
      return field;
    };
    return h(
      'div.three',
      side('rows', MOST_DRAWING_SIDE),
      side('columns', MOST_DRAWING_SIDE),
      (lattice === undefined || hasLayers(lattice)) && side('layers', MOST_LAYERS),
    );
  }

  /** Draws a board by its name. */
  async #name(name: string): Promise<void> {
    const { lattice } = this.#state;
    const own = await import('../lattice-drawing.ts').catch(() => undefined);
    const isLate = this.#isClosed || this.#state.lattice !== lattice;
    if (isLate || own === undefined || name.trim() === '') return;
    let board: ReturnType<typeof own.boardNamed>;
    try {
      board = own.boardNamed(lattice, name);
    } catch (error) {
      this.#frame.notice(error instanceof Error ? error.message : String(error));
      return;
    }
    const { rows = 0, columns = 0, layers = 0 } = board?.sides ?? {};
    const isSmall = Math.max(rows, columns) <= MOST_DRAWING_SIDE && layers <= MOST_LAYERS;
    if (board === undefined || !isSmall || this.#sizeOf(board.sides) > MOST_DRAWING_CELLS) {
      this.#frame.notice(
        `No board here is called \u201c${name}\u201d; give ${own.boardNamesFor(lattice).join(', ')}, ` +
          `where letters are numbers, with at most ${groups(MOST_DRAWING_CELLS)} cells, ` +
          `${MOST_DRAWING_SIDE} rows and columns, and ${MOST_LAYERS} layers.`,
      );
      return;
    }
    this.#board.showDrawing(board.sides, board.drawing);
    this.#showSolid();
    this.#state = { ...this.#state, sides: board.sides };
    this.#fillForm();
    this.#edited();
  }

  /** The number of cells of a board. */
  #sizeOf(sides: Sides): number {
    const { lattice } = this.#state;
    if (lattice === undefined) return sides.rows * sides.columns * sides.layers;
    return this.#drawing?.areaSize(lattice, sides) ?? 0;
  }

  #fillPieces(): void {
    const { lattice, supply } = this.#state;
    const own = lattice && this.#drawing;
    const focused = document.activeElement?.getAttribute('aria-label');
    const opened = new Set(
      [...this.#pieces.querySelectorAll('details[open]')].map((part) =>
        part.getAttribute('data-set'),
      ),
    );
    fill(
      this.#pieces,
      picker(
        supply,
        this.#ownPieces(),
        {
          supply: (change) => this.#change({ supply: { ...this.#state.supply, ...change } }),
          refuse: (message) => this.#frame.notice(message),
          remove: (name) =>
            this.#change({ drawn: this.#state.drawn.filter((one) => one.name !== name) }),
        },
        own?.setsFor(lattice as DrawnLattice),
        own?.iconFor(lattice as DrawnLattice),
      ),
    );
    for (const part of this.#pieces.querySelectorAll('details')) {
      if (!opened.has(part.getAttribute('data-set'))) continue;
      part.open = true;
      part.dispatchEvent(new Event('toggle'));
    }
    // The button that was pressed is a new one now.
    if (focused) {
      for (const one of this.#pieces.querySelectorAll<HTMLElement>('[aria-label]')) {
        if (one.getAttribute('aria-label') === focused) one.focus({ preventScroll: true });
      }
    }
  }

  /** A board to draw a piece on. */
  #drawingPart(): Child[] {
    const { lattice } = this.#state;
    const pencil = this.#pencil;
    pencil.show(lattice === undefined ? SQUARES_PENCIL : BEGINNINGS[lattice].pencil, () => false);
    const resize = (sides: Sides) => {
      if (this.#hasRoom(sides, MOST_PENCIL_CELLS)) pencil.resize(sides, false);
    };
    const add = button('Add this piece', {}, () => this.#addPiece());
    const fields = this.#sideFields(pencil, resize, 'for the piece');
    return [h('summary', 'Draw a piece'), pencil.element, fields, add];
  }

  #addPiece(): void {
    const { drawn, supply } = this.#state;
    if (this.#pencil.count === 0 || drawn.length >= MOST_DRAWING_PIECES) {
      const most = `There are ${MOST_DRAWING_PIECES} pieces of yours; remove one first.`;
      this.#frame.notice(this.#pencil.count === 0 ? 'Switch on the cells of the piece.' : most);
      return;
    }
    let number = 1;
    while (drawn.some(({ name }) => name === `my${number}`)) number++;
    const { drawing, sides } = this.#pencil;
    const one = { name: `my${number}`, drawing, ...(this.#state.lattice && { sides }) };
    this.#pencil.show(sides, () => false);
    this.#change({ drawn: [...drawn, one], supply: { ...supply, [one.name]: 1 } });
  }

  #resize(sides: Sides): void {
    if (!this.#hasRoom(sides, MOST_DRAWING_CELLS)) return;
    this.#board.resize(sides, true);
    this.#showSolid();
    this.#state = { ...this.#state, sides };
    this.#edited();
  }

  /** True if a board has no more cells than it may have; tells the reader otherwise. */
  #hasRoom(sides: Sides, most: number): boolean {
    const size = this.#sizeOf(sides);
    if (size <= most) return true;
    const would = `this one would have ${groups(size)}`;
    this.#frame.notice(
      `A board here has at most ${groups(most)} cells, and ${would}; give smaller sides.`,
    );
    return false;
  }

  /** The board has changed by itself. */
  readonly #edited = debounced(
    () => this.#change({ drawing: this.#board.drawing, sides: this.#board.sides }, false),
    SETTLED_MS,
  );

  #change(change: Partial<DrawingState>, touchesPieces = true): void {
    this.#state = { ...this.#state, ...change };
    if (touchesPieces) this.#fillPieces();
    this.#make(problemScene(this.#state.scene));
  }

  #make(scene: Scene): void {
    this.#state = { ...this.#state, scene };
    this.#fillSum();
    const chosen = this.#chosen();
    const missing =
      this.#board.count === 0
        ? 'The board has no cells; switch some on.'
        : chosen.length === 0 && 'No piece is chosen; give the number of some, or draw one.';
    if (missing) this.#stage.showNothing(missing);
    else this.#stage.show(this.#puzzle(chosen), scene);
    this.#share({});
  }

  #share(change: Partial<DrawingState>): void {
    this.#state = { ...this.#state, ...change };
    const { scene, ...rest } = this.#state;
    this.#frame.share({ ...rest, ...scene });
  }

  /** The pieces drawn by the reader, with their cells. */
  #ownPieces(): (DrawnPiece & Piece)[] {
    const { lattice, drawn } = this.#state;
    const own = this.#drawing;
    if (lattice === undefined || own === undefined) {
      return drawn.map((one) => ({ ...one, ...drawPiece(one.name, one.drawing) }));
    }
    const { pencil } = BEGINNINGS[lattice];
    return drawn.flatMap((one) => {
      const { drawing, sides = pencil } = one;
      if (own.areaSize(lattice, sides) > MOST_PENCIL_CELLS) return [];
      const cells = own.cubesOf(lattice, sides, drawing);
      return cells.length === 0 ? [] : [{ ...one, cells }];
    });
  }

  /** The pieces that are chosen. */
  #chosen(): Piece[] {
    const own = this.#ownPieces();
    return Object.entries(this.#state.supply).flatMap(([name, times]) => {
      const piece = own.find((one) => one.name === name) ?? this.#known.get(name);
      return piece === undefined || times === 0 ? [] : [{ ...piece, times }];
    });
  }

  /** Saves the drawing as a file of BurrTools, which has no pieces that are not turned over. */
  async #saveBurr(): Promise<void> {
    const { lattice, switches } = this.#state;
    const pieces = this.#chosen();
    if (lattice === 'hexagons' || lattice === 'edges') {
      this.#frame.notice(`BurrTools has no ${DRAWN_LATTICES[lattice].toLowerCase()}.`);
      return;
    }
    if (this.#board.count === 0 || pieces.length === 0) {
      this.#frame.notice('Draw a board and choose pieces first.');
      return;
    }
    if (switches.includes('one-sided') && !this.#isSolid(pieces)) {
      this.#frame.notice('BurrTools turns flat pieces over; choose a board of several layers.');
      return;
    }
    try {
      const { burrTextOf } = await import('../drawing-burr.ts');
      const unlimited = switches.includes('unlimited');
      const gaps = switches.includes('gaps');
      const board =
        lattice === undefined
          ? cubesOf(this.#board.drawing)
          : (this.#drawing?.cubesOf(lattice, this.#board.sides, this.#board.drawing) ?? []);
      const text = burrTextOf({ lattice, board, pieces, unlimited, gaps });
      download('drawing.xmpuzzle', new Blob([text], { type: 'application/xml' }));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#frame.notice(`It could not be saved: ${why}`);
    }
  }

  #isSolid(chosen: readonly Piece[]): boolean {
    const { lattice } = this.#state;
    if (lattice !== undefined) return hasLayers(lattice);
    return (
      this.#state.sides.layers > 1 ||
      chosen.some(({ cells }) => cells.some(({ layer }) => layer > 0))
    );
  }

  /** Compares the cells of the board with those of the pieces. */
  #fillSum(): void {
    const cells = this.#board.count;
    const sum = this.#chosen().reduce((all, { cells, times = 1 }) => all + times * cells.length, 0);
    const { switches } = this.#state;
    const board = `The board has ${count(cells, 'cell')}`;
    const isFree = switches.includes('unlimited');
    const fits = isFree || sum === cells || (switches.includes('gaps') && sum < cells);
    this.#sum.textContent = isFree ? `${board}.` : `${board}, the pieces have ${sum}.`;
    this.#sum.toggleAttribute('data-off', !fits);
  }

  #puzzle(chosen: readonly Piece[]): Puzzle {
    const { lattice, sides, switches, drawn, supply } = this.#state;
    if (lattice !== undefined && this.#drawing !== undefined) {
      const drawing = this.#board.drawing;
      const pieces = chosen.map(({ name, times = 1, cells }) => ({ name, times, cells }));
      const board = this.#drawing.cubesOf(lattice, sides, drawing);
      return {
        name: FORMS_DRAWN,
        operands: [lattice],
        settings: Object.fromEntries(switches.map((name) => [name, true as const])),
        files: { [FORMS_DRAWN]: JSON.stringify({ board, pieces } satisfies DrawnForms) },
        labels: SWITCHES,
      };
    }
    const isSolid = this.#isSolid(chosen);
    const isFree = switches.includes('unlimited');
    const names = chosen.map(({ name, times = 1 }) =>
      isFree || times === 1 ? name : `${name}*${times}`,
    );
    const own = drawn.filter(({ name }) => (supply[name] ?? 0) > 0);
    const settings = Object.fromEntries(
      switches
        .filter((name) => !isSolid || name !== 'one-sided')
        .map((name) => [name, true as const]),
    );
    const files = {
      board: this.#board.drawing,
      pieces: own.map(({ name, drawing }) => `${name}:\n${drawing}`).join('\n'),
    };
    return {
      name: isSolid ? 'polycubes' : 'polyominoes',
      operands: ['board', ...names],
      settings: { ...settings, ...(own.length > 0 && { pieces: 'pieces' }) },
      files,
      labels: SWITCHES,
    };
  }
}
