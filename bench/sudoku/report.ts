import type { Cell, Row, Section } from '../section.ts';
import { digits, table } from '../table.ts';
import type { Apart } from './apart.ts';
import type { Contender } from './contender.ts';
import type { GridTimes } from './grids.ts';
import type { LynnsAnswer } from './lynn.ts';
import { type RaceResult, ratio } from './race.ts';
import { HARD_NODES } from './sets.ts';
import { bestPackage, type Verdict } from './targets.ts';

/** The rates on a set, a row for each contender; our guesses are the mean of the whole set. */
export function ratesSection(
  { set, scores, absent }: RaceResult,
  apart: readonly Apart[],
  ourGuesses: number,
): Section {
  const best = bestPackage(scores);
  const rows = scores.map((score): Row => {
    const { contender, rate, laps, wrong } = score;
    const none: Cell = { note: 'It solved none in its time.' };
    const shown: Cell =
      wrong === undefined ? (rate > 0 ? rate : none) : { wrong: true, note: wrong };
    const solved = laps.reduce((sum, lap) => sum + lap.solved, 0);
    const guesses = contender.countsGuesses === true ? ourGuesses : score.guesses;
    return {
      ...sideOf(contender),
      cells: [
        titleOf(contender),
        shown,
        (best && ratio(score, best)) ?? null,
        guesses ?? null,
        solved,
      ],
    };
  });
  const others = apart.map(
    (one): Row => ({
      of: 'rival',
      cells: [titleOf(one), one.rate, null, null, one.solved ?? null],
    }),
  );
  const left = absent.map(
    ({ contender, why }): Row => ({
      ...sideOf(contender),
      cells: [titleOf(contender), { note: `Left out: ${why}.` }, null, null, null],
    }),
  );
  const all = set.puzzles.length + set.hard.length;
  return {
    title: `Sudokus solved per second, ${set.name}`,
    columns: [
      { name: '', kind: 'text' },
      { name: 'puzzles a second', kind: 'rate' },
      { name: `times ${best?.contender.name ?? 'the best package'}`, kind: 'number' },
      { name: 'guesses', kind: 'number' },
      { name: 'solved', kind: 'count' },
    ],
    rows: [...rows, ...others, ...left],
    notes: [
      `${set.puzzles.length} puzzles.`,
      'Ratios are of puzzles that both did, in turns: better than to divide the rates.',
      ...(set.hard.length > 0
        ? [
            `Without ${set.hard.length} of ${all}, which take \`lists\` more than ${HARD_NODES} nodes.`,
          ]
        : []),
    ],
    plot: set.puzzles.length > 0,
  };
}

/** The time of each contender for each grid; the grids stand below, by their numbers. */
export function gridsSection({ title, grids, most, lines }: GridTimes): Section {
  return {
    title,
    columns: [
      { name: '', kind: 'text' },
      ...grids.map((_, k) => ({ name: String(k + 1), kind: 'time' }) as const),
    ],
    rows: lines.map(({ contender, times }) => ({
      ...sideOf(contender),
      cells: [
        titleOf(contender),
        ...times.map((time): Cell => {
          if (typeof time === 'number') return time;
          if (time === 'too long') return { value: most, over: true };
          return { note: `${time.why}.`, ...(time.wrong === true && { wrong: true }) };
        }),
      ],
    })),
    notes: [`Grids: ${grids.map(({ name }, k) => `${k + 1} ${name}`).join('; ')}.`],
  };
}

export function lynnsSection({ puzzles, lines, predictions }: LynnsAnswer): Section {
  return {
    title: 'Knuth, Norvig or Cohen: the question of Ben Lynn',
    columns: [
      { name: '', kind: 'text' },
      { name: 'guesses', kind: 'number' },
      { name: 'time a puzzle', kind: 'time' },
    ],
    rows: lines.map(({ name, guesses, ms }) => ({ cells: [name, guesses, ms] })),
    notes: [
      `${puzzles} puzzles that all three solved.`,
      ...predictions.map(({ text, holds }) => `${text}: ${holds ? 'holds' : 'does not hold'}.`),
    ],
  };
}

export function verdictsTable(verdicts: readonly Verdict[]): string {
  const lines = verdicts.map(({ engine, rival, bound, measured, met }) => [
    `rate of ${engine} / ${rival}`,
    bound === undefined ? 'none' : `at least ${bound}`,
    digits(measured),
    bound === undefined ? '' : met ? 'ok' : measured === undefined ? 'NOT MEASURED' : 'MISSED',
  ]);
  return table(['ratio', 'target', 'measured', ''], lines);
}

/** A method of the literature is neither ours nor a rival. */
function sideOf({ kind }: Contender): Pick<Row, 'of'> {
  if (kind === 'method') return {};
  return { of: kind === 'engine' ? 'ours' : 'rival' };
}

function titleOf({ name, version }: Pick<Contender, 'name' | 'version'>): string {
  return version === undefined ? name : `${name} ${version}`;
}
