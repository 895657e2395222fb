import type { Progress, Status } from '../ask/walk.ts';
import { EXIT, type Exit, exitOf, stopperOf } from './exit.ts';
import { counted, progressLine, Ticker } from './progress.ts';
import type { Shell } from './shell.ts';

/** What a search tells of itself: while it runs, and in the end. */
export class Report {
  readonly #engine: string;
  readonly #signal: AbortSignal;
  readonly #shell: Shell;
  readonly #began = performance.now();
  readonly #ticker: Ticker;
  #progress: Progress | undefined;
  #taken: number | undefined;

  constructor(engine: string, signal: AbortSignal, shell: Shell) {
    this.#engine = engine;
    this.#signal = signal;
    this.#shell = shell;
    this.#ticker = new Ticker(shell.console);
  }

  readonly onProgress = (progress: Progress): void => {
    this.#progress = progress;
    this.#ticker.tick(() => progressLine(progress));
  };

  /** The last line of `--json`, without what it says of all lines. */
  summary(status: Status, answer?: string): object {
    const { solutions, nodes, guesses, updates, deepest } = this.#progress ?? NOTHING;
    const taken = { nodes, guesses, updates, deepest, seconds: this.#seconds() };
    return { status, solutions, answer, ...taken, engine: this.#engine };
  }

  /** How many solutions were found. */
  get found(): number {
    return this.#progress?.solutions ?? 0;
  }

  /** Says what was found before an error ended the search. */
  broken(): void {
    this.#shell.console.note(
      `${counted(this.found, 'solution')} found before the search had to end.`,
    );
  }

  /**
   * Says why it ended, and with `stats` what it took. That there is no solution need not be told
   * where the results themselves say so.
   */
  end(status: Status, stats: boolean, resultsSayIt = false): Exit {
    const { console } = this.#shell;
    const { found } = this;
    const exit = exitOf(status, found);
    const why = status === 'aborted' ? `by ${stopperOf(this.#signal)}` : STOPPED[status];
    if (why !== undefined) {
      console.note(`Stopped ${why}: ${counted(found, 'solution')} so far, there may be more.`);
    } else if (exit === EXIT.none && !resultsSayIt) {
      console.note('There is no solution: that is proven.');
    }
    if (stats || status === 'aborted') console.note(this.#statistics(status));
    return exit;
  }

  #statistics(status: Status): string {
    const { solutions, nodes, guesses, updates, deepest } = this.#progress ?? NOTHING;
    const parts = [
      status,
      counted(solutions, 'solution'),
      counted(nodes, 'node'),
      counted(guesses, 'guess', 'guesses'),
      counted(updates, 'update'),
      `at most ${deepest} deep`,
      `${this.#seconds()} s`,
      `engine ${this.#engine}`,
    ];
    return parts.join(', ');
  }

  /** Measured once: whoever reads the results and the notes should find the same. */
  #seconds(): number {
    this.#taken ??= Math.round(performance.now() - this.#began) / 1000;
    return this.#taken;
  }
}

/** The figures of a search that has not reported yet. */
const NOTHING = { solutions: 0, nodes: 0, guesses: 0, updates: 0, deepest: 0 };

/** Why the end of a search is not known. */
const STOPPED: Partial<Record<Status, string>> = {
  timeout: 'by --timeout',
  nodes: 'by --max-nodes',
  memory: 'because memory ran out',
};
