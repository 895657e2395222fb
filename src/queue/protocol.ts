import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Prefix } from '../engine/kernels/prefix.ts';
import { machine } from '../engine/kernels/wasm/memory.ts';
import { QuadrilleError, shown } from '../engine/problem/error.ts';
import type { EngineName } from '../engine/solve/engines.ts';
import {
  isCount,
  type PlainRemaining,
  type Remaining,
  remainingOf,
} from '../engine/solve/remaining.ts';

// The messages of the queue, and the checks of those that come back. All of it is plain JSON. The
// data of a job is a `PlainRemaining`: prefixes to search below, and nothing found.

/**
 * The question of a submission. `count` is exact, of any size; `solutions` keeps all of them, as
 * pages.
 */
export type QueueQuestion = 'count' | 'first' | 'isUnique' | 'solutions';

export const QUEUE_QUESTIONS = ['count', 'first', 'isUnique', 'solutions'] as const;

/** The engine of a job. `auto` counts by remembered states, in one job; all others divide. */
export type JobEngine = EngineName | 'auto';

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string };

/**
 * The version of this library. Another one may divide a job otherwise, and so may this one without
 * WebAssembly, where other code runs.
 */
export const PROTOCOL_VERSION: string =
  machine() === undefined ? `${version} without WebAssembly` : version;

/** The part of an outcome that is not in its `Remaining`. */
interface Work {
  readonly nodes: number;
  /** The number of jobs into which the rest was divided. */
  readonly children: number;
  /** True if it gave up for lack of memory. */
  readonly isStuck: boolean;
}

/**
 * The outcome of a job: the solutions found here, without those of the children, which have the
 * rest. It depends on the submission and on the data of the job alone, never on the machine, on the
 * time, or on earlier jobs of the worker.
 */
export interface JobOutcome extends PlainRemaining, Work {}

/** A part of the tree is divided into this many jobs at most, and at least. */
const CHILDREN = 8;
const FEWEST_CHILDREN = 2;
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

const SUBMISSION = /^q[0-9a-f]{20}$/;
const JOB_ID = /^(q[0-9a-f]{20})((?:-\d{1,6})+)$/;

/**
 * An id for a submission: random, so that none is ever used again. BullMQ refuses colons and plain
 * numbers.
 */
export function newSubmission(): string {
  return `q${randomBytes(10).toString('hex')}`;
}

export function isSubmission(id: unknown): id is string {
  return typeof id === 'string' && SUBMISSION.test(id);
}

/** The id of a submission, if it can be one. */
export function checkSubmission(id: string): string {
  if (isSubmission(id)) return id;
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
  const [, submission, path] = JOB_ID.exec(id) ?? [];
  if (submission === undefined || path === undefined) return undefined;
  return { submission, level: path.split('-').length - 2 };
}

/** The job that made this one; undefined for a root job. */
export function parentOf(id: string): string | undefined {
  const parent = id.slice(0, id.lastIndexOf('-'));
  return JOB_ID.test(parent) ? parent : undefined;
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
  rest: readonly Prefix[],
  share: number,
  nodes: number,
  budget: number,
): Prefix[][] {
  const left = rest.reduce((sum, { share }) => sum + share, 0);
  const needed = Math.ceil((nodes * left) / (Math.max(0, share - left) * budget));
  // Where no share is done the quotient is infinite, or not a number.
  const wanted = needed < CHILDREN ? Math.max(FEWEST_CHILDREN, needed) : CHILDREN;
  const children = Math.min(rest.length, wanted);
  const sorted = [...rest].sort((a, b) => a.share - b.share);
  return Array.from({ length: children }, (_, n) =>
    sorted.filter((_prefix, k) => k % children === n),
  );
}

export function checkOutcome(value: unknown): Remaining & Work {
  const remaining = remainingOf(value, badJob);
  const { nodes, children, isStuck } = value as Partial<JobOutcome>;
  if (!isCount(nodes)) return badJob(`its nodes are ${shown(nodes)}`);
  if (!isCount(children) || children > CHILDREN) {
    return badJob(`its children are ${shown(children)}`);
  }
  return { ...remaining, nodes, children, isStuck: isStuck === true };
}

/** Refuses data of the queue that this library did not put there. */
export function badJob(why: string): never {
  throw new QuadrilleError(
    'bad-job',
    `This job is not one of quadrille: ${why}. Give quadrille a queue of its own (--queue NAME), or remove the job.`,
  );
}
