import type { Problem } from '../engine/problem/problem.ts';
import type { Watch } from '../engine/solve/cooperative.ts';
import { rateAsync, stepsAsync } from '../puzzles/pencil/questions.ts';
import type { PencilSettings } from '../puzzles/pencil/rating.ts';
import { mismatch, type RatedSteps } from '../puzzles/pencil/request.ts';
import { generalScale, type Scale } from '../puzzles/pencil/scale.ts';
import { sudokuScale } from '../puzzles/pencil/sudoku-scale.ts';
import type { Solvable } from '../puzzles/pencil/variant-cover.ts';
import { UsageError } from './exit.ts';
import type { ValueFlag } from './flags.ts';
import type { Deadline } from './report.ts';

/** The flags for the difficulty of puzzles. */
export const RATED = {
  rating: {
    value: 'A..B',
    about:
      'the difficulty, as in 3.0..4.5: that of the hardest step, by the scale of Sukaku Explainer',
    read(text) {
      const [, least, most] = /^(\d+(?:\.\d+)?)\.\.(\d+(?:\.\d+)?)$/.exec(text) ?? [];
      if (least !== undefined && Number(least) <= Number(most))
        return [Number(least), Number(most)];
      throw new UsageError('give the least and the most difficulty, as in 3.0..4.5');
    },
  } satisfies ValueFlag<readonly [number, number]>,
  technique: {
    value: 'NAME',
    about: 'a technique that a person needs for it, by its name, as in x-wing',
    read: (text) => text.toLowerCase(),
  } satisfies ValueFlag<string>,
};

/** The scale for a problem: Sudokus of all kinds have items as `r1c1` and `r1=1`. */
export function scaleFor(problem: Problem<unknown>): Scale {
  const { primaryCount } = problem;
  const isSudoku =
    primaryCount > 0 &&
    problem.itemName(0) === 'r1c1' &&
    /=\d+$/.test(problem.itemName(primaryCount - 1));
  return isSudoku ? sudokuScale : generalScale;
}

/** How a person solves a puzzle with one solution; undefined if the techniques do not, or time is over. */
export async function gradeOf(
  problem: Solvable,
  settings: PencilSettings & Watch,
  deadline: Deadline,
): Promise<RatedSteps | undefined> {
  const asked = { ...settings, unique: true };
  const { difficulty = 0, ending } = await rateAsync(problem, { ...asked, timeout: deadline.left });
  if (ending !== 'solved') return undefined;
  const names = new Set<string>();
  for await (const step of stepsAsync(problem, { ...asked, timeout: deadline.left })) {
    names.add(step.technique);
  }
  return { difficulty, techniques: [...names] };
}

/** The ways in which a puzzle differs from the difficulty and the technique requested. */
export function mismatchText(
  { difficulty, techniques = [] }: Partial<RatedSteps>,
  { rating, technique }: Parameters<typeof mismatch>[1],
): string {
  if (rating === undefined && technique === undefined) return '';
  if (difficulty === undefined) return ', too hard';
  const isOutside = mismatch({ difficulty, techniques }, { rating }) > 0;
  const lacks = technique !== undefined && !techniques.includes(technique);
  return `${isOutside ? `, difficulty ${difficulty.toFixed(1)}` : ''}${lacks ? `, no ${technique}` : ''}`;
}
