export { type ErrorCode, type Place, QuadrilleError } from './problem/error.ts';
export { freePolyominoes } from './puzzles/free-polyominoes.ts';
export type { Givens } from './puzzles/houses.ts';
export { readGivens } from './puzzles/houses-text.ts';
export { kirkman, type Walk } from './puzzles/kirkman.ts';
export { type LangfordPair, type LangfordSettings, langford } from './puzzles/langford.ts';
export { cyclicSquare, type LatinSettings, latinSquares } from './puzzles/latin.ts';
export { type GreekLetter, orthogonalMates, transversals } from './puzzles/latin-mates.ts';
export { type MacMahonSettings, type MacMahonSquare, macmahon } from './puzzles/macmahon.ts';
export { type Edge, type Graph, perfectMatchings, readGraph } from './puzzles/matching.ts';
export {
  completeGraph,
  cubeGraph,
  dodecahedronGraph,
  fullereneGraph,
  icosahedronGraph,
  petersenGraph,
} from './puzzles/matching-graphs.ts';
export { type Clues, nonogram, type Stretch } from './puzzles/nonogram.ts';
export { cluesOf, readClues } from './puzzles/nonogram-text.ts';
export type { PackingSettings } from './puzzles/packing.ts';
export { type Piece, piece, pieces, readPieces, withMirrors } from './puzzles/pieces.ts';
export { bedlam, polycubes, soma } from './puzzles/polycubes.ts';
export {
  dominoes,
  type PolyominoSettings,
  pentominoes,
  polyominoes,
} from './puzzles/polyominoes.ts';
export { type QueensSettings, queens } from './puzzles/queens.ts';
export type { Cell, Cube, Placed } from './puzzles/region.ts';
export { aztecDiamond } from './puzzles/region.ts';
export { steiner, type Triple } from './puzzles/steiner.ts';
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
export { readWords, type WordList } from './puzzles/words.ts';
export {
  type PlacedWord,
  type WordRectangleSettings,
  type WordSquareSettings,
  wordRectangles,
  wordSquares,
} from './puzzles/words-square.ts';
export type { Placement } from './sudoku/encode.ts';
