/** A picture in squares: what both the terminal and SVG draw. */
export interface Board {
  readonly width: number;
  readonly height: number;
  /** Row by row; undefined where the board has a hole. */
  readonly squares: readonly (Square | undefined)[];
  /**
   * What lies under the squares: nothing (the default), thin lines between all of them, or the
   * light and dark of a chess board.
   */
  readonly ground?: 'plain' | 'ruled' | 'chequered' | undefined;
  readonly caption?: string | undefined;
  /** What stands to the left of each row, such as the clues of a nonogram. */
  readonly left?: readonly (readonly string[])[] | undefined;
  /** What stands above each column, from the top down. */
  readonly above?: readonly (readonly string[])[] | undefined;
  /** Arcs over a board of one row. */
  readonly arcs?: readonly Arc[] | undefined;
}

export interface Square {
  /** Walls stand between squares of different regions, and at holes and at the border. */
  readonly region?: string | number | undefined;
  /** A colour of the palette, from 0; in SVG it comes with a pattern of its own. */
  readonly tint?: number | undefined;
  /** A text in it: a letter, a value. */
  readonly mark?: string | undefined;
  /** In bold, as the givens of a Sudoku. */
  readonly strong?: boolean | undefined;
  /** A queen, or ink all over. */
  readonly shape?: 'queen' | 'full' | undefined;
  /** Four triangles in colours of the palette, as MacMahon's squares have them. */
  readonly edges?: Edges | undefined;
}

export type Edges = readonly [
  north: SquareEdge,
  east: SquareEdge,
  south: SquareEdge,
  west: SquareEdge,
];

export interface SquareEdge {
  /** A colour of the palette. */
  readonly tint: number;
  /** A letter for it in text. */
  readonly mark: string;
}

/** An arc from one square of a row to another, by their places from 0. */
export interface Arc {
  readonly from: number;
  readonly to: number;
  readonly tint?: number | undefined;
}

/** Points on a circle, and lines between them. */
export interface GraphPicture {
  readonly vertices: readonly string[];
  readonly edges: readonly GraphEdge[];
  readonly caption?: string | undefined;
}

/** A line between two vertices, by their places from 0; a strong one is what was chosen. */
export interface GraphEdge {
  readonly from: number;
  readonly to: number;
  readonly strong?: boolean | undefined;
}

export type Picture = Board | GraphPicture;

export function isGraph(picture: Picture): picture is GraphPicture {
  return 'vertices' in picture;
}

/** The square there; none outside the board either. */
export function squareAt(board: Board, row: number, column: number): Square | undefined {
  const { width, height, squares } = board;
  if (row < 0 || column < 0 || row >= height || column >= width) return undefined;
  return squares[row * width + column];
}

/** Whether a wall stands between two squares that touch. */
export function isWall(one: Square | undefined, other: Square | undefined): boolean {
  if (one === undefined || other === undefined) return one !== other;
  return one.region !== other.region;
}

/** Whether a wall stands above a square, or below the one over it. */
export function wallAbove(board: Board, row: number, column: number): boolean {
  return isWall(squareAt(board, row - 1, column), squareAt(board, row, column));
}

/** Whether a wall stands to the left of a square, or to the right of the one before. */
export function wallLeft(board: Board, row: number, column: number): boolean {
  return isWall(squareAt(board, row, column - 1), squareAt(board, row, column));
}
