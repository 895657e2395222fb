import { shown } from '../../engine/problem/error.ts';
import { checkInteger } from '../../engine/problem/setting.ts';
import type { LangfordPair } from '../classics.ts';
import type { MacMahonSquare } from '../macmahon.ts';
import type { Edge, Graph } from '../matching.ts';
import { badSetting } from '../mistakes.ts';
import type { Clues, Stretch } from '../nonogram.ts';
import type { Cell } from '../packing/cubes.ts';
import type { Triple, Walk } from '../triple-systems.ts';
import type { PlacedWord } from '../words.ts';
import {
  type Arc,
  type Board,
  BoardBuilder,
  type GraphPicture,
  type Square,
  type SquareEdge,
  sizeOf,
} from './board.ts';
import { columnsOf } from './letters.ts';
import { TINTS } from './palette.ts';

/** Queens on a chess board of n by n. */
export function queensBoard(n: number, queens: readonly Cell[], caption?: string): Board {
  const builder = new BoardBuilder({ width: n, height: n });
  for (const queen of queens) builder.put(queen, { shape: 'queen' });
  builder.fill(() => ({}));
  return builder.board({ ground: 'chequered', caption });
}

/** Langford pairs: a row of values, with an arc over each pair. */
export function langfordBoard(pairs: readonly LangfordPair[], caption?: string): Board {
  const builder = new BoardBuilder({ width: 2 * pairs.length, height: 1 });
  const arcs = pairs.map(({ value, first, second }): Arc => {
    checkInteger('The value of a pair', value, 1, 1_000_000);
    const tint = (value - 1) % TINTS;
    for (const column of [first, second])
      builder.put({ row: 0, column }, { mark: `${value}`, tint });
    return { from: first, to: second, tint };
  });
  return builder.board({ ground: 'ruled', arcs, caption });
}

/**
 * Tints that differ strongly, also in brightness. MacMahon's squares use them before the others.
 */
const CONTRASTING_TINTS = [2, 1, 0, 3, 9, 6];

/** A MacMahon square; its name does not matter here. */
/** MacMahon's squares, each drawn as four triangles in the colours of its edges. */
export function macmahonBoard(
  placed: readonly Omit<MacMahonSquare, 'square'>[],
  caption?: string,
): Board {
  const names = [...new Set(placed.flatMap(namesOf))].sort();
  if (names.length > TINTS) {
    throw badSetting(`The squares have ${names.length} colours; give at most ${TINTS}.`);
  }
  const rest = Array.from({ length: TINTS }, (_, tint) => tint).filter(
    (tint) => !CONTRASTING_TINTS.includes(tint),
  );
  const tints = [...CONTRASTING_TINTS, ...rest];
  const short = names.every((name) => columnsOf(name) === 1);
  const edge = (name: string): SquareEdge => {
    const k = names.indexOf(name);
    return { tint: tints[k], mark: short ? name : (k + 1).toString(36) };
  };
  const builder = new BoardBuilder(sizeOf(placed));
  placed.forEach((square, region) => {
    const { north, east, south, west } = square;
    builder.put(square, { region, edges: [edge(north), edge(east), edge(south), edge(west)] });
  });
  return builder.board({ caption });
}

function namesOf({ north, east, south, west }: Omit<MacMahonSquare, 'square'>): string[] {
  return [north, east, south, west];
}

/** The most points and the most triples of a triple system. */
const MOST_ON_A_SIDE = 1000;

/**
 * The incidence matrix of a triple system: a row for each point, a column for each triple, a mark
 * where the triple has the point. Triples of the same day (Kirkman) are neighbours, and walls stand
 * between days.
 */
export function triplesBoard(
  triples: readonly (Triple & Partial<Walk>)[],
  caption?: string,
): Board {
  const sorted = triples
    .map(({ points, day }) => ({ day, points: [...points].sort(ascending) }))
    .sort((one, other) => (one.day ?? 0) - (other.day ?? 0) || compare(one.points, other.points));
  const points = [...new Set(sorted.flatMap((triple) => triple.points))].sort(ascending);
  const days = [...new Set(sorted.map(({ day }) => day))];
  checkInteger('The number of points', points.length, 0, MOST_ON_A_SIDE);
  checkInteger('The number of triples', triples.length, 0, MOST_ON_A_SIDE);
  const builder = new BoardBuilder({ width: sorted.length, height: points.length });
  sorted.forEach((triple, column) => {
    const region = days.indexOf(triple.day);
    points.forEach((point, row) => {
      const within = triple.points.includes(point);
      const mark = within ? { mark: '●', tint: region % TINTS } : {};
      builder.put({ row, column }, { region, ...mark });
    });
  });
  return builder.board({ ground: 'ruled', left: points.map((point) => [String(point)]), caption });
}

function ascending(one: number, other: number): number {
  return one - other;
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (let k = 0; k < one.length && k < other.length; k++) {
    const difference = one[k] - other[k];
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

/** A graph whose chosen edges are strong. */
export function matchingGraph(
  { edges, vertices = [] }: Graph,
  chosen: readonly Edge[],
  caption?: string,
): GraphPicture {
  const numbers = new Map<string, number>();
  const numbered = (name: string): number => {
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  };
  vertices.forEach(numbered);
  const lines = edges.map(([from, to]) => ({ from: numbered(from), to: numbered(to) }));
  const known = new Set(lines.map(({ from, to }) => key(from, to)));
  const strong = new Set<string>();
  for (const [from, to] of chosen) {
    const line = key(numbered(from), numbered(to));
    strong.add(line);
    if (known.has(line)) continue;
    throw badSetting(
      `${shown(from)} and ${shown(to)} are not joined; choose among the graph's edges.`,
    );
  }
  return {
    vertices: [...numbers.keys()],
    edges: lines.map(({ from, to }) => ({ from, to, strong: strong.has(key(from, to)) })),
    caption,
  };
}

/** A key for an edge, the same in both directions. */
function key(from: number, to: number): string {
  return from < to ? `${from} ${to}` : `${to} ${from}`;
}

/** The squares between two walls of a nonogram, which help to count. */
const SQUARES_BETWEEN_WALLS = 5;

/** A nonogram: runs in ink, clues to the left and above. */
export function nonogramBoard(clues: Clues, runs: readonly Stretch[], caption?: string): Board {
  const builder = new BoardBuilder({ width: clues.columns.length, height: clues.rows.length });
  const square = ({ row, column }: Cell, shape?: 'full'): Square => {
    return {
      region: `${Math.floor(row / SQUARES_BETWEEN_WALLS)} ${Math.floor(column / SQUARES_BETWEEN_WALLS)}`,
      shape,
    };
  };
  for (const { kind, cells } of runs) {
    if (kind === 'row') for (const place of cells) builder.put(place, square(place, 'full'));
  }
  builder.fill(square);
  return builder.board({
    ground: 'ruled',
    left: clues.rows.map(labelsOf),
    above: clues.columns.map(labelsOf),
    caption,
  });
}

/** The labels of a line. A line without runs has a 0. */
function labelsOf(runs: readonly number[]): string[] {
  return runs.length === 0 ? ['0'] : runs.map(String);
}

/** Crossing words in squares. Places without a word are holes. */
export function wordsBoard(
  words: readonly Pick<PlacedWord, 'letters' | 'cells'>[],
  caption?: string,
): Board {
  const builder = new BoardBuilder(sizeOf(words.flatMap(({ cells }) => cells)));
  /** Row and column -> the letter there. */
  const letters = new Map<string, string>();
  for (const word of words) {
    word.cells.forEach((cell, k) => {
      const mark = word.letters[k];
      const place = `${cell.row} ${cell.column}`;
      const before = letters.get(place);
      if (before === mark) return;
      if (before !== undefined) {
        throw badSetting(
          `Words cross at row ${cell.row}, column ${cell.column} with different letters; ` +
            'give one solution at a time.',
        );
      }
      letters.set(place, mark);
      builder.put(cell, { mark });
    });
  }
  return builder.board({ ground: 'ruled', caption });
}
