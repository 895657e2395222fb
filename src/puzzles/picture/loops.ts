import type { GridLine } from '../grid-loop.ts';
import type { MasyuClues } from '../masyu.ts';
import type { Edge } from '../matching.ts';
import { badSetting } from '../mistakes.ts';
import type { Cell } from '../packing/cubes.ts';
import type { SlitherlinkClues } from '../slitherlink.ts';
import { type Board, type BoardLine, joinsNeighbours, type Square } from './board.ts';

/** A Slitherlink, with the lines of its loop. */
export function slitherlinkBoard(
  clues: SlitherlinkClues,
  lines: readonly GridLine[],
  caption?: string,
): Board {
  const squares = clues.flatMap((line) =>
    line.map((clue): Square => (clue === undefined ? {} : { mark: String(clue), strong: true })),
  );
  return { ...sidesOf(clues), squares, fence: drawnOf(lines), caption };
}

/** A Masyu, with the lines of its loop. */
export function masyuBoard(clues: MasyuClues, lines: readonly GridLine[], caption?: string): Board {
  const squares = clues.flatMap((line) =>
    line.map((pearl): Square => {
      return pearl === undefined ? {} : { shape: pearl === 'white' ? 'ring' : 'disc' };
    }),
  );
  return { ...sidesOf(clues), squares, ground: 'ruled', path: drawnOf(lines), caption };
}

function sidesOf(clues: readonly (readonly unknown[])[]): Pick<Board, 'width' | 'height'> {
  return { height: clues.length, width: clues[0]?.length ?? 0 };
}

function drawnOf(lines: readonly GridLine[]): BoardLine[] {
  return lines.filter(({ drawn }) => drawn).map(({ from, to }) => ({ from, to }));
}

/**
 * A loop through the squares of a board, by its edges: squares are named as in `r1c2`. A closed tour
 * of a piece that jumps, such as a knight, has the number of each square, from the upper left one.
 */
export function tourBoard(
  rows: number,
  columns: number,
  edges: readonly Edge[],
  caption?: string,
): Board {
  const path = edges.map(([from, to]): BoardLine => ({ from: squareOf(from), to: squareOf(to) }));
  const jumps = !path.every(joinsNeighbours);
  const numbers = jumps ? numbersOf(edges) : new Map<string, number>();
  const squares = Array.from({ length: rows * columns }, (_, k): Square => {
    const number = numbers.get(`r${Math.floor(k / columns) + 1}c${(k % columns) + 1}`);
    return number === undefined ? {} : { mark: String(number) };
  });
  const ground = jumps ? 'chequered' : 'ruled';
  return { width: columns, height: rows, squares, ground, path, caption };
}

function squareOf(name: string): Cell {
  const [, row, column] = /^r([1-9]\d*)c([1-9]\d*)$/.exec(name) ?? [];
  if (row === undefined) throw badSetting(`A vertex is called ${name}; name squares as in r1c2.`);
  return { row: Number(row) - 1, column: Number(column) - 1 };
}

/** Vertex -> its number on the way round, from 1; none where the edges are no closed tour. */
function numbersOf(edges: readonly Edge[]): Map<string, number> {
  const near = new Map<string, string[]>();
  for (const [from, to] of edges) {
    near.set(from, [...(near.get(from) ?? []), to]);
    near.set(to, [...(near.get(to) ?? []), from]);
  }
  const numbers = new Map<string, number>();
  let at: string | undefined = near.has('r1c1') ? 'r1c1' : edges[0]?.[0];
  while (at !== undefined) {
    numbers.set(at, numbers.size + 1);
    at = near.get(at)?.find((next: string) => !numbers.has(next));
  }
  const isTour = numbers.size === near.size && edges.length === near.size;
  return isTour ? numbers : new Map();
}
