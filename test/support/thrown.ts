import { expect } from 'vitest';
import { QuadrilleError } from '../../src/engine/problem/error.ts';

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

/** Checks that an action is refused in these words, with this code and place. */
export function expectRefusal(
  action: () => unknown,
  message: string | RegExp,
  place: { readonly [part in keyof QuadrilleError]?: unknown },
): void {
  const error = thrown(action);
  const parts = Object.keys(place) as (keyof typeof place)[];
  const told = Object.fromEntries(parts.map((part) => [part, error[part]]));
  expect(told).toEqual(place);
  expect(error.message).toMatch(message);
}
