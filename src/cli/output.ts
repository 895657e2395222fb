import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  writeSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { plural } from '../engine/problem/error.ts';
import type { Shell } from './command.ts';
import type { Channel } from './console.ts';
import { UsageError } from './exit.ts';
import type { OpenFiles } from './files.ts';
import { seconds, text } from './flags.ts';

/** Flags to keep the results and the state of a search. */
export const KEEPING = {
  output: text('FILE', 'writes the results to FILE in place of standard output'),
  checkpoint: text(
    'FILE',
    'writes the state of the search to FILE now and then, and goes on from it; with printed solutions, give ' +
      '--output too, since a pipe cannot be cut back',
  ),
  'checkpoint-every': seconds('with --checkpoint: the time between two states; default 10'),
};

/**
 * A file that the results go to. When a search goes on from a checkpoint, the file is first cut
 * back to its length then, so that each result stands there once.
 */
export class OutputFile implements Channel {
  readonly path: string;
  readonly destroyed = false;
  readonly #descriptor: number;
  /** The bytes of results; undefined until the former contents are cut off. */
  #bytes: number | undefined;
  /** The bytes of it to keep. */
  #start = 0;
  #error: UsageError | undefined;
  /** True when its folder is on the disk with its name. */
  #isListed = false;

  /** Opens a file. Its contents are not touched before the first result. */
  constructor(path: string, files: OpenFiles) {
    this.path = path;
    this.#descriptor = this.#checked(() => {
      const descriptor = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o666);
      try {
        files.write(path, descriptor);
        if (fstatSync(descriptor).isFile()) return descriptor;
        const why = 'this is no file that can be cut back; give another one';
        throw new UsageError(`${path}: ${why}`, path);
      } catch (error) {
        closeSync(descriptor);
        throw error;
      }
    });
  }

  /** Goes on after `bytes` bytes. */
  startAt(bytes: number): void {
    const { size } = this.#checked(() => fstatSync(this.#descriptor));
    if (size < bytes) {
      throw new UsageError(
        `${this.path}: it has ${plural(size, 'byte')}, and the checkpoint counts ${bytes}; give the file that the search ` +
          'has written, or begin without the checkpoint',
        this.path,
      );
    }
    this.#start = bytes;
  }

  /** Writes all of a text. An error is kept until `check`. */
  write(text: string | Uint8Array): boolean {
    if (this.#error !== undefined) return true;
    try {
      const bytes = Buffer.from(text);
      let position = this.#begin();
      for (let at = 0; at < bytes.length; ) {
        const written = writeSync(this.#descriptor, bytes, at, bytes.length - at, position);
        at += written;
        position += written;
      }
      this.#bytes = position;
    } catch (error) {
      this.#error = unwritable(this.path, error);
    }
    return true;
  }

  on(): void {
    // It is never full: each write waits for the file.
  }

  /** Throws if a result could not be written. */
  check(): void {
    if (this.#error !== undefined) throw this.#error;
  }

  /** Makes sure that all results are on the disk, and returns the number of their bytes. */
  sync(): number {
    this.check();
    return this.#checked(() => {
      const bytes = this.#begin();
      fsyncSync(this.#descriptor);
      if (!this.#isListed) syncFolder(this.path);
      this.#isListed = true;
      return bytes;
    });
  }

  /** Closes it; throws if a result could not be written. */
  end(): void {
    this.sync();
    closeSync(this.#descriptor);
  }

  /**
   * Cuts off the former contents of the file, at the first call. Returns where the next result
   * goes.
   */
  #begin(): number {
    if (this.#bytes === undefined) {
      ftruncateSync(this.#descriptor, this.#start);
      this.#bytes = this.#start;
    }
    return this.#bytes;
  }

  #checked<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw unwritable(this.path, error);
    }
  }
}

/** Writes the names in the folder of a file to the disk, where the system can do that. */
export function syncFolder(path: string): void {
  try {
    const descriptor = openSync(dirname(path), 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Windows cannot, nor can some file systems of a network.
  }
}

/** Writes a text to a file; to standard output for `-`. */
export async function save(
  content: string,
  file: string,
  { console }: Pick<Shell, 'console'>,
): Promise<void> {
  if (file === '-') console.write(content);
  else {
    await writeFile(file, content).catch((error) => {
      throw unwritable(file, error);
    });
  }
}

/** An error of the system as one that the user can correct. */
export function unwritable(path: string, error: unknown): UsageError {
  if (error instanceof UsageError) return error;
  const { code = String(error) } = error as NodeJS.ErrnoException;
  const why = WRITE_REASONS[code] ?? `it cannot be written (${code}); give another file`;
  return new UsageError(`${path}: ${why}`, path);
}

/** Error code -> problem and remedy, for files that are written. */
const WRITE_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder is not there; make it, or give another file',
  ENOTDIR: 'its folder is not there; make it, or give another file',
  EISDIR: 'this is a folder; give a file in it',
  ERR_FS_EISDIR: 'this is a folder; give a file in it',
  EACCES: 'you may not write it; change the permissions, or give another file',
  EPERM: 'you may not write it; change the permissions, or give another file',
  EROFS: 'its disk can only be read; give a file on another one',
  ENOSPC: 'the disk is full (ENOSPC); free some of it, or give a file on another one',
  EDQUOT: 'your share of the disk is full (EDQUOT); free some of it, or give a file on another one',
  EFBIG: 'the file is as large as allowed (EFBIG); raise the limit (ulimit -f)',
};
