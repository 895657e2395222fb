import { setImmediate } from 'node:timers/promises';
import { MOST_KEYS } from '../engine/problem/memory.ts';
import type { Progress, Status } from '../engine/solve/limit-settings.ts';
import type { QuestionName } from '../engine/solve/questions.ts';
import type { AsyncSolutions } from '../engine/solve/streams.ts';
import type { Puzzle } from '../puzzles/sudoku/grid.ts';
import type { AsyncLimits, Candidates, Solver, Solvers } from '../puzzles/sudoku/solver.ts';
import type { Variant } from '../puzzles/variants/variant.ts';
import type { Shell } from './command.ts';
import { EXIT, type Exit, type Failure, UsageError } from './exit.ts';
import { counted, countFields, paceLine, progressLine, stopName, Ticker, worse } from './report.ts';
import { type AnswerChunk, type IsNew, livePuzzle } from './sudoku-answer.ts';
import {
  type Asked,
  type Job,
  type PuzzleAnswer,
  placeOf,
  type VariantText,
} from './sudoku-job.ts';
import {
  answerText,
  endText,
  exitFor,
  failureIn,
  hasLines,
  isPencil,
  puzzleAnswer,
  solutionText,
} from './sudoku-text.ts';

/** Fewer bytes of answers are not written by themselves. */
const SHORT_WRITE = 1 << 12;
const DECODER = new TextDecoder();

export interface FileSettings extends Omit<Job, 'source' | 'namesFile'> {
  readonly stats?: true;
  readonly timeout?: number;
  readonly workers?: number;
}

/** Prints the answers of all texts, counts them, and answers the puzzles that are not easy. */
export class Printer {
  readonly shell: Shell;
  readonly signal: AbortSignal;
  readonly #settings: FileSettings;
  readonly #namesFiles: boolean;
  #job!: Job;
  readonly #ticker: Ticker;
  readonly #began = performance.now();
  #solvers: Solvers | undefined;
  /**
   * The forms of the puzzles so far, two cells in a character; for each shape and value of the last
   * cell, since a Set has 16 million keys at most.
   */
  readonly #forms = new Map<string, Set<string>>();
  #answered = 0;
  #invalid = 0;
  #worst: Exit = EXIT.answered;

  constructor(settings: FileSettings, namesFiles: boolean, signal: AbortSignal, shell: Shell) {
    this.#settings = settings;
    this.#namesFiles = namesFiles;
    this.signal = signal;
    this.shell = shell;
    this.#ticker = new Ticker(shell.console);
  }

  get question(): Asked {
    return this.#settings.question;
  }

  /** Tells whether a form is new among those of all texts. */
  readonly isNew: IsNew = (shape, form) => {
    const name = `${shape.boxes} ${form.at(-1)}`;
    const forms = this.#forms.get(name) ?? new Set();
    this.#forms.set(name, forms);
    const pairs = form.filter((_, cell) => cell % 2 === 0);
    const codes = pairs.map((value, k) => (value << 4) | (form[2 * k + 1] ?? 0));
    const code = String.fromCharCode(...codes);
    if (forms.has(code)) return false;
    if (forms.size === MOST_KEYS) {
      throw new UsageError(
        `--distinct keeps at most ${MOST_KEYS} forms of one kind; give fewer puzzles at once`,
      );
    }
    forms.add(code);
    return true;
  };

  /** The job for a text, whose answers are printed from here on. */
  jobFor(source: string): Job {
    const { stats: _, workers: __, ...how } = this.#settings;
    this.#job = { ...how, source, namesFile: this.#namesFiles };
    return this.#job;
  }

  /** Shows that the steps of a puzzle take long. */
  readonly onSteps = (progress: Progress): void => {
    const line = () =>
      isPencil(this.question) ? counted(progress.nodes, 'step') : progressLine(progress);
    this.#ticker.tick(() => `puzzle ${this.taken + 1}: ${line()}`);
  };

  async print(stretch: AnswerChunk): Promise<void> {
    const { text, answered, worst, hard, failure } = stretch;
    const { console } = this.shell;
    this.#answered += answered;
    this.#worst = worse(this.#worst, worst);
    // Short ones wait for others: each write is a call of the system. `write` makes control
    // characters in the names of files visible.
    if (text.length >= SHORT_WRITE && !this.#job.json) console.writeBytes(text);
    else console.write(DECODER.decode(text));
    if (failure !== undefined) this.#refuse(failure);
    if (hard !== undefined && !this.signal.aborted) await this.#answerHard(hard);
    if (console.isFull) await console.waitForRoom();
    this.#ticker.tick(() => `${counted(this.#answered, 'puzzle')} answered`);
    // Signals and results are delivered.
    await setImmediate();
  }

  /** Reports an error in a file; on one screen once, if the results tell it, too. */
  fail(failure: Failure, isTold = this.#settings.json === true): void {
    const { console } = this.shell;
    this.#worst = worse(this.#worst, EXIT.error);
    if (this.#settings.json) console.writeJson('error', failure);
    if (!isTold || !console.isOneScreen) console.note(`quadrille sudoku: ${failure.message}`);
  }

  /** The puzzles so far, those with errors among them. */
  get taken(): number {
    return this.#answered + this.#invalid;
  }

  /** Reports how it ended, and with `stats` the statistics. */
  end(): Exit {
    const { console } = this.shell;
    const { aborted } = this.signal;
    if (aborted) console.note(`Stopped by ${stopName(this.signal)}.`);
    const bad = this.#invalid > 0 ? `, ${this.#invalid} invalid` : '';
    if (aborted || this.#settings.stats) {
      console.note(paceLine(this.#answered, 'puzzle', this.#began) + bad);
    }
    return aborted ? EXIT.interrupted : this.#worst;
  }

  /** Reports an error in a puzzle. */
  #refuse(failure: Failure): void {
    this.fail(failure, true);
    if (!this.#settings.json) {
      this.#divide(false);
      this.shell.console.write(`invalid: ${failure.message}\n`);
      this.#divide(true);
    }
    this.#invalid++;
  }

  /** Divides answers of several lines: an empty line stands behind each, but between two hints. */
  #divide(isBehind: boolean): void {
    const { question, json } = this.#settings;
    const isFirst = this.taken === 0;
    const isDue = question === 'hint' ? !isBehind && !isFirst : isBehind && hasLines(question);
    if (isDue && !json) this.shell.console.write('\n');
  }

  /** Answers any puzzle. The event loop runs meanwhile. */
  async #answerHard(hard: Puzzle | VariantText): Promise<void> {
    const job = this.#job;
    const { question, limit, timeout } = job;
    let found = 0;
    const limits: AsyncLimits = {
      limit,
      timeout,
      signal: this.signal,
      onProgress: (progress: Progress) => {
        found = progress.solutions;
        const line = () => progressLine(progress, question === 'candidates' ? false : undefined);
        this.#ticker.tick(() => `puzzle ${this.taken + 1}: ${line()}`);
      },
    };
    try {
      const isVariant = 'variant' in hard;
      const answer = isVariant
        ? await this.#answerVariant(hard, limits)
        : await this.#answerPlain(livePuzzle(hard), limits, () => found);
      const text = isVariant
        ? endText(job, hard, answer)
        : answerText(job, livePuzzle(hard), answer);
      this.shell.console.write(text);
      this.#divide(true);
      this.#answered++;
      this.#worst = worse(this.#worst, exitFor(answer));
    } catch (error) {
      if ('givens' in hard) this.#refuse(failureIn(error, job, hard));
      else this.#refuse((await import('./sudoku-variant.ts')).variantFailure(error, job, hard));
    }
  }

  async #answerPlain(
    puzzle: Puzzle,
    limits: AsyncLimits,
    found: () => number,
  ): Promise<PuzzleAnswer> {
    this.#solvers ??= new (await import('../puzzles/sudoku/solver.ts')).Solvers();
    const job = this.#job;
    const { question } = job;
    const { shape, symbols, givens } = puzzle;
    const solver = this.#solvers.of(shape);
    if (question === 'all') {
      const text = (grid: Uint8Array, index: number) => solutionText(job, puzzle, grid, index);
      return this.#writeAll(solver.solutionsAsync(givens, limits), text);
    }
    if (question === 'candidates') {
      const { timeout, signal, onProgress } = limits;
      const candidates = await solver.candidatesAsync(givens, { timeout, signal, onProgress });
      return this.#writeCandidates(puzzle, candidates, {
        nameOf: (cell) => (givens[cell] === 0 ? shape.cellName(cell) : undefined),
        symbolOf: (value) => symbols.symbolOf(value),
      });
    }
    if (isPencil(question)) return this.#writePencil(puzzle, solver, limits);
    const answer = await solver[`${question as QuestionName}Async`](givens, limits);
    return puzzleAnswer(answer, found());
  }

  async #answerVariant(text: VariantText, limits: AsyncLimits): Promise<PuzzleAnswer> {
    const variants = await import('./sudoku-variant.ts');
    const { console } = this.shell;
    const job = this.#job;
    const stated = variants.puzzleIn(text, job) as Variant;
    if (job.question === 'all') {
      return this.#writeAll(variants.solutionsOf(stated, limits), ({ payloads }, index) =>
        variants.variantSolution(job, text, stated, stated.decode(payloads), index),
      );
    }
    if (job.question === 'candidates') {
      const { givens, grid } = stated;
      return this.#writeCandidates(text, await variants.candidatesOf(stated, limits), {
        nameOf: (cell) => (givens[cell] === undefined ? grid.nameOf(cell) : undefined),
        symbolOf: variants.symbolOf,
      });
    }
    const { answer } = await variants.answerVariant(
      stated,
      { ...job, question: 'isUnique' },
      limits,
    );
    const { steppedVariant } = await import('./sudoku-pencil.ts');
    this.#divide(false);
    const { timeout, signal } = limits;
    const watch = { timeout, signal, onProgress: this.onSteps };
    return steppedVariant(text, stated, answer, watch, job, console);
  }

  /** Prints what a person can do with a puzzle, but for the end. */
  async #writePencil(puzzle: Puzzle, solver: Solver, limits: AsyncLimits): Promise<PuzzleAnswer> {
    const answer = puzzleAnswer(await solver.isUniqueAsync(puzzle.givens, limits));
    const { rated, stepped } = await import('./sudoku-pencil.ts');
    this.#divide(false);
    const { timeout, signal } = limits;
    const watch = { timeout, signal, onProgress: this.onSteps };
    if (this.#job.question === 'rate') return rated(puzzle, answer, watch);
    return stepped(puzzle, answer, watch, this.#job, this.shell.console);
  }

  async #writeAll<S>(
    stream: AsyncSolutions<S>,
    textOf: (solution: S, index: number) => string,
  ): Promise<PuzzleAnswer> {
    const { console } = this.shell;
    let solutions = 0;
    for await (const solution of stream) {
      console.write(textOf(solution, ++solutions));
      if (console.isFull) await console.waitForRoom();
    }
    return { status: stream.status as Status, solutions };
  }

  /** `nameOf`: the name of a cell that is not given. */
  #writeCandidates(
    puzzle: Pick<Puzzle, 'line'>,
    { candidates, exact, status }: Candidates,
    { nameOf, symbolOf }: CellWords,
  ): PuzzleAnswer {
    const { console } = this.shell;
    const job = this.#job;
    if (status === 'memory') {
      console.note(
        `${job.source}:${puzzle.line}: there are too many solutions for --candidates; give more cells.`,
      );
    }
    candidates?.forEach((values, cell) => {
      const name = nameOf(cell);
      if (name === undefined || values.size === 0) return;
      const each = [...values].map(([value, exact]) => [symbolOf(value), exact] as const);
      if (job.json) {
        const fields = each.map(([value, exact]) => ({ value, ...countFields(exact) }));
        console.writeJson('cell', { ...placeOf(job, puzzle), cell: name, candidates: fields });
      } else {
        console.write(`${name} ${each.map(([value, exact]) => `${value}:${exact}`).join(' ')}\n`);
      }
    });
    return { status, solutions: exact ?? 0n };
  }
}

/** How the cells and values of a puzzle are written. */
interface CellWords {
  readonly nameOf: (cell: number) => string | undefined;
  readonly symbolOf: (value: number) => string;
}
