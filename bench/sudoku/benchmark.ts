import { fileURLToPath } from 'node:url';
import { type Machine, thisMachine } from '../machine.ts';
import { machineLine } from '../report.ts';
import { writeResults } from '../results.ts';
import { Trouble } from '../trouble.ts';
import { ratesChart, writeChart } from './chart.ts';
import type { Contender } from './contender.ts';
import { sudokuContenders } from './contenders.ts';
import { type GridTimes, timeGrids } from './grids.ts';
import { GuessCounter } from './guesses.ts';
import { type LynnsAnswer, lynnsAnswer } from './lynn.ts';
import { type Pace, type RaceResult, race, ratio } from './race.ts';
import { gridsTable, lynnsTable, ratesTable, verdictsTable } from './report.ts';
import { type PuzzleSet, readNotorious, readSets } from './sets.ts';
import { bestPackage, sudokuVerdicts, type Verdict } from './targets.ts';

export interface SudokuSettings {
  /** Puzzles to be solved; none: the project's own sets. */
  readonly files: readonly string[];
  readonly check: boolean;
  readonly repeat: number | undefined;
  /** Only the contenders with this in their name. */
  readonly only: string | undefined;
  /** Seconds for each contender in each repetition. */
  readonly slice: number | undefined;
  /** The file for the chart. */
  readonly chart: string | undefined;
}

const REPETITIONS = 3;
const SLICE = 0.8;
/** Hard puzzles that are timed one by one. */
const MOST_HARD = 10;

/** The results on one set. */
interface Part {
  readonly result: RaceResult;
  /** Of our engines, for a puzzle of the whole set. */
  readonly guesses: number;
  readonly hard: GridTimes | undefined;
}

/** Runs the benchmark, prints its tables; false where a checked target is missed. */
export async function sudokuBenchmark(settings: SudokuSettings): Promise<boolean> {
  const machine = thisMachine();
  const contenders = chosen(await sudokuContenders(), settings.only);
  const sets = readSets(settings.files);
  const { stopped, release } = heedInterrupt();
  const pace: Pace = {
    repetitions: settings.repeat ?? REPETITIONS,
    slice: 1000 * (settings.slice ?? SLICE),
    stopped,
    say: (line) => process.stderr.write(`${line}\n`),
  };
  console.log(machineLine(machine));
  console.log('\nRatios are of puzzles that both did, in turns: better than to divide the rates.');

  const parts: Part[] = [];
  let lynn: LynnsAnswer | undefined;
  for (const set of sets) {
    if (stopped()) break;
    const counter = new GuessCounter(set.shape);
    const result = await race(set, contenders, pace);
    const guesses = ourGuesses(set, counter);
    console.log(`\n${ratesTable(result, guesses)}`);
    if (parts.length === 0) lynn = lynnsAnswer(result, (givens) => counter.count(givens));
    parts.push({ result, guesses, hard: await hardOnes(set, contenders, pace) });
  }
  const { shape, grids } = readNotorious();
  const notorious = await timed('Notorious grids', shape, grids, contenders, pace);
  if (lynn !== undefined) console.log(`\n${lynnsTable(lynn)}`);
  release();

  const first = parts[0].result;
  const verdicts = sudokuVerdicts(first);
  if (stopped()) {
    process.stderr.write('Stopped early: no results and no chart are written.\n');
    return true;
  }
  // A part does not overwrite the results of the whole.
  const name = settings.only === undefined ? 'sudoku' : 'sudoku.part';
  writeResults(name, record(machine, pace, parts, notorious, lynn, verdicts));
  const chart = new URL(`../results/${name}.svg`, import.meta.url);
  writeChart(settings.chart ?? fileURLToPath(chart), await ratesChart(first));
  if (!settings.check) return true;
  console.log(`\n${verdictsTable(verdicts)}`);
  return verdicts.every(({ met }) => met);
}

function chosen(contenders: readonly Contender[], only: string | undefined): readonly Contender[] {
  const found = contenders.filter(({ name }) => only === undefined || name.includes(only));
  if (found.length > 0) return found;
  const names = contenders.map(({ name }) => `  ${name}`).join('\n');
  throw new Trouble(`--only "${only}" is in the name of no contender; choose among\n${names}`, 2);
}

/** The first Ctrl-C ends the measuring: the results so far are printed. The second ends all. */
function heedInterrupt(): { stopped: () => boolean; release: () => void } {
  let stopped = false;
  const stop = () => {
    stopped = true;
    process.stderr.write('\nStopping; what was measured follows.\n');
  };
  process.once('SIGINT', stop);
  return { stopped: () => stopped, release: () => process.off('SIGINT', stop) };
}

function ourGuesses({ puzzles }: PuzzleSet, counter: GuessCounter): number {
  return puzzles.reduce((sum, givens) => sum + counter.count(givens), 0) / puzzles.length;
}

async function hardOnes(
  { name, shape, hard }: PuzzleSet,
  contenders: readonly Contender[],
  pace: Pace,
): Promise<GridTimes | undefined> {
  if (hard.length === 0) return undefined;
  return timed(`Hard, ${name}`, shape, hard.slice(0, MOST_HARD), contenders, pace);
}

/** Times grids one by one, each for half a slice at most, and prints that. */
async function timed(
  title: string,
  shape: PuzzleSet['shape'],
  grids: PuzzleSet['hard'],
  contenders: readonly Contender[],
  { slice, stopped, say }: Pace,
): Promise<GridTimes> {
  const times = await timeGrids(title, shape, grids, contenders, slice / 2, stopped, say);
  if (times.lines.length > 0) console.log(`\n${gridsTable(times)}`);
  return times;
}

/** All that was measured, for the JSON file. */
function record(
  machine: Machine,
  { repetitions, slice }: Pace,
  parts: readonly Part[],
  notorious: GridTimes,
  lynn: LynnsAnswer | undefined,
  verdicts: readonly Verdict[],
) {
  const brief = ({ grids, most, lines }: GridTimes) => ({
    grids: grids.map(({ name }) => name),
    most,
    times: lines.map(({ contender, times }) => ({ contender: contender.name, times })),
  });
  const sets = parts.map(({ result: { set, scores, absent }, guesses, hard }) => ({
    name: set.name,
    puzzles: set.puzzles.length,
    hard: hard && { puzzles: set.hard.length, ...brief(hard) },
    ourGuesses: guesses,
    scores: scores.map((score) => {
      const { contender, rate, laps } = score;
      const best = bestPackage(scores);
      return {
        contender: contender.name,
        version: contender.version,
        rate,
        guesses: score.guesses,
        toBestPackage: best && ratio(score, best),
        laps: laps.map(({ from, solved, ms, chunks }) => {
          return { from, solved, ms, chunks: chunks.map((chunk) => chunk.ms) };
        }),
      };
    }),
    absent: absent.map(({ contender, why }) => ({ contender: contender.name, why })),
  }));
  const settings = { repetitions, slice };
  const targets = verdicts;
  return {
    benchmark: 'sudoku',
    machine,
    settings,
    sets,
    notorious: brief(notorious),
    lynn,
    targets,
  };
}
