import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { readDlx } from '../../../src/engine/formats/dlx/reader.ts';
import { dlxLines, writeDlx } from '../../../src/engine/formats/dlx/write.ts';
import { count, Problem } from '../../../src/index.ts';
import { problemOf } from '../../cases/problem.ts';
import { smallMatrix } from '../../support/arbitrary.ts';
import { runs } from '../../support/effort.ts';
import { stated } from '../../support/stated.ts';
import { problems } from './problems.ts';

test('the items, then the options as they were stated', () => {
  const problem = new Problem<string>({ primary: ['p', 'q'], secondary: ['x', 'y'] });
  problem.addOption(['x', 'p', { item: 'y', colour: 'A' }], 'a payload is not written');
  problem.addOption(['q'], '');
  problem.addOption(
    [
      { item: 'x', colour: ':' },
      { item: 'y', colour: '|' },
    ],
    '',
  );
  expect([...dlxLines(problem)]).toEqual(['p q | x y\n', 'x p y:A\n', 'q\n', 'x:: y:|\n']);
  expect(writeDlx(problem)).toBe('p q | x y\nx p y:A\nq\nx:: y:|\n');
});

test('items and colours without names go by their numbers', () => {
  const problem = new Problem({ primary: 2, secondary: ['x', 'y'] });
  problem.addIndices([2, 0], undefined, [7, 0]);
  problem.addOption(['1', { item: 'y', colour: 'red' }, { item: 'x', colour: '7' }]);
  expect(writeDlx(problem)).toBe('0 1 | x y\nx:7 0\n1 y:red x:7\n');
  expect(count(problem).count).toBe(1);
  expect(count(readDlx(writeDlx(problem))).count).toBe(1);
});

test('times stand before the names of items, and costs at the end of options', () => {
  const problem = new Problem({
    primary: ['a', { item: 'b', times: 2 }, { item: 'c', times: [2, 3] }, { item: 'd', times: 0 }],
    secondary: ['x'],
  });
  problem.addPrimary([{ item: 'e', times: [0, 3] }]).setTimes('a', [1, Number.POSITIVE_INFINITY]);
  problem.setCost(problem.addOption(['b', { item: 'x', colour: '|' }]), 7);
  problem.setCost(problem.addOption(['c']), -8);
  problem.addOption(['d']);
  const text = '1:|a 2|b 2:3|c 0|d 0:3|e | x\nb x:| |7\nc |-8\nd\n';
  expect(writeDlx(problem)).toBe(text);
});

describe("what Knuth's programs do not read is warned of, once of a kind", () => {
  const warningsOf = (text: string) => {
    const warnings: string[] = [];
    const onWarning = ({ message }: Error) => warnings.push(message);
    writeDlx(readDlx(text), { onWarning });
    return warnings;
  };

  test.each<[string, ...RegExp[]]>([
    ['a 2|b | x\na\nb x'],
    ['a 2:3|b\na\nb'],
    ['a b\na |7\nb'],
    ['a 2:|b 0|c\na b', /Item "2:\|b" has no upper bound, or 0, and Knuth's DLX3/],
    ['a 0|b\na', /Item "0\|b"/],
    ['a b\na |7\nb |-7\na |-8', /Option 1 costs -7, and Knuth's DLX5 takes costs from 0 up/],
    ['a 2|b\na |7\nb', /both times and costs/],
    ['a :|b\na |-7\nb', /Item "0:\|b"/, /Option 0/, /both times and costs/],
  ])('%j', (text, ...expected) => {
    const warnings = warningsOf(text);
    expect(warnings).toHaveLength(expected.length);
    for (const [k, message] of expected.entries()) expect(warnings[k]).toMatch(message);
  });
});

test('without secondary items there is no bar; without options only the items', () => {
  expect(writeDlx(new Problem({ primary: ['a'] }))).toBe('a\n');
});

test('what is written reads as the same problem, and that is written the same', () => {
  fc.assert(
    fc.property(problems, (problem) => {
      const text = writeDlx(problem);
      const again = readDlx(text);
      expect(stated(again)).toEqual(stated(problem));
      expect(writeDlx(again)).toBe(text);
    }),
    { numRuns: runs(1000) },
  );
});

test('the same with items and colours that are mere numbers', () => {
  fc.assert(
    fc.property(
      smallMatrix.filter(({ primary }) => primary > 0),
      (matrix) => {
        const problem = problemOf(matrix);
        const again = readDlx(dlxLines(problem));
        expect(stated(again)).toEqual(stated(problem));
        expect(count(again)).toEqual(count(problem));
      },
    ),
    { numRuns: runs(500) },
  );
});

describe('what the text cannot hold', () => {
  const named = (item: string) => new Problem({ primary: ['a', item] });
  const coloured = (hue: string) => {
    const problem = new Problem({ primary: ['a'], secondary: ['x'] });
    problem.addOption(['a']);
    problem.addOption(['a', { item: 'x', colour: hue }]);
    return problem;
  };

  test.each([
    ['a blank in a name', () => named('b c'), { item: 'b c' }],
    ['a tab in a name', () => named('\t'), { item: '\t' }],
    ['the end of a line in a name', () => named('b\n'), { item: 'b\n' }],
    ['a colon in a name', () => named(':'), { item: ':' }],
    ['a bar in a name', () => named('b|'), { item: 'b|' }],
    ['half a character in a name', () => named('b\ud83d'), { item: 'b\ud83d' }],
    ['a blank in a colour', () => coloured('dark blue'), { item: 'x', option: 1 }],
    ['a blank as a colour', () => coloured(' '), { item: 'x', option: 1 }],
    ['a colon in a colour', () => coloured('A:'), { item: 'x', option: 1 }],
    ['a bar in a colour', () => coloured('|7'), { item: 'x', option: 1 }],
    ['half a character as a colour', () => coloured('\udc00'), { item: 'x', option: 1 }],
    ['no primary item', () => new Problem({ secondary: ['x'] }), {}],
  ])('%s is refused at the call', (_, problem, place) => {
    const error = { name: 'QuadrilleError', code: 'not-supported', ...place };
    expect(() => dlxLines(problem())).toThrow(expect.objectContaining(error));
    expect(() => writeDlx(problem())).toThrow(/DLX text/);
  });

  test('the reason is told', () => {
    expect(() => writeDlx(named('b c'))).toThrow(/"b c", which has a blank in it/);
    expect(() => writeDlx(named('b:'))).toThrow(/"b:", which has a colon or a bar in it/);
    expect(() => writeDlx(named('\ud83d'))).toThrow(/"\\ud83d", which has half a character/);
    expect(() => writeDlx(coloured('\ud83d'))).toThrow(/half a character .* name the colour/);
  });

  test('no problem, or none with items', () => {
    for (const wrong of [{}, null, undefined, 'a']) {
      const refused = expect.objectContaining({ name: 'QuadrilleError', code: 'bad-setting' });
      expect(() => writeDlx(wrong as Problem)).toThrow(refused);
      expect(() => dlxLines(wrong as Problem)).toThrow(refused);
    }
    expect(() => writeDlx(new Problem())).toThrow(expect.objectContaining({ code: 'no-items' }));
  });
});

test('types', () => {
  expectTypeOf(writeDlx).toBeCallableWith(new Problem<{ at: number }>());
  expectTypeOf(readDlx('a')).toEqualTypeOf<Problem>();
});
