/**
 * Analyses a Sudoku: the number of its solutions, and its true candidates. A true candidate is a
 * value that a cell has in some solution.
 */
import { itemsOf } from '../engine/problem/compiled.ts';
import type { Problem } from '../engine/problem/problem.ts';
import type { Progress } from '../engine/solve/limit-settings.ts';
import { encode, type Placement } from '../puzzles/sudoku/encode.ts';
import { Shape } from '../puzzles/sudoku/shape.ts';
import { jigsaw, samurai, sudokuX, windoku } from '../puzzles/sudoku-variants.ts';
import { sparing } from './news.ts';
import { decide } from './quick.ts';
import { type Layout, layoutOf, type SudokuBoard, sizeOf } from './sudoku-state.ts';

/** A board with values, row by row, 0 for a blank. */
export interface FilledBoard {
  readonly board: SudokuBoard;
  readonly givens: readonly number[];
}

/** The answers about a puzzle so far. */
export interface Findings {
  readonly answer?: 'none' | 'unique' | 'several';
  readonly solution?: readonly number[];
  /** Cell -> its true candidates so far, with the number of solutions where that is known. */
  readonly candidates?: readonly (readonly Candidate[])[];
  /** True once all candidates are found. */
  readonly isWhole?: boolean;
  /** The number of all solutions, where a diagram of them fits. */
  readonly exact?: string;
  /** How far the search for one solution or two is. */
  readonly running?: Pick<Progress, 'nodes' | 'rate'>;
}

export interface Candidate {
  readonly value: number;
  /** The number of its solutions, and their share of all. */
  readonly exact?: string;
  readonly share?: number;
  /** In a hint: it holds, or does not, in the argument; or it goes. */
  readonly role?: Role | undefined;
}

export type Role = 'on' | 'off' | 'out';

/** A diagram that takes longer or more is given up. */
const DIAGRAM = { timeout: 3000, memoryLimit: 2 ** 27 };
/** Milliseconds between two pieces of news, and for each cell in news of candidates. */
const SUDOKU_NEWS_MS = 250;
const PAUSE_OF_CELL = 3;

/** The problem of a board. The rules of a variant load with the first one. */
export async function problemOf(
  { kind, boxes, regions, text }: SudokuBoard,
  givens?: readonly number[],
): Promise<Problem<Placement | undefined>> {
  if (kind === 'variant') return (await import('./sudoku-variant.ts')).problemOf(text, givens);
  if (kind === 'jigsaw') return jigsaw({ regions, givens });
  if (kind === 'samurai') return samurai({ givens });
  if (kind === 'sudoku-x') return sudokuX({ boxes, givens });
  if (kind === 'windoku') return windoku({ size: sizeOf(boxes), givens });
  return encode(Shape.of({ boxes }), givens && Uint8Array.from(givens));
}

/**
 * The problem of a board, its options as values in cells. Values count from 1 here, also those of a
 * variant that begin with 0. A clue of a variant may add options in no cell, or divide those of a
 * value in a cell.
 */
export class CellProblem {
  readonly problem: Problem<Placement | undefined>;
  readonly layout: Layout;
  readonly cells: number;

  constructor(problem: Problem<Placement | undefined>, layout: Layout) {
    this.problem = problem;
    this.layout = layout;
    this.cells = layout.regions.length;
  }

  /** Without givens all values are options. */
  static async of(board: SudokuBoard, givens?: readonly number[]): Promise<CellProblem> {
    return new CellProblem(await problemOf(board, givens), await layoutIn(board));
  }

  /** -1 for an option in no cell. */
  cellOf(option: number): number {
    const placement = this.problem.payload(option);
    return placement === undefined ? -1 : placement.row * this.layout.columns + placement.column;
  }

  valueOf(option: number): number {
    const { least = 1 } = this.layout;
    return (this.problem.payload(option)?.value ?? 0) - least + 1;
  }

  /** Cell -> the value that an option puts there, 0 for a blank. */
  valuesOf(options: Iterable<number>): number[] {
    const values = new Array<number>(this.cells).fill(0);
    for (const option of options) {
      const cell = this.cellOf(option);
      if (cell >= 0) values[cell] = this.valueOf(option);
    }
    return values;
  }

  /** Cell -> the candidates that some options are, with what is known of each. */
  candidates(
    options: Iterable<number>,
    about: (option: number) => Omit<Candidate, 'value'> = () => ({}),
  ): Candidate[][] {
    const candidates = Array.from({ length: this.cells }, (): Candidate[] => []);
    for (const option of options) {
      const own = candidates[this.cellOf(option)];
      const value = this.valueOf(option);
      if (own?.every((other) => other.value !== value)) own.push({ value, ...about(option) });
    }
    return candidates;
  }
}

/** The layout of any board; that of a variant stands in its text. */
async function layoutIn(board: SudokuBoard): Promise<Layout> {
  if (board.kind !== 'variant') return layoutOf(board);
  return (await import('./sudoku-variant.ts')).layoutOf(board.text);
}

/** Reports the findings as they come: the number of solutions, then the candidates. */
export async function judge(
  { board, givens }: FilledBoard,
  onNews: (news: Findings) => void,
): Promise<Findings> {
  const puzzle = await CellProblem.of(board, givens);
  const began = sparing(SUDOKU_NEWS_MS);
  const onProgress = ({ nodes, rate }: Progress) => {
    if (began()) onNews({ running: { nodes, rate } });
  };
  const decision = await decide(puzzle.problem, onProgress);
  if (decision.solution === undefined) return { answer: 'none', isWhole: true };
  const { numbers } = decision.solution;
  const solution = puzzle.valuesOf(numbers);
  if (decision.answer !== 'several') {
    const candidates = solution.map((value) => [{ value, exact: '1', share: 1 }]);
    return { answer: 'unique', solution, candidates, isWhole: true, exact: '1' };
  }
  const several = { answer: 'several', solution } as const;
  onNews(several);
  const counted = await countCandidates(puzzle);
  if (counted !== undefined) return { ...several, ...counted, isWhole: true };
  const candidates = await probe(puzzle, numbers, (found) =>
    onNews({ ...several, candidates: found, isWhole: false }),
  );
  return { ...several, candidates, isWhole: true };
}

/** All candidates with their numbers, by a diagram of all solutions, if it is small. */
async function countCandidates(
  puzzle: CellProblem,
): Promise<Pick<Findings, 'candidates' | 'exact'> | undefined> {
  const { diagramAsync } = await import('../engine/solve/diagrams.ts');
  const { diagram } = await diagramAsync(puzzle.problem, DIAGRAM);
  if (diagram === undefined) return undefined;
  const { count } = diagram;
  const counts = diagram.perOption();
  /** Options of one value in one cell exclude each other: their solutions add up. */
  const sums = new Map<number, bigint>();
  const keyOf = (option: number) => puzzle.valueOf(option) * puzzle.cells + puzzle.cellOf(option);
  const options = [...counts.keys()].filter((option) => counts[option] !== 0n);
  for (const option of options) {
    sums.set(keyOf(option), (sums.get(keyOf(option)) ?? 0n) + counts[option]);
  }
  const candidates = puzzle.candidates(options, (option) => {
    const exact = sums.get(keyOf(option)) ?? 0n;
    return { exact: String(exact), share: Number((exact * 1_000_000n) / count) / 1_000_000 };
  });
  return { candidates, exact: String(count) };
}

/**
 * The true candidates where all solutions are too many: it looks for a solution with each value
 * that no solution so far has. One solution shows a candidate for each cell.
 */
async function probe(
  puzzle: CellProblem,
  known: readonly number[],
  onNews: (candidates: Candidate[][]) => void,
): Promise<Candidate[][]> {
  const { firstAsync } = await import('../engine/solve/api.ts');
  const { problem, cells } = puzzle;
  const compiled = problem.compile();
  /** Value and cell -> 1 once a solution has them. */
  const isTrue = new Uint8Array((puzzle.layout.values + 1) * cells);
  const shown = new Set<number>();
  const keyOf = (option: number) => puzzle.valueOf(option) * cells + puzzle.cellOf(option);
  const show = (options: readonly number[]) => {
    for (const option of options) {
      if (puzzle.cellOf(option) < 0) continue;
      shown.add(option);
      isTrue[keyOf(option)] = 1;
    }
  };
  const found = () => puzzle.candidates([...shown].sort((a, b) => a - b));
  show(known);
  const isTime = sparing(PAUSE_OF_CELL * cells);
  for (let option = 0; option < problem.optionCount; option++) {
    if (puzzle.cellOf(option) < 0 || isTrue[keyOf(option)] === 1) continue;
    // Rules have taken all items of an option that is in no solution.
    if (!itemsOf(compiled, option).some((item) => item < compiled.primary)) continue;
    const { solution = [] } = await firstAsync(compiled, { prefix: [option], seed: option });
    show(solution);
    if (isTime()) onNews(found());
  }
  return found();
}
