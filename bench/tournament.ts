import type { Contender } from './contenders/contender.ts';
import { type Machine, thisMachine } from './machine.ts';
import { type Race, type Result, run } from './race.ts';
import { machineLine, targetsTable, timesTable } from './report.ts';
import { writeResults } from './results.ts';
import { Trouble } from './trouble.ts';
import { ratiosToBestRival, verdicts } from './verdict.ts';

/** The settings of a benchmark on the command line. */
export interface BenchSettings {
  /** Judge the targets. */
  readonly check: boolean;
  /** Repetitions, instead of each race's own number. */
  readonly repeat: number | undefined;
  /** Only the races with this in their name. */
  readonly only: string | undefined;
}

/** Runs a benchmark, prints its tables, writes its JSON; false where a checked target is missed. */
export function tournament(
  name: string,
  races: readonly Race[],
  contenders: readonly Contender[],
  { check, repeat, only }: BenchSettings,
): boolean {
  const chosen = races.filter((race) => only === undefined || race.name.includes(only));
  if (chosen.length === 0) {
    const names = races.map((race) => `  ${race.name}`).join('\n');
    throw new Trouble(`--only "${only}" is in the name of no case; choose among\n${names}`, 2);
  }
  const machine = thisMachine();
  const results = chosen.map((race) =>
    run(race, contenders, repeat ?? race.repetitions, (line) => process.stderr.write(`${line}\n`)),
  );
  console.log(`${machineLine(machine)}\n\n${timesTable(results, contenders)}`);
  // A part of the cases does not overwrite the results of all of them.
  write(only === undefined ? name : `${name}.part`, machine, results);
  if (!check) return true;
  console.log(`\n${targetsTable(results)}`);
  return results.flatMap(verdicts).every(({ met }) => met);
}

function write(name: string, machine: Machine, results: readonly Result[]): void {
  const races = results.map((result) => ({
    name: result.race.name,
    limit: Number.isFinite(result.race.limit) ? result.race.limit : 'all',
    solutions: result.race.solutions,
    scores: result.scores.map(({ contender, ms, nodes, samples }) => {
      return { contender: contender.name, version: contender.version, ms, nodes, samples };
    }),
    absent: result.absent.map(({ contender, why }) => ({ contender: contender.name, why })),
    toBestRival: ratiosToBestRival(result),
    targets: verdicts(result),
  }));
  writeResults(name, { benchmark: name, machine, races });
}
