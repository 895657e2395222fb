import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Random } from '../src/engine/kernels/random.ts';
import { hint, rate, steps, sudokuScale } from '../src/pencil.ts';
import { encode, readPuzzle } from '../src/sudoku.ts';
import { median } from './clock.ts';
import type { Publish } from './results.ts';
import { digits } from './table.ts';
import { Trouble } from './trouble.ts';

export interface RateSettings {
  readonly files: readonly string[];
  /** Seconds for the ratings; absent: all puzzles. */
  readonly slice: number | undefined;
  readonly publish: Publish;
}

/** A puzzle with the rating that another program gave it. */
interface Rated {
  readonly puzzle: string;
  readonly known: number;
}

/** `ours` is absent where no step is needed, or the techniques end. */
interface Sample extends Rated {
  readonly ours: number | undefined;
  readonly ms: number;
}

const SETTINGS = { scale: sudokuScale, unique: true };
/** Hints are timed at so many positions of so many puzzles up to that rating. */
const HINT_PUZZLES = 50;
const HINT_POSITIONS = 6;
const HINT_RATING = 7;
/** Ratings that differ by no more than this are near. */
const NEAR = 0.2 + 1e-9;

/**
 * Ratings of Sudokus beside known ones, and the time of a hint. Lines of the files have a puzzle and
 * its rating. With a slice it takes them in a random order, the same each time.
 */
export async function rateBenchmark({ files, slice, publish }: RateSettings): Promise<boolean> {
  const puzzles = files.flatMap(read);
  if (puzzles.length === 0) {
    throw new Trouble('rate needs FILEs; give some with lines of a puzzle and its rating.', 2);
  }
  const order = [...new Random(1).order(puzzles.length)].map((k) => puzzles[k]);
  // V8 compiles the techniques first.
  for (const one of order.slice(0, 20)) sampleOf(one);
  const end = performance.now() + 1000 * (slice ?? Number.POSITIVE_INFINITY);
  const samples: Sample[] = [];
  for (const one of order) {
    if (performance.now() >= end) break;
    samples.push(sampleOf(one));
  }
  const hints = hintTimes(order);
  const bandOf = ({ known }: Rated) => Math.floor(known);
  const bands = [...new Set(samples.map(bandOf))].sort((a, b) => a - b);
  const lines = bands.map((band) => {
    const own = samples.filter((sample) => bandOf(sample) === band);
    return [`${band}.0 to ${band}.9`, own] as const;
  });
  const total = samples.reduce((sum, { ms }) => sum + ms, 0);
  const rate = `${digits((1000 * samples.length) / total)} puzzles a second.`;
  const hint = `A hint for puzzles up to ${HINT_RATING}, at ${hints.length} positions: ${digits(median(hints))} ms in the median, ${digits(Math.max(...hints))} ms at most.`;
  publish(
    {
      title: 'Ratings beside those of the files',
      columns: [
        { name: 'rating', kind: 'text' },
        { name: 'puzzles', kind: 'count' },
        { name: 'equal', kind: 'text' },
        { name: 'within 0.2', kind: 'text' },
        { name: 'each', kind: 'time', of: 'ours' },
        { name: 'longest', kind: 'time', of: 'ours' },
      ],
      rows: [...lines, ['all', samples] as const].map(([band, own]) => ({
        cells: [
          band,
          own.length,
          share(own, 0),
          share(own, NEAR),
          own.reduce((sum, { ms }) => sum + ms, 0) / own.length,
          Math.max(...own.map(({ ms }) => ms)),
        ],
      })),
      notes: [rate, ...(hints.length > 0 ? [hint] : [])],
    },
    { samples, hints },
  );
  return true;
}

function read(file: string): Rated[] {
  const lines = readFileSync(file, 'utf8').split(/\r?\n/);
  return lines.flatMap((line, k) => {
    if (line.trim() === '') return [];
    const [puzzle = '', text = ''] = line.trim().split(/[\s,;]+/);
    const known = Number(text);
    if (text !== '' && known > 0) return [{ puzzle, known }];
    throw new Trouble(
      `${basename(file)}:${k + 1}: no rating; give a puzzle and its rating, as in "53..7... 1.2".`,
      2,
    );
  });
}

function problemOf(text: string) {
  const { shape, givens } = readPuzzle(text);
  return encode(shape, givens);
}

function sampleOf({ puzzle, known }: Rated): Sample {
  const start = performance.now();
  const { difficulty, ending } = rate(problemOf(puzzle), SETTINGS);
  const ms = performance.now() - start;
  return { puzzle, known, ours: ending === 'solved' ? difficulty : undefined, ms };
}

function share(samples: readonly Sample[], most: number): string {
  const near = samples.filter(({ ours = 0, known }) => Math.abs(ours - known) <= most);
  return `${((100 * near.length) / samples.length).toFixed(1)} %`;
}

/** Milliseconds of hints, at positions that are spread over the solution of a puzzle. */
function hintTimes(puzzles: readonly Rated[]): number[] {
  const easy = puzzles.filter(({ known }) => known <= HINT_RATING).slice(0, HINT_PUZZLES);
  return easy.flatMap(({ puzzle }) => {
    const problem = problemOf(puzzle);
    const all = [...steps(problem, SETTINGS)];
    return Array.from({ length: HINT_POSITIONS }, (_, k) => {
      const done = all.slice(0, Math.floor((k * all.length) / HINT_POSITIONS));
      const prefix = done.flatMap(({ decisions }) => decisions);
      const start = performance.now();
      hint(problem, { ...SETTINGS, prefix });
      return performance.now() - start;
    });
  });
}
