#!/usr/bin/env node
import { fstatSync, readFileSync, readlinkSync, writeSync } from 'node:fs';
import * as modules from 'node:module';
import { Writable } from 'node:stream';
import { EXIT, STOP_SIGNALS, type StopSignal } from './exit.ts';
import { run } from './run.ts';

// From 22.1 on, Node keeps what it has compiled for the next start. Commands are loaded after this.
(modules as { enableCompileCache?: () => unknown }).enableCompileCache?.();

const { stdin, stderr, env } = process;
const stdout = isFile(1) ? fileStream(1) : process.stdout;

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}

/**
 * A stream that writes all of a text to a file, or fails. A nearly full disk takes a part of it,
 * and Node's own stream loses the rest without an error.
 */
function fileStream(descriptor: number): Writable {
  const stream = new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      try {
        for (let at = 0; at < chunk.length; ) at += writeSync(descriptor, chunk, at);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
  return Object.assign(stream, { fd: descriptor });
}

/** Ctrl-C ends the reader of a pipe as well: milliseconds in which its signal may still come. */
const LATE = 50;
let hasReader = true;

stdout.on('error', ({ code = 'unknown error' }: NodeJS.ErrnoException) => {
  if (!hasReader) return;
  // `| head -1` closes the pipe early, which is no error. Windows calls it EOF, too.
  if (code === 'EPIPE' || code === 'EOF') {
    hasReader = false;
    setTimeout(() => process.exit(EXIT.answered), LATE);
    return;
  }
  const [problem, remedy] = WRITE_ERRORS[code] ?? ['it failed', 'write them to another place'];
  stderr.write(`quadrille: the results cannot be written: ${problem} (${code}); ${remedy}\n`, () =>
    process.exit(EXIT.error),
  );
});
// Messages without a reader are lost. The results and the exit code remain.
stderr.on('error', () => {});

const WRITE_ERRORS: Readonly<Record<string, readonly [problem: string, remedy: string]>> = {
  ENOSPC: ['the disk is full', 'free some of it, or write them to another one'],
  EDQUOT: ['your share of the disk is full', 'free some of it, or write them to another one'],
  EFBIG: ['the file is as large as allowed', 'raise the limit (ulimit -f), or use a pipe'],
};

// Without this, Node would exit with 1, which means that there is no solution.
process.on('uncaughtException', (error) => {
  stderr.write(`${error.stack}\n`, () => process.exit(EXIT.bug));
});

/**
 * True if a file descriptor is /dev/null, open for reading and writing. Node opens it so in place
 * of a closed one (`>&-`), while `> /dev/null` is open for writing only. Only Linux shows the
 * difference.
 */
function wasClosed(descriptor: number): boolean {
  try {
    const info = readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8');
    const [, flags = ''] = /^flags:\s*([0-7]+)$/m.exec(info) ?? [];
    const readsAndWrites = (Number.parseInt(flags, 8) & 3) === 2;
    return readsAndWrites && readlinkSync(`/proc/self/fd/${descriptor}`) === '/dev/null';
  } catch {
    return false;
  }
}

/**
 * Calls `stop` at each signal that stops a command, until the function that it returns is called.
 */
function onStop(stop: (signal: StopSignal) => void): () => void {
  const signals = Object.keys(STOP_SIGNALS) as StopSignal[];
  const listeners = signals.map((signal) => [signal, () => stop(signal)] as const);
  for (const [signal, listener] of listeners) process.on(signal, listener);
  return () => {
    for (const [signal, listener] of listeners) process.off(signal, listener);
  };
}

async function main(): Promise<number> {
  // Where stderr is /dev/null too, as for daemons and `stdio: 'ignore'`, only the exit code
  // matters.
  if (wasClosed(1) && !wasClosed(2)) {
    stderr.write(
      'quadrille: standard output is closed, or discards what is written (/dev/null, open for ' +
        'reading and writing); send it somewhere, or open /dev/null for writing only if you ' +
        'need nothing but the exit code\n',
    );
    return EXIT.error;
  }
  const manifest = new URL('../../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return run(process.argv.slice(2), version, { stdin, stdout, stderr, env, onStop });
}

// Where nothing is left to wait for before the end, Node would exit with 0, which means an answer.
process.exitCode = EXIT.bug;
main().then((code) => {
  process.exitCode = code;
  // Output without a reader would keep an interrupted process alive.
  if ((Object.values(STOP_SIGNALS) as number[]).includes(code)) {
    stderr.write('', () => process.exit(code));
  }
});
