import type { BoardClues, CluePath, ClueShape, ClueText } from '../board.ts';
import type { Point } from '../outline.ts';
import { INK, PAPER } from '../palette.ts';
import { element, fittingSize, rounded, textAt, textWidth } from './figure.ts';

/** Shapes of clues as elements, in squares of a side. */
export function clueLines(shapes: BoardClues['under'] | undefined, side: number): string[] {
  return (shapes ?? []).flatMap((shape) => drawShape(shape, side));
}

function drawShape(shape: ClueShape, side: number): string[] {
  switch (shape.form) {
    case 'path':
      return [drawPath(shape, side)];
    case 'text':
      return drawText(shape, side);
    case 'circle': {
      const { at, radius, fill = 'none', stroke, width } = shape;
      const [cx, cy] = at.map((place) => place * side);
      const line = { stroke, 'stroke-width': stroke && (width ?? 0.04) * side };
      return [element('circle', { cx, cy, r: radius * side, fill, ...line })];
    }
  }
}

function drawPath(path: CluePath, side: number): string {
  const { points, closed = false, fill = 'none', stroke, width = 0.04, dashed, opacity } = path;
  const place = ([x, y]: Point) => `${rounded(x * side)} ${rounded(y * side)}`;
  return element('path', {
    fill,
    stroke,
    'stroke-width': stroke && width * side,
    'stroke-linejoin': stroke && !dashed ? 'round' : undefined,
    'stroke-linecap': dashed ? 'butt' : undefined,
    'stroke-dasharray': dashed ? `${rounded(0.1 * side)} ${rounded(0.06 * side)}` : undefined,
    opacity: opacity === undefined ? undefined : String(opacity),
    d: `M${points.map(place).join('L')}${closed ? 'z' : ''}`,
  });
}

function drawText(shape: ClueText, side: number): string[] {
  const { at, text, most, fill = INK, bold = false, start = false, ground } = shape;
  const size = fittingSize(text, shape.size * side, (most ?? Number.POSITIVE_INFINITY) * side);
  const [x, y] = at.map((place) => place * side);
  const width = textWidth(text, size);
  const box = { x: start ? x - 1 : x - width / 2, y: y - size / 2, width: width + 1, height: size };
  return [
    ...(ground ? [element('rect', { ...box, rx: 2, fill: PAPER })] : []),
    textAt(x, y, size, text, { bold, fill, anchor: start ? 'start' : 'middle' }),
  ];
}
