import { Readable, Writable } from 'node:stream';
import { COMMANDS } from '../../src/cli/commands.ts';
import { run } from '../../src/cli/run.ts';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Circumstances {
  /** What is piped in, in chunks. */
  readonly stdin?: string | readonly string[];
  /** Whether stdout and stderr are a terminal. */
  readonly terminal?: boolean;
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Presses Ctrl-C as soon as so much has been written to stdout, or after some milliseconds. */
  readonly interrupt?: { readonly after?: string; readonly ms?: number };
}

/** Runs the command line in this process, in circumstances that are all made up. */
export async function quadrille(args: readonly string[], how: Circumstances = {}): Promise<Ran> {
  const { terminal = false, columns = 80, env = {}, interrupt } = how;
  const stdin = typeof how.stdin === 'string' ? [how.stdin] : (how.stdin ?? []);
  const written = { stdout: '', stderr: '' };
  const stops = new Set<() => void>();
  const press = () => {
    for (const stop of [...stops]) stop();
  };
  const channel = (name: 'stdout' | 'stderr') => {
    const stream = new Writable({
      write(chunk, _encoding, done) {
        written[name] += String(chunk);
        const { after } = interrupt ?? {};
        if (after !== undefined && written.stdout.includes(after)) press();
        done();
      },
    });
    return Object.assign(stream, terminal ? { isTTY: true, columns } : {});
  };
  const timer = interrupt?.ms === undefined ? undefined : setTimeout(press, interrupt.ms);
  const code = await run(COMMANDS, '1.2.3', args, {
    stdin: Readable.from(stdin.map((text) => Buffer.from(text))),
    stdout: channel('stdout'),
    stderr: channel('stderr'),
    env,
    onInterrupt(stop) {
      stops.add(stop);
      return () => stops.delete(stop);
    },
  });
  clearTimeout(timer);
  return { code, ...written };
}
