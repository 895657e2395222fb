import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ENGINE_NAMES, type EngineName } from '../ask/engines.ts';
import type { Question } from '../core/answers.ts';
import { machine } from '../kernels/wasm/memory.ts';
import type { OpenPrefix } from '../parallel/pieces.ts';
import { QuadrilleError, shown } from '../problem/error.ts';

// The messages of the queue, and the checks of those that come back. All of it is plain JSON.

/**
 * The question of a submission. `count` is exact, of any size; `solutions` keeps all of them, as
 * pages.
 */
export type QueueQuestion = Question | 'solutions';

export const QUEUE_QUESTIONS = ['count', 'first', 'isUnique', 'solutions'] as const;

/** The engine of a job, always by name. `diagram` counts by remembered states, in one job. */
export type JobEngine = EngineName | 'diagram';

const JOB_ENGINES: readonly string[] = [...ENGINE_NAMES, 'diagram'];

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string };

/**
 * The version of this library. Another one may divide a job otherwise, and so may this one without
 * WebAssembly, where other code runs.
 */
export const VERSION: string = machine() === undefined ? `${version} without WebAssembly` : version;

/**
 * A prefix as it is stored: its share, the number of decisions that it has in common with the
 * prefix before it, and its other decisions. The prefixes of a frontier have nearly all in common.
 */
export type PackedPrefix = readonly number[];

/** The data of a job. */
export interface Piece {
  readonly version: string;
  readonly engine: JobEngine;
  /** The nodes after which it is divided; null: it goes on to its end. */
  readonly nodes: number | null;
  readonly prefixes: readonly PackedPrefix[];
}

/**
 * The outcome of a job. It depends on the submission and on the data of the job alone, never on the
 * machine, on the time, or on earlier jobs of the worker.
 */
export interface JobOutcome {
  /** Solutions found here, without those of the children: a whole number in digits. */
  readonly count: string;
  readonly nodes: number;
  /** The number of jobs into which the rest was divided. */
  readonly children: number;
  readonly found?: readonly (readonly number[])[];
  /** True if it gave up for lack of memory. */
  readonly isStuck?: boolean;
}

/** A part of the tree is divided into this many jobs at most, and at least. */
const CHILDREN = 8;
const FEWEST = 2;
/**
 * The jobs of the first levels are short, so that there is soon one for each worker: 1/64, 1/16,
 * 1/4 of the nodes.
 */
const SHORT_LEVELS = 3;
/**
 * A job with a longer id is not divided. PostgreSQL has no room for an id of 2,700 characters in an
 * index.
 */
const LONGEST_ID = 1000;
/** The most prefixes of a job, and the most decisions of all of them written out. */
const MOST_PREFIXES = 1 << 17;
const MOST_DECISIONS = 1 << 24;
/** The most solutions in the outcome of a job. A worker stops far below. */
const MOST_SOLUTIONS = 1 << 20;

const SUBMISSION = /^q[0-9a-f]{20}$/;
const JOB = /^(q[0-9a-f]{20})((?:-\d{1,6})+)$/;

/**
 * An id for a submission: random, so that none is ever used again. BullMQ refuses colons and plain
 * numbers.
 */
export function newSubmission(): string {
  return `q${randomBytes(10).toString('hex')}`;
}

/** The id of a submission, if it can be one. */
export function checkSubmission(id: string): string {
  if (typeof id === 'string' && SUBMISSION.test(id)) return id;
  throw new QuadrilleError(
    'unknown-submission',
    `${shown(id)} is not the id of a submission; give one that submit returned, or see list.`,
  );
}

/**
 * The submission of a job, and its level: the root jobs have level 0. Undefined if the id is of
 * another kind.
 */
export function placeOf(id: string): { submission: string; level: number } | undefined {
  const [, submission, path] = JOB.exec(id) ?? [];
  if (submission === undefined || path === undefined) return undefined;
  return { submission, level: path.split('-').length - 2 };
}

/** The job that made this one; undefined for a root job. */
export function parentOf(id: string): string | undefined {
  const parent = id.slice(0, id.lastIndexOf('-'));
  return JOB.test(parent) ? parent : undefined;
}

export function childOf(id: string, n: number): string {
  return `${id}-${n}`;
}

/** The nodes that a job may spend. Jobs of the first levels get less than the others. */
export function budgetOf(nodes: number | null, id: string, level: number): number {
  if (nodes === null || id.length > LONGEST_ID) return Number.POSITIVE_INFINITY;
  return Math.max(1, Math.floor(nodes / 4 ** Math.max(0, SHORT_LEVELS - level)));
}

/**
 * Deals out the rest of a job to its children: each gets large shares and small ones. `share` is
 * that of the whole job, `nodes` is its work so far, and `budget` is for each child. Each job costs
 * requests, so there are no more children than need the nodes that are left, by the share that is
 * done. But there are at least two: shares are estimates, and jobs that only follow each other
 * would leave other workers without any.
 */
export function divided(
  rest: readonly OpenPrefix[],
  share: number,
  nodes: number,
  budget: number,
): OpenPrefix[][] {
  const left = rest.reduce((sum, { share }) => sum + share, 0);
  const needed = Math.ceil((nodes * left) / (Math.max(0, share - left) * budget));
  // Where no share is done the quotient is infinite, or not a number.
  const wanted = needed < CHILDREN ? Math.max(FEWEST, needed) : CHILDREN;
  const children = Math.min(rest.length, wanted);
  const ascending = [...rest].sort((a, b) => a.share - b.share);
  return Array.from({ length: children }, (_, n) =>
    ascending.filter((_prefix, k) => k % children === n),
  );
}

export function pack(prefixes: readonly OpenPrefix[]): PackedPrefix[] {
  let before: readonly number[] = [];
  return prefixes.map(({ decisions, share }) => {
    let kept = 0;
    while (kept < before.length && before[kept] === decisions[kept]) kept++;
    before = decisions;
    return [share, kept, ...decisions.slice(kept)];
  });
}

/** The prefixes of a job. The search checks if their decisions fit the problem. */
export function unpack(packed: unknown): OpenPrefix[] {
  if (!Array.isArray(packed) || packed.length === 0 || packed.length > MOST_PREFIXES) {
    throw badJob(`it has no list of 1 to ${MOST_PREFIXES} prefixes`);
  }
  let before: readonly number[] = [];
  let sum = 0;
  return packed.map((prefix: unknown) => {
    if (!Array.isArray(prefix) || !prefix.every(Number.isFinite)) {
      throw badJob('one of its prefixes is not a list of numbers');
    }
    const [share, kept, ...decisions] = prefix as number[];
    if (share === undefined || share < 0 || share > 1) throw badJob('a share is not from 0 to 1');
    if (!Number.isInteger(kept) || (kept as number) < 0 || (kept as number) > before.length) {
      throw badJob('a prefix repeats more than the one before it has');
    }
    sum += (kept as number) + decisions.length;
    if (sum > MOST_DECISIONS) throw badJob(`it has more than ${MOST_DECISIONS} decisions`);
    before = [...before.slice(0, kept), ...decisions];
    return { decisions: before, share };
  });
}

/** The share of the tree that lies below the prefixes of a job. */
export function shareOf({ prefixes }: Pick<Piece, 'prefixes'>): number {
  return prefixes.reduce((sum, [share = 0]) => sum + share, 0);
}

export function checkPiece(data: unknown): Piece {
  const { version, engine, nodes, prefixes } = recordOf(data, 'its data');
  if (typeof version !== 'string') throw badJob('it does not tell its version');
  if (!JOB_ENGINES.includes(engine as string)) throw badJob(`its engine is ${shown(engine)}`);
  if (nodes !== null && !isCount(nodes)) throw badJob(`its nodes are ${shown(nodes)}`);
  return {
    version,
    engine: engine as JobEngine,
    nodes: nodes as number | null,
    prefixes: prefixes as PackedPrefix[],
  };
}

export function checkOutcome(value: unknown): JobOutcome {
  const { count, nodes, children, found, isStuck } = recordOf(value, 'its result');
  if (!isDigits(count)) throw badJob(`its count is ${shown(count)}`);
  if (!isCount(nodes)) throw badJob(`its nodes are ${shown(nodes)}`);
  if (!isCount(children) || children > CHILDREN)
    throw badJob(`its children are ${shown(children)}`);
  if (found !== undefined) checkFound(found);
  return {
    count,
    nodes,
    children,
    ...(found !== undefined && { found: found as number[][] }),
    ...(isStuck === true && { isStuck }),
  };
}

function checkFound(found: unknown): void {
  const isRight =
    Array.isArray(found) &&
    found.length <= MOST_SOLUTIONS &&
    found.every((numbers) => Array.isArray(numbers) && numbers.every(isCount));
  if (!isRight) throw badJob('its solutions are not lists of option numbers');
}

export function recordOf(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw badJob(`${what} is ${shown(value)}`);
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** True if a text is a whole number of at most 100,000 digits. */
export function isDigits(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,100000}$/.test(value);
}

/** The error for data of the queue that this library did not put there. */
export function badJob(why: string): QuadrilleError {
  return new QuadrilleError(
    'bad-job',
    `This job is not one of quadrille: ${why}. Give quadrille a queue of its own (--queue NAME), or remove the job.`,
  );
}
