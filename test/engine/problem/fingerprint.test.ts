import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fingerprint, sha256 } from '../../../src/engine/problem/fingerprint.ts';
import { Compiled, Problem } from '../../../src/index.ts';
import { knuth } from '../../cases/knuth.ts';
import { problemOf } from '../../cases/problem.ts';
import { smallMatrix } from '../../support/arbitrary.ts';
import { runs } from '../../support/effort.ts';

/** The integers as bytes, the high one first, whatever the order of this machine. */
function bytesOf(words: Int32Array): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(4 * words.length));
  for (const [k, word] of words.entries()) bytes.setInt32(4 * k, word);
  return new Uint8Array(bytes.buffer);
}

const byNode = (words: Int32Array): string =>
  createHash('sha256').update(bytesOf(words)).digest('hex');

/** A text of ASCII as words. */
function wordsOf(text: string): Int32Array {
  const view = new DataView(new TextEncoder().encode(text).buffer);
  return Int32Array.from({ length: text.length / 4 }, (_, k) => view.getInt32(4 * k));
}

// FIPS 180-4 and RFC 6234 publish them for messages of whole words.
test.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
  ['01234567'.repeat(80), '594847328451bdfa85056225462cc1d867d877fb388df0ce35f25ab5562bfbb5'],
  ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
])('sha256 of %#: a published value', (text, digest) => {
  expect(sha256(wordsOf(text))).toBe(digest);
});

test('sha256 agrees with Node at each length around the ends of blocks', () => {
  for (let length = 0; length <= 70; length++) {
    const words = Int32Array.from({ length }, (_, k) => Math.imul(k + 1, 0x9e3779b1) ^ length);
    expect(sha256(words), `${length} words`).toBe(byNode(words));
  }
});

test('sha256 agrees with Node for any integers', () => {
  fc.assert(
    fc.property(fc.int32Array({ maxLength: 200 }), (words) => {
      expect(sha256(words)).toBe(byNode(words));
    }),
    { numRuns: runs(300) },
  );
});

test('a fingerprint is the SHA-256 of the integers, for each way to hold them', () => {
  fc.assert(
    fc.property(smallMatrix, (matrix) => {
      const compiled = problemOf(matrix).compile();
      const { data } = compiled;
      expect(fingerprint(compiled)).toBe(byNode(data));
      const shared = new SharedArrayBuffer(data.byteLength);
      new Int32Array(shared).set(data);
      expect(fingerprint(Compiled.from(shared))).toBe(byNode(data));
    }),
    { numRuns: 100 },
  );
});

test('a fingerprint stays the same: it stands in files', () => {
  expect(fingerprint(problemOf(knuth()).compile())).toMatchInlineSnapshot(
    `"160811b378a4127e72050da422bbac30bcc5ac5d59464518379bbf91273fc0d8"`,
  );
});

test('each changed integer changes the fingerprint: colours, multiplicities and costs too', () => {
  const problem = new Problem({
    primary: [{ item: 'a', times: [1, 2] }, 'b'],
    secondary: ['x'],
  });
  problem.setCost(problem.addOption(['a', { item: 'x', colour: 'red' }]), 3);
  problem.setCost(problem.addOption(['b', { item: 'x', colour: 'blue' }]), -(2 ** 40));
  problem.addOption(['a', 'b']);
  const compiled = problem.compile();
  const seen = new Set([fingerprint(compiled)]);
  for (let k = 0; k < compiled.data.length; k++) {
    for (const change of [1, 1 << 31]) {
      const data = compiled.data.slice();
      data[k] = data[k] ^ change;
      seen.add(sha256(data));
    }
  }
  expect(seen.size).toBe(2 * compiled.data.length + 1);
});

test('a fingerprint of what is no compiled problem is refused', () => {
  expect(() => fingerprint(undefined as never)).toThrow(/not a compiled problem/);
  const compiled = problemOf(knuth()).compile();
  structuredClone(compiled.data, { transfer: [compiled.data.buffer] });
  expect(() => fingerprint(compiled)).toThrow(/transfer/);
});
