import { parseArgs } from 'node:util';
import { hint, UsageError } from './exit.ts';

/** A flag without a value. */
interface Switch {
  /** The effect of the flag, for `--help`. */
  readonly about: string;
}

/** A flag with a value: `--limit 10` or `--limit=10`. */
export interface ValueFlag<V> extends Switch {
  /** The name of the value in `--help`: `SECONDS`. */
  readonly value: string;
  /** All possible values, where they are few. */
  readonly choices?: readonly string[];
  /** Parses the value. The message of its UsageError continues `--flag is "text"; `. */
  read(text: string): V;
}

/** A switch that may have a value, always after `=`: `--why` or `--why=clash`. */
export interface OptionalValueFlag<V> extends ValueFlag<V> {
  readonly isOptional: true;
}

/** Name -> flag, in the order of `--help`. */
export type Flags = Readonly<Record<string, Switch | ValueFlag<unknown>>>;

/** The flags on a command line: `true`, or the value. */
export type FlagValues<F extends Flags> = {
  readonly [K in keyof F]?: F[K] extends OptionalValueFlag<infer V>
    ? V | true
    : F[K] extends ValueFlag<infer V>
      ? V
      : true;
};

export function text(value: string, about: string): ValueFlag<string> {
  return {
    value,
    about,
    read(text) {
      if (text !== '') return text;
      throw new UsageError(`give ${value}`);
    },
  };
}

export function integer(
  value: string,
  about: string,
  least = 0,
  most = Number.MAX_SAFE_INTEGER,
): ValueFlag<number> {
  return {
    value,
    about,
    read(text) {
      const number = Number(text);
      const isInteger = /^-?\d+$/.test(text);
      if (isInteger && number >= least && number <= most) return number;
      // The error names the largest safe integer only for a number beyond it.
      const isOpen = most === Number.MAX_SAFE_INTEGER && !(isInteger && number > most);
      const range = isOpen ? `${least} up` : `${least} to ${most}`;
      throw new UsageError(`give a whole number from ${range}`);
    },
  };
}

/** More threads than any machine has cores would only take memory. */
export const MOST_WORKERS = 1024;

/** Seconds on the command line, milliseconds in the program. */
export function seconds(about: string): ValueFlag<number> {
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
): ValueFlag<C> {
  return {
    value,
    about,
    choices,
    read(text) {
      const found = choices.find((name) => name === text);
      if (found !== undefined) return found;
      const all = `give one of ${choices.join(', ')}`;
      throw new UsageError([all, hint(text, choices, '')].filter(Boolean).join('; '));
    },
  };
}

/** Some of a few words, with commas between them. */
export function choices<C extends string>(
  value: string,
  about: string,
  words: readonly C[],
): ValueFlag<C[]> {
  const one = choice(value, about, words);
  return { value, about, read: (text) => text.split(',').map((word) => one.read(word)) };
}

/** The flag for classes of solutions. */
export const upToSymmetry: Switch = {
  about:
    'gives one solution of each class, with its size; symmetries take the solutions of a class to each other',
};

/** A flag of several commands, which means the same in each. */
export const seed = integer(
  'N',
  'chooses at random where it may; the same N gives the same choices',
  -Number.MAX_SAFE_INTEGER,
);

/** Megabytes on the command line, bytes in the program. */
export const memory: ValueFlag<number> = {
  ...integer(
    'MB',
    'the most memory for a diagram, for a count, for symmetries and for learn; default 1024, learn 512',
  ),
  read: (text) => 2 ** 20 * integer('MB', '', 1, 2 ** 20).read(text),
};

/** The flag of these that is given, if any. Refuses two of them. */
export function atMostOne<N extends string>(
  given: { readonly [name in N]?: unknown },
  names: readonly N[],
): N | undefined {
  const [one, other] = names.filter((name) => given[name] !== undefined);
  if (other === undefined) return one;
  throw excluding(one, other);
}

function excluding(one: string, other: string, why?: string): UsageError {
  const because = why === undefined ? '' : `: ${why}`;
  return new UsageError(`--${one} and --${other} exclude each other${because}; give one`);
}

/** The flags of a command that go together. */
export interface FlagRules<Q extends string = string, N extends string = string> {
  /** Question -> the flags that go with it. Of two questions the first one here is asked. */
  readonly questions: Readonly<Record<Q, readonly N[]>>;
  /** Flags that exclude each other whatever is asked; and why, where that is not plain. */
  readonly pairs: readonly (readonly [N, N, why?: string])[];
  /** A flag that adds to another one, and the error where that is missing. */
  readonly needs?: readonly (readonly [flag: N, needed: N, error: string])[];
}

/** The question that is asked, if any. Refuses flags that do not go together. */
export function questionOf<Q extends string>(
  given: Readonly<Record<string, unknown>>,
  { questions, pairs, needs = [] }: FlagRules<Q>,
): Q | undefined {
  for (const [flag, needed, error] of needs) {
    if (flag in given && !(needed in given)) throw new UsageError(`--${flag} ${error}`);
  }
  for (const [one, other, why] of pairs) {
    if (one in given && other in given) throw excluding(one, other, why);
  }
  const names = Object.keys(questions) as Q[];
  const question = names.find((name) => name in given);
  if (question === undefined) return undefined;
  // Other flags, as those of a problem of the gallery, go with every question.
  const known: string[] = names.flatMap((name) => [name, ...questions[name]]);
  const other = Object.keys(given).find(
    (name) => name !== question && known.includes(name) && !questions[question].includes(name),
  );
  if (other === undefined) return question;
  if (names.includes(other as Q)) throw excluding(question, other);
  const uses = names.filter((name) => questions[name].includes(other)).map((name) => `--${name}`);
  throw excluding(question, other, `--${other} goes with ${uses.join(', ')} or alone`);
}

interface ParsedArguments<F extends Flags> {
  readonly given: FlagValues<F>;
  /** The arguments that are no flags; `-` is one of them. */
  readonly operands: readonly string[];
  /** True if `--help` is given. Errors in other flags do not matter then. */
  readonly help: boolean;
}

/** Divides arguments into flags and operands. The last value of a flag counts. */
export function parse<F extends Flags>(args: readonly string[], flags: F): ParsedArguments<F> {
  const options = Object.fromEntries([
    ['help', { type: 'boolean', short: 'h' }],
    ...Object.entries(flags).map(([name, flag]) => [
      name,
      { type: 'value' in flag && !isOptional(flag) ? 'string' : 'boolean' },
    ]),
  ]);
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given: Record<string, unknown> = {};
  const operands: string[] = [];
  const help = tokens.some((token) => token.kind === 'option' && token.name === 'help');
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option' || help) continue;
    const { name, rawName, value } = token;
    if (!Object.hasOwn(flags, name)) {
      const meant = hint(rawName.replace(/^-+/, ''), Object.keys(flags), 'see --help', '--');
      throw new UsageError(`there is no flag ${rawName}; ${meant}`);
    }
    given[name] = flagValue(rawName, value, flags[name] as F[keyof F]);
  }
  return { given: given as FlagValues<F>, operands, help };
}

/** True if a flag may stand without its value. */
export function isOptional(flag: Flags[string]): boolean {
  return 'isOptional' in flag;
}

function flagValue(rawName: string, text: string | undefined, flag: Flags[string]): unknown {
  if (!('value' in flag)) {
    if (text === undefined) return true;
    throw new UsageError(`${rawName} takes no value; leave out =${text}`);
  }
  const { value, read } = flag;
  // In `--limit --json` the second is a flag, not the value of the first.
  if (text === undefined && isOptional(flag)) return true;
  if (text === undefined || /^--./.test(text)) {
    throw new UsageError(`${rawName} needs a value; give ${rawName} ${value}`);
  }
  try {
    return read(text);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${rawName} is ${JSON.stringify(text)}; ${error.message}`);
  }
}
