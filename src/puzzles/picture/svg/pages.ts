/**
 * Pages to print: puzzles in a raster with their numbers, then their solutions, smaller, with the
 * same numbers. Lengths are tenths of a millimetre.
 */
import type { Picture } from '../board.ts';
import { checkPictures } from '../checks.ts';
import { sanitizeText } from '../letters.ts';
import { FAINT_INK, PAPER } from '../palette.ts';
import { figureOf } from './draw-svg.ts';
import {
  element,
  escapeXml,
  type Figure,
  fittingSize,
  group,
  svgDocument,
  textAt,
  textWidth,
} from './figure.ts';

/** The width and the height of a sheet of paper. */
const PAPER_SIZES = { a4: [2100, 2970], letter: [2159, 2794] } as const;
export const PAPERS = Object.keys(PAPER_SIZES) as readonly Paper[];
type Paper = keyof typeof PAPER_SIZES;

/** The numbers of puzzles that a page may have. */
export const PER_PAGE = ['1', '2', '4', '6', '9'] as const;
/** Pictures on a page -> the columns of their raster. */
const COLUMNS_BY_COUNT = { 1: 1, 2: 1, 4: 2, 6: 2, 9: 3, 12: 3 } as const;
type Count = keyof typeof COLUMNS_BY_COUNT;
/** The numbers of solutions that a page may have, the preferred one first. */
const SOLUTIONS_PER_PAGE: readonly Count[] = [12, 9, 6, 4, 2];

const PAGE_MARGIN = 150;
const PAGE_GAP = 90;
/** The rooms for the title, for the line above each picture, and for the number of the page. */
const TITLE_HEIGHT = 120;
const LINE_HEIGHT = 64;
const FOOT_HEIGHT = 90;
const TITLE_SIZE = 60;
const LINE_SIZE = 42;
const FOOT_SIZE = 32;
/** The smallest side of a square of a solution, and the largest of any, relative to a drawing. */
const LEAST_SCALE = 30 / 40;
const MOST_SCALE = 200 / 40;
/** Thin lines on paper: a printer makes scattered dots of a lighter grey. */
const PRINTED_INK = '#8a857a';
/** The layers of a solid stand in rows of this width. */
const LAYERS_WIDTH = 1000;

/** The pictures of a puzzle or a solution, and words beside its number, such as a rating. */
export interface Captioned {
  readonly pictures: readonly Picture[];
  readonly words?: string | undefined;
}

export interface Sheet {
  readonly title: string;
  readonly paper: Paper;
  readonly perPage: (typeof PER_PAGE)[number];
}

/** The content of one place of a raster. */
interface Placed {
  readonly number: number;
  readonly words: string;
  readonly figure: Figure;
}

/** A page before it is drawn. */
interface Page {
  readonly title: string;
  readonly count: Count;
  readonly placed: readonly Placed[];
}

/** A place for a picture on a page. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Draws each page as an SVG document: those of the puzzles, then those of the solutions. */
export function drawSheet(
  puzzles: readonly Captioned[],
  solutions: readonly Captioned[],
  { title, paper, perPage }: Sheet,
): string[] {
  const size = PAPER_SIZES[paper];
  const solved = solutions.map(placedOf);
  const fits = (count: Count) =>
    solved.every(({ figure }) => scaleOf(figure, placesOf(size, count)[0]) >= LEAST_SCALE);
  const pages = [
    ...pagesOf(title, puzzles.map(placedOf), Number(perPage) as Count),
    ...pagesOf(`${title}: solutions`, solved, SOLUTIONS_PER_PAGE.find(fits) ?? 1),
  ];
  return pages.map((page, k) => drawPage(page, size, `${k + 1} / ${pages.length}`));
}

/** The parts of one document of HTML with these pages, which needs nothing else. */
export function htmlParts(
  pages: readonly string[],
  { title, paper }: Omit<Sheet, 'perPage'>,
): string[] {
  const [width, height] = PAPER_SIZES[paper].map((length) => length / 10) as [number, number];
  // A picture exactly as high as its page may begin another page, since browsers round lengths.
  const style = [
    `@page { size: ${width}mm ${height}mm; margin: 0 }`,
    'body { margin: 0 }',
    `svg { display: block; width: ${width}mm; height: ${height - 1}mm; break-inside: avoid }`,
    'svg + svg { break-before: page }',
    '@media screen {',
    '  body { background: #8f8c84 }',
    '  svg { margin: 5mm auto; max-width: 100% }',
    '}',
  ];
  const head = [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeXml(sanitizeText(title))}</title>`,
    ...['<style>', ...style, '</style>', '</head>', '<body>', ''],
  ];
  return [head.join('\n'), ...pages, '</body>\n</html>\n'];
}

function placedOf({ pictures, words = '' }: Captioned, k: number): Placed {
  const { width, height, lines } = figureOf(checkPictures(pictures), LAYERS_WIDTH, 0);
  const printed = lines.map((line) =>
    line.replaceAll(`stroke="${FAINT_INK}"`, `stroke="${PRINTED_INK}"`),
  );
  return {
    number: k + 1,
    words: sanitizeText(words),
    figure: { width, height, lines: printed },
  };
}

function pagesOf(title: string, placed: readonly Placed[], count: Count): Page[] {
  const pages: Page[] = [];
  for (let from = 0; from < placed.length; from += count) {
    pages.push({ title, count, placed: placed.slice(from, from + count) });
  }
  return pages;
}

/** The places of a page for this number of pictures, row by row. */
function placesOf([width, height]: readonly [number, number], count: Count): Place[] {
  const columns = COLUMNS_BY_COUNT[count];
  const rows = count / columns;
  const across = (width - 2 * PAGE_MARGIN + PAGE_GAP) / columns;
  const down = (height - 2 * PAGE_MARGIN - TITLE_HEIGHT - FOOT_HEIGHT + PAGE_GAP) / rows;
  return Array.from({ length: count }, (_, k) => ({
    x: PAGE_MARGIN + (k % columns) * across,
    y: PAGE_MARGIN + TITLE_HEIGHT + Math.floor(k / columns) * down + LINE_HEIGHT,
    width: across - PAGE_GAP,
    height: down - PAGE_GAP - LINE_HEIGHT,
  }));
}

function drawPage(
  { title, count, placed }: Page,
  size: readonly [number, number],
  foot: string,
): string {
  const [width, height] = size;
  const places = placesOf(size, count);
  const name = sanitizeText(title);
  const titleSize = fittingSize(name, TITLE_SIZE, width - 2 * PAGE_MARGIN);
  const start = { anchor: 'start', bold: true } as const;
  const lines = [
    textAt(PAGE_MARGIN, PAGE_MARGIN + TITLE_SIZE / 2, titleSize, name, start),
    ...placed.flatMap((one, k) => drawPlaced(one, places[k])),
    textAt(width / 2, height - PAGE_MARGIN - FOOT_SIZE / 2, FOOT_SIZE, foot, {}),
  ];
  const paper = element('rect', { width, height, fill: PAPER });
  const [wide, high] = [`${width / 10}mm`, `${height / 10}mm`];
  const millimetres = { width: wide, height: high, viewBox: `0 0 ${width} ${height}` };
  return svgDocument(millimetres, `${name}, ${foot}`, paper, lines);
}

/** A picture in the middle of its place, and the line above: the number left, the words right. */
function drawPlaced({ number, words, figure }: Placed, place: Place): string[] {
  const scale = scaleOf(figure, place);
  const [width, height] = [figure.width * scale, figure.height * scale];
  const x = place.x + (place.width - width) / 2;
  const y = place.y - LINE_HEIGHT / 2;
  const text = String(number);
  const start = { anchor: 'start', bold: true } as const;
  const room = place.width - textWidth(text, LINE_SIZE) - LINE_SIZE;
  const size = fittingSize(words, LINE_SIZE, room);
  // A narrow picture has its line above the whole place.
  const [left, right] =
    textWidth(words, size) < width - textWidth(text, LINE_SIZE) - LINE_SIZE
      ? [x, x + width]
      : [place.x, place.x + place.width];
  const box = { x, y: place.y, width, height, viewBox: `0 0 ${figure.width} ${figure.height}` };
  return [
    textAt(left, y, LINE_SIZE, text, start),
    ...(words === '' ? [] : [textAt(right, y, size, words, { anchor: 'end' })]),
    ...group('svg', box, figure.lines),
  ];
}

function scaleOf(figure: Figure, { width, height }: Place): number {
  return Math.min(MOST_SCALE, width / figure.width, height / figure.height);
}
