/** A trouble outside the program, for a message without a stack and an exit code. */
export class Trouble extends Error {
  readonly exitCode: number;

  /** Code 2: a mistake on the command line. Code 1: all else. */
  constructor(message: string, exitCode: 1 | 2) {
    super(message);
    this.exitCode = exitCode;
  }
}
