import { shown } from '../problem/error.ts';
import { isGraph, type Picture } from './board.ts';
import { bad, checkedPictures, checkSettings, checkWhole } from './checks.ts';
import { arranged, captioned } from './text-block.ts';
import { boardBlock } from './text-board.ts';
import { graphBlock } from './text-graph.ts';

export interface TextSettings {
  /** With the escape codes of a terminal of 256 colours. Default: false. */
  readonly colour?: boolean | undefined;
  /** Columns of the terminal; as many pictures as go there stand side by side. Default: 80. */
  readonly width?: number | undefined;
}

/** Draws pictures for a terminal: lines with `\n` between, and none at the end. */
export function drawText(
  pictures: Picture | readonly Picture[],
  settings: TextSettings = {},
): string {
  checkSettings(settings);
  const { colour = false, width = 80 } = settings;
  if (typeof colour !== 'boolean') throw bad(`colour is ${shown(colour)}; give true or false.`);
  checkWhole(width, 'width', 1, 1_000_000);
  const blocks = checkedPictures(pictures).map((picture) => {
    const block = isGraph(picture) ? graphBlock(picture, width) : boardBlock(picture, colour);
    return captioned(block, picture.caption);
  });
  return arranged(blocks, width).join('\n');
}
