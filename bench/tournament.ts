import type { Contender } from './contenders/contender.ts';
import { type Race, type Result, run } from './race.ts';
import { targetsTable, timesSection } from './report.ts';
import type { Publish } from './results.ts';
import { Trouble } from './trouble.ts';
import { verdicts } from './verdict.ts';

/** The settings of a benchmark on the command line. */
export interface BenchSettings {
  /** Judge the targets. */
  readonly check: boolean;
  /** Repetitions, instead of each race's own number. */
  readonly repeat: number | undefined;
  /** Only the races with this in their name. */
  readonly only: string | undefined;
  readonly publish: Publish;
}

/** Runs a benchmark and publishes its table; false where a checked target is missed. */
export async function tournament(
  races: readonly Race[],
  contenders: readonly Contender[],
  { check, repeat, only, publish }: BenchSettings,
): Promise<boolean> {
  const chosen = races.filter((race) => only === undefined || race.name.includes(only));
  if (chosen.length === 0) {
    const names = races.map((race) => `  ${race.name}`).join('\n');
    throw new Trouble(`--only "${only}" is in the name of no case; choose among\n${names}`, 2);
  }
  const results: Result[] = [];
  for (const race of chosen) {
    const say = (line: string) => process.stderr.write(`${line}\n`);
    results.push(await run(race, contenders, repeat ?? race.repetitions, say));
  }
  const samples = results.map(({ race, scores }) => ({
    race: race.name,
    scores: scores.map(({ contender, ms, nodes, samples: all }) => {
      return { contender: contender.name, ms, nodes, samples: all };
    }),
  }));
  publish(timesSection(results, contenders), samples);
  if (!check) return true;
  console.log(`\n${targetsTable(results)}`);
  return results.flatMap(verdicts).every(({ met }) => met);
}
