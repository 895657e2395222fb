import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PrefixSearch } from '../../../src/engine/kernels/prefix-search.ts';
import type { Checkpoint } from '../../../src/engine/solve/checkpoint.ts';
import { modelOf } from '../../../src/engine/solve/model.ts';
import { Resumable } from '../../../src/engine/solve/resumable.ts';
import { COUNT } from '../../../src/engine/solve/strategies.ts';
import {
  type AsyncSettings,
  type Compiled,
  count,
  countAsync,
  createSearch,
  firstAsync,
  isUniqueAsync,
  Prefix,
  QuadrilleError,
  solutionsAsync,
} from '../../../src/index.ts';
import { pentominoes } from '../../../src/puzzles.ts';
import { dominoes, queens } from '../../cases/gallery.ts';
import { knuth } from '../../cases/knuth.ts';
import type { Matrix } from '../../cases/matrix.ts';
import { problemOf } from '../../cases/problem.ts';
import { smallMatrix, tightMatrix } from '../../support/arbitrary.ts';
import { asSet, bruteForce } from '../../support/checker.ts';
import { prefixOf, smallOf, solutionsBelow, type Where, where } from '../../support/known.ts';
import { portfolioIn } from '../../support/portfolio.ts';

const engines = ['auto', 'lists', 'links', 'sweep', 'learn', 'multiples'] as const;

/** A checkpoint after it was written to a file and read. */
const stored = (checkpoint: Checkpoint): Checkpoint => JSON.parse(JSON.stringify(checkpoint));

/** A search that is stopped again and again, and goes on from its last checkpoint each time. */
class Interrupted {
  /** The last checkpoint, and the solutions of the caller when it was told. */
  last: Checkpoint | undefined;
  kept: number[][] = [];
  found: number[][] = [];
  runs = 0;

  /** Asks with more and more nodes, from the last checkpoint each time, until `ask` is content. */
  async until(nodes: number, ask: (settings: AsyncSettings) => Promise<boolean>): Promise<void> {
    for (let maxNodes = nodes; ; maxNodes += 2) {
      if (await ask({ maxNodes, ...this.settings() })) return;
    }
  }

  /** Some settings for the next run. */
  settings() {
    this.runs++;
    this.found = [...this.kept];
    return {
      resume: this.last,
      checkpointEvery: 0,
      onCheckpoint: (checkpoint: Checkpoint) => {
        this.last = stored(checkpoint);
        this.kept = [...this.found];
      },
    };
  }
}

const matrices = fc.oneof(
  smallMatrix,
  smallMatrix,
  tightMatrix.filter(({ options }) => options.length < 15),
);

/** A problem, the decisions of a place in it, and its solutions below them. */
function below(matrix: Matrix, place: Where) {
  const known = smallOf(matrix);
  const prefix = prefixOf(known, place);
  return { compiled: known.compiled, prefix, all: solutionsBelow(known.all, prefix) };
}

describe.each(engines)('with %s', (engine) => {
  const cases = fc.tuple(
    matrices,
    fc.integer({ min: 1, max: 40 }),
    fc.option(fc.integer({ min: -5, max: 5 }), { nil: undefined }),
  );

  test('a count that is stopped again and again is the count, below any decisions', async () => {
    await fc.assert(
      fc.asyncProperty(cases, where, async ([matrix, nodes, seed], place) => {
        const { compiled, prefix, all } = below(matrix, place);
        await new Interrupted().until(nodes, async (settings) => {
          const asked = { engine, seed, prefix, ...settings };
          const { count, status } = await countAsync(compiled, asked);
          if (status === 'nodes') return false;
          expect([count, status]).toEqual([all.length, 'complete']);
          return true;
        });
      }),
      { numRuns: 8 },
    );
  });

  test('solutions come once each, though the stream is stopped or left again and again', async () => {
    await fc.assert(
      fc.asyncProperty(
        cases,
        where,
        fc.infiniteStream(fc.integer({ min: 1, max: 4 })),
        async ([matrix, nodes, seed], place, leaves) => {
          const { compiled, prefix, all } = below(matrix, place);
          const interrupted = new Interrupted();
          await interrupted.until(nodes, async (settings) => {
            const limit = interrupted.kept.length + (leaves.next().value as number);
            const asked = { engine, seed, prefix, ...settings, limit };
            const stream = solutionsAsync(compiled, asked);
            let left = leaves.next().value as number;
            for await (const numbers of stream) {
              interrupted.found.push(numbers);
              if (--left === 0 && interrupted.runs % 3 === 0) break;
            }
            return stream.status === 'complete';
          });
          expect(interrupted.found).toHaveLength(all.length);
          expect(asSet(interrupted.found)).toEqual(asSet(all));
        },
      ),
      { numRuns: 8 },
    );
  });

  test('a decision that is stopped again and again is the right one', async () => {
    if (engine === 'sweep') {
      const settings = { engine, ...new Interrupted().settings() };
      const asked = firstAsync(problemOf(knuth()).compile(), settings);
      await expect(asked).rejects.toThrow(/sweep is for count and solutions/);
      return;
    }
    await fc.assert(
      fc.asyncProperty(cases, async ([matrix, nodes, seed]) => {
        const compiled = problemOf(matrix).compile();
        const all = bruteForce(matrix);
        await new Interrupted().until(nodes, async (settings) => {
          const { answer } = await isUniqueAsync(compiled, { engine, seed, ...settings });
          if (answer === 'unknown') return false;
          expect(answer).toBe(['none', 'unique'][all.length] ?? 'several');
          return true;
        });
        const first = new Interrupted();
        await first.until(nodes, async (settings) => {
          const { solution, status } = await firstAsync(compiled, { engine, seed, ...settings });
          if (status === 'nodes') return false;
          expect(status).toBe(all.length > 0 ? 'found' : 'complete');
          if (solution !== undefined) expect(asSet(all)).toContain(asSet([solution])[0]);
          return true;
        });
        // A finished one answers again at once.
        const { nodes: more } = await progressOf(compiled, { engine, seed, ...first.settings() });
        expect(more).toBe(0);
      }),
      { numRuns: 8 },
    );
  });
});

test('the solvers of a portfolio go on together from what each of them has found', () => {
  const cases = fc.tuple(matrices, fc.infiniteStream(fc.integer({ min: 1, max: 30 })));
  fc.assert(
    fc.property(cases, ([matrix, chances]) => {
      const compiled = problemOf(matrix).compile();
      const found: number[][] = [];
      let left: Iterable<Prefix> = [Prefix.root];
      for (let isDone = false; !isDone; ) {
        const lists = createSearch(compiled, { engine: 'lists' });
        const below = new PrefixSearch(lists, left);
        const plan = portfolioIn('few', compiled, {}, { start: () => below });
        for (const numbers of found) plan.exclude(numbers);
        for (let steps = chances.next().value as number; steps > 0 && !isDone; steps--) {
          const outcome = plan.advance(chances.next().value as number);
          if (outcome === 'solution') found.push(plan.solution());
          isDone = outcome === 'exhausted';
        }
        expect(plan.solutions).toBe(found.length);
        left = [...plan.frontier()];
      }
      expect(asSet(found)).toEqual(asSet(bruteForce(matrix)));
    }),
    { numRuns: 40 },
  );
});

describe('a checkpoint', () => {
  const compiled = problemOf(queens(6)).compile();
  /** The last checkpoint of a search that ends after some nodes. */
  async function checkpointAfter(settings: AsyncSettings, of = compiled): Promise<Checkpoint> {
    let last: Checkpoint | undefined;
    const onCheckpoint = (checkpoint: Checkpoint) => {
      last = stored(checkpoint);
    };
    await countAsync(of, { ...settings, onCheckpoint });
    return last as Checkpoint;
  }
  const begun = () => checkpointAfter({ engine: 'links', maxNodes: 10 });
  const goOn = (checkpoint: unknown, settings = {}) =>
    countAsync(compiled, { engine: 'links', ...settings, resume: checkpoint as Checkpoint });

  test('is small: prefixes share their beginnings', async () => {
    // A path of 20,000 choices of two options each: written out, its frontier has 200 million
    // decisions.
    const items = 20_000;
    const options = Array.from({ length: 2 * items }, (_, k) => [k >> 1]);
    const deep = problemOf({ name: 'deep', primary: items, secondary: 0, options }).compile();
    const checkpoint = await checkpointAfter({ engine: 'links', maxNodes: items - 1 }, deep);
    expect(checkpoint.shares.length).toBeGreaterThan(items - 10);
    expect(JSON.stringify(checkpoint).length).toBeLessThan(60 * items);
  });

  test('is refused for another question, engine, seed, prefix or problem', async () => {
    const checkpoint = await begun();
    expect(await goOn(checkpoint)).toMatchObject({ count: 4, status: 'complete' });
    const settings = { engine: 'links', resume: checkpoint } as const;
    const another = problemOf(queens(5)).compile();
    await expect(countAsync(another, settings)).rejects.toThrow('it is of another problem');
    await expect(firstAsync(compiled, settings)).rejects.toThrow(
      'it is of the question "count", and asked is \'first\'',
    );
    await expect(goOn(checkpoint, { engine: 'lists' })).rejects.toThrow(
      'its engine is "links", and asked is "lists"',
    );
    await expect(goOn(checkpoint, { seed: 3 })).rejects.toThrow('its seed is null, and asked is 3');
    await expect(goOn(checkpoint, { prefix: [1] })).rejects.toThrow(
      'its prefix is [], and asked is [1]',
    );
    expect(() => count(compiled, settings as never)).toThrow('call firstAsync, countAsync');
  });

  test('is refused in the form of another version, or where no engine is named for a part', async () => {
    const checkpoint = await begun();
    await expect(goOn({ ...checkpoint, version: 1 })).rejects.toThrow(
      'it is of version 1, and this library reads version 2',
    );
    const last = await checkpointAfter({ maxNodes: 0 });
    expect(await countAsync(compiled, { resume: last })).toMatchObject({ count: 4 });
    for (const other of [
      { left: [0, 1, 3], shares: [0.5] },
      { left: [0, 0, 0, 0], shares: [1, 1] },
      { solutions: '7' },
    ]) {
      const resume = { ...last, ...other };
      await expect(countAsync(compiled, { resume })).rejects.toThrow('it names no engine for what');
    }
  });

  test('with anything outside of the prefix that is asked is refused', async () => {
    const prefix = [~0, 3];
    const last = await checkpointAfter({ engine: 'links', prefix, maxNodes: 1 });
    const resumed = (own: object) => goOn({ ...last, ...own }, { prefix });
    expect(await resumed({})).toMatchObject({ count: 1, status: 'complete' });
    expect(await resumed({ left: [0, 2, 3, ~0], shares: [1] })).toMatchObject({ count: 1 });
    for (const [left, name] of [
      [[0, 0], 'Prefix []'],
      [[0, 1, 3], 'Prefix [3]'],
      [[0, 1, ~0], 'Prefix [~0]'],
      [[0, 2, ~0, 8], 'Prefix [~0, 8]'],
    ] as const) {
      await expect(resumed({ left, shares: [1] })).rejects.toThrow(
        `from this checkpoint: ${name} lies outside of Prefix [~0, 3], which is asked. Ask`,
      );
    }
    const found = { solutions: '1', left: [], shares: [] };
    await expect(resumed({ ...found, found: [[0, 3]] })).rejects.toThrow(
      'one of its solutions lies outside',
    );
  });

  test('of which any part is wrong is refused, or is a question answered', async () => {
    const checkpoint = await begun();
    const numbers = [-1, 1.5, 1e99, Number.NaN];
    const wrong = [undefined, null, ...numbers, 'x', '', '-3', [], [1], {}, [[]], [-1]];
    for (const name of Object.keys(checkpoint)) {
      for (const value of wrong) {
        const changed = goOn({ ...checkpoint, [name]: value });
        // To leave out all prefixes together with their shares would be another, finished
        // checkpoint.
        if (name === 'found' && Array.isArray(value) && value.length === 0) await changed;
        else await expect(changed, `${name}: ${value}`).rejects.toThrow('cannot go on from this');
      }
    }
    for (let k = 0; k < checkpoint.left.length; k++) {
      for (const value of [-1, 1e6, 0.5, null, 3]) {
        const left: unknown[] = checkpoint.left.slice();
        if (left[k] === value) continue;
        left[k] = value;
        // Another option in its place may be a prefix, too: files have a checksum against that.
        const error = await goOn({ ...checkpoint, left }).catch((reason) => reason);
        if (error instanceof Error) expect(error).toBeInstanceOf(QuadrilleError);
        else expect([3, -1]).toContain(value);
      }
    }
    for (const value of [null, 3, 'x', []]) {
      await expect(goOn(value)).rejects.toBeInstanceOf(QuadrilleError);
    }
    for (const setting of [
      { onCheckpoint: 3 },
      { checkpointEvery: -1 },
      { checkpointEvery: '9' },
    ]) {
      await expect(goOn(checkpoint, setting)).rejects.toThrow('leave it out');
    }
  });

  test('that cannot be kept ends the answer with the reason', async () => {
    const onCheckpoint = () => Promise.reject(new Error('the disk is full'));
    await expect(countAsync(compiled, { onCheckpoint })).rejects.toThrow('the disk is full');
    const stream = solutionsAsync(compiled, { onCheckpoint, checkpointEvery: 0 });
    await expect(
      (async () => {
        for await (const _ of stream);
      })(),
    ).rejects.toThrow('the disk is full');
  });

  test('of a count keeps the factors that symmetries give, and the count goes on with them', async () => {
    const problem = problemOf(queens(14));
    let resume: Checkpoint | undefined;
    let runs = 0;
    let withFactors = 0;
    let exact = 0n;
    for (let status = ''; status !== 'complete'; runs++) {
      const stop = new AbortController();
      let told = 0;
      const onCheckpoint = (checkpoint: Checkpoint) => {
        resume = stored(checkpoint);
        if (checkpoint.engine === 'auto') return;
        if (checkpoint.factors !== undefined) withFactors++;
        if (++told > 3) stop.abort();
      };
      const settings = { resume, onCheckpoint, checkpointEvery: 0, signal: stop.signal };
      ({ exact, status } = await countAsync(problem, settings));
    }
    expect(exact).toBe(365_596n);
    expect(runs).toBeGreaterThan(1);
    expect(withFactors).toBeGreaterThan(0);
  });

  test('of a count beyond 2 ** 53 answers at once', async () => {
    const large = problemOf(dominoes(12, 12)).compile();
    const exact = 53060477521960000n;
    const last = await checkpointAfter({}, large);
    expect(last).toMatchObject({ solutions: '53060477521960000', left: [] });
    const again = await countAsync(large, { resume: last, maxNodes: 1 });
    expect(again).toMatchObject({ exact, status: 'complete' });
  });
});

async function progressOf(compiled: Compiled, settings: Parameters<typeof firstAsync>[1]) {
  let nodes = -1;
  await firstAsync(compiled, {
    ...settings,
    onProgress: (progress) => {
      nodes = progress.nodes;
    },
  });
  return { nodes };
}

test('a count leaves its pilot at the same node, wherever it pauses', () => {
  const model = modelOf(pentominoes('3x20'), {});
  // No other way joins, so the search that is divided leads from the start.
  const tuning = { soonLog2: 1e9 };
  const portfolio: typeof COUNT.portfolio = (compiled, settings) =>
    portfolioIn('count', compiled, settings, { tuning });
  const leftAt = (budget: number) => {
    const search = new Resumable({ ...COUNT, portfolio }, model);
    while (search.ready === undefined) search.advance(budget, Number.POSITIVE_INFINITY);
    const { nodes, updates } = search;
    search.end();
    return { nodes, updates };
  };
  expect(leftAt(100)).toEqual(leftAt(4096));
});
