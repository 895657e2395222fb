import { setImmediate } from 'node:timers/promises';
import type { Status } from '../engine/walk.ts';
import { GridError } from '../sudoku/grid.ts';
import type { Puzzle } from '../sudoku/puzzle.ts';
import type { AsyncLimits, Solver } from '../sudoku/solver.ts';
import { Solvers } from '../sudoku/solvers.ts';
import type { Read } from '../sudoku/text/found.ts';
import { writeFramed, writeLine } from '../sudoku/text/write.ts';
import { EXIT, type Exit, exitOf, stopperOf, worse } from './exit.ts';
import { counted, paceLine, progressLine, Ticker } from './progress.ts';
import type { Shell } from './shell.ts';

/** What is asked of every puzzle. */
export type Question = 'first' | 'all' | 'count' | 'unique';

export interface Asked {
  readonly json?: true;
  readonly pretty?: true;
  readonly stats?: true;
  readonly limit?: number;
  readonly timeout?: number;
  /** Whether there are several files, so that an answer must say which it is about. */
  readonly named: boolean;
}

/** What is said of a puzzle: as text, and for programs. */
interface Said {
  readonly text: string;
  readonly fields: object;
  readonly exit: Exit;
}

/**
 * Nearly every puzzle is decided within so many nodes, by the search that all puzzles share. What
 * is not starts again in one of its own, which can be watched and stopped.
 */
const EASY = 2000;
/** Milliseconds of answering between two turns of the event loop. */
const TURN = 20;

/** Answers puzzle after puzzle, and knows in the end how many there were and how it went. */
export class Answerer {
  readonly #question: Question;
  readonly #asked: Asked;
  readonly #signal: AbortSignal;
  readonly #shell: Shell;
  readonly #solvers = new Solvers();
  readonly #ticker: Ticker;
  readonly #began = performance.now();
  #turn = performance.now();
  #answered = 0;
  #invalid = 0;
  #worst: Exit = EXIT.answered;

  constructor(question: Question, asked: Asked, signal: AbortSignal, shell: Shell) {
    this.#question = question;
    this.#asked = asked;
    this.#signal = signal;
    this.#shell = shell;
    this.#ticker = new Ticker(shell.console);
  }

  /** Answers what a line completed. */
  async answer(reads: readonly Read[], source: string): Promise<void> {
    for (const { line, puzzle, error } of reads) {
      if (this.#signal.aborted) return;
      const place = this.#asked.named ? { file: source, line } : { line };
      if (error === undefined) await this.#puzzle(puzzle, place, source);
      else this.#refuse(error.message, place);
      const { console } = this.#shell;
      if (console.full) await console.room();
      await this.#breathe();
    }
  }

  /** A file, or what else is no puzzle, was no good. */
  failed(message: string): void {
    this.#worst = worse(this.#worst, EXIT.misuse);
    this.#shell.console.note(`quadrille sudoku: ${message}`);
  }

  /** Says how it went, if that is wanted. */
  end(): Exit {
    const { console } = this.#shell;
    const { aborted } = this.#signal;
    if (this.#answered + this.#invalid === 0 && this.#worst === EXIT.answered && !aborted) {
      this.failed('found no puzzle; give one as 81 characters on a line, or see --help');
    }
    if (aborted) console.note(`Stopped by ${stopperOf(this.#signal)}.`);
    if (aborted || this.#asked.stats) console.note(this.#statistics());
    return aborted ? EXIT.interrupted : this.#worst;
  }

  #statistics(): string {
    const bad = this.#invalid > 0 ? `, ${this.#invalid} invalid` : '';
    return paceLine(this.#answered, 'puzzle', this.#began) + bad;
  }

  async #puzzle(puzzle: Puzzle, place: object, source: string): Promise<void> {
    try {
      const said = await this.#ask(puzzle, place);
      this.#answered++;
      this.#worst = worse(this.#worst, said.exit);
      this.#say(said, place);
    } catch (error) {
      // Givens that contradict each other; anything else is not the puzzle's fault.
      if (!(error instanceof GridError)) throw error;
      this.#refuse(`${source}:${puzzle.line}: ${error.message}`, place);
    }
  }

  #refuse(message: string, place: object): void {
    this.#invalid++;
    this.failed(message);
    const end = this.#question === 'all' ? '\n' : '';
    const fields = { status: 'invalid', error: message };
    this.#say({ text: `invalid: ${message}${end}`, fields, exit: EXIT.misuse }, place);
  }

  #say({ text, fields }: Said, place: object): void {
    const line = this.#asked.json ? JSON.stringify({ ...place, ...fields }) : text;
    this.#shell.console.write(`${line}\n`);
  }

  async #ask(puzzle: Puzzle, place: object): Promise<Said> {
    const solver = this.#solvers.of(puzzle.shape);
    const { givens } = puzzle;
    const { limit, timeout } = this.#asked;
    const easy = { limit, maxNodes: EASY };
    const hard: AsyncLimits = {
      limit,
      timeout,
      signal: this.#signal,
      onProgress: (progress) =>
        this.#ticker.tick(() => `puzzle ${this.#answered + 1}: ${progressLine(progress)}`),
    };
    if (this.#question === 'all') return this.#all(puzzle, solver, hard, place);
    if (this.#question === 'first') {
      let found = solver.first(givens, easy);
      if (found.status === 'nodes') found = await solver.firstAsync(givens, hard);
      return this.#grid(puzzle, found.solution, found.status);
    }
    if (this.#question === 'count') {
      let found = solver.count(givens, easy);
      if (found.status === 'nodes') found = await solver.countAsync(givens, hard);
      const { count, status } = found;
      const text = status === 'complete' ? String(count) : `>=${count}`;
      return { text, fields: { status, count }, exit: exitOf(status, count) };
    }
    let found = solver.isUnique(givens, easy);
    if (found.status === 'nodes') found = await solver.isUniqueAsync(givens, hard);
    const { answer, status } = found;
    const exit = exitOf(status, answer === 'none' ? 0 : 1);
    return { text: answer, fields: { status, answer }, exit };
  }

  #grid(puzzle: Puzzle, solution: Uint8Array | undefined, status: Status): Said {
    const exit = exitOf(status, 0);
    if (solution !== undefined) {
      const text = this.#written(puzzle, solution);
      return { text, fields: { status, solution: text }, exit: EXIT.answered };
    }
    const text = status === 'complete' ? 'no solution' : `undecided: ${status}`;
    return { text, fields: { status, solution: null }, exit };
  }

  async #all(puzzle: Puzzle, solver: Solver, limits: AsyncLimits, place: object): Promise<Said> {
    const { console } = this.#shell;
    const stream = solver.solutionsAsync(puzzle.givens, limits);
    let count = 0;
    for await (const grid of stream) {
      count++;
      const text = this.#written(puzzle, grid);
      this.#say({ text, fields: { solution: text }, exit: EXIT.answered }, place);
      if (console.full) await console.room();
    }
    const status = stream.status as Status;
    const known = status === 'complete' || status === 'limit';
    let text = known ? '' : `undecided: ${status}\n`;
    if (known && count === 0) text = 'no solution\n';
    return { text, fields: { status, count }, exit: exitOf(status, count) };
  }

  #written({ shape, symbols }: Puzzle, grid: Uint8Array): string {
    return this.#asked.pretty ? writeFramed(shape, grid, symbols) : writeLine(shape, grid, symbols);
  }

  /** Lets Ctrl-C and the results through, now and then. */
  async #breathe(): Promise<void> {
    const now = performance.now();
    if (now - this.#turn < TURN) return;
    this.#ticker.tick(() => `${counted(this.#answered, 'puzzle')} answered`);
    await setImmediate();
    this.#turn = performance.now();
  }
}
