import type { Matrix } from '../test/cases/matrix.ts';
import { geometricMean, median, timed, timedRound } from './clock.ts';
import type { Contender } from './contenders/contender.ts';
import { trialOf } from './contenders/trial.ts';
import { Referee } from './referee.ts';
import { faultOf } from './trouble.ts';

/** One line of the table: a problem, or one problem in several orders, for all contenders. */
export interface Race {
  readonly name: string;
  /** The problem; in several orders, where a single one would measure luck. */
  inputs(): Matrix[];
  /** Solutions asked for; Infinity for all. */
  readonly limit: number;
  /** Solutions to be found: where all are asked for, a published number. */
  readonly solutions: number;
  /** `each`: every run is timed by itself. `round`: runs are repeated for a while by tinybench. */
  readonly timing: 'each' | 'round';
  readonly repetitions: number;
  /**
   * True makes the first run a warm-up, which is not counted. False where it would take too long.
   */
  readonly warmUp: boolean;
  /** Solutions are only counted, since they do not fit into memory. */
  readonly dropsAll?: boolean;
  /** Contender -> why it stays out: it would take most of the time of the whole benchmark. */
  readonly tooSlow?: Readonly<Record<string, string>>;
  readonly targets: readonly Target[];
}

/** The goal of one of our engines against a rival. */
export interface Target {
  readonly engine: string;
  /** The rival's package name. */
  readonly rival: string;
  /** `time`: at most `bound` times its time. `rate`: at least `bound` times its rate. */
  readonly measure: 'time' | 'rate';
  readonly bound: number;
}

export interface Result {
  readonly race: Race;
  readonly scores: readonly Score[];
  /** The contenders that did not take part, and why. */
  readonly absent: readonly Absent[];
}

export interface Absent {
  readonly contender: Contender;
  readonly why: string;
  /** Milliseconds that were not enough for it. */
  readonly over?: number;
}

export interface Score {
  readonly contender: Contender;
  /** Milliseconds as measured: for each input, for each repetition. */
  readonly samples: readonly (readonly number[])[];
  /** The median over the repetitions, in geometric mean over the inputs. */
  readonly ms: number;
  /** Options chosen, for each input; empty where the contender does not count them. */
  readonly nodes: readonly number[];
  /** Of a rival whose answer is wrong: how. */
  readonly wrong: string | undefined;
}

/** The time of a slow rival for its trial run. */
const TRIAL_MS = 10_000;

/**
 * A run is not repeated if it takes longer than NO_REPEAT_MS, and more than NO_REPEAT_TIMES as long
 * as the fastest one.
 */
const NO_REPEAT_MS = 1000;
const NO_REPEAT_TIMES = 4;

/** How long short runs are repeated, uncounted, at the start: V8 takes its time to optimize. */
const WARM_UP_MS = 300;

/** The milliseconds of one contender's turn, in which it repeats its runs. */
const ROUND_MS = 20;

/** Runs a race; `say` hears of its progress. */
export async function run(
  race: Race,
  contenders: readonly Contender[],
  repetitions: number,
  say: (line: string) => void,
): Promise<Result> {
  const inputs = race.inputs();
  const fit = inputs[0];
  const absent: Absent[] = [];
  const able: Contender[] = [];
  const cannot = (contender: Contender) =>
    contender.cannot(fit, race.limit) ??
    race.tooSlow?.[contender.name] ??
    (race.dropsAll && !contender.count ? 'keeps all solutions' : undefined);
  for (const contender of contenders) {
    const why = cannot(contender);
    if (why !== undefined) {
      absent.push({ contender, why });
      continue;
    }
    if (contender.trial !== undefined) say(`${race.name}: ${contender.name}, trial`);
    const failure = await trialOf(contender, fit, race.limit, TRIAL_MS);
    if (failure === 'late') absent.push({ contender, why: 'took longer', over: TRIAL_MS });
    else if (failure === 'failed') absent.push({ contender, why: 'ended without an answer' });
    else able.push(contender);
  }
  if (race.timing === 'round') {
    // Short runs are many: none should be counted before all contenders are compiled.
    timedRound(runsOf(able, fit, race.limit), WARM_UP_MS);
  }
  const heats = inputs.map((matrix, k) => {
    const order = inputs.length > 1 ? `, order ${k + 1} of ${inputs.length}` : '';
    return heat(race, able, matrix, repetitions, (line) => say(`${race.name}${order}${line}`));
  });
  const scores = able.map((contender, c) =>
    scoreOf(
      contender,
      heats.map((laps) => laps[c]),
    ),
  );
  return { race, scores, absent };
}

/** One contender on one input. */
interface Lap {
  readonly samples: number[];
  /** Milliseconds of the last run, warm-up included. */
  last: number;
  nodes: number | undefined;
  examined: boolean;
  wrong: string | undefined;
}

/** All contenders on one input: A B C A B C, so that a machine that slows down hits all alike. */
function heat(
  race: Race,
  able: readonly Contender[],
  matrix: Matrix,
  repetitions: number,
  say: (line: string) => void,
): Lap[] {
  const all = race.limit === Number.POSITIVE_INFINITY;
  const referee = new Referee(race.name, matrix, race.solutions, all);
  const laps = able.map(
    (): Lap => ({ samples: [], last: 0, nodes: undefined, examined: false, wrong: undefined }),
  );
  let fastest = Number.POSITIVE_INFINITY;

  const isSlow = ({ last }: Lap) => last > NO_REPEAT_MS && last > NO_REPEAT_TIMES * fastest;

  /** If the warm-up is the only run, it counts. */
  const note = (lap: Lap, ms: number, repetition: number) => {
    fastest = Math.min(fastest, ms);
    lap.last = ms;
    if (repetition > 0) lap.samples.push(ms);
  };

  const single = (c: number, repetition: number) => {
    const { name, version, solve, count } = able[c];
    const isRival = version !== undefined;
    const lap = laps[c];
    if (isSlow(lap) || lap.wrong !== undefined) return;
    if (race.timing === 'each') {
      say(`: ${name}, ${repetition === 0 ? 'warm-up' : `${repetition} of ${repetitions}`}`);
    }
    if (race.dropsAll && count !== undefined) {
      const { ms, result } = timed(() => count(matrix));
      note(lap, ms, repetition);
      lap.wrong = faultOf(isRival, () => referee.checkCount(name, result));
      return;
    }
    const { ms, result } = timed(() => solve(matrix, race.limit));
    note(lap, ms, repetition);
    if (lap.examined) return;
    lap.wrong = faultOf(isRival, () => referee.check(name, result.numbers()));
    lap.nodes = result.nodes?.();
    lap.examined = true;
  };

  if (race.warmUp) for (const c of able.keys()) single(c, 0);
  if (race.timing === 'round') {
    say('');
    const runs = runsOf(able, matrix, race.limit);
    for (let repetition = 1; repetition <= repetitions; repetition++) {
      for (const [c, ms] of timedRound(runs, ROUND_MS).entries()) laps[c]?.samples.push(ms);
    }
  } else {
    for (let repetition = 1; repetition <= repetitions; repetition++) {
      for (const c of able.keys()) single(c, repetition);
    }
  }
  for (const { samples, last } of laps) if (samples.length === 0) samples.push(last);
  return laps;
}

function runsOf(able: readonly Contender[], matrix: Matrix, limit: number): (() => unknown)[] {
  return able.map(
    ({ solve }) =>
      () =>
        solve(matrix, limit),
  );
}

function scoreOf(contender: Contender, laps: readonly Lap[]): Score {
  return {
    contender,
    samples: laps.map(({ samples }) => samples),
    ms: geometricMean(laps.map(({ samples }) => median(samples))),
    nodes: laps.flatMap(({ nodes }) => nodes ?? []),
    wrong: laps.find(({ wrong }) => wrong !== undefined)?.wrong,
  };
}
