import { QuadrilleError } from '../engine/problem/error.ts';
import { SettingError } from '../engine/problem/setting.ts';
import { keyOf } from '../puzzles/gallery/operands.ts';

/** The arguments of a command line: operands, as `FILE N`, and flags. */
type Usage = Parameters<typeof keyOf>[0];

/** The message of an error, where settings are flags and operands: `give --gaps`. */
export function messageInFlags(error: Error, usage: Usage): string {
  if (!(error instanceof SettingError)) return error.message;
  return error.inWords((mention) => {
    const key = keyOf(usage, mention);
    if (key === undefined) return undefined;
    const flag = Object.hasOwn(usage.settings, key) ? `--${key}` : key;
    const { verb, value } = mention;
    if (verb === undefined) return flag;
    const isSwitch = typeof value === 'boolean' || value === undefined || value === key;
    return `${verb} ${flag}${isSwitch ? '' : ` ${value}`}`;
  });
}

/** An error of the library with that message; any other error as it is. */
export function inFlags(error: unknown, usage: Usage): unknown {
  if (!(error instanceof SettingError)) return error;
  return new QuadrilleError(error.code, messageInFlags(error, usage), error);
}
