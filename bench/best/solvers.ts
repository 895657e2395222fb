import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { best, writeLp } from '../../src/index.ts';
import { loadRival } from '../rivals.ts';
import type { PricedCase } from './cases.ts';

/** The result of a solver on a case. */
export interface SolverResult {
  /** Infinity where it was not tried. */
  readonly ms: number;
  /** The cost of a solution that is proven to be cheapest; undefined where it ran out of time. */
  readonly optimum?: number | undefined;
}

export interface Solver {
  readonly name: string;
  solve(one: PricedCase, limit: number): SolverResult | Promise<SolverResult>;
}

/** Ours, and the rivals that are installed. Of the others a line says that they are not. */
export async function solvers(say: (line: string) => void): Promise<Solver[]> {
  const rivals = [await highs(), await yalps()];
  if (spawnSync('cbc', ['-quit'], { stdio: 'ignore' }).error === undefined) rivals.push(cbc);
  else say("Left out: CBC (Debian's package coinor-cbc) is not installed.");
  return [ours(1), ours(2), ours(100), ...rivals];
}

function ours(k: number): Solver {
  return {
    name: k === 1 ? 'quadrille' : `quadrille, k = ${k}`,
    solve({ problem, kind }, timeout) {
      // Many solutions of a cover lie within its gap, and an airline problem's second one may be
      // far off.
      if (kind === 'cover' ? k > 2 : k === 2) return { ms: Number.POSITIVE_INFINITY };
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
    name: `highs ${version}`,
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

interface Yalps {
  solve(model: object, options: object): { status: string; result: number };
}

/** The most options that yalps is given. */
const MOST_FOR_YALPS = 500;

async function yalps(): Promise<Solver> {
  const { exports, version } = await loadRival<Yalps>('yalps');
  return {
    name: `yalps ${version}`,
    solve({ problem, kind }, limit) {
      // It looks at its time limit only between two branches, and one may take minutes.
      const isLarge = problem.optionCount > MOST_FOR_YALPS;
      if (isLarge || kind === 'cover' || kind === 'roster') return { ms: Number.POSITIVE_INFINITY };
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
const cbc: Solver = {
  name: 'cbc',
  solve({ problem }, limit) {
    const folder = mkdtempSync(join(tmpdir(), 'quadrille-'));
    try {
      const file = join(folder, 'problem.lp');
      const result = join(folder, 'result');
      writeFileSync(file, writeLp(problem));
      const seconds = String(limit / 1000);
      const began = performance.now();
      spawnSync('cbc', [file, 'sec', seconds, 'solve', 'solu', result], {
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
