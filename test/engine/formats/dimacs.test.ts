import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dimacsLines, writeDimacs } from '../../../src/engine/formats/dimacs.ts';
import { Problem } from '../../../src/index.ts';
import { queens } from '../../cases/gallery.ts';
import { knuth } from '../../cases/knuth.ts';
import type { Matrix } from '../../cases/matrix.ts';
import { problemOf } from '../../cases/problem.ts';
import { asSet } from '../../support/checker.ts';
import { runs } from '../../support/effort.ts';
import { type Known, multiple, small, smallOf } from '../../support/known.ts';

type Clauses = readonly (readonly number[])[];

/** The text as DIMACS says it is; the counts in its header must be right. */
function parse(text: string): { variables: number; clauses: number[][] } {
  const lines = text.split('\n');
  expect(lines.pop()).toBe('');
  const body = lines.filter((line) => !line.startsWith('c '));
  const [, variables, stated] = /^p cnf (\d+) (\d+)$/.exec(body.shift() as string) ?? [];
  expect(body.filter((line) => !/^(-?[1-9]\d* )*0$/.test(line))).toEqual([]);
  const clauses = body.map((line) => line.split(' ').slice(0, -1).map(Number));
  expect(clauses).toHaveLength(Number(stated));
  const beyond = clauses.flat().filter((literal) => !(Math.abs(literal) <= Number(variables)));
  expect(beyond).toEqual([]);
  return { variables: Number(variables), clauses };
}

/** The clauses once a literal is true; undefined when one of them cannot be met any more. */
function given(clauses: Clauses, literal: number): Clauses | undefined {
  const left: (readonly number[])[] = [];
  for (const clause of clauses) {
    if (clause.includes(literal)) continue;
    const rest = clause.includes(-literal) ? clause.filter((other) => other !== -literal) : clause;
    if (rest.length === 0) return undefined;
    left.push(rest);
  }
  return left;
}

/** Davis, Putnam, Logemann and Loveland's way to decide clauses, at its plainest. */
function satisfiable(clauses: Clauses | undefined): boolean {
  if (clauses === undefined || clauses.some((clause) => clause.length === 0)) return false;
  const clause = clauses.find(({ length }) => length === 1) ?? clauses[0];
  if (clause === undefined) return true;
  const literal = clause[0];
  if (satisfiable(given(clauses, literal))) return true;
  return clause.length > 1 && satisfiable(given(clauses, -literal));
}

/** All models, as the options that they choose. */
function models(clauses: Clauses, options: number, option = 0): number[][] {
  if (!satisfiable(clauses)) return [];
  if (option === options) return [[]];
  const chosen = given(clauses, option + 1);
  const left = given(clauses, -(option + 1));
  return [
    ...(chosen ? models(chosen, options, option + 1).map((rest) => [option, ...rest]) : []),
    ...(left ? models(left, options, option + 1) : []),
  ];
}

function checkModels({ problem, all }: Known): void {
  const { clauses } = parse(writeDimacs(problem));
  expect(asSet(models(clauses, problem.optionCount))).toEqual(asSet(all));
}

/** Few items with many options each, so that they need counters, and many colours. */
const crowded = fc
  .array(
    fc.record({
      item: fc.nat(1),
      hue: fc.option(fc.nat(4)),
      other: fc.option(fc.nat(2)),
    }),
    { minLength: 7, maxLength: 11 },
  )
  .map(
    (uses): Matrix => ({
      name: 'crowded',
      primary: 2,
      secondary: 2,
      options: uses.map(({ item, hue, other }) => [
        item,
        ...(hue === null ? [] : [2]),
        ...(other === null ? [] : [3]),
      ]),
      colours: uses.map(({ hue, other }) => [
        0,
        ...(hue === null ? [] : [hue]),
        ...(other === null ? [] : [other]),
      ]),
    }),
  );

describe('the models are the solutions', () => {
  test('of small random problems', () => {
    fc.assert(fc.property(fc.oneof(small, multiple), checkModels), { numRuns: runs(1000) });
  });

  test('in pairs up to six rivals, by a counter from seven on', () => {
    for (const [rivals, variables, clauses] of [
      [6, 6, 1 + 15],
      [7, 7 + 7, 1 + 3 * 7 - 2],
    ] as const) {
      const problem = new Problem({ primary: 1 });
      for (let k = 0; k < rivals; k++) problem.addIndices([0]);
      const text = writeDimacs(problem);
      const counted = parse(text);
      expect([counted.variables, counted.clauses.length]).toEqual([variables, clauses]);
      const auxiliary = /^c Variables (\d+) to (\d+) are auxiliary/m
        .exec(text)
        ?.slice(1)
        .map(Number);
      expect(auxiliary).toEqual(variables > rivals ? [rivals + 1, variables] : undefined);
    }
  });

  test('of problems with many rivals for an item', () => {
    fc.assert(fc.property(crowded.map(smallOf), checkModels), { numRuns: runs(200) });
  });

  test.each([
    ['of a primary item', (k: number) => [[0], [k]]],
    ['of a secondary item', (k: number) => [[k, 12], [k]]],
  ])('of 1 to 9 options %s', (_, options) => {
    for (let rivals = 1; rivals <= 9; rivals++) {
      const all = Array.from({ length: rivals }, (_, k) => options(k)[0]);
      checkModels(smallOf({ name: 'rivals', primary: 12, secondary: 1, options: all }));
    }
  });

  test.each([
    [knuth(), 1],
    [queens(6), 4],
  ])('$name', (matrix, solutions) => {
    const { clauses } = parse(writeDimacs(problemOf(matrix)));
    expect(models(clauses, matrix.options.length)).toHaveLength(solutions);
  });
});

describe('items that are covered several times', () => {
  test('are counted, for all bounds', () => {
    for (let options = 0; options <= 5; options++) {
      for (let least = 0; least <= 6; least++) {
        for (const most of [least, least + 1, least + 2, Number.POSITIVE_INFINITY]) {
          const problem = new Problem({ primary: 1 }).setTimes(0, [least, most]);
          for (let k = 0; k < options; k++) problem.addIndices([0]);
          const { clauses } = parse(writeDimacs(problem));
          const sizes = models(clauses, options).map(({ length }) => length);
          const subsets = Array.from({ length: 2 ** options }, (_, set) =>
            Array.from({ length: options }, (_, k) => (set >> k) & 1).reduce((a, b) => a + b, 0),
          );
          const expected = subsets.filter((size) => size >= least && size <= most);
          expect([least, most, sizes.sort()]).toEqual([least, most, expected.sort()]);
        }
      }
    }
  });

  test('and costs are left out, which a comment says', () => {
    const problem = new Problem({ primary: 1 });
    problem.setCost(problem.addIndices([0]), 7);
    expect(writeDimacs(problem)).toMatch(/^c The costs of the options are left out\.$/m);
    expect(parse(writeDimacs(problem)).clauses).toEqual([[1]]);
  });
});

describe('the text', () => {
  test('of an item with two options, and of an option that is never chosen', () => {
    const problem = new Problem({ primary: ['a'], secondary: ['x'] });
    problem.addOption(['a', 'x']);
    problem.addOption(['x']);
    problem.addOption(['a']);
    expect(writeDimacs(problem)).toBe(
      'c Exact cover. Primary items: 1, secondary items: 1, options: 3.\n' +
        'c Variable k + 1 says that option k, counted from 0, is chosen.\n' +
        'p cnf 3 3\n-2 0\n1 3 0\n-1 -3 0\n',
    );
  });

  test('an item without options cannot be met, a problem without primary items is met', () => {
    expect(parse(writeDimacs(new Problem({ primary: 2 }))).clauses).toEqual([[], []]);
    expect(parse(writeDimacs(new Problem({ secondary: 1 })))).toEqual({
      variables: 0,
      clauses: [],
    });
  });

  test('names do not come into it', () => {
    const problem = new Problem({ primary: ['a\np cnf 9 9'], secondary: ['\n'] });
    problem.addOption(['a\np cnf 9 9', { item: '\n', colour: '\n1 0' }]);
    expect(parse(writeDimacs(problem)).clauses).toEqual([[1]]);
  });

  test('grows with the problem, not with its square', () => {
    const rivals = 5000;
    const alone = new Problem({ primary: 1 });
    for (let k = 0; k < rivals; k++) alone.addIndices([0]);
    const counted = parse(writeDimacs(alone));
    expect(counted.clauses).toHaveLength(1 + 3 * rivals - 2);
    expect(counted.variables).toBe(2 * rivals);

    // Two colours: a variable for each, implied by its options, and one pair.
    const alike = new Problem({ primary: rivals, secondary: 1 });
    for (let k = 0; k < rivals; k++) alike.addIndices([k, rivals], undefined, [0, 1 + (k % 2)]);
    const coloured = parse(writeDimacs(alike));
    expect(coloured.clauses).toHaveLength(rivals + rivals + 1);
    expect(coloured.variables).toBe(rivals + 2);
  });

  test('an item with very many options is no matter', () => {
    const problem = new Problem({ primary: 1 });
    for (let k = 0; k < 300_000; k++) problem.addIndices([0]);
    let lines = 0;
    for (const line of dimacsLines(problem)) {
      if (!line.startsWith('c') && !line.startsWith('p')) lines++;
    }
    expect(lines).toBe(1 + 3 * 300_000 - 2);
  });

  test('what is no problem, or has no items, is refused', () => {
    expect(() => dimacsLines({} as Problem)).toThrow(
      expect.objectContaining({ name: 'QuadrilleError', code: 'bad-setting' }),
    );
    expect(() => writeDimacs({} as Problem)).toThrow(
      expect.objectContaining({ name: 'QuadrilleError', code: 'bad-setting' }),
    );
    expect(() => writeDimacs(new Problem())).toThrow(
      expect.objectContaining({ name: 'QuadrilleError', code: 'no-items' }),
    );
  });
});
