import fc from 'fast-check';
import { type ItemUse, Problem } from '../../../src/index.ts';
import { letter } from '../../support/letters.ts';

// Any name that the text can hold: more of the awkward characters than chance would bring.
const name = fc
  .oneof(
    fc.string({
      unit: fc.constantFrom(...'01ab#\ufeff\u00a0\u2028😀'),
      minLength: 1,
      maxLength: 3,
    }),
    fc.string({ unit: letter, minLength: 1 }),
  )
  .filter((text) => !/[\0\t-\r :|]/.test(text));
const colour = fc.oneof(name, fc.constantFrom(':', '|'));

const bounds = fc
  .tuple(fc.nat(3), fc.constantFrom(0, 1, 2, 2 ** 30, Number.POSITIVE_INFINITY))
  .map(([least, more]): [number, number] => [least, least + more]);

/** Problems that a text can hold. */
export const problems = fc
  .record({
    names: fc.uniqueArray(name, { minLength: 1, maxLength: 8 }),
    primary: fc.integer({ min: 1, max: 8 }),
    options: fc.array(
      fc.uniqueArray(fc.tuple(fc.nat(7), fc.option(colour)), { selector: ([item]) => item }),
    ),
    times: fc.option(fc.array(bounds, { maxLength: 8 })),
    costs: fc.option(fc.array(fc.integer())),
  })
  .map(({ names, primary, options, times, costs }) => {
    const problem = new Problem({
      primary: names.slice(0, primary),
      secondary: names.slice(primary),
    });
    for (const [item, stated] of times?.entries() ?? []) {
      if (item < problem.primaryCount) problem.setTimes(item, stated);
    }
    for (const uses of options) {
      const parts = uses.flatMap(([index, hue]): ItemUse[] => {
        const item = names[index];
        if (item === undefined) return [];
        return [hue === null || index < primary ? item : { item, colour: hue }];
      });
      if (parts.length === 0) continue;
      const option = problem.addOption(parts);
      problem.setCost(option, costs?.[option] ?? 0);
    }
    return problem;
  });
