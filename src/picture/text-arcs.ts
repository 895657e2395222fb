import type { Arc } from './board.ts';
import { type Canvas, DOWN, LEFT, RIGHT, UP } from './canvas.ts';
import type { Layout } from './text-layout.ts';

/** Arc -> how high it goes: over every shorter one that shares a place with it. */
export function levelsOf(arcs: readonly Arc[]): number[] {
  const levels = new Array<number>(arcs.length).fill(0);
  const ends = arcs.map(({ from, to }) => [Math.min(from, to), Math.max(from, to)] as const);
  const order = arcs.map((_, k) => k);
  const length = (k: number) => (ends[k]?.[1] ?? 0) - (ends[k]?.[0] ?? 0);
  order.sort((one, other) => length(one) - length(other));
  order.forEach((k, at) => {
    const [from, to] = ends[k] as readonly [number, number];
    let below = 0;
    for (const other of order.slice(0, at)) {
      const [start, end] = ends[other] as readonly [number, number];
      if (start <= to && end >= from) below = Math.max(below, levels[other] as number);
    }
    levels[k] = below + 1;
  });
  return levels;
}

/** A bracket whose legs stand on the board. */
export function drawArc(canvas: Canvas, { from, to }: Arc, layout: Layout, line: number): void {
  const place = (square: number) => {
    const column = layout.columns[square] as number;
    return column + Math.floor((layout.inner - 1) / 2);
  };
  const foot = layout.wallRows[0] ?? 0;
  const [first, last] = [Math.min(from, to), Math.max(from, to)].map(place) as [number, number];
  for (let k = first + 1; k < last; k++) canvas.join(line, k, LEFT | RIGHT);
  canvas.join(line, first, RIGHT);
  canvas.join(line, last, LEFT);
  for (const leg of [first, last]) {
    canvas.join(line, leg, DOWN);
    for (let k = line + 1; k < foot; k++) canvas.join(k, leg, UP | DOWN);
    canvas.join(foot, leg, UP);
  }
}
