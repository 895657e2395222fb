import { QuadrilleError, shown } from '../problem/error.ts';

/** The value of a setting that is true or false; false where it is left out. */
export function flag(name: string, value: boolean | undefined): boolean {
  if (value === undefined || typeof value === 'boolean') return value ?? false;
  throw new QuadrilleError('bad-setting', `${name} is ${shown(value)}; give true or false.`);
}

/** The value of a setting that is one of a few words. */
export function oneOf<W extends string>(name: string, value: W, words: readonly W[]): W {
  if (words.includes(value)) return value;
  const all = words.map((word) => `'${word}'`).join(' or ');
  throw new QuadrilleError('bad-setting', `${name} is ${shown(value)}; give ${all}.`);
}

/** Refuses settings that are no object, or have one that is not known, as callers from JS may. */
export function checkSettings(settings: object, known: readonly string[]): void {
  if (typeof settings !== 'object' || settings === null) {
    throw new QuadrilleError(
      'bad-setting',
      `The settings are ${shown(settings)}; give an object with any of: ${known.join(', ')}.`,
    );
  }
  const strange = Object.keys(settings).find((name) => !known.includes(name));
  if (strange === undefined) return;
  throw new QuadrilleError(
    'bad-setting',
    `There is no setting ${shown(strange)} here; give any of: ${known.join(', ')}.`,
  );
}
