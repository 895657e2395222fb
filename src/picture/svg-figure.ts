import { columnsOf } from './columns.ts';
import { INK } from './palette.ts';
import { element, escaped, rounded } from './xml.ts';

/** A picture that is drawn: elements of SVG, line by line, in a frame from 0, 0. */
export interface Figure {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly string[];
}

/** The width of a letter beside its height, in the fonts that people have. */
const ASPECT = 0.6;
/** How far the middle of a figure or a capital stands above its foot. */
const MIDDLE = 0.36;

/** How wide a text will be, more or less. */
export function textWidth(text: string, size: number): number {
  return columnsOf(text) * size * ASPECT;
}

/** The size of letters at which a text goes into that width; `most` if it does anyway. */
export function fittingSize(text: string, most: number, width: number): number {
  const wanted = textWidth(text, most);
  return wanted <= width ? most : Math.max(1, Math.floor((10 * most * width) / wanted) / 10);
}

/** A text about a point, which is in the middle of its height. */
export function textAt(x: number, y: number, size: number, text: string, kind: TextKind): string {
  const { anchor = 'middle', bold = false, fill = INK, turn = 0 } = kind;
  return element(
    'text',
    {
      x,
      y: y + size * MIDDLE,
      'font-size': size,
      'text-anchor': anchor === 'start' ? undefined : anchor,
      'font-weight': bold ? 'bold' : undefined,
      fill: fill === INK ? undefined : fill,
      transform: turn === 0 ? undefined : `rotate(${rounded(turn)} ${rounded(x)} ${rounded(y)})`,
    },
    escaped(text),
  );
}

export interface TextKind {
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly bold?: boolean;
  readonly fill?: string;
  /** By how many degrees it is turned about its point, clockwise. */
  readonly turn?: number;
}
