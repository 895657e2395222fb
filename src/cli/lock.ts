import { readFileSync } from 'node:fs';
import { mkdir, open, readFile, rmdir, stat, unlink, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { UsageError } from './exit.ts';

/**
 * Milliseconds after which the holder says again that it is there, and after which one elsewhere is
 * given up.
 */
const BEAT = 5_000;
const GIVEN_UP = 60_000;
/**
 * Milliseconds between two tries, and for which an empty lock, or the right to judge one, is
 * respected.
 */
const TRY_AGAIN = 50;
const RESPECTED = 2_000;

/** The endings of a file's name for its lock, and for the right to judge the lock. */
export const LOCK_ENDS = ['.lock', '.lock.take'] as const;

/** A process, as a lock names it. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /**
   * The start of the machine, and of the process, where the system has it: numbers of processes
   * come again.
   */
  readonly boot: string | undefined;
  readonly started: string | undefined;
}

/**
 * A file that one process at a time has: `FILE.lock` names that process. The lock of a process that
 * was killed does not count:
 *
 * - On the same machine the system knows whether a process is alive.
 * - On another machine, which shares the folder, the process touches its lock every few seconds.
 *   After a minute without a touch the lock is given up.
 *
 * Of several processes that find such a lock, one at a time may judge and remove it: the process
 * that could make the folder `FILE.lock.take`.
 */
export class Lock {
  readonly #path: string;
  readonly #text: string;
  readonly #timer: NodeJS.Timeout;

  private constructor(path: string, text: string) {
    this.#path = path;
    this.#text = text;
    this.#timer = setInterval(() => {
      const now = new Date();
      // Where it cannot be touched, the worst is that it is given up, which isOurs() notices.
      utimes(path, now, now).catch(() => undefined);
    }, BEAT);
    this.#timer.unref();
  }

  /** Locks a file, or throws where another process has it. */
  static async of(file: string): Promise<Lock> {
    const path = `${file}.lock`;
    const text = `${JSON.stringify(self())}\n`;
    for (let empty = 0; ; ) {
      try {
        await create(path, text);
        return new Lock(path, text);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const holder = await holderOf(path);
      // A lock is empty while it is written.
      if (holder === undefined && empty < RESPECTED) {
        empty += TRY_AGAIN;
        await setTimeout(TRY_AGAIN);
      } else {
        await judge(file, path);
      }
    }
  }

  /**
   * True while this is still the lock of this process. No process takes it from one that is alive
   * and touches it.
   */
  async isOurs(): Promise<boolean> {
    return (await readFile(this.#path, 'utf8').catch(() => '')) === this.#text;
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    if (await this.isOurs()) await unlink(this.#path).catch(() => undefined);
  }
}

/** Makes a file, all of it or none. */
async function create(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(text);
  } catch (error) {
    await unlink(path);
    throw error;
  } finally {
    await file.close();
  }
}

/** Removes a lock that does not count. Throws where it does. Returns where others are at it. */
async function judge(file: string, path: string): Promise<void> {
  const right = `${path}.take`;
  try {
    await mkdir(right);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // A process that was killed while judging leaves the folder.
    const { mtimeMs } = await stat(right).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > RESPECTED) await rmdir(right).catch(() => undefined);
    await setTimeout(TRY_AGAIN);
    return;
  }
  try {
    const holder = await holderOf(path);
    // Both times are by the clock of the file system.
    const [now, touched] = await Promise.all([stat(right), stat(path).catch(() => undefined)]);
    if (touched === undefined) return;
    const isOld = now.mtimeMs - touched.mtimeMs > GIVEN_UP;
    if (holder === undefined || !counts(holder, isOld)) {
      await unlink(path);
      return;
    }
    const { pid, host } = holder;
    const where =
      host === hostname() ? '' : ` on ${host}, if it is alive (else try again in a minute)`;
    throw new UsageError(
      `${file}: the process ${pid}${where} is at work on it; wait for its end, or give another file`,
      file,
    );
  } finally {
    await rmdir(right).catch(() => undefined);
  }
}

/** True if the holder of a lock must be respected. */
function counts({ pid, host, boot, started }: Holder, isOld: boolean): boolean {
  if (host !== hostname()) return !isOld;
  if (boot !== bootId()) return false;
  const process = processOf(pid);
  return process !== undefined && (started === undefined || process.started === started);
}

function self(): Holder {
  const { pid } = process;
  return { pid, host: hostname(), boot: bootId(), started: processOf(pid)?.started };
}

/** The holder that a lock names; undefined if it names none. */
async function holderOf(path: string): Promise<Holder | undefined> {
  try {
    const holder = JSON.parse(await readFile(path, 'utf8')) as Partial<Holder> | null;
    const isWhole = Number.isInteger(holder?.pid) && typeof holder?.host === 'string';
    return isWhole ? (holder as Holder) : undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== undefined && code !== 'ENOENT') throw error;
    return undefined;
  }
}

/** A process that is alive; with its start, where the system has it. */
function processOf(pid: number): { readonly started?: string | undefined } | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Of another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined;
  }
  const line = lineOf(`/proc/${pid}/stat`);
  if (line === undefined) return {};
  // The name of the program stands in brackets, and may hold any. Then come the state, and 19
  // fields on, the start.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  // A zombie is dead: only its parent does not know.
  return fields[0] === 'Z' ? undefined : { started: fields[19] };
}

function bootId(): string | undefined {
  return lineOf('/proc/sys/kernel/random/boot_id');
}

function lineOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}
