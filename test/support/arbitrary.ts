import fc from 'fast-check';
import type { Matrix } from '../cases/matrix.ts';

/**
 * Small random problems: secondary items, colours, options stated twice, options without a
 * primary item, items without options. Options are short, so that many have solutions.
 */
export const smallMatrix: fc.Arbitrary<Matrix> = fc
  .record({
    primary: fc.integer({ min: 0, max: 6 }),
    secondary: fc.integer({ min: 0, max: 4 }),
    coloured: fc.boolean(),
  })
  .filter(({ primary, secondary }) => primary + secondary > 0)
  .chain(({ primary, secondary, coloured }) => {
    const use = fc.record({
      item: fc.integer({ min: 0, max: primary + secondary - 1 }),
      hue: fc.integer({ min: 0, max: 2 }),
    });
    const option = fc.uniqueArray(use, {
      minLength: 1,
      maxLength: 4,
      selector: ({ item }) => item,
    });
    return fc
      .tuple(fc.array(option, { maxLength: 10 }), fc.array(fc.nat(), { maxLength: 2 }))
      .map(([stated, copies]): Matrix => {
        const all = [...stated];
        for (const copy of copies) {
          const twin = stated[copy % Math.max(1, stated.length)];
          if (twin !== undefined) all.push(twin);
        }
        const options = all.map((uses) => uses.map(({ item }) => item));
        const colours = all.map((uses) => uses.map(({ item, hue }) => (item < primary ? 0 : hue)));
        const matrix = { name: 'random', primary, secondary, options };
        return coloured ? { ...matrix, colours } : matrix;
      });
  });

export const seeds: fc.Arbitrary<number | undefined> = fc.option(fc.maxSafeInteger(), {
  nil: undefined,
});

/**
 * Random problems that are a little larger, with conflicts to learn from: too large for brute
 * force, which has shown that `cells` can be relied on.
 */
export const tightMatrix: fc.Arbitrary<Matrix> = fc
  .record({ primary: fc.integer({ min: 4, max: 9 }), secondary: fc.integer({ min: 0, max: 3 }) })
  .chain(({ primary, secondary }) => {
    const use = fc.record({
      item: fc.integer({ min: 0, max: primary + secondary - 1 }),
      hue: fc.integer({ min: 0, max: 2 }),
    });
    const option = fc.uniqueArray(use, {
      minLength: 2,
      maxLength: 3,
      selector: ({ item }) => item,
    });
    return fc.array(option, { minLength: 14, maxLength: 26 }).map(
      (all): Matrix => ({
        name: 'tight',
        primary,
        secondary,
        options: all.map((uses) => uses.map(({ item }) => item)),
        colours: all.map((uses) => uses.map(({ item, hue }) => (item < primary ? 0 : hue))),
      }),
    );
  });

/**
 * So little work of `learn` between two pauses that each of its loops is cut in some small problem.
 */
export const slices: fc.Arbitrary<number | undefined> = fc.option(
  fc.integer({ min: 1, max: 300 }),
  {
    nil: undefined,
  },
);
