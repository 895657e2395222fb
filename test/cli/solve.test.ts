import { describe, expect, test, vi } from 'vitest';
import { writeDlx } from '../../src/engine/formats/dlx/write.ts';
import { queens } from '../../src/puzzles/classics.ts';
import { soma } from '../../src/puzzles.ts';
import { workFolder } from '../support/folder.ts';
import { linesOf } from '../support/output-schema.ts';
import { fast, quadrille } from '../support/quadrille.ts';

/** TAOCP 7.2.2.1, (49): a toy problem with colours, and its one solution. */
const COLOURED = `| A simple example
p q r | x y
p q x y:A
p r x:A y
p x:B
q x:A
r y:B
`;
/** Two solutions. */
const TWO = 'a b c\na b\nc\na\nb c\n';
const QUEENS = writeDlx(queens(8));
/** More nodes than any test waits for. */
const ENDLESS = writeDlx(queens(40));

const { here, path, write } = workFolder();
const file = write('two.dlx', TWO);

const solve = (stdin: string, ...flags: string[]) => quadrille(['solve', ...flags], { stdin });

describe('solutions as text', () => {
  test('wait for whoever reads slowly', async () => {
    const stdin = writeDlx(queens(11));
    const { stdout } = await here('solve --json', { stdin, slow: true });
    expect(stdout.split('\n')).toHaveLength(2680 + 1 + 1);
    const written = await here('make queens 200', { slow: true });
    expect(written.stdout.split('\n')).toHaveLength(2 + 40_000 + 1);
  });

  test('come from a file, from - and from standard input alike', async () => {
    const { stdout } = await solve(TWO);
    expect((await quadrille(['solve', file])).stdout).toBe(stdout);
    expect((await solve(TWO, '-')).stdout).toBe(stdout);
  });

  test('are as many as were asked for', async () => {
    const { stdout, code } = await solve(QUEENS, '--limit', '3');
    expect(stdout.match(/^\d+:$/gm)).toEqual(['1:', '2:', '3:']);
    expect(code).toBe(0);
    expect((await solve(QUEENS, '--first')).stdout.match(/^\d+:$/gm)).toEqual(['1:']);
  });

  // Of the Soma cube, `learn` finds another solution than a stream, which does not ask it.
  test('one of them is the first that any engine finds, within a limit', async () => {
    const text = writeDlx(soma());
    const flags = ['--json', '--stats'];
    const [one, first, two] = [
      await solve(text, '--limit', '1', ...flags),
      await solve(text, '--first', ...flags),
      await solve(text, '--limit', '2', ...flags),
    ];
    const [solution, status] = linesOf(one.stdout);
    expect(linesOf(first.stdout)[0]).toEqual(solution);
    expect(linesOf(two.stdout)[0]).not.toEqual(solution);
    expect(status).toMatchObject({ type: 'status', status: 'limit', solutions: 1 });
    expect(status).not.toHaveProperty('question');
    expect([one.code, one.stderr]).toEqual([0, expect.stringMatching(/^limit, 1 solution, /)]);
    const part = linesOf((await solve(TWO, '--limit', '1', '--json', '--prefix', '[2]')).stdout);
    expect(part).toMatchObject([
      { index: 1, options: [['a'], ['b', 'c']] },
      { status: 'limit', question: 'solutions', prefix: [2] },
    ]);
  });

  test('come in another order by a seed, the same one each time', async () => {
    const [a, b, c] = [
      await solve(QUEENS, '--first', '--seed', '1'),
      await solve(QUEENS, '--first', '--seed', '1'),
      await solve(QUEENS, '--first', '--seed', '2'),
    ];
    expect(a.stdout).toBe(b.stdout);
    expect(a.stdout).not.toBe(c.stdout);
  });
});

describe('--json', () => {
  const lines = async (...args: [string, ...string[]]) => {
    const { stdout } = await solve(...args, '--json');
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  };

  test('has a line for each solution, and one at the end', async () => {
    expect(await lines(COLOURED)).toEqual([
      {
        type: 'solution',
        version: 1,
        index: 1,
        numbers: expect.toSatisfy((numbers) => [...numbers].sort().join() === '1,3'),
        options: expect.arrayContaining([
          ['p', 'r', { item: 'x', colour: 'A' }, 'y'],
          ['q', { item: 'x', colour: 'A' }],
        ]),
      },
      {
        type: 'status',
        version: 1,
        status: 'complete',
        solutions: 1,
        nodes: 3,
        guesses: expect.any(Number),
        deepest: 2,
        updates: expect.any(Number),
        seconds: expect.any(Number),
        engine: 'auto',
      },
    ]);
  });

  test('numbers and options go together', async () => {
    const [solution] = await lines(TWO);
    const options = TWO.split('\n').slice(1);
    const stated = solution.numbers.map((number: number) => options[number]);
    expect(solution.options.map((items: string[]) => items.join(' '))).toEqual(stated);
  });

  test('has only the end for --count and --unique', async () => {
    expect(await lines(QUEENS, '--count')).toMatchObject([{ status: 'complete', solutions: 92 }]);
    expect(await lines(QUEENS, '--unique')).toMatchObject([{ status: 'found', answer: 'several' }]);
  });

  test('tells the nodes of a search that was stopped', async () => {
    expect(await lines(ENDLESS, '--count', '--max-nodes', '1000')).toMatchObject([
      { status: 'nodes', nodes: 1000 },
    ]);
  });
});

test('--stats tells what the search took, on stderr', async () => {
  const { stdout, stderr } = await solve(QUEENS, '--count', '--stats');
  expect(stdout).toBe('92\n');
  expect(stderr).toMatch(
    /^complete, 92 solutions, [\d,]+ nodes, [\d,]+ guesses, [\d,]+ updates, at most 8 deep, [\d.]+ s, engine auto\n$/,
  );
});

test('--cnf writes the problem for SAT solvers', async () => {
  const { stdout, code } = await solve(TWO, '--cnf');
  expect(stdout).toMatch(/^p cnf 4 \d+$/m);
  expect(code).toBe(0);
});

describe('progress', () => {
  test('shows at a terminal after a second, and goes when there is something to say', async () => {
    const how = { stdin: ENDLESS, terminal: true };
    const { stderr } = await fast(() => here('solve --count --timeout 1.5', how));
    expect(stderr).toMatch(/^\r[\d.,]+ (?:M )?nodes, .* solutions?, .* nodes a second/);
    expect(stderr).toContain('\r\u001b[KStopped by --timeout');
    // From a second on, ten times a second at most.
    expect(stderr.match(/nodes a second/g)?.length).toBeLessThanOrEqual(6);
  });

  test('shows nowhere else', async () => {
    const { stderr } = await fast(() => solve(ENDLESS, '--count', '--timeout', '1.2'));
    expect(stderr).toMatch(/^Stopped by --timeout/);
  });
});

describe('--labels', () => {
  const LABELLED =
    '| head\nmon tue |\n| Ann on Monday\nmon |3\nmon\n\n| Bob\ttwice\nmon tue |1\ntue\n';

  test('stand in place of the items of options that have one', async () => {
    const { stdout } = await solve(LABELLED, '--labels');
    expect(
      stdout
        .replace(/^\d+: /gm, '')
        .split('\n\n')
        .sort(),
    ).toEqual([
      '',
      'cost 0\n  mon\n  tue',
      'cost 1\n  Bob\ttwice',
      'cost 3\n  Ann on Monday\n  tue',
    ]);
    const blocks = ['1: cost 0\n  mon\n  tue\n\n', '2: cost 1\n  Bob\ttwice\n\n'];
    expect((await solve(LABELLED, '--labels', '--best', '2')).stdout).toBe(blocks.join(''));
    expect((await solve(LABELLED, '--labels', '--odds')).stdout).toContain('\tBob\ttwice\n');
    expect((await solve(LABELLED, '--best', '2')).stdout).not.toContain('Bob');
  });

  test('as JSON, by the schema', async () => {
    const lines = linesOf((await solve(LABELLED, '--labels', '--best', '2', '--json')).stdout);
    expect(lines.slice(0, 2)).toMatchObject([
      { options: [['mon'], ['tue']], labels: [null, null] },
      { numbers: [2], labels: ['Bob\ttwice'] },
    ]);
    const odds = linesOf((await solve(LABELLED, '--labels', '--odds', '--json')).stdout);
    expect(odds.slice(0, 4).map(({ label }) => label)).toEqual([
      'Ann on Monday',
      null,
      'Bob\ttwice',
      null,
    ]);
    const plain = linesOf((await solve(LABELLED, '--best', '2', '--json')).stdout);
    expect(plain[0]).not.toHaveProperty('labels');
  });

  test('cannot steer a terminal', async () => {
    const stdin = 'a\n| \u001b[31mred\u2028or not\na\n';
    const { stdout } = await here('solve --labels', { stdin, terminal: true });
    expect(stdout).toBe('1:\n  \\u001b[31mred\\u2028or not\n\n');
  });
});

test('names cannot steer a terminal', async () => {
  const hostile = 'a\u001b[31m';
  const shown = 'a\\u001b[31m';
  const problem = `${hostile}\n${hostile}\n`;
  const solved = await here('solve', { stdin: problem, terminal: true });
  expect(solved.stdout).toBe(`1:\n  ${shown}\n\n`);
  expect((await solve(problem)).stdout).toBe(`1:\n  ${hostile}\n\n`);
  const missing = await quadrille(['solve', hostile], { terminal: true });
  expect(missing.stderr).toBe(
    `quadrille solve: ${shown}: there is no such file; give its path, or - for standard input\n`,
  );
});

describe('--model reads the answer of a SAT solver', () => {
  const answered = async (answer: string, ...flags: string[]) => {
    return solve(TWO, '--model', write('answer.txt', answer), ...flags);
  };

  test('a solution, in both formats of solvers', async () => {
    const solution = { code: 0, stdout: '1:\n  a b\n  c\n\n', stderr: '' };
    expect(await answered('c hello\ns SATISFIABLE\nv 1 2 -3 -4 0\n')).toEqual(solution);
    expect(await answered('SAT\n1 2 -3 -4 0\n')).toEqual(solution);
    const piped = await quadrille(['solve', file, '--model', '-'], {
      stdin: 'SAT\n1 2 -3 -4 0\n',
    });
    expect(piped).toEqual(solution);
  });

  test('as JSON', async () => {
    const { stdout } = await answered('SAT\n-1 -2 3 4 0\n', '--json');
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { type: 'solution', version: 1, index: 1, numbers: [2, 3], options: [['a'], ['b', 'c']] },
      { type: 'status', version: 1, status: 'found', solutions: 1 },
    ]);
  });

  test('that there is none, and that it does not know', async () => {
    const stderr = 'There is no solution, according to the solver.\n';
    expect(await answered('s UNSATISFIABLE\n')).toEqual({ code: 1, stdout: '', stderr });
    const unknown = await answered('s UNKNOWN\n');
    expect(unknown).toMatchObject({ code: 3, stdout: '' });
    expect(unknown.stderr).toBe('The solver ended without an answer.\n');
  });

  test('a model of another problem is refused, with its place', async () => {
    const { stdout, stderr, code } = await answered('SAT\n1 2 3 -4 0\n', '--json');
    expect(stderr).toMatch(/^quadrille solve: .*answer\.txt: Line 1, column 1: the model chooses/);
    expect(JSON.parse(stdout)).toMatchObject({
      type: 'error',
      code: 'bad-text',
      file: path('answer.txt'),
      line: 1,
      column: 1,
    });
    expect(code).toBe(2);
  });
});

test('an option that can never be chosen is told', async () => {
  const { stdout, stderr, code } = await solve('a | x\na\nx\n', '--count');
  expect(stdout).toBe('1\n');
  expect(stderr).toContain('standard input:3');
  expect(code).toBe(0);
});

test('of many such options only the first are told', async () => {
  const { stdout, stderr } = await solve(`a | x\na\n${'x\n'.repeat(1000)}`, '--count');
  expect(stdout).toBe('1\n');
  const lines = stderr.trimEnd().split('\n');
  expect(lines).toHaveLength(11);
  expect(lines.at(-1)).toBe('... and 990 more options like these.');
});

test('the seconds of the results and of the notes are one measurement', async () => {
  let time = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    time += 7;
    return time;
  });
  const { stdout, stderr } = await here('solve --json --stats', { stdin: 'a\na\n' });
  vi.restoreAllMocks();
  const { seconds } = JSON.parse(stdout.trimEnd().split('\n').at(-1) as string);
  expect(seconds).toBeGreaterThan(0);
  expect(stderr).toContain(`, ${seconds} s, `);
});

test.each(['solve', 'sudoku'])('the help of %s tells of gzip', async (name) => {
  expect((await here(`${name} --help`)).stdout).toContain('gzip');
});

test('--sharp branches first on items whose names begin with #', async () => {
  // Item a has the fewest options; #b is preferred.
  const text = 'a #b\na\na\n#b\n#b\n#b\n';
  const order = async (...flags: string[]) => {
    const { stdout } = await solve(text, '--json', '--engine', 'lists', ...flags);
    const lines = stdout.trim().split('\n').slice(0, -1);
    return lines.map((line) => (JSON.parse(line) as { numbers: number[] }).numbers.join());
  };
  expect(await order()).toEqual(['0,2', '0,3', '0,4', '1,2', '1,3', '1,4']);
  expect(await order('--sharp')).toEqual(['0,2', '1,2', '0,3', '1,3', '0,4', '1,4']);
});
