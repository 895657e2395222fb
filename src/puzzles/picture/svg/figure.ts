import type { Verdict } from '../board.ts';
import { columnsOf, sanitizeText } from '../letters.ts';
import { HOLDS, INK, OUT_MARK, PALETTE, TILE } from '../palette.ts';

/** A drawn picture: SVG elements, one on each line. Its upper left corner is at 0, 0. */
export interface Figure {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly string[];
}

/** The size of a mark, where it fits. */
export const MARK_SIZE = 22;
/** The width of a wall. */
export const WALL = 3;

/** Lines between the cells of a piece. */
export const THIN = {
  fill: 'none',
  stroke: INK,
  'stroke-width': 1,
  'stroke-opacity': 0.3,
} as const;

/** The usual width of a letter, relative to the font size. */
const ASPECT = 0.6;
/**
 * The distance from the baseline to the middle of a digit or capital, relative to the font size.
 */
const MIDDLE = 0.36;

/** The approximate width of a text. */
export function textWidth(text: string, size: number): number {
  return columnsOf(text) * size * ASPECT;
}

/** The largest font size up to `most` at which a text fits into the width. */
export function fittingSize(text: string, most: number, width: number): number {
  const wanted = textWidth(text, most);
  return wanted <= width ? most : Math.max(1, Math.floor((10 * most * width) / wanted) / 10);
}

/** A text, vertically centred on a point. */
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
    escapeXml(text),
  );
}

export interface TextKind {
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly bold?: boolean;
  readonly fill?: string;
  /** Rotation about the point, in degrees clockwise. */
  readonly turn?: number;
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element. Content must be escaped already; values of attributes need not be. */
export function element(name: string, attributes: Attributes, ...content: string[]): string {
  // `join` makes one flat text. Sums would be trees of small ones until the document is written.
  const parts = ['<', name];
  for (const key in attributes) {
    const value = attributes[key];
    if (value === undefined) continue;
    parts.push(' ', key, '="', typeof value === 'number' ? rounded(value) : escapeXml(value), '"');
  }
  if (content.length === 0) parts.push('/>');
  else parts.push('>', ...content, '</', name, '>');
  return parts.join('');
}

/** An element with children, each on its own line; empty if there are no children. */
export function group(name: string, attributes: Attributes, children: readonly string[]): string[] {
  if (children.length === 0) return [];
  const [start, end] = element(name, attributes, '\n').split('\n') as [string, string];
  return [start, ...children, end];
}

/** Escapes a text for an element, or for a value in double quotes. */
export function escapeXml(text: string): string {
  // Most texts are data of paths.
  if (!/[&<>"]/.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A point in the data of a path. */
export function pairOf([x, y]: readonly [x: number, y: number]): string {
  return `${rounded(x)} ${rounded(y)}`;
}

/** A coordinate, to a tenth. */
export function rounded(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/**
 * The prefix of ids. It keeps them apart from other ids of a page. An id has the same definition in
 * every picture, so a page can hold several pictures.
 */
const PREFIX = 'quadrille-';

export const QUEEN = `${PREFIX}queen`;

/** The value of `fill` for the hatching of a tint. */
export function hatchName(tint: number): string {
  return `url(#${PREFIX}${tint})`;
}

/** A path in the colour of a tint, and one for its pattern over it. */
export function tinted(tint: number, d: string): string[] {
  const { fill, hatch } = PALETTE[tint];
  const fills = hatch === '' ? [fill] : [fill, hatchName(tint)];
  return fills.map((one) => element('path', { fill: one, d }));
}

/** A line of a colour and a width. */
export function stroked(stroke: string, width: number, d: string): string {
  return element('path', { fill: 'none', stroke, 'stroke-width': width, d });
}

/** The line around an option: dashed if it is out. */
export function verdictLine(verdict: Verdict, d: string): string {
  const isOut = verdict === 'out';
  return element('path', {
    fill: 'none',
    stroke: isOut ? OUT_MARK.ink : HOLDS.ink,
    'stroke-width': isOut ? 2.5 : 4,
    'stroke-dasharray': isOut ? '7 5' : undefined,
    d,
  });
}

/** The definitions that these lines use. */
function definitions(lines: readonly string[]): string[] {
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

/** A document of lines on a ground, with a title for screen readers. */
export function svgDocument(
  size: { readonly width: number | string; readonly height: number | string; viewBox: string },
  title: string,
  ground: string,
  lines: readonly string[],
): string {
  const font = { 'font-family': 'sans-serif', fill: INK, 'stroke-linecap': 'round' };
  const attributes = { xmlns: 'http://www.w3.org/2000/svg', role: 'img', ...size, ...font };
  const head = [element('title', {}, escapeXml(sanitizeText(title))), ...definitions(lines)];
  return `${group('svg', attributes, [...head, ground, ...lines]).join('\n')}\n`;
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
