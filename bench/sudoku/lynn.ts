import { type RaceResult, type Score, take } from './race.ts';

/**
 * Ben Lynn asks how Knuth, Norvig and Cohen compare ("Sudoku: Knuth vs Norvig vs Cohen", 2012),
 * and predicts an answer. Knuth's algorithm is our `links`.
 */
export interface LynnsAnswer {
  /** Puzzles that all three solved; the numbers are of these. */
  readonly puzzles: number;
  readonly lines: readonly LynnsLine[];
  readonly predictions: readonly { readonly text: string; readonly holds: boolean }[];
}

export interface LynnsLine {
  readonly name: string;
  readonly guesses: number;
  /** For a puzzle. */
  readonly ms: number;
}

/** Up to which ratio two numbers of guesses are about the same. */
const ABOUT = 1.25;

/** The answer by the measurements; none if one of the three got through no chunk of puzzles. */
export function lynnsAnswer(
  { set, scores }: RaceResult,
  guessesOf: (givens: Uint8Array) => number,
): LynnsAnswer | undefined {
  const three = ['links', 'Norvig', 'Cohen'].map((name) =>
    scores.find(({ contender }) => contender.name === name),
  );
  if (three.includes(undefined)) return undefined;
  const [knuth, norvig, cohen] = three as [Score, Score, Score];
  const sums = [knuth, norvig, cohen].map(() => ({ guesses: 0, ms: 0 }));
  let puzzles = 0;
  for (const [k, lap] of knuth.laps.entries()) {
    const chunks = [lap, norvig.laps[k], cohen.laps[k]].map((each) => each?.chunks ?? []);
    const common = Math.min(...chunks.map(({ length }) => length));
    for (const [who, sum] of sums.entries()) {
      for (const { ms, guesses } of chunks[who]?.slice(0, common) ?? []) {
        sum.ms += ms;
        sum.guesses += guesses;
      }
    }
    const solved = take(set.puzzles, lap.from, common * set.chunk);
    const ours = sums[0] as { guesses: number };
    for (const givens of solved) ours.guesses += guessesOf(givens);
    puzzles += solved.length;
  }
  if (puzzles === 0) return undefined;
  const lines = ['Knuth (`links`)', 'Norvig', 'Cohen'].map((name, who) => {
    const { guesses, ms } = sums[who];
    return { name, guesses: guesses / puzzles, ms: ms / puzzles };
  });
  return { puzzles, lines, predictions: predictions(lines as [LynnsLine, LynnsLine, LynnsLine]) };
}

export function predictions([knuth, norvig, cohen]: readonly [LynnsLine, LynnsLine, LynnsLine]) {
  const more = Math.max(knuth.guesses, cohen.guesses);
  const fewer = Math.min(knuth.guesses, cohen.guesses);
  return [
    {
      text: "Norvig's is the slowest, since it guesses at cells only",
      holds: norvig.ms > knuth.ms && norvig.ms > cohen.ms,
    },
    {
      text: `Cohen's guesses about as often as Knuth's (within ${ABOUT} times)`,
      holds: more <= ABOUT * fewer,
    },
    {
      text: "Cohen's is slower than Knuth's: it scans clauses where links dance",
      holds: cohen.ms > knuth.ms,
    },
  ];
}
