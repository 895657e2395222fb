import { checkFlag, checkInteger, checkSettings } from '../../../engine/problem/setting.ts';
import { type BoardClues, type GraphPicture, isGraph, isLattice, type Picture } from '../board.ts';
import { checkPictures } from '../checks.ts';
import { columnsOf, wrapped } from '../letters.ts';
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
  const blocks = checkPictures(pictures).flatMap((picture) => {
    const { caption } = picture;
    if (isLattice(picture)) return addCaptions(latticeBlocks(picture, colour), caption);
    const block = isGraph(picture)
      ? graphBlock(picture, width)
      : addWords(boardBlock(picture, colour), picture.clues, width);
    return [addCaption(block, caption)];
  });
  return arrange(blocks, width).join('\n');
}

/** Blanks between pictures that stand side by side. */
const GAP_COLUMNS = 4;

/** Puts the caption above a block. */
function addCaption(block: Block, caption: string | undefined): Block {
  if (caption === undefined) return block;
  const width = Math.max(block.width, columnsOf(caption));
  const blanks = ' '.repeat(width - block.width);
  const top = caption + ' '.repeat(width - columnsOf(caption));
  return { width, lines: [top, ...block.lines.map((line) => line + blanks)] };
}

/** Puts the caption above a block; above layers, their numbers as well. */
function addCaptions(blocks: readonly Block[], caption: string | undefined): Block[] {
  if (blocks.length < 2) return blocks.map((block) => addCaption(block, caption));
  return blocks.map((block, k) => {
    const words = [...(k === 0 && caption !== undefined ? [caption] : []), `layer ${k + 1}`];
    return addCaption(block, words.join(', '));
  });
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

/** The lines of all blocks, without trailing blanks. As many blocks as fit stand side by side. */
function arrange(blocks: readonly Block[], width: number): string[] {
  const lines: string[] = [];
  for (let from = 0, to = 0; from < blocks.length; from = to) {
    let room = width;
    for (to = from; to < blocks.length; to++) {
      const wanted = blocks[to].width;
      if (to > from && wanted > room) break;
      room -= wanted + GAP_COLUMNS;
    }
    if (from > 0) lines.push('');
    for (const line of sideBySide(blocks.slice(from, to))) lines.push(line);
  }
  return lines;
}

function sideBySide(blocks: readonly Block[]): string[] {
  const height = blocks.reduce((most, { lines }) => Math.max(most, lines.length), 0);
  return Array.from({ length: height }, (_, k) =>
    blocks
      .map(({ width, lines }) => lines[k] ?? ' '.repeat(width))
      .join(' '.repeat(GAP_COLUMNS))
      .trimEnd(),
  );
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
