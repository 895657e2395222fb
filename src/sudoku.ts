/**
 * Sudokus of any size: read, check, solve, count, make and write them.
 *
 * ```ts
 * import { readPuzzle, Solver, writeLine } from 'quadrille/sudoku';
 *
 * const { shape, givens } = readPuzzle(
 *   '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',
 * );
 * const { solution } = new Solver(shape).first(givens);
 * if (solution) console.log(writeLine(shape, solution));
 * ```
 *
 * *Stable*: [see what that promises](../docs/stability.md).
 *
 * @module quadrille/sudoku
 */

export { type ErrorCode, type Place, QuadrilleError } from './engine/problem/error.ts';
export type { Watch } from './engine/solve/cooperative.ts';
export type { EngineName } from './engine/solve/engines.ts';
export type { Limits, Progress, Status } from './engine/solve/limit-settings.ts';
export type { Count, First, Uniqueness } from './engine/solve/questions.ts';
export type { AsyncSolutions, Solutions } from './engine/solve/streams.ts';
export {
  type Answered,
  type Answers,
  answerEach,
  type BatchSettings,
} from './puzzles/sudoku/batch.ts';
export { automorphisms, canonicalGrid } from './puzzles/sudoku/canonical.ts';
export { decode, encode, type Placement } from './puzzles/sudoku/encode.ts';
export {
  type Generated,
  type GeneratorSettings,
  PuzzleGenerator,
  type PuzzleSettings,
  type Symmetry,
} from './puzzles/sudoku/generator.ts';
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
} from './puzzles/sudoku/grid.ts';
export { Shape, type ShapeSettings } from './puzzles/sudoku/shape.ts';
export {
  type AsyncLimits,
  type Candidates,
  Solver,
  type SolverSettings,
} from './puzzles/sudoku/solver.ts';
export { Symbols } from './puzzles/sudoku/symbols.ts';
export type { Read, ReadSettings, TakeOther } from './puzzles/sudoku/text/format.ts';
export {
  PuzzleReader,
  readEach,
  readPuzzle,
  readPuzzles,
} from './puzzles/sudoku/text/reader.ts';
export { CellGrid, type Cells, type GridSize } from './puzzles/variants/cell-grid.ts';
export { CLUES, type Clue, type ClueForm, type ClueKind } from './puzzles/variants/clue.ts';
export { VARIANT_FORMS, type VariantForm } from './puzzles/variants/forms.ts';
export type { RuledGrid } from './puzzles/variants/houses.ts';
export { variant } from './puzzles/variants/read.ts';
export { isVariantText } from './puzzles/variants/recognise.ts';
export { plainShape, type VariantShape } from './puzzles/variants/shape.ts';
export { Variant, type VariantStatement } from './puzzles/variants/variant.ts';
export { writeVariant } from './puzzles/variants/write.ts';
