import { type RaceResult, ratio, type Score } from './race.ts';

/** The goal of an engine against a rival, and its result. */
export interface Verdict {
  readonly engine: string;
  readonly rival: string;
  /** The least ratio of its rate to the rival's; undefined where the result is only shown. */
  readonly bound: number | undefined;
  /** Undefined where one of them did not solve anything. */
  readonly measured: number | undefined;
  readonly met: boolean;
}

/** The strongest of the methods: our own, so not one of the rivals that must be beaten. */
const STRONGEST = 'bit masks';

/**
 * A puzzle at a time: at least this many times the rate of npm's `dancing-links`, and faster than
 * any other rival.
 */
const BOUNDS = { lists: 2.5, links: 1.2 } as const;

export function sudokuVerdicts({ scores }: RaceResult): Verdict[] {
  const scoreOf = (name: string) => scores.find(({ contender }) => contender.name === name);
  const verdict = (engine: string, rival: string, bound?: number): Verdict => {
    const [ours, theirs] = [scoreOf(engine), scoreOf(rival)];
    const measured = ours && theirs && ratio(ours, theirs);
    const met = bound === undefined || (measured !== undefined && measured >= bound);
    return { engine, rival, bound, measured, met };
  };
  const others = scores.filter(
    ({ contender }) => contender.kind !== 'engine' && contender.name !== STRONGEST,
  );
  const best = fastest(others)?.contender.name ?? 'any rival';
  const verdicts = Object.entries(BOUNDS).flatMap(([engine, bound]) => [
    verdict(engine, 'dancing-links', bound),
    verdict(engine, best, 1),
    verdict(engine, STRONGEST),
    verdict(`${engine}, batch`, STRONGEST),
  ]);
  // Where dancing-links is the best rival too, the first target says more.
  return verdicts.filter(({ rival, bound }) => rival !== 'dancing-links' || bound !== 1);
}

/** The package that the others are compared with. */
export function bestPackage(scores: readonly Score[]): Score | undefined {
  return fastest(
    scores.filter(({ contender, wrong }) => contender.kind === 'package' && wrong === undefined),
  );
}

function fastest(scores: readonly Score[]): Score | undefined {
  return scores.reduce<Score | undefined>(
    (best, score) => (score.rate > (best?.rate ?? 0) ? score : best),
    undefined,
  );
}
