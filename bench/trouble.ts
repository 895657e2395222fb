/** A trouble outside the program, for a message without a stack and an exit code. */
export class Trouble extends Error {
  readonly exitCode: number;

  /** Code 2: a mistake on the command line. Code 1: all else. */
  constructor(message: string, exitCode: 1 | 2) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** A contender gave a wrong answer: of a rival the table says so, one of ours ends the benchmark. */
export class WrongAnswer extends Trouble {
  constructor(message: string) {
    super(`WRONG ANSWER: ${message}`, 1);
  }
}

/** The message of the wrong answer that a rival gives in `check`; undefined where it gives a right one. */
export function faultOf(isRival: boolean, check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (isRival && error instanceof WrongAnswer) return error.message;
    throw error;
  }
}
