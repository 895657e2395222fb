import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UsageError } from '../../src/cli/exit.ts';
import type { Flags, ValueFlag } from '../../src/cli/flags.ts';
import { COMMANDS, loadAll } from '../../src/cli/run.ts';
import { runs } from '../support/effort.ts';
import { workFolder } from '../support/folder.ts';
import { quadrille } from '../support/quadrille.ts';

const FILES: Readonly<Record<string, string | Uint8Array>> = {
  empty: '',
  blank: '\n\n \n',
  binary: Uint8Array.from({ length: 2000 }, (_, k) => (k * 7919) & 255),
  'text.txt': 'What is this? It is no puzzle.\n',
  'problem.dlx': 'a b\na\nb\n',
  'puzzle.txt': `${'.'.repeat(80)}1\n`,
};
const { folder, path: at } = workFolder(FILES);
// Some of the mistakes write a picture to where they should not.
const began = process.cwd();
beforeAll(() => process.chdir(folder));
afterAll(() => process.chdir(began));

/** Operands that mean nothing, or not the same to every command. */
const OPERANDS = [
  ...[...Object.keys(FILES), 'nowhere.txt', 'nowhere/at/all.txt', '.'].map(at),
  '-',
  '',
  '0',
  '-1',
  '6x10',
  '1e9',
  '\u001b[31m',
  '--',
];
const VALUES = ['', '!!', '-1', '0', '9'.repeat(20), '0x10', 'x', '100x100', at('nowhere.txt')];

/** A command or one of its kinds, with the flags that it has. */
interface Call {
  readonly call: string;
  readonly flags: Flags;
  /** Those that no call of the same command before has. */
  readonly own: Flags;
}

const known = new Set<string>();
function callOf(call: string, flags: Flags = {}): Call {
  const [command] = call.split(' ');
  const own = Object.entries(flags).filter(([name, { about }]) => {
    const key = `${command} ${name} ${about}`;
    return !known.has(key) && known.add(key);
  });
  return { call, flags, own: Object.fromEntries(own) };
}

const CALLS = (await loadAll(COMMANDS)).flatMap(({ name, page, kinds }) => [
  callOf(name, page.flags),
  ...kinds.map((kind) => callOf(`${name} ${kind.name}`, (kind.page ?? page).flags)),
]);

/** True if a flag takes a value. One that it refuses has a message. */
function takes(flag: ValueFlag<unknown>, value: string): boolean {
  try {
    flag.read(value);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).message).toMatch(/\S/);
    return false;
  }
}

/**
 * Ways to give the flags wrongly, and some to give them rightly. Of the values that a flag refuses
 * one will do, since the command ends there.
 */
function waysOf(flags: Flags): string[][] {
  return Object.entries(flags).flatMap(([name, flag]) => {
    if (!('value' in flag)) return [[`--${name}`], [`--${name}=yes`]];
    const refused = VALUES.filter((value) => !takes(flag, value)).slice(0, 1);
    const tried = VALUES.filter((value) => refused.includes(value) || takes(flag, value));
    return [[`--${name}`], ...tried.map((value) => [`--${name}=${value}`])];
  });
}
const NONSENSE = [['--nonsense'], ['-q'], ['--toString'], ['--__proto__=1']];

/** A search that is not refused ends soon. */
const BRIEF = ['--timeout=0.02'];
/** A server ends when it has told its address. */
const SERVING = { after: 'http://' };

/** Runs a call that may be wrong. It must end, and say what is wrong. */
async function check(call: string, args: readonly string[], flags: Flags): Promise<void> {
  const words = call.split(' ');
  const bounds = 'timeout' in flags ? BRIEF : [];
  const all = [...words, ...bounds, ...args];
  // Behind its word a problem of the gallery has flags; before it there are none.
  const line = words.length > 1 ? [...words, ...args, ...bounds] : all;
  const { code, stderr } = await Promise.race([
    quadrille(line, { stdin: 'a b\na\nb\n', interrupt: SERVING }),
    setTimeout(20_000, { code: -1, stderr: 'it does not end' }),
  ]);
  const known = [0, 1, 2, 3, 130];
  expect([line, known.includes(code) ? known : code, stderr]).toEqual([line, known, stderr]);
  if (code !== 2) return;
  const [command = ''] = words;
  expect([line, stderr]).toEqual([line, expect.stringMatching(`^quadrille ${command}: .`)]);
}

/** Every so many of the pairs of a long table, from a place of its own for each table. */
function some<T>(table: readonly T[], most: number, from: number): T[] {
  const step = Math.max(1, Math.floor(table.length / most));
  return table.filter((_, k) => k % step === from % step);
}

describe.each(CALLS.map((call, k) => ({ ...call, k })))(
  'quadrille $call',
  ({ call, flags, own, k }) => {
    const ways = waysOf(flags);
    const isKind = call.includes(' ');

    test('with each wrong flag, and each wrong operand', async () => {
      for (const way of [...waysOf(own), ...NONSENSE]) await check(call, way, flags);
      for (const operand of OPERANDS) await check(call, [operand], flags);
    });

    test('with some of the flags that its siblings have, and with pairs', async () => {
      for (const way of some(ways, runs(160), k)) await check(call, way, flags);
      const mistakes = [...ways, ...NONSENSE, ...OPERANDS.map((operand) => [operand])];
      const pairs = mistakes.flatMap((one) => mistakes.map((other) => [...one, ...other]));
      // All of them for the commands themselves would take minutes.
      for (const pair of some(pairs, runs(isKind ? 160 : 480), k)) await check(call, pair, flags);
    });
  },
);

test('a file that is missing is no crash where a flag is wrong too', async () => {
  const { stderr, code } = await quadrille(['sudoku', at('nowhere.txt'), '--symbols', '!!']);
  // The file is opened in the next turns of the event loop, if at all.
  await setTimeout(50);
  expect(stderr).toMatch(/^quadrille sudoku: The alphabet "!!"/);
  expect(code).toBe(2);
});
