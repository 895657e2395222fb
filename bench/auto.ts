import { first, isUnique, type Problem, type Settings, type Status } from '../src/index.ts';
import { geometricMean, median } from './clock.ts';
import type { Cell, Section } from './section.ts';
import { digits } from './table.ts';
import { Trouble, WrongAnswer } from './trouble.ts';

/** A problem for `auto`, and for two engines alone. */
export interface Case {
  readonly name: string;
  make(): Problem<unknown>;
}

/** Asks a question; the answer is undefined where time ran out. */
export type Ask = (problem: Problem<unknown>, settings: Settings) => string | undefined;

const FIRST: Partial<Record<Status, string>> = { found: 'solution', complete: 'none' };
export const askFirst: Ask = (problem, settings) => FIRST[first(problem, settings).status];
export const askUnique: Ask = (problem, settings) => {
  const { answer } = isUnique(problem, settings);
  return answer === 'unknown' ? undefined : answer;
};

const ENGINES = ['auto', 'lists', 'learn'] as const;
/** What takes longer is not repeated. */
const NO_REPEAT = 0.5;
const REPETITIONS = 3;
/** What takes less is repeated more often, until V8 has compiled it. */
const SHORT = 0.02;
const MOST_REPETITIONS = 20;

/** What `auto` takes by the better of two engines. */
export interface BesideEngines {
  readonly section: Section;
  readonly mean: number;
  readonly worst: number;
}

/**
 * CPU time of a question under `auto`, beside the two engines of its plan that answer most. In place
 * of `lists` it is `multiples` that takes items with numbers of times.
 */
export function besideEngines(
  title: string,
  cases: readonly Case[],
  ask: Ask,
  { only = '', slice }: { readonly only: string | undefined; readonly slice: number },
): BesideEngines {
  const chosen = cases.filter(({ name }) => name.includes(only));
  if (chosen.length === 0) throw new Trouble(`--only "${only}" is in the name of no case.`, 2);
  const rows = chosen.map(({ name, make }) => {
    process.stderr.write(`${name}\n`);
    return { name, ...measured(name, make(), ask, slice) };
  });
  const ratios = rows.map(({ ratio }) => ratio);
  const [mean, worst] = [geometricMean(ratios), Math.max(...ratios)];
  const section: Section = {
    title,
    columns: [
      { name: '', kind: 'text' },
      { name: 'answer', kind: 'text' },
      ...ENGINES.map((name) => ({ name, kind: 'time', of: 'ours' }) as const),
      { name: 'auto / better', kind: 'ratio', of: 'ours' },
    ],
    rows: rows.map(({ name, answer, seconds, ratio }) => {
      const times = seconds.map((time): Cell => {
        return { value: 1000 * time, over: time >= slice };
      });
      return { cells: [name, answer, ...times, ratio] };
    }),
    notes: [
      `\`auto\` by the better engine: ${digits(mean)} in geometric mean, ${digits(worst)} at worst.`,
    ],
  };
  return { section, mean, worst };
}

function measured(name: string, problem: Problem<unknown>, ask: Ask, slice: number) {
  const samples = ENGINES.map((): number[] => []);
  const answers = new Set<string>();
  problem.compile();
  // The first round is a warm-up.
  for (let round = 0; round <= MOST_REPETITIONS; round++) {
    for (const [k, engine] of ENGINES.entries()) {
      const times = samples[k];
      if (round > 0 && Math.max(...times) > (round > REPETITIONS ? SHORT : NO_REPEAT)) continue;
      if (round === 1) times.length = 0;
      const began = process.cpuUsage();
      const isCounted = engine === 'lists' && problem.multiple;
      const answer = ask(problem, {
        engine: isCounted ? 'multiples' : engine,
        timeout: 1000 * slice,
      });
      const { user, system } = process.cpuUsage(began);
      times.push(answer === undefined ? slice : (user + system) / 1e6);
      if (answer !== undefined) answers.add(answer);
    }
  }
  if (answers.size > 1) throw new WrongAnswer(`${name} is ${[...answers]}.`);
  const seconds = samples.map(median);
  const [auto, ...others] = seconds as [number, number, number];
  return { answer: [...answers][0] ?? 'unknown', seconds, ratio: auto / Math.min(...others) };
}
