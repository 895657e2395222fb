import { type ErrorCode, nearest, QuadrilleError } from '../engine/problem/error.ts';

/** The exit codes of the program, from the best to the worst. */
export const EXIT = {
  answered: 0,
  noSolution: 1,
  undecided: 3,
  error: 2,
  bug: 70,
  interrupted: 130,
  hungUp: 129,
  terminated: 143,
} as const;

export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** The meaning of each status, for `--help`. */
export const EXIT_HELP: readonly (readonly [Exit, string])[] = [
  [EXIT.answered, 'answered'],
  [EXIT.noSolution, 'proven that there is no solution'],
  [EXIT.error, 'an error on the command line, in the input, or in writing the results'],
  [EXIT.undecided, 'no complete answer: time, nodes or memory ran out'],
  [EXIT.bug, 'a bug in quadrille'],
  [EXIT.interrupted, 'interrupted by Ctrl-C (SIGINT); 129 by SIGHUP, 143 by SIGTERM'],
];

/** The signals that stop a command. It still reports what it has found. */
export const STOP_SIGNALS = {
  SIGINT: EXIT.interrupted,
  SIGHUP: EXIT.hungUp,
  SIGTERM: EXIT.terminated,
} as const;

export type StopSignal = keyof typeof STOP_SIGNALS;

/** An error as a line of `--json` has it. */
export interface Failure {
  /** `usage`: an error on the command line; `unreadable`: a file that cannot be read. */
  readonly code: ErrorCode | 'usage' | 'unreadable';
  readonly message: string;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/**
 * An error on the command line, or in a file that it names: a message without a stack, exit code 2.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code: 'usage' | 'unreadable';
  /** The file that cannot be read. */
  readonly file: string | undefined;

  constructor(message: string, unreadableFile?: string) {
    super(message);
    this.code = unreadableFile === undefined ? 'usage' : 'unreadable';
    this.file = unreadableFile;
  }
}

/** The end of a message about a word that is not known: the word that was meant, or the remedy. */
export function hint(word: string, known: readonly string[], remedy: string, dashes = ''): string {
  const meant = nearest(word, known);
  return meant === undefined ? remedy : `did you mean ${dashes}${meant}?`;
}

/** How V8 reports that memory, or one of its own limits, is exceeded. */
const NO_MEMORY =
  /^(?:Array buffer allocation failed|Invalid string length|(?:Map|Set) maximum size exceeded)/;

/** An error that the user can correct, for messages; undefined for a bug of quadrille. */
export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof UsageError) {
    const { code, message, file } = error;
    return { code, message, file };
  }
  if (error instanceof QuadrilleError) {
    const { code, message, source, line, column } = error;
    return { code, message, file: source, line, column };
  }
  if (error instanceof RangeError && NO_MEMORY.test(error.message)) {
    return {
      code: 'out-of-memory',
      message:
        `This machine has no memory left for the problem (${error.message}); close other ` +
        'programs, allow the process more memory, or state a smaller problem.',
    };
  }
  return undefined;
}

export function exitOfFailure({ code }: Failure): Exit {
  const isUndecided = ['out-of-memory', 'too-large', 'worker-failed'].includes(code);
  return isUndecided ? EXIT.undecided : EXIT.error;
}
