import { setImmediate } from 'node:timers/promises';
import type { Count, First, Question, Uniqueness } from '../ask/answers.ts';
import type { Limits, Progress, Status } from '../ask/walk.ts';
import type { QuadrilleError } from '../problem/error.ts';
import { GridError, type Puzzle, writeFramed } from '../sudoku/grid.ts';
import type { Shape } from '../sudoku/shape.ts';
import { type AsyncLimits, type Solver, Solvers } from '../sudoku/solver.ts';
import type { Read } from '../sudoku/text/decode.ts';
import type { Shell } from './command.ts';
import { EXIT, type Exit, type Failure } from './exit.ts';
import {
  counted,
  countFields,
  exitOf,
  paceLine,
  progressLine,
  stopName,
  Ticker,
  worse,
} from './report.ts';

const LINE_FEED = 10;

/** How to answer. */
export interface AnswerSettings {
  readonly json?: true;
  readonly pretty?: true;
  readonly stats?: true;
  readonly limit?: number;
  readonly timeout?: number;
  /** Whether a line of `--json` names its file: there are several. */
  readonly namesFiles: boolean;
}

/** Answers within the limits of easy puzzles; undefined where there is none. */
export type EasyAnswers = readonly (PuzzleAnswer | undefined)[];

/** `all` asks for a stream of solutions, `candidates` for a diagram of them. */
export type Asked = Question | 'all' | 'candidates';

/** The answer for a puzzle, whatever the question. */
interface PuzzleAnswer {
  readonly status: Status;
  /** The number of solutions found; a bigint where it is asked for. */
  readonly solutions: number | bigint;
  /** The solution that answers `first`. */
  readonly grid?: Uint8Array | undefined;
  /** The answer to `isUnique`. */
  readonly answer?: Uniqueness['answer'] | undefined;
}

/**
 * Nodes of an easy puzzle, times its cells: 8,000 nodes at 9x9, about 10 ms. Nearly all puzzles are
 * easy. One search answers them all, and blocks the event loop. A puzzle that takes longer starts
 * again in a search of its own, which shows progress and can be stopped.
 */
const EASY = 650_000;
/** Bytes of solved grids that are written at once. */
const GRID_BYTES = 1 << 15;
/** Milliseconds of answering between two turns of the event loop. */
const TURN = 20;

/** Answers puzzle after puzzle, and counts them. */
export class Answerer {
  readonly #question: Asked;
  readonly #settings: AnswerSettings;
  readonly #signal: AbortSignal;
  readonly #shell: Shell;
  readonly #solvers = new Solvers();
  readonly #ticker: Ticker;
  readonly #began = performance.now();
  #turn = performance.now();
  /** The shape of the current puzzle, its solver, the limits of an easy puzzle, and the solution. */
  #shape: Shape | undefined;
  #solver!: Solver;
  #easy!: Limits;
  #grid!: Uint8Array;
  /** Solved grids, a line each, that are not written yet: a string for each would cost 1 µs. */
  readonly #lines = Buffer.alloc(GRID_BYTES);
  /** Bytes of `#lines` in use. */
  #length = 0;
  #answered = 0;
  #invalid = 0;
  #worst: Exit = EXIT.answered;

  constructor(question: Asked, settings: AnswerSettings, signal: AbortSignal, shell: Shell) {
    this.#question = question;
    this.#settings = settings;
    this.#signal = signal;
    this.#shell = shell;
    this.#ticker = new Ticker(shell.console);
  }

  /**
   * Answers puzzles in their order. Most take 20 µs, so it awaits nothing for them. `easy`: the answers that are
   * known already, for those reads that are puzzles.
   */
  async answer(reads: readonly Read[], source: string, easy: EasyAnswers = []): Promise<void> {
    const { console } = this.#shell;
    let next = 0;
    for (const { puzzle, error } of reads) {
      if (this.#signal.aborted) return;
      if (error !== undefined) {
        this.#refuse(error, error.message, source);
      } else {
        try {
          const known = easy[next++] ?? this.#answerEasy(puzzle);
          const answer = decided(known) ?? (await this.#answerHard(puzzle, source));
          this.#write(answer, puzzle, source);
        } catch (error) {
          // The givens contradict each other. Any other error is not one of the puzzle.
          if (!(error instanceof GridError)) throw error;
          this.#refuse(error, `${source}:${puzzle.line}: ${error.message}`, source, puzzle.line);
        }
      }
      if (console.isFull) await console.waitForRoom();
      if (performance.now() - this.#turn >= TURN) await this.#giveWay();
    }
    this.#flush();
  }

  /** Reports an error in a puzzle or a file. */
  fail(failure: Failure): void {
    this.#flush();
    const { console } = this.#shell;
    this.#worst = worse(this.#worst, EXIT.error);
    if (this.#settings.json) console.writeJson('error', failure);
    console.note(`quadrille sudoku: ${failure.message}`);
  }

  /** Reports how it ended, and with `stats` the statistics. */
  end(): Exit {
    const { console } = this.#shell;
    const { aborted } = this.#signal;
    if (this.#answered + this.#invalid === 0 && this.#worst === EXIT.answered && !aborted) {
      const message = 'the input has no puzzle; give one as 81 characters on a line, or see --help';
      this.fail({ code: 'bad-text', message });
    }
    if (aborted) console.note(`Stopped by ${stopName(this.#signal)}.`);
    if (aborted || this.#settings.stats) console.note(this.#statistics());
    return aborted ? EXIT.interrupted : this.#worst;
  }

  #statistics(): string {
    const bad = this.#invalid > 0 ? `, ${this.#invalid} invalid` : '';
    return paceLine(this.#answered, 'puzzle', this.#began) + bad;
  }

  #refuse({ code, column, line: at }: QuadrilleError, message: string, file: string, line = at) {
    this.#invalid++;
    this.fail({ code, message, file, line, column });
    if (!this.#settings.json) this.#writeLine(`invalid: ${message}\n`);
  }

  /** The answer for an easy puzzle; none, or status `nodes`, for another. */
  #answerEasy({ shape, givens }: Puzzle): PuzzleAnswer | undefined {
    if (shape !== this.#shape) this.#setShape(shape);
    const question = this.#question;
    if (question === 'all' || question === 'candidates') return undefined;
    const limits = this.#easy;
    const solver = this.#solver;
    if (question !== 'first') return puzzleAnswer(solver[question](givens, limits));
    // Allocates nothing, unlike `solver.first`.
    const grid = this.#grid;
    const status = solver.firstInto(grid, givens, limits);
    return status === 'found' ? { status, solutions: 1, grid } : { status, solutions: 0 };
  }

  #setShape(shape: Shape): void {
    this.#shape = shape;
    this.#solver = this.#solvers.of(shape);
    this.#easy = easyLimits(shape, this.#settings.limit);
    this.#grid = new Uint8Array(shape.cells);
  }

  /** The answer for any puzzle. The event loop runs meanwhile. */
  async #answerHard(puzzle: Puzzle, source: string): Promise<PuzzleAnswer> {
    this.#flush();
    const { limit, timeout } = this.#settings;
    let found = 0;
    const limits: AsyncLimits = {
      limit,
      timeout,
      signal: this.#signal,
      onProgress: (progress: Progress) => {
        found = progress.solutions;
        this.#flush();
        const line = () => progressLine(progress, this.#question !== 'candidates');
        this.#ticker.tick(() => `puzzle ${this.#answered + 1}: ${line()}`);
      },
    };
    const question = this.#question;
    if (question === 'all') return this.#writeAll(puzzle, limits, source);
    if (question === 'candidates') return this.#writeCandidates(puzzle, limits, source);
    const answer = await this.#solver[`${question}Async`](puzzle.givens, limits);
    return puzzleAnswer(answer, found);
  }

  async #writeAll(puzzle: Puzzle, limits: AsyncLimits, source: string): Promise<PuzzleAnswer> {
    const { console } = this.#shell;
    const stream = this.#solver.solutionsAsync(puzzle.givens, limits);
    let solutions = 0;
    for await (const grid of stream) {
      this.#writeSolution(puzzle, grid, ++solutions, source);
      if (console.isFull) await console.waitForRoom();
    }
    return { status: stream.status as Status, solutions };
  }

  async #writeCandidates(
    puzzle: Puzzle,
    { timeout, signal, onProgress }: AsyncLimits,
    source: string,
  ): Promise<PuzzleAnswer> {
    const { console } = this.#shell;
    const limits = { timeout, signal, onProgress };
    const { candidates, exact, status } = await this.#solver.candidatesAsync(puzzle.givens, limits);
    if (status === 'memory') {
      const place = `${source}:${puzzle.line}`;
      console.note(`${place}: there are too many solutions for --candidates; give more cells.`);
    }
    candidates?.forEach((values, cell) => {
      if (puzzle.givens[cell] === 0 && values.size > 0) {
        this.#writeCell(puzzle, cell, values, source);
      }
    });
    return { status, solutions: exact ?? 0n };
  }

  #writeCell(
    puzzle: Puzzle,
    cell: number,
    values: ReadonlyMap<number, bigint>,
    source: string,
  ): void {
    const { console } = this.#shell;
    const { shape, symbols } = puzzle;
    const name = shape.cellName(cell);
    const each = [...values].map(([value, exact]) => ({ value: symbols.symbolOf(value), exact }));
    if (this.#settings.json) {
      const candidates = each.map(({ value, exact }) => ({ value, ...countFields(exact) }));
      console.writeJson('cell', { ...this.#place(puzzle, source), cell: name, candidates });
    } else {
      console.write(`${name} ${each.map(({ value, exact }) => `${value}:${exact}`).join(' ')}\n`);
    }
  }

  #writeSolution(puzzle: Puzzle, grid: Uint8Array, index: number, source: string): void {
    const { console } = this.#shell;
    const { shape, symbols } = puzzle;
    const { json, pretty } = this.#settings;
    if (!json && !pretty && !symbols.integers) {
      if (this.#length + grid.length >= GRID_BYTES) this.#flush();
      symbols.writeInto(this.#lines, this.#length, grid);
      this.#length += grid.length;
      this.#lines[this.#length++] = LINE_FEED;
    } else if (json) {
      const text = symbols.write(grid);
      console.writeJson('solution', { ...this.#place(puzzle, source), index, grid: text });
    } else {
      const text = pretty ? writeFramed(shape, grid, symbols) : symbols.write(grid);
      this.#flush();
      console.write(`${text}\n`);
    }
  }

  /** Writes the answer for a puzzle; the solutions of `all` are written already. */
  #write({ status, solutions, grid, answer }: PuzzleAnswer, puzzle: Puzzle, source: string): void {
    this.#answered++;
    this.#worst = worse(this.#worst, exitOf(status, solutions));
    if (grid !== undefined) this.#writeSolution(puzzle, grid, 1, source);
    if (this.#settings.json) {
      const numbers = typeof solutions === 'bigint' ? countFields(solutions) : { solutions };
      const fields = { ...this.#place(puzzle, source), status, ...numbers, answer };
      this.#shell.console.writeJson('status', fields);
    } else if (grid === undefined) {
      const text = answer ?? this.#endText(status, solutions);
      this.#writeLine(text === '' ? '' : `${text}\n`);
    }
  }

  /** Writes the last line for a puzzle, if any. An empty line ends its solutions or its cells. */
  #writeLine(line: string): void {
    this.#flush();
    const hasLines = this.#question === 'all' || this.#question === 'candidates';
    this.#shell.console.write(hasLines ? `${line}\n` : line);
  }

  #flush(): void {
    if (this.#length === 0) return;
    this.#shell.console.write(this.#lines.toString('latin1', 0, this.#length));
    this.#length = 0;
  }

  /** The count, or why there are no solutions, or not all; empty where all of them are written. */
  #endText(status: Status, solutions: number | bigint): string {
    if (this.#question === 'count') return `${status === 'complete' ? '' : '>='}${solutions}`;
    if (status !== 'complete' && status !== 'limit') return `undecided: ${status}`;
    return Number(solutions) === 0 ? 'no solution' : '';
  }

  #place({ line }: Puzzle, file: string): object {
    return this.#settings.namesFiles ? { file, line } : { line };
  }

  /** Lets the event loop deliver signals and results. */
  async #giveWay(): Promise<void> {
    this.#flush();
    this.#ticker.tick(() => `${counted(this.#answered, 'puzzle')} answered`);
    await setImmediate();
    this.#turn = performance.now();
  }
}

/** The limits of an easy puzzle. */
export function easyLimits({ cells }: Shape, limit: number | undefined): Limits {
  return { limit, maxNodes: Math.ceil(EASY / cells) };
}

function decided(answer: PuzzleAnswer | undefined): PuzzleAnswer | undefined {
  return answer?.status === 'nodes' ? undefined : answer;
}

const SOLUTIONS = { none: 0, unique: 1, several: 2 };

/** `found` is the number of solutions where the answer does not tell it. */
export function puzzleAnswer(
  { status, solution, exact, answer }: AnyAnswer,
  found = 0,
): PuzzleAnswer {
  if (solution !== undefined) return { status, solutions: 1, grid: solution };
  if (exact !== undefined) return { status, solutions: exact };
  if (answer === undefined) return { status, solutions: 0 };
  return { status, solutions: answer === 'unknown' ? found : SOLUTIONS[answer], answer };
}

/** What a solver answers, whatever the question. */
export type AnyAnswer = Partial<First<Uint8Array> & Count & Uniqueness> & {
  readonly status: Status;
};
