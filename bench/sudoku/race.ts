import { median } from '../clock.ts';
import { faultOf } from '../trouble.ts';
import type { Answer, Contender, Ready } from './contender.ts';
import { Referee } from './referee.ts';
import type { PuzzleSet } from './sets.ts';

/** The work of one contender in one repetition. */
export interface Lap {
  /** The place in the set where it began. */
  readonly from: number;
  solved: number;
  ms: number;
  /** For the puzzles solved, where the contender counts them. */
  guesses: number;
  /** Those of the set's chunks, from the first on, that it got through. */
  readonly chunks: Chunk[];
}

interface Chunk {
  readonly ms: number;
  readonly guesses: number;
}

/** One contender on one set. */
export interface Score {
  readonly contender: Contender;
  readonly laps: readonly Lap[];
  /** Puzzles per second. */
  readonly rate: number;
  /** Guesses for a puzzle, of those solved. */
  readonly guesses: number | undefined;
  /** Of a package whose answer is wrong: how. */
  readonly wrong: string | undefined;
}

export interface RaceResult {
  readonly set: PuzzleSet;
  readonly scores: readonly Score[];
  /** The contenders that did not take part, and why. */
  readonly absent: readonly { readonly contender: Contender; readonly why: string }[];
}

export interface Pace {
  readonly repetitions: number;
  /** Milliseconds for each contender in each repetition. */
  readonly slice: number;
  readonly say: (line: string) => void;
}

/** The part of a slice that each contender runs uncounted at first: V8 takes its time. */
const WARM_UP = 0.25;

/**
 * Lets all contenders solve puzzles of a set in their slices of time. They take turns, chunk by
 * chunk of the same puzzles, and a contender that has used up its slice drops out. So a machine
 * that slows down hits all alike, and any two can be compared by chunks that both of them did.
 */
export function race(
  set: PuzzleSet,
  contenders: readonly Contender[],
  { repetitions, slice, say }: Pace,
): RaceResult {
  const absent: { contender: Contender; why: string }[] = [];
  const runners: Runner[] = [];
  const referee = new Referee(set);
  for (const contender of contenders) {
    const why = refusal(contender, set);
    if (why === undefined) runners.push(new Runner(contender, set, referee));
    else absent.push({ contender, why });
  }
  for (let repetition = 0; repetition <= repetitions; repetition++) {
    const counted = repetition > 0;
    say(`${set.name}: ${counted ? `${repetition} of ${repetitions}` : 'warm-up'}`);
    // Each repetition begins elsewhere in the set.
    let from = Math.floor((Math.max(0, repetition - 1) * set.puzzles.length) / repetitions);
    for (const runner of runners) runner.start(from, counted ? slice : WARM_UP * slice);
    for (let open = runners; open.length > 0; from += set.chunk) {
      const chunk = take(set.puzzles, from, set.chunk);
      open = open.filter((runner) => runner.run(chunk));
    }
    if (counted) for (const runner of runners) runner.finish();
  }
  return { set, scores: runners.map((runner) => runner.score()), absent };
}

/** The `count` puzzles from that one on; after the last comes the first. */
export function take(puzzles: readonly Uint8Array[], from: number, count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, k) => puzzles[(from + k) % puzzles.length]);
}

/**
 * The reason to leave a contender out. One that refuses a puzzle of the set would be measured on
 * the puzzles that suit it.
 */
function refusal(contender: Contender, { shape, puzzles }: PuzzleSet): string | undefined {
  if (puzzles.length === 0) return 'all puzzles are hard';
  for (const givens of puzzles) {
    const why = contender.refuses(shape, givens);
    if (why !== undefined) return why;
  }
  return undefined;
}

/** A contender under way. */
class Runner {
  readonly #contender: Contender;
  readonly #ready: Ready;
  readonly #referee: Referee;
  readonly #rooms: Uint8Array[];
  readonly #answers: Answer[] = [];
  readonly #laps: Lap[] = [];
  #slice = 0;
  #wrong: string | undefined;
  #lap = newLap(0);

  constructor(contender: Contender, { shape, chunk }: PuzzleSet, referee: Referee) {
    this.#contender = contender;
    this.#ready = contender.prepare(shape);
    this.#referee = referee;
    this.#rooms = Array.from({ length: chunk }, () => new Uint8Array(shape.cells));
  }

  start(from: number, slice: number): void {
    this.#slice = slice;
    this.#lap = newLap(from);
  }

  /** Solves a chunk, or the part that there is time for; true if there is more. */
  run(chunk: readonly Uint8Array[]): boolean {
    const { kind, name } = this.#contender;
    const lap = this.#lap;
    const answers = this.#answers;
    const start = performance.now();
    const end = start + this.#slice - lap.ms;
    // The set has no hard puzzles; methods are slow enough to need a deadline even so.
    const deadline = kind === 'method' ? end : Number.POSITIVE_INFINITY;
    const guesses = this.#solve(chunk, deadline);
    const ms = performance.now() - start;

    lap.ms += ms;
    lap.guesses += guesses;
    for (const [k, answer] of answers.entries()) {
      const check = () => this.#referee.check(name, chunk[k], answer);
      this.#wrong ??= faultOf(kind === 'package', check);
      if (answer !== 'unsolved') lap.solved++;
    }
    if (answers.length === chunk.length) lap.chunks.push({ ms, guesses });
    return lap.ms < this.#slice && this.#wrong === undefined;
  }

  /** Gives the guesses for those solved; it keeps the answers so far. */
  #solve(chunk: readonly Uint8Array[], deadline: number): number {
    const answers = this.#answers;
    const ready = this.#ready;
    answers.length = 0;
    let guesses = 0;
    for (let k = 0; k < chunk.length; k++) {
      const answer = ready.solve(chunk[k], this.#rooms[k], deadline);
      if (answer === 'unsolved') {
        if (performance.now() >= deadline) break;
      } else if (ready.guesses !== undefined) {
        guesses += ready.guesses();
      }
      answers.push(answer);
    }
    return guesses;
  }

  /** Keeps the lap, whole or stopped early. */
  finish(): void {
    if (this.#lap.ms > 0) this.#laps.push(this.#lap);
  }

  score(): Score {
    const laps = this.#laps;
    const solved = laps.reduce((sum, lap) => sum + lap.solved, 0);
    const guesses = laps.reduce((sum, lap) => sum + lap.guesses, 0);
    const counts = this.#ready.guesses !== undefined && solved > 0;
    return {
      contender: this.#contender,
      laps,
      rate: overall(laps),
      guesses: counts ? guesses / solved : undefined,
      wrong: this.#wrong,
    };
  }
}

function newLap(from: number): Lap {
  return { from, solved: 0, ms: 0, guesses: 0, chunks: [] };
}

/**
 * Puzzles per second: the median of the repetitions; for the slow, who solve none in most of them,
 * that of all together.
 */
export function overall(laps: readonly Pick<Lap, 'solved' | 'ms'>[]): number {
  if (laps.length === 0) return 0;
  const middle = median(laps.map(({ solved, ms }) => (1000 * solved) / ms));
  if (middle > 0) return middle;
  const [solved, ms] = laps.reduce(([s, t], lap) => [s + lap.solved, t + lap.ms], [0, 0]);
  return (1000 * solved) / ms;
}

/**
 * The rate of the first, divided by that of the second: the median over the repetitions, each by
 * the chunks that both did. If one of them got through no chunk, by their whole rates. Undefined
 * where a rate is 0.
 */
export function ratio(one: Score, other: Score): number | undefined {
  const ratios: number[] = [];
  for (const [k, { chunks }] of one.laps.entries()) {
    const others = other.laps[k]?.chunks ?? [];
    const common = Math.min(chunks.length, others.length);
    if (common > 0) ratios.push(total(others, common) / total(chunks, common));
  }
  if (ratios.length > 0 && ratios.length === one.laps.length) return median(ratios);
  return one.rate > 0 && other.rate > 0 ? one.rate / other.rate : undefined;
}

function total(chunks: readonly Chunk[], count: number): number {
  return chunks.slice(0, count).reduce((sum, { ms }) => sum + ms, 0);
}
