import { setImmediate } from 'node:timers/promises';
import type { Progress, Status } from '../ask/walk.ts';
import type { QuadrilleError } from '../problem/error.ts';
import { GridError, type Puzzle, writeFramed } from '../sudoku/grid.ts';
import type { Shape } from '../sudoku/shape.ts';
import type { AsyncLimits, Solver } from '../sudoku/solver.ts';
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
import { type Asked, EasySolver, type PuzzleAnswer, puzzleAnswer, textOf } from './sudoku-easy.ts';
import { LineAnswerer, type Stretch } from './sudoku-lines.ts';
import { LINE_FEED, type PuzzleText } from './sudoku-text.ts';

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

/** Bytes of solved grids that are written at once. */
const GRID_BYTES = 1 << 15;
/** Milliseconds of answering between two turns of the event loop. */
const TURN = 20;
const LATIN1 = new TextDecoder('latin1');
/** Fewer bytes of answers are not written by themselves. */
const SHORT_WRITE = 1 << 12;

/** Answers puzzle after puzzle, and counts them. */
export class Answerer {
  readonly #question: Asked;
  readonly #settings: AnswerSettings;
  readonly #signal: AbortSignal;
  readonly #shell: Shell;
  /** What answers plain lines, where an answer is a line of text. */
  readonly #lineAnswerer: LineAnswerer | undefined;
  /** What answers all other puzzles. Its solvers have all engines, so they are loaded for the first of these: 20 ms. */
  #easy: EasySolver | undefined;
  readonly #ticker: Ticker;
  readonly #began = performance.now();
  #turn = performance.now();
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
    const { json, pretty, limit } = settings;
    if (question !== 'all' && question !== 'candidates' && !json && !pretty) {
      this.#lineAnswerer = new LineAnswerer(question, limit);
    }
    this.#ticker = new Ticker(shell.console);
  }

  /** The shape of the lines from an index of a text on, where they may be answered as they stand. */
  plainShape(bytes: Uint8Array, from: number, file: PuzzleText): Shape | undefined {
    return this.#lineAnswerer && file.plainShape(bytes, from);
  }

  /** The answers for plain lines, to be written later. */
  stretches(bytes: Uint8Array, shape: Shape): Stretch[] {
    return (this.#lineAnswerer as LineAnswerer).stretches(bytes, shape);
  }

  /**
   * Answers the puzzles on the lines of a text. It answers plain lines as they stand, and leaves all others to the
   * reader, which knows what has begun above them. `ready`: the answers that are known already.
   */
  async answerLines(
    bytes: Uint8Array,
    file: PuzzleText,
    ready: readonly Stretch[] = [],
  ): Promise<void> {
    let next = 0;
    for (let at = 0; at < bytes.length && !this.#signal.aborted; ) {
      const shape = this.plainShape(bytes, at, file);
      if (shape === undefined) return this.answer(file.read(bytes.subarray(at)), file.source);
      const lines = this.#lineAnswerer as LineAnswerer;
      const stretch = ready[next++] ?? lines.stretch(bytes, at, shape, this.#turn + TURN);
      this.#enter(stretch);
      file.pass(stretch.lines);
      at = stretch.end;
      if (stretch.isStopped) {
        const end = bytes.indexOf(LINE_FEED, at) + 1;
        await this.answer(file.read(bytes.subarray(at, end)), file.source);
        at = end;
      } else if (this.#isDue) await this.#rest();
    }
  }

  /** Writes the answers for plain lines. */
  #enter({ answers, lines, worst }: Stretch): void {
    this.#answered += lines;
    this.#worst = worse(this.#worst, worst);
    const { console } = this.#shell;
    // Short ones wait for others: each write is a call of the system.
    if (answers.length >= SHORT_WRITE) console.writeBytes(answers);
    else console.writeUnchecked(LATIN1.decode(answers));
  }

  /** Whether others are to have their turn. */
  get #isDue(): boolean {
    return this.#shell.console.isFull || performance.now() - this.#turn >= TURN;
  }

  /** Waits for the reader of the output, and lets the event loop run when it is time for that. */
  async #rest(): Promise<void> {
    const { console } = this.#shell;
    if (console.isFull) await console.waitForRoom();
    if (performance.now() - this.#turn >= TURN) await this.#giveWay();
  }

  /**
   * Answers puzzles in their order. Most take 20 µs, so it awaits nothing for them. `easy`: the answers that are
   * known already, for those reads that are puzzles.
   */
  async answer(reads: readonly Read[], source: string, easy: EasyAnswers = []): Promise<void> {
    let next = 0;
    for (const { puzzle, error } of reads) {
      if (this.#signal.aborted) return;
      if (error !== undefined) {
        this.#refuse(error, error.message, source);
      } else {
        try {
          const solver = this.#easy ?? (await this.#load());
          const known = easy[next++] ?? solver.answer(puzzle);
          const answer = decided(known) ?? (await this.#answerHard(puzzle, solver, source));
          this.#write(answer, puzzle, source);
        } catch (error) {
          // The givens contradict each other. Any other error is not one of the puzzle.
          if (!(error instanceof GridError)) throw error;
          this.#refuse(error, `${source}:${puzzle.line}: ${error.message}`, source, puzzle.line);
        }
      }
      if (this.#isDue) await this.#rest();
    }
    this.#flush();
  }

  async #load(): Promise<EasySolver> {
    const { Solvers } = await import('../sudoku/solver.ts');
    this.#easy = new EasySolver(this.#question, this.#settings.limit, new Solvers());
    return this.#easy;
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

  /** The answer for any puzzle. The event loop runs meanwhile. */
  async #answerHard(
    puzzle: Puzzle,
    { solvers }: EasySolver,
    source: string,
  ): Promise<PuzzleAnswer> {
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
    const solver = solvers.of(puzzle.shape);
    if (question === 'all') return this.#writeAll(puzzle, solver, limits, source);
    if (question === 'candidates') return this.#writeCandidates(puzzle, solver, limits, source);
    const answer = await solver[`${question}Async`](puzzle.givens, limits);
    return puzzleAnswer(answer, found);
  }

  async #writeAll(
    puzzle: Puzzle,
    solver: Solver,
    limits: AsyncLimits,
    source: string,
  ): Promise<PuzzleAnswer> {
    const { console } = this.#shell;
    const stream = solver.solutionsAsync(puzzle.givens, limits);
    let solutions = 0;
    for await (const grid of stream) {
      this.#writeSolution(puzzle, grid, ++solutions, source);
      if (console.isFull) await console.waitForRoom();
    }
    return { status: stream.status as Status, solutions };
  }

  async #writeCandidates(
    puzzle: Puzzle,
    solver: Solver,
    { timeout, signal, onProgress }: AsyncLimits,
    source: string,
  ): Promise<PuzzleAnswer> {
    const { console } = this.#shell;
    const limits = { timeout, signal, onProgress };
    const { candidates, exact, status } = await solver.candidatesAsync(puzzle.givens, limits);
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
  #write(found: PuzzleAnswer, puzzle: Puzzle, source: string): void {
    const { status, solutions, grid, answer } = found;
    this.#answered++;
    this.#worst = worse(this.#worst, exitOf(status, solutions));
    if (grid !== undefined) this.#writeSolution(puzzle, grid, 1, source);
    if (this.#settings.json) {
      const numbers = typeof solutions === 'bigint' ? countFields(solutions) : { solutions };
      const fields = { ...this.#place(puzzle, source), status, ...numbers, answer };
      this.#shell.console.writeJson('status', fields);
    } else if (grid === undefined) {
      const text = textOf(this.#question, found);
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

function decided(answer: PuzzleAnswer | undefined): PuzzleAnswer | undefined {
  return answer?.status === 'nodes' ? undefined : answer;
}
