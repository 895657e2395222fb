import { columnsOf } from '../letters.ts';
import { INK, PALETTE, TILE } from '../palette.ts';

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

/** Writes XML by hand: names are ours, so only texts and values need care. */

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element with text in it, with other elements, or with nothing. */
export function element(name: string, attributes: Attributes, ...content: string[]): string {
  let start = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    start += ` ${key}="${typeof value === 'number' ? rounded(value) : escaped(value)}"`;
  }
  return content.length === 0 ? `${start}/>` : `${start}>${content.join('')}</${name}>`;
}

/** An element with others in it, each on a line of its own; nothing where there are none. */
export function group(name: string, attributes: Attributes, children: readonly string[]): string[] {
  if (children.length === 0) return [];
  const [start, end] = element(name, attributes, '\n').split('\n') as [string, string];
  return [start, ...children, end];
}

/** A text as it may stand within an element or a value in double quotes. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A coordinate, to a tenth. */
export function rounded(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/**
 * What the pictures of a document share. The names are the library's own and always mean the same,
 * so that documents can be put into one page.
 */
const PREFIX = 'quadrille-';

export const QUEEN = `${PREFIX}queen`;

/** The pattern of a colour, as a fill. */
export function hatchName(tint: number): string {
  return `url(#${PREFIX}${tint})`;
}

/** The definitions that those lines make use of. */
export function definitions(lines: readonly string[]): string[] {
  const text = lines.join('\n');
  const hatches = PALETTE.flatMap(({ hatch }, tint) => {
    if (!text.includes(hatchName(tint))) return [];
    const dots = hatch.includes('h.01');
    const drawn = element('path', {
      fill: 'none',
      stroke: INK,
      'stroke-opacity': dots ? 0.4 : 0.3,
      'stroke-width': dots ? 2.2 : 1,
      'stroke-linecap': dots ? 'round' : undefined,
      d: hatch,
    });
    const box = { width: TILE, height: TILE, patternUnits: 'userSpaceOnUse' };
    return [element('pattern', { id: `${PREFIX}${tint}`, ...box }, drawn)];
  });
  const queens = text.includes(`#${QUEEN}`) ? [queen()] : [];
  return group('defs', {}, [...hatches, ...queens]);
}

/** A crown with five points, in a square of 40 by 40. */
function queen(): string {
  const balls = [
    [7, 13],
    [13.2, 9.6],
    [20, 8.2],
    [26.8, 9.6],
    [33, 13],
  ].map(([cx, cy]) => element('circle', { cx, cy, r: 2.3 }));
  const crown = element('path', {
    d: 'M10.5 26.5L7 13l6 8.5l.4-11.5l4.6 10.5l2-12l2 12l4.6-10.5l.4 11.5l6-8.5l-3.5 13.5z',
  });
  const foot = element('path', {
    d: 'M11 28.2q9-2 18 0l-.6 2.4q-8.4-1.8-16.8 0zM10.8 32.2q9.2-2 18.4 0v2.6h-18.4z',
  });
  const line = { fill: INK, stroke: INK, 'stroke-width': 0.8, 'stroke-linejoin': 'round' };
  return element('g', { id: QUEEN, ...line }, ...balls, crown, foot);
}
