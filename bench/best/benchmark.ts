import { spawnSync } from 'node:child_process';
import type { Publish } from '../results.ts';
import type { Cell } from '../section.ts';
import { digits, table } from '../table.ts';
import { WrongAnswer } from '../trouble.ts';
import { casesOf, type PricedCase } from './cases.ts';
import { type Solver, type SolverResult, solvers } from './solvers.ts';

export interface BestBenchSettings {
  readonly files: readonly string[];
  readonly check: boolean;
  readonly only: string | undefined;
  /** Seconds for each solver and case. */
  readonly slice: number | undefined;
  readonly publish: Publish;
}

interface Row {
  readonly one: PricedCase;
  /** In the order of the solvers. */
  readonly solved: readonly SolverResult[];
}

interface Target {
  readonly target: string;
  readonly met: boolean;
}

const SLICE = 60;
/**
 * Where CBC takes less, ours has this time, the start of Node included: both are mostly start-up.
 */
const SMALL = 100;
const SMALL_TARGET = 300;
/** Ours by the time of the rival; and the hundred best by the best. */
const AIRLINE_BY_CBC = 3;
const ASSIGNMENT_BY_HIGHS = 2;
const HUNDRED_BY_ONE = 3;
/** Items with multiplicities: ours by CBC, and the two best by the best. */
const COVER_BY_CBC = 2;
const TWO_BY_ONE = 3;
/** Rosters: ours by the best rival, the geometric mean. */
const ROSTERS_BY_BETTER = 1;

/** The cheapest solution, beside solvers of integer programs. */
export async function bestBenchmark(settings: BestBenchSettings): Promise<boolean> {
  const { files, check, only = '', slice = SLICE, publish } = settings;
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const all = await solvers();
  const nodeMs = startOfNode();
  const rows: Row[] = [];
  for (const one of casesOf(files).filter(({ name }) => name.includes(only))) {
    const solved: SolverResult[] = [];
    for (const solver of all) {
      say(`${one.name}: ${solver.name}`);
      solved.push(await solver.solve(one, 1000 * slice));
    }
    rows.push({ one, solved: judged(one, all, solved) });
  }
  publish({
    title: 'The cheapest solution: time to the optimum and its proof, once each',
    columns: [
      { name: '', kind: 'text' },
      { name: 'items', kind: 'count' },
      { name: 'options', kind: 'count' },
      { name: 'optimum', kind: 'text' },
      ...all.map(
        ({ name, version, isRival }) =>
          ({ name, version, kind: 'time', of: isRival ? 'rival' : 'ours' }) as const,
      ),
    ],
    rows: rows.map(({ one, solved }) => ({
      cells: [
        one.name,
        one.problem.primaryCount,
        one.problem.optionCount,
        String(optimumOf(solved) ?? '?'),
        ...solved.map(cellOf),
      ],
    })),
    notes: [
      `CBC is a whole process, the others are not: Node alone starts in ${digits(nodeMs)} ms.`,
    ],
    plot: true,
  });
  const targets = rows.flatMap((row) => targetsOf(row, all, nodeMs));
  targets.push(...rosterTargets(rows, all));
  if (!check) return true;
  const lines = targets.map(({ target, met }) => [target, met ? 'ok' : 'MISSED']);
  console.log(`\n${table(['target', ''], lines)}`);
  return targets.every(({ met }) => met);
}

/** Milliseconds of a process of Node that does nothing: the least of three. */
function startOfNode(): number {
  const once = () => {
    const began = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    return performance.now() - began;
  };
  return Math.min(once(), once(), once());
}

function optimumOf(solved: readonly SolverResult[]): number | undefined {
  return solved.find(({ optimum }) => optimum !== undefined)?.optimum;
}

function cellOf({ ms, optimum, why, wrong }: SolverResult): Cell {
  if (wrong !== undefined) return { wrong: true, note: wrong };
  if (ms === Number.POSITIVE_INFINITY) return why === undefined ? null : { note: why };
  return optimum === undefined ? { value: ms, over: true } : ms;
}

/**
 * All that prove an optimum must prove the same. Ours comes with a solution, which is checked: a rival
 * whose optimum is higher is wrong. One whose optimum is lower ends the benchmark.
 */
function judged(
  { name }: PricedCase,
  all: readonly Solver[],
  solved: readonly SolverResult[],
): readonly SolverResult[] {
  const known = optimumOf(solved);
  return solved.map((result, k) => {
    const { optimum } = result;
    if (optimum === undefined || known === undefined || optimum === known) return result;
    const { name: who, isRival } = all[k];
    const wrong = `${who} on ${name}: its optimum is ${optimum}, and ${known} is possible.`;
    if (isRival && optimum > known && solved[0]?.optimum === known) return { ...result, wrong };
    throw new WrongAnswer(`${name}: ${who} says ${optimum}, another ${known}. Report this.`);
  });
}

function targetsOf({ one, solved }: Row, all: readonly Solver[], nodeMs: number): Target[] {
  const of = (who: string) => solved[all.findIndex(({ name }) => name === who)];
  const [mine, two, hundred] = solved as [SolverResult, SolverResult, SolverResult];
  const { kind, name } = one;
  const within = (what: string, ms: number, most: number): Target => ({
    target: `${name}: ${what}: ${digits(ms / 1000)} of ${digits(most / 1000)} s`,
    met: ms <= most,
  });
  const targets: Target[] = [{ target: `${name}: proven`, met: mine.optimum !== undefined }];
  const cbc = of('CBC');
  if (cbc?.optimum !== undefined && kind === 'file') {
    const most = cbc.ms < SMALL ? SMALL_TARGET : cbc.ms;
    targets.push(within('with the start of Node, by cbc', mine.ms + nodeMs, most));
  }
  if (cbc?.optimum !== undefined && kind === 'airline') {
    targets.push(within('by cbc', mine.ms, AIRLINE_BY_CBC * cbc.ms));
  }
  if (cbc?.optimum !== undefined && kind === 'cover') {
    targets.push(within('by cbc', mine.ms, COVER_BY_CBC * cbc.ms));
  }
  if (kind === 'cover') {
    targets.push(within('the 2 best by the best', two.ms, TWO_BY_ONE * (mine.ms + nodeMs)));
    return targets;
  }
  if (kind === 'roster') return targets;
  const highs = of('highs');
  if (highs?.optimum !== undefined && kind === 'assignment') {
    targets.push(within('by highs', mine.ms, ASSIGNMENT_BY_HIGHS * highs.ms));
  }
  targets.push(within('the 100 best by the best', hundred.ms, HUNDRED_BY_ONE * (mine.ms + nodeMs)));
  return targets;
}

/** None without rosters, or without a rival that proves an optimum of each. */
function rosterTargets(rows: readonly Row[], all: readonly Solver[]): Target[] {
  const ratios = rows
    .filter(({ one }) => one.kind === 'roster')
    .map(({ solved }) => {
      const [{ ms }] = solved as [SolverResult];
      const rivals = solved.filter(({ optimum }, k) => all[k].isRival && optimum !== undefined);
      return ms / Math.min(...rivals.map((s) => s.ms));
    });
  if (ratios.length === 0 || ratios.includes(0)) return [];
  const mean = Math.exp(ratios.reduce((sum, r) => sum + Math.log(r), 0) / ratios.length);
  const target = `rosters: by the best rival, geometric mean: ${digits(mean)} of ${ROSTERS_BY_BETTER}`;
  return [{ target, met: mean <= ROSTERS_BY_BETTER }];
}
