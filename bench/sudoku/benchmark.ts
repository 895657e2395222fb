import type { Publish } from '../results.ts';
import { Trouble } from '../trouble.ts';
import { ratesApart } from './apart.ts';
import type { Contender } from './contender.ts';
import { sudokuContenders } from './contenders.ts';
import { timeGrids } from './grids.ts';
import { GuessCounter } from './guesses.ts';
import { lynnsAnswer } from './lynn.ts';
import { type Pace, race } from './race.ts';
import { gridsSection, lynnsSection, ratesSection, verdictsTable } from './report.ts';
import { type PuzzleSet, readNotorious, readSets } from './sets.ts';
import { sudokuVerdicts, type Verdict } from './targets.ts';

export interface SudokuSettings {
  /** Puzzles to be solved; none: the project's own sets. */
  readonly files: readonly string[];
  readonly check: boolean;
  readonly repeat: number | undefined;
  /** Only the contenders with this in their name. */
  readonly only: string | undefined;
  /** Seconds for each contender in each repetition. */
  readonly slice: number | undefined;
  readonly publish: Publish;
}

const REPETITIONS = 3;
const SLICE = 0.8;
/** Hard puzzles that are timed one by one. */
const MOST_HARD = 10;

/** Runs the benchmark, a table for each set; false where a checked target is missed. */
export async function sudokuBenchmark(settings: SudokuSettings): Promise<boolean> {
  const { files, only, publish } = settings;
  const contenders = chosen(await sudokuContenders(), only);
  const pace: Pace = {
    repetitions: settings.repeat ?? REPETITIONS,
    slice: 1000 * (settings.slice ?? SLICE),
    say: (line) => process.stderr.write(`${line}\n`),
  };
  let verdicts: readonly Verdict[] | undefined;
  for (const set of readSets(files)) {
    const counter = new GuessCounter(set.shape);
    const result = race(set, contenders, pace);
    const apart = only === undefined ? await ratesApart(set, pace.repetitions * pace.slice) : [];
    publish(
      ratesSection(result, apart, ourGuesses(set, counter)),
      result.scores.map(({ contender, laps }) => ({ contender: contender.name, laps })),
    );
    if (verdicts === undefined) {
      verdicts = sudokuVerdicts(result);
      const lynn = lynnsAnswer(result, (givens) => counter.count(givens));
      if (lynn !== undefined) publish(lynnsSection(lynn));
    }
    const hard = set.hard.slice(0, MOST_HARD);
    grids(`Hard ones of ${set.name}`, set.shape, hard, contenders, pace, publish);
  }
  if (files.length === 0) {
    const { shape, grids: notorious } = readNotorious();
    grids('Notorious grids, one by one', shape, notorious, contenders, pace, publish);
  }
  if (!settings.check || verdicts === undefined) return true;
  console.log(`\n${verdictsTable(verdicts)}`);
  return verdicts.every(({ met }) => met);
}

function chosen(contenders: readonly Contender[], only: string | undefined): readonly Contender[] {
  const found = contenders.filter(({ name }) => only === undefined || name.includes(only));
  if (found.length > 0) return found;
  const names = contenders.map(({ name }) => `  ${name}`).join('\n');
  throw new Trouble(`--only "${only}" is in the name of no contender; choose among\n${names}`, 2);
}

function ourGuesses({ puzzles }: PuzzleSet, counter: GuessCounter): number {
  return puzzles.reduce((sum, givens) => sum + counter.count(givens), 0) / puzzles.length;
}

/** Times grids one by one, each for half a slice at most. */
function grids(
  title: string,
  shape: PuzzleSet['shape'],
  some: PuzzleSet['hard'],
  contenders: readonly Contender[],
  { slice, say }: Pace,
  publish: Publish,
): void {
  if (some.length === 0) return;
  publish(gridsSection(timeGrids(title, shape, some, contenders, slice / 2, say)));
}
