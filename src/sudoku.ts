export { type ErrorCode, type Place, QuadrilleError } from './problem/error.ts';
export type { Watch } from './solve/cooperative.ts';
export type { EngineName } from './solve/engines.ts';
export type { Limits, Progress, Status } from './solve/limits.ts';
export type { Count, First, Uniqueness } from './solve/questions.ts';
export type { AsyncSolutions, Solutions } from './solve/streams.ts';
export { type Answered, type Answers, answerEach, type BatchSettings } from './sudoku/batch.ts';
export { automorphisms, canonicalGrid } from './sudoku/canonical.ts';
export { decode, encode, type Placement } from './sudoku/encode.ts';
export {
  type Generated,
  type GeneratorSettings,
  PuzzleGenerator,
  type PuzzleSettings,
  type Symmetry,
} from './sudoku/generator.ts';
export {
  check,
  checkGivens,
  type Grid,
  GridError,
  type Mistake,
  type Puzzle,
  type Unit,
  type Verdict,
  writeFramed,
  writeIntegers,
  writeJson,
  writeLine,
} from './sudoku/grid.ts';
export { Shape, type ShapeSettings } from './sudoku/shape.ts';
export { type AsyncLimits, type Candidates, Solver, type SolverSettings } from './sudoku/solver.ts';
export { Symbols } from './sudoku/symbols.ts';
export type { Read, ReadSettings } from './sudoku/text/decode.ts';
export {
  PuzzleReader,
  readEach,
  readPuzzle,
  readPuzzles,
} from './sudoku/text/reader.ts';
