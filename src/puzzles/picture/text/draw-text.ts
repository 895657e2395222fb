import { checkFlag, checkInteger, checkSettings } from '../../../engine/problem/setting.ts';
import {
  type BoardClues,
  type GraphPicture,
  isGraph,
  isLattice,
  type KeyEntry,
  type Picture,
} from '../board.ts';
import { checkPictures } from '../checks.ts';
import { columnsOf, wrapped } from '../letters.ts';
import { flatKeyBlock, keyBlock } from './key.ts';
import { latticeBlocks } from './lattice.ts';
import { type Block, boardBlock } from './text-board.ts';

/** How to draw as text. */
export interface TextSettings {
  /** True writes escape codes for a terminal of 256 colours. Default: false. */
  readonly colour?: boolean | undefined;
  /** Columns of the terminal. As many pictures as fit stand side by side. Default: 80. */
  readonly width?: number | undefined;
}

/** Draws pictures for a terminal: lines separated by `\n`, without one at the end. */
export function drawText(
  pictures: Picture | readonly Picture[],
  settings: TextSettings = {},
): string {
  checkSettings(settings, ['colour', 'width']);
  const { colour = false, width = 80 } = settings;
  checkFlag('colour', colour);
  checkInteger('width', width, 1, 1_000_000);
  const parts = checkPictures(pictures).flatMap((picture): Part[] => {
    const { caption } = picture;
    if (isGraph(picture)) return [{ ...graphBlock(picture, width), caption }];
    const { key = [] } = picture;
    const blocks: Part[] = isLattice(picture)
      ? latticeBlocks(picture, colour, width)
      : [{ ...addWords(boardBlock(picture, colour), picture.clues, width), caption }];
    return key.length === 0 ? blocks : [...blocks, { key }];
  });
  return arrange(parts, width, colour).join('\n');
}

/** A block, or the key of those before it. */
type Part = Block | { readonly key: readonly KeyEntry[] };

/** Blanks between pictures that stand side by side. */
const GAP_COLUMNS = 4;

/** Puts the caption above a block. */
function addCaption({ width: own, lines, caption }: Block): Block {
  if (caption === undefined) return { width: own, lines };
  const width = Math.max(own, columnsOf(caption));
  const blanks = ' '.repeat(width - own);
  const top = caption + ' '.repeat(width - columnsOf(caption));
  return { width, lines: [top, ...lines.map((line) => line + blanks)] };
}

/** Captions above the blocks of a row, without lines that are blank at the top of all of them. */
function captioned(row: readonly Block[]): Block[] {
  const blankLines = row.map(({ lines }) => lines.findIndex((line) => line.trim() !== ''));
  const cut = Math.max(0, Math.min(...blankLines));
  return row.map((block) => addCaption({ ...block, lines: block.lines.slice(cut) }));
}

/** Puts the words and the legend of clues below a block. */
function addWords(block: Block, clues: BoardClues | undefined, room: number): Block {
  const columns = Math.max(block.width, Math.min(room, LEAST_WORDS));
  const lines = wrapped([...(clues?.legend ?? []), ...(clues?.words ?? [])], columns);
  const width = lines.reduce((most, line) => Math.max(most, columnsOf(line)), block.width);
  const filled = lines.map((line) => line + ' '.repeat(width - columnsOf(line)));
  const blanks = ' '.repeat(width - block.width);
  return { width, lines: [...block.lines.map((line) => line + blanks), ...filled] };
}

/** The least columns for words below a board. */
const LEAST_WORDS = 60;

/**
 * The lines of all blocks, without trailing blanks. As many blocks as fit stand side by side. A key
 * stands to the right of its blocks, or below them.
 */
function arrange(parts: readonly Part[], width: number, colour: boolean): string[] {
  const lines: string[] = [];
  let row: Block[] = [];
  let room = width;
  const endRow = () => {
    if (row.length === 0) return;
    if (lines.length > 0) lines.push('');
    for (const line of sideBySide(captioned(row))) lines.push(line);
    row = [];
    room = width;
  };
  const add = (block: Block) => {
    const wanted = Math.max(block.width, columnsOf(block.caption ?? ''));
    if (wanted > room) endRow();
    row.push(block);
    room -= wanted + GAP_COLUMNS;
  };
  for (const part of parts) {
    if (!('key' in part)) {
      add(part);
      continue;
    }
    row = captioned(row);
    const height = row.reduce((most, { lines }) => Math.max(most, lines.length), 1);
    const beside = keyBlock(part.key, height, colour);
    if (beside.width <= room) {
      add(beside);
      continue;
    }
    endRow();
    add(flatKeyBlock(part.key, width, colour));
    endRow();
  }
  endRow();
  return lines;
}

/** The lines of blocks, as far as they are not blank at the end. */
function sideBySide(blocks: readonly Block[]): string[] {
  const height = blocks.reduce((most, { lines }) => Math.max(most, lines.length), 0);
  const rows = Array.from({ length: height }, (_, k) =>
    blocks
      .map(({ width, lines }) => lines[k] ?? ' '.repeat(width))
      .join(' '.repeat(GAP_COLUMNS))
      .trimEnd(),
  );
  while (rows.at(-1) === '') rows.pop();
  return rows;
}

/** The separator of edges in one line. */
const SEPARATOR = '   ';

/** A graph as text: its strong edges in columns, or all edges if none is strong. */
function graphBlock({ vertices, edges }: GraphPicture, room: number): Block {
  const strong = edges.filter((edge) => edge.strong === true);
  const names = (strong.length > 0 ? strong : edges).map(
    ({ from, to }) => `${vertices[from]} ─ ${vertices[to]}`,
  );
  const widest = names.reduce((most, name) => Math.max(most, columnsOf(name)), 0);
  const perLine = Math.max(1, Math.floor((room + SEPARATOR.length) / (widest + SEPARATOR.length)));
  // As few lines as possible. Read down each column.
  const height = Math.ceil(names.length / perLine);
  const across = height === 0 ? 0 : Math.ceil(names.length / height);
  const lines = Array.from({ length: height }, (_, row) =>
    Array.from({ length: across }, (_, column) => {
      const name = names[column * height + row] ?? '';
      return name + ' '.repeat(widest - columnsOf(name));
    }).join(SEPARATOR),
  );
  const width = across === 0 ? 0 : across * widest + (across - 1) * SEPARATOR.length;
  return { width, lines };
}
