import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { Build } from '../../../src/engine/diagram/build.ts';
import { Counts } from '../../../src/engine/diagram/counts.ts';
import { Draws } from '../../../src/engine/diagram/draws.ts';
import { HEAD_INTEGERS } from '../../../src/engine/diagram/graph.ts';
import { Nodes } from '../../../src/engine/diagram/nodes.ts';
import { digestOf } from '../../../src/engine/problem/fingerprint.ts';
import { count, countAsync, Diagram, diagram, diagramAsync, Problem } from '../../../src/index.ts';
import { dominoes, langford, pentominoes, queens } from '../../../src/puzzles.ts';
import { Solver } from '../../../src/sudoku.ts';
import { problemOf } from '../../cases/problem.ts';
import { slow } from '../../support/effort.ts';
import { expectSame } from '../../support/same.ts';

function diagramOf<T>(problem: Problem<T>) {
  const { diagram: built, status } = diagram(problem);
  if (built === undefined) throw new Error(status);
  return built;
}

/** How far counts are from all alike, in standard deviations of chi-square. */
function deviation(counts: readonly number[]): number {
  const mean = counts.reduce((a, b) => a + b, 0) / counts.length;
  const chi = counts.reduce((sum, n) => sum + (n - mean) ** 2 / mean, 0);
  const freedom = counts.length - 1;
  return (chi - freedom) / Math.sqrt(2 * freedom);
}

describe('samples are uniform', () => {
  test.each([
    ['8 queens', queens(8), 92],
    ['Langford 8', langford(8), 300],
    ['dominoes 4x6', dominoes('4x6'), 281],
    ['dominoes 4x5', dominoes('4x5'), 95],
  ] as const)('%s, by chi-square', (_, problem, all) => {
    const built = diagramOf<unknown>(problem);
    expect(built.count).toBe(BigInt(all));
    for (const seed of [1, 2, 3]) {
      const counts = new Array<number>(all).fill(0);
      for (const drawn of built.sample({ seed, size: 20 * all })) {
        const index = Number(built.indexOf(drawn));
        counts[index] = (counts[index] ?? 0) + 1;
      }
      expect(Math.abs(deviation(counts))).toBeLessThan(4);
    }
  });

  test('more than 2 ** 53 solutions: each option has its share', () => {
    const built = diagramOf(dominoes('6x26'));
    expect(built.count > 2n ** 53n).toBe(true);
    const size = 4000;
    const drawn = built.perOption().map(() => 0);
    for (const { numbers } of built.sample({ seed: 5, size })) {
      for (const option of numbers) drawn[option] = (drawn[option] ?? 0) + 1;
    }
    built.perOption().forEach((solutions, option) => {
      const share = Number((solutions * 2n ** 40n) / built.count) / 2 ** 40;
      const error = Math.sqrt(size * share * (1 - share));
      expectSame(Math.abs((drawn[option] ?? 0) - size * share) < 6 * error, true);
    });
    expect(built.sample({ seed: 5, size: 3 })).toEqual(built.sample({ seed: 5, size: 3 }));
  });

  test('a stream of samples begins with those of the same seed, and has no end', () => {
    const built = diagramOf(queens(6));
    const some = [];
    for (const solution of built.samples({ seed: 9 })) if (some.push(solution) === 50) break;
    expect(some).toEqual(built.sample({ seed: 9, size: 50 }));
    expect(built.samples({ seed: undefined }).next().value).toEqual(built.sample()[0]);
    expect([...diagramOf(queens(3)).samples()]).toEqual([]);
    expect(() => built.samples({ seed: 0.5 })).toThrow(/The seed is 0.5/);
    expect(() => built.samples({ sead: 1 } as object)).toThrow(/no setting "sead"/);
  });

  test('the words are those of xoshiro128**, and each bit of a seed counts', () => {
    const draws = new Draws(0);
    draws.state.set([1, 2, 3, 4]);
    // The numbers of the reference in C for this state, by a translation to Python.
    const reference = [11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034];
    expect(reference.map(() => draws.word())).toEqual(reference);
    const seeds = [0, ...Array.from({ length: 53 }, (_, bit) => 2 ** bit), -1, -(2 ** 32)];
    const begins = new Set(seeds.map((seed) => new Draws(seed).below(2n ** 128n)));
    expect(begins.size).toBe(seeds.length);
  });

  test('numbers below a bound: each as often, and none beyond', () => {
    for (const bound of [1, 2, 3, 31, 32, 33, 2 ** 32 + 1, 2n ** 64n, 3n * 2n ** 70n]) {
      const draws = new Draws(7);
      const parts = bound > 40 ? 8n : BigInt(bound);
      const counts = new Array<number>(Number(parts)).fill(0);
      for (let n = 0; n < 100 * counts.length; n++) {
        const drawn = BigInt(draws.below(bound));
        expectSame(drawn >= 0n && drawn < BigInt(bound), true);
        const part = Number((drawn * parts) / BigInt(bound));
        counts[part] = (counts[part] ?? 0) + 1;
      }
      if (counts.length > 1) expect(Math.abs(deviation(counts))).toBeLessThan(4);
    }
  });
});

describe('given', () => {
  test.each([
    ['options of one item', queens(5), [0, 1]],
    ['options with a secondary item', queens(5), [0, 6]],
    ['an option chosen and left out', queens(5), [0, ~0]],
    ['left out, then chosen', queens(5), [~0, 0]],
  ])('%s: decisions that clash leave no solution, as one after the other', (_, problem, both) => {
    const built = diagramOf(problem);
    const [one, other] = both as [number, number];
    expect(built.given([one]).count).toBeGreaterThan(0n);
    expect(built.given([one]).given([other]).count).toBe(0n);
    expect(built.given(both).count).toBe(0n);
    expect([...built.given(both).solutions()]).toEqual([]);
  });

  test('with multiplicities: more options than an item may have leave no solution, twice the same is once', () => {
    const problem = new Problem({ primary: [{ item: 'a', times: [1, 2] }] });
    for (let k = 0; k < 3; k++) problem.addOption(['a']);
    const built = diagramOf(problem);
    expect(built.count).toBe(6n);
    expect(built.given([0, 1]).count).toBe(1n);
    expect(built.given([0, 1, 2]).count).toBe(0n);
    expect(built.given([0, 0]).count).toBe(built.given([0]).count);
  });

  test('an option that no solution has leaves none: of an item with times 0, or without a primary one', () => {
    const problem = new Problem({
      primary: ['a', { item: 'b', times: 0 }, { item: 'c', times: [0, 1] }],
      secondary: ['s'],
    });
    problem.addOption(['a']);
    problem.addOption(['a', 'b']);
    problem.addOption(['a', 'c']);
    problem.addOption(['s']);
    const built = diagramOf(problem);
    expect(built.count).toBe(2n);
    for (const decisions of [[1], [0, 1], [1, 2], [3], [0, 3], [1, ~1]]) {
      expect(built.given(decisions).count).toBe(0n);
    }
    for (const decisions of [[0], [2], [0, ~1]]) expect(built.given(decisions).count).toBe(1n);
    for (const decisions of [[~1], [~3]]) expect(built.given(decisions).count).toBe(2n);
    const single = new Problem({ secondary: ['s'] });
    single.addOption(['s']);
    const whole = diagramOf(single);
    expect(whole.count).toBe(1n);
    expect(whole.given([0]).count).toBe(0n);
    expect(whole.given([~0]).count).toBe(1n);
    expect(Diagram.from(single, whole.given([0]).store()).count).toBe(0n);
  });

  test('decisions that name nothing are still refused', () => {
    const built = diagramOf(queens(5));
    for (const decisions of [[25], [0, 25], [0.5], [~25], ['0']]) {
      expect(() => built.given(decisions as number[])).toThrow(
        /There is no option for the decision/,
      );
    }
    for (const decisions of ['ab', undefined, null, 7]) {
      expect(() => built.given(decisions as never)).toThrow(/The prefix/);
    }
  });
});

test('the console of Node shows how large a diagram is', () => {
  const built = diagramOf(queens(6));
  expect(inspect(built)).toMatch(/^Diagram \{ count: 4n, nodes: \d+, bytes: \d+ \}$/);
  expect(inspect([built])).toContain(`nodes: ${built.nodes}`);
});

describe('a stored diagram', () => {
  const problem = dominoes('3x4');
  const stored = diagramOf(problem).store();
  const bytes = new Uint8Array(stored.slice().buffer);

  test('is refused with any byte changed', () => {
    for (let at = 0; at < bytes.length; at++) {
      for (const by of [1, 0x80, 0xff]) {
        const copy = bytes.slice();
        copy[at] = (copy[at] ?? 0) ^ by;
        expect(() => Diagram.from(problem, copy)).toThrow(/not a stored diagram/);
      }
    }
    expect(Diagram.from(problem, bytes).count).toBe(11n);
  });

  test('is refused where its root is another of its nodes', () => {
    const nodes = diagramOf(problem).nodes;
    const root = stored[4];
    let others = 0;
    for (let place = HEAD_INTEGERS; place < root; place++) {
      const copy = stored.slice();
      copy[4] = place;
      expect(() => Diagram.from(problem, copy)).toThrow(/its checksum is wrong/);
      others++;
    }
    expect(others).toBeGreaterThan(nodes);
  });

  test('is refused when cut at any length, when longer, and by another problem', () => {
    for (let length = 0; length < bytes.length; length++) {
      expect(() => Diagram.from(problem, bytes.slice(0, length))).toThrow(/not a stored diagram/);
    }
    for (const more of [1, 4]) {
      const longer = new Uint8Array(bytes.length + more);
      longer.set(bytes);
      expect(() => Diagram.from(problem, longer)).toThrow(/not a stored diagram/);
    }
    expect(() => Diagram.from(dominoes('4x3'), stored)).toThrow(/another problem/);
  });

  test('is refused, or answers, where its checksum is made to fit', () => {
    let refused = 0;
    const last = stored.length - 8;
    for (let at = 3; at < last; at++) {
      if (at === 6 || at === 7) continue;
      const before = stored[at];
      const near = [-1, 1, 4].map((by) => before + by);
      for (const value of [0, -1, 1, 7, ...near, 2 ** 31 - 1, -(2 ** 31)]) {
        if (value === before) continue;
        const copy = stored.slice();
        copy[at] = value;
        copy.set(digestOf(copy.subarray(0, last)), last);
        try {
          const read = Diagram.from(problem, copy);
          const [drawn] = read.sample();
          expect(read.perOption()).toHaveLength(17);
          expect([...read.solutions()]).toHaveLength(Number(read.count));
          expect(drawn?.numbers.length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toMatchObject({ code: 'bad-diagram' });
          refused++;
        }
      }
    }
    expect(refused).toBeGreaterThan(5 * stored.length);
  });
});

describe('limits', () => {
  test('a diagram ends with memory, nodes, timeout or aborted; a count goes on in little memory', async () => {
    const problem = dominoes('12x12');
    expect(diagram(problem, { memoryLimit: 2 ** 18 })).toEqual({ status: 'memory' });
    expect(diagram(problem, { maxNodes: 1000 })).toEqual({ status: 'nodes' });
    expect(diagram(problem, { timeout: 0 })).toEqual({ status: 'timeout' });
    expect(await diagramAsync(problem, { signal: { aborted: true } })).toEqual({
      status: 'aborted',
    });
    const { diagram: built } = await diagramAsync(problem);
    expect(built?.count).toBe(53060477521960000n);
  });

  test.each([20, 21, 22, 23])('a count keeps to 2 ** %d bytes, and is right', (log) => {
    const compiled = dominoes('10x10').compile();
    const memoryLimit = 2 ** log;
    expect(count(dominoes('12x12'), { memoryLimit })).toMatchObject({
      exact: 53060477521960000n,
      status: 'complete',
    });
    const build = new Build(compiled, new Counts(), { memoryLimit, forgets: true });
    let most = 0;
    while (build.advance(100) !== 'exhausted') most = Math.max(most, build.bytes);
    expect(build.result).toBe(258584046368);
    expect(most).toBeLessThanOrEqual(memoryLimit);
  });

  test.each([16, 17, 18])('a diagram keeps to 2 ** %d bytes, or says so', (log) => {
    const memoryLimit = 2 ** log;
    const nodes = new Nodes(HEAD_INTEGERS);
    const build = new Build(dominoes('8x8').compile(), nodes, { memoryLimit });
    let outcome = build.advance(10);
    for (; outcome === 'paused'; outcome = build.advance(10)) {
      expect(build.bytes).toBeLessThanOrEqual(memoryLimit);
    }
    expect(outcome).toBe(log === 16 ? 'stuck' : 'exhausted');
    const { diagram: built, status } = diagram(dominoes('8x8'), { memoryLimit });
    expect(status).toBe(built?.count === 12988816n ? 'complete' : 'memory');
  });

  test('what was counted until then is a lower bound', async () => {
    const { exact, status } = count(dominoes('16x16'), { maxNodes: 20_000 });
    expect(status).toBe('nodes');
    expect(exact > 0n && exact < 2444888770250892795802079170816n).toBe(true);
    expect(await countAsync(dominoes('12x12'))).toEqual(count(dominoes('12x12')));
  });

  test('a budget is kept after a pause in the middle of an option', () => {
    const build = new Build(pentominoes('6x10').compile(), new Counts());
    let most = 0;
    while (build.nodes < 4000) {
      // A long budget pauses after about a millisecond, in the middle of an option or between two.
      build.advance(1e6);
      const before = build.nodes;
      build.advance(1);
      most = Math.max(most, build.nodes - before);
    }
    expect(most).toBe(1);
  });

  test('many options are laid out slice by slice', () => {
    const options = Array.from({ length: 60_000 }, (_, k) => [k % 2, 2 + (k % 3)]);
    const problem = problemOf({ name: 'many', primary: 5, secondary: 0, options });
    const build = new Build(problem.compile(), new Counts());
    let slices = 0;
    for (; build.nodes === 0 && build.result === undefined; slices++) build.advance(1);
    expect(slices).toBeGreaterThan(10);
  });
});

test('JSON has an exact count as a string', () => {
  expect(JSON.stringify(count(dominoes('12x12')))).toBe(
    '{"exact":"53060477521960000","status":"complete"}',
  );
  expect(JSON.parse(JSON.stringify(count(queens(8))))).toEqual({
    count: 92,
    exact: '92',
    status: 'complete',
  });
});

// Half a minute.
test.runIf(slow)('Sudokus of 2x3 boxes (OEIS A107739)', { timeout: 300_000 }, () => {
  expect(new Solver({ boxes: '2x3' }).count(new Uint8Array(36)).exact).toBe(28200960n);
});
