import { Session } from 'node:inspector';

/** The part of an answer of V8's profiler that is read here. */
interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

/**
 * Counts the blocks of code that the library runs: the bodies of its functions, loops and branches, as V8 counts them. So it
 * measures work on any machine, busy or not, and does not rest on what the code says of itself. Only modules that are imported
 * after this are counted.
 */
export class Executed {
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** The blocks run since the last call. */
  take(): number {
    let blocks = 0;
    this.#session.post('Profiler.takePreciseCoverage', (error, coverage) => {
      if (error !== null) throw error;
      for (const { url, functions } of (coverage as Coverage).result) {
        if (!url.includes('/src/')) continue;
        for (const { ranges } of functions) for (const { count } of ranges) blocks += count;
      }
    });
    return blocks;
  }

  end(): void {
    this.#session.disconnect();
  }
}
