#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { COMMANDS } from './commands.ts';
import { EXIT } from './exit.ts';
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

const manifest = new URL('../../package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };

// A mistake of this program must not look like a proof that there is no solution.
process.on('uncaughtException', (error) => {
  stderr.write(`${error.stack}\n`, () => process.exit(EXIT.broken));
});

const code = await run(COMMANDS, version, process.argv.slice(2), {
  stdin,
  stdout,
  stderr,
  env,
  onInterrupt(stop) {
    process.on('SIGINT', stop);
    return () => process.off('SIGINT', stop);
  },
});
process.exitCode = code;
// Whoever does not read on would keep the program alive.
if (code === EXIT.interrupted) stderr.write('', () => process.exit(code));
