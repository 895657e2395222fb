import type { Edges } from './board.ts';
import type { Canvas } from './canvas.ts';
import { PALETTE, type Tint } from './palette.ts';

/** Columns and lines of a square with four edges. */
export const EDGES_WIDTH = 5;
export const EDGES_LINES = 3;

/**
 * Triangles as far as characters go, with the letter of each colour:
 *
 *     W N N N E
 *     W W   E E
 *     W S S S E
 */
export function drawEdges(
  canvas: Canvas,
  [north, east, south, west]: Edges,
  line: number,
  from: number,
  colour: boolean,
): void {
  if (colour) {
    const paint = (down: number, right: number, width: number, tint: number) =>
      canvas.paint(line + down, from + right, width, (PALETTE[tint] as Tint).ansi);
    paint(0, 1, 3, north.tint);
    paint(2, 1, 3, south.tint);
    for (let k = 0; k < EDGES_LINES; k++) {
      const reach = k === 1 ? 2 : 1;
      paint(k, 0, reach, west.tint);
      paint(k, EDGES_WIDTH - reach, reach, east.tint);
    }
  }
  canvas.put(line, from + 2, north.mark);
  canvas.put(line + 1, from, west.mark);
  canvas.put(line + 1, from + 4, east.mark);
  canvas.put(line + 2, from + 2, south.mark);
}
