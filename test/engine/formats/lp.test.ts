import { describe, expect, test } from 'vitest';
import { readDlx } from '../../../src/engine/formats/dlx/reader.ts';
import { writeLp } from '../../../src/engine/formats/lp.ts';
import { isLpSolution, readLpSolution } from '../../../src/engine/formats/lp-solution.ts';
import { Problem } from '../../../src/index.ts';
import { expectRefusal } from '../../support/thrown.ts';

const problem = readDlx('a b 1:2|c | x\na x:A |7\nb c x:A |-3\nc a x:A\nb\nx |9\n');

describe('the text', () => {
  test('counts in words that fit one as well', () => {
    expect(writeLp(readDlx('a\na\n'))).toMatch(/items: 1, secondary items: 0, options: 1\.\n/);
  });

  test('has a row for each item, a variable for each colour of several options, no hopeless option', () => {
    expect(writeLp(problem)).toBe(
      `\\ Exact cover. Primary items: 3, secondary items: 1, options: 5.
\\ Variable xk says that option k, counted from 0, is chosen.
Minimize
cost:
 + 7 x0 - 3 x1
Subject To
i0:
 + x0 + x2
 = 1
i1:
 + x1 + x3
 = 1
i2:
 + x1 + x2
 >= 1
i3c0o0: x0 - c0 <= 0
i3c0o1: x1 - c0 <= 0
i3c0o2: x2 - c0 <= 0
zero: none = 0
Binaries
 x0 x1 x2 x3
End
`,
    );
  });

  test('has short lines', () => {
    const wide = new Problem({ primary: 1 });
    for (let k = 0; k < 1000; k++) wide.setCost(wide.addIndices([0]), 2 ** 50 + k);
    const longest = Math.max(
      ...writeLp(wide)
        .split('\n')
        .map(({ length }) => length),
    );
    expect(longest).toBeLessThan(255);
  });

  test('what is no problem is refused', () => {
    expect(() => writeLp({} as Problem)).toThrow(/The problem is an object; give a Problem/);
    expect(() => readLpSolution({} as Problem, '')).toThrow(/The problem is an object/);
    expect(() => readLpSolution(problem, 7 as never)).toThrow(/The text is 7/);
  });
});

describe('answers that are read', () => {
  const best = { answer: 'solution', numbers: [0, 1], optimal: true };
  const found = { ...best, optimal: false };

  test.each([
    ['CBC', 'Optimal - objective value 4.0\n 0 x0 1 7\n 1 x1 0.99999999 -3\n 3 c0 1 0\n', best],
    ['CBC at a limit', 'Stopped on time - objective value 4\n  0 x0 1 7\n 1 x1 1 -3\n', found],
    [
      'CBC at a limit before a solution',
      'Stopped on time (no integer solution - continuous used) - objective value 4\n 0 x0 0.5 7\n'.replace(
        '0.5',
        '1',
      ),
      { answer: 'unknown', optimal: false },
    ],
    [
      'CBC without a solution',
      'Infeasible - objective value 1.0\n 0 x0 1 7\n',
      { answer: 'none', optimal: false },
    ],
    [
      'HiGHS',
      'Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 4\n# Columns 5\n' +
        'x0 1\nx1 1\nx2 0\nx3 -0\nnone 0\n# Rows 1\ni0 1\n\n# Dual solution values\nx2 1\n',
      best,
    ],
    [
      'SCIP',
      'solution status: optimal solution found\nobjective value: 4\nx0  1 \t(obj:7)\nx1 1 (obj:-3)\n',
      best,
    ],
    [
      'SCIP without a solution',
      'solution status: infeasible\nno solution available\n',
      { answer: 'none', optimal: false },
    ],
    ['Gurobi', '# Objective value = 4\nx0 1\nx1 1\nx2 0\n', found],
    ['a list', 'x0 x1\n', found],
    ['a column', 'x1\r\nx0\r\n', found],
  ])('%s', (_, text, expected) => {
    expect(isLpSolution(text)).toBe(true);
    const { answer, solution, optimal } = readLpSolution(problem, text);
    const numbers = solution && { numbers: solution.numbers };
    expect({ answer, ...numbers, optimal }).toEqual(expected);
  });

  test('a solution of no options', () => {
    const free = new Problem({ primary: 1 }).setTimes(0, [0, 1]);
    free.addIndices([0]);
    expect(readLpSolution(free, 'Optimal\n').solution?.numbers).toEqual([]);
  });

  test.each([
    ['nothing', '', 1, 1, /found no variable, as x0, and no verdict/],
    ['something else', 'hello\nworld', 2, 1, /no verdict/],
    ['an unknown option', 'x0 1\n x5 1', 2, 2, /found x5, and the options are x0 to x4/],
    ['a part of an option', 'x0 1\nx1 0.5', 2, 4, /"0.5", which is neither 0 nor 1/],
    ['an option twice', 'x0 2', 1, 4, /"2", which is neither/],
    ['options that exclude each other', 'x0 x1 x2', 1, 1, /0 and 2, which exclude each other/],
    ['an item left out', 'x0\nx3\n', 3, 1, /covers item "c" with no option/],
    ['an option that is never chosen', 'x0 x1 x4', 1, 1, /option 4, which has no primary item/],
  ])('%s is refused', (_, text, line, column, message) => {
    expectRefusal(() => readLpSolution(problem, text), message, { code: 'bad-text', line, column });
  });

  test('the answers of SAT solvers are not taken for those of MIP solvers', () => {
    for (const text of ['s SATISFIABLE\nv 1 -2 0\n', 'SAT\n1 0\n', 's UNSATISFIABLE\n', 'c x\n']) {
      expect(isLpSolution(text)).toBe(false);
    }
  });
});
