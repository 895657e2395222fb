import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Graph } from '../src/engine/symmetry/graph.ts';
import { SymmetrySearch } from '../src/engine/symmetry/search.ts';
import { writeDlx } from '../src/index.ts';
import { problemOf } from '../test/cases/problem.ts';
import { renamed, SYMMETRIC, type SymmetricCase } from '../test/cases/symmetric.ts';
import { checkBuilt, run } from './count.ts';
import type { Publish } from './results.ts';
import { program } from './rivals.ts';
import type { Cell, Row } from './section.ts';
import { Trouble } from './trouble.ts';

export interface SymmetryBenchSettings {
  readonly check: boolean;
  readonly repeat: number | undefined;
  readonly only: string | undefined;
  readonly publish: Publish;
}

const SHUFFLES = 10;
const TIMEOUT_SECONDS = 20;
/** Where the rival takes no longer than that, a whole process of ours has ten times as long. */
const RIVAL_SECONDS = 0.1;
const OUR_SECONDS = 1;

/** One problem, shuffled and with its items renamed. */
interface Sample {
  readonly nodes: number;
  /** CPU seconds of a whole process that reads the problem and prints its group. */
  readonly seconds: number;
  readonly isRight: boolean;
  /** Of `dreadnaut`, by its own clock; absent where it is not installed, or did not end. */
  readonly rivalNodes: number | undefined;
  readonly rivalSeconds: number | undefined;
}

/** The groups of shuffled problems, by whole processes, beside `dreadnaut` on the same graph. */
export async function symmetryBenchmark(settings: SymmetryBenchSettings): Promise<boolean> {
  const { check, repeat = SHUFFLES, only = '', publish } = settings;
  checkBuilt();
  const cases = SYMMETRIC.filter(({ name }) => name.includes(only));
  if (cases.length === 0) throw new Trouble(`No case has "${only}" in its name.`, 2);
  const rival = program('dreadnaut');
  const path = 'path' in rival ? rival.path : undefined;
  const folder = mkdtempSync(join(tmpdir(), 'quadrille-'));
  try {
    const results = cases.map((one) => {
      process.stderr.write(`${one.name}\n`);
      const samples = Array.from({ length: repeat }, (_, k) =>
        sampleOf(one, k + 1, join(folder, 'problem.dlx'), path),
      );
      return { name: one.name, order: String(one.order), samples };
    });
    const lacking: Cell =
      'missing' in rival ? { note: rival.missing } : { note: 'It did not end.' };
    const most = (numbers: readonly (number | undefined)[]) =>
      numbers.includes(undefined) ? undefined : Math.max(...(numbers as number[]));
    publish({
      title: 'The groups of shuffled problems',
      columns: [
        { name: '', kind: 'text' },
        { name: 'nodes', kind: 'count' },
        { name: 'CPU time', kind: 'time', of: 'ours' },
        { name: 'nodes of dreadnaut', kind: 'count' },
        { name: 'dreadnaut', kind: 'time' },
        { name: 'proven order', kind: 'text' },
      ],
      rows: results.map(({ name, samples }): Row => {
        const seconds = most(samples.map(({ rivalSeconds }) => rivalSeconds));
        return {
          cells: [
            name,
            Math.max(...samples.map(({ nodes }) => nodes)),
            1000 * Math.max(...samples.map(({ seconds: own }) => own)),
            most(samples.map(({ rivalNodes }) => rivalNodes)) ?? lacking,
            seconds === undefined ? lacking : 1000 * seconds,
            judgementOf(samples),
          ],
        };
      }),
      notes: [
        `The most of ${repeat} shuffles; ours by a whole process with its start, dreadnaut by its own clock.`,
      ],
    });
    return !check || results.every(({ samples }) => samples.every(isGoodEnough));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function judgementOf(samples: readonly Sample[]): string {
  if (samples.some(({ isRight }) => !isRight)) return 'WRONG';
  return samples.every(isGoodEnough) ? 'right' : 'right, late';
}

function isGoodEnough({ isRight, seconds, rivalSeconds = 0 }: Sample): boolean {
  return isRight && (rivalSeconds > RIVAL_SECONDS || seconds <= OUR_SECONDS);
}

function sampleOf(
  { matrix, order }: SymmetricCase,
  seed: number,
  file: string,
  dreadnautPath: string | undefined,
): Sample {
  const problem = problemOf(renamed(matrix(), seed));
  const graph = new Graph(problem.compile());
  graph.loadProblem();
  const search = new SymmetrySearch(graph);
  search.begin(false);
  search.advance(Number.POSITIVE_INFINITY, 1_000_000);
  writeFileSync(file, writeDlx(problem));
  const args = ['solve', '--symmetries', '--timeout', String(TIMEOUT_SECONDS), file];
  const { output, seconds } = run(args);
  const rival = dreadnautPath === undefined ? undefined : dreadnaut(dreadnautPath, graph);
  // It prints the order as a double, with four digits after the first from a million on.
  const agrees = rival === undefined || Math.abs(rival.order / Number(order) - 1) < 1e-4;
  return {
    nodes: search.nodes,
    seconds,
    isRight: output.split('\n', 1)[0] === String(order) && agrees,
    rivalNodes: rival?.nodes,
    rivalSeconds: rival?.seconds,
  };
}

/** What `dreadnaut` says of the same graph with the same classes. Undefined where it did not end. */
function dreadnaut(path: string, graph: Graph) {
  const { vertices, start, to, order, classes, classStart } = graph;
  const lines = [`l=0 n=${vertices} $=0 g`];
  for (let vertex = 0; vertex < vertices; vertex++) {
    const others = [...to.subarray(start[vertex], start[vertex + 1])];
    lines.push(`${vertex}:${others.filter((other) => other > vertex).join(' ')};`);
  }
  const cells = Array.from({ length: classes }, (_, k) =>
    order.subarray(classStart[k], classStart[k + 1]).join(','),
  );
  lines.push('.', `f=[${cells.join('|')}]`, '-a -m x', 'q', '');
  const input = lines.join('\n');
  const { stdout } = spawnSync(path, [], {
    input,
    timeout: 1000 * TIMEOUT_SECONDS,
    encoding: 'utf8',
  });
  const [, group] = /grpsize=([^;]*);/.exec(stdout) ?? [];
  const [, nodes] = /(\d+) nodes?\b/.exec(stdout) ?? [];
  const [, seconds] = /cpu time = ([\d.]+)/.exec(stdout) ?? [];
  if (group === undefined || nodes === undefined || seconds === undefined) return undefined;
  return { order: Number(group), nodes: Number(nodes), seconds: Number(seconds) };
}
