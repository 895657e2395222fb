import { type ErrorCode, nearest, type Place, QuadrilleError, shown } from './error.ts';

/** A setting in a message: its name in a program, and what to do with it where that is a remedy. */
export interface Mention {
  readonly setting: string;
  readonly value?: boolean | string | number;
  readonly verb?: 'give' | 'leave out';
}

/**
 * An error in a setting. Its message speaks as a program does: `gaps: true`. A command line, where
 * settings are flags, and a page, where they are boxes, say it in words of their own by `inWords`.
 */
export class SettingError extends QuadrilleError {
  readonly #what: readonly (string | Mention)[];
  readonly #remedies: readonly (string | Mention)[];

  constructor(
    what: readonly (string | Mention)[],
    remedies: readonly (string | Mention)[],
    code: ErrorCode = 'bad-setting',
    place: Place = {},
  ) {
    super(code, sentenceOf(what, remedies, inProgram), place);
    this.#what = what;
    this.#remedies = remedies;
  }

  /**
   * The message, where `words` gives those for a mention: `--gaps`, `give --gaps`; undefined for a
   * setting that there is not. A remedy by such a setting is left out.
   */
  inWords(words: (mention: Mention) => string | undefined): string {
    return sentenceOf(this.#what, this.#remedies, words);
  }
}

function sentenceOf(
  what: readonly (string | Mention)[],
  remedies: readonly (string | Mention)[],
  words: (mention: Mention) => string | undefined,
): string {
  const subject = what.map((part) =>
    typeof part === 'string' ? part : (words(part) ?? inProgram(part)),
  );
  const left = remedies
    .map((part) => (typeof part === 'string' ? part : words(part)))
    .filter((part) => part !== undefined);
  return `${subject.join('')}; ${left.join(', or ')}.`;
}

function inProgram({ setting, value, verb }: Mention): string {
  if (verb === undefined) return setting;
  if (value === undefined) return `${verb} ${setting}`;
  return `${verb} ${setting}: ${typeof value === 'string' ? `'${value}'` : value}`;
}

/** The value of a setting, if it is a whole number from `least` to `most`. */
export function checkInteger(
  name: string,
  value: number,
  least: number,
  most = Number.POSITIVE_INFINITY,
): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  const to = most === Number.POSITIVE_INFINITY ? 'up' : `to ${most}`;
  throw badValue(name, value, `give a whole number from ${least} ${to}`);
}

/** The value of a setting that is true or false. Default: false. */
export function checkFlag(name: string, value: boolean | undefined): boolean {
  if (value === undefined || typeof value === 'boolean') return value ?? false;
  throw badValue(name, value, 'give true or false');
}

/** The value of a setting that is one of a few words. */
export function checkWord<W extends string>(name: string, value: W, words: readonly W[]): W {
  if (words.includes(value)) return value;
  const all = words.map((word) => `'${word}'`).join(' or ');
  throw badValue(name, value, `give ${all}`);
}

/** An error in the value of a setting. */
export function badValue(
  setting: string,
  value: unknown,
  remedy: string,
  code?: ErrorCode,
): SettingError {
  return new SettingError([{ setting }, ` is ${shown(value)}`], [remedy], code);
}

/** True if a value that a function of the caller has returned is a promise. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function';
}

/**
 * Refuses settings that are no object, unknown names, and null. A setting that is left out, or
 * undefined, has its default. `more` is a sentence for one who asks for an unknown name.
 */
export function checkSettings(settings: object, known: readonly string[], more = ''): void {
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
      const message = `There is no setting ${shown(name)} here; ${remedy}`;
      throw new QuadrilleError('bad-setting', more === '' ? message : `${message} ${more}`);
    }
    if (value === null) {
      throw new QuadrilleError(
        'bad-setting',
        `${name} is null; give a value, or leave it out, which undefined does too.`,
      );
    }
  }
}
