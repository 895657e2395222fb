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
import { dlx } from './contenders/dlx.ts';
import { dlxlib } from './contenders/dlxlib.ts';
import { Referee } from './referee.ts';
import type { Cell } from './section.ts';
import { shuffled } from './shuffled.ts';
import { digits } from './table.ts';
import type { BenchSettings } from './tournament.ts';
import { faultOf, Trouble, WrongAnswer } from './trouble.ts';

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
  readonly version?: string | undefined;
  readonly isRival: boolean;
  cannot(matrix: Matrix, limit: number): boolean;
  solve(matrix: Matrix, limit: number): unknown;
  /** Of a rival: the option numbers of each solution, for the referee. Ours are checked by `checkAnswer`. */
  readonly answers?: (matrix: Matrix, limit: number) => readonly (readonly number[])[];
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
    version: contender.version,
    isRival: true,
    cannot: (matrix, limit) => contender.cannot(matrix, limit) !== undefined,
    solve: (matrix, limit) => contender.solve(matrix, limit),
    answers: (matrix, limit) => contender.solve(matrix, limit).numbers(),
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
export async function smallBenchmark({ check, only, publish }: BenchSettings): Promise<boolean> {
  const links = await dancingLinks();
  const [whole, core] = [await library('index'), await library('core')];
  const byIndex = [
    ours('quadrille', whole, false),
    ours('quadrille/core', core, false),
    ...[links, await dlxlib(), await dlx(), await algorithmTs()].map(rival),
  ];
  const byName = [ours('quadrille, by name', whole, true), rivalByName(links)];
  const chosen = cases().filter(({ name }) => only === undefined || name.includes(only));
  if (chosen.length === 0) throw new Trouble(`--only "${only}" is in the name of no case.`, 2);
  const results = chosen.map((one) => {
    process.stderr.write(`${one.name}\n`);
    checkAnswer(one, whole);
    return { ...one, times: [...race(one, byIndex), ...race(one, byName)] };
  });
  const timeOf = ({ times }: (typeof results)[number], who: string) =>
    times.find(({ name }) => name === who)?.us as number;
  const lines = results.map((result) => {
    const ratio = timeOf(result, 'quadrille') / bestRival(result.times, byIndex);
    const named = timeOf(result, 'quadrille, by name') / timeOf(result, 'dancing-links, by name');
    return { result, ratio, named, met: ratio <= result.atMost };
  });
  const mean = geometricMean(lines.map(({ ratio }) => ratio));
  const meanByName = geometricMean(lines.map(({ named }) => named));
  const missed = lines.filter(({ met }) => !met).map(({ result }) => result.name);
  publish({
    title: 'Small problems, from the raw matrix to the answer',
    columns: [
      { name: '', kind: 'text' },
      { name: 'options', kind: 'count' },
      ...byIndex.map(
        ({ name, version, isRival }) =>
          ({ name, version, kind: 'time', of: isRival ? 'rival' : 'ours' }) as const,
      ),
      { name: 'quadrille / best rival', kind: 'ratio', of: 'ours' },
      { name: 'by name', kind: 'ratio', of: 'ours' },
    ],
    rows: lines.map(({ result, ratio, named }) => ({
      cells: [
        result.name,
        result.matrix.options.length,
        ...byIndex.map(({ name }) => cellOf(result.times, name)),
        ratio,
        named,
      ],
    })),
    notes: [`The geometric mean is ${digits(mean)} by index and ${digits(meanByName)} by name.`],
    plot: true,
  });
  if (check && missed.length > 0) console.log(`MISSED: ${missed.join('; ')}.`);
  return (
    !check || (lines.every(({ met }) => met) && mean <= MEAN_AT_MOST && meanByName <= MEAN_AT_MOST)
  );
}

function cellOf(times: readonly Time[], who: string): Cell {
  const time = times.find(({ name }) => name === who);
  if (time === undefined) return null;
  if (time.wrong !== undefined) return { wrong: true, note: time.wrong };
  const ms = time.us / 1000;
  return time.isOut ? { value: ms, note: 'Warmed up only: it takes too long.' } : ms;
}

/** Microseconds of an entrant. */
interface Time {
  readonly name: string;
  readonly us: number;
  /** True where it was not measured after the warm-up. */
  readonly isOut: boolean;
  /** How its answer is wrong. */
  readonly wrong: string | undefined;
}

/** The median microseconds of each entrant that can do it. */
function race({ name, matrix, solutions, limit }: Case, entrants: readonly Entrant[]): Time[] {
  const willing = entrants.filter((entrant) => !entrant.cannot(matrix, limit));
  const inputs = Array.from({ length: ORDERS }, (_, k) => shuffled(matrix, k + 1));
  const referee = new Referee(name, matrix, solutions, limit === ALL);
  const wrong = willing.map(
    ({ name: who, answers }) =>
      answers && faultOf(true, () => referee.check(who, answers(matrix, limit))),
  );
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
  // Who takes that many times as long as another one would take most of the time.
  const isOut = ({ isRival }: Entrant, us: number) => isRival && us > TOO_SLOW * Math.min(...warm);
  const able = willing.filter((entrant, e) => !isOut(entrant, warm[e]));
  const samples = able.map((): number[] => []);
  for (let k = 0; k < TURNS; k++) {
    for (const [e, entrant] of able.entries()) samples[e]?.push(turn(entrant, TURN_MS));
  }
  return willing.map((entrant, e) => {
    const place = able.indexOf(entrant);
    const us = place < 0 ? warm[e] : median(samples[place]);
    return { name: entrant.name, us, isOut: place < 0, wrong: wrong[e] };
  });
}

function bestRival(times: readonly Time[], entrants: readonly Entrant[]): number {
  const rivals = entrants.filter(({ isRival }) => isRival).map(({ name }) => name);
  const right = times.filter(({ name, wrong }) => rivals.includes(name) && wrong === undefined);
  return Math.min(...right.map(({ us }) => us));
}

/** The case has so many solutions; a first one is asked of problems with more. */
function checkAnswer({ name, matrix, solutions: wanted, limit }: Case, whole: Library): void {
  const found = whole.count(stated(matrix, undefined, whole)).exact;
  if (limit === ALL ? found === BigInt(wanted) : found > 0n) return;
  throw new WrongAnswer(`${name} has ${found} solutions.`);
}
