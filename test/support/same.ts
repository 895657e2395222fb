import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

/**
 * `expect(found).toEqual(wanted)` for inner loops: a call of `expect` takes some fifty microseconds, even where all
 * is right.
 */
export function expectSame<T>(found: T, wanted: T, about?: string): void {
  if (!isDeepStrictEqual(found, wanted)) expect(found, about).toEqual(wanted);
}

/** `toBeLessThanOrEqual` for inner loops. */
export function expectAtMost(found: number, most: number, about?: string): void {
  if (!(found <= most)) expect(found, about).toBeLessThanOrEqual(most);
}
