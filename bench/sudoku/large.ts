import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Random } from '../../src/engine/kernels/random.ts';
import { rearranged, regularGrid } from '../../src/puzzles/sudoku/random-puzzle.ts';
import { Shape } from '../../src/sudoku.ts';
import type { Publish } from '../results.ts';
import { table } from '../table.ts';
import { Trouble, WrongAnswer } from '../trouble.ts';
import type { Order, Outcome } from './large-run.ts';
import { Referee } from './referee.ts';

export interface LargeSettings {
  readonly check: boolean;
  /** Seconds for the harder puzzle. */
  readonly slice: number | undefined;
  readonly publish: Publish;
}

const LARGE = Shape.of({ size: 100 });
const SEED = 100;
const MINUTE = 60;
const MOST_ENCODE_MS = 2000;
const MOST_BYTES = 1e9;

/** A Sudoku of 100x100 with 3,000 cells blank, which must be solved, and one with 6,000. */
export async function largeBenchmark({ check, slice, publish }: LargeSettings): Promise<boolean> {
  const runs = [
    { blanks: 3000, seconds: MINUTE },
    { blanks: 6000, seconds: slice ?? MINUTE },
  ];
  const outcomes: Outcome[] = [];
  for (const { blanks, seconds } of runs) {
    process.stderr.write(`100x100 with ${blanks} blanks, up to ${seconds} s\n`);
    outcomes.push(await outcomeOf(blanks, 1000 * seconds));
  }
  publish({
    title: 'Sudokus of 100x100',
    columns: [
      { name: '', kind: 'text' },
      { name: 'encoded in', kind: 'time', of: 'ours' },
      { name: 'searched for', kind: 'time', of: 'ours' },
      { name: 'status', kind: 'text' },
      { name: 'nodes', kind: 'count' },
      { name: 'peak memory', kind: 'memory' },
    ],
    rows: outcomes.map(({ encodeMs, solveMs, status, nodes, peakBytes }, k) => {
      const searched = status === 'limit' ? solveMs : { value: solveMs, over: true };
      const name = `${runs[k]?.blanks} blanks`;
      const answer = status === 'limit' ? 'solved' : status;
      return { cells: [name, encodeMs, searched, answer, nodes, peakBytes / 1e6] };
    }),
  });
  const [easy, hard] = outcomes as [Outcome, Outcome];
  const targets = [
    { target: 'encoded in under 2 s', met: easy.encodeMs < MOST_ENCODE_MS },
    { target: '3000 blanks are solved', met: easy.status === 'limit' },
    { target: '6000 blanks take under 1 GB', met: hard.peakBytes < MOST_BYTES },
  ];
  if (!check) return true;
  const judged = targets.map(({ target, met }) => [target, met ? 'ok' : 'MISSED']);
  console.log(`\n${table(['target', ''], judged)}`);
  return targets.every(({ met }) => met);
}

/** The outcome of that puzzle in a process of its own; its solution is checked. */
async function outcomeOf(blanks: number, timeout: number): Promise<Outcome> {
  const random = new Random(SEED);
  const givens = rearranged(LARGE, regularGrid(LARGE), random);
  for (const cell of random.order(LARGE.cells).subarray(0, blanks)) givens[cell] = 0;
  const outcome = await inProcess({ boxes: LARGE.boxes, givens, timeout });
  const name = `100x100, ${blanks} blanks`;
  const referee = new Referee({ name, shape: LARGE, puzzles: [], hard: [], chunk: 1 });
  // The puzzle has a solution: it was made from one.
  if (outcome.status === 'complete') throw new WrongAnswer(`${name} is unsolved.`);
  referee.check('lists', givens, outcome.solution ?? 'unsolved');
  return outcome;
}

function inProcess(order: Order): Promise<Outcome> {
  const program = fileURLToPath(new URL('large-run.ts', import.meta.url));
  // `advanced` sends typed arrays as they are.
  const child = fork(program, { serialization: 'advanced' });
  return new Promise((resolve, reject) => {
    child.once('message', (outcome) => resolve(outcome as Outcome));
    child.once('error', reject);
    child.once('exit', (code) => {
      reject(new Trouble(`The search of 100x100 ended with code ${code}: out of memory?`, 1));
    });
    child.send(order);
  });
}
