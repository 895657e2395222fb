import type { KeyEntry } from '../board.ts';
import { columnsOfKey, linesFor } from '../key.ts';
import { INK, PALETTE, PAPER } from '../palette.ts';
import { element, type Figure, fittingSize, hatchName, textAt, textWidth } from './figure.ts';

/** The least sides of the box with a mark, and the size of texts. */
const BOX = 24;
const MARK = 14;
const NAME = 14;
/** From one line to the next, from a box to its name, and from one column to the next. */
const LINE = 30;
const GAP = 8;
const COLUMN_GAP = 24;

/** What marks stand for, in columns as high as a picture: boxes with a mark in its colour, and names. */
export function keyFigure(key: readonly KeyEntry[], height: number): Figure {
  return inColumns(key, Math.max(1, Math.floor((height - BOX) / LINE) + 1));
}

/** The same in as few lines as fit a width, or nearly as few. */
export function flatKeyFigure(key: readonly KeyEntry[], room: number): Figure {
  return inColumns(
    key,
    linesFor(key, (lines) => inColumns(key, lines).width <= room),
  );
}

function inColumns(key: readonly KeyEntry[], height: number): Figure {
  const box = key.reduce((most, { mark }) => Math.max(most, textWidth(mark, MARK) + GAP), BOX);
  const lines: string[] = [];
  let [left, width] = [0, 0];
  for (const entries of columnsOfKey(key, height)) {
    const name = entries.reduce((most, { name }) => Math.max(most, textWidth(name, NAME)), 0);
    entries.forEach((entry, k) => {
      for (const line of entryLines(entry, left, k * LINE, box)) lines.push(line);
    });
    width = left + box + GAP + name;
    left = width + COLUMN_GAP;
  }
  return {
    width: Math.ceil(width),
    height: (Math.min(height, key.length) - 1) * LINE + BOX,
    lines,
  };
}

function entryLines({ mark, name, tint }: KeyEntry, x: number, y: number, width: number): string[] {
  const middle = y + BOX / 2;
  const ground = { x, y, width, height: BOX, rx: 4 };
  const hatch = tint === undefined || PALETTE[tint].hatch === '' ? [] : [hatchName(tint)];
  const fill = tint === undefined ? PAPER : PALETTE[tint].fill;
  const size = fittingSize(mark, MARK, width - 4);
  return [
    element('rect', { ...ground, fill, stroke: INK }),
    ...hatch.map((pattern) => element('rect', { ...ground, fill: pattern })),
    textAt(x + width / 2, middle, size, mark, { bold: true }),
    textAt(x + width + GAP, middle, NAME, name, { anchor: 'start' }),
  ];
}
