import { bestAsync, first } from '../../src/index.ts';
import type { FirstSettings } from '../first.ts';
import { loadRival } from '../rivals.ts';
import type { Cell } from '../section.ts';
import { Trouble, WrongAnswer } from '../trouble.ts';
import { integerProgram, roster, type Ward, ward } from './nurses.ts';

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
/** Seconds for each solver and ward. */
const SLICE = 20;
/** Milliseconds to a first roster. */
const FIRST_MS = 2000;
/** The wards on which ours is no worse than HiGHS. */
const AS_GOOD = 6;

/** What is known when the time is over. */
interface Known {
  readonly cost: number | undefined;
  readonly bound: number | undefined;
}

/** Nurses for four weeks: a first roster, and the cheapest one and its bound beside HiGHS. */
export async function nursesBenchmark(settings: FirstSettings): Promise<boolean> {
  const { check, only = '', slice = SLICE, publish } = settings;
  const wards = SEEDS.map(ward).filter(({ name }) => name.includes(only));
  if (wards.length === 0) throw new Trouble(`--only "${only}" is in the name of no ward.`, 2);
  const highs = await highsSolver();
  const rows: { one: Ward; firstMs: number | undefined; ours: Known; theirs: Known }[] = [];
  for (const one of wards) {
    process.stderr.write(`${one.name}\n`);
    const began = performance.now();
    const { status } = first(roster(one), { timeout: 1000 * slice });
    const firstMs = status === 'found' ? performance.now() - began : undefined;
    if (status === 'complete') throw new WrongAnswer(`${one.name} has no roster, and it has one.`);
    process.stderr.write(`${one.name}: best\n`);
    const { solutions, bound } = await bestAsync(roster(one), { timeout: 1000 * slice });
    const ours = {
      cost: solutions[0]?.cost,
      // With the proof that there is no other, the cheapest one is the bound.
      bound: bound === 'none' ? solutions[0]?.cost : bound === 'unknown' ? undefined : bound,
    };
    process.stderr.write(`${one.name}: highs\n`);
    const theirs = await highs.solve(one, slice);
    const highest = theirs.bound ?? 0;
    if (ours.cost !== undefined && ours.cost < highest) {
      throw new WrongAnswer(`${one.name}: a roster of ${ours.cost}, and HiGHS proves ${highest}.`);
    }
    if (ours.bound !== undefined && ours.bound > (theirs.cost ?? Number.POSITIVE_INFINITY)) {
      throw new WrongAnswer(
        `${one.name}: the bound is ${ours.bound}, and HiGHS has ${theirs.cost}.`,
      );
    }
    rows.push({ one, firstMs, ours, theirs });
  }
  const asGood = rows.filter(({ ours, theirs }) => isAsGood(ours, theirs)).length;
  publish({
    title: `Nurses for four weeks: the cheapest roster after ${slice} s`,
    columns: [
      { name: '', kind: 'text' },
      { name: 'first roster', kind: 'time', of: 'ours' },
      { name: 'quadrille', kind: 'number' },
      { name: 'its bound', kind: 'number' },
      { name: 'highs', version: highs.version, kind: 'number' },
      { name: 'its bound', kind: 'number' },
    ],
    rows: rows.map(({ one, firstMs, ours, theirs }) => {
      const found: Cell = firstMs ?? { value: 1000 * slice, over: true };
      const known = [ours.cost, ours.bound, theirs.cost, theirs.bound];
      return { cells: [one.name, found, ...known.map((value): Cell => value ?? null)] };
    }),
    notes: [
      `On ${asGood} of ${rows.length} wards neither the cost nor the bound is worse than that of HiGHS.`,
    ],
  });
  if (!check) return true;
  console.log(`A first roster within ${FIRST_MS} ms, and as good on ${AS_GOOD}.`);
  return (
    asGood >= AS_GOOD &&
    rows.every(({ firstMs }) => (firstMs ?? Number.POSITIVE_INFINITY) <= FIRST_MS)
  );
}

function isAsGood(ours: Known, theirs: Known): boolean {
  const { cost, bound = 0 } = ours;
  if (cost === undefined) return false;
  return cost <= (theirs.cost ?? Number.POSITIVE_INFINITY) && bound >= (theirs.bound ?? 0);
}

interface Highs {
  solve(lp: string, options: object): { Status: string; ObjectiveValue: number };
}

interface HighsModule {
  default(settings: { print: (line: string) => void }): Promise<Highs>;
}

/** HiGHS in WebAssembly. Its bound stands in what it prints. */
async function highsSolver() {
  const { exports, version } = await loadRival<HighsModule>('highs');
  return {
    version,
    async solve(one: Ward, seconds: number): Promise<Known> {
      const lines: string[] = [];
      const solver = await exports.default({ print: (line) => lines.push(line) });
      solver.solve(integerProgram(one), { time_limit: seconds });
      const number = (name: string) => {
        const line = [...lines].reverse().find((text) => text.includes(name)) ?? '';
        const value = Number.parseFloat(line.slice(line.indexOf(name) + name.length));
        return Number.isFinite(value) ? value : undefined;
      };
      const [cost, bound] = [number('Primal bound'), number('Dual bound')];
      // Costs are whole, and its bound may be a little off.
      return { cost, bound: bound === undefined ? undefined : Math.ceil(bound - 1e-6) };
    },
  };
}
