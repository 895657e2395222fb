import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shardsOf } from '../../src/engine/parallel/shards.ts';
import { createSearch, writeDlx } from '../../src/index.ts';
import { pentominoes, queens } from '../cases/gallery.ts';
import { knuth } from '../cases/knuth.ts';
import { problemOf } from '../cases/problem.ts';
import { smallMatrix } from '../support/arbitrary.ts';
import { asSet, bruteForce } from '../support/checker.ts';
import { runs, slow } from '../support/effort.ts';
import { rest } from '../support/engines.ts';
import { workFolder } from '../support/folder.ts';
import { linesOf as jsonLines } from '../support/output-schema.ts';

const { here, read, write } = workFolder();
write('queens.dlx', writeDlx(problemOf(queens(8))));
write('other.dlx', writeDlx(problemOf(queens(7))));
write('knuth.dlx', writeDlx(problemOf(knuth())));
/** The parts of a tiling, and the number of its solutions. */
const [parts, total] = slow ? [50, 9356] : [12, 8];
write('tiling.dlx', writeDlx(problemOf(slow ? pentominoes(6, 10) : pentominoes(3, 20))));

async function linesOf(line: string) {
  const { code, stdout, stderr } = await here(line);
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('quadrille')]);
  for (const line of jsonLines(stdout)) expect(line).toMatchObject({ type: 'shard' });
  return stdout.split('\n').filter((text) => text !== '');
}

/** Solves all parts, and gives what `merge` is to read. */
async function solved(name: string, of: number, flags = '--count'): Promise<string[]> {
  const lines: string[] = [];
  for (let k = 1; k <= of; k++) {
    const { stdout } = await here(`solve ${name} ${flags} --shard ${k}/${of} --json`);
    expect(jsonLines(stdout).at(-1)).toMatchObject({ shard: k, of });
    lines.push(...stdout.split('\n').filter((text) => text !== ''));
  }
  return lines;
}

describe.each(['lists', 'links', 'sweep', 'learn', 'multiples'] as const)('by %s', (engine) => {
  test('the parts have each solution once, and are the same each time', () => {
    fc.assert(
      fc.property(smallMatrix, fc.integer({ min: 1, max: 20 }), (matrix, into) => {
        const compiled = problemOf(matrix).compile();
        const { left, division } = shardsOf(compiled, { engine }, into);
        expect(left.length).toBeLessThanOrEqual(into);
        const found = left.flatMap((prefix) => rest(createSearch(compiled, { engine, prefix })));
        expect(asSet(found)).toEqual(asSet(bruteForce(matrix)));
        expect(shardsOf(compiled, { engine }, into).division).toBe(division);
      }),
      { numRuns: runs(60) },
    );
  });
});

test('a large problem has as many parts as are asked for, or little less', () => {
  const compiled = problemOf(queens(12)).compile();
  for (const into of [1, 2, 7, 50, 999]) {
    const { left } = shardsOf(compiled, {}, into);
    expect(left.length).toBeLessThanOrEqual(into);
    expect(left.length).toBeGreaterThan(0.9 * into - 1);
    const share = left.reduce((sum, prefix) => sum + prefix.share, 0);
    expect(share).toBeGreaterThan(0.5);
    expect(share).toBeLessThanOrEqual(1 + 1e-9);
  }
});

test('split, solve each part, merge: the count', { timeout: 600_000 }, async () => {
  const shards = (await linesOf(`split tiling.dlx --into ${parts}`)).map((line) =>
    JSON.parse(line),
  );
  expect(shards.map(({ shard }) => shard)).toEqual(Array.from({ length: parts }, (_, k) => k + 1));
  expect(shards[0]).toMatchObject({ type: 'shard', of: parts });
  const results = await solved('tiling.dlx', parts);
  write('results.json', results.join('\n'));
  expect(await here('merge results.json')).toEqual({ code: 0, stdout: `${total}\n`, stderr: '' });
  const [first = ''] = results;
  expect(JSON.parse(first)).toMatchObject({ shard: 1, of: parts, prefix: shards[0].prefix });
  // The same by the prefixes, which split numbers.
  write('shards.jsonl', shards.map((shard) => JSON.stringify(shard)).join('\n'));
  const byPrefix: string[] = [];
  for (const { prefix } of shards) {
    if (prefix === null) continue;
    const list = JSON.stringify(prefix);
    byPrefix.push((await here(`solve tiling.dlx --count --json --prefix ${list}`)).stdout);
  }
  write('by-prefix.json', byPrefix.join(''));
  expect(await here('merge by-prefix.json shards.jsonl')).toMatchObject({
    code: 0,
    stdout: `${total}\n`,
  });
  const { code, stderr } = await here('merge by-prefix.json');
  expect([code, stderr]).toEqual([2, expect.stringContaining('give these lines too')]);
});

test('printed solutions, and whether there is one more', async () => {
  write('r.json', (await solved('queens.dlx', 9, '--workers 1')).join('\n'));
  const numbers = read('r.json')
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ type }) => type === 'solution')
    .map((solution) => solution.numbers);
  expect(asSet(numbers)).toHaveLength(92);
  expect(new Set(asSet(numbers)).size).toBe(92);
  expect(await here('merge r.json')).toEqual({ code: 0, stdout: '92\n', stderr: '' });
  for (const [name, answer] of [
    ['queens.dlx', 'several'],
    ['knuth.dlx', 'unique'],
  ] as const) {
    write('r.json', (await solved(name, 4, '--unique')).join('\n'));
    expect((await here('merge r.json')).stdout).toBe(`${answer}\n`);
  }
});

test('a small problem leaves parts empty, which have no solution', async () => {
  const shards = (await linesOf('split knuth.dlx --into 20')).map((line) => JSON.parse(line));
  const empty = shards.filter(({ prefix }) => prefix === null).map(({ shard }) => shard);
  expect(empty.length).toBeGreaterThan(0);
  expect(await here(`solve knuth.dlx --count --shard ${empty[0]}/20`)).toMatchObject({
    code: 0,
    stdout: '0\n',
  });
  // The problem has a solution, in another part.
  expect(await here(`solve knuth.dlx --shard ${empty[0]}/20`)).toEqual({
    code: 0,
    stdout: '',
    stderr: 'There is no solution in this part: that is proven.\n',
  });
  write('r.json', (await solved('knuth.dlx', 20)).join('\n'));
  expect(await here('merge r.json')).toMatchObject({ code: 0, stdout: '1\n', stderr: '' });
});

describe('merge', () => {
  const results = solved('queens.dlx', 10);
  const merged = async (lines: readonly string[], flags = '') => {
    write('m.json', lines.join('\n'));
    return here(`merge m.json${flags}`);
  };

  test('tells which parts are missing, unfinished or double', async () => {
    const lines = await results;
    const whole = await merged([...lines, lines[4]], ' --json');
    expect(jsonLines(whole.stdout)[0]).toMatchObject({
      type: 'status',
      status: 'complete',
      solutions: 92,
      shards: { of: 10, missing: [], unfinished: [], double: [5] },
    });
    expect(whole.stderr).toBe('There twice, counted once: 5 (of 10).\n');
    const part = await merged([...lines.slice(1, 6), lines[9]]);
    expect([part.code, part.stdout]).toEqual([3, expect.stringMatching(/^>=\d+\n$/)]);
    expect(part.stderr).toBe('Missing: 1, 7-9 (of 10).\n');
    const { stdout } = await here('solve queens.dlx --count --shard 3/10 --json --max-nodes 3');
    const stopped = await merged([...lines.slice(0, 2), stdout.trim(), ...lines.slice(3)]);
    expect([stopped.code, stopped.stderr]).toEqual([3, 'Not at their end: 3 (of 10).\n']);
    // The whole result counts, whichever comes first.
    for (const all of [
      [stdout.trim(), ...lines],
      [...lines, stdout.trim()],
    ]) {
      expect((await merged(all)).stdout).toBe('92\n');
    }
  });

  test('refuses what does not belong together', async () => {
    const lines = await results;
    const [first = ''] = lines;
    const cases: (readonly [string, string])[] = [
      [(await solved('other.dlx', 1))[0], 'of another problem than'],
      [(await solved('queens.dlx', 9))[0], 'of another number of parts'],
      [(await solved('queens.dlx', 10, '--unique'))[1], 'of another question'],
      [(await solved('queens.dlx', 10, '--count --seed 5'))[1], 'of another division'],
      [first.replace(/"exact":"\d+"/, '"exact":"77"'), 'part 1 has 77 solutions here, and'],
      [first.replace('"shard":1,', '"shard":11,'), '11 is not the number of a part'],
      [first.replace('"shard":1,', '"shard":"1",'), '"1" is not the number of a part'],
      [first.replace(/"exact":"\d+"/, '"exact":"-7"'), 'it has no number of solutions'],
      ['{"type":"status","status":"complete","solutions":3}', 'not the result of a part'],
      ['{"type":"status"', 'this is no JSON'],
    ];
    for (const [line, why] of cases) {
      const { code, stdout, stderr } = await merged([...lines, line]);
      expect([line, code, stdout]).toEqual([line, 2, '']);
      expect(stderr).toContain(why);
      expect(stderr).toContain('m.json:11');
    }
    for (const line of ['', '7', '[]', 'null', '{"type":"solution"}']) {
      const { code, stderr } = await merged([line]);
      expect([line, code, stderr]).toEqual([
        line,
        2,
        expect.stringContaining('no result of a part'),
      ]);
    }
  });
});
