import { expect, test } from 'vitest';
import { writeDimacs } from '../../src/engine/formats/dimacs.ts';
import { count, solutions } from '../../src/engine/solve/api.ts';
import { cnfWith } from '../../src/playground/carry.ts';
import { contentOf, typeScript } from '../../src/playground/editor/exchange.ts';
import { type Reading, reading, withReport } from '../../src/playground/editor/reading.ts';
import { checkRules, readText } from '../../src/playground/ruled.ts';
import {
  countSolutions,
  dlxText,
  type Puzzle,
  symmetryGroup,
} from '../../src/playground/solving.ts';
import { readRuledDlx } from '../../src/rules.ts';

/** Three dice with a sum of ten, in ascending order. */
const DICE = `|! "ten eyes" sum 10 a=eyes b=eyes c=eyes
|! ascending a=eyes b=eyes c=eyes
a b c
${['a', 'b', 'c'].flatMap((item) => Array(6).fill(item)).join('\n')}
|! values eyes ${'1 2 3 4 5 6 '.repeat(3)}
`;

/** What the view makes of a text. */
async function read(text: string): Promise<Reading> {
  const steps = reading(text);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  const { value } = step;
  return value.problem === undefined ? value : withReport(value, text, await checkRules({ text }));
}

test('a text with rules is solved with them', async () => {
  const { problem, rules, mistakes } = await read(DICE);
  expect([problem?.optionCount, rules, mistakes]).toEqual([18, 'stated', []]);
  expect(await countSolutions({ puzzle: { text: DICE } }, () => undefined)).toEqual({
    exact: '3',
    status: 'complete',
  });
  expect(await symmetryGroup({ puzzle: { text: DICE } })).toMatchObject({ order: '1' });
  expect((await read('a\na\n')).rules).toBe('none');
});

test('mistakes in rules are marked, each where it is', async () => {
  const text = DICE.replace('sum 10', 'summ 10').replace('c=eyes\na b c', 'c=eye\na b c');
  const { problem, mistakes } = await read(text);
  expect(problem).toBeUndefined();
  expect(mistakes.map(({ line, from, to }) => [line, text.slice(from, to)])).toEqual([
    [1, 'summ'],
    [2, 'c=eye'],
  ]);
  expect(mistakes[0]?.message).toMatch(/^"summ" is no kind of rule \(did you mean sum\?\)/);
  // Without a list, rules that name it are no mistakes of their own.
  const short = await read(DICE.replace('1 2 3 4 5 6 ', ''));
  expect(short.mistakes).toMatchObject([{ line: 22, column: 4 }]);
  // A mistake in an option comes first: rules are about all options.
  const both = await read(text.replace('a b c\na\n', 'a b c\nx\n'));
  expect(both.mistakes).toMatchObject([{ line: 4 }]);
});

test('files and programs have the rules, or there are none', async () => {
  const { problem } = await read(DICE);
  expect(await contentOf('dlx', DICE, problem, [])).toBe(DICE);
  const cnf = cnfWith(writeDimacs(readRuledDlx(DICE)), DICE);
  expect(await contentOf('cnf', DICE, problem, [])).toBe(cnf);
  const how = { isPriced: false, isUpToSymmetry: false };
  expect(typeScript(DICE, { ...how, rules: 'stated' })).toContain(
    "import { count, solutions } from 'quadrille';\nimport { readRuledDlx } from 'quadrille/rules';\n",
  );
  expect(typeScript(DICE, { ...how, rules: 'named' })).toMatch(
    /^\/\/ A line of the text names a puzzle/,
  );
});

const puzzle = (name: string, operand: string, files = {}): Puzzle => ({
  name,
  operands: [operand],
  settings: {},
  files,
  labels: {},
});

test.each([
  [puzzle('slitherlink', 'https://puzz.link/p?slither/5/5/cbcbcddad'), 1],
  [puzzle('masyu', 'https://puzz.link/p?mashu/6/6/1063000i3000'), 1],
  [puzzle('hamiltonian', '4x4'), 6],
  [puzzle('hamiltonian', 'dodecahedron'), 30],
  [puzzle('knights-tour', '3x10'), 16],
])('loops as text name their puzzle, and are read back: %o', async (loops, total) => {
  const text = await dlxText({ puzzle: loops });
  expect(text).toMatch(/^\|! \S+ \S+\n\| Other programs/);
  expect(count(await readText(text)).count).toBe(total);
  const { problem, rules, mistakes } = await read(text);
  expect([problem?.optionCount ?? 0, rules, mistakes]).toEqual([expect.any(Number), 'named', []]);
  // The line belongs to that problem.
  const other = text.split('\n').slice(0, -2).join('\n');
  expect((await read(`${other}\n`)).mistakes).toMatchObject([
    { line: 1, message: expect.stringContaining('is of another problem than the text') },
  ]);
});

test('loops of a graph in a file have no text, and the page says so', async () => {
  const drawn = puzzle('hamiltonian', 'Graph', { Graph: 'a b\nb c\nc a\n' });
  await expect(dlxText({ puzzle: drawn })).rejects.toThrow(
    /hamiltonian has a rule by a function, which no text holds where it comes from a file; give its size/,
  );
});

test('rules that are no functions stand in the text of a puzzle', async () => {
  const text = await dlxText({ puzzle: puzzle('queens', '6') });
  expect([...solutions(await readText(text))]).toHaveLength(4);
});
