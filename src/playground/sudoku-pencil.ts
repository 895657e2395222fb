/**
 * Solving a Sudoku by hand: values and marks of the reader's own, hints in three presses, and all
 * of it back and forward. It loads when it is first used.
 */
import { count } from './numbers.ts';
import { type Questions, stepsEnd } from './questions.ts';
import { arrowsOf } from './sudoku-arrows.ts';
import type { Content } from './sudoku-grid.ts';
import type { Judgement, ShownStep } from './sudoku-hints.ts';
import type { Layout, Pencilled } from './sudoku-state.ts';
import type { FilledBoard, Findings } from './sudokus.ts';
import type { Work } from './work.ts';

const SEVERAL_SOLUTIONS = 'There are several solutions, so hints cannot lead to one.';

/** The parts of the view that the pencil uses. */
interface Desk {
  readonly work: Work;
  readonly questions: Questions;
  puzzle(): FilledBoard;
  layout(): Layout;
  /** What is written before the reader writes. */
  blank(): Pencilled;
  findings(): Findings;
  /** Names a cell. */
  placeOf(cell: number): string;
  /** Called after a change that the view must show. */
  show(): void;
}

/** An earlier state of the writing, and the step of a hint that led there, if one did. */
interface Moment {
  readonly written: Pencilled;
  readonly step?: ShownStep;
}

export class Pencil {
  readonly #desk: Desk;
  #moments: Moment[];
  #now = 0;
  /** The step of the hint that is under way, and the presses of it so far: where, why. */
  #hint: ShownStep | undefined;
  #presses = 0;
  #text: readonly string[] = [];
  /** True where the text tells that there are several solutions. */
  #isSeveral = false;
  /** True once steps are wanted that hold in all of them. */
  #insists = false;
  #wrong: readonly number[] = [];
  /** Cell -> marks that cannot be, as bits. */
  #clashing: readonly number[] = [];

  constructor(desk: Desk, written: Pencilled) {
    this.#desk = desk;
    this.#moments = [{ written }];
  }

  get written(): Pencilled {
    return this.#moment.written;
  }

  get #moment(): Moment {
    return this.#moments[this.#now];
  }

  get canGoBack(): boolean {
    return this.#now > 0 || this.#hint !== undefined;
  }

  /** The content of the blank cells. */
  get content(): Omit<Content, 'givens'> {
    const step = this.#step;
    const isDone = this.#hint === undefined;
    const isWeighed = isDone || this.#presses > 1;
    const { values, marks } = this.#hint?.before ?? this.written;
    return {
      solution: values,
      candidates: marks.map((bits, cell) => {
        if (values[cell] !== 0) return [];
        // A candidate that has just gone is still there, struck out.
        const out = (isDone ? (step?.out[cell] ?? 0) : 0) | (this.#clashing[cell] ?? 0);
        const weighed = isWeighed ? (step?.weighed[cell] ?? []) : [];
        return valuesOf(bits | out).map((value) => {
          const role = weighed.find((other) => other.value === value)?.role;
          return { value, role: (out & (1 << value)) !== 0 ? 'out' : role };
        });
      }),
      wrong: this.#wrong,
      look: step?.look,
      filled: isDone ? step?.filled : undefined,
      overlay: isWeighed && step ? arrowsOf(step.chains, this.#desk.layout()) : undefined,
    };
  }

  /** The step that is shown. */
  get #step(): ShownStep | undefined {
    return this.#text.length > 0 ? undefined : (this.#hint ?? this.#moment.step);
  }

  /** The advice, sentence by sentence. */
  get text(): readonly string[] {
    const step = this.#step;
    if (step === undefined) return this.#text;
    const [where = '', ...rest] = step.sentences;
    const shown = [`${where} Difficulty ${step.difficulty.toFixed(1)}.`, ...rest];
    if (this.#hint === undefined) return shown;
    return this.#presses > 1 ? shown.slice(0, -1) : shown.slice(0, 1);
  }

  /** Ways on from a text that tells of several solutions; undefined for another one. */
  get severalOffers(): { readonly insists: boolean } | undefined {
    return this.#isSeveral ? { insists: this.#insists } : undefined;
  }

  /** Looks for a step that holds in all solutions. */
  insist(): void {
    this.#insists = true;
    this.hint();
  }

  /** Sets a value, or takes away what a cell has. */
  set(cell: number, value: number): void {
    const { values, marks } = this.written;
    if (values[cell] === value && value !== 0) return;
    const clears = value === 0 && values[cell] === 0;
    this.#write({
      values: replaced(values, cell, value),
      marks: clears ? replaced(marks, cell, 0) : marks,
    });
    const { solution } = this.#desk.findings();
    const { givens } = this.#desk.puzzle();
    const isWhole = solution?.every((known, k) => (givens[k] || this.written.values[k]) === known);
    if (isWhole) this.say('Solved: every value is right.');
  }

  /** Sets a mark, or takes it away. */
  mark(cell: number, value: number): void {
    const { values, marks } = this.written;
    if (values[cell] !== 0) return;
    this.#write({ values, marks: replaced(marks, cell, marks[cell] ^ (1 << value)) });
  }

  startOver(): void {
    this.#write(this.#desk.blank());
  }

  back(): void {
    this.#leave();
    if (this.#hint === undefined && this.#now > 0) this.#now--;
    this.#clear();
    this.#desk.show();
  }

  /** To the next moment, or by the next step to a new one. */
  forward(): void {
    if (this.#now + 1 < this.#moments.length) {
      this.#leave();
      this.#now++;
      this.#clear();
      this.#desk.show();
    } else if (this.#hint !== undefined) {
      this.#take(this.#hint);
      this.#desk.show();
    } else void this.#look((step) => this.#take(step));
  }

  /** The three presses: where to look, why, and the step itself. */
  hint(): void {
    if (this.#hint === undefined) {
      void this.#look((step) => {
        this.#hint = step;
        this.#presses = 1;
      });
      return;
    }
    this.#presses++;
    if (this.#presses > 2) this.#take(this.#hint);
    this.#desk.show();
  }

  /** All marks that the values leave. */
  fillMarks(): void {
    void this.#ask(async () => {
      const { marks } = await this.#desk.work.run('possibleMarks', this.#board);
      return () => this.#write({ values: this.written.values, marks });
    });
  }

  /** Tells what is wrong so far. */
  check(): void {
    void this.#ask(async () => {
      const found = await this.#desk.work.run('possibleMarks', this.#board);
      return () => this.#judge(found);
    });
  }

  #judge({ marks, clashes, broken }: Judgement): void {
    const { written } = this;
    const { candidates, isWhole, answer } = this.#desk.findings();
    // Where there are several solutions, a cell may have the value of any.
    const truth = (cell: number) =>
      isWhole && candidates ? bitsOf((candidates[cell] ?? []).map(({ value }) => value)) : -1;
    const values = written.values.flatMap((value, cell) =>
      value !== 0 && (clashes.includes(cell) || (truth(cell) & (1 << value)) === 0) ? [cell] : [],
    );
    const missing = written.marks.flatMap((bits, cell) =>
      bits !== 0 && written.values[cell] === 0 && (bits & truth(cell)) === 0 ? [cell] : [],
    );
    this.#clashing = written.marks.map((bits, cell) =>
      written.values[cell] === 0 ? bits & ~(marks[cell] ?? 0) : 0,
    );
    const clashing = this.#clashing.reduce((sum, bits) => sum + valuesOf(bits).length, 0);
    this.#wrong = [...values, ...missing, ...broken.flatMap(({ cells }) => cells)];
    const lines = [
      values.length > 0 && `${count(values.length, 'wrong value')}: ${this.#places(values)}.`,
      missing.length > 0 &&
        `${count(missing.length, 'cell')} without the mark of ${missing.length > 1 ? 'their' : 'its'} value: ` +
          `${this.#places(missing)}.`,
      clashing > 0 && `${count(clashing, 'mark')} beside a cell with the same value.`,
      broken.length > 0 && `Broken: ${[...new Set(broken.map(({ title }) => title))].join('; ')}.`,
    ].filter((line) => line !== false);
    const all = answer === 'unique' ? 'All is right so far.' : 'Nothing contradicts so far.';
    this.#text = lines.length > 0 ? lines : [all];
  }

  get #board() {
    return { ...this.#desk.puzzle(), pencilled: this.written };
  }

  #places(cells: readonly number[]): string {
    return cells.map((cell) => this.#desk.placeOf(cell).toLowerCase()).join('; ');
  }

  /** Looks for the next step. */
  #look(take: (step: ShownStep) => void): Promise<void> {
    return this.#ask(async () => {
      const { answer } = this.#desk.findings();
      const insists = this.#insists;
      const found = await this.#desk.work.run('hintSudoku', { ...this.#board, answer, insists });
      return () => {
        if (found.kind === 'step') take(found);
        else if (found.kind === 'mistake') {
          this.#wrong = found.cells;
          const isValue = found.cells.some((cell) => this.written.values[cell] !== 0);
          const about = isValue ? 'There is a mistake' : 'A mark is missing';
          this.#text = [`${about}: ${this.#places(found.cells)}.`];
        } else {
          this.#isSeveral = found.kind === 'several';
          this.#text = [this.#isSeveral && !insists ? SEVERAL_SOLUTIONS : stepsEnd(found.kind)];
        }
      };
    });
  }

  /** The running search is stale: nobody waits for its result. */
  #leave(): void {
    this.#desk.questions.forget();
    this.#desk.work.stop();
  }

  /** Asks the worker something, and shows what comes of it. */
  #ask(question: () => Promise<() => void>): Promise<void> {
    // A second press does not begin anew.
    if (this.#desk.work.isBusy) return Promise.resolve();
    this.say('Looking ...');
    return this.#desk.questions.ask(async (_tell, isLate) => {
      const show = await question();
      if (isLate()) return;
      this.#clear();
      show();
      this.#desk.show();
    });
  }

  /** Tells something in place of a hint. */
  say(text: string): void {
    this.#clear();
    this.#text = [text];
    this.#desk.show();
  }

  #take(step: ShownStep): void {
    this.#push({ written: step.after, step });
  }

  #write(written: Pencilled): void {
    this.#leave();
    this.#push({ written });
    this.#desk.show();
  }

  #push(moment: Moment): void {
    this.#moments = [...this.#moments.slice(0, this.#now + 1), moment];
    this.#now++;
    this.#clear();
  }

  #clear(): void {
    this.#hint = undefined;
    this.#presses = 0;
    this.#text = [];
    this.#isSeveral = false;
    this.#wrong = [];
    this.#clashing = [];
  }
}

function valuesOf(bits: number): number[] {
  const values: number[] = [];
  for (let value = 1; value < 31; value++) if ((bits & (1 << value)) !== 0) values.push(value);
  return values;
}

function replaced(list: readonly number[], at: number, value: number): number[] {
  return list.map((old, k) => (k === at ? value : old));
}

function bitsOf(values: readonly number[]): number {
  return values.reduce((bits, value) => bits | (1 << value), 0);
}
