export type {
  Arc,
  Board,
  Edges,
  GraphEdge,
  GraphPicture,
  Note,
  Outline,
  Picture,
  Square,
  SquareEdge,
  Verdict,
} from './picture/board.ts';
export { type Hinted, hintBoards, type MarkedOption, type MarkedSquare } from './picture/hints.ts';
export {
  langfordBoard,
  macmahonBoard,
  matchingGraph,
  nonogramBoard,
  queensBoard,
  triplesBoard,
  wordsBoard,
} from './picture/patterns.ts';
export { drawSvg, type SvgSettings } from './picture/svg/draw.ts';
export { drawText, type TextSettings } from './picture/text/draw.ts';
export { layerBoards, type TilingSettings, tilingBoard } from './picture/tiling.ts';
export {
  graecoLatinBoard,
  jigsawBoard,
  latinBoard,
  type SudokuPicture,
  samuraiBoard,
  sudokuBoard,
  type ValuesPicture,
  valuesBoard,
  valuesOf,
} from './picture/values.ts';
export { type WeightedItem, type WeightSum, weightBoards } from './picture/weights.ts';
export { type ErrorCode, type Place, QuadrilleError } from './problem/error.ts';
