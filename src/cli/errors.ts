/** A mistake on the command line, or in what it names: told without a stack, with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
