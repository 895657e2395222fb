import { columnsOf } from './columns.ts';

/** A picture that is drawn: lines that all take `width` columns, escape codes not counted. */
export interface Block {
  readonly width: number;
  readonly lines: readonly string[];
}

/** Blanks between pictures that stand side by side. */
const GAP = 4;

/** A block with a line of text over it. */
export function captioned(block: Block, caption: string | undefined): Block {
  if (caption === undefined) return block;
  const width = Math.max(block.width, columnsOf(caption));
  const blanks = ' '.repeat(width - block.width);
  const top = caption + ' '.repeat(width - columnsOf(caption));
  return { width, lines: [top, ...block.lines.map((line) => line + blanks)] };
}

/** The lines of all blocks, as many side by side as the width allows, without blanks at the end. */
export function arranged(blocks: readonly Block[], width: number): string[] {
  const lines: string[] = [];
  for (let from = 0, to = 0; from < blocks.length; from = to) {
    let room = width;
    for (to = from; to < blocks.length; to++) {
      const wanted = (blocks[to] as Block).width;
      if (to > from && wanted > room) break;
      room -= wanted + GAP;
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
      .join(' '.repeat(GAP))
      .trimEnd(),
  );
}
