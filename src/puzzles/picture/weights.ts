import { plural, shown } from '../../engine/problem/error.ts';
import { checkInteger } from '../../engine/problem/setting.ts';
import { badSetting } from '../mistakes.ts';
import type { Cell } from '../packing/cubes.ts';
import type { LatticeName } from '../packing/lattices.ts';
import {
  type Board,
  BoardBuilder,
  checkSide,
  type LatticePicture,
  type Square,
  sizeOf,
} from './board.ts';
import { checkSquares } from './checks.ts';
import { TINTS } from './palette.ts';

/** An item and its weight. */
export interface WeightedItem {
  readonly name: string;
  readonly weight: number;
  /** Its square, in a layer of a box; absent: it stands in the legend. */
  readonly place?: (Cell & { readonly layer?: number | undefined }) | undefined;
}

/** The weights of a proof, as `explain` gives them. */
export interface WeightSum {
  readonly kind: 'equations' | 'signs';
  /** 0: the weights are integers as they are. */
  readonly modulus: number;
  readonly total: number;
}

/** The longest list of names in the legend. */
const LONGEST_NAMES = 48;

/**
 * Weights that prove that there is no solution, as a picture: each square has its weight, in a
 * colour and pattern of its own. The last board is the legend: a square for each weight, with the
 * items of this weight.
 */
export function weightBoards(items: readonly WeightedItem[], sum: WeightSum): Board[] {
  const { placed, squareOf, legendOf } = weighted(items, sum);
  const size = sizeOf(placed.map(({ place }) => place));
  const layers = 1 + placed.reduce((most, { place }) => Math.max(most, place.layer ?? 0), 0);
  checkSide(layers, 'The number of layers');
  checkSquares(layers * size.width * size.height, 'The box');
  const builders = Array.from({ length: layers }, () => new BoardBuilder(size));
  for (const { weight, place } of placed) {
    const { layer = 0 } = place;
    checkSide(layer, 'The layer of a square');
    builders[layer]?.put(place, squareOf(weight));
  }
  const boards = builders.map((builder, k) => {
    const caption = layers > 1 ? `layer ${k + 1}` : captionOf(sum);
    return builder.board({ ground: 'ruled', caption });
  });
  return [...boards, legendOf(layers > 1 ? captionOf(sum) : undefined)];
}

/** The same of a lattice: the cell `[x, y, z]` is in column x, row y and layer z. */
export function weightPictures(
  items: readonly WeightedItem[],
  sum: WeightSum,
  lattice: LatticeName,
): readonly [LatticePicture, Board] {
  const { placed, squareOf, legendOf } = weighted(items, sum);
  const cells = placed.map(({ weight, place: { row, column, layer = 0 } }) => {
    return { at: [column, row, layer] as const, ...squareOf(weight) };
  });
  return [{ lattice, cells, caption: captionOf(sum) }, legendOf(undefined)];
}

/** Items with a square, what stands there, and the legend. */
function weighted(items: readonly WeightedItem[], sum: WeightSum) {
  checkInteger('modulus', sum.modulus, 0);
  checkInteger('total', sum.total, Number.NEGATIVE_INFINITY);
  for (const { name, weight } of items) {
    checkInteger(`The weight of ${shown(name)}`, weight, -(2 ** 31), 2 ** 31);
  }
  const placed = items.flatMap(({ weight, place }) => (place ? [{ weight, place }] : []));
  if (placed.length === 0) throw badSetting('No item has a place; give one at least a square.');
  const weights = orderOf(items);
  const tinted = weights.filter((weight) => weight !== 0);
  // With a sign before each, all marks are equally wide.
  const isSigned = weights.some((weight) => weight < 0);
  const squareOf = (weight: number): Square => {
    const mark = isSigned && weight > 0 ? `+${weight}` : `${weight}`;
    const tint = tinted.indexOf(weight);
    return { mark, ...(tint >= 0 && { tint: tint % TINTS }) };
  };
  // Items of weight zero need no legend, except squares.
  const listed = weights.filter(
    (weight) => weight !== 0 || placed.some((square) => square.weight === 0),
  );
  const legendOf = (caption: string | undefined): Board => ({
    width: 1,
    height: listed.length,
    squares: listed.map((weight, region) => ({ ...squareOf(weight), region })),
    ground: 'ruled',
    left: listed.map((weight) => [labelOf(items.filter((item) => item.weight === weight))]),
    caption,
  });
  return { placed, squareOf, legendOf };
}

function captionOf({ kind, modulus, total }: WeightSum): string {
  if (kind === 'signs') return `no option above 0, all together at least ${total}`;
  if (modulus === 0) return `every option 0, all together ${total}`;
  return `modulo ${modulus}: every option 0, all together ${total % modulus}`;
}

/** The weights, those of most squares first. */
function orderOf(items: readonly WeightedItem[]): number[] {
  const counts = new Map<number, number>();
  for (const { weight, place } of items) {
    counts.set(weight, (counts.get(weight) ?? 0) + (place ? 1 : 0));
  }
  const order = [...counts].sort(([one, some], [other, others]) => others - some || other - one);
  return order.map(([weight]) => weight);
}

/** As in `12 squares and F, I`. */
function labelOf(items: readonly WeightedItem[]): string {
  const squares = items.filter(({ place }) => place).length;
  const names = items.flatMap(({ name, place }) => (place ? [] : [name]));
  const first = plural(squares, 'square');
  const list = names.join(', ');
  const rest = list.length <= LONGEST_NAMES ? list : plural(names.length, 'other');
  return squares === 0 ? rest : names.length === 0 ? first : `${first} and ${rest}`;
}
