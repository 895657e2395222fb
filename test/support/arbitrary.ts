import fc from 'fast-check';
import type { Matrix } from '../cases/matrix.ts';

type Range = readonly [least: number, most: number];

/** The sizes of random problems. */
interface Sizes {
  readonly name: string;
  readonly primary: Range;
  readonly secondary: Range;
  readonly options: Range;
  /** The items of an option. */
  readonly items: Range;
  /** Options that may be stated twice. */
  readonly copies?: number;
  /** 'some': about half of the problems have colours. */
  readonly colours: 'all' | 'some';
}

const integer = ([min, max]: Range) => fc.integer({ min, max });
const lengths = ([minLength, maxLength]: Range) => ({ minLength, maxLength });

/** Random problems of some size. Secondary items have the colours 0 to 2. */
export function matrices(sizes: Sizes): fc.Arbitrary<Matrix> {
  const { name, copies: mostCopies = 0 } = sizes;
  return fc
    .record({
      primary: integer(sizes.primary),
      secondary: integer(sizes.secondary),
      coloured: sizes.colours === 'all' ? fc.constant(true) : fc.boolean(),
    })
    .filter(({ primary, secondary }) => primary + secondary > 0)
    .chain(({ primary, secondary, coloured }) => {
      const use = fc.record({ item: fc.nat(primary + secondary - 1), hue: fc.nat(2) });
      const selector = ({ item }: { item: number }) => item;
      const option = fc.uniqueArray(use, { ...lengths(sizes.items), selector });
      const copies = fc.array(fc.nat(), { maxLength: mostCopies });
      return fc
        .tuple(fc.array(option, lengths(sizes.options)), copies)
        .map(([stated, copies]): Matrix => {
          const twins = copies.flatMap((copy) => {
            return stated.length === 0 ? [] : [stated[copy % stated.length] ?? []];
          });
          const all = [...stated, ...twins];
          const options = all.map((uses) => uses.map(({ item }) => item));
          const matrix = { name, primary, secondary, options };
          if (!coloured) return matrix;
          const colours = all.map((uses) =>
            uses.map(({ item, hue }) => (item < primary ? 0 : hue)),
          );
          return { ...matrix, colours };
        });
    });
}

/**
 * Small random problems: secondary items, colours, options stated twice, options without a
 * primary item, items without options. Options are short, so that many have solutions.
 */
export const smallMatrix = matrices({
  name: 'small',
  primary: [0, 6],
  secondary: [0, 4],
  options: [0, 10],
  items: [1, 4],
  copies: 2,
  colours: 'some',
});

/**
 * Random problems that are a little larger, with conflicts to learn from: too large for brute
 * force, which has shown that `lists` can be relied on.
 */
export const tightMatrix = matrices({
  name: 'tight',
  primary: [4, 9],
  secondary: [0, 3],
  options: [14, 26],
  items: [2, 3],
  colours: 'all',
});

export const seeds: fc.Arbitrary<number | undefined> = fc.option(fc.maxSafeInteger(), {
  nil: undefined,
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

/**
 * Random problems with symmetries: their items stand in rings, and to turn all rings by one place
 * keeps the problem as it is.
 */
export const turningMatrix: fc.Arbitrary<Matrix> = fc
  .record({
    places: fc.integer({ min: 3, max: 6 }),
    primary: fc.integer({ min: 1, max: 2 }),
    secondary: fc.integer({ min: 0, max: 2 }),
    coloured: fc.boolean(),
  })
  .chain(({ places, primary, secondary, coloured }) => {
    const rings = primary + secondary;
    const use = fc.record({ item: fc.nat(rings * places - 1), hue: fc.nat(2) });
    const option = fc.uniqueArray(use, {
      ...lengths([2, 4]),
      selector: ({ item }) => item,
    });
    return fc.array(option, lengths([1, 4])).map((stated): Matrix => {
      const turned = stated.flatMap((uses) =>
        Array.from({ length: places }, (_, by) =>
          uses.map(({ item, hue }) => {
            const ring = Math.floor(item / places);
            return { item: ring * places + ((item + by) % places), hue };
          }),
        ),
      );
      const options = turned.map((uses) => uses.map(({ item }) => item));
      const matrix = {
        name: 'turning',
        primary: primary * places,
        secondary: secondary * places,
        options,
      };
      if (!coloured) return matrix;
      const colours = turned.map((uses) =>
        uses.map(({ item, hue }) => (item < matrix.primary ? 0 : hue)),
      );
      return { ...matrix, colours };
    });
  });
