import type { Readable } from 'node:stream';
import type { Console } from './console.ts';

/** What a command has to do with the world. */
export interface Shell {
  readonly console: Console;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  /**
   * Does some work that Ctrl-C, SIGTERM or SIGHUP stops by the signal, so that it can still say what
   * it has. A second one ends the process at once.
   */
  interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}
