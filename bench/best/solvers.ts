import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { best, writeLp } from '../../src/index.ts';
import { limited } from '../limited.ts';
import { loadRival, program, versionOf } from '../rivals.ts';
import type { PricedCase } from './cases.ts';
import type { Glpk } from './glpk.ts';

/** The result of a solver on a case. */
export interface SolverResult {
  /** Infinity where it was not tried. */
  readonly ms: number;
  /** The cost of a solution that is proven to be cheapest; undefined where it ran out of time. */
  readonly optimum?: number | undefined;
  /** Why it was not tried, for a footnote. */
  readonly why?: string;
  /** How its answer is wrong. */
  readonly wrong?: string;
}

export interface Solver {
  readonly name: string;
  /** Of a rival that has one. */
  readonly version?: string;
  readonly isRival: boolean;
  solve(one: PricedCase, limit: number): SolverResult | Promise<SolverResult>;
}

/** Ours, and the rivals. */
export async function solvers(): Promise<Solver[]> {
  return [ours(1), ours(2), ours(100), await highs(), glpk(), await yalps(), cbc()];
}

function ours(k: number): Solver {
  return {
    name: k === 1 ? 'quadrille' : `its ${k} best`,
    isRival: false,
    solve({ problem, kind }, timeout) {
      // Many solutions of a cover lie within its gap, and an airline problem's second one may be
      // far off.
      if (kind === 'cover' ? k > 2 : k === 2) return skipped('Not asked.');
      const compiled = problem.compile();
      const began = performance.now();
      const { solutions, status } = best(compiled, { k, timeout });
      const ms = performance.now() - began;
      return { ms, optimum: status === 'complete' ? solutions[0]?.cost : undefined };
    },
  };
}

interface Highs {
  solve(lp: string, options: object): { Status: string; ObjectiveValue: number };
}

/** HiGHS in WebAssembly. Its time includes that it reads the text of the problem. */
async function highs(): Promise<Solver> {
  const { exports, version } = await loadRival<{ default(): Promise<Highs> }>('highs');
  return {
    name: 'highs',
    version,
    isRival: true,
    async solve({ problem }, limit) {
      const text = writeLp(problem);
      // A fresh instance: after a time limit an old one may not go on.
      const solver = await exports.default();
      const began = performance.now();
      const { Status, ObjectiveValue } = solver.solve(text, { time_limit: limit / 1000 });
      const ms = performance.now() - began;
      return { ms, optimum: Status === 'Optimal' ? Math.round(ObjectiveValue) : undefined };
    },
  };
}

const NO_COLOURS = 'Only what reads LP is given colours.';

/** GLPK in WebAssembly, in a process of its own: it does not heed its time limit in each of its parts. */
function glpk(): Solver {
  return {
    name: 'glpk.js',
    version: versionOf('glpk.js'),
    isRival: true,
    async solve({ problem, kind }, limit) {
      if (kind === 'roster') return skipped(NO_COLOURS);
      const item = (k: number) => problem.itemName(k);
      const numbers = new Map(
        Array.from({ length: problem.primaryCount }, (_, k) => [item(k), k] as const),
      );
      const input: Glpk['input'] = {
        seconds: limit / 1000,
        costs: Array.from({ length: problem.optionCount }, (_, k) => problem.cost(k)),
        options: Array.from({ length: problem.optionCount }, (_, k) =>
          problem.option(k).map((name) => numbers.get(name as string) as number),
        ),
        times: Array.from({ length: problem.primaryCount }, (_, k) => problem.times(k)),
      };
      const module = new URL('glpk.ts', import.meta.url);
      const { result, ending } = await limited<Glpk['input'], SolverResult>(module, input, limit);
      if (ending === 'failed') return skipped('glpk.js ended without an answer.');
      return result ?? { ms: limit };
    },
  };
}

interface Yalps {
  solve(model: object, options: object): { status: string; result: number };
}

/** The most options that yalps is given. */
const MOST_FOR_YALPS = 500;

async function yalps(): Promise<Solver> {
  const { exports, version } = await loadRival<Yalps>('yalps');
  return {
    name: 'yalps',
    version,
    isRival: true,
    solve({ problem, kind }, limit) {
      // It looks at its time limit only between two branches, and one may take minutes.
      const isLarge = problem.optionCount > MOST_FOR_YALPS;
      if (kind === 'roster') return skipped(NO_COLOURS);
      if (isLarge || kind === 'cover') {
        return skipped(
          `yalps is given equations of up to ${MOST_FOR_YALPS} options: it heeds no time limit.`,
        );
      }
      const model = {
        direction: 'minimize',
        objective: 'cost',
        constraints: new Map(
          Array.from({ length: problem.primaryCount }, (_, k) => [
            problem.itemName(k),
            { equal: 1 },
          ]),
        ),
        variables: Array.from(
          { length: problem.optionCount },
          (_, k): [string, [string, number][]] => [
            `x${k}`,
            [
              ['cost', problem.cost(k)],
              ...problem.option(k).map((item): [string, number] => [item as string, 1]),
            ],
          ],
        ),
        binaries: true,
      };
      const began = performance.now();
      const { status, result } = exports.solve(model, { timeout: limit, maxPivots: 1e6 });
      const ms = performance.now() - began;
      return { ms, optimum: status === 'optimal' && ms < limit ? Math.round(result) : undefined };
    },
  };
}

/** CBC as a whole process. */
function cbc(): Solver {
  const found = program('cbc');
  return {
    name: 'CBC',
    isRival: true,
    solve({ problem }, limit) {
      if ('missing' in found) return skipped(`${found.missing}.`);
      const folder = mkdtempSync(join(tmpdir(), 'quadrille-'));
      try {
        const file = join(folder, 'problem.lp');
        const result = join(folder, 'result');
        writeFileSync(file, writeLp(problem));
        const seconds = String(limit / 1000);
        const began = performance.now();
        spawnSync(found.path, [file, 'sec', seconds, 'solve', 'solu', result], {
          stdio: 'ignore',
          timeout: 2 * limit,
        });
        const ms = performance.now() - began;
        const [, cost] =
          /^Optimal - objective value\s+(\S+)/.exec(readFileSync(result, 'utf8')) ?? [];
        return { ms, optimum: cost === undefined ? undefined : Math.round(Number(cost)) };
      } catch {
        // Killed before it wrote a result.
        return { ms: limit };
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  };
}

function skipped(why: string): SolverResult {
  return { ms: Number.POSITIVE_INFINITY, why };
}
