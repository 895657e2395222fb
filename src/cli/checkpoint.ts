import { createHash } from 'node:crypto';
import { open, readFile, realpath, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { QuadrilleError } from '../engine/problem/error.ts';
import type { Problem } from '../engine/problem/problem.ts';
import type { Checkpoint } from '../engine/solve/checkpoint.ts';
import type { Status } from '../engine/solve/limit-settings.ts';
import type { Shell } from './command.ts';
import type { Console } from './console.ts';
import { UsageError } from './exit.ts';
import { LOCK_ENDS, Lock } from './lock.ts';
import { type OutputFile, syncFolder, unwritable } from './output.ts';
import { counted } from './report.ts';

/** The contents of a checkpoint file. */
interface Kept {
  /** The form in which results are printed: text goes on only as text, and with the same names. */
  readonly form: string;
  /** The bytes of results in the file that they go to; null where they go to standard output. */
  readonly output: number | null;
  readonly checkpoint: Checkpoint;
}

/** A file of checkpoints, locked. */
interface Place {
  /** The name that was given, for messages, and where it leads. */
  readonly name: string;
  readonly path: string;
  readonly lock: Lock;
  readonly form: string;
  readonly every: number | undefined;
}

/** The first line: the version of the file, and the SHA-256 of all that follows. */
const FIRST_LINE = /^quadrille checkpoint (\d+) ([0-9a-f]{64})\n/;
const HEAD_LENGTH = 100;
const FILE_VERSION = '2';
const ENDLESS = Number.POSITIVE_INFINITY;

/**
 * The state of a search in a file. A new state is written to a new file, which then takes the name
 * of the old one: so there is always a whole state, whenever the power is cut.
 *
 *     results -> fsync -> FILE.new -> fsync -> rename to FILE -> fsync of the folder
 *
 * The checksum detects a file that was damaged since then. `Lock` keeps a second process away.
 */
export class CheckpointFile {
  readonly #at: Place;
  readonly #console: Console;
  readonly #output: OutputFile | undefined;
  /** The contents that the search goes on from. */
  readonly #kept: Kept | undefined;
  /** Why the last state could not be written. */
  #error: UsageError | undefined;
  #hasWritten = false;
  /** True while a count under `auto` may end by what no file holds. */
  #holdsNothing = false;
  #hasSaidSo = false;
  readonly #problem: Problem;

  private constructor(
    at: Place,
    problem: Problem,
    console: Console,
    output?: OutputFile,
    kept?: Kept,
  ) {
    this.#at = at;
    this.#problem = problem;
    this.#console = console;
    this.#output = output;
    this.#kept = kept;
  }

  /** Locks a file and reads it, if it is there. */
  static async open(
    name: string,
    problem: Problem,
    given: {
      readonly json?: boolean;
      readonly labels?: readonly string[] | undefined;
      readonly 'checkpoint-every'?: number;
    },
    { console, files }: Pick<Shell, 'console' | 'files'>,
    output?: OutputFile,
  ): Promise<CheckpointFile> {
    const path = await targetOf(name);
    files.write(name);
    for (const end of ['.new', ...LOCK_ENDS]) files.write(`${path}${end}`);
    const form = formOf(problem, given.json ?? false, given.labels);
    const lock = lockOf(path, name);
    try {
      const kept = await read(path, name);
      if (kept !== undefined) checkResults(name, kept, form, output);
      const at = { name, path, lock, form, every: given['checkpoint-every'] };
      return new CheckpointFile(at, problem, console, output, kept);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** The settings of a question that goes on from it, and writes to it. */
  get settings() {
    return {
      resume: this.#kept?.checkpoint,
      onCheckpoint: (checkpoint: Checkpoint) => this.#keep(checkpoint),
      checkpointEvery: this.#at.every,
    };
  }

  /** The number of solutions that were found before. */
  get solutions(): number {
    return Number(this.#kept?.checkpoint.solutions ?? 0);
  }

  /** Says how to go on after a search that was stopped. */
  explain(status: Status): void {
    if (status === 'complete' || status === 'found') return;
    // The last state was not written, so the message would not be true.
    if (this.#error !== undefined) throw this.#error;
    if (this.#holdsNothing) this.#sayThatItHoldsNothing();
    else this.#console.note(`The state is in ${this.#at.name}: the same command goes on from it.`);
  }

  #sayThatItHoldsNothing(): void {
    const how =
      this.#problem.forbids === undefined ? 'by the states that it remembers' : 'by learning';
    const engine = this.#problem.compileCovers().multiple ? 'multiples' : 'lists';
    this.#console.note(
      `${this.#at.name} holds nothing yet: the count may come to its end ${how}, and no file keeps that. ` +
        `With --engine ${engine} it is kept at any time.`,
    );
    this.#hasSaidSo = true;
  }

  /** An error of the library that refuses the checkpoint, with the file and the flags to give. */
  refusalOf(error: unknown): QuadrilleError | undefined {
    if (!(error instanceof QuadrilleError) || error.code !== 'bad-checkpoint') return undefined;
    const flags = this.#kept === undefined ? '' : ` Its flags: ${flagsOf(this.#kept.checkpoint)}.`;
    return new QuadrilleError(error.code, `${this.#at.name}: ${error.message}${flags}`);
  }

  close(): void {
    this.#at.lock.release();
  }

  /** Reports the solutions found before, once the library has taken the checkpoint. */
  #tellBefore({ question, solutions, left }: Checkpoint): void {
    const enough = { first: 1, isUnique: 2, count: ENDLESS, solutions: ENDLESS }[question];
    const found = counted(BigInt(solutions), 'solution');
    this.#console.note(
      left.length === 0 || this.solutions >= enough
        ? `${this.#at.name} is finished: this is its answer, with ${found}.`
        : `Goes on from ${this.#at.name}: ${found} found before.`,
    );
  }

  /**
   * Writes a state. If that fails for the first one, the search ends. Later a full disk may have
   * room again; until then the file has the state before, and a message says so once.
   */
  async #keep(checkpoint: Checkpoint): Promise<void> {
    if (!this.#hasWritten && this.#kept !== undefined) this.#tellBefore(this.#kept.checkpoint);
    this.#console.flush();
    const output = this.#output?.sync() ?? null;
    if (!this.#at.lock.isOurs) {
      throw new UsageError(
        `${this.#at.name}: its lock was removed, so another process may use it; this search ends here`,
        this.#at.name,
      );
    }
    try {
      await write(this.#at.path, { form: this.#at.form, output, checkpoint });
      const { engine, question, left } = checkpoint;
      this.#holdsNothing = engine === 'auto' && question === 'count' && left.length > 0;
      // The first state is written at once, and many a count ends before the second.
      if (this.#holdsNothing && this.#hasWritten && !this.#hasSaidSo) this.#sayThatItHoldsNothing();
      this.#hasWritten = true;
      this.#error = undefined;
    } catch (error) {
      const failure = unwritable(this.#at.name, error);
      if (!this.#hasWritten) throw failure;
      if (this.#error === undefined) this.#console.note(`Warning: ${failure.message}.`);
      this.#error = failure;
    }
  }
}

/** The flags of the search that a checkpoint is of. */
function flagsOf({ question, asked: { engine, seed, prefix } }: Checkpoint): string {
  const flags = [
    { count: '--count', first: '--first', isUnique: '--unique', solutions: '' }[question],
    `--engine ${engine}`,
    seed === null ? '' : `--seed ${seed}`,
    prefix.length === 0 ? '' : `--prefix ${JSON.stringify(prefix)}`,
  ];
  return flags.filter((flag) => flag !== '').join(' ');
}

/** Checks that the results can go on where they were. */
function checkResults(
  name: string,
  kept: Kept,
  form: string,
  output: OutputFile | undefined,
): void {
  const { question } = kept.checkpoint;
  if (kept.form !== form && (question === 'solutions' || question === 'first')) {
    throw new QuadrilleError(
      'bad-checkpoint',
      `${name}: its results were printed in another form (with or without --json or --labels), or its items have ` +
        'other names; ask in the same way, or give another file',
    );
  }
  if ((kept.output === null) !== (output === undefined)) {
    const [where, how] =
      kept.output === null ? ['standard output', 'without'] : ['a file', 'with the same'];
    throw new QuadrilleError(
      'bad-checkpoint',
      `${name}: its results go to ${where}; give it ${how} --output, or give another file`,
    );
  }
  output?.startAt(kept.output ?? 0);
}

/** How results are printed, as a file keeps it. The compiled problem has no names and no labels. */
function formOf(problem: Problem, json: boolean, labels: readonly string[] | undefined): string {
  const hash = createHash('sha256');
  const items = problem.primaryCount + problem.secondaryCount;
  for (let item = 0; item < items; item++) hash.update(`${problem.itemName(item)}\n`);
  for (const label of labels ?? []) hash.update(`${label ?? ''}\n`);
  return `${json ? 'json' : 'text'} ${hash.digest('hex')}`;
}

/**
 * The file that a name leads to, by way of links: to rename a file over a link would remove the
 * link.
 */
async function targetOf(name: string): Promise<string> {
  if (name === '') throw new UsageError('the name of a file is empty; give another one');
  try {
    if (!(await stat(name)).isFile()) {
      throw new UsageError(`${name}: this is no file; give the name of one`, name);
    }
    return await realpath(name);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw unwritable(name, error);
  }
  try {
    return join(await realpath(dirname(name)), basename(name));
  } catch (error) {
    throw unwritable(name, error);
  }
}

function lockOf(path: string, name: string): Lock {
  try {
    return new Lock(path);
  } catch (error) {
    throw unwritable(name, error);
  }
}

async function read(path: string, name: string): Promise<Kept | undefined> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new UsageError(`${name}: it cannot be read (${code}); change its permissions`, name);
  }
  const [head, version, digest] = FIRST_LINE.exec(bytes.toString('latin1', 0, HEAD_LENGTH)) ?? [];
  if (head === undefined) {
    throw damaged(name, 'it is no checkpoint of quadrille, or it is damaged');
  }
  const rest = bytes.subarray(head.length);
  if (createHash('sha256').update(`${version}\n`).update(rest).digest('hex') !== digest) {
    throw damaged(name, 'it is damaged: its checksum is wrong');
  }
  if (version !== FILE_VERSION) {
    throw damaged(
      name,
      `it is of version ${version}, and this program reads version ${FILE_VERSION}`,
    );
  }
  return JSON.parse(rest.toString()) as Kept;
}

function damaged(name: string, why: string): UsageError {
  return new UsageError(
    `${name}: ${why}; give another file, or remove it if it was a checkpoint`,
    name,
  );
}

async function write(path: string, kept: Kept): Promise<void> {
  const text = `${JSON.stringify(kept)}\n`;
  const digest = createHash('sha256').update(`${FILE_VERSION}\n${text}`).digest('hex');
  const fresh = `${path}.new`;
  try {
    const file = await open(fresh, 'w');
    try {
      await file.writeFile(`quadrille checkpoint ${FILE_VERSION} ${digest}\n${text}`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(fresh, path);
  } catch (error) {
    await unlink(fresh).catch(() => undefined);
    throw error;
  }
  syncFolder(path);
}
