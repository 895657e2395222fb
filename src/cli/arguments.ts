import { parseArgs } from 'node:util';
import { nearest } from '../problem/error.ts';
import { UsageError } from './errors.ts';
import type { Flags, Given, Valued } from './flags.ts';

export interface Parsed<F extends Flags> {
  readonly given: Given<F>;
  /** All that is no flag, `-` included. */
  readonly operands: readonly string[];
  /** Whether `--help` was among them: then mistakes do not matter. */
  readonly help: boolean;
}

/** Takes the arguments apart; of a flag that is given twice the last one counts. */
export function parse<F extends Flags>(args: readonly string[], flags: F): Parsed<F> {
  const options = Object.fromEntries([
    ['help', { type: 'boolean', short: 'h' }],
    ...Object.entries(flags).map(([name, flag]) => [
      name,
      { type: 'value' in flag ? 'string' : 'boolean' },
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
    if (!Object.hasOwn(flags, name)) throw unknownFlag(rawName, Object.keys(flags));
    given[name] = flagValue(rawName, value, flags[name] as F[keyof F]);
  }
  return { given: given as Given<F>, operands, help };
}

function unknownFlag(rawName: string, names: readonly string[]): UsageError {
  const meant = nearest(rawName.replace(/^-+/, ''), names);
  const hint = meant === undefined ? 'see --help' : `did you mean --${meant}?`;
  return new UsageError(`there is no flag ${rawName}; ${hint}`);
}

function flagValue(rawName: string, text: string | undefined, flag: Flags[string]): unknown {
  if (!('value' in flag)) {
    if (text === undefined) return true;
    throw new UsageError(`${rawName} takes no value; leave out =${text}`);
  }
  const { value, read } = flag as Valued<unknown>;
  // A flag behind it is a flag, not its value; so is one that another flag stands for.
  if (text === undefined || /^--./.test(text)) {
    throw new UsageError(`${rawName} wants a value; give ${rawName} ${value}`);
  }
  try {
    return read(text);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${rawName} is ${JSON.stringify(text)}; ${error.message}`);
  }
}
