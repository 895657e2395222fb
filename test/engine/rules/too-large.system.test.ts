import { describe, expect, test } from 'vitest';
import { count, Problem } from '../../../src/index.ts';
import { regular, sum, variable, withRules } from '../../../src/rules.ts';

describe('refused while it is compiled', () => {
  const digits = (cells: number, values = 10) => {
    const stated = new Problem<number>({ primary: cells });
    for (let cell = 0; cell < cells; cell++) {
      for (let n = 0; n < values; n++) stated.addIndices([cell], n);
    }
    return { stated, cells: Array.from({ length: cells }, (_, cell) => variable<number>(cell)) };
  };

  test('an automaton whose states never merge', () => {
    const { stated, cells } = digits(12);
    const step = (state: number, value: number) => 10 * state + value;
    const ruled = withRules(stated, [regular(cells, { start: 1, step, accept: () => true })]);
    expect(() => count(ruled)).toThrow(
      /In the 1st rule \(regular\), there are more than 2\d{6} transitions after 7 of 12 variables, .*numbers or strings merge/,
    );
  });

  test('a sum with too many partial sums', () => {
    const { stated, cells } = digits(4, 1500);
    const ruled = withRules(stated, [sum(cells, 3000, [1, 2, 3, 5])]);
    expect(() => ruled.compile()).toThrow(
      /In the 1st rule \(sum\), the diagram of the sums has more than/,
    );
  });
});
