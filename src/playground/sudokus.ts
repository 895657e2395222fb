/**
 * Analyses a Sudoku: the number of its solutions, and its true candidates. A true candidate is a
 * value that a cell has in some solution.
 */
import { diagramAsync } from '../ask/diagrams.ts';
import type { Progress } from '../core/walk.ts';
import type { Problem } from '../problem/problem.ts';
import { jigsaw, samurai, sudokuX, windoku } from '../puzzles/sudoku-variants.ts';
import { encode, type Placement } from '../sudoku/encode.ts';
import { Shape } from '../sudoku/shape.ts';
import { sparing } from './news.ts';
import { decide } from './quick.ts';
import { layoutOf, type SudokuBoard, sizeOf } from './sudoku-board.ts';

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
const PAUSE = 250;
const PAUSE_OF_CELL = 3;

/** The problem of a board, with values or without. */
export function problemOf({ kind, boxes, regions }: SudokuBoard, givens?: readonly number[]) {
  if (kind === 'jigsaw') return jigsaw({ regions, givens });
  if (kind === 'samurai') return samurai({ givens });
  if (kind === 'sudoku-x') return sudokuX({ boxes, givens });
  if (kind === 'windoku') return windoku({ size: sizeOf(boxes), givens });
  return encode(Shape.of({ boxes }), givens && Uint8Array.from(givens));
}

/** Tells the findings as they come: the number of solutions, then the candidates. */
export async function judge(
  { board, givens }: FilledBoard,
  tell: (news: Findings) => void,
): Promise<Findings> {
  const problem = problemOf(board, givens);
  const { columns, regions } = layoutOf(board);
  const began = sparing(PAUSE);
  const onProgress = ({ nodes, rate }: Progress) => {
    if (began()) tell({ running: { nodes, rate } });
  };
  const { solution, answer } = await decide(problem, onProgress);
  if (solution === undefined) return { answer: 'none', isWhole: true };
  const grid = new Array<number>(regions.length).fill(0);
  for (const { row, column, value } of solution.payloads) grid[row * columns + column] = value;
  if (answer !== 'several') {
    const candidates = grid.map((value) => [{ value, exact: '1', share: 1 }]);
    return { answer: 'unique', solution: grid, candidates, isWhole: true, exact: '1' };
  }
  tell({ answer, solution: grid });
  const cellOf = ({ row, column }: Placement) => row * columns + column;
  const counted = await countCandidates(problem, regions.length, cellOf);
  if (counted !== undefined) return { answer, solution: grid, ...counted, isWhole: true };
  return await probe(problem, solution.numbers, regions.length, cellOf, (candidates, isWhole) => {
    const news = { answer, solution: grid, candidates, isWhole } as const;
    if (!isWhole) tell(news);
    return news;
  });
}

/** All candidates with their numbers, by a diagram of all solutions, if it is small. */
async function countCandidates(
  problem: Problem<Placement>,
  cells: number,
  cellOf: (placement: Placement) => number,
): Promise<Pick<Findings, 'candidates' | 'exact'> | undefined> {
  const { diagram } = await diagramAsync(problem, DIAGRAM);
  if (diagram === undefined) return undefined;
  const { count } = diagram;
  const candidates = Array.from({ length: cells }, (): Candidate[] => []);
  diagram.perOption().forEach((exact, option) => {
    if (exact === 0n) return;
    const placement = problem.payload(option);
    const share = Number((exact * 1_000_000n) / count) / 1_000_000;
    candidates[cellOf(placement)]?.push({ value: placement.value, exact: String(exact), share });
  });
  return { candidates, exact: String(count) };
}

/**
 * The true candidates where all solutions are too many: it looks for a solution with each value
 * that no solution so far has. One solution shows a candidate for each cell.
 */
async function probe(
  problem: Problem<Placement>,
  known: readonly number[],
  cells: number,
  cellOf: (placement: Placement) => number,
  tell: (candidates: Candidate[][], isWhole: boolean) => Findings,
): Promise<Findings> {
  const { firstAsync } = await import('../ask/async.ts');
  const compiled = problem.compile();
  const isTrue = new Uint8Array(problem.optionCount);
  for (const option of known) isTrue[option] = 1;
  const found = () => {
    const candidates = Array.from({ length: cells }, (): Candidate[] => []);
    isTrue.forEach((is, option) => {
      const placement = problem.payload(option);
      if (is === 1) candidates[cellOf(placement)]?.push({ value: placement.value });
    });
    return candidates;
  };
  const isTime = sparing(PAUSE_OF_CELL * cells);
  for (let option = 0; option < isTrue.length; option++) {
    if (isTrue[option] === 1) continue;
    const { solution = [] } = await firstAsync(compiled, { prefix: [option], seed: option });
    for (const other of solution) isTrue[other] = 1;
    if (isTime()) tell(found(), false);
  }
  return tell(found(), true);
}
