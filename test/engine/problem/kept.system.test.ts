import { describe, expect, test } from 'vitest';
import { copyOf } from '../../../src/engine/problem/memory.ts';
import { DlxReader, Problem, readDlx } from '../../../src/index.ts';
import { keptBy } from '../../support/heap.ts';

const CHUNKS = 100;
const CHUNK = 100_000;
/** The limit for all chunks: far below their own size, and far beyond their names. */
const LITTLE = CHUNKS * 10_000;

/** A chunk of text that comes from outside, with a comment as long as the chunk. */
function chunkOf(k: number, rest: string): string {
  return Buffer.from(`| ${`${k} `.padEnd(CHUNK, 'x')}\n${rest}`).toString();
}

const long = (k: number) => `a name of several characters, ${k}`.replaceAll(' ', '-');
const each = <T>(make: (k: number) => T): T[] => Array.from({ length: CHUNKS }, (_, k) => make(k));

describe('of the text no more is kept than what is needed', () => {
  test('a chunk is as large as is said', () => {
    expect(keptBy(() => each((k) => chunkOf(k, '').slice(50, 90)))).toBeGreaterThan(
      0.9 * CHUNKS * CHUNK,
    );
  });

  test.each([
    [
      'the names of items',
      () => each((k) => readDlx(chunkOf(k, `${long(k)} | ${long(-1 - k)}\n`))),
    ],
    [
      'the names of colours',
      () => {
        const reader = new DlxReader();
        reader.push('a | x\n');
        for (let k = 0; k < CHUNKS; k++) reader.push(chunkOf(k, `a x:${long(k)}\n`));
        return reader.end();
      },
    ],
    [
      'a line whose end has not come',
      () =>
        each((k) => {
          const reader = new DlxReader();
          reader.push(chunkOf(k, long(k)));
          return reader;
        }),
    ],
    [
      'mistakes',
      () =>
        each((k) => {
          try {
            return readDlx(chunkOf(k, `a\na ${long(k)}\n`));
          } catch (error) {
            expect(error).toMatchObject({ code: 'unknown-item', item: long(k) });
            return error;
          }
        }),
    ],
    [
      'names that a program cut out of a text',
      () =>
        each((k) => {
          const [, item, colour] = chunkOf(k, `${long(k)}\n${long(-1 - k)}`).split('\n');
          const problem = new Problem({ primary: ['a'], secondary: [item] });
          problem.addOption(['a', { item: item, colour: colour }]);
          return problem.addOption(['a']) + problem.colour(`${colour}!`) > 0 ? problem : undefined;
        }),
    ],
  ])('%s', (_, action) => {
    expect(keptBy(action)).toBeLessThan(LITTLE);
  });
});

test('a copy is the same text', () => {
  for (const text of [
    '',
    'a',
    'twelve chars',
    'thirteen char',
    '\ud83d\ude00 and \ud83d, \0'.repeat(9),
  ]) {
    expect(copyOf(text)).toBe(text);
  }
});
