import { checkInteger } from '../../engine/problem/setting.ts';
import { badSetting } from '../mistakes.ts';
import type { Cell } from '../packing/cubes.ts';
import type { LatticeCell } from '../packing/lattice.ts';
import type { LatticeName } from '../packing/lattices.ts';
import type { Point } from './outline.ts';

/** A picture in squares. The terminal and SVG both draw it. */
export interface Board {
  readonly width: number;
  readonly height: number;
  /** Row by row; undefined is a hole. */
  readonly squares: readonly (Square | undefined)[];
  /**
   * The ground under the squares: nothing (`plain`, the default), thin lines between them, or the
   * light and dark squares of a chess board.
   */
  readonly ground?: 'plain' | 'ruled' | 'chequered' | undefined;
  readonly caption?: string | undefined;
  /** Labels to the left of each row, such as the clues of a nonogram. */
  readonly left?: readonly (readonly string[])[] | undefined;
  /** Labels above each column, from the top down. */
  readonly above?: readonly (readonly string[])[] | undefined;
  /** Arcs over a board of one row. */
  readonly arcs?: readonly Arc[] | undefined;
  /**
   * Lines from the middle of a square to that of another, below the marks. Text has those between
   * neighbours, if there are no others.
   */
  readonly path?: readonly BoardLine[] | undefined;
  /** Lines along the sides of squares, in place of walls, and dots at the other corners. */
  readonly fence?: readonly BoardLine[] | undefined;
  /** Lines around squares, over all else. SVG alone draws them. */
  readonly outlines?: readonly Outline[] | undefined;
  /** The clues of a variant Sudoku. */
  readonly clues?: BoardClues | undefined;
  /** What marks stand for, beside the picture or below it. */
  readonly key?: readonly KeyEntry[] | undefined;
}

/** What a mark stands for: the name of a piece that is too long for a square. */
export interface KeyEntry {
  readonly mark: string;
  readonly name: string;
  /** The colour of the squares with this mark, if they have one. */
  readonly tint?: number | undefined;
}

/** Clues on and around a board: what SVG draws, and what text draws. */
export interface BoardClues {
  /** For SVG: below the lines between squares. */
  readonly under: readonly ClueShape[];
  /** For SVG: over these lines, below the marks. */
  readonly over: readonly ClueShape[];
  /** For SVG: how far shapes reach beyond the board, in sides of a square. */
  readonly room: Room;
  /** For text: dashed lines around squares. */
  readonly cages: readonly ClueCage[];
  /** For text: signs on sides and corners of squares. */
  readonly signs: readonly ClueSign[];
  /** For text: square -> the letters of the lines through it. */
  readonly letters: ReadonlyMap<number, string>;
  /** For text: labels beside the rows and columns. */
  readonly labels: Readonly<Record<Side, readonly (readonly string[])[]>>;
  /** Rules without a place, in words below the board. */
  readonly words: readonly string[];
  /** For text: what its letters stand for, and what it has no room for. */
  readonly legend: readonly string[];
}

/** A side of a board. */
export type Side = 'above' | 'right' | 'below' | 'left';

/** The room on each side of a board, in sides of a square. */
export type Room = Readonly<Record<Side, number>>;

/** Squares of a cage, by their places from 0, and its label. */
export interface ClueCage {
  readonly squares: readonly number[];
  readonly label?: string | undefined;
  /** The square of the label. Default: the first one. */
  readonly labelled?: number | undefined;
}

/** A sign in the middle of a side, or at a corner: 1, 0.5 is the right side of the first square. */
export interface ClueSign {
  readonly at: Point;
  readonly text: string;
}

/**
 * A shape of a clue. Lengths are in sides of a square; 0, 0 is the upper left corner of the board, x
 * goes to the right. Colours are those of SVG.
 */
export type ClueShape = CluePath | ClueCircle | ClueText;

/** A line through points, or an area within it. */
export interface CluePath {
  readonly form: 'path';
  readonly points: readonly Point[];
  readonly closed?: boolean | undefined;
  readonly fill?: string | undefined;
  readonly stroke?: string | undefined;
  readonly width?: number | undefined;
  readonly dashed?: boolean | undefined;
  /** From 0 to 1. */
  readonly opacity?: number | undefined;
}

/** A circle around a point. */
export interface ClueCircle {
  readonly form: 'circle';
  readonly at: Point;
  readonly radius: number;
  readonly fill?: string | undefined;
  readonly stroke?: string | undefined;
  readonly width?: number | undefined;
}

/** A short text, in the middle of its place. */
export interface ClueText {
  readonly form: 'text';
  readonly at: Point;
  readonly text: string;
  readonly size: number;
  /** The most that it may measure; a longer one is smaller. */
  readonly most?: number | undefined;
  readonly fill?: string | undefined;
  readonly bold?: boolean | undefined;
  /** Where it starts, in place of its middle. */
  readonly start?: boolean | undefined;
  /** A light ground behind it. */
  readonly ground?: boolean | undefined;
}

/** What stands in a square of a board. All of it is optional. */
export interface Square {
  /** Walls stand between different regions, around holes and around the board. */
  readonly region?: string | number | undefined;
  /** A colour of the palette, from 0. In SVG it has a pattern of its own. */
  readonly tint?: number | undefined;
  /** A short text: a letter, a value. */
  readonly mark?: string | undefined;
  /** A bold mark, such as a given of a Sudoku. */
  readonly strong?: boolean | undefined;
  /** A queen, a square filled with ink, a white pearl or a black one. */
  readonly shape?: 'queen' | 'full' | 'ring' | 'disc' | undefined;
  /** Four triangles in colours of the palette, for MacMahon's squares. */
  readonly edges?: Edges | undefined;
  /** A light ground, where to look. */
  readonly lit?: boolean | undefined;
  /**
   * Small marks, as a person makes them with a pencil. In SVG each has the place of its index, also
   * beside places that are undefined; text has no room for these.
   */
  readonly notes?: readonly (Note | undefined)[] | undefined;
}

/** The verdict on a value of a board: it holds, or it is out. */
export type Verdict = 'holds' | 'out';

/** A small mark in a square, such as a candidate of a Sudoku. */
export interface Note {
  readonly mark: string;
  /** Absent for one that is only looked at. */
  readonly verdict?: Verdict | undefined;
  /** True for a candidate that no step is about: it has no ground. */
  readonly plain?: boolean | undefined;
}

/** A line around squares, by their places from 0, row by row. One that is out is dashed. */
export interface Outline {
  readonly squares: readonly number[];
  readonly verdict: Verdict;
}

/** The four edges of a square, clockwise from the top. */
export type Edges = readonly [
  north: SquareEdge,
  east: SquareEdge,
  south: SquareEdge,
  west: SquareEdge,
];

/** The colour of one edge of a square. */
export interface SquareEdge {
  /** A colour of the palette. */
  readonly tint: number;
  /** A letter for it in text. */
  readonly mark: string;
}

/**
 * A line of a path, between two squares by their rows and columns from 0; or of a fence, between two
 * neighbouring corners: corner 0, 0 is the upper left one of square 0, 0.
 */
export interface BoardLine {
  readonly from: Cell;
  readonly to: Cell;
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

/** A line between two vertices, by their places from 0. A strong line is a chosen edge. */
export interface GraphEdge {
  readonly from: number;
  readonly to: number;
  readonly strong?: boolean | undefined;
}

/** Cells of a lattice: triangles, hexagons, sticks or solids. */
export interface LatticePicture {
  readonly lattice: LatticeName;
  /** Each cell once, in any order. */
  readonly cells: readonly PictureCell[];
  /** Lines around cells, by their places in `cells`, over all else. SVG alone draws them. */
  readonly outlines?: readonly Outline[] | undefined;
  readonly caption?: string | undefined;
  /** What marks stand for, as on a board. */
  readonly key?: readonly KeyEntry[] | undefined;
}

/** A cell of a lattice, and what stands in it. A stick without a region is an empty place for one. */
export interface PictureCell
  extends Pick<Square, 'region' | 'tint' | 'mark' | 'strong' | 'lit' | 'notes'> {
  readonly at: LatticeCell;
}

/** All that can be drawn. */
export type Picture = Board | GraphPicture | LatticePicture;

export function isGraph(picture: Picture): picture is GraphPicture {
  return 'vertices' in picture;
}

export function isLattice(picture: Picture): picture is LatticePicture {
  return 'lattice' in picture;
}

/** The square at a place; undefined for a hole and outside the board. */
export function squareAt(board: Board, row: number, column: number): Square | undefined {
  const { width, height, squares } = board;
  if (row < 0 || column < 0 || row >= height || column >= width) return undefined;
  return squares[row * width + column];
}

/** True if a line joins two neighbours. */
export function joinsNeighbours({ from, to }: BoardLine): boolean {
  return Math.abs(from.row - to.row) + Math.abs(from.column - to.column) === 1;
}

/** True if a wall stands between two neighbouring squares. */
export function isWall(one: Square | undefined, other: Square | undefined): boolean {
  if (one === undefined || other === undefined) return one !== other;
  return one.region !== other.region;
}

/** True if a wall stands above a square. */
export function wallAbove(board: Board, row: number, column: number): boolean {
  return isWall(squareAt(board, row - 1, column), squareAt(board, row, column));
}

/** True if a wall stands to the left of a square. */
export function wallLeft(board: Board, row: number, column: number): boolean {
  return isWall(squareAt(board, row, column - 1), squareAt(board, row, column));
}

/** The most squares in a row or column. */
export const MOST_SIDE = 1000;

/** Throws if the value is no side of a board. */
export function checkSide(value: unknown, what: string): void {
  checkInteger(what, value as number, 0, MOST_SIDE);
}

/** The size of a board. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of the smallest board with all these places. */
export function sizeOf(places: readonly Cell[]): Size {
  let [width, height] = [0, 0];
  for (const { row, column } of places) {
    checkSide(row, 'The row of a square');
    checkSide(column, 'The column of a square');
    width = Math.max(width, column + 1);
    height = Math.max(height, row + 1);
  }
  return { width, height };
}

/** Builds a board square by square. Each place takes one square. */
export class BoardBuilder {
  readonly width: number;
  readonly height: number;
  readonly #squares: (Square | undefined)[];

  constructor({ width, height }: Size) {
    checkSide(width, 'The width of the board');
    checkSide(height, 'The height of the board');
    this.width = width;
    this.height = height;
    this.#squares = new Array<Square | undefined>(width * height).fill(undefined);
  }

  put({ row, column }: Cell, square: Square): void {
    const index = this.#indexOf(row, column);
    if (this.#squares[index] !== undefined) {
      throw badSetting(
        `Row ${row}, column ${column} has two squares; give one solution at a time.`,
      );
    }
    this.#squares[index] = square;
  }

  /** Fills every place that has no square yet. */
  fill(squareAt: (place: Cell) => Square): void {
    this.#squares.forEach((square, k) => {
      const place = { row: Math.floor(k / this.width), column: k % this.width };
      this.#squares[k] = square ?? squareAt(place);
    });
  }

  /** The board. Places without a square are holes. */
  board(rest: Omit<Board, 'width' | 'height' | 'squares'>): Board {
    const { width, height } = this;
    return { width, height, squares: this.#squares, ...rest };
  }

  #indexOf(row: number, column: number): number {
    checkInteger('The row of a square', row, 0, this.height - 1);
    checkInteger('The column of a square', column, 0, this.width - 1);
    return row * this.width + column;
  }
}
