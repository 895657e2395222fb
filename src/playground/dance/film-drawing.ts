import { assembled, type Child, h, type Parts } from '../element.ts';
import type { Part, SmallProblem } from './film.ts';

/** A picture of a search, which shows one step of its film after the other. */
export interface Picture {
  readonly element: Element;
  /**
   * Draws the step at which the tape of the film stands. `before` is the step drawn last, or NONE.
   */
  show(before: number): void;
}

const SVG = 'http://www.w3.org/2000/svg';
/** The most characters of a name in a picture. Its title has all of them. */
const NAME_CHARACTERS = 10;

/** An element of SVG, by its tag and its classes, as `h` makes those of HTML. */
export function s(kind: string, ...parts: Parts): SVGElement {
  const [tag = '', ...classes] = kind.split('.');
  return assembled(document.createElementNS(SVG, tag), classes, parts);
}

/** A whole picture: it is as large as it was drawn, and no wider than its place. */
export function canvas(
  width: number,
  height: number,
  label: string,
  ...children: readonly Node[]
): SVGElement {
  const size = { viewBox: `0 0 ${width} ${height}`, width, height };
  return s('svg', { ...size, role: 'img', 'aria-label': label }, ...children);
}

/** A name that fits into a picture. */
export function short(name: string, most = NAME_CHARACTERS): string {
  const letters = [...name];
  return letters.length <= most ? name : `${letters.slice(0, most - 1).join('')}…`;
}

/** Sets the classes of an element: those whose condition is true. */
export function mark(element: Element, classes: Readonly<Record<string, boolean>>): void {
  for (const [name, on] of Object.entries(classes)) element.classList.toggle(name, on);
}

/** A part of a sentence on the page. */
export function wordOf(part: Part, { items, options }: SmallProblem): Child {
  if (typeof part === 'string') return part;
  if ('item' in part) return h('b.item', items[part.item]);
  return h('b.option', options[part.option]);
}
