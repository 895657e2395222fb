import {
  dominoes,
  dudeney,
  langford,
  latinSquares,
  macmahon,
  pentominoes,
  queens,
  soma,
} from '../test/cases/gallery.ts';
import { knuth } from '../test/cases/knuth.ts';
import type { Matrix } from '../test/cases/matrix.ts';
import { SLOW_FOR_BRUTE_FORCE, sudoku } from '../test/cases/sudoku.ts';
import { algorithmTs } from './contenders/algorithm-ts.ts';
import type { Contender } from './contenders/contender.ts';
import { dancingLinks } from './contenders/dancing-links.ts';
import { dlx } from './contenders/dlx.ts';
import { dlxlib } from './contenders/dlxlib.ts';
import { LISTS_IN_JS, listsInJs, quadrille } from './contenders/quadrille.ts';
import type { Race, Target } from './race.ts';
import { shuffled } from './shuffled.ts';

/** The orders of the options that the first few solutions are looked for in. */
const ORDERS = 10;
const ALL = Number.POSITIVE_INFINITY;

export async function enumerateContenders(): Promise<Contender[]> {
  return [
    quadrille('lists'),
    listsInJs(),
    quadrille('links'),
    quadrille('sweep'),
    quadrille('auto'),
    await dancingLinks(),
    await dlxlib(),
    await dlx(),
    await algorithmTs(),
  ];
}

/** All solutions, and the first few of many: our engines beside the npm packages. */
export function enumerateRaces(): Race[] {
  // Solutions with turns and reflections of the board or the box: 2339 x 4, 65 x 8, 240 x 48.
  const large = () => pentominoes(6, 10);
  return [
    // No warm-up: a run takes some of them 10 s and more.
    { ...whole(large, 9356, 0.6, 0.3), warmUp: false },
    { ...whole(() => pentominoes(5, 12), 4040, 0.6, 0.15), warmUp: false },
    whole(() => pentominoes(4, 15), 1472, 0.6, 0.09),
    whole(dudeney, 520, 0.6, 0.6),
    whole(soma, 11520, 0.65, 0.35),
    whole(() => dominoes(6, 8), 167_089, 0.6, 0.5),
    // They do not fit into memory.
    {
      ...whole(() => dominoes(8, 8), 12_988_816, 0.6, 0.22),
      repetitions: 1,
      warmUp: false,
      dropsAll: true,
      targets: [autoWithin(0.22)],
      tooSlow: {
        links: 'would take most of the time of the whole benchmark',
        'dancing-links': 'would take most of the time of the whole benchmark',
      },
    },
    whole(() => langford(11), 35584, 0.6, 0.7),
    whole(() => langford(12), 216_288, 0.6, 0.7),
    whole(() => queens(12), 14200, 0.6, 0.7),
    whole(() => queens(13), 73712, 0.6, 0.7),
    whole(() => latinSquares(5), 161_280, 0.6, 0.7),
    // The npm packages have no colours. All 106,624 take `lists` a minute.
    {
      ...whole(macmahon, 2500, 0.6, 0.7),
      name: "first 2500 of MacMahon's squares",
      limit: 2500,
      repetitions: 1,
      targets: [autoWithin(0.7)],
    },
    ...[1, 10, 100].map((limit) => few(large, limit)),
    small("Knuth's example, first", knuth, 1, 1),
    small("Knuth's example, all solutions", knuth, ALL, 1),
    small('8 queens, first', () => queens(8), 1, 1),
    small('8 queens, all solutions', () => queens(8), ALL, 92),
    {
      ...small('Sudoku, all solutions', () => sudoku(SLOW_FOR_BRUTE_FORCE), ALL, 1),
      targets: [fasterBy(1.5)],
    },
  ];
}

/** A problem of less than a millisecond, which is mostly set-up. */
function small(name: string, input: () => Matrix, limit: number, solutions: number): Race {
  return {
    name,
    inputs: () => [input()],
    limit,
    solutions,
    timing: 'round',
    repetitions: 15,
    warmUp: true,
    targets: [],
  };
}

/** All solutions of a problem that takes long enough to be timed run by run. */
function whole(
  input: () => Matrix,
  solutions: number,
  listsAtMost: number,
  autoAtMost: number,
): Race {
  return {
    name: input().name,
    inputs: () => [input()],
    limit: ALL,
    solutions,
    timing: 'each',
    repetitions: 3,
    warmUp: true,
    targets: [
      { engine: 'lists', rival: 'dancing-links', measure: 'time', bound: listsAtMost },
      { engine: 'links', rival: 'dancing-links', measure: 'time', bound: 1.1 },
      autoWithin(autoAtMost),
    ],
  };
}

/** The first solutions of a problem with many, over the orders that all contenders share. */
function few(input: () => Matrix, limit: number): Race {
  return {
    name: `first ${limit} of ${input().name}`,
    inputs: () => Array.from({ length: ORDERS }, (_, k) => shuffled(input(), k + 1)),
    limit,
    solutions: limit,
    timing: 'round',
    repetitions: 2,
    warmUp: true,
    // The first solutions come from `lists`: the choice should cost nothing.
    targets: [fasterBy(1.5), ...(limit <= 10 ? [autoWithin(1.05)] : [])],
  };
}

/** The gain that the choice of the engine, `sweep` and WebAssembly should bring. */
function autoWithin(bound: number): Target {
  return { engine: 'auto', rival: LISTS_IN_JS, measure: 'time', bound };
}

function fasterBy(bound: number): Target {
  return { engine: 'lists', rival: 'dancing-links', measure: 'rate', bound };
}
