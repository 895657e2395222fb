import { existsSync } from 'node:fs';
import type * as Core from '../src/core.ts';
import { Random } from '../src/engine/kernels/random.ts';
import {
  dominoes,
  langford,
  latinSquares,
  matchings,
  queens,
  soma,
} from '../test/cases/gallery.ts';
import { knuth } from '../test/cases/knuth.ts';
import type { Matrix } from '../test/cases/matrix.ts';
import { sudoku } from '../test/cases/sudoku.ts';
import { geometricMean, median } from './clock.ts';
import { algorithmTs } from './contenders/algorithm-ts.ts';
import type { Contender } from './contenders/contender.ts';
import { dancingLinks } from './contenders/dancing-links.ts';
import { dlxlib } from './contenders/dlxlib.ts';
import { thisMachine } from './machine.ts';
import { machineLine } from './report.ts';
import { writeResults } from './results.ts';
import { shuffled } from './shuffled.ts';
import { digits, table } from './table.ts';
import type { BenchSettings } from './tournament.ts';
import { Trouble } from './trouble.ts';

/** Where the package is built: `tsx` gives each function of the sources a name, which takes a tenth of such times. */
const BUILT = new URL('../dist/node/', import.meta.url);

/** A small problem: what most people state first. */
interface Case {
  readonly name: string;
  readonly matrix: Matrix;
  /** All its solutions that are asked for; 1 where a first one is. */
  readonly solutions: number;
  readonly limit: number;
  /** At most so many times the time of the best rival. */
  readonly atMost: number;
}

const ALL = Number.POSITIVE_INFINITY;
/** No two runs of a round have the same matrix, so that nothing is gained by what was seen before. */
const ORDERS = 16;
const WARM_UP_MS = 300;
/** A turn of one contender: long beside the clock, short beside what disturbs a machine. */
const TURN_MS = 4;
const TURNS = 40;
const TOO_SLOW = 20;
/** Over all cases, in geometric mean. */
const MEAN_AT_MOST = 0.8;

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
/** The first of Gordon Royle's puzzles with 17 givens. */
const SPARSE = '.......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...';
const SMALL_GRID = '1....2....3....4';

function cases(): Case[] {
  const one = (matrix: Matrix, atMost = 1.2): Case => {
    return { name: `${matrix.name}, first`, matrix, solutions: 1, limit: 1, atMost };
  };
  const all = (matrix: Matrix, solutions: number, atMost = 1.2): Case => {
    return { name: `${matrix.name}, all ${solutions}`, matrix, solutions, limit: ALL, atMost };
  };
  const named = (name: string, matrix: Matrix): Matrix => ({ ...matrix, name });
  return [
    one(knuth(), 1.5),
    all(knuth(), 1, 1.5),
    one(queens(8), 0.5),
    all(queens(8), 92, 0.4),
    one(named('easy Sudoku', sudoku(EASY)), 0.5),
    one(named('Sudoku of 17 givens', sudoku(SPARSE)), 0.5),
    all(named('Sudoku of 4x4', fourByFour(SMALL_GRID)), 2),
    one(langford(8)),
    all(langford(7), 52),
    all(dominoes(4, 4), 36),
    one(soma()),
    all(matchings(8), 105),
    all(latinSquares(4), 576),
    all(rooks(5), 120),
    all(triples(7), 30),
    one(parts(24, 80)),
    one(colouring()),
  ];
}

/** A 4x4 Sudoku. */
function fourByFour(grid: string): Matrix {
  const options: number[][] = [];
  for (let cell = 0; cell < 16; cell++) {
    const row = cell >> 2;
    const column = cell & 3;
    const box = 2 * (row >> 1) + (column >> 1);
    for (let value = 0; value < 4; value++) {
      if (grid[cell] !== '.' && grid[cell] !== String(value + 1)) continue;
      options.push([cell, 16 + 4 * row + value, 32 + 4 * column + value, 48 + 4 * box + value]);
    }
  }
  return { name: 'Sudoku of 4x4', primary: 64, secondary: 0, options };
}

/** Rooks that do not attack each other. */
function rooks(n: number): Matrix {
  const options = Array.from({ length: n * n }, (_, k) => [Math.floor(k / n), n + (k % n)]);
  return { name: `${n} rooks`, primary: 2 * n, secondary: 0, options };
}

/** Steiner triple systems: each pair of points in one triple. Of 7 points there are 30. */
function triples(points: number): Matrix {
  const pair = (a: number, b: number) => (b * (b - 1)) / 2 + a;
  const options: number[][] = [];
  for (let c = 2; c < points; c++) {
    for (let b = 1; b < c; b++) {
      for (let a = 0; a < b; a++) options.push([pair(a, b), pair(a, c), pair(b, c)]);
    }
  }
  const primary = (points * (points - 1)) / 2;
  return { name: `triple systems of ${points}`, primary, secondary: 0, options };
}

/** A partition of n things, hidden among random sets of them. */
function parts(n: number, sets: number): Matrix {
  const random = new Random(1);
  const order = [...random.order(n)];
  const options: number[][] = [];
  for (let k = 0; k < n; k += 3) options.push(order.slice(k, k + 3));
  while (options.length < sets) options.push([...random.order(n)].slice(0, 2 + random.below(4)));
  return { name: `${sets} sets of ${n}`, primary: n, secondary: 0, options };
}

/** The map of Australia in three colours: a primary item for each state, secondary ones for borders and colours. */
function colouring(): Matrix {
  const borders = ['01', '02', '12', '23', '24', '25', '34', '45'].map((pair) =>
    [...pair].map(Number),
  );
  const options: number[][] = [];
  for (let state = 0; state < 7; state++) {
    for (let colour = 0; colour < 3; colour++) {
      const ends = [...borders.keys()].filter((k) => borders[k]?.includes(state));
      options.push([state, ...ends.map((k) => 7 + 3 * k + colour)]);
    }
  }
  return { name: 'a map in 3 colours', primary: 7, secondary: 3 * borders.length, options };
}

type Library = Pick<typeof Core, 'Problem' | 'count' | 'first' | 'solutions'>;

/** `quadrille` or `quadrille/core`, as users import it. */
async function library(name: 'index' | 'core'): Promise<Library> {
  const file = new URL(`${name}.js`, BUILT);
  if (!existsSync(file)) throw new Trouble('There is no dist; run npm run build.', 2);
  return (await import(file.href)) as Library;
}

/** One way to state and solve a matrix. */
interface Entrant {
  readonly name: string;
  readonly isRival: boolean;
  cannot(matrix: Matrix, limit: number): boolean;
  solve(matrix: Matrix, limit: number): unknown;
}

/** Items by index, as `addIndices` takes them, or by name. */
function stated(
  matrix: Matrix,
  names: readonly string[] | undefined,
  { Problem }: Library,
): Core.Problem {
  const { primary, secondary, options } = matrix;
  if (names === undefined) {
    const problem = new Problem({ primary, secondary });
    for (const items of options) problem.addIndices(items);
    return problem;
  }
  const problem = new Problem({
    primary: names.slice(0, primary),
    secondary: names.slice(primary),
  });
  for (const items of options) problem.addOption(items.map((item) => names[item]));
  return problem;
}

function ours(name: string, functions: Library, byName: boolean): Entrant {
  return {
    name,
    isRival: false,
    cannot: () => false,
    solve(matrix, limit) {
      const problem = stated(matrix, byName ? namesOf(matrix) : undefined, functions);
      if (limit === 1) return functions.first(problem).solution?.numbers;
      return [...functions.solutions(problem)].length;
    },
  };
}

/** The names of the items, made once for each problem. */
const namesOf = (() => {
  const known = new WeakMap<object, string[]>();
  return (matrix: Matrix): string[] => {
    let names = known.get(matrix);
    if (names === undefined) {
      names = Array.from({ length: matrix.primary + matrix.secondary }, (_, k) => `item ${k}`);
      known.set(matrix, names);
    }
    return names;
  };
})();

function rival(contender: Contender): Entrant {
  return {
    name: contender.name,
    isRival: true,
    cannot: (matrix, limit) => contender.cannot(matrix, limit) !== undefined,
    solve: (matrix, limit) => contender.solve(matrix, limit),
  };
}

/** A rival whose caller has names of items, and looks up their numbers. */
function rivalByName(contender: Contender): Entrant {
  return {
    ...rival(contender),
    name: `${contender.name}, by name`,
    solve(matrix, limit) {
      const numbers = new Map(namesOf(matrix).map((name, k) => [name, k]));
      const names = namesOf(matrix);
      const options = matrix.options.map((items) =>
        items.map((item) => numbers.get(names[item]) as number),
      );
      return contender.solve({ ...matrix, options }, limit);
    },
  };
}

/** Raw matrix to answer, warm, all in turns in one process. */
export async function smallBenchmark({ check, only }: BenchSettings): Promise<boolean> {
  const links = await dancingLinks();
  const [whole, core] = [await library('index'), await library('core')];
  const byIndex = [
    ours('quadrille', whole, false),
    ours('quadrille/core', core, false),
    ...[links, await dlxlib(), await algorithmTs()].map(rival),
  ];
  const byName = [ours('quadrille, by name', whole, true), rivalByName(links)];
  const chosen = cases().filter(({ name }) => only === undefined || name.includes(only));
  if (chosen.length === 0) throw new Trouble(`--only "${only}" is in the name of no case.`, 2);
  const machine = thisMachine();
  const results = chosen.map((one) => {
    process.stderr.write(`${one.name}\n`);
    checkAnswer(one, whole);
    return { ...one, times: [...race(one, byIndex), ...race(one, byName)] };
  });
  const lines = results.map(({ name, atMost, matrix, times }) => {
    const of = (who: string) => times.find((time) => time.name === who)?.us;
    const [mine, best] = [of('quadrille'), bestRival(times, byIndex)];
    const named = (of('quadrille, by name') ?? 0) / (of('dancing-links, by name') ?? 1);
    const ratio = (mine as number) / best;
    return {
      ratio,
      named,
      met: ratio <= atMost,
      cells: [
        name,
        String(matrix.options.length),
        ...byIndex.map((entrant) => digits(of(entrant.name))),
        digits(ratio),
        digits(named),
        `${atMost}`,
        ratio <= atMost ? 'ok' : 'MISSED',
      ],
    };
  });
  const head = [
    'case (µs)',
    'options',
    ...byIndex.map(({ name }) => name),
    'quadrille / best rival',
    'by name',
    'at most',
    '',
  ];
  console.log(
    `${machineLine(machine)}\n\n${table(
      head,
      lines.map(({ cells }) => cells),
    )}`,
  );
  const mean = geometricMean(lines.map(({ ratio }) => ratio));
  const meanByName = geometricMean(lines.map(({ named }) => named));
  console.log(
    `\nGeometric mean: ${digits(mean)} by index, ${digits(meanByName)} by name; at most ${MEAN_AT_MOST}.`,
  );
  writeResults(only === undefined ? 'small' : 'small.part', {
    benchmark: 'small',
    machine,
    results,
  });
  return (
    !check || (lines.every(({ met }) => met) && mean <= MEAN_AT_MOST && meanByName <= MEAN_AT_MOST)
  );
}

/** The median microseconds of each entrant that can do it. */
function race({ matrix, limit }: Case, entrants: readonly Entrant[]) {
  const willing = entrants.filter((entrant) => !entrant.cannot(matrix, limit));
  const inputs = Array.from({ length: ORDERS }, (_, k) => shuffled(matrix, k + 1));
  let next = 0;
  const turn = ({ solve }: Entrant, ms: number): number => {
    let runs = 0;
    const began = performance.now();
    let time = began;
    for (; time - began < ms; time = performance.now()) {
      solve(inputs[next++ % ORDERS], limit);
      runs++;
    }
    return (1000 * (time - began)) / runs;
  };
  const warm = willing.map((entrant) => turn(entrant, WARM_UP_MS));
  // Who takes that many times as long as another one is no rival here, and would take most of the time.
  const able = willing.filter(
    ({ isRival }, e) => !isRival || warm[e] <= TOO_SLOW * Math.min(...warm),
  );
  const samples = able.map((): number[] => []);
  for (let k = 0; k < TURNS; k++) {
    for (const [e, entrant] of able.entries()) samples[e]?.push(turn(entrant, TURN_MS));
  }
  return able.map(({ name }, e) => ({ name, us: median(samples[e]) }));
}

function bestRival(
  times: readonly { name: string; us: number }[],
  entrants: readonly Entrant[],
): number {
  const rivals = entrants.filter(({ isRival }) => isRival).map(({ name }) => name);
  return Math.min(...times.filter(({ name }) => rivals.includes(name)).map(({ us }) => us));
}

/** The case has so many solutions; a first one is asked of problems with more. */
function checkAnswer({ name, matrix, solutions: wanted, limit }: Case, whole: Library): void {
  const found = whole.count(stated(matrix, undefined, whole)).exact;
  if (limit === ALL ? found === BigInt(wanted) : found > 0n) return;
  throw new Trouble(`WRONG ANSWER: ${name} has ${found} solutions.`, 1);
}
