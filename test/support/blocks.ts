import type { Random } from '../../src/engine/kernels/random.ts';
import type { Matrix } from '../cases/matrix.ts';

/**
 * Items in blocks that are options, in a random order of the items, and some options more that may
 * fit beside them. The first and the last block are stated so often that their candidates take two
 * and three words. Some options use one of three secondary items, some of these in a colour.
 */
export function blocks(items: number, random: Random): Matrix {
  const names = random.order(items);
  const options: number[][] = [];
  const colours: number[][] = [];
  const add = (from: number, to: number, secondary: number, colour: number) => {
    const own = Array.from(names.subarray(from, to));
    options.push(secondary < 3 ? [...own, items + secondary] : own);
    colours.push(secondary < 3 ? [...own.map(() => 0), colour] : own.map(() => 0));
  };
  for (let from = 0; from < items; ) {
    const to = Math.min(items, from + 1 + random.below(4));
    // These go together: the one secondary item that several of them use has one colour.
    add(from, to, random.below(3) * 3, 2);
    const copies = from === 0 ? 40 : to === items ? 70 : 0;
    for (let k = 0; k < copies; k++) add(from, to, random.below(6), random.below(4));
    from = to;
  }
  for (let k = 0; k < 12; k++) {
    const from = random.below(items);
    add(from, Math.min(items, from + 1 + random.below(4)), random.below(6), random.below(4));
  }
  return { name: 'blocks', primary: items, secondary: 3, options, colours };
}

/**
 * Items in blocks that are options, and options more across the borders of two blocks, so that
 * choices force others. The items at both ends have up to 31 options, the most that a set of bits
 * holds. Some options use one of three secondary items.
 */
export function overlaps(items: number, random: Random): Matrix {
  const options: number[][] = [];
  const counts = new Int32Array(items);
  const add = (from: number, to: number, secondary: number) => {
    const own = Array.from({ length: to - from }, (_, k) => from + k);
    if (own.some((item) => counts[item] === 31)) return;
    for (const item of own) counts[item] = counts[item] + 1;
    options.push(secondary < 3 ? [...own, items + secondary] : own);
  };
  for (let from = 0; from < items; ) {
    const to = Math.min(items, from + 1 + random.below(4));
    add(from, to, 3);
    from = to;
  }
  const most = items > 128 ? 6 : 30;
  for (let k = 0; k < most; k++) {
    add(0, Math.min(items, 1 + random.below(3)), random.below(6));
    add(Math.max(0, items - 1 - random.below(3)), items, random.below(6));
  }
  for (let k = 0; k < items; k++) {
    const from = random.below(items);
    add(from, Math.min(items, from + 1 + random.below(4)), random.below(9));
  }
  return { name: 'overlaps', primary: items, secondary: 3, options };
}
