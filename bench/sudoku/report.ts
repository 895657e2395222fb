import { digits, Notes, table } from '../table.ts';
import type { Contender } from './contender.ts';
import type { GridTimes } from './grids.ts';
import type { LynnsAnswer } from './lynn.ts';
import { type RaceResult, ratio } from './race.ts';
import { HARD_NODES } from './sets.ts';
import { bestPackage, type Verdict } from './targets.ts';

/** The rates on a set as a Markdown table, a line for each contender; our guesses are the mean. */
export function ratesTable(result: RaceResult, ourGuesses: number): string {
  const { set, scores, absent } = result;
  if (set.puzzles.length === 0) return `${set.name}${hardLine(set).join('\n')}`;
  const notes = new Notes();
  const best = bestPackage(scores);
  const lines = scores.map((score) => {
    const { contender, rate, laps } = score;
    const solved = laps.reduce((sum, lap) => sum + lap.solved, 0);
    const unsolved = 'It solved none in its time.';
    const guesses =
      contender.kind === 'engine'
        ? `${digits(ourGuesses)}${notes.mark('Of the whole set, counted apart.')}`
        : digits(score.guesses);
    return [
      titleOf(contender),
      rate > 0 ? digits(rate) : `-${notes.mark(unsolved)}`,
      digits(best && ratio(score, best)),
      guesses,
      String(solved),
    ];
  });
  for (const { contender, why } of absent) {
    lines.push([titleOf(contender), `-${notes.mark(`Left out: ${why}.`)}`, '-', '-', '-']);
  }
  const head = [
    set.name,
    'puzzles/s',
    `/ ${best?.contender.name ?? 'package'}`,
    'guesses',
    'solved',
  ];
  return [table(head, lines), ...notes.lines(), ...hardLine(set)].join('\n');
}

function hardLine({ puzzles, hard }: RaceResult['set']): string[] {
  if (hard.length === 0) return [];
  const all = puzzles.length + hard.length;
  return [
    `\nWithout ${hard.length} of ${all} puzzles, which take \`cells\` more than ${HARD_NODES} nodes.`,
  ];
}

/** The time of each contender for each grid; the grids stand below, by their numbers. */
export function gridsTable({ title, grids, most, lines }: GridTimes): string {
  const notes = new Notes();
  const rows = lines.map(({ contender, times }) => [
    titleOf(contender),
    ...times.map((time) => {
      if (time === 'too long') return `> ${brief(most)}`;
      return typeof time === 'number' ? brief(time) : `-${notes.mark(`${time.why}.`)}`;
    }),
  ]);
  const head = [`${title}, ms`, ...grids.map((_, k) => String(k + 1))];
  const legend = grids.map(({ name }, k) => `${k === 0 ? '\n' : ''}${k + 1}. ${name}`);
  return [table(head, rows), ...notes.lines(), ...legend].join('\n');
}

export function lynnsTable({ puzzles, lines, predictions }: LynnsAnswer): string {
  const rows = lines.map(({ name, guesses, ms }) => [name, digits(guesses), digits(1000 * ms)]);
  const said = predictions.map(({ text, holds }) => [text, holds ? 'holds' : 'does not hold']);
  const head = [`Lynn's question, on ${puzzles} puzzles`, 'guesses', 'µs'];
  return `${table(head, rows)}\n\n${table(["Lynn's prediction", ''], said)}`;
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

/** In a wide table two digits must do. */
function brief(ms: number): string {
  return ms < 10 ? ms.toPrecision(2) : ms.toFixed(0);
}

export function titleOf({ name, version }: Contender): string {
  return version === undefined ? name : `${name} ${version}`;
}
