import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { UsageError } from './exit.ts';

/** The endings of a file's name for its lock, and for the one that replaces a dead lock. */
export const LOCK_ENDS = ['.lock', '.lock.next'] as const;

/** A process, as a lock names it. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Where the system has it: numbers of processes come again. */
  readonly started?: string | undefined;
}

/**
 * A file that one process at a time has, on one machine: `FILE.lock` names that process. The lock
 * of a process that was killed does not count. Nobody can tell here whether a process of another
 * machine is alive, so its lock counts until the user removes it.
 */
export class Lock {
  readonly #path: string;
  readonly #text: string;

  /** Locks a file, or throws where another process has it. */
  constructor(file: string) {
    const { pid } = process;
    const self: Holder = { pid, host: hostname(), started: startOf(pid) };
    this.#path = `${file}.lock`;
    this.#text = JSON.stringify(self);
    take(file, this.#path, this.#text);
  }

  /** False if someone has removed it. No process takes it from one that is alive. */
  get isOurs(): boolean {
    return textOf(this.#path) === this.#text;
  }

  release(): void {
    if (this.isOurs) rmSync(this.#path);
  }
}

/**
 * Makes the lock at `path`. Where a dead process left one, this process takes `path.next` in the
 * same way and renames it. Nobody else may replace a dead lock, so of several processes that find
 * one, none removes the new lock of another.
 */
function take(file: string, path: string, text: string): void {
  if (create(path, text)) return;
  checkIsDead(file, path);
  const next = `${path}.next`;
  take(file, next, text);
  try {
    // Another process may have replaced it since.
    checkIsDead(file, path);
    renameSync(next, path);
  } catch (error) {
    rmSync(next);
    throw error;
  }
}

/** Makes a file, all of it or none; false if there is one. */
function create(path: string, text: string): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    writeSync(descriptor, text);
    return true;
  } catch (error) {
    rmSync(path);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Throws unless a lock names a process of this machine that has ended. */
function checkIsDead(file: string, path: string): void {
  const { pid, host, started } = holderOf(path);
  const isHere = host === hostname();
  if (isHere && !isAlive(pid, started)) return;
  const where = isHere ? '' : ` on ${host}`;
  const remedy =
    isHere && started !== undefined
      ? 'give another file'
      : `remove ${path} if it was killed, or give another file`;
  throw new UsageError(
    `${file}: the process ${pid}${where} is at work on it; wait for its end, or ${remedy}`,
    file,
  );
}

function holderOf(path: string): Holder {
  try {
    const holder = JSON.parse(textOf(path) ?? '') as Partial<Holder> | null;
    if (Number.isInteger(holder?.pid) && typeof holder?.host === 'string') return holder as Holder;
  } catch {
    // It was killed while it wrote, it has just released the lock, or this is something else.
  }
  throw new UsageError(
    `${path}: it names no process; try again, and if that does not help, remove it`,
    path,
  );
}

/** The start of a zombie: only its parent does not know. */
const DEAD = 'dead';

function isAlive(pid: number, started: string | undefined): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Of another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const now = startOf(pid);
  return now !== DEAD && (now === undefined || started === undefined || now === started);
}

/** When a process has started, since which start of the machine; undefined if nobody tells. */
function startOf(pid: number): string | undefined {
  const line = textOf(`/proc/${pid}/stat`);
  if (line === undefined) return undefined;
  // The name of the program stands in brackets, and may hold any. Then come the state, and 19
  // fields on, the start.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? DEAD : `${fields[19]} ${textOf('/proc/sys/kernel/random/boot_id')}`;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}
