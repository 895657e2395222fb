import { plural } from '../../../engine/problem/error.ts';
import { checkInteger, checkSettings } from '../../../engine/problem/setting.ts';
import { LATTICES } from '../../packing/lattices.ts';
import { isGraph, isLattice, type KeyEntry, type LatticePicture, type Picture } from '../board.ts';
import { checkPictures, checkText } from '../checks.ts';
import { CARD } from '../palette.ts';
import { element, type Figure, group, svgDocument, textAt, textWidth } from './figure.ts';
import { graphFigure } from './graph.ts';
import { flatKeyFigure, keyFigure } from './key.ts';
import { latticeFigure } from './lattice.ts';
import { solidFigures } from './solids.ts';
import { boardFigure } from './svg-board.ts';

/** How to draw as SVG. */
export interface SvgSettings {
  /** The title of the document, for screen readers. Default: a description of the pictures. */
  readonly title?: string | undefined;
  /** The width of a row, which pictures fill from the left. Default: 1000. */
  readonly width?: number | undefined;
}

const MARGIN = 20;
const PICTURE_GAP = 28;
const CAPTION = 17;

/**
 * Draws pictures as an SVG document, without scripts or fonts to load. A light card behind them
 * suits light and dark pages. A square measures 40 by 40.
 */
export function drawSvg(
  pictures: Picture | readonly Picture[],
  settings: SvgSettings = {},
): string {
  checkSettings(settings, ['title', 'width']);
  const { title, width: most = 1000 } = settings;
  checkText(title, 'title', 1000);
  checkInteger('width', most, 1, 1_000_000);
  const fit = checkPictures(pictures);
  const { width, height, lines } = figureOf(fit, most, MARGIN);
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  const card = element('rect', { width, height, rx: 12, fill: CARD });
  return svgDocument(size, title ?? describe(fit), card, lines);
}

/** Pictures with their captions, in rows of a width, as one figure. */
export function figureOf(pictures: readonly Picture[], most: number, margin: number): Figure {
  const parts = pictures.flatMap((picture): Part[] => {
    if (isGraph(picture)) return [addCaption(graphFigure(picture), picture.caption)];
    const figures = isLattice(picture)
      ? latticeFigures(picture)
      : [addCaption(boardFigure(picture), picture.caption)];
    const { key = [] } = picture;
    return key.length === 0 ? figures : [...figures, { key }];
  });
  return arrange(parts, most, margin);
}

/** A figure, or the key of those before it. */
type Part = Figure | { readonly key: readonly KeyEntry[] };

function latticeFigures(picture: LatticePicture): Figure[] {
  const { caption, lattice } = picture;
  if (LATTICES[lattice].isFlat) return [addCaption(latticeFigure(picture), caption)];
  return solidFigures(picture).map((part, k) =>
    addCaption(part.figure, k === 0 ? caption : part.caption),
  );
}

function addCaption(figure: Figure, caption: string | undefined): Figure {
  if (caption === undefined) return figure;
  const width = Math.ceil(Math.max(figure.width, textWidth(caption, CAPTION)));
  const down = CAPTION + 10;
  return {
    width,
    height: figure.height + down,
    lines: [
      textAt(width / 2, CAPTION / 2, CAPTION, caption, {}),
      ...translate(figure, (width - figure.width) / 2, down),
    ],
  };
}

/**
 * Arranges all figures in rows, with a margin around. A key stands to the right of its figures, or
 * below them.
 */
function arrange(parts: readonly Part[], most: number, margin: number): Figure {
  const lines: string[] = [];
  let [x, y] = [margin, margin];
  let [width, height] = [0, 0];
  const add = (figure: Figure) => {
    if (x > margin && x + figure.width + margin > most) {
      x = margin;
      y = height + PICTURE_GAP;
    }
    for (const line of translate(figure, x, y)) lines.push(line);
    width = Math.max(width, x + figure.width);
    height = Math.max(height, y + figure.height);
    x += figure.width + PICTURE_GAP;
  };
  for (const part of parts) {
    if (!('key' in part)) {
      add(part);
      continue;
    }
    const beside = keyFigure(part.key, height - y);
    const isBeside = x > margin && x + beside.width + margin <= most;
    add(isBeside ? beside : flatKeyFigure(part.key, most - 2 * margin));
    // What follows a key below its figures does not stand beside it.
    if (!isBeside) x = most;
  }
  return {
    width: Math.max(width, margin) + margin,
    height: Math.max(height, margin) + margin,
    lines,
  };
}

function translate({ lines }: Figure, x: number, y: number): string[] {
  if (x === 0 && y === 0) return [...lines];
  return group('g', { transform: `translate(${Math.round(x)} ${Math.round(y)})` }, lines);
}

function describe(pictures: readonly Picture[]): string {
  const [first] = pictures;
  if (first === undefined) return 'Nothing';
  if (pictures.length > 1) return first.caption ?? `${pictures.length} pictures`;
  if (first.caption !== undefined) return first.caption;
  if (isGraph(first)) {
    const { length } = first.vertices;
    return `A graph of ${length} ${length === 1 ? 'vertex' : 'vertices'}`;
  }
  if (isLattice(first)) return `A board of ${plural(first.cells.length, 'cell')}, ${first.lattice}`;
  return `A board of ${first.height} by ${first.width} squares`;
}
