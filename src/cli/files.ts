import { fstatSync, statSync } from 'node:fs';
import type { Channels } from './console.ts';
import { UsageError } from './exit.ts';

/**
 * The files of one command. It refuses to write a file that it reads, or to write one in two ways.
 *
 * A link, `<` and /dev/stdin give a file another name. So a file is known by its device and its
 * number there, not by its name. A file that is not there yet cannot be an input.
 */
export class OpenFiles {
  readonly #channels: Partial<Pick<Channels, 'stdout' | 'stderr'>>;
  /** File -> the name by which it is read or written. */
  readonly #read = new Map<string, string>();
  readonly #written = new Map<string, string>();

  /** The channels that the command writes to without opening them. */
  constructor(channels: Partial<Pick<Channels, 'stdout' | 'stderr'>> = {}) {
    this.#channels = channels;
  }

  /** Enters a file that is about to be read: its name for messages, and its path or descriptor. */
  read(name: string, path: string | number = name): void {
    const file = identityOf(path);
    if (file === undefined) return;
    refuse(name, this.#written.get(file), 'read and written');
    const { stdout, stderr } = this.#channels;
    // `>> FILE` would feed a reader its own results, without end.
    if (isAt(stdout, file)) throw channelTaken(name, 'standard output');
    if (isAt(stderr, file)) throw channelTaken(name, 'standard error');
    this.#read.set(file, name);
  }

  /** Enters a file that is about to be written. Call it before the file is changed. */
  write(name: string, path: string | number = name): void {
    const file = identityOf(path);
    if (file === undefined) return;
    refuse(name, this.#read.get(file), 'read and written');
    refuse(name, this.#written.get(file), 'written twice');
    this.#written.set(file, name);
  }
}

/** Refuses a file that has another use already. */
function refuse(name: string, other: string | undefined, uses: string): void {
  if (other === undefined) return;
  const which = name === other ? `${name}: it is` : `${name} and ${other} name the same file,`;
  throw new UsageError(`${which} to be ${uses}; give another file for what is written`);
}

/**
 * The identity of a file, which no other file has; undefined where there is no file, and for
 * terminals and pipes.
 */
function identityOf(path: string | number): string | undefined {
  try {
    const stats =
      typeof path === 'number'
        ? fstatSync(path, { bigint: true })
        : statSync(path, { bigint: true });
    // Two nodes of a file system may be one disk.
    if (stats.isBlockDevice()) return `disk ${stats.rdev}`;
    return stats.isFile() ? `${stats.dev}:${stats.ino}` : undefined;
  } catch {
    // Opening it gives the reason.
    return undefined;
  }
}

function isAt(channel: Channels['stdout'] | undefined, file: string): boolean {
  return channel?.fd !== undefined && identityOf(channel.fd) === file;
}

function channelTaken(name: string, channel: string): UsageError {
  return new UsageError(`${name}: ${channel} goes to this file as well; send it to another one`);
}
