import { PuzzleGenerator, type PuzzleSettings } from '../src/puzzles/sudoku/generator.ts';
import { writeLine } from '../src/puzzles/sudoku/grid.ts';
import { Solver } from '../src/puzzles/sudoku/solver.ts';

/** Puzzles of one kind, by a generator of their own. */
export interface Section {
  /** What is special about them. */
  readonly about: string;
  readonly puzzles: number;
  readonly seed: number;
  readonly settings: PuzzleSettings;
}

/** A file of `data/sudoku/`. */
export interface PuzzleSet {
  readonly file: string;
  readonly boxes: `${number}x${number}`;
  readonly sections: readonly Section[];
}

/** The engine `cells`, without a seed, proves each puzzle unique within so many nodes. */
export const MAX_NODES = 10_000;
/** What a search may choose while a puzzle is made: little, so that those are found that are easy. */
const MAKING_NODES = 1_000;

/** With 28 to 38 givens. */
const easy = Array.from(
  { length: 11 },
  (_, k): Section => ({
    about: `${28 + k} givens`,
    puzzles: 100,
    seed: 906 + k,
    settings: { givens: 28 + k },
  }),
);

export const sets: readonly PuzzleSet[] = [
  {
    file: '9x9.txt',
    boxes: '3x3',
    sections: [
      { about: 'minimal', puzzles: 6000, seed: 900, settings: {} },
      { about: 'minimal, by adding', puzzles: 1000, seed: 901, settings: { by: 'adding' } },
      ...(['rotational', 'left-right', 'up-down', 'diagonal'] as const).map((symmetry, k) => ({
        about: `symmetry ${symmetry}, minimal up to that`,
        puzzles: k === 0 ? 1000 : 300,
        seed: 902 + k,
        settings: { symmetry },
      })),
      ...easy,
    ],
  },
  {
    file: '16x16.txt',
    boxes: '4x4',
    sections: [
      { about: '100 givens', puzzles: 100, seed: 1600, settings: { givens: 100 } },
      {
        about: '110 givens, symmetry rotational',
        puzzles: 100,
        seed: 1601,
        settings: { givens: 110, symmetry: 'rotational' },
      },
      { about: '120 givens', puzzles: 100, seed: 1602, settings: { givens: 120 } },
    ],
  },
  {
    file: '25x25.txt',
    boxes: '5x5',
    sections: [
      { about: '290 givens', puzzles: 20, seed: 2500, settings: { givens: 290 } },
      { about: '310 givens', puzzles: 20, seed: 2501, settings: { givens: 310 } },
      { about: '340 givens', puzzles: 20, seed: 2502, settings: { givens: 340 } },
    ],
  },
];

/** The puzzles of a section, each on a line, in their order. */
export function* linesOf(boxes: PuzzleSet['boxes'], section: Section): Iterable<string> {
  const maxNodes = MAKING_NODES;
  const generator = new PuzzleGenerator({ boxes, seed: section.seed, maxNodes });
  const judge = new Solver({ boxes });
  for (let made = 0; made < section.puzzles; ) {
    const { givens, reached } = generator.puzzle({ ...section.settings, attempts: 1 });
    if (!reached) continue;
    // How many nodes it takes depends a little on what was asked before: half leaves room for that.
    if (judge.isUnique(givens, { maxNodes: MAX_NODES / 2 }).answer !== 'unique') continue;
    made++;
    yield writeLine(generator.shape, givens);
  }
}
