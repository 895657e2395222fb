import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Console } from '../../src/cli/console.ts';
import { OpenFiles } from '../../src/cli/files.ts';
import { serialHandler } from '../../src/cli/sudoku-answer.ts';
import { answerPieces } from '../../src/cli/sudoku-files.ts';
import { Printer } from '../../src/cli/sudoku-printer.ts';
import { Random } from '../../src/engine/kernels/random.ts';
import { Pool, type StartThread } from '../../src/engine/parallel/pool.ts';
import { answerEach, readEach } from '../../src/sudoku.ts';
import { seed as firstSeed, runs } from '../support/effort.ts';
import { EXAMPLE as EASY, ROWS } from '../support/sudoku-read.ts';

/** Threads of this thread, which answer after a random time. Some end amid their work. */
function threads(random: Random, failing: boolean): Pool {
  const start: StartThread = (onReply, ended) => {
    let isOver = false;
    // A thread replies to its orders one after the other.
    let before: Promise<unknown> = Promise.resolve();
    const take = serialHandler((reply) => {
      before = before.then(async () => {
        await setTimeout(random.below(3) === 0 ? random.below(3) : 0);
        if (isOver) return;
        if (failing && random.below(3) === 0) ended('it was told to');
        else onReply(structuredClone(reply));
      });
    });
    return {
      post: (message) => take(structuredClone(message)),
      end() {
        isOver = true;
      },
      keepAlive: () => undefined,
    };
  };
  return new Pool(1 + random.below(2), start, 2);
}

interface Way {
  /** The cuts of the text; and the most puzzles of a chunk, if there are threads. */
  readonly cuts?: readonly number[];
  readonly together?: number;
  readonly failing?: boolean;
  readonly json?: true | undefined;
}

async function answers(text: string, seed: number, way: Way) {
  const { cuts = [], together, failing = false, json } = way;
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const console = new Console({ stdout, stderr, env: {} });
  const { signal } = new AbortController();
  const files = new OpenFiles();
  const shell = { console, files, stdin: new PassThrough(), interruptible: () => Promise.reject() };
  const printer = new Printer({ question: 'first', json }, false, signal, shell);
  const pool = threads(new Random(seed), failing);
  const team = together === undefined ? undefined : { pool, join: 0 };
  const bytes = Buffer.from(text);
  async function* pieces() {
    let from = 0;
    for (const to of [...cuts, bytes.length]) {
      yield bytes.subarray(from, to);
      from = to;
      await setTimeout(0);
    }
  }
  await answerPieces('text', pieces(), printer, team, together);
  const exit = printer.end();
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
    () => ROWS.join('\n'),
    () => `{"puzzle": "${EASY}"}`,
    () => `${EASY} 7.2`,
    () => `1${'.'.repeat(255)}A`.slice(1),
    () => '[State]\n1234\n',
  ];
  const lines = Array.from({ length: count }, () => kinds[random.below(kinds.length)]?.());
  return `${lines.join('\n')}\n`;
}

/** The answers of the library, each on a line. */
function byLibrary(text: string): string {
  const answers = answerEach(readEach(text, { source: 'text' }), 'first');
  return Array.from(answers, ({ puzzle, answer, error }) => {
    if (error !== undefined) return `invalid: ${error.message.replace(/^Line (\d+)/, 'text:$1')}\n`;
    return `${answer.solution ? puzzle.symbols.write(answer.solution) : 'no solution'}\n`;
  }).join('');
}

test('the answers are the same for chunks of every size, also where threads end', async () => {
  for (let run = 0; run < runs(16); run++) {
    const seed = firstSeed + run;
    const random = new Random(seed);
    const text = mixed(random, 12);
    const json = random.below(3) === 0 || undefined;
    const expected = await answers(text, seed, { json });
    expect(expected.out.split('\n').length).toBeGreaterThan(3);
    if (!json) expect(expected.out).toBe(byLibrary(text));
    for (let together = 1; together < 14; together += 1 + random.below(4)) {
      const way = { together, failing: random.below(2) === 0, json };
      expect(await answers(text, seed, way), `seed ${seed}, ${together}`).toEqual(expected);
    }
  }
});

test('the answers are the same wherever the text comes in pieces', async () => {
  const seed = firstSeed;
  const text = mixed(new Random(seed), 10);
  const expected = await answers(text, seed, {});
  const { length } = Buffer.from(text);
  for (let cut = 1; cut < length; cut += 41) {
    const cuts = [cut, Math.min(cut + 90, length)];
    const way = cut % 2 === 0 ? { cuts } : { cuts, together: 3 };
    expect(await answers(text, seed, way), `seed ${seed}, cut at ${cut}`).toEqual(expected);
  }
});

test('records of CSV are answered by threads as well', async () => {
  const seed = firstSeed;
  const records = Array.from(
    { length: 40 },
    (_, k) => `${k},${k % 7 === 0 ? EASY.slice(1) : EASY}`,
  );
  const text = `id,puzzle\n${records.join('\n')}\nid,puzzle,rest\n1,${EASY},2\n`;
  const expected = await answers(text, seed, {});
  expect(expected.out.split('\n')).toHaveLength(42);
  expect(expected.out).toBe(byLibrary(text));
  for (const together of [1, 7, 100]) {
    expect(await answers(text, seed, { together }), `seed ${seed}`).toEqual(expected);
  }
});
