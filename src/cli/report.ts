import { setImmediate } from 'node:timers/promises';
import { duration } from '../engine/kernels/duration.ts';
import type { Progress, Status } from '../engine/solve/limit-settings.ts';
import type { Uniqueness } from '../engine/solve/questions.ts';
import type { Shell } from './command.ts';
import type { Console } from './console.ts';
import { EXIT, type Exit } from './exit.ts';

/** The flags that bound a search, and those that say how it is reported. */
interface ReportFlags {
  readonly timeout?: number;
  readonly memory?: number;
  readonly 'max-nodes'?: number;
  readonly json?: true;
  readonly stats?: true;
  readonly 'up-to-symmetry'?: true;
}

/** A search that is reported. */
interface Reported {
  readonly given: ReportFlags;
  readonly signal: AbortSignal;
  readonly shell: Pick<Shell, 'console'>;
}

/** The noun for a count, one and several. */
type Things = readonly [string, string];
const SOLUTION_WORDS: Things = ['solution', 'solutions'];

/** More about the end of a search. */
interface Ending {
  readonly answer?: Uniqueness['answer'] | undefined;
  /** Further fields of the status line. */
  readonly fields?: object | undefined;
  /** True if the results themselves say when there is no solution. */
  readonly saysNone?: boolean | undefined;
  /** The results of a search that was stopped; default: the solutions so far. */
  readonly incomplete?: string | undefined;
}

/** The report of a search: its progress, its end and its statistics. */
export class Report {
  /** The settings of a search with these limits and this report. */
  readonly limits;
  readonly #engine: string;
  /** The noun for findings, singular and plural. */
  readonly #things: Things;
  readonly #given: ReportFlags;
  readonly #console: Console;
  /** The threads that may divide the work. */
  readonly #workers: number;
  readonly #began = performance.now();
  #progress: Progress | undefined;
  #exact: bigint | undefined;
  /** The classes found, and the solutions in all of them. */
  #classes: { readonly found: bigint; readonly all: bigint } | undefined;
  #seconds: number | undefined;

  constructor(engine: string, { given, signal, shell: { console } }: Reported, workers = 1) {
    this.#engine = engine;
    this.#things = given['up-to-symmetry']
      ? ['class', 'classes']
      : engine === 'symmetries'
        ? ['symmetry', 'symmetries']
        : engine === 'pencil'
          ? ['step', 'steps']
          : SOLUTION_WORDS;
    this.#workers = workers;
    this.#given = given;
    this.#console = console;
    const ticker = new Ticker(console);
    const findsOneByOne = !['diagram', 'why', 'symmetries'].includes(engine);
    const { timeout, 'max-nodes': maxNodes, memory: memoryLimit } = given;
    const onProgress = (progress: Progress): void => {
      this.#progress = progress;
      ticker.tick(() => progressLine(progress, findsOneByOne && this.#things));
    };
    this.limits = { timeout, maxNodes, memoryLimit, signal, onProgress };
  }

  /** The number of solutions found. */
  get found(): bigint {
    return this.#classes?.found ?? this.#exact ?? BigInt(this.#progress?.solutions ?? 0);
  }

  /** Takes the exact number of solutions: the progress, a double, cannot hold all of them. */
  count(exact: bigint): void {
    this.#exact = exact;
  }

  /** The number of solutions in all classes that were found, where classes are. */
  get all(): bigint | undefined {
    return this.#classes?.all;
  }

  /** Takes more classes, and the number of solutions in them. */
  countClasses(found: bigint, all: bigint): void {
    const before = this.#classes ?? { found: 0n, all: 0n };
    this.#classes = { found: before.found + found, all: before.all + all };
  }

  /** Reports the number of solutions found before an error ended the search. */
  noteFound(): void {
    this.#console.note(`${this.summary} found before the search had to end.`);
  }

  /** Says why the search ended; the status line with `--json`, the statistics with `--stats`. */
  end(status: Status, { answer, fields, saysNone, incomplete }: Ending = {}): Exit {
    this.writeStatus(status, answer, fields);
    const exit = exitOf(status, this.found);
    const reason = stopReason(status, this.limits.signal);
    if (reason !== undefined) {
      const found = `${this.summary} so far, there may be more`;
      this.#console.note(`Stopped ${reason}: ${incomplete ?? found}.`);
    } else if (exit === EXIT.noSolution && !saysNone) {
      this.#console.note('There is no solution: that is proven.');
    }
    this.tellStatistics(status, status === 'aborted');
    return exit;
  }

  /** Writes the status line of `--json`. */
  writeStatus(status: Status, answer?: string, fields?: object): void {
    if (!this.#given.json) return;
    const { nodes, guesses, updates, deepest } = this.#progress ?? NO_PROGRESS;
    const effort = { nodes, guesses, updates, deepest, seconds: this.seconds };
    const { solutions, exact } = countFields(this.found);
    const all = this.all === undefined ? undefined : String(this.all);
    const found = { solutions, ...(this.#exact !== undefined && { exact }), all };
    this.#console.writeJson('status', {
      ...{ status, ...found, answer, ...effort, engine: this.#engine },
      ...fields,
    });
  }

  /** Writes the statistics, if `--stats` or the end asks for them. */
  tellStatistics(status: Status, isAsked = false): void {
    if (!this.#given.stats && !isAsked) return;
    const { nodes, guesses, updates, deepest } = this.#progress ?? NO_PROGRESS;
    const parts = [
      status,
      this.summary,
      counted(nodes, 'node'),
      counted(guesses, 'guess', 'guesses'),
      counted(updates, 'update'),
      `at most ${deepest} deep`,
      `${this.seconds} s`,
      `engine ${this.#engine}${this.#threads()}`,
    ];
    this.#console.note(parts.join(', '));
  }

  /** As in `3 solutions`, `8 solutions in 2 classes`. */
  get summary(): string {
    const found = counted(this.found, ...this.#things);
    if (this.all === undefined) return found;
    return `${grouped(this.all)} solution${this.all === 1n ? '' : 's'} in ${found}`;
  }

  /** The number of threads at work: one where a count remembers states, which cannot be divided. */
  #threads(): string {
    if (this.#workers === 1) return '';
    return `, ${this.#progress?.workers ?? 1} of ${this.#workers} threads`;
  }

  /** Measured once, so that the results and the notes have the same time. */
  get seconds(): number {
    this.#seconds ??= Math.round(performance.now() - this.#began) / 1000;
    return this.#seconds;
  }
}

/** The figures of a search that has not reported yet. */
const NO_PROGRESS = { nodes: 0, guesses: 0, updates: 0, deepest: 0 };

const STOP_REASONS: Partial<Record<Status, string>> = {
  timeout: 'by --timeout',
  nodes: 'by --max-nodes',
  memory: 'because memory ran out',
};

/** The exit code of two puzzles together. */
export function worse(a: Exit, b: Exit): Exit {
  const order = Object.values(EXIT);
  return order.indexOf(a) >= order.indexOf(b) ? a : b;
}

/** The exit code of a search. */
export function exitOf(status: Status, found: number | bigint): Exit {
  if (status === 'complete') return found > 0 ? EXIT.answered : EXIT.noSolution;
  if (status === 'found' || status === 'limit') return EXIT.answered;
  return status === 'aborted' ? EXIT.interrupted : EXIT.undecided;
}

/** The cause that stopped a search, as in `by --timeout`; undefined if nothing did. */
export function stopReason(status: Status, signal: AbortSignal): string | undefined {
  return status === 'aborted' ? `by ${stopName(signal)}` : STOP_REASONS[status];
}

/** The signal that stopped a command, as messages name it. */
export function stopName({ reason }: AbortSignal): string {
  return reason === 'SIGINT' ? 'Ctrl-C' : String(reason);
}

/** Milliseconds of work between two turns of the event loop, from which the signals come. */
const SIGNAL_TURN_MS = 10;

/** A time or a signal that ends some work, whichever comes first. The time runs from `began`, by default now. */
export class Deadline {
  readonly #time: number;
  readonly #signal: AbortSignal;
  #turn: number;
  /** True if it came before the work was done. */
  hasStopped = false;

  constructor(timeout = Number.POSITIVE_INFINITY, signal: AbortSignal, began = performance.now()) {
    this.#turn = began;
    this.#time = began + timeout;
    this.#signal = signal;
  }

  /** True when it is time to stop; called before each piece of work. */
  async isOver(): Promise<boolean> {
    const now = performance.now();
    if (now - this.#turn >= SIGNAL_TURN_MS) {
      await setImmediate();
      this.#turn = performance.now();
    }
    this.hasStopped = this.#signal.aborted || now >= this.#time;
    return this.hasStopped;
  }

  /** The milliseconds that are left. */
  get left(): number {
    return Math.max(0, this.#time - performance.now());
  }

  /** As in `Stopped by Ctrl-C`. */
  get summary(): string {
    return `Stopped by ${this.#signal.aborted ? stopName(this.#signal) : '--timeout'}`;
  }

  /** The exit code of work that it stopped. */
  get exit(): Exit {
    return this.#signal.aborted ? EXIT.interrupted : EXIT.undecided;
  }
}

/** Milliseconds of work before the first line of progress, and between two lines. */
const FIRST_TICK = 1000;
const TICK = 100;

/** Shows a line of progress now and then, if stderr is a terminal. */
export class Ticker {
  readonly #console: Console;
  #next = performance.now() + FIRST_TICK;

  constructor(console: Console) {
    this.#console = console;
  }

  /** Shows the line if it is time for one. The line is only composed then. */
  tick(line: () => string): void {
    if (!this.#console.isWatched) return;
    const now = performance.now();
    if (now < this.#next) return;
    this.#next = now + TICK;
    this.#console.showProgress(line());
  }
}

/**
 * As in `12.3 M nodes, 45 solutions, 3.1 M nodes a second, about 7 % done, 3 min to go`; without
 * the solutions of a search that does not find them one by one.
 */
export function progressLine(
  { nodes, solutions, rate, share, left }: Progress,
  things: Things | false = SOLUTION_WORDS,
): string {
  const percent = Number((100 * share).toPrecision(2));
  const done = percent >= 0.01 ? `, about ${percent} % done` : '';
  const found = things ? `${counted(solutions, ...things)}, ` : '';
  const toGo = left === undefined || left < 1000 ? '' : `, ${duration(left, amount)} to go`;
  return `${amount(nodes)} nodes, ${found}${amount(rate)} nodes a second${done}${toGo}`;
}

/** As in `1 solution`, `2 solutions`. */
export function counted(number: number | bigint, thing: string, things = `${thing}s`): string {
  return `${amount(number)} ${Number(number) === 1 ? thing : things}`;
}

/**
 * The fields of a number of solutions in `--json`: as a number, or null beyond 2 ** 53 - 1, where
 * readers would round it; and its digits.
 */
export function countFields(exact: bigint): { solutions: number | null; exact: string } {
  const solutions = exact <= Number.MAX_SAFE_INTEGER ? Number(exact) : null;
  return { solutions, exact: String(exact) };
}

/**
 * A rounded number: `0.12`, `12,345`; from a million on three digits and a unit, `1.23 M`; from
 * 10 ** 15 on a power of ten, `1.23e15`.
 */
export function amount(exact: number | bigint): string {
  const number = Number(exact);
  if (number >= 1e15) {
    if (typeof exact === 'number') return exact.toPrecision(3).replace('e+', 'e');
    const digits = String(exact);
    return `${digits.charAt(0)}.${digits.slice(1, 3)}e${digits.length - 1}`;
  }
  if (number < 10) return String(Number(number.toPrecision(2)));
  if (number < 1e6) return grouped(Math.round(number));
  const [size, unit] = number < 999.5e6 ? [1e6, 'M'] : number < 999.5e9 ? [1e9, 'G'] : [1e12, 'T'];
  return `${(number / size).toPrecision(3)} ${unit}`;
}

/** All digits, in groups of three: `12,345`. */
export function grouped(number: number | bigint): string {
  // `toLocaleString` would load the rules of all languages: 40 ms.
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** As in `12 puzzles in 0.345 s: 35 a second`. */
export function paceLine(done: number, thing: string, began: number): string {
  const seconds = (performance.now() - began) / 1000;
  const rate = amount(done / seconds);
  return `${counted(done, thing)} in ${seconds.toFixed(3)} s: ${rate} a second`;
}
