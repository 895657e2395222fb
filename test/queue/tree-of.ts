import { createHash } from 'node:crypto';
import { Prefix } from '../../src/engine/kernels/prefix.ts';
import { Random } from '../../src/engine/kernels/random.ts';
import { JobRunner, type PieceReply } from '../../src/engine/parallel/jobs.ts';
import type { EngineName } from '../../src/engine/solve/engines.ts';
import {
  type PlainRemaining,
  partOf,
  plainOf,
  remainingOf,
  shareOf,
} from '../../src/engine/solve/remaining.ts';
import { budgetOf, childOf, divided, PROTOCOL_VERSION } from '../../src/queue/protocol.ts';
import { pentominoes } from '../cases/gallery.ts';
import type { Matrix } from '../cases/matrix.ts';
import { problemOf } from '../cases/problem.ts';

interface Course {
  readonly nodes: number;
  /** Chooses the order of the jobs, and the thread of each. */
  readonly seed: number;
  /** True delivers some jobs again. */
  readonly repeats?: boolean;
  /** True lets a thread keep its search, which the queue does for `sweep` only. */
  readonly reuses?: boolean;
  readonly most?: number;
}

/**
 * All jobs of a submission: id -> count, nodes, and the data of its children. Two threads take them
 * in any order.
 */
export function treeOf(matrix: Matrix, engine: EngineName, course: Course): Map<string, string> {
  const { nodes, seed, repeats = false, reuses = engine === 'sweep', most = 10_000 } = course;
  const { data } = problemOf(matrix).compile();
  const kept = { data, engine, seed: undefined, memoryLimit: undefined };
  const random = new Random(seed);
  const threads = [new JobRunner(), new JobRunner()];
  const outcomes = new Map<string, string>();
  const waiting: [string, PlainRemaining][] = [['q-0', plainOf(partOf(engine, [Prefix.root]))]];
  const knows = new Set<JobRunner>();
  while (waiting.length > 0 && outcomes.size < most) {
    const [[id, remaining]] = waiting.splice(random.below(waiting.length), 1) as [
      [string, PlainRemaining],
    ];
    const thread = threads[random.below(2)];
    const job = reuses && knows.has(thread) ? undefined : { ...kept };
    knows.add(thread);
    const level = id.split('-').length - 2;
    const order = {
      kind: 'piece' as const,
      remaining,
      nodes: budgetOf(nodes, id, level),
      solutions: Number.POSITIVE_INFINITY,
      collects: false,
    };
    const reply = thread.answer({ job, order }) as PieceReply;
    const share = shareOf(remainingOf(remaining).left);
    const next = budgetOf(nodes, id, level + 1);
    const { solutions, left } = remainingOf(reply.remaining);
    const children = divided(left, share, reply.nodes, next).map((prefixes) =>
      plainOf(partOf(engine, prefixes)),
    );
    const told = JSON.stringify([String(solutions), reply.nodes, children]);
    const before = outcomes.get(id);
    if (before !== undefined && before !== told) throw new Error(`${id} has two outcomes`);
    outcomes.set(id, told);
    if (before !== undefined) continue;
    if (repeats && random.below(4) === 0) waiting.push([id, remaining]);
    children.forEach((child, n) => {
      waiting.push([childOf(id, n), child]);
    });
  }
  return new Map([...outcomes].sort(([a], [b]) => (a < b ? -1 : 1)));
}

// Run as a program it prints the version of a worker, the solutions of all jobs, and a hash of them.
if (process.argv[2] === 'print') {
  const tree = treeOf(pentominoes(3, 20), 'lists', { nodes: 100_000, seed: 1 });
  const total = [...tree.values()].reduce((sum, told) => sum + Number(JSON.parse(told)[0]), 0);
  const hash = createHash('sha256')
    .update(JSON.stringify([...tree]))
    .digest('hex');
  console.log(JSON.stringify({ version: PROTOCOL_VERSION, total, hash }));
}
