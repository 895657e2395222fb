import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { built } from '../../support/built.ts';

const program = built({ library: true });
const index: typeof import('../../../src/index.ts') = await program.load('index.js');
const parallel: typeof import('../../../src/parallel.ts') = await program.load('parallel.js');
const rules: typeof import('../../../src/rules.ts') = await program.load('rules.js');
const puzzles: typeof import('../../../src/puzzles.ts') = await program.load('puzzles.js');
const loops: typeof import('../../../src/puzzles/closed-loops.ts') =
  await program.load('puzzles/closed-loops.js');

/** The clock of the calling thread goes fast, so that work is divided on a fast machine, too. */
const { now } = performance;
const folder = mkdtempSync(join(tmpdir(), 'quadrille-'));
const file = join(folder, 'rule.mjs');
const module = pathToFileURL(file).href;
beforeAll(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => 10 * now.call(performance));
  writeFileSync(
    file,
    `import { closedLoops, shortest } from ${JSON.stringify(
      pathToFileURL(join(program.folder, 'dist/puzzles/closed-loops.js')).href,
    )};
    export function oneLoop(numbers, { ends, calls }) {
      Atomics.add(calls, 0, 1);
      const loops = closedLoops(ends, numbers);
      return loops.length > 1 ? shortest(loops) : undefined;
    }
    export function wrong() { return [-1]; }
    export const none = 1;`,
  );
});
afterAll(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
  program.remove();
});

/** Knight's tours of 6x6, whose rule the workers find in a module. */
function tours(name = 'oneLoop') {
  const { edges, vertices = [] } = puzzles.knightGraph(6, 6);
  const problem = new index.Problem<readonly [string, string]>({
    primary: vertices.map((item) => ({ item, times: 2 })),
  });
  for (const edge of edges) problem.addOption([...edge], edge);
  const ends = edges.map(([a, b]) => [vertices.indexOf(a), vertices.indexOf(b)] as const);
  const calls = new Int32Array(new SharedArrayBuffer(4));
  const oneLoop = (numbers: readonly number[]) => {
    const found = loops.closedLoops(ends, numbers);
    return found.length > 1 ? loops.shortest(found) : undefined;
  };
  const rule = rules.forbid(oneLoop, { worker: { module, name, data: { ends, calls } } });
  return { problem: rules.withRules(problem, [rule]), calls };
}

test('workers count, and give solutions, by the function of a module', async () => {
  for (const engine of ['multiples', 'learn', 'auto'] as const) {
    const { problem, calls } = tours();
    const { count } = await parallel.countParallel(problem, { engine, workers: 2 });
    expect(count).toBe(9862);
    if (engine !== 'auto') expect(calls[0]).toBeGreaterThan(0);
  }
  const { problem, calls } = tours();
  const found = new Set<string>();
  for await (const { numbers } of parallel.solutionsParallel(problem, {
    engine: 'multiples',
    workers: 2,
  })) {
    found.add(numbers.join());
  }
  expect(found.size).toBe(9862);
  expect(calls[0]).toBeGreaterThan(0);
});

test('first and isUnique', async () => {
  const { problem } = tours();
  expect((await parallel.firstParallel(problem, { workers: 2 })).status).toBe('found');
  expect((await parallel.isUniqueParallel(problem, { workers: 2 })).answer).toBe('several');
});

test('a function that is missing, or wrong in the worker, is an error that names it', async () => {
  for (const [name, message] of [
    ['none', 'exports no function none'],
    ['wrong', 'a conflict with -1'],
  ]) {
    const { problem } = tours(name);
    const count = parallel.countParallel(problem, { engine: 'multiples', workers: 2 });
    await expect(count).rejects.toThrow(message);
  }
});
