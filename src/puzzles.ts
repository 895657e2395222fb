/**
 * Well-known puzzles as problems: packings, queens, Latin squares, nonograms, words and more. Each says in its payloads what an option means.
 *
 * ```ts
 * import { count } from 'quadrille';
 * import { queens } from 'quadrille/puzzles';
 *
 * console.log(count(queens(8)).count); // 92
 * ```
 *
 * *Stable*: [see what that promises](../docs/stability.md).
 *
 * @module quadrille/puzzles
 */

export { type ErrorCode, type Place, QuadrilleError } from './engine/problem/error.ts';
export {
  type BurrAssemblies,
  type BurrPlaced,
  burrAssemblies,
} from './puzzles/burr/assemblies.ts';
export type {
  BurrColour,
  BurrColourRule,
  BurrFile,
  BurrGrid,
  BurrGroup,
  BurrPiece,
  BurrPoint,
  BurrProblem,
  BurrShape,
  BurrVoxel,
} from './puzzles/burr/file.ts';
export { readBurr } from './puzzles/burr/read.ts';
export { writeBurr } from './puzzles/burr/write.ts';
export {
  type LangfordPair,
  type LangfordSettings,
  langford,
  type QueensSettings,
  queens,
} from './puzzles/classics.ts';
export type { ClueGrid } from './puzzles/clue-grid.ts';
export type { GridLine } from './puzzles/grid-loop.ts';
export { gridGraph, hamiltonianCycles, knightGraph } from './puzzles/hamiltonian.ts';
export { type Givens, readGivens, writeGivens } from './puzzles/houses.ts';
export {
  cyclicSquare,
  type GreekLetter,
  type LatinSettings,
  latinSquares,
  orthogonalMates,
  transversals,
} from './puzzles/latin.ts';
export { type MacMahonSettings, type MacMahonSquare, macmahon } from './puzzles/macmahon.ts';
export {
  drawMasyu,
  type MasyuClues,
  masyu,
  type Pearl,
  readMasyu,
  writeMasyu,
} from './puzzles/masyu.ts';
export {
  completeGraph,
  cubeGraph,
  dodecahedronGraph,
  type Edge,
  fullereneGraph,
  type Graph,
  icosahedronGraph,
  perfectMatchings,
  petersenGraph,
  readGraph,
} from './puzzles/matching.ts';
export {
  type Clues,
  cluesOf,
  nonogram,
  readClues,
  type Stretch,
  writeClues,
} from './puzzles/nonogram.ts';
export type { Board as PolyformBoard } from './puzzles/packing/boards.ts';
export type { Copies } from './puzzles/packing/copies.ts';
export { aztecDiamond, type Cell, type Cube, type Placed } from './puzzles/packing/cubes.ts';
export type { PolyformPiece } from './puzzles/packing/forms.ts';
export type { LatticeName } from './puzzles/packing/lattices.ts';
export type { Packing, PackingSettings } from './puzzles/packing/packing.ts';
export { type Piece, piece, pieces, readPieces, withMirrors } from './puzzles/packing/pieces.ts';
export {
  type FreePolyformSettings,
  freePolyforms,
  type PlacedPolyform,
  type PolyformPieceSettings,
  type PolyformSettings,
  polyformPieces,
  polyforms,
  readPolyformPieces,
} from './puzzles/packing/polyforms.ts';
export {
  bedlam,
  dominoes,
  freePolyominoes,
  type PolyominoSettings,
  pentominoes,
  polycubes,
  polyominoes,
  soma,
} from './puzzles/packing/polyominoes.ts';
export {
  drawSlitherlink,
  readSlitherlink,
  type SlitherlinkClues,
  slitherlink,
  writeSlitherlink,
} from './puzzles/slitherlink.ts';
export type { Placement } from './puzzles/sudoku/encode.ts';
export {
  type JigsawSettings,
  jigsaw,
  type SamuraiSettings,
  type SudokuXSettings,
  samurai,
  sudokuX,
  type WindokuSettings,
  windoku,
} from './puzzles/sudoku-variants.ts';
export { kirkman, steiner, type Triple, type Walk } from './puzzles/triple-systems.ts';
export {
  type PlacedWord,
  readWords,
  type WordList,
  type WordRectangleSettings,
  type WordSquareSettings,
  wordRectangles,
  wordSquares,
} from './puzzles/words.ts';
