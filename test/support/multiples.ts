import fc from 'fast-check';
import { Compiled, emptyCompiled } from '../../src/problem/compiled.ts';
import type { Matrix } from '../cases/matrix.ts';

/** A problem with bounds: for each primary item the least and the most options that cover it. */
export interface MultipleMatrix extends Matrix {
  readonly times: readonly (readonly [least: number, most: number])[];
}

/** How a compiled problem stores that there is no upper bound. */
export const UNLIMITED = 2 ** 31 - 1;

/**
 * The compiled problem. It has the section of multiplicities even if each item is covered exactly
 * once.
 */
export function compileMultiples(matrix: MultipleMatrix): Compiled {
  const { primary, secondary, options, colours, times } = matrix;
  const nodes = options.reduce((sum, items) => sum + items.length, 0);
  const data = emptyCompiled({
    primary,
    secondary,
    options: options.length,
    nodes,
    coloured: colours !== undefined,
    multiple: true,
  });
  const { startAt, itemAt, colourAt, timesAt } = Compiled.of(data);
  let node = 0;
  for (const [option, items] of options.entries()) {
    for (const [k, item] of items.entries()) {
      if (colours !== undefined) data[colourAt + node] = colours[option]?.[k] ?? 0;
      data[itemAt + node++] = item;
    }
    data[startAt + option + 1] = node;
  }
  for (const [item, [least, most]] of times.entries()) {
    data[timesAt + 2 * item] = least;
    data[timesAt + 2 * item + 1] = most;
  }
  return Compiled.from(data);
}

/**
 * All solutions of a small problem: it tries every set of options, and skips sets that cover an
 * item too often.
 */
export function bruteForceMultiples(matrix: MultipleMatrix): number[][] {
  const { primary, secondary, options, colours, times } = matrix;
  const found: number[][] = [];
  const chosen: number[] = [];
  /** Item -> the colours in which the chosen options use it. */
  const uses: number[][] = Array.from({ length: primary + secondary }, () => []);

  const mayUse = (item: number): boolean => {
    const own = uses[item] as number[];
    if (item < primary) return own.length <= (times[item]?.[1] as number);
    return own.length <= 1 || (own[0] !== 0 && own.every((colour) => colour === own[0]));
  };

  const visit = (option: number): void => {
    const items = options[option];
    if (items === undefined) {
      if (times.every(([least], item) => (uses[item] as number[]).length >= least)) {
        found.push([...chosen]);
      }
      return;
    }
    visit(option + 1);
    // An option without a primary item is never chosen.
    if (!items.some((item) => item < primary)) return;
    for (const [k, item] of items.entries()) uses[item]?.push(colours?.[option]?.[k] ?? 0);
    chosen.push(option);
    if (items.every(mayUse)) visit(option + 1);
    chosen.pop();
    for (const item of items) uses[item]?.pop();
  };
  visit(0);
  return found;
}

/**
 * The bounds of an item: exactly once for about a third, and 0 below, several times, or no limit
 * above.
 */
export const bounds: fc.Arbitrary<readonly [number, number]> = fc.oneof(
  fc.constant([1, 1] as const),
  fc.tuple(fc.nat(2), fc.nat(2)).map(([least, more]) => [least, least + more] as const),
  fc.nat(1).map((least) => [least, UNLIMITED] as const),
);

/**
 * Small random problems with bounds, secondary items, colours, options stated twice, options
 * without a primary item, and items without options.
 */
export const multipleMatrix: fc.Arbitrary<MultipleMatrix> = fc
  .record({
    primary: fc.integer({ min: 0, max: 5 }),
    secondary: fc.integer({ min: 0, max: 3 }),
    coloured: fc.boolean(),
  })
  .filter(({ primary, secondary }) => primary + secondary > 0)
  .chain(({ primary, secondary, coloured }) => {
    const use = fc.record({
      item: fc.integer({ min: 0, max: primary + secondary - 1 }),
      colour: fc.integer({ min: 0, max: 2 }),
    });
    const option = fc.uniqueArray(use, {
      minLength: 1,
      maxLength: 4,
      selector: ({ item }) => item,
    });
    return fc
      .record({
        stated: fc.array(option, { maxLength: 9 }),
        copies: fc.array(fc.nat(), { maxLength: 2 }),
        times: fc.array(bounds, { minLength: primary, maxLength: primary }),
      })
      .map(({ stated, copies, times }): MultipleMatrix => {
        const twins = copies.map((copy) => stated[copy % Math.max(1, stated.length)] ?? []);
        const all = [...stated, ...twins].filter((uses) => uses.length > 0);
        const options = all.map((uses) => uses.map(({ item }) => item));
        const colours = all.map((uses) =>
          uses.map(({ item, colour }) => (item < primary ? 0 : colour)),
        );
        const matrix = { name: 'random, with bounds', primary, secondary, options, times };
        return coloured ? { ...matrix, colours } : matrix;
      });
  });

/**
 * Random problems with more options and conflicts to learn from: items to be covered several times.
 */
export const tightMultiples: fc.Arbitrary<MultipleMatrix> = fc
  .record({ primary: fc.integer({ min: 3, max: 6 }), secondary: fc.integer({ min: 0, max: 2 }) })
  .chain(({ primary, secondary }) => {
    const use = fc.record({
      item: fc.integer({ min: 0, max: primary + secondary - 1 }),
      colour: fc.integer({ min: 0, max: 2 }),
    });
    const option = fc.uniqueArray(use, {
      minLength: 2,
      maxLength: 3,
      selector: ({ item }) => item,
    });
    const times = fc
      .tuple(fc.integer({ min: 1, max: 3 }), fc.nat(1))
      .map(([least, more]) => [least, least + more] as const);
    return fc
      .record({
        all: fc.array(option, { minLength: 10, maxLength: 15 }),
        times: fc.array(times, { minLength: primary, maxLength: primary }),
      })
      .map(
        ({ all, times }): MultipleMatrix => ({
          name: 'tight, with bounds',
          primary,
          secondary,
          options: all.map((uses) => uses.map(({ item }) => item)),
          colours: all.map((uses) => uses.map(({ item, colour }) => (item < primary ? 0 : colour))),
          times,
        }),
      );
  });
