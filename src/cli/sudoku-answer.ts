import { setImmediate } from 'node:timers/promises';
import type { Count, First, Uniqueness } from '../ask/answers.ts';
import type { Limits } from '../ask/settings.ts';
import type { Progress, Status } from '../ask/walk.ts';
import type { QuadrilleError } from '../problem/error.ts';
import { GridError, type Puzzle } from '../sudoku/grid.ts';
import type { Shape } from '../sudoku/shape.ts';
import { type AsyncLimits, type Solver, Solvers } from '../sudoku/solver.ts';
import type { Read } from '../sudoku/text/decode.ts';
import { writeFramed } from '../sudoku/text/write.ts';
import type { Failure } from './errors.ts';
import { EXIT, type Exit, exitOf, stopperOf, worse } from './exit.ts';
import { counted, paceLine, progressLine, Ticker } from './progress.ts';
import type { Shell } from './shell.ts';

const FEED = 10;

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

/** How a question about a puzzle ended. */
interface Ending {
  readonly status: Status;
  /** How many solutions were found. */
  readonly solutions: number;
  /** The first solution, where that was the question. */
  readonly grid?: Uint8Array | undefined;
  /** Only where uniqueness was the question. */
  readonly answer?: Uniqueness['answer'] | undefined;
}

/**
 * Nearly every puzzle is decided within so many nodes, times cells (8,000 nodes at 9x9, some 10 ms),
 * by the search that all puzzles share. What is not starts again in one of its own, which can be
 * watched and stopped.
 */
const EASY = 650_000;
/** Bytes of solved grids that are written at once. */
const LINES = 1 << 15;
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
  /** The shape of the puzzle at hand, and what goes with it. */
  #shape: Shape | undefined;
  #solver!: Solver;
  #easy!: Limits;
  /** Its solution. */
  #grid!: Uint8Array;
  /** Solved grids, a line each, that are not written yet: a string for each would cost 1 µs. */
  readonly #lines = Buffer.alloc(LINES);
  /** How many bytes they have. */
  #length = 0;
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

  /** Answers what a piece of the text completed. It waits only where it must: most puzzles take 20 µs. */
  async answer(reads: readonly Read[], source: string): Promise<void> {
    const { console } = this.#shell;
    for (const { puzzle, error } of reads) {
      if (this.#signal.aborted) return;
      if (error !== undefined) {
        this.#refuse(error, error.message, source);
      } else {
        try {
          this.#end(this.#atOnce(puzzle) ?? (await this.#inTurns(puzzle, source)), puzzle, source);
        } catch (error) {
          // Givens that contradict each other; anything else is not the puzzle's fault.
          if (!(error instanceof GridError)) throw error;
          this.#refuse(error, `${source}:${puzzle.line}: ${error.message}`, source, puzzle.line);
        }
      }
      if (console.full) await console.room();
      if (performance.now() - this.#turn >= TURN) await this.#breathe();
    }
    this.#flush();
  }

  /** A file, or what else is no puzzle, was no good. */
  failed(failure: Failure): void {
    this.#flush();
    const { console } = this.#shell;
    this.#worst = worse(this.#worst, EXIT.misuse);
    if (this.#asked.json) console.writeJson('error', failure);
    console.note(`quadrille sudoku: ${failure.message}`);
  }

  /** Says how it went, if that is wanted. */
  end(): Exit {
    const { console } = this.#shell;
    const { aborted } = this.#signal;
    if (this.#answered + this.#invalid === 0 && this.#worst === EXIT.answered && !aborted) {
      const message = 'found no puzzle; give one as 81 characters on a line, or see --help';
      this.failed({ code: 'bad-text', message });
    }
    if (aborted) console.note(`Stopped by ${stopperOf(this.#signal)}.`);
    if (aborted || this.#asked.stats) console.note(this.#statistics());
    return aborted ? EXIT.interrupted : this.#worst;
  }

  #statistics(): string {
    const bad = this.#invalid > 0 ? `, ${this.#invalid} invalid` : '';
    return paceLine(this.#answered, 'puzzle', this.#began) + bad;
  }

  #refuse({ code, column, line: at }: QuadrilleError, message: string, file: string, line = at) {
    this.#invalid++;
    this.failed({ code, message, file, line, column });
    if (this.#asked.json) return;
    const end = this.#question === 'all' ? '\n' : '';
    this.#write(`invalid: ${message}\n${end}`);
  }

  /** The end of a puzzle that is easy; undefined of one that is not. */
  #atOnce({ shape, givens }: Puzzle): Ending | undefined {
    if (shape !== this.#shape) this.#turnTo(shape);
    const limits = this.#easy;
    const solver = this.#solver;
    let ending: Ending | undefined;
    switch (this.#question) {
      case 'all':
        return undefined;
      case 'first': {
        const grid = this.#grid;
        const status = solver.firstInto(grid, givens, limits);
        ending = status === 'found' ? { status, solutions: 1, grid } : { status, solutions: 0 };
        break;
      }
      case 'count':
        ending = endingOfCount(solver.count(givens, limits));
        break;
      case 'unique':
        ending = endingOfUnique(solver.isUnique(givens, limits));
    }
    return ending.status === 'nodes' ? undefined : ending;
  }

  #turnTo(shape: Shape): void {
    this.#shape = shape;
    this.#solver = this.#solvers.of(shape);
    this.#easy = { limit: this.#asked.limit, maxNodes: Math.ceil(EASY / shape.cells) };
    this.#grid = new Uint8Array(shape.cells);
  }

  async #inTurns(puzzle: Puzzle, source: string): Promise<Ending> {
    this.#flush();
    const solver = this.#solver;
    const { givens } = puzzle;
    const { limit, timeout } = this.#asked;
    let found = 0;
    const limits: AsyncLimits = {
      limit,
      timeout,
      signal: this.#signal,
      onProgress: (progress: Progress) => {
        found = progress.solutions;
        this.#flush();
        this.#ticker.tick(() => `puzzle ${this.#answered + 1}: ${progressLine(progress)}`);
      },
    };
    switch (this.#question) {
      case 'all':
        return this.#all(puzzle, solver, limits, source);
      case 'first':
        return endingOfFirst(await solver.firstAsync(givens, limits));
      case 'count':
        return endingOfCount(await solver.countAsync(givens, limits));
      case 'unique':
        return endingOfUnique(await solver.isUniqueAsync(givens, limits), found);
    }
  }

  async #all(puzzle: Puzzle, solver: Solver, limits: AsyncLimits, source: string): Promise<Ending> {
    const { console } = this.#shell;
    const stream = solver.solutionsAsync(puzzle.givens, limits);
    let solutions = 0;
    for await (const grid of stream) {
      this.#solution(puzzle, grid, ++solutions, source);
      if (console.full) await console.room();
    }
    return { status: stream.status as Status, solutions };
  }

  #solution(puzzle: Puzzle, grid: Uint8Array, index: number, source: string): void {
    const { console } = this.#shell;
    const { shape, symbols } = puzzle;
    const { json, pretty } = this.#asked;
    if (!json && !pretty && !symbols.integers) {
      if (this.#length + grid.length >= LINES) this.#flush();
      symbols.writeInto(this.#lines, this.#length, grid);
      this.#length += grid.length;
      this.#lines[this.#length++] = FEED;
    } else if (json) {
      const text = symbols.write(grid);
      console.writeJson('solution', { ...this.#place(puzzle, source), index, grid: text });
    } else {
      const text = pretty ? writeFramed(shape, grid, symbols) : symbols.write(grid);
      this.#write(`${text}\n`);
    }
  }

  /** Says how a puzzle ended, after its solutions. */
  #end({ status, solutions, grid, answer }: Ending, puzzle: Puzzle, source: string): void {
    this.#answered++;
    this.#worst = worse(this.#worst, exitOf(status, solutions));
    if (grid !== undefined) this.#solution(puzzle, grid, 1, source);
    const { console } = this.#shell;
    if (this.#asked.json) {
      const place = this.#place(puzzle, source);
      console.writeJson('status', { ...place, status, solutions, answer });
      return;
    }
    const line = this.#line({ status, solutions, grid, answer });
    const end = this.#question === 'all' ? '\n' : '';
    if (line !== undefined) this.#write(`${line}\n${end}`);
    else if (end !== '') this.#write(end);
  }

  /** Writes what stands behind the lines that wait. */
  #write(text: string): void {
    this.#flush();
    this.#shell.console.write(text);
  }

  #flush(): void {
    if (this.#length === 0) return;
    this.#shell.console.write(this.#lines.toString('latin1', 0, this.#length));
    this.#length = 0;
  }

  /** The end of a puzzle for people; nothing where its solutions say it all. */
  #line({ status, solutions, grid, answer }: Ending): string | undefined {
    if (this.#question === 'unique') return answer;
    if (this.#question === 'count') {
      return status === 'complete' ? String(solutions) : `>=${solutions}`;
    }
    if (grid !== undefined) return undefined;
    if (status !== 'complete' && status !== 'limit') return `undecided: ${status}`;
    return solutions === 0 ? 'no solution' : undefined;
  }

  #place({ line }: Puzzle, file: string): object {
    return this.#asked.named ? { file, line } : { line };
  }

  /** Lets Ctrl-C and the results through, now and then. */
  async #breathe(): Promise<void> {
    this.#flush();
    this.#ticker.tick(() => `${counted(this.#answered, 'puzzle')} answered`);
    await setImmediate();
    this.#turn = performance.now();
  }
}

function endingOfFirst({ solution, status }: First<Uint8Array>): Ending {
  return { status, solutions: solution === undefined ? 0 : 1, grid: solution };
}

function endingOfCount({ count, status }: Count): Ending {
  return { status, solutions: count };
}

/** `found` counts where the answer does not tell. */
function endingOfUnique({ answer, status }: Uniqueness, found = 0): Ending {
  const solutions = { none: 0, unique: 1, several: 2, unknown: found }[answer];
  return { status, solutions, answer };
}
