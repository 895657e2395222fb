#!/usr/bin/env node
import { readFileSync, readlinkSync } from 'node:fs';
import type { Command } from './command.ts';
import { EXIT, STOP_SIGNALS, type StopSignal } from './exit.ts';
import { run } from './run.ts';

const { stdin, stdout, stderr, env } = process;

// `| head` closes the pipe early: that is no error. A full disk is one.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.answered);
  stderr.write(`quadrille: the results cannot be written (${error.code})\n`);
  process.exit(EXIT.misuse);
});
// Nobody hears it; the results and the exit code still tell.
stderr.on('error', () => {});

// A mistake of this program must not look like a proof that there is no solution.
process.on('uncaughtException', (error) => {
  stderr.write(`${error.stack}\n`, () => process.exit(EXIT.broken));
});

/**
 * Whether a file descriptor is /dev/null, open for reading and writing. That is what Node puts in
 * the place of one that was closed when it started (`>&-`); `> /dev/null` is open for writing only.
 * Only Linux tells. Elsewhere the results are lost without a word.
 */
function replaced(descriptor: number): boolean {
  try {
    const info = readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8');
    const [, flags = ''] = /^flags:\s*([0-7]+)$/m.exec(info) ?? [];
    const readsAndWrites = (Number.parseInt(flags, 8) & 3) === 2;
    return readsAndWrites && readlinkSync(`/proc/self/fd/${descriptor}`) === '/dev/null';
  } catch {
    return false;
  }
}

/** Commands that many processes are started for. To load all of them takes 60 ms more. */
const QUICK: Readonly<Record<string, () => Promise<Command>>> = {
  solve: async () => (await import('./solve.ts')).solve,
  sudoku: async () => (await import('./sudoku.ts')).sudoku,
  generate: async () => (await import('./generate.ts')).generate,
};

async function commandsFor(name = ''): Promise<readonly Command[]> {
  const quick = Object.hasOwn(QUICK, name) ? QUICK[name] : undefined;
  return quick === undefined ? (await import('./commands.ts')).COMMANDS : [await quick()];
}

/** Runs the command; what it writes has gone to the streams when it ends. */
async function main(): Promise<number> {
  // With stderr on /dev/null too, as for daemons and `stdio: 'ignore'`, only the exit code is wanted.
  if (replaced(1) && !replaced(2)) {
    stderr.write(
      'quadrille: standard output is closed, or discards what is written (/dev/null, open for ' +
        'reading and writing); send it somewhere, or open /dev/null for writing only if the exit ' +
        'code is all you want\n',
    );
    return EXIT.misuse;
  }
  const manifest = new URL('../../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const args = process.argv.slice(2);
  return run(await commandsFor(args[0]), version, args, {
    stdin,
    stdout,
    stderr,
    env,
    onStop(stop) {
      const signals = Object.keys(STOP_SIGNALS) as StopSignal[];
      const listeners = signals.map((signal) => [signal, () => stop(signal)] as const);
      for (const [signal, listener] of listeners) process.on(signal, listener);
      return () => {
        for (const [signal, listener] of listeners) process.off(signal, listener);
      };
    },
  });
}

const code = await main();
process.exitCode = code;
// A pipe that nobody reads would keep the process alive.
if ((Object.values(STOP_SIGNALS) as number[]).includes(code)) {
  stderr.write('', () => process.exit(code));
}
