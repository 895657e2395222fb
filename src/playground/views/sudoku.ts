/**
 * Sudokus: typed, pasted or made; their findings come at once, with the candidates that are
 * true.
 */
import {
  button,
  debounced,
  entryForm,
  fill,
  h,
  icon,
  labelled,
  radiosOf,
  selectOf,
} from '../element.ts';
import type { Frame, OpenView } from '../frame.ts';
import { count, groups, rounded } from '../numbers.ts';
import { Questions } from '../questions.ts';
import { PuzzleSaving } from '../saving.ts';
import type { VariantClues } from '../sudoku-clues.ts';
import { chancesOf, SudokuGrid } from '../sudoku-grid.ts';
import type { Pencil } from '../sudoku-pencil.ts';
import type { SudokuRating } from '../sudoku-rating.ts';
import {
  BOXES,
  type Kind,
  type Layout,
  layoutOf,
  MOST_SUDOKU_CHARACTERS,
  type Pencilled,
  type ReadVariant,
  SHOWS,
  type Show,
  SQUARES,
  SUDOKU_KINDS,
  type SudokuBoard,
  type SudokuState,
  sizeText,
  stateOf,
  variantTextOf,
} from '../sudoku-state.ts';
import type { Findings } from '../sudokus.ts';
import { runBeside, TaskFailed, TaskStopped, Work } from '../work.ts';

/** Milliseconds without a key before the puzzle is judged. */
const SUDOKU_PAUSE_MS = 120;

/** The action of a button with the pencil. */
type HandAct = 'hint' | 'back' | 'forward' | 'fillMarks' | 'check' | 'startOver';

export class Sudoku implements OpenView {
  static readonly title = 'Sudoku';
  readonly #frame: Frame;
  readonly #grid = new SudokuGrid({
    set: (cell, value) => this.#set(cell, value),
    reach: () => this.#fillCell(),
  });
  readonly #verdict = h('p.verdict', { role: 'status' });
  readonly #details = h('p.progress');
  readonly #cell = h('div');
  readonly #pad = h('div.pad', { role: 'group', 'aria-label': 'Values' });
  readonly #panel = h('section.panel', { 'aria-label': 'The puzzle' });
  readonly #text = h('textarea', {
    rows: 4,
    spellcheck: 'false',
    'aria-label': 'A Sudoku as text',
    maxlength: MOST_SUDOKU_CHARACTERS,
    placeholder:
      '81 characters, a grid with bars, JSON; or a variant: f-puzzles, SudokuPad, Interactive Sudoku Solver',
    oninput: () => this.#complain(''),
  });
  /** What is wrong with the text. */
  readonly #mistake = h('p.mistake', { role: 'alert' });
  readonly #questions: Questions;
  /** Hints have a worker of their own: the puzzle may still be judged. */
  readonly #hintWork = new Work();
  readonly #hintQuestions = new Questions(this.#hintWork, {
    say: (text) => this.#pencil?.say(text),
    refuse: (message) => this.#pencil?.say(message),
    setBusy: (isBusy) => this.#setBusy(this.#hintWork, isBusy),
  });
  readonly #busy = new Set<Work>();
  readonly #stop = button('Stop', { class: 'stop', disabled: true }, () => {
    for (const work of this.#busy) work.stop();
  });
  readonly #advice = h('div.advice', { role: 'status', tabindex: -1, 'aria-label': 'Hint' });
  readonly #back = button(icon('back'), { 'aria-label': 'Step back' }, () =>
    this.#byHand((pencil) => pencil.back()),
  );
  readonly #marking = button(
    'Marks',
    { 'aria-pressed': 'false', title: 'Keys set small marks in place of values' },
    () => this.#mark(this.#marking.getAttribute('aria-pressed') !== 'true'),
  );
  /** The text of the advice. */
  #advised = '';
  #state: SudokuState;
  /** The variant that is shown. */
  #variant: ReadVariant | undefined;
  /** Shows the view, once there is a board. */
  #appear: () => void;
  /** Counts what is opened: a text that is read too late is not shown. */
  #opened = 0;
  /** What is told of its clues; it loads with the first variant. */
  #clues: VariantClues | undefined;
  #findings: Findings = {};
  #wrong: readonly number[] = [];
  /** The reader's writing, once it is needed. */
  #pencil: Pencil | undefined;
  /** Undefined before it is known; a text where there is none. */
  #rating: SudokuRating | string | undefined;

  constructor(host: HTMLElement, given: unknown, frame: Frame) {
    this.#frame = frame;
    this.#state = stateOf(given);
    this.#questions = new Questions(frame.work, {
      say: (text) => this.#say(text),
      refuse: (message) => this.#refuse(message),
      setBusy: (isBusy) => this.#setBusy(frame.work, isBusy),
    });
    const stage = h(
      'section.stage',
      { 'aria-label': 'The grid' },
      h('figure.picture', this.#grid.element),
      this.#pad,
      this.#handRow(),
      h('div.outcome', this.#verdict, this.#stop),
      this.#details,
      h('div.chances', this.#cell, this.#advice),
      new PuzzleSaving(frame, () => this.#drawn()).element,
    );
    // All at once: nothing moves when a variant has been read.
    this.#appear = () => fill(host, stage, this.#panel);
    stage.addEventListener('paste', (event) => {
      event.preventDefault();
      this.#text.value = event.clipboardData?.getData('text/plain') ?? '';
      void this.#read(this.#text.value);
    });
    this.show(given);
  }

  show(given: unknown): void {
    const text = variantTextOf(given);
    const mine = ++this.#opened;
    if (text === undefined || text === this.#variant?.text) {
      this.#open(given, text === undefined ? undefined : this.#variant);
      return;
    }
    const open = async (variant: ReadVariant) => {
      await this.#loadClues();
      if (mine === this.#opened) this.#open(given, variant);
    };
    this.#say('Reading ...');
    runBeside('readVariant', { text }).then(open, (error: unknown) => {
      if (mine !== this.#opened) return;
      this.#open({}, undefined);
      this.#text.value = text;
      this.#complain((error as Error).message);
    });
  }

  async #loadClues(): Promise<void> {
    const { VariantClues } = await import('../sudoku-clues.ts');
    this.#clues ??= new VariantClues({
      puzzle: () => ({ text: this.#state.text ?? '', givens: this.#state.givens }),
      findings: () => this.#findings,
      setBusy: (work, isBusy) => this.#setBusy(work, isBusy),
      reach: (cell) => this.#grid.reach(cell),
      mark: (cells) => {
        this.#wrong = cells;
        this.#drawGrid();
      },
    });
  }

  close(): void {
    this.#opened++;
    this.#typed.cancel();
    this.#hintWork.close();
    this.#clues?.close();
  }

  /** What is written before the reader writes: the candidates that a variant gives. */
  get #blank(): Pencilled {
    const none = this.#state.givens.map(() => 0);
    return { values: none, marks: this.#variant?.marks ?? none };
  }

  get #layout(): Layout {
    return this.#variant?.layout ?? layoutOf(this.#state);
  }

  #setBusy(work: Work, isBusy: boolean): void {
    if (isBusy) this.#busy.add(work);
    else this.#busy.delete(work);
    this.#stop.disabled = this.#busy.size === 0;
  }

  #handRow(): HTMLElement {
    const press = (act: HandAct) => () => this.#byHand((pencil) => pencil[act]());
    const title = 'Where to look; once more: why; once more: the step';
    const onkeydown = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      event.preventDefault();
      press(event.key === 'ArrowLeft' ? 'back' : 'forward')();
    };
    // Who comes to these buttons is about to press one.
    const prepare = () => this.#hintWork.prepare('hintSudoku');
    const comes = { onpointerenter: prepare, onfocusin: prepare };
    return h(
      'div.asks.by-hand',
      { role: 'group', 'aria-label': 'By hand', onkeydown, ...comes },
      button('Hint', { title }, press('hint')),
      this.#back,
      button(icon('next'), { 'aria-label': 'Step forward' }, press('forward')),
      this.#marking,
      button('All marks', { title: 'Fills in all that are possible' }, press('fillMarks')),
      button('Check', { title: 'Is all right so far?' }, press('check')),
      button('Start over', {}, press('startOver')),
    );
  }

  /** Does something with the pencil, which loads when it is first used. */
  async #byHand(act: (pencil: Pencil) => void): Promise<void> {
    const { Pencil } = await import('../sudoku-pencil.ts');
    if (this.#hintWork.isClosed) return;
    this.#pencil ??= new Pencil(
      {
        work: this.#hintWork,
        questions: this.#hintQuestions,
        puzzle: () => ({ board: this.#board, givens: this.#state.givens }),
        layout: () => this.#layout,
        blank: () => this.#blank,
        findings: () => this.#findings,
        placeOf: (cell) => this.#grid.placeOf(cell),
        show: () => this.#fillHand(),
      },
      this.#state.pencilled ?? this.#blank,
    );
    if (this.#state.show !== 'pencil') {
      this.#display({ show: 'pencil' });
      this.#fillPanel();
    }
    act(this.#pencil);
  }

  #mark(isOn: boolean): void {
    this.#marking.setAttribute('aria-pressed', String(isOn));
    void this.#byHand(() => this.#grid.reach(this.#grid.here));
  }

  /** Shows what the reader has written, and what is said about it. */
  #fillHand(): void {
    const pencilled = this.#pencil?.written;
    this.#display({ pencilled });
  }

  #open(given: unknown, variant: ReadVariant | undefined): void {
    this.#variant = variant;
    this.#state = stateOf(given, variant);
    const layout = this.#layout;
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
    this.#forget();
    this.#fillPanel();
    this.#appear();
    this.#appear = () => undefined;
    this.#judge();
  }

  /** The memory of the pencil is about another puzzle. */
  #forget(): void {
    this.#pencil = undefined;
    this.#hintWork.stop();
    this.#hintQuestions.forget();
    const { show, pencilled } = this.#state;
    if (show === 'pencil' && pencilled !== undefined) void this.#byHand(() => this.#fillHand());
  }

  #fillPanel(): void {
    const { kind, boxes, regions, show } = this.#state;
    const isVariant = kind === 'variant';
    const kinds = Object.entries(SUDOKU_KINDS).filter(([one]) => isVariant || one !== 'variant');
    const select = selectOf(kinds, kind, (value) => this.#change({ kind: value as Kind }));
    const sizes = (kind === 'windoku' ? SQUARES : BOXES).map(
      (one) => [one, sizeText(one)] as const,
    );
    const size = selectOf(sizes, boxes, (value) => this.#change({ boxes: value }));
    const drawing = h('textarea', { rows: 6, spellcheck: 'false', maxlength: 2000 });
    drawing.value = regions;
    drawing.addEventListener('change', () => this.#change({ regions: drawing.value }));
    const hasBoxes = kind !== 'jigsaw' && kind !== 'samurai' && !isVariant;
    const shows = radiosOf(Object.entries(SHOWS), show, (name) => {
      this.#display({ show: name as Show });
      if (name === 'pencil') void this.#byHand(() => this.#fillHand());
    });
    fill(
      this.#panel,
      h('h1', 'Sudoku'),
      h('p.about', 'Type or paste a puzzle. The candidates are those of its solutions.'),
      ...this.#aboutVariant(),
      entryForm(
        labelled('Kind', select),
        hasBoxes && labelled('Size', size),
        kind === 'jigsaw' && labelled('Regions, a letter each', drawing, 'lines'),
        h('fieldset.choice', h('legend', 'Show in blank cells'), ...shows),
      ),
      h(
        'div.asks',
        !isVariant && button('Make a puzzle', {}, () => this.#generate()),
        !isVariant && button('Remove needless givens', {}, () => this.#minimise()),
        ...((isVariant && this.#clues?.buttons) || []),
        button('Clear', {}, () => this.#go({ givens: [], show: 'candidates' })),
      ),
      (kind === 'sudoku' || isVariant) &&
        h(
          'div.reading',
          labelled('Read from text, in any usual form', this.#text, 'lines'),
          button('Read', {}, () => void this.#read(this.#text.value)),
          button('Write', {}, () => void this.#write()),
        ),
      // Last, where they move nothing.
      this.#mistake,
      isVariant && this.#clues?.told,
    );
  }

  /** What was read, in words. */
  #aboutVariant(): HTMLElement[] {
    if (this.#variant === undefined) return [];
    const { title, words, everywhere, rules } = this.#variant;
    return [
      h('p.read', title !== undefined && h('b', `${title}: `), words),
      ...everywhere.map((sentence) => h('p.soft', sentence)),
      ...(rules === undefined ? [] : [h('details.rules', h('summary', 'Rules'), h('p', rules))]),
    ];
  }

  get #board(): SudokuBoard {
    const { kind, boxes, regions, text } = this.#state;
    return { kind, boxes, regions, text };
  }

  /** Puts the state into the address. A variant has its board, and most often its givens, in its text. */
  #share(): void {
    const { kind, text, givens, show, pencilled } = this.#state;
    const isStated = givens.every((value, cell) => value === this.#variant?.givens[cell]);
    const ofVariant = { kind, text, givens: isStated ? undefined : givens, show, pencilled };
    this.#frame.share(this.#variant === undefined ? this.#state : ofVariant);
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
    // The writing belongs to the puzzle before.
    this.#frame.go('sudoku', { ...this.#state, pencilled: undefined, ...change });
  }

  #display(change: Partial<SudokuState>): void {
    this.#state = { ...this.#state, ...change };
    this.#share();
    this.#drawGrid();
  }

  #set(cell: number, value: number): void {
    if (this.#state.show === 'pencil') {
      if ((this.#state.givens[cell] ?? 0) > 0) return;
      const isMark = value > 0 && this.#marking.getAttribute('aria-pressed') === 'true';
      void this.#byHand((pencil) => (isMark ? pencil.mark(cell, value) : pencil.set(cell, value)));
      return;
    }
    const givens = [...this.#state.givens];
    if (givens[cell] === value) return;
    givens[cell] = value;
    this.#display({ givens, pencilled: undefined });
    this.#forget();
    this.#typed();
  }

  readonly #typed = debounced(() => this.#judge(), SUDOKU_PAUSE_MS);

  /** Asks for the solutions and the candidates of the puzzle. */
  #judge(): void {
    this.#typed.cancel();
    this.#frame.work.stop();
    this.#findings = {};
    this.#rating = undefined;
    this.#wrong = [];
    this.#clues?.forget();
    this.#share();
    this.#fillGrid();
    void this.#questions.ask(async (_tell, isLate) => {
      const showNews = (news: Findings) => {
        if (isLate()) return;
        this.#findings = { ...this.#findings, ...news };
        this.#fillGrid();
      };
      const input = { board: this.#board, givens: this.#state.givens };
      const { running: _, ...before } = this.#findings;
      showNews({ ...before, ...(await this.#frame.work.run('judge', input, showNews)) });
      if (isLate() || this.#findings.answer !== 'unique') return;
      const rating = await this.#rate();
      if (isLate()) return;
      this.#rating = rating;
      this.#fillGrid();
    });
  }

  /** The rating; if it is stopped, the answer about the solutions stays. */
  async #rate(): Promise<SudokuRating | string> {
    const input = { board: this.#board, givens: this.#state.givens };
    try {
      return (await this.#frame.work.run('rateSudoku', input)) ?? 'nothing to rate';
    } catch (error) {
      if (error instanceof TaskStopped) return 'the rating was stopped';
      throw error;
    }
  }

  /** Asks for another puzzle, and goes there; perhaps with a notice about it. */
  #make(what: () => Promise<readonly [change: Partial<SudokuState>, notice?: string]>): void {
    this.#frame.work.stop();
    void this.#questions.ask(async (_tell, isLate) => {
      const [change, notice] = await what();
      if (isLate()) return;
      if (notice !== undefined) this.#frame.notice(notice);
      this.#go(change);
    });
  }

  #generate(): void {
    const seed = Math.floor(Math.random() * 2 ** 32);
    this.#make(async () => {
      this.#say('Making a puzzle ...');
      const made = this.#frame.work.run('generateSudoku', { board: this.#board, seed });
      const { givens, isMinimal } = await made;
      if (isMinimal) return [{ givens }];
      return [{ givens }, 'It may not be minimal: some checks took too long.'];
    });
  }

  #minimise(): void {
    const { givens } = this.#state;
    if (this.#findings.answer !== 'unique') {
      this.#frame.notice('Only a puzzle with one solution has needless givens.');
      return;
    }
    this.#make(async () => {
      this.#say('Removing givens ...');
      const input = { board: this.#board, givens, seed: 1 };
      const thin = await this.#frame.work.run('minimise', input);
      const gone = countOf(givens) - countOf(thin.givens);
      const notice =
        gone === 0
          ? 'Every given is needed.'
          : `${count(gone, 'given')} ${gone === 1 ? 'was' : 'were'} not needed.`;
      return [{ givens: thin.givens }, notice];
    });
  }

  /** Reads a text. What is shown stays until it is read. */
  async #read(text: string): Promise<void> {
    if (text.trim() === '') return;
    const mine = ++this.#opened;
    this.#say('Reading ...');
    try {
      if (text.length > MOST_SUDOKU_CHARACTERS) {
        const most = groups(MOST_SUDOKU_CHARACTERS);
        throw new TaskFailed(`The text is too long; give one puzzle, of up to ${most} characters.`);
      }
      const read = await runBeside('readSudoku', { text });
      if (!('boxes' in read)) await this.#loadClues();
      if (mine !== this.#opened) return;
      this.#complain('');
      if ('boxes' in read) {
        this.#go({ kind: 'sudoku', ...read });
        return;
      }
      this.#variant = read;
      this.#go({ kind: 'variant', text: read.text, givens: read.givens });
    } catch (error) {
      if (mine !== this.#opened) return;
      if (!(error instanceof TaskFailed)) throw error;
      this.#complain(error.message);
      this.#say('It cannot be read.', 'none');
    }
  }

  /** Writes the puzzle into the field. */
  async #write(): Promise<void> {
    const { text, givens } = this.#state;
    const line = givens.map((value) => this.#grid.symbols.symbolOf(value)).join('');
    this.#complain('');
    const mine = this.#opened;
    const written = text === undefined ? line : await runBeside('writeVariant', { text, givens });
    if (mine !== this.#opened) return;
    this.#text.value = written;
    this.#text.select();
  }

  /** Tells below the text what is wrong with it, and selects the place. */
  #complain(message: string): void {
    if (message === '' && this.#mistake.textContent !== '') this.#fillGrid();
    this.#mistake.textContent = message;
    const [, line, column] = /^Line (\d+), column (\d+)/.exec(message) ?? [];
    if (line === undefined) return;
    const before = this.#text.value.split('\n').slice(0, Number(line) - 1);
    const at = before.reduce((sum, { length }) => sum + length + 1, 0) + Number(column) - 1;
    this.#text.setSelectionRange(at, at + 1);
  }

  async #drawn() {
    const { kind, givens, show, pencilled } = this.#state;
    const written = { solution: this.#findings.solution, pencil: pencilled?.values };
    const shown = show === 'solution' || show === 'pencil' ? written[show] : undefined;
    const values = shown && givens.map((value, cell) => value || (shown[cell] ?? 0));
    const drawn = await runBeside('drawSudoku', { board: this.#board, givens, values });
    return { name: kind, ...drawn };
  }

  #say(text: string, kind = ''): void {
    this.#verdict.textContent = text;
    this.#verdict.setAttribute('data-answer', kind);
  }

  /** Shows an error, and marks the cells that it names. */
  #refuse(message: string): void {
    const { columns } = this.#layout;
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

  /** Shows the cells, and what is said about what the reader has written. */
  #drawGrid(): void {
    const { givens, show } = this.#state;
    const { solution, candidates } = this.#findings;
    const written = show === 'pencil' ? this.#pencil?.content : undefined;
    this.#grid.show({
      givens,
      solution: show === 'solution' ? solution : undefined,
      candidates: show === 'candidates' ? candidates : undefined,
      ...written,
      wrong: [...this.#wrong, ...(written?.wrong ?? [])],
    });
    this.#back.disabled = this.#pencil?.canGoBack !== true;
    const advice = show === 'pencil' ? (this.#pencil?.text ?? []) : [];
    // Screen readers say it again whenever it is replaced.
    const adviceText = advice.join('\n');
    if (adviceText !== this.#advised) {
      this.#advised = adviceText;
      const offers = show === 'pencil' ? this.#pencil?.severalOffers : undefined;
      const sentences = advice.map((sentence) => h('p', sentence));
      fill(this.#advice, ...sentences, offers && this.#offersFor(offers.insists));
      this.#advice.tabIndex = advice.length > 0 ? 0 : -1;
      // The board stays in sight above it.
      if (advice.length > 0) this.#advice.scrollIntoView({ block: 'nearest' });
    }
    this.#fillCell();
  }

  /** Ways to go on where there are several solutions. */
  #offersFor(hasLooked: boolean): HTMLElement {
    const showCandidates = () => {
      this.#display({ show: 'candidates' });
      this.#fillPanel();
    };
    return h(
      'div.asks',
      button('True candidates', {}, showCandidates),
      this.#variant === undefined && button('Another puzzle', {}, () => this.#generate()),
      !hasLooked &&
        button('Look all the same', { title: 'For a step that holds in all solutions' }, () =>
          this.#byHand((pencil) => pencil.insist()),
        ),
    );
  }

  #fillGrid(): void {
    this.#drawGrid();
    const { answer, exact, isWhole, running } = this.#findings;
    this.#details.textContent = [
      count(countOf(this.#state.givens), 'given'),
      running && answer === undefined && `${rounded(running.rate)} nodes/s`,
      answer === 'several' && !isWhole && 'looking for all true candidates',
      answer === 'several' && isWhole && exact === undefined && 'too many solutions to count',
      answer === 'unique' && ratingText(this.#rating),
    ]
      .filter((part) => part)
      .join(' · ');
    const several = exact === undefined ? 'Several solutions.' : `${groups(exact)} solutions.`;
    const verdicts = { none: 'No solution.', unique: 'One solution.', several } as const;
    this.#say(answer === undefined ? 'Solving ...' : verdicts[answer], answer);
  }

  /** The cell that is reached, with the number of solutions that have each candidate. */
  #fillCell(): void {
    const cell = this.#grid.here;
    const { show, givens } = this.#state;
    if (show === 'pencil') {
      // One line, whatever is written: the hint below must not move.
      const marks = this.#pencil?.content.candidates?.[cell];
      fill(this.#cell, this.#grid.caption(cell, marks));
      return;
    }
    const isHidden = show === 'nothing' || (givens[cell] ?? 0) > 0;
    const candidates = isHidden ? [] : (this.#findings.candidates?.[cell] ?? []);
    fill(this.#cell, this.#grid.caption(cell), chancesOf(candidates, this.#grid.symbols));
  }
}

function ratingText(rating: SudokuRating | string | undefined): string {
  if (rating === undefined) return 'rating it';
  if (typeof rating === 'string') return rating;
  const least = rating.isWhole ? '' : 'at least ';
  return `rating ${least}${rating.difficulty.toFixed(1)}: ${rating.technique}`;
}

function countOf(values: readonly number[]): number {
  return values.filter((value) => value > 0).length;
}
