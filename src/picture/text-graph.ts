import type { GraphPicture } from './board.ts';
import { columnsOf } from './columns.ts';
import type { Block } from './text-block.ts';

/** Between edges that stand in one line. */
const GAP = '   ';

/** A graph as the list of its strong edges (of all, if none is), in columns. */
export function graphBlock({ vertices, edges }: GraphPicture, room: number): Block {
  const strong = edges.filter((edge) => edge.strong === true);
  const names = (strong.length > 0 ? strong : edges).map(
    ({ from, to }) => `${vertices[from]} ─ ${vertices[to]}`,
  );
  const widest = names.reduce((most, name) => Math.max(most, columnsOf(name)), 0);
  const perLine = Math.max(1, Math.floor((room + GAP.length) / (widest + GAP.length)));
  // As many lines as it takes, filled evenly and read downwards.
  const height = Math.ceil(names.length / perLine);
  const across = height === 0 ? 0 : Math.ceil(names.length / height);
  const lines = Array.from({ length: height }, (_, row) =>
    Array.from({ length: across }, (_, column) => {
      const name = names[column * height + row] ?? '';
      return name + ' '.repeat(widest - columnsOf(name));
    }).join(GAP),
  );
  const width = across === 0 ? 0 : across * widest + (across - 1) * GAP.length;
  return { width, lines };
}
