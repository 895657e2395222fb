import { all, type Element, parse, textOf } from '../puzzles/picture/xml.ts';

/** A picture on a page of a sheet, with what stands in the line above it. */
export interface Printed {
  readonly number: number;
  readonly words: string;
  readonly drawing: Element;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface PrintedPage {
  readonly title: string;
  readonly foot: string;
  /** In tenths of a millimetre. */
  readonly width: number;
  readonly height: number;
  readonly printed: readonly Printed[];
}

/** The pages of a sheet: SVG documents, in HTML or by themselves. */
export function pagesIn(text: string): PrintedPage[] {
  const documents = text.match(/<svg xmlns[\s\S]*?\n<\/svg>\n(?=<svg xmlns|<\/body>|$)/g) ?? [];
  return documents.map((document) => pageOf(parse(document)));
}

/** Reads a page by the places of what is on it. */
function pageOf(page: Element): PrintedPage {
  const own = page.children.filter((child) => typeof child !== 'string');
  const texts = own.filter(({ name }) => name === 'text');
  const [title, ...others] = texts;
  const foot = others.pop();
  const { viewBox = '' } = page.attributes;
  const [, , width = 0, height = 0] = viewBox.split(' ').map(Number);
  const drawings = own.filter(({ name }) => name === 'svg');
  const rest = [...others];
  const printed = drawings.map((drawing): Printed => {
    const { x, y, width, height } = drawing.attributes;
    const [left, top] = [Number(x), Number(y)];
    const number = rest.shift() as Element;
    // Words end a line, a number begins one.
    const words = rest[0]?.attributes['text-anchor'] === 'end' ? rest.shift() : undefined;
    return {
      number: Number(textOf(number)),
      words: words === undefined ? '' : textOf(words),
      drawing,
      left,
      top,
      right: left + Number(width),
      bottom: top + Number(height),
    };
  });
  if (rest.length > 0) throw new Error('a line without a picture');
  return { title: textOf(title), foot: textOf(foot as Element), width, height, printed };
}

/** The values of a board, row by row, by the places of its texts; 0 for a blank. */
export function valuesIn({ drawing }: Printed, size: number): number[] {
  const values = new Array<number>(size * size).fill(0);
  for (const text of all(drawing, 'text')) {
    const { x, y, 'font-size': font } = text.attributes;
    // A text stands in the middle of a square of 40 by 40; 0.36 of a letter above its baseline.
    const column = (Number(x) - 20) / 40;
    const row = Math.round((Number(y) - 0.36 * Number(font) - 20) / 40);
    values[row * size + Math.round(column)] = Number.parseInt(textOf(text), 36);
  }
  return values;
}
