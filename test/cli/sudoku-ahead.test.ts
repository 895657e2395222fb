import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Console } from '../../src/cli/console.ts';
import { Ahead } from '../../src/cli/sudoku-ahead.ts';
import { Answerer } from '../../src/cli/sudoku-answer.ts';
import { LineAnswerer } from '../../src/cli/sudoku-lines.ts';
import { PuzzleText } from '../../src/cli/sudoku-text.ts';
import type { LinesJob, LinesOrder } from '../../src/cli/sudoku-worker.ts';
import { Random } from '../../src/kernels/random.ts';
import { Pool, type StartThread } from '../../src/parallel/pool.ts';
import { Shape } from '../../src/sudoku.ts';
import { runs } from '../support/effort.ts';

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const ROWS = (EASY.match(/.{9}/g) as string[]).join('\n');

/** Threads of this thread, which answer after a random time. Some of them end in the middle of their work. */
function threads(random: Random, failing: boolean): Pool {
  const start: StartThread = (hear, ended) => {
    let answerer: LineAnswerer | undefined;
    let shape: Shape | undefined;
    let isOver = false;
    // A thread carries out its orders one after the other.
    let before: Promise<unknown> = Promise.resolve();
    return {
      post({ job, order }) {
        if (job !== undefined) {
          const { question, limit, boxes } = job as LinesJob;
          answerer = new LineAnswerer(question, limit);
          shape = Shape.of({ boxes });
        }
        const { lines } = structuredClone(order as LinesOrder);
        const stretches = answerer?.stretches(lines, shape as Shape);
        before = before.then(async () => {
          await setTimeout(random.below(3) === 0 ? random.below(3) : 0);
          if (isOver) return;
          if (failing && random.below(3) === 0) ended('it was told to');
          else hear({ value: structuredClone(stretches) });
        });
      },
      end() {
        isOver = true;
      },
      keepAlive: () => undefined,
    };
  };
  return new Pool(1 + random.below(2), start, 2);
}

interface Way {
  /** Where the text is cut; and the bytes of a portion, where there are threads. */
  readonly cuts?: readonly number[];
  readonly portion?: number;
  readonly failing?: boolean;
}

async function answers(text: string, seed: number, { cuts = [], portion, failing = false }: Way) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const console = new Console({ stdout, stderr, env: {} });
  const { signal } = new AbortController();
  const shell = { console, stdin: new PassThrough(), interruptible: () => Promise.reject() };
  const answerer = new Answerer('first', { namesFiles: false }, signal, shell);
  const pool = threads(new Random(seed), failing);
  const ahead =
    portion === undefined
      ? undefined
      : new Ahead(answerer, 'first', undefined, pool, undefined, signal, portion);
  const bytes = Buffer.from(text);
  const file = new PuzzleText('text', {});
  let from = 0;
  for (const to of [...cuts, bytes.length]) {
    if (to > from) await (ahead ?? answerer).answerLines(bytes.subarray(from, to), file);
    await ahead?.writeUntil(setTimeout(0));
    from = to;
  }
  await ahead?.finish();
  await answerer.answer(file.end(), 'text');
  const exit = answerer.end();
  console.flush();
  pool.close();
  return { exit, out: String(stdout.read()), notes: String(stderr.read()) };
}

/** Lines of all kinds, each with its end. */
function mixed(random: Random, count: number): string {
  const kinds = [
    () => EASY,
    () => EASY,
    () => EASY.replaceAll('.', '0'),
    () => `${EASY}\r`,
    () => `1${EASY.slice(1)}`,
    () => `55${EASY.slice(2)}`,
    () => EASY.replace('.', 'x'),
    () => EASY.slice(1),
    () => '.'.repeat(81),
    () => '.'.repeat(64),
    () => '# a comment: é',
    () => '',
    () => ROWS,
    () => `{"puzzle": "${EASY}"}`,
  ];
  const lines = Array.from({ length: count }, () => kinds[random.below(kinds.length)]?.());
  return `${lines.join('\n')}\n`;
}

test('the answers are the same for portions of every size, also where threads end', async () => {
  for (let run = 0; run < runs(8); run++) {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const random = new Random(seed);
    const text = mixed(random, 12);
    const expected = await answers(text, seed, {});
    expect(expected.out.split('\n').length).toBeGreaterThan(3);
    for (let portion = 1; portion < text.length; portion += 1 + random.below(100)) {
      const way = { portion, failing: random.below(2) === 0 };
      expect(await answers(text, seed, way), `seed ${seed}, ${portion} bytes`).toEqual(expected);
    }
  }
});

test('the answers are the same wherever the text comes in two pieces of lines', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const text = mixed(new Random(seed), 10);
  const expected = await answers(text, seed, {});
  const ends = [...text.matchAll(/\n/g)].map(({ index }) =>
    Buffer.byteLength(text.slice(0, index)),
  );
  for (const end of ends) {
    const cuts = [end + 1];
    for (const portion of [undefined, 200]) {
      const way = portion === undefined ? { cuts } : { cuts, portion };
      expect(await answers(text, seed, way), `seed ${seed}, cut at ${end}`).toEqual(expected);
    }
  }
});
