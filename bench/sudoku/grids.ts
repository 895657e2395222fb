import type { Shape } from '../../src/sudoku.ts';
import { median } from '../clock.ts';
import { faultOf } from '../trouble.ts';
import type { Answer, Contender, Ready } from './contender.ts';
import { Referee } from './referee.ts';
import type { NamedGrid } from './sets.ts';

/** The time of each contender for each of some grids. */
export interface GridTimes {
  readonly title: string;
  readonly grids: readonly NamedGrid[];
  /** Milliseconds after which a grid is given up. */
  readonly most: number;
  readonly lines: readonly GridLine[];
}

export interface GridLine {
  readonly contender: Contender;
  /** Beside each grid. */
  readonly times: readonly GridTime[];
}

/** Milliseconds; that it took too long; or why it was not tried. */
export type GridTime = number | 'too long' | { readonly why: string; readonly wrong?: true };

/** A short run is repeated until that many milliseconds, or runs, are over. */
const REPEAT_MS = 10;
const REPEAT_RUNS = 100;

/** Times every contender on every grid by itself. A batch of one is none: those are left out. */
export function timeGrids(
  title: string,
  shape: Shape,
  grids: readonly NamedGrid[],
  contenders: readonly Contender[],
  most: number,
  say: (line: string) => void,
): GridTimes {
  const referee = new Referee({ name: title, shape, puzzles: [], hard: grids, chunk: 1 });
  const lines: GridLine[] = [];
  for (const contender of contenders) {
    if (contender.name.endsWith(', batch')) continue;
    say(`${title}: ${contender.name}`);
    const times: GridTime[] = [];
    let ready: Ready | undefined;
    for (const grid of grids) {
      const why = contender.refuses(shape, grid.givens) ?? endless(contender, grid);
      if (why === undefined) {
        ready ??= contender.prepare(shape);
        times.push(timeGrid(contender, ready, grid, referee, most));
      } else {
        times.push({ why });
      }
    }
    lines.push({ contender, times });
  }
  return { title, grids, most, lines };
}

function endless({ kind }: Contender, { hard }: NamedGrid): string | undefined {
  return hard && kind === 'package' ? 'cannot be stopped' : undefined;
}

function timeGrid(
  contender: Contender,
  { solve }: Ready,
  { givens, hard }: NamedGrid,
  referee: Referee,
  most: number,
): GridTime {
  const room = new Uint8Array(givens.length);
  const samples: number[] = [];
  let answer: Answer;
  let spent = 0;
  do {
    const start = performance.now();
    const deadline = hard || contender.kind === 'method' ? start + most : Number.POSITIVE_INFINITY;
    answer = solve(givens, room, deadline);
    const ms = performance.now() - start;
    const why = faultOf(contender.kind === 'package', () =>
      referee.check(contender.name, givens, answer),
    );
    if (why !== undefined) return { why, wrong: true };
    if (answer === 'unsolved') return ms >= most ? 'too long' : { why: 'ran out of memory' };
    samples.push(ms);
    spent += ms;
  } while (spent < REPEAT_MS && samples.length < REPEAT_RUNS);
  return median(samples);
}
