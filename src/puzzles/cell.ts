/** A square of a board, from 0: rows downwards, columns to the right. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** A cube of a box: a cell of one of its layers, which count from 0 upwards. */
export interface Cube extends Cell {
  readonly layer: number;
}

/** A piece where it lies: the payload of every packing. */
export interface Placed<C extends Cell = Cell> {
  readonly piece: string;
  readonly cells: readonly C[];
}
