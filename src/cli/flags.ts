import { nearest } from '../problem/error.ts';
import { UsageError } from './errors.ts';

/** A flag that is given or not. */
export interface Switch {
  /** What it does, for `--help`. */
  readonly about: string;
}

/** A flag with a value behind it. */
export interface Valued<V> extends Switch {
  /** What the value is called in `--help`: `SECONDS`. */
  readonly value: string;
  /** All values there are, where they are few. */
  readonly choices?: readonly string[];
  /** The value that a text stands for; throws a UsageError whose message goes on from `--flag is "text"; `. */
  read(text: string): V;
}

/** Name -> flag, in the order in which `--help` lists them. */
export type Flags = Readonly<Record<string, Switch | Valued<unknown>>>;

/** The flags as they were given: `true`, or the value. */
export type Given<F extends Flags> = {
  readonly [K in keyof F]?: F[K] extends Valued<infer V> ? V : true;
};

export function text(value: string, about: string): Valued<string> {
  return { value, about, read: (text) => text };
}

export function whole(
  value: string,
  about: string,
  least = 0,
  most = Number.MAX_SAFE_INTEGER,
): Valued<number> {
  return {
    value,
    about,
    read(text) {
      const number = Number(text);
      const isWhole = /^-?\d+$/.test(text);
      if (isWhole && number >= least && number <= most) return number;
      // Who did give a whole number must learn that there is a most.
      const open = most === Number.MAX_SAFE_INTEGER && !(isWhole && number > most);
      const to = open ? 'up' : `to ${most}`;
      throw new UsageError(`give a whole number from ${least} ${to}`);
    },
  };
}

/** Seconds on the command line, milliseconds to the program. */
export function seconds(about: string): Valued<number> {
  return {
    value: 'SECONDS',
    about,
    read(text) {
      const number = Number(text);
      if (/^(?:\d+\.?\d*|\.\d+)$/.test(text) && Number.isFinite(number)) return 1000 * number;
      throw new UsageError('give seconds from 0 up, as in 2.5');
    },
  };
}

export function choice<C extends string>(
  value: string,
  about: string,
  choices: readonly C[],
): Valued<C> {
  return {
    value,
    about,
    choices,
    read(text) {
      const found = choices.find((name) => name === text);
      if (found !== undefined) return found;
      const meant = nearest(text, choices);
      const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
      throw new UsageError(`give one of ${choices.join(', ')}${hint}`);
    },
  };
}

/** The one of these flags that was given, if any; more than one would contradict each other. */
export function only<N extends string>(
  given: { readonly [name in N]?: unknown },
  names: readonly N[],
): N | undefined {
  const [one, other] = names.filter((name) => given[name] !== undefined);
  if (other === undefined) return one;
  throw new UsageError(`--${one} and --${other} exclude each other; give one`);
}

/** Flags that several commands have, and that mean the same in each. */
export const seed = whole(
  'N',
  'chooses by chance where it may, and the same each time for the same N',
  -Number.MAX_SAFE_INTEGER,
);
