import { Readable, Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StopSignal } from '../../src/cli/exit.ts';
import { run } from '../../src/cli/run.ts';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Circumstances {
  /** The text that is piped in, in chunks. */
  readonly stdin?: string | readonly (string | Uint8Array)[] | Readable;
  /** True for a reader of the results that takes a while for each chunk. */
  readonly slow?: boolean;
  /** True if stdout and stderr are a terminal. */
  readonly terminal?: boolean;
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Sends a signal, Ctrl-C if none is named: when the text `after` was written to stdout, or when
   * the command listens and the event loop has made some turns since. One that came earlier would
   * be lost, as nothing is there to end the process.
   */
  readonly interrupt?: {
    readonly after?: string;
    readonly turns?: number;
    readonly signal?: StopSignal;
  };
}

/** A polite program writes no more than two helpings before the first is read. */
const MOST_BEHIND = 3 * 65_536;

/** Does something while the clock of this process goes five times as fast. */
export async function fast<T>(act: () => Promise<T>): Promise<T> {
  const { now } = performance;
  performance.now = () => 5 * now.call(performance);
  try {
    return await act();
  } finally {
    performance.now = now;
  }
}

/** Runs the command line in this process, in circumstances that are all made up. */
export async function quadrille(args: readonly string[], how: Circumstances = {}): Promise<Ran> {
  const { terminal = false, columns = 80, env = {}, interrupt } = how;
  const piped = typeof how.stdin === 'string' ? [how.stdin] : (how.stdin ?? []);
  const stdin =
    piped instanceof Readable ? piped : Readable.from(piped.map((chunk) => Buffer.from(chunk)));
  const written = { stdout: '', stderr: '' };
  const stops = new Set<(signal: StopSignal) => void>();
  const press = () => {
    for (const stop of [...stops]) stop(interrupt?.signal ?? 'SIGINT');
  };
  const channel = (name: 'stdout' | 'stderr') => {
    const stream = new Writable({
      write(chunk, _encoding, done) {
        written[name] += String(chunk);
        if (this.writableLength > MOST_BEHIND) throw new Error('more is written than is read');
        const { after } = interrupt ?? {};
        if (after !== undefined && written.stdout.includes(after)) press();
        if (how.slow) setTimeout(done, 20);
        else done();
      },
    });
    return Object.assign(stream, terminal ? { isTTY: true, columns } : {});
  };
  const stdout = channel('stdout');
  const pressAfter = async (turns: number) => {
    for (let turn = 0; turn < turns; turn++) await nextTurn();
    press();
  };
  const code = await run(args, '1.2.3', {
    stdin,
    stdout,
    stderr: channel('stderr'),
    env,
    onStop(stop) {
      stops.add(stop);
      const { turns } = interrupt ?? {};
      if (turns !== undefined) queueMicrotask(() => pressAfter(turns));
      return () => stops.delete(stop);
    },
  });
  if (stops.size > 0) throw new Error('signals are still listened to');
  if (how.slow) await new Promise<void>((resolve) => stdout.end(resolve));
  return { code, ...written };
}
