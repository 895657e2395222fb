export type {
  Arc,
  Board,
  Edge,
  Edges,
  Graph,
  GraphEdge,
  Picture,
  Square,
} from './picture/board.ts';
export { langfordBoard, type PlacedPair } from './picture/langford.ts';
export { graecoLatinBoard, latinBoard, type PlacedLetter } from './picture/latin.ts';
export { type EdgedSquare, macmahonBoard } from './picture/macmahon.ts';
export { matchingGraph, type NamedGraph, type Pair } from './picture/matching.ts';
export { nonogramBoard, type PlacedRun, type Runs } from './picture/nonogram.ts';
export { queensBoard } from './picture/queens.ts';
export type { Place } from './picture/squares.ts';
export { jigsawBoard, type SudokuPicture, samuraiBoard, sudokuBoard } from './picture/sudoku.ts';
export { drawSvg, type SvgSettings } from './picture/svg.ts';
export { drawText, type TextSettings } from './picture/text.ts';
export { layerBoards, type PlacedPiece, type PlaceInBox, tilingBoard } from './picture/tiling.ts';
export { type PlacedTriple, triplesBoard } from './picture/triples.ts';
export {
  type PlacedValue,
  type ValuesPicture,
  valuesBoard,
  valuesOf,
} from './picture/values.ts';
export { type PlacedWord, wordsBoard } from './picture/words.ts';
export { type ErrorCode, type Place as ErrorPlace, QuadrilleError } from './problem/error.ts';
