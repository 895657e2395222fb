import { type ErrorCode, QuadrilleError } from '../problem/error.ts';
import { EXIT, type Exit } from './exit.ts';

/** What an error says to a program that reads `--json`. */
export interface Failure {
  /** `usage`: a mistake on the command line; `unreadable`: a file that cannot be read. */
  readonly code: ErrorCode | 'usage' | 'unreadable';
  readonly message: string;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** A mistake on the command line, or in what it names: told without a stack, with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code: 'usage' | 'unreadable';
  /** The file that cannot be read. */
  readonly file: string | undefined;

  constructor(message: string, unreadable?: string) {
    super(message);
    this.code = unreadable === undefined ? 'usage' : 'unreadable';
    this.file = unreadable;
  }
}

/** What V8 says where it cannot have memory, or where something grows beyond its own limits. */
const NO_MEMORY =
  /^(?:Array buffer allocation failed|Invalid string length|(?:Map|Set) maximum size exceeded)/;

/** What an error says, if a user can do something about it; undefined for a bug of quadrille. */
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
        `This machine has no memory left for what was asked (${error.message}); close other ` +
        'programs, allow the process more memory, or state a smaller problem.',
    };
  }
  return undefined;
}

/** The exit code that goes with a failure. */
export function exitOfFailure({ code }: Failure): Exit {
  return code === 'out-of-memory' || code === 'too-large' ? EXIT.undecided : EXIT.misuse;
}
