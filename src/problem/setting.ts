import { nearest, QuadrilleError, shown } from './error.ts';

/** The value of a setting, if it is a whole number from `least` to `most`. */
export function checkInteger(
  name: string,
  value: number,
  least: number,
  most = Number.POSITIVE_INFINITY,
): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  const to = most === Number.POSITIVE_INFINITY ? 'up' : `to ${most}`;
  throw new QuadrilleError(
    'bad-setting',
    `${name} is ${shown(value)}; give a whole number from ${least} ${to}.`,
  );
}

/** The value of a setting that is true or false. Default: false. */
export function checkFlag(name: string, value: boolean | undefined): boolean {
  if (value === undefined || typeof value === 'boolean') return value ?? false;
  throw new QuadrilleError('bad-setting', `${name} is ${shown(value)}; give true or false.`);
}

/** The value of a setting that is one of a few words. */
export function checkWord<W extends string>(name: string, value: W, words: readonly W[]): W {
  if (words.includes(value)) return value;
  const all = words.map((word) => `'${word}'`).join(' or ');
  throw new QuadrilleError('bad-setting', `${name} is ${shown(value)}; give ${all}.`);
}

/** True if a value that a function of the caller has returned is a promise. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function';
}

/**
 * Refuses settings that are no object, unknown names, and null. A setting that is left out, or
 * undefined, has its default.
 */
export function checkSettings(settings: object, known: readonly string[]): void {
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) {
    throw new QuadrilleError(
      'bad-setting',
      `The settings are ${shown(settings)}; give an object with any of: ${known.join(', ')}.`,
    );
  }
  for (const [name, value] of Object.entries(settings)) {
    if (!known.includes(name)) {
      const meant = nearest(name, known);
      const remedy = meant ? `did you mean ${meant}?` : `give any of: ${known.join(', ')}.`;
      throw new QuadrilleError('bad-setting', `There is no setting ${shown(name)} here; ${remedy}`);
    }
    if (value === null) {
      throw new QuadrilleError(
        'bad-setting',
        `${name} is null; give a value, or leave it out, which undefined does too.`,
      );
    }
  }
}
