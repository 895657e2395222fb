/**
 * Solutions of puzzles as pictures: boards for each kind of puzzle, drawn as text for a terminal or as SVG.
 *
 * ```ts
 * import { first } from 'quadrille';
 * import { drawText, queensBoard } from 'quadrille/picture';
 * import { queens } from 'quadrille/puzzles';
 *
 * console.log(drawText(queensBoard(8, first(queens(8)).solution?.payloads ?? [])));
 * ```
 *
 * *Experimental*: [a minor version may change it](../docs/stability.md).
 *
 * @module quadrille/picture
 */

export { type ErrorCode, type Place, QuadrilleError } from './engine/problem/error.ts';
export type { LatticeCell } from './puzzles/packing/lattice.ts';
export type { LatticeName } from './puzzles/packing/lattices.ts';
export type { PlacedPolyform } from './puzzles/packing/polyforms.ts';
export type {
  Arc,
  Board,
  BoardClues,
  BoardLine,
  ClueCage,
  ClueCircle,
  CluePath,
  ClueShape,
  ClueSign,
  ClueText,
  Edges,
  GraphEdge,
  GraphPicture,
  KeyEntry,
  LatticePicture,
  Note,
  Outline,
  Picture,
  PictureCell,
  Room,
  Side,
  Square,
  SquareEdge,
  Verdict,
} from './puzzles/picture/board.ts';
export {
  type Hinted,
  hintBoards,
  type MarkedOption,
  type MarkedSquare,
} from './puzzles/picture/hints.ts';
export { masyuBoard, slitherlinkBoard, tourBoard } from './puzzles/picture/loops.ts';
export type { Point } from './puzzles/picture/outline.ts';
export {
  langfordBoard,
  macmahonBoard,
  matchingGraph,
  nonogramBoard,
  queensBoard,
  triplesBoard,
  wordsBoard,
} from './puzzles/picture/patterns.ts';
export { drawSvg, type SvgSettings } from './puzzles/picture/svg/draw-svg.ts';
export { drawText, type TextSettings } from './puzzles/picture/text/draw-text.ts';
export {
  layerBoards,
  type PolyformSettings,
  polyformPicture,
  type TilingSettings,
  tilingBoard,
} from './puzzles/picture/tiling.ts';
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
} from './puzzles/picture/values.ts';
export {
  type ClueLayers,
  clueLayers,
  type VariantPicture,
  variantBoard,
} from './puzzles/picture/variant.ts';
export { type WeightedItem, type WeightSum, weightBoards } from './puzzles/picture/weights.ts';
