export type {
  Arc,
  Board,
  Edges,
  GraphEdge,
  GraphPicture,
  Picture,
  Square,
  SquareEdge,
} from './picture/board.ts';
export { langfordBoard } from './picture/langford.ts';
export { graecoLatinBoard, latinBoard } from './picture/latin.ts';
export { macmahonBoard } from './picture/macmahon.ts';
export { matchingGraph } from './picture/matching.ts';
export { nonogramBoard } from './picture/nonogram.ts';
export { queensBoard } from './picture/queens.ts';
export { jigsawBoard, type SudokuPicture, samuraiBoard, sudokuBoard } from './picture/sudoku.ts';
export { drawSvg, type SvgSettings } from './picture/svg.ts';
export { drawText, type TextSettings } from './picture/text.ts';
export { layerBoards, type TilingSettings, tilingBoard } from './picture/tiling.ts';
export { triplesBoard } from './picture/triples.ts';
export {
  type ValuesPicture,
  valuesBoard,
  valuesOf,
} from './picture/values.ts';
export { wordsBoard } from './picture/words.ts';
export { type ErrorCode, type Place, QuadrilleError } from './problem/error.ts';
