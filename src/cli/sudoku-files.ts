import { setImmediate } from 'node:timers/promises';
import {
  coreCount,
  type NodeThreads,
  nodeThreads,
  Pool,
  type StartThread,
  startInNode,
} from '../engine/parallel/pool.ts';
import { MOST_KEYS } from '../engine/problem/memory.ts';
import type { Progress, Status } from '../engine/solve/limits.ts';
import type { QuestionName } from '../engine/solve/questions.ts';
import type { Puzzle } from '../puzzles/sudoku/grid.ts';
import { Shape } from '../puzzles/sudoku/shape.ts';
import type { AsyncLimits, Solver, Solvers } from '../puzzles/sudoku/solver.ts';
import { isGrid, type Mark } from '../puzzles/sudoku/text/reader.ts';
import type { Shell } from './command.ts';
import { EXIT, type Exit, type Failure, UsageError } from './exit.ts';
import { openBytes } from './input.ts';
import { counted, countFields, paceLine, progressLine, stopName, Ticker, worse } from './report.ts';
import {
  Answerer,
  type Answers,
  answerText,
  exitFor,
  failureIn,
  hasLines,
  type IsNew,
  isPencil,
  LINE_FEED,
  type Order,
  orderly,
  puzzleAnswer,
  revived,
  type Stretch,
  solutionText,
} from './sudoku-answer.ts';
import { type Job, type PuzzleAnswer, placeOf } from './sudoku-job.ts';

/** A line with more bytes is read before its end comes. */
const LONG_LINE = 1 << 16;
/** Bytes of lines that are answered at once: 400 puzzles of 9x9, two milliseconds or so. */
const PORTION = 1 << 15;
/** The same for ratings, which take milliseconds each: 25 puzzles of 9x9. */
const RATINGS = 1 << 11;
/** Of these the reader sees what the text is: a record of CSV, one long array. */
const FIRST_PORTION = 1 << 10;
/** Bytes that may wait for their turn: what two threads do in a twentieth of a second or so. */
const MOST_AHEAD = 1 << 20;
/** A thread joins after a megabyte, which takes 60 ms: it needs 40 to start. */
const JOIN = 1 << 20;
/** Orders that a thread has at once: this thread may be busy when the first one is done. */
const DEPTH = 2;
/** Fewer bytes of answers are not written by themselves. */
const SHORT_WRITE = 1 << 12;
const DECODER = new TextDecoder();

interface FileSettings extends Omit<Job, 'source' | 'namesFile'> {
  readonly stats?: true;
  readonly timeout?: number;
  readonly workers?: number;
}

/** Threads that answer, and how many bytes of each text are answered before they join. */
interface Team {
  readonly pool: Pool;
  readonly join: number;
  readonly portion: number;
}

/** Answers the puzzles of files. */
export async function answerFiles(
  settings: FileSettings,
  operands: readonly string[],
  shell: Shell,
): Promise<Exit> {
  const { size, boxes } = settings;
  // The shape itself is not needed yet, but an error in it is told before any file is read.
  if (boxes !== undefined || size !== undefined) Shape.of({ size, boxes });
  const files = operands.length === 0 ? ['-'] : operands;
  return shell.interruptible(async (signal) => {
    const team = teamFor(settings, signal);
    const stop = () => team?.pool.close();
    signal.addEventListener('abort', stop, { once: true });
    const printer = new Printer(settings, files.length > 1, signal, shell);
    try {
      for (const file of files) {
        if (signal.aborted) break;
        await new TextAnswers(file, printer, team).answer();
      }
    } finally {
      stop();
    }
    return printer.end();
  });
}

/** The threads. They start now if they are asked for, else when there is enough for them to do. */
function teamFor({ question, workers }: FileSettings, signal: AbortSignal): Team | undefined {
  // These are answered puzzle by puzzle, as they come.
  if (hasLines(question) || question === 'distinct' || workers === 1) return undefined;
  const portion = question === 'rate' ? RATINGS : PORTION;
  if (workers === undefined) {
    const join = question === 'rate' ? RATINGS : JOIN;
    return coreCount() > 1 ? { pool: poolOf(2, signal), join, portion } : undefined;
  }
  return { pool: poolOf(workers, signal).start(workers - 1), join: 1, portion };
}

/** A pool. This thread is one worker itself, and takes the place of threads that cannot start. */
function poolOf(workers: number, signal: AbortSignal): Pool {
  let starts = 1;
  const startInPlace: StartThread = (hear) => ({
    post: orderly(hear, signal),
    end: () => undefined,
    keepAlive: () => undefined,
  });
  const start: StartThread = (hear, ended) => {
    if (starts++ >= workers) return startInPlace(hear, ended);
    try {
      const url = new URL('./sudoku-worker.cjs', import.meta.url);
      return startInNode(nodeThreads() as NodeThreads, hear, ended, url);
    } catch {
      return startInPlace(hear, ended);
    }
  };
  return new Pool(workers, start, DEPTH);
}

/**
 * Answers the puzzles of one text, in their order.
 *
 *     lines --> here, in place ---------------------------> printed
 *     lines --> a thread, with a guess of the mark --> printed in their turn if the guess was right,
 *                                                      else answered in place
 *
 * The meaning of lines depends on all lines above them: they may go on with a grid, or be records
 * of CSV. The guess is that no puzzle is cut, and that the text goes on as it was where the reader
 * stood between two puzzles.
 */
export class TextAnswers {
  readonly #file: string;
  readonly #printer: Printer;
  readonly #team: Team | undefined;
  #answerer!: Answerer;
  #job!: Job;
  /** The bytes so far. */
  #bytes = 0;
  /** The place of the reader above the portions that wait; and the lines and the bytes of these. */
  #mark: Mark | undefined;
  #lines = 0;
  #ahead = 0;
  /** The portions that wait, each settled when it is printed. */
  readonly #waiting: Promise<void>[] = [];

  constructor(file: string, printer: Printer, team?: Team) {
    this.#file = file;
    this.#printer = printer;
    this.#team = team;
  }

  async answer(): Promise<void> {
    const printer = this.#printer;
    try {
      const { source, chunks } = openBytes(this.#file, printer.shell, printer.signal);
      await this.answerChunks(source, chunks);
    } catch (error) {
      await this.#finish();
      // The other files are answered.
      if (!(error instanceof UsageError)) throw error;
      const message = hint(error.message, this.#file);
      printer.fail({ code: error.code, message, file: error.file });
    }
  }

  async answerChunks(source: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const printer = this.#printer;
    this.#job = printer.jobFor(source);
    this.#answerer = new Answerer(this.#job, printer.signal, printer.isNew);
    /** A line that is cut. */
    let begun: Uint8Array = new Uint8Array();
    for await (const chunk of chunks) {
      const bytes = begun.length === 0 ? chunk : Buffer.concat([begun, chunk]);
      const end = bytes.lastIndexOf(LINE_FEED) + 1;
      begun = bytes.subarray(end);
      await this.#take(bytes.subarray(0, end));
      if (begun.length >= LONG_LINE) {
        // JSON with a million puzzles may be one line.
        await this.#finish();
        await this.#answerHere(begun);
        begun = new Uint8Array();
      }
    }
    await this.#finish();
    await this.#answerHere(begun, true);
  }

  async #take(lines: Uint8Array): Promise<void> {
    const { pool, join, portion } = this.#team ?? {
      join: Number.POSITIVE_INFINITY,
      portion: PORTION,
    };
    for (let from = 0; from < lines.length && !this.#printer.signal.aborted; ) {
      const end = portionEnd(
        lines,
        from,
        this.#bytes === 0 ? Math.min(FIRST_PORTION, portion) : portion,
      );
      const some = lines.subarray(from, end);
      if (pool === undefined || this.#bytes < join) await this.#answerHere(some);
      else this.#send(some, pool);
      this.#bytes += some.length;
      from = end;
      while (this.#ahead > MOST_AHEAD) await this.#waiting[0];
    }
  }

  /** Has lines answered, and printed behind those that wait already. */
  #send(lines: Uint8Array, pool: Pool): void {
    const mark = this.#mark && { ...this.#mark, line: this.#mark.line + this.#lines };
    // A message has all of the memory that it has a part of.
    const order = mark && ({ lines: new Uint8Array(lines), mark } satisfies Order);
    const answers =
      order && (pool.ask(this.#job, order) as Promise<Answers>).catch(() => undefined);
    const count = countLines(lines);
    this.#lines += count;
    this.#ahead += lines.length;
    const before = this.#waiting.at(-1);
    const print = async () => {
      await before;
      await this.#printInTurn(lines, mark, await answers);
      this.#waiting.shift();
      this.#lines -= count;
      this.#ahead -= lines.length;
    };
    const printed = print();
    // An error is thrown where this is awaited.
    printed.catch(() => undefined);
    this.#waiting.push(printed);
  }

  /** Prints answers if they begin where the reader stands by now; else answers the lines here. */
  async #printInTurn(lines: Uint8Array, guess: Mark | undefined, answers?: Answers): Promise<void> {
    if (this.#printer.signal.aborted) return;
    if (answers?.mark === undefined || !isSame(guess, this.#mark)) {
      await this.#answerHere(lines);
      return;
    }
    for (const stretch of answers.stretches) await this.#printer.print(stretch);
    this.#mark = answers.mark;
    this.#answerer.goTo(this.#mark);
  }

  async #answerHere(bytes: Uint8Array, isEnd = false): Promise<void> {
    const printer = this.#printer;
    if (printer.signal.aborted) return;
    for await (const stretch of this.#answerer.answer(bytes, isEnd)) {
      await printer.print(stretch);
      if (printer.signal.aborted) return;
    }
    this.#mark = this.#answerer.mark;
  }

  /** Waits until all portions are printed. */
  async #finish(): Promise<void> {
    await this.#waiting.at(-1);
  }
}

function isSame(one: Mark | undefined, other: Mark | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) lines++;
  return lines;
}

/** The end of a portion of lines that begins at an index. A longer line is one by itself. */
function portionEnd(bytes: Uint8Array, from: number, portion: number): number {
  // No little rest remains.
  if (bytes.length - from < 1.5 * portion) return bytes.length;
  const cut = bytes.lastIndexOf(LINE_FEED, from + portion - 1) + 1;
  return cut > from ? cut : bytes.indexOf(LINE_FEED, from) + 1 || bytes.length;
}

/** The message, with a remedy where a puzzle stands in place of a file. */
function hint(message: string, file: string): string {
  if (!isGrid(file)) return message;
  return `${message} (for a puzzle in place of a file: echo ${file} | quadrille sudoku)`;
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

  async print(stretch: Stretch): Promise<void> {
    const { text, answered, worst, hard, failure } = stretch;
    const { console } = this.shell;
    this.#answered += answered;
    this.#worst = worse(this.#worst, worst);
    // Short ones wait for others: each write is a call of the system. `write` makes control
    // characters in the names of files visible.
    if (text.length >= SHORT_WRITE && !this.#job.json) console.writeBytes(text);
    else console.write(DECODER.decode(text));
    if (failure !== undefined) this.#refuse(failure);
    if (hard !== undefined && !this.signal.aborted) await this.#answerHard(revived(hard));
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

  /** Reports how it ended, and with `stats` the statistics. */
  end(): Exit {
    const { console } = this.shell;
    const { aborted } = this.signal;
    if (this.#answered + this.#invalid === 0 && this.#worst === EXIT.answered && !aborted) {
      const message = 'the input has no puzzle; give one as 81 characters on a line, or see --help';
      this.fail({ code: 'bad-text', message });
    }
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
    const isFirst = this.#answered + this.#invalid === 0;
    const isDue = question === 'hint' ? !isBehind && !isFirst : isBehind && hasLines(question);
    if (isDue && !json) this.shell.console.write('\n');
  }

  /** Answers any puzzle. The event loop runs meanwhile. */
  async #answerHard(puzzle: Puzzle): Promise<void> {
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
        this.#ticker.tick(() => `puzzle ${this.#answered + 1}: ${line()}`);
      },
    };
    try {
      this.#solvers ??= new (await import('../puzzles/sudoku/solver.ts')).Solvers();
      const solver = this.#solvers.of(puzzle.shape);
      const answer =
        question === 'all'
          ? await this.#writeAll(puzzle, solver, limits)
          : question === 'candidates'
            ? await this.#writeCandidates(puzzle, solver, limits)
            : isPencil(question)
              ? await this.#writePencil(puzzle, solver, limits)
              : puzzleAnswer(
                  await solver[`${question as QuestionName}Async`](puzzle.givens, limits),
                  found,
                );
      this.shell.console.write(answerText(job, puzzle, answer));
      this.#divide(true);
      this.#answered++;
      this.#worst = worse(this.#worst, exitFor(answer));
    } catch (error) {
      this.#refuse(failureIn(error, job, puzzle));
    }
  }

  /** Prints what a person can do with a puzzle, but for the end. */
  async #writePencil(puzzle: Puzzle, solver: Solver, limits: AsyncLimits): Promise<PuzzleAnswer> {
    const answer = puzzleAnswer(await solver.isUniqueAsync(puzzle.givens, limits));
    const { rated, stepped } = await import('./sudoku-pencil.ts');
    this.#divide(false);
    const { timeout, signal } = limits;
    const watch = { timeout, signal };
    if (this.#job.question === 'rate') return rated(puzzle, answer, watch);
    return stepped(puzzle, answer, watch, this.#job, this.shell.console);
  }

  async #writeAll(puzzle: Puzzle, solver: Solver, limits: AsyncLimits): Promise<PuzzleAnswer> {
    const { console } = this.shell;
    const stream = solver.solutionsAsync(puzzle.givens, limits);
    let solutions = 0;
    for await (const grid of stream) {
      console.write(solutionText(this.#job, puzzle, grid, ++solutions));
      if (console.isFull) await console.waitForRoom();
    }
    return { status: stream.status as Status, solutions };
  }

  async #writeCandidates(
    puzzle: Puzzle,
    solver: Solver,
    { timeout, signal, onProgress }: AsyncLimits,
  ): Promise<PuzzleAnswer> {
    const { console } = this.shell;
    const job = this.#job;
    const { shape, symbols, givens, line } = puzzle;
    const limits = { timeout, signal, onProgress };
    const { candidates, exact, status } = await solver.candidatesAsync(givens, limits);
    if (status === 'memory') {
      console.note(
        `${job.source}:${line}: there are too many solutions for --candidates; give more cells.`,
      );
    }
    candidates?.forEach((values, cell) => {
      if (givens[cell] !== 0 || values.size === 0) return;
      const name = shape.cellName(cell);
      const each = [...values].map(([value, exact]) => [symbols.symbolOf(value), exact] as const);
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
