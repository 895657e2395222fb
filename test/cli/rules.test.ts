import { expect, test } from 'vitest';
import { quadrille } from '../support/quadrille.ts';

const solve = (stdin: string | readonly string[], ...flags: string[]) =>
  quadrille(['solve', ...flags], { stdin });

/** Three dice with a sum of 10, in ascending order. */
const DICE = `|! "ten eyes" sum 10 a=eyes b=eyes c=eyes
|! ascending a=eyes b=eyes c=eyes
a b c
${['a', 'b', 'c'].flatMap((item) => Array(6).fill(item)).join('\n')}
|! values eyes 1 2 3 4 5 6
|! values eyes 1 2 3 4 5 6
|! values eyes 1 2 3 4 5 6
`;

test('every question is about the problem with its rules', async () => {
  // In chunks as a pipe gives them.
  expect((await solve([DICE.slice(0, 20), DICE.slice(20)], '--count')).stdout).toBe('3\n');
  expect((await solve(DICE)).stdout.match(/^\d+:/gm)?.length).toBe(3);
  expect((await solve(DICE, '--engine', 'lists', '--count')).stdout).toBe('3\n');
  expect((await solve(DICE, '--reduce', '--count')).stdout).toBe('3\n');
  expect((await solve(DICE, '--unique')).stdout).not.toBe('unique\n');
  const { stdout, code } = await solve(DICE.replace('sum 10', 'sum 20'), '--count');
  expect([stdout, code]).toEqual(['0\n', 1]);
});

test('reduce writes rules as items and options', async () => {
  const { stdout, code } = await quadrille(['reduce'], { stdin: DICE });
  expect(code).toBe(0);
  expect(stdout).not.toContain('|!');
  expect((await solve(stdout, '--count')).stdout).toBe('3\n');
});

test('the reason why there is none names rules', async () => {
  const none = DICE.replace('|! ascending', '|! "a pair" equal a=eyes b=eyes\n|! ascending');
  const { stdout, code } = await solve(none, '--why');
  expect([stdout, code]).toEqual([
    'These rules cannot all be kept: a pair, the 3rd rule (ascending). Without any one of them, the others can.\n',
    1,
  ]);
  const [reason] = (await solve(none, '--why', '--json')).stdout.split('\n');
  expect(JSON.parse(reason ?? '')).toMatchObject({
    kind: 'clash',
    rules: ['a pair', 'the 3rd rule (ascending)'],
    irreducible: true,
  });
});

test('CNF has the rules, and the comment above an option is its label', async () => {
  const { stdout } = await solve(DICE, '--cnf');
  expect(stdout).toContain('p cnf');
  const labelled = DICE.replace('a b c\na\n', 'a b c\n| one eye\na\n');
  expect((await solve(labelled, '--labels', '--first')).stdout).toContain('one eye');
});

test('rules stand beside a line that names a problem with a function', async () => {
  const { stdout: made } = await quadrille(['make', 'hamiltonian', '4x4']);
  expect((await solve(made, '--count')).stdout).toBe('6\n');
  // The first option is an edge; with the rule it is in no cycle.
  expect((await solve(`${made}|! atMost 0 0\n`, '--count')).stdout).not.toBe('6\n');
  const { stderr, code } = await solve(`${made}|! hamiltonian 4x4\n`, '--count');
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('is the second that names a problem'),
  ]);
});

test('a mistake has its line and column', async () => {
  const { stderr, code } = await solve(DICE.replace('ascending a=eyes', 'ascending d=eyes'));
  expect(code).toBe(2);
  expect(stderr).toContain('standard input:2:14: unknown item "d"');
  const { stderr: misspelt } = await solve(DICE.replace('ascending', 'ascendign'));
  expect(misspelt).toContain(
    '"ascendign" is no kind of rule (did you mean ascending?), and names no problem of the gallery',
  );
});

test('the parts of a problem with rules name stated options, and add up', async () => {
  const { stdout } = await quadrille(['split', '--into', '5', '-'], { stdin: DICE });
  const parts = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).prefix as number[] | null);
  const results: string[] = [];
  for (const [k, prefix] of parts.entries()) {
    if (prefix === null) continue;
    for (const decision of prefix) expect(decision < 0 ? ~decision : decision).toBeLessThan(18);
    const part = await solve(DICE, '--count', '--json', '--shard', `${k + 1}/5`);
    const same = await solve(DICE, '--count', '--json', '--prefix', JSON.stringify(prefix));
    const [exact, again] = [part, same].map(
      (one) => JSON.parse(one.stdout.trim().split('\n').at(-1) ?? '').exact,
    );
    expect(again).toBe(exact);
    results.push(part.stdout);
  }
  expect((await quadrille(['merge', '-'], { stdin: results.join('') })).stdout).toBe('3\n');
  const { stderr, code } = await solve(DICE, '--count', '--prefix', '[18]');
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('decision 18: there is no such option (18 are stated, '),
  ]);
});
