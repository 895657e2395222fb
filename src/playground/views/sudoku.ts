/**
 * Sudokus: typed, pasted or made; what they have is told at once, with the candidates that are
 * true.
 */
import { button, debounced, entryForm, fill, h, labelled, radiosOf, selectOf } from '../element.ts';
import type { Frame, OpenView } from '../frame.ts';
import { groups, rounded } from '../numbers.ts';
import { Questions } from '../questions.ts';
import { type Content, type Form, PUZZLE_FORMS, pictureFile, Saving } from '../saving.ts';
import {
  BOXES,
  KINDS,
  type Kind,
  layoutOf,
  SHOWS,
  type Show,
  SQUARES,
  type SudokuBoard,
  type SudokuState,
  sizeText,
  stateOf,
} from '../sudoku-board.ts';
import { chancesOf, SudokuGrid } from '../sudoku-grid.ts';
import type { Findings } from '../sudokus.ts';
import { runBeside, TaskFailed } from '../work.ts';

/** Milliseconds without a key before the puzzle is judged. */
const TYPED = 120;
/** A page of Sudokus has fewer characters. */
const MOST_TEXT = 50_000;

export class Sudoku implements OpenView {
  static readonly title = 'Sudoku';
  readonly #frame: Frame;
  readonly #grid = new SudokuGrid({
    set: (cell, value) => this.#set(cell, value),
    reach: () => this.#fillCell(),
  });
  readonly #verdict = h('p.verdict', { role: 'status' });
  readonly #details = h('p.progress');
  readonly #cell = h('div.chances');
  readonly #pad = h('div.pad', { role: 'group', 'aria-label': 'Values' });
  readonly #panel = h('section.panel', { 'aria-label': 'The puzzle' });
  readonly #text = h('textarea', {
    rows: 4,
    spellcheck: 'false',
    'aria-label': 'A Sudoku as text',
    maxlength: MOST_TEXT,
    placeholder: '81 characters, a grid with bars, JSON ...',
  });
  readonly #questions: Questions;
  #state: SudokuState;
  #findings: Findings = {};
  #wrong: readonly number[] = [];

  constructor(host: HTMLElement, given: unknown, frame: Frame) {
    this.#frame = frame;
    this.#state = stateOf(given);
    this.#questions = new Questions(frame.work, {
      say: (text) => this.#say(text),
      refuse: (message) => this.#refuse(message),
    });
    const stage = h(
      'section.stage',
      { 'aria-label': 'The grid' },
      h('figure.picture', this.#grid.element),
      this.#pad,
      h('div.outcome', this.#verdict, this.#questions.stop),
      this.#details,
      this.#cell,
      new Saving(frame, PUZZLE_FORMS, (form) => this.#file(form)).element,
    );
    fill(host, stage, this.#panel);
    stage.addEventListener('paste', (event) => {
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
    this.#grid.open(layout, { givens: this.#state.givens });
    const { symbols } = this.#grid;
    const press = (value: number) => () => {
      this.#set(this.#grid.here, value);
      this.#grid.reach(this.#grid.here);
    };
    fill(
      this.#pad,
      ...Array.from({ length: layout.values }, (_, k) =>
        button(symbols.symbolOf(k + 1), {}, press(k + 1)),
      ),
      button('\u232b', { 'aria-label': 'Clear the cell' }, press(0)),
    );
    this.#grid.start(this.#state.givens.indexOf(0));
    this.#fillPanel();
    this.#judge();
  }

  #fillPanel(): void {
    const { kind, boxes, regions, show } = this.#state;
    const select = selectOf(Object.entries(KINDS), kind, (value) =>
      this.#change({ kind: value as Kind }),
    );
    const sizes = (kind === 'windoku' ? SQUARES : BOXES).map(
      (one) => [one, sizeText(one)] as const,
    );
    const size = selectOf(sizes, boxes, (value) => this.#change({ boxes: value }));
    const drawing = h('textarea', { rows: 6, spellcheck: 'false', maxlength: 2000 });
    drawing.value = regions;
    drawing.addEventListener('change', () => this.#change({ regions: drawing.value }));
    const hasBoxes = kind !== 'jigsaw' && kind !== 'samurai';
    const shows = radiosOf(Object.entries(SHOWS), show, (name) =>
      this.#display({ show: name as Show }),
    );
    fill(
      this.#panel,
      h('h1', 'Sudoku'),
      h('p.about', 'Type or paste a puzzle. The candidates are those of its solutions.'),
      entryForm(
        labelled('Kind', select),
        hasBoxes && labelled('Size', size),
        kind === 'jigsaw' && labelled('Regions, a letter each', drawing, 'lines'),
        h('fieldset.choice', h('legend', 'Show in blank cells'), ...shows),
      ),
      h(
        'div.asks',
        button('Make a puzzle', {}, () => this.#generate()),
        button('Remove needless givens', {}, () => this.#minimise()),
        button('Clear', {}, () => this.#go({ givens: [] })),
      ),
      kind === 'sudoku' &&
        h(
          'div.reading',
          labelled('Read from text, in any usual form', this.#text, 'lines'),
          button('Read', {}, () => this.#read(this.#text.value)),
          button('Write', {}, () => {
            const line = this.#state.givens.map((value) => this.#grid.symbols.symbolOf(value));
            this.#text.value = line.join('');
            this.#text.select();
          }),
        ),
    );
  }

  get #board(): SudokuBoard {
    const { kind, boxes, regions } = this.#state;
    return { kind, boxes, regions };
  }

  /** Goes to another board; the button back leads to the one before. */
  #change(change: Partial<SudokuState>): void {
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

  #go(change: Partial<SudokuState>): void {
    this.#frame.go('sudoku', { ...this.#state, ...change });
  }

  #display(change: Partial<SudokuState>): void {
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

  /** Asks for the solutions and the candidates of the puzzle. */
  #judge(): void {
    this.#typed.cancel();
    this.#frame.work.stop();
    this.#findings = {};
    this.#wrong = [];
    this.#frame.share(this.#state);
    this.#fillGrid();
    void this.#questions.ask(async (_tell, isLate) => {
      const hear = (news: Findings) => {
        if (isLate()) return;
        this.#findings = { ...this.#findings, ...news };
        this.#fillGrid();
      };
      const input = { board: this.#board, givens: this.#state.givens };
      const { running: _, ...before } = this.#findings;
      hear({ ...before, ...(await this.#frame.work.run('judge', input, hear)) });
    });
  }

  #generate(): void {
    const seed = Math.floor(Math.random() * 2 ** 32);
    this.#frame.work.stop();
    this.#say('Making a puzzle ...');
    void this.#questions.ask(async (_tell, isLate) => {
      const input = { board: this.#board, seed };
      const { givens, isMinimal } = await this.#frame.work.run('generateSudoku', input);
      if (isLate()) return;
      if (!isMinimal) this.#frame.notice('It may not be minimal: some checks took too long.');
      this.#go({ givens });
    });
  }

  #minimise(): void {
    const { givens } = this.#state;
    if (this.#findings.answer !== 'unique') {
      this.#frame.notice('Only a puzzle with one solution has needless givens.');
      return;
    }
    this.#frame.work.stop();
    this.#say('Removing givens ...');
    void this.#questions.ask(async (_tell, isLate) => {
      const input = { board: this.#board, givens, seed: 1 };
      const thin = await this.#frame.work.run('minimise', input);
      if (isLate()) return;
      const gone = countOf(givens) - countOf(thin.givens);
      this.#frame.notice(gone === 0 ? 'Every given is needed.' : `${gone} givens were not needed.`);
      this.#go({ givens: thin.givens });
    });
  }

  async #file(form: Form): Promise<{ name: string; content: Content }> {
    const { kind, givens, show } = this.#state;
    const values = show === 'solution' ? this.#findings.solution : undefined;
    const drawn = await runBeside('drawSudoku', { board: this.#board, givens, values });
    const content = form === 'svg' || form === 'png' ? await pictureFile(form, drawn) : drawn.text;
    return { name: kind, content };
  }

  #read(text: string): void {
    if (text.trim() === '') return;
    this.#frame.work.stop();
    void this.#questions.ask(async (_tell, isLate) => {
      const read = await this.#frame.work.run('readSudoku', { text: text.slice(0, MOST_TEXT) });
      if (isLate()) return;
      if (!BOXES.includes(read.boxes)) {
        throw new TaskFailed(`The grid has boxes of ${read.boxes}; this page has up to 5x5.`);
      }
      this.#go({ kind: 'sudoku', ...read });
    });
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
    const { solution, candidates, answer, exact, isWhole, running } = this.#findings;
    this.#grid.show({
      givens,
      solution: show === 'solution' ? solution : undefined,
      candidates: show === 'candidates' ? candidates : undefined,
      wrong: this.#wrong,
    });
    this.#details.textContent = [
      `${countOf(givens)} givens`,
      running && answer === undefined && `${rounded(running.rate)} nodes/s`,
      answer === 'several' && !isWhole && 'looking for all true candidates',
      answer === 'several' && isWhole && exact === undefined && 'too many solutions to count',
    ]
      .filter((part) => part)
      .join(' · ');
    const several = exact === undefined ? 'Several solutions.' : `${groups(exact)} solutions.`;
    const verdicts = { none: 'No solution.', unique: 'One solution.', several } as const;
    this.#say(answer === undefined ? 'Solving ...' : verdicts[answer], answer);
    this.#fillCell();
  }

  /** The cell that is reached, with the number of solutions that have each candidate. */
  #fillCell(): void {
    const cell = this.#grid.here;
    const isHidden = this.#state.show === 'nothing' || (this.#state.givens[cell] ?? 0) > 0;
    const candidates = isHidden ? [] : (this.#findings.candidates?.[cell] ?? []);
    fill(this.#cell, this.#grid.caption(cell), chancesOf(candidates, this.#grid.symbols));
  }
}

function countOf(values: readonly number[]): number {
  return values.filter((value) => value > 0).length;
}
