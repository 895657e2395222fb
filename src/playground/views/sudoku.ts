/** Sudokus: typed, pasted or made; what they have is told at once, with the candidates that are true. */
import { debounced, fill, h } from '../element.ts';
import type { Frame, Opened, View } from '../frame.ts';
import { groups, percent, rounded } from '../numbers.ts';
import { JIGSAW } from '../samples.ts';
import { BOXES, KINDS, type Kind, layoutOf, SQUARES, type SudokuBoard } from '../sudoku-board.ts';
import { SudokuGrid } from '../sudoku-grid.ts';
import type { Judged } from '../sudokus.ts';
import { Failed, Stopped } from '../work.ts';

const SHOWS = { candidates: 'Candidates', solution: 'Solution', nothing: 'Nothing' } as const;
type Show = keyof typeof SHOWS;

/** What a link holds. */
interface State extends SudokuBoard {
  readonly givens: readonly number[];
  readonly show: Show;
}

/** Milliseconds without a key before the puzzle is judged. */
const TYPED = 120;
/** A page of Sudokus has fewer characters. */
const MOST_TEXT = 50_000;

/** Arto Inkala's puzzle without two of its givens, so that there is something to see. */
const FIRST: State = {
  kind: 'sudoku',
  boxes: '3x3',
  regions: JIGSAW,
  givens: [
    ...'8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9.......',
  ].map((symbol) => (symbol === '.' ? 0 : Number(symbol))),
  show: 'candidates',
};

export const view: View = {
  name: 'sudoku',
  title: 'Sudoku',
  open: (host, state, frame) => new Sudoku(host, state, frame),
};

class Sudoku implements Opened {
  readonly #frame: Frame;
  readonly #grid = new SudokuGrid({
    set: (cell, value) => this.#set(cell, value),
    reach: () => this.#fillCell(),
  });
  readonly #verdict = h('p', { class: 'verdict', role: 'status' });
  readonly #details = h('p', { class: 'progress' });
  readonly #cell = h('div', { class: 'chances' });
  readonly #pad = h('div', { class: 'pad', role: 'group', 'aria-label': 'Values' });
  readonly #panel = h('section', { class: 'panel', 'aria-label': 'The puzzle' });
  readonly #text = h('textarea', {
    rows: 4,
    spellcheck: 'false',
    'aria-label': 'A Sudoku as text',
    maxlength: MOST_TEXT,
    placeholder: '81 characters, a grid with bars, JSON ...',
  });
  readonly #stop = h(
    'button',
    { type: 'button', class: 'stop', disabled: true, onclick: () => this.#frame.work.stop() },
    'Stop',
  );
  #state: State;
  #judged: Judged = {};
  #wrong: readonly number[] = [];
  /** Counts what is asked: an answer that comes too late is not shown. */
  #asked = 0;

  constructor(host: HTMLElement, given: unknown, frame: Frame) {
    this.#frame = frame;
    this.#state = stateOf(given);
    const stage = h(
      'section',
      { class: 'stage', 'aria-label': 'The grid' },
      h('figure', { class: 'picture' }, this.#grid.element),
      this.#pad,
      h('div', { class: 'outcome' }, this.#verdict, this.#stop),
      this.#details,
      this.#cell,
    );
    fill(host, stage, this.#panel);
    host.addEventListener('paste', (event) => {
      if (event.target instanceof HTMLTextAreaElement) return;
      event.preventDefault();
      this.#read(event.clipboardData?.getData('text/plain') ?? '');
    });
    this.#open();
  }

  show(given: unknown): void {
    this.#state = stateOf(given);
    this.#open();
  }

  close(): void {
    this.#typed.cancel();
  }

  #open(): void {
    const layout = layoutOf(this.#state);
    this.#grid.lay(layout);
    const { symbols } = this.#grid;
    const press = (value: number) => () => {
      this.#set(this.#grid.reached, value);
      this.#grid.reach(this.#grid.reached);
    };
    fill(
      this.#pad,
      ...Array.from({ length: layout.values }, (_, k) =>
        h('button', { type: 'button', onclick: press(k + 1) }, symbols.symbolOf(k + 1)),
      ),
      h('button', { type: 'button', 'aria-label': 'Clear the cell', onclick: press(0) }, '\u232b'),
    );
    this.#grid.start(this.#state.givens.indexOf(0));
    this.#fillPanel();
    this.#judge();
  }

  #fillPanel(): void {
    const { kind, boxes, regions, show } = this.#state;
    const select = h(
      'select',
      { onchange: () => this.#change({ kind: select.value as Kind }) },
      ...Object.entries(KINDS).map(([name, title]) => h('option', { value: name }, title)),
    );
    select.value = kind;
    const offered = kind === 'windoku' ? SQUARES : BOXES;
    const size = h(
      'select',
      { onchange: () => this.#change({ boxes: size.value }) },
      ...offered.map((one) => h('option', { value: one }, sizeText(one))),
    );
    size.value = boxes;
    const drawing = h('textarea', { rows: 6, spellcheck: 'false', maxlength: 2000 });
    drawing.value = regions;
    drawing.addEventListener('change', () => this.#change({ regions: drawing.value }));
    const hasBoxes = kind !== 'jigsaw' && kind !== 'samurai';
    const shows = Object.entries(SHOWS).map(([name, title]) => {
      const radio = h('input', {
        type: 'radio',
        name: 'show',
        value: name,
        onchange: () => this.#display({ show: name as Show }),
      });
      radio.checked = name === show;
      return h('label', {}, radio, h('span', {}, title));
    });
    fill(
      this.#panel,
      h('h1', {}, 'Sudoku'),
      h(
        'p',
        { class: 'about' },
        'Type or paste a puzzle. The candidates are those of its solutions.',
      ),
      h(
        'form',
        { autocomplete: 'off', onsubmit: (event: Event) => event.preventDefault() },
        h('label', { class: 'field' }, h('span', {}, 'Kind'), select),
        hasBoxes && h('label', { class: 'field' }, h('span', {}, 'Size'), size),
        kind === 'jigsaw' &&
          h('label', { class: 'field lines' }, h('span', {}, 'Regions, a letter each'), drawing),
        h('fieldset', { class: 'choice' }, h('legend', {}, 'Show in blank cells'), ...shows),
      ),
      h(
        'div',
        { class: 'asks' },
        h('button', { type: 'button', onclick: () => this.#generate() }, 'Make a puzzle'),
        h('button', { type: 'button', onclick: () => this.#minimise() }, 'Remove needless givens'),
        h('button', { type: 'button', onclick: () => this.#go({ givens: [] }) }, 'Clear'),
      ),
      kind === 'sudoku' &&
        h(
          'div',
          { class: 'reading' },
          h(
            'label',
            { class: 'field lines' },
            h('span', {}, 'Read from text, in any usual form'),
            this.#text,
          ),
          h('button', { type: 'button', onclick: () => this.#read(this.#text.value) }, 'Read'),
          h(
            'button',
            {
              type: 'button',
              onclick: () => {
                this.#text.value = this.#line();
                this.#text.select();
              },
            },
            'Write',
          ),
        ),
    );
  }

  /** The puzzle on one line. */
  #line(): string {
    const { symbols } = this.#grid;
    return this.#state.givens.map((value) => symbols.symbolOf(value)).join('');
  }

  /** Goes to another board; the button back leads to the one before. */
  #change(change: Partial<State>): void {
    const next = { ...this.#state, ...change, givens: [] };
    if (next.kind === 'windoku' && !SQUARES.includes(next.boxes)) next.boxes = '3x3';
    try {
      layoutOf(next);
    } catch (error) {
      this.#frame.notice((error as Error).message);
      return;
    }
    this.#go(next);
  }

  #go(change: Partial<State>): void {
    this.#frame.go('sudoku', { ...this.#state, ...change });
  }

  #display(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    this.#frame.share(this.#state);
    this.#fillGrid();
  }

  #set(cell: number, value: number): void {
    const givens = [...this.#state.givens];
    if (givens[cell] === value) return;
    givens[cell] = value;
    this.#display({ givens });
    this.#typed();
  }

  readonly #typed = debounced(() => this.#judge(), TYPED);

  /** Asks what the puzzle has. */
  #judge(): void {
    this.#typed.cancel();
    this.#frame.work.stop();
    this.#judged = {};
    this.#wrong = [];
    this.#frame.share(this.#state);
    this.#fillGrid();
    const { kind, boxes, regions, givens } = this.#state;
    void this.#ask(async (isLate) => {
      const hear = (news: Judged) => {
        if (isLate()) return;
        this.#judged = { ...this.#judged, ...news };
        this.#fillGrid();
      };
      const input = { board: { kind, boxes, regions }, givens };
      const { running: _, ...before } = this.#judged;
      hear({ ...before, ...(await this.#frame.work.run('judge', input, hear)) });
    });
  }

  #generate(): void {
    const { kind, boxes, regions } = this.#state;
    const seed = Math.floor(Math.random() * 2 ** 32);
    this.#frame.work.stop();
    this.#say('Making a puzzle ...');
    void this.#ask(async (isLate) => {
      const { givens, isMinimal } = await this.#frame.work.run('generateSudoku', {
        board: { kind, boxes, regions },
        seed,
      });
      if (isLate()) return;
      if (!isMinimal) this.#frame.notice('It may not be minimal: some checks took too long.');
      this.#go({ givens });
    });
  }

  #minimise(): void {
    const { kind, boxes, regions, givens } = this.#state;
    if (this.#judged.answer !== 'unique') {
      this.#frame.notice('Only a puzzle with one solution has needless givens.');
      return;
    }
    this.#frame.work.stop();
    this.#say('Removing givens ...');
    void this.#ask(async (isLate) => {
      const board = { kind, boxes, regions };
      const thin = await this.#frame.work.run('minimise', { board, givens, seed: 1 });
      if (isLate()) return;
      const count = (values: readonly number[]) => values.filter((value) => value > 0).length;
      const gone = count(givens) - count(thin.givens);
      this.#frame.notice(gone === 0 ? 'Every given is needed.' : `${gone} givens were not needed.`);
      this.#go({ givens: thin.givens });
    });
  }

  #read(text: string): void {
    if (text.trim() === '') return;
    this.#frame.work.stop();
    void this.#ask(async (isLate) => {
      const read = await this.#frame.work.run('readSudoku', { text: text.slice(0, MOST_TEXT) });
      if (isLate()) return;
      if (!(BOXES as readonly string[]).includes(read.boxes)) {
        throw new Failed(`The grid has boxes of ${read.boxes}; this page has up to 5x5.`);
      }
      this.#go({ kind: 'sudoku', ...read });
    });
  }

  async #ask(work: (isLate: () => boolean) => Promise<void>): Promise<void> {
    const mine = ++this.#asked;
    const isLate = () => mine !== this.#asked;
    this.#stop.disabled = false;
    try {
      await work(isLate);
    } catch (error) {
      if (isLate()) return;
      if (error instanceof Stopped) this.#say('Stopped.');
      else if (error instanceof Failed) this.#refuse(error.message);
      else throw error;
    } finally {
      if (!isLate()) this.#stop.disabled = true;
    }
  }

  #say(text: string, kind = ''): void {
    this.#verdict.textContent = text;
    this.#verdict.setAttribute('data-answer', kind);
  }

  /** Tells an error, and marks the cells that it names. */
  #refuse(message: string): void {
    const { columns } = layoutOf(this.#state);
    this.#wrong = [...message.matchAll(/\br(\d+)c(\d+)\b/g)].map(
      ([, row, column]) => (Number(row) - 1) * columns + Number(column) - 1,
    );
    this.#fillGrid();
    this.#say(
      this.#wrong.length > 0 ? 'No solution: values contradict each other.' : 'It cannot be read.',
      'none',
    );
    this.#details.textContent = message;
  }

  #fillGrid(): void {
    const { givens, show } = this.#state;
    const { solution, candidates, answer, exact, isWhole, running } = this.#judged;
    this.#grid.show({
      givens,
      solution: show === 'solution' ? solution : undefined,
      candidates: show === 'candidates' ? candidates : undefined,
      wrong: this.#wrong,
    });
    const count = givens.filter((value) => value > 0).length;
    this.#details.textContent = [
      `${count} givens`,
      running && answer === undefined && `${rounded(running.rate)} nodes/s`,
      answer === 'several' && !isWhole && 'looking for all true candidates',
      answer === 'several' && isWhole && exact === undefined && 'too many solutions to count',
    ]
      .filter((part) => part)
      .join(' · ');
    if (answer === undefined) this.#say('Solving ...');
    else if (answer === 'none') this.#say('No solution.', 'none');
    else if (answer === 'unique') this.#say('One solution.', 'unique');
    else
      this.#say(
        exact === undefined ? 'Several solutions.' : `${groups(exact)} solutions.`,
        'several',
      );
    this.#fillCell();
  }

  /** The candidates of the cell that is reached, with the number of solutions that have each. */
  #fillCell(): void {
    const cell = this.#grid.reached;
    const { columns } = layoutOf(this.#state);
    const candidates = this.#judged.candidates?.[cell] ?? [];
    const { symbols } = this.#grid;
    const place = `Row ${Math.floor(cell / columns) + 1}, column ${(cell % columns) + 1}`;
    const given = this.#state.givens[cell] ?? 0;
    const isHidden = this.#state.show === 'nothing';
    fill(
      this.#cell,
      h(
        'p',
        { class: 'caption' },
        given > 0 ? `${place}: given ${symbols.symbolOf(given)}` : place,
      ),
      given === 0 &&
        !isHidden &&
        h(
          'ul',
          {},
          ...candidates.map(({ value, exact, share }) =>
            h(
              'li',
              {},
              h('b', {}, symbols.symbolOf(value)),
              h('span', {}, exact === undefined ? '' : `${groups(exact)} (${percent(share ?? 0)})`),
              share !== undefined && h('span', { class: 'bar', '--share': share }),
            ),
          ),
        ),
    );
  }
}

function sizeText(boxes: string): string {
  const [rows = 0, columns = 0] = boxes.split('x').map(Number);
  const size = rows * columns;
  return `${size} x ${size}, boxes of ${rows} x ${columns}`;
}

/** The state in what a link held. What fits no board gives the first one. */
function stateOf(given: unknown): State {
  if (typeof given !== 'object' || given === null) return FIRST;
  const { kind, boxes, regions, givens, show } = given as Record<string, unknown>;
  const board = {
    kind: typeof kind === 'string' && Object.hasOwn(KINDS, kind) ? (kind as Kind) : 'sudoku',
    boxes: (BOXES as readonly unknown[]).includes(boxes) ? (boxes as string) : '3x3',
    regions: typeof regions === 'string' && regions.length < 2000 ? regions : JIGSAW,
  };
  if (board.kind === 'windoku' && !SQUARES.includes(board.boxes)) board.boxes = '3x3';
  try {
    layoutOf(board);
  } catch {
    board.regions = JIGSAW;
  }
  const layout = layoutOf(board);
  const listed = Array.isArray(givens) ? (givens as unknown[]) : [];
  const values = layout.regions.map((region, cell) => {
    const value = listed[cell];
    const isValue =
      Number.isInteger(value) && (value as number) > 0 && (value as number) <= layout.values;
    return region !== undefined && isValue ? (value as number) : 0;
  });
  return {
    ...board,
    givens: values,
    show: typeof show === 'string' && Object.hasOwn(SHOWS, show) ? (show as Show) : 'candidates',
  };
}
