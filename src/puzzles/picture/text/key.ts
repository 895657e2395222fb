import type { KeyEntry } from '../board.ts';
import { columnsOfKey, linesFor } from '../key.ts';
import { columnsOf } from '../letters.ts';
import { PALETTE } from '../palette.ts';
import { Canvas } from './canvas.ts';
import type { Block } from './text-board.ts';

/** Blanks between two columns of a key. */
const GAP_COLUMNS = 3;

/**
 * What marks stand for, in columns of so many lines:
 *
 *     A bar       C crook
 *     B chevron   D crown
 */
export function keyBlock(key: readonly KeyEntry[], height: number, colour: boolean): Block {
  const columns = columnsIn(key, height);
  const canvas = new Canvas(widthOf(columns), Math.min(height, key.length));
  let left = 0;
  for (const { entries, marks, width } of columns) {
    entries.forEach(({ mark, name, tint }, row) => {
      if (colour && tint !== undefined) {
        canvas.paint(row, left, columnsOf(mark), PALETTE[tint].ansi);
      }
      canvas.put(row, left, mark);
      canvas.put(row, left + marks + 1, name);
    });
    left += width + GAP_COLUMNS;
  }
  return { width: canvas.width, lines: canvas.lines(colour) };
}

/** The same in as few lines as fit a width, or nearly as few. */
export function flatKeyBlock(key: readonly KeyEntry[], room: number, colour: boolean): Block {
  return keyBlock(
    key,
    linesFor(key, (height) => widthOf(columnsIn(key, height)) <= room),
    colour,
  );
}

/** A column of a key: its entries, the width of their marks, and its own. */
interface KeyColumn {
  readonly entries: readonly KeyEntry[];
  readonly marks: number;
  readonly width: number;
}

function columnsIn(key: readonly KeyEntry[], height: number): KeyColumn[] {
  return columnsOfKey(key, height).map((entries) => {
    const marks = widest(entries.map(({ mark }) => mark));
    return { entries, marks, width: marks + 1 + widest(entries.map(({ name }) => name)) };
  });
}

function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, columnsOf(text)), 0);
}

function widthOf(columns: readonly KeyColumn[]): number {
  return columns.reduce((sum, { width }) => sum + width + GAP_COLUMNS, -GAP_COLUMNS);
}
