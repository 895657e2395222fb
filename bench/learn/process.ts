import { spawn } from 'node:child_process';

/** A process that has ended: its exit code, none where the limit stopped it. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  /** From its start on, on the clock. */
  readonly ms: number;
}

/** Runs a program for at most `limit` milliseconds. */
export function run(program: string, args: readonly string[], limit: number): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    const timer = setTimeout(() => child.kill('SIGKILL'), limit);
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      const ms = performance.now() - began;
      resolve({ code, stdout: Buffer.concat(chunks).toString(), ms });
    });
  });
}
