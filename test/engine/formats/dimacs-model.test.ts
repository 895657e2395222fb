import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { readModel } from '../../../src/engine/formats/dimacs-model.ts';
import { readDlx } from '../../../src/engine/formats/dlx/reader.ts';
import { Problem } from '../../../src/index.ts';
import { asSet } from '../../support/checker.ts';
import { runs } from '../../support/effort.ts';
import { multiple, small } from '../../support/known.ts';
import { expectRefusal } from '../../support/thrown.ts';

// TAOCP 7.2.2.1, (49), whose solution is q x:A, p r x:A y; and an option that is never chosen.
const problem = readDlx('p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\nx:A\n');
const found = { answer: 'solution', numbers: [1, 3] };

/** The answer with its solution as option numbers. */
function read(from: Problem<unknown>, text: string) {
  const { answer, solution } = readModel(from, text);
  return solution === undefined ? { answer } : { answer, numbers: solution.numbers };
}

describe('what is read', () => {
  test.each([
    // As CaDiCaL 1.5.3 and MiniSat 2.2.1 write it.
    ['a competition', 's SATISFIABLE\nv -1 2 -3 4 -5 -6 0\n', found],
    ['with comments', 'c hello\nc\ns SATISFIABLE\nv -1 2 -3\nv 4 -5 -6 7 -8\nv 0\nc bye', found],
    ['in a DOS file', 'c\r\ns SATISFIABLE\r\nv -1 2 -3 4 -5 -6 0\r\n', found],
    ['values first', 'v -6 -5 -3 -1\nv 2 4 0\ns SATISFIABLE', found],
    ['MiniSat', 'SAT\n-1 2 -3 4 -5 -6 7 0\n', found],
    ['a value said twice', 'SAT\n-1 2 -3 4 2 -5 -6 0\n', found],
    ['no solution', 'c\ns UNSATISFIABLE\n', { answer: 'none' }],
    ['no solution, MiniSat', 'UNSAT\n', { answer: 'none' }],
    ['unknown', 's UNKNOWN\n', { answer: 'unknown' }],
    [
      'unknown, CaDiCaL at a limit',
      'c -- [ result ] --\nc \nc UNKNOWN\nc\n',
      { answer: 'unknown' },
    ],
    ['unknown, MiniSat', 'INDET\n', { answer: 'unknown' }],
  ])('%s', (_, text, answer) => {
    expect(read(problem, text)).toEqual(answer);
  });

  test('of a problem without options', () => {
    const empty = new Problem({ secondary: 1 });
    expect(read(empty, 's SATISFIABLE\nv 0\n')).toEqual({ answer: 'solution', numbers: [] });
  });

  test('with the payloads of the problem, and their type', () => {
    const problem = new Problem<{ at: number }>({ primary: ['a', 'b'] });
    for (const [at, item] of ['a', 'b', 'a'].entries()) problem.addOption([item], { at });
    const { answer, solution } = readModel(problem, 'SAT\n-1 2 3 0\n');
    expect(answer).toBe('solution');
    expectTypeOf(solution?.payloads).toEqualTypeOf<{ at: number }[] | undefined>();
    expect(solution?.payloads).toEqual([{ at: 1 }, { at: 2 }]);
    expect(solution?.options).toEqual([['b'], ['a']]);
  });
});

describe('what is refused', () => {
  test.each([
    ['nothing', '', 1, 1, /no verdict/],
    ['comments alone', 'c\nc 1 2 0\n', 2, 1, /no verdict/],
    ['values without a verdict', 'v -1 2 -3 4 -5 -6 0', 1, 1, /no verdict/],
    ['something else', 's SATISFIABLE\nhello\n', 2, 1, /"hello", which is no line of a solver/],
    ['the problem itself', 'c\np cnf 1 1\n1 0\n', 2, 1, /"p cnf 1 1"/],
    ['the verdict of another kind of solver', 's OPTIMUM FOUND\n', 1, 1, /"s OPTIMUM FOUND"/],
    ['two verdicts', 'SAT\n-1 2 -3 4 -5 -6 0\nUNSAT\n', 3, 1, /line 1 says otherwise/],
    ['no values', 'c\ns SATISFIABLE\n', 2, 1, /verdict without values/],
    ['values cut off', 's SATISFIABLE\nv -1 2 -3 4 -5 -6\n', 1, 1, /cut off/],
    ['a value too few', 's SATISFIABLE\nv -1 2 -3 -5 -6 7 0\n', 1, 1, /no value for variable 4/],
    ['values after the end', 'SAT\n-1 2 -3 4 -5 -6 0 7\n', 2, 19, /"7" after the 0/],
    ['two models', 'SAT\n-1 2 -3 4 -5 -6 0\n-1 2 0\n', 3, 1, /"-1" after the 0/],
    [
      'a contradiction',
      's SATISFIABLE\nv -1 2 -3 4 -5 1 0\n',
      2,
      16,
      /variable 1 .* true and false/,
    ],
    ['a value that is no number', 'SAT\n-1 2 3x 0\n', 2, 6, /"3x" among the values/],
    ['values without a model', 's UNSATISFIABLE\nv 1 0\n', 1, 1, /although there is no model/],
    [
      'a model of rivals',
      'SAT\n1 2 -3 -4 -5 -6 0\n',
      1,
      1,
      /options 0 and 1, which exclude each other because of "p"/,
    ],
    [
      'rivals by colour',
      'SAT\n-1 -2 3 4 -5 -6 0\n',
      1,
      1,
      /options 2 and 3, which exclude each other because of "x"/,
    ],
    ['a bare item', 'SAT\n-1 2 -3 -4 -5 -6 0\n', 1, 1, /covers item "q" with no option/],
    ['an option never chosen', 'SAT\n-1 2 -3 4 -5 6 0\n', 1, 1, /option 5, which has no primary/],
  ])('%s', (_, text, line, column, message) => {
    expectRefusal(() => readModel(problem, text), message, { code: 'bad-text', line, column });
  });

  test('what is no problem or no text', () => {
    expect(() => readModel({} as Problem, 'UNSAT')).toThrow(
      expect.objectContaining({ name: 'QuadrilleError', code: 'bad-setting' }),
    );
    expect(() => readModel(problem, 7 as unknown as string)).toThrow(
      expect.objectContaining({ name: 'QuadrilleError', code: 'bad-text' }),
    );
  });

  test('every model that is no solution', () => {
    fc.assert(
      fc.property(fc.oneof(small, multiple), fc.nat(2 ** 12 - 1), ({ problem, all }, set) => {
        const variables = Array.from({ length: problem.optionCount }, (_, k) => k + 1);
        const signs = variables.map((k) => ((set >> (k - 1)) & 1 ? k : -k));
        const numbers = signs.filter((sign) => sign > 0).map((sign) => sign - 1);
        const answer = () => read(problem, `SAT\n${[...signs, 0].join(' ')}\n`);
        const isSolution = asSet(all).includes(asSet([numbers])[0]);
        if (isSolution) expect(answer()).toEqual({ answer: 'solution', numbers });
        else expect(answer).toThrow(/the model (chooses|covers)/);
      }),
      { numRuns: runs(1500) },
    );
  });

  test('items that are covered too often, or not often enough', () => {
    const three = readDlx('2:3|a\na\na\na\na\n');
    expect(() => read(three, 'SAT\n1 2 3 4 0\n')).toThrow(/covers item "a" with more than 3 opt/);
    expect(() => read(three, 'SAT\n1 -2 -3 -4 0\n')).toThrow(/"a" with 1 option, fewer than 2/);
    expect(() => read(three, 'SAT\n-1 -2 -3 -4 0\n')).toThrow(/"a" with no option/);
  });
});
