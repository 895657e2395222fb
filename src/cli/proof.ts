import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { dimacsLines } from '../engine/formats/dimacs.ts';
import type { Problem, Solution } from '../engine/problem/problem.ts';
import { solutionsAsync } from '../engine/solve/api.ts';
import type { Status } from '../engine/solve/limit-settings.ts';
import { uniqueness, write } from './answers.ts';
import type { Exit } from './exit.ts';
import type { OpenFiles } from './files.ts';
import { syncFolder, unwritable } from './output.ts';
import type { Inquiry } from './question.ts';
import { counted, Report } from './report.ts';

/** Characters of the CNF that are written at once. */
const WRITE_CHARACTERS = 1 << 16;

/**
 * Answers `--proof NAME`: looks for a solution, or with `--unique` for two. If there are fewer, it
 * writes the proof of that. The CNF is written last, since it forbids the solution that was found.
 *
 * Both files are written under other names, and get their own when they are complete. So a file of
 * that name is never a part of a proof, whatever ends the program.
 */
export async function askProof(inquiry: Inquiry): Promise<Exit> {
  const { problem, given, shell } = inquiry;
  const { console } = shell;
  const { proof: name = '', unique = false, json = false } = given;
  const report = new Report('learn', inquiry);
  const drat = new ProofFile(`${name}.drat`, shell.files);
  const cnf = new ProofFile(`${name}.cnf`, shell.files);
  const found: Solution<unknown>[] = [];
  let failure: unknown;
  let isProven = false;
  let status: Status;
  try {
    drat.open();
    const stream = solutionsAsync(problem, {
      ...report.limits,
      limit: unique ? 2 : 1,
      seed: given.seed,
      proof: (lines) => drat.write(lines),
    });
    for await (const solution of stream) found.push(solution);
    status = stream.status === 'limit' ? 'found' : (stream.status as Status);
    if (status === 'complete') {
      try {
        await writeCnf(cnf, problem, found);
        drat.close();
        // An old proof goes first, so the two are never of different problems.
        drat.removeOld();
        cnf.keep();
        drat.keep();
        isProven = true;
      } catch (error) {
        // The answer is not lost with the proof.
        failure = error;
      }
    }
  } finally {
    drat.discard();
    cnf.discard();
  }

  const answer = unique ? uniqueness(found.length, status === 'complete') : undefined;
  if (answer === undefined && found[0] !== undefined) write(found[0], 1, inquiry);
  if (answer !== undefined && !json) console.write(`${answer}\n`);
  const incomplete = `${counted(found.length, 'solution')} so far, and no proof is written`;
  const fields = isProven ? { proof: { cnf: cnf.name, drat: drat.name } } : {};
  const exit = report.end(status, { answer, fields, saysNone: json || unique, incomplete });
  if (failure !== undefined) throw failure;
  if (status === 'found') {
    const solutions = unique ? 'There are several solutions' : 'There is a solution';
    console.note(`${solutions}, so there is nothing to prove: no files are written.`);
  }
  return exit;
}

/** Writes the clauses that the proof is about. Signals stop it meanwhile. */
async function writeCnf(
  file: ProofFile,
  problem: Problem,
  found: readonly Solution<unknown>[],
): Promise<void> {
  file.open();
  let text = '';
  for (const line of dimacsLines(problem, { without: found.map(({ numbers }) => numbers) })) {
    text += line;
    if (text.length < WRITE_CHARACTERS) continue;
    file.write(text);
    text = '';
    await setImmediate();
  }
  file.write(text);
  file.close();
}

/** A file that has its name only when it is complete. Its errors have the name. */
class ProofFile {
  readonly name: string;
  readonly #part: string;
  #descriptor: number | undefined;

  constructor(name: string, files: OpenFiles) {
    files.write(name);
    this.name = name;
    this.#part = `${name}.part-${process.pid}`;
  }

  open(): void {
    this.#try(() => {
      this.#descriptor = openSync(this.#part, 'wx');
    });
  }

  write(text: string): void {
    this.#try(() => writeFileSync(this.#descriptor as number, text));
  }

  /** After this it is on the disk. */
  close(): void {
    this.#try(() => {
      fsyncSync(this.#descriptor as number);
      closeSync(this.#descriptor as number);
      this.#descriptor = undefined;
    });
  }

  /** Removes the file of the name. */
  removeOld(): void {
    this.#try(() => rmSync(this.name, { force: true }));
  }

  /** Gives it its name. */
  keep(): void {
    this.#try(() => renameSync(this.#part, this.name));
    syncFolder(this.name);
  }

  /** Removes the unfinished file. */
  discard(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
    rmSync(this.#part, { force: true });
  }

  #try(action: () => void): void {
    try {
      action();
    } catch (error) {
      throw unwritable(this.name, error);
    }
  }
}
