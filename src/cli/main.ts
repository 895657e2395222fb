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
stderr.on('error', () => process.exit(EXIT.answered));

const manifest = new URL('../../package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(manifest, 'utf8'));

process.exitCode = await run(COMMANDS, version, process.argv.slice(2), {
  stdin,
  stdout,
  stderr,
  env,
  onInterrupt(stop) {
    process.on('SIGINT', stop);
    return () => process.off('SIGINT', stop);
  },
});
