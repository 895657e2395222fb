import { describe, expect, expectTypeOf, test } from 'vitest';
import { count, first, type ItemUse, Problem } from '../../../src/index.ts';
import { counted } from '../../support/counted.ts';
import { expectRefusal, thrown } from '../../support/thrown.ts';

const small = () => new Problem({ primary: ['a', 'b'], secondary: ['x', 'y'] });

describe('what is refused', () => {
  // Beyond the types, since plain JavaScript can hand in anything.
  const hand = (items: unknown) => () => small().addOption(items as ItemUse[]);
  const index = (items: unknown, colours?: unknown) => () =>
    small().addIndices(items as number[], undefined, colours as number[]);
  const items = (spec: unknown) => () => new Problem(spec as object);

  test.each<[() => unknown, RegExp]>([
    [
      hand(['a', 'x:red']),
      /item "x:red"; a colour stands apart, as in { item: "x", colour: "red" }/,
    ],
    [hand(['a', 'z:red']), /item "z:red"; state it as primary or secondary/],
    [hand([['x', 'red']]), /Option 0 has an array of 2 where the name of an item/],
    [hand([{}]), /Option 0 has an object where the name of an item/],
    [items({ primary: [{ name: 'a' }] }), /A primary item is called an object;/],
  ])('%#: the message shows what was given', (refused, message) => {
    expect(refused).toThrow(message);
  });

  test.each<[string, () => unknown, code: string, option?: number | undefined, item?: unknown]>([
    ['an unknown item', hand(['a', 'z']), 'unknown-item', 0, 'z'],
    ['an item twice', hand(['a', 'x', 'a']), 'repeated-item', 0, 'a'],
    [
      'a secondary item twice, in one colour',
      hand(['a', { item: 'x', colour: 'c' }, { item: 'x', colour: 'c' }]),
      'repeated-item',
      0,
      'x',
    ],
    ['a colour on a primary item', hand([{ item: 'a', colour: 'c' }]), 'coloured-primary', 0, 'a'],
    ['an empty colour', hand(['a', { item: 'x', colour: '' }]), 'bad-colour', 0, 'x'],
    ['a missing colour', hand(['a', { item: 'x' }]), 'bad-colour', 0, 'x'],
    ['an empty option', hand([]), 'empty-option', 0],
    ['a string for an option', hand('ab'), 'bad-option', 0],
    ['an index among names', hand(['a', 1]), 'bad-option', 0],
    ['null among names', hand(['a', null]), 'bad-option', 0],
    ['the empty name in an option', hand(['']), 'unknown-item', 0, ''],
    ['an index out of range', index([0, 4]), 'bad-index', 0, 4],
    ['a negative index', index([-1]), 'bad-index', 0, -1],
    ['a fractional index', index([0.5]), 'bad-index', 0, 0.5],
    ['NaN', index([0, Number.NaN]), 'bad-index', 0, Number.NaN],
    ['Infinity', index([Number.POSITIVE_INFINITY]), 'bad-index', 0, Number.POSITIVE_INFINITY],
    ['a numeral', index(['1']), 'bad-index', 0],
    ['a bigint', index([0n]), 'bad-index', 0],
    ['a symbol', index([Symbol('0')]), 'bad-index', 0],
    ['a name for several items', () => small().addPrimary('ab' as never), 'bad-count'],
    ['nothing for further items', () => small().addSecondary(undefined as never), 'bad-count'],
    ['a symbol for a colour', () => small().colour(Symbol('c') as never), 'empty-name'],
    ['a huge index', index([2 ** 32]), 'bad-index', 0, 2 ** 32],
    ['an index twice', index([2, 0, 2]), 'repeated-item', 0, 2],
    ['an index twice in a row', index([1, 1]), 'repeated-item', 0, 1],
    ['no indices', index([]), 'empty-option', 0],
    ['nothing', index(undefined), 'bad-option', 0],
    ['a length that is a numeral', index({ length: '2', 0: 0, 1: 1 }), 'bad-option', 0],
    ['a fractional length', index({ length: 1.5, 0: 0, 1: 1 }), 'bad-option', 0],
    ['null for the colours', index([0, 2], null), 'bad-colour', 0],
    ['an object without a prototype', index([Object.create(null)]), 'bad-index', 0],
    ['an endless option', index({ length: 1e15, 0: 0 }), 'bad-index', 0],
    ['a colour number on a primary item', index([0, 2], [1, 0]), 'coloured-primary', 0, 0],
    ['too few colours', index([0, 2], [0]), 'bad-colour', 0],
    ['a negative colour', index([0, 2], [0, -1]), 'bad-colour', 0, 2],
    ['a fractional colour', index([0, 2], [0, 1.5]), 'bad-colour', 0, 2],
    ['a colour beyond 32 bits', index([0, 2], [0, 2 ** 31]), 'bad-colour', 0, 2],
    ['a name stated twice', items({ primary: ['a', 'a'] }), 'duplicate-item', undefined, 'a'],
    [
      'a name stated as both kinds',
      items({ primary: ['a'], secondary: ['b', 'a'] }),
      'duplicate-item',
      undefined,
      'a',
    ],
    [
      'a name that is the index of a counted item',
      () => new Problem({ primary: ['2', 'a'], secondary: 1 }).addOption(['a']),
      'duplicate-item',
      undefined,
      '2',
    ],
    [
      'a name that is the index of the first item',
      () => new Problem({ primary: 1, secondary: ['0'] }).compile(),
      'duplicate-item',
      undefined,
      '0',
    ],
    ['the empty name', items({ primary: [''] }), 'empty-name', undefined, ''],
    ['a name that is no string', items({ primary: [7] }), 'empty-name'],
    ['a string for the items', items({ primary: 'abc' }), 'bad-count'],
    ['a fractional count', items({ primary: 1.5 }), 'bad-count'],
    ['a negative count', items({ secondary: -1 }), 'bad-count'],
    ['a count beyond reason', items({ primary: 1e12 }), 'too-large'],
    ['an array for the items', items(['a', 'b']), 'bad-count'],
    ['null for the items', items(null), 'bad-count'],
    ['items of no kind', items({ primry: ['a'] }), 'bad-setting'],
    ['too many items in all', () => new Problem({ primary: 2 ** 24, secondary: 1 }), 'too-large'],
    ['no items', () => new Problem().compile(), 'no-items'],
    ['an option of no items', () => new Problem().addOption(['a']), 'no-items'],
    ['the empty colour name', () => small().colour(''), 'empty-name'],
    ['an option that is not there', () => small().option(0), 'unknown-option', 0],
    ['a payload that is not there', () => small().payload(-1), 'unknown-option', -1],
    ['an item that is not there', () => small().itemName(4), 'bad-index', undefined, 4],
    ['the index of an unknown name', () => small().itemIndex('z'), 'unknown-item', undefined, 'z'],
  ])('%s', (_name, action, code, option, item) => {
    const error = thrown(action);
    expect(error).toMatchObject({ name: 'QuadrilleError', code });
    expect(error.option).toBe(option);
    expect(error.item).toBe(item);
    // It names the problem, then the remedy.
    expect(error.message).toMatch(/[;:,.] .*\w.*[.)?]$/);
  });

  test('a value shows as what it is, in a line', () => {
    const message = (value: unknown) => thrown(index([value])).message;
    const cases: [value: unknown, text: string][] = [
      [0n, '0n'],
      ['0', '"0"'],
      [-1, '-1'],
      [[0], 'an array of 1'],
      [null, 'null'],
      [true, 'true'],
      [Symbol('0'), 'a symbol'],
      [{ toString: () => '0' }, 'an object'],
      ['\n\u007f\ud83d', '"\\n\\u007f\\ud83d"'],
    ];
    for (const [value, text] of cases) {
      expect(message(value)).toBe(
        `Option 0 has an item with index ${text}; use a whole number from 0 to 3.`,
      );
    }
    expect(thrown(() => new Problem().itemName(0)).message).toMatch(/; state some items first\.$/);
    // Nothing as long as a page, no half of a character, and no time for the part that is not
    // shown.
    expect(message('😀'.repeat(100))).toContain(`index "${'😀'.repeat(28)}...; use`);
    expect(message('\0'.repeat(2 ** 27))).toContain('index "\\u0000');
  });

  test('items stated after the first option', () => {
    const problem = small();
    problem.addOption(['a', 'b']);
    expect(thrown(() => problem.addPrimary(['c']))).toMatchObject({
      code: 'items-frozen',
      item: 'c',
    });
    expect(thrown(() => problem.addSecondary(['z'])).message).toMatch(/before the first option/);
    expect(problem.primaryCount + problem.secondaryCount).toBe(4);
  });

  test('items stated after an index was asked for, which they could move', () => {
    const problem = small();
    expect(problem.itemIndex('x')).toBe(2);
    expect(thrown(() => problem.addPrimary(['c'])).code).toBe('items-frozen');
  });

  test('the second of two colours for which there is only one number', () => {
    const problem = new Problem({ primary: 1, secondary: 2 });
    problem.addIndices([0, 1], undefined, [0, 2 ** 31 - 2]);
    const [x, y] = ['x', 'y'].map((colour, k) => ({ item: `${1 + k}`, colour })) as [
      ItemUse,
      ItemUse,
    ];
    expect(thrown(() => problem.addOption(['0', x, y])).code).toBe('bad-colour');
    expect(problem.addOption(['0', y])).toBe(1);
    expect(problem.colour('y')).toBe(2 ** 31 - 1);
    expect(thrown(() => problem.colour('x')).message).toMatch(/no number left for the colour "x"/);
  });

  test('leaves the problem as it was', () => {
    const problem = new Problem<string>({ primary: ['a'], secondary: ['x'] });
    const refused = [
      () => problem.addOption(['a', 'q'], 'p'),
      () => problem.addOption(['a', { item: 'x', colour: 'red' }, 'a'], 'p'),
      () =>
        problem.addOption(
          [
            { item: 'x', colour: 'red' },
            { item: 'a', colour: 'blue' },
          ],
          'p',
        ),
      () => problem.addIndices([0, 1, 0], 'p'),
      () => problem.addIndices([1, 0], 'p', [1, 1]),
      () => problem.addPrimary(['b', 'a']),
    ];
    for (const action of refused) thrown(action);
    // Items may still be stated: no option stands.
    problem.addPrimary(['b']);
    expect(problem.addOption(['a', 'b', { item: 'x', colour: 'green' }], 'kept')).toBe(0);
    for (const action of refused) thrown(action);
    expect(problem).toMatchObject({ optionCount: 1, nodeCount: 3, primaryCount: 2 });
    expect(problem.colour('green')).toBe(1);
    expect(first(problem).solution?.options).toEqual([['a', 'b', { item: 'x', colour: 'green' }]]);
  });
});

test.each([
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'a:b',
  'with blanks',
  ' ',
  '|',
  'naïve Δ 木 \u{1f9e9}',
  '0',
  'toString',
])('%j is a name for an item and for a colour', (name) => {
  const problem = new Problem({ primary: ['p', 'q'], secondary: [name] });
  problem.addOption(['p', { item: name, colour: name }]);
  problem.addOption(['q', { item: name, colour: name }]);
  problem.addOption(['q', { item: name, colour: `${name}'` }]);
  expect(count(problem)).toEqual(counted(1));
  expect(first(problem).solution?.options).toContainEqual(['p', { item: name, colour: name }]);
});

test('names and indices, names and numbers of colours may be mixed', () => {
  const problem = new Problem({ primary: ['a', 'b'], secondary: 1 });
  const red = problem.colour('red');
  expect(problem.addIndices([0, 2], undefined, [0, red])).toBe(0);
  expect(problem.addOption(['b', { item: '2', colour: 'red' }])).toBe(1);
  expect(problem.addIndices([1, 2], undefined, [0, 9])).toBe(2);
  expect(problem.addIndices(new Int32Array([1, 2]))).toBe(3);
  // A new name never gets a number that is in use.
  expect(problem.colour('blue')).toBe(10);
  expect(problem.option(0)).toEqual(['a', { item: '2', colour: 'red' }]);
  expect(problem.option(2)).toEqual(['b', { item: '2', colour: '9' }]);
  expect(problem.option(3)).toEqual(['b', '2']);
  expect(count(problem).count).toBe(1);
});

test('what option() gives states the same option again, colours by number included', () => {
  const problem = new Problem({ primary: 2, secondary: 1 });
  problem.addIndices([0, 2], undefined, [0, 9]);
  problem.addOption(['1', { item: '2', colour: '9' }]);
  expect(problem.option(1)[1]).toEqual(problem.option(0)[1]);
  expect(count(problem).count).toBe(1);
  // The digits of a number that is not in use are a name like any other, and then taken.
  expect(problem.colour('77')).toBe(10);
  expect(thrown(() => problem.addIndices([0, 2], undefined, [0, 77]))).toMatchObject({
    code: 'bad-colour',
    option: 2,
    item: 2,
  });
});

test('further items come as a list of any length, or as a count', () => {
  const names = Array.from({ length: 300_000 }, (_, k) => `item ${k}`);
  const problem = new Problem({ secondary: 1 }).addPrimary(names).addPrimary(2).addSecondary(['x']);
  expect([problem.primaryCount, problem.secondaryCount]).toEqual([300_002, 2]);
  expect(problem.itemIndex('item 299999')).toBe(299_999);
  expect([300_001, 300_002, 300_003].map((k) => problem.itemName(k))).toEqual([
    '300001',
    '300002',
    'x',
  ]);
});

test('items that are counted go by their index', () => {
  const problem = new Problem({ primary: 2, secondary: ['x'] });
  problem.addSecondary(['y']);
  expect([0, 1, 2, 3].map((index) => problem.itemName(index))).toEqual(['0', '1', 'x', 'y']);
  expect(problem.itemIndex('1')).toBe(1);
  problem.addOption(['0', '1', 'y']);
  expect(first(problem).solution?.options).toEqual([['0', '1', 'y']]);
});

test('an uncoloured use of a secondary item conflicts with every other one', () => {
  const uses: ItemUse[] = ['x', { item: 'x', colour: 'A' }, { item: 'x', colour: 'B' }];
  for (const p of uses) {
    for (const q of uses) {
      const problem = new Problem({ primary: ['p', 'q'], secondary: ['x'] });
      problem.addOption(['p', p]);
      problem.addOption(['q', q]);
      expect(count(problem).count).toBe(p === q && p !== 'x' ? 1 : 0);
    }
  }
});

test('payloads flow through with their type', () => {
  interface Move {
    row: number;
  }
  const problem = new Problem<Move>({ primary: ['a'] });
  problem.addOption(['a'], { row: 7 });
  problem.addIndices([0], { row: 8 });
  expect(problem.payload(1)).toEqual({ row: 8 });
  const payloads = first(problem).solution?.payloads;
  expectTypeOf(payloads).toEqualTypeOf<Move[] | undefined>();
  expect(payloads).toEqual([{ row: 7 }]);
  // Where a payload has a type, it must be there; where it has none, it may be missing.
  expectTypeOf(problem.addOption).parameters.toEqualTypeOf<[readonly ItemUse[], Move]>();
  expectTypeOf(new Problem().addOption).toBeCallableWith(['a']);
});

test('a payload without a type is refused by the compiler, which says what to state', () => {
  const problem = new Problem({ primary: ['a'] });
  // @ts-expect-error The problem has no type of payloads.
  problem.addOption(['a'], 'payload');
  // @ts-expect-error
  problem.addIndices([0], { row: 8 });
  problem.addOption(['a'], undefined);
  type Told = Exclude<Parameters<typeof problem.addOption>[1], undefined>;
  expectTypeOf<
    Told[keyof Told]
  >().toEqualTypeOf<'state the type of the payloads, as in new Problem<string>({ primary })'>();
  // Types that allow a payload to be missing stay as they are.
  expectTypeOf(new Problem<string | undefined>().addOption).parameters.toEqualTypeOf<
    [readonly ItemUse[], (string | undefined)?]
  >();
  expectTypeOf(new Problem<unknown>().addOption).parameters.toEqualTypeOf<
    [readonly ItemUse[], unknown?]
  >();
});

test('a colour that is spelt color is told from one that is missing', () => {
  const item = { item: 'x', color: 'red' } as unknown as ItemUse;
  const { code, message } = thrown(() => small().addOption(['a', item]));
  expect(code).toBe('bad-colour');
  expect(message).toMatch(/"x" a 'color'; spell it \{ item, colour \}/);
});

test('compiles again only when something was stated', () => {
  const problem = small();
  problem.addOption(['a', 'b']);
  const compiled = problem.compile();
  expect(problem.compile()).toBe(compiled);
  problem.addOption(['a']);
  expect(problem.compile().options).toBe(2);
  // The problem that was compiled before is unchanged.
  expect(compiled.options).toBe(1);
});

test('grows to many items and long options', () => {
  const items = 100_000;
  const problem = new Problem({ primary: items });
  problem.addIndices(Array.from({ length: items }, (_, k) => items - 1 - k));
  for (let item = 0; item < items; item++) problem.addIndices([item]);
  const solution = first(problem, { engine: 'links' }).solution;
  expect(solution?.numbers).toEqual([0]);
  expect(thrown(() => problem.addIndices([items])).item).toBe(items);
});

describe('preferred items', () => {
  const problem = () => new Problem({ primary: ['a', 'b', 'c'], secondary: ['x'] });
  const flags = (stated: Problem) => {
    const { data, prefers, preferredAt } = stated.compile();
    return prefers ? [...data.subarray(preferredAt)] : undefined;
  };

  test('are named or numbered, before the options or after them, in several calls', () => {
    const stated = problem().prefer(['c']);
    stated.addOption(['a', 'b']);
    expect(flags(stated)).toEqual([0, 0, 1]);
    expect(flags(stated.prefer([0, 'c']))).toEqual([1, 0, 1]);
    expect(flags(problem().prefer([]))).toBeUndefined();
  });

  test('do not keep further items from being stated', () => {
    const stated = problem().prefer(['b']).addSecondary(['y']).addPrimary(['d']);
    expect(flags(stated)).toEqual([0, 1, 0, 0]);
  });

  test.each([
    [['a', 'z'], 'unknown-item', /"z"/],
    [['a', 'x'], 'bad-index', /"x" is secondary/],
    [['a', 3], 'bad-index', /"x" is secondary/],
    [[0, 4], 'bad-index', /index 4/],
    [[0.5], 'bad-index', /index 0.5/],
    [[null], 'bad-index', /index null/],
    ['a', 'bad-option', /array of names or indices/],
  ])('%j are refused, and nothing is preferred', (items, code, message) => {
    const stated = problem();
    expectRefusal(() => stated.prefer(items as string[]), message, { code });
    expect(flags(stated)).toBeUndefined();
  });
});
