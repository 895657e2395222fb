import { QuadrilleError } from '../../src/problem/error.ts';

/** The error by which an action is refused: it must be one of ours. */
export function thrown(action: () => unknown): QuadrilleError {
  try {
    action();
  } catch (error) {
    if (error instanceof QuadrilleError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
