/** The arrows of a chain over a grid: from candidate to candidate, each one the reason of the next. */
import { svgOf } from './element.ts';
import { MOST_MARKS } from './sudoku-grid.ts';
import type { Layout } from './sudoku-state.ts';

/** A candidate of a cell. */
export interface Spot {
  readonly cell: number;
  readonly value: number;
}

/**
 * The distances of marks in a cell, and how far they lie below its middle, as the style sheet writes
 * them, in sides of a cell: in a grid of elements, and over a drawing.
 */
const MARKS = { across: 0.282, down: 0.29, below: 0 };
const MARKS_OVER_DRAWING = { across: 0.24, down: 0.23, below: 0.07 };
/** The room that an arrow leaves around a mark, and how far it bends aside. */
const MARK_RADIUS = 0.13;
const BEND = 0.12;

/** A drawing as large as the grid, in which a cell measures 1 by 1; none where marks do not fit. */
export function arrowsOf(
  chains: readonly (readonly Spot[])[],
  { rows, columns, values, drawing }: Layout,
): SVGSVGElement | undefined {
  if (chains.length === 0 || values > MOST_MARKS) return undefined;
  const marks = drawing === undefined ? MARKS : MARKS_OVER_DRAWING;
  const across = values <= 4 ? 2 : 3;
  const down = Math.ceil(values / across);
  const centre = ({ cell, value }: Spot) => {
    const x = ((value - 1) % across) - (across - 1) / 2;
    const y = Math.floor((value - 1) / across) - (down - 1) / 2;
    return [
      (cell % columns) + 0.5 + x * marks.across,
      Math.floor(cell / columns) + 0.5 + marks.below + y * marks.down,
    ] as const;
  };
  const arrow = (from: Spot, to: Spot): string => {
    const [[x, y], [u, v]] = [centre(from), centre(to)];
    const length = Math.hypot(u - x, v - y);
    if (length < 2 * MARK_RADIUS) return '';
    const [dx, dy] = [(u - x) / length, (v - y) / length];
    const bend = Math.min(BEND * length, 0.4);
    const middle = [(x + u) / 2 - dy * bend, (y + v) / 2 + dx * bend] as const;
    // Both ends point to the bend.
    const towards = (px: number, py: number): readonly [number, number] => {
      const far = Math.hypot(middle[0] - px, middle[1] - py);
      return [
        px + ((middle[0] - px) * MARK_RADIUS) / far,
        py + ((middle[1] - py) * MARK_RADIUS) / far,
      ];
    };
    const places = [towards(x, y), middle, towards(u, v)].map(([px, py]) =>
      [px.toFixed(3), py.toFixed(3)].join(' '),
    );
    return `<path d="M${places[0]}Q${places[1]} ${places[2]}" marker-end="url(#arrowhead)"/>`;
  };
  const paths = chains.flatMap((chain) => chain.slice(1).map((spot, k) => arrow(chain[k], spot)));
  return svgOf(
    `<svg xmlns="http://www.w3.org/2000/svg" class="arrows" viewBox="0 0 ${columns} ${rows}" aria-hidden="true"><defs><marker id="arrowhead" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="4" markerHeight="4" orient="auto"><path d="M0 0l6 3l-6 3z"/></marker></defs>${paths.join('')}</svg>`,
  );
}
