import type { Result, Score, Target } from './race.ts';

/** One of our engines against the fastest rival in a race. */
export interface Ratio {
  readonly engine: string;
  readonly rival: string;
  /** The engine's time by the rival's: below 1 the engine is faster. */
  readonly time: number;
}

/** A target, and the measurement. */
export interface Verdict extends Target {
  readonly measured: number;
  readonly met: boolean;
}

export function ratiosToBestRival({ scores }: Result): Ratio[] {
  const rivals = scores.filter(
    ({ contender, wrong }) => contender.version !== undefined && wrong === undefined,
  );
  const best = rivals.reduce<Score | undefined>(
    (fastest, score) => (fastest === undefined || score.ms < fastest.ms ? score : fastest),
    undefined,
  );
  if (best === undefined) return [];
  return scores
    .filter(({ contender }) => contender.version === undefined)
    .map(({ contender, ms }) => ({
      engine: contender.name,
      rival: best.contender.name,
      time: ms / best.ms,
    }));
}

export function verdicts({ race, scores }: Result): Verdict[] {
  const msOf = (name: string) => {
    const score = scores.find(({ contender }) => contender.name === name);
    if (score !== undefined) return score.ms;
    throw new Error(`${race.name} has a target for ${name}, which did not run: mend the targets.`);
  };
  return race.targets.map((target) => {
    const time = msOf(target.engine) / msOf(target.rival);
    const { measure, bound } = target;
    return measure === 'time'
      ? { ...target, measured: time, met: time <= bound }
      : { ...target, measured: 1 / time, met: 1 / time >= bound };
  });
}
