import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Random } from '../../../src/engine/kernels/random.ts';
import { Exchange } from '../../../src/engine/learn/exchange.ts';
import { Learn } from '../../../src/engine/learn/learn.ts';
import type { Open } from '../../../src/engine/learn/open.ts';
import type { Compiled } from '../../../src/engine/problem/compiled.ts';
import { langford } from '../../cases/gallery.ts';
import { problemOf } from '../../cases/problem.ts';
import { asSet } from '../../support/checker.ts';
import { runs } from '../../support/effort.ts';
import { tight, tightMultiple } from '../../support/known.ts';

vi.setConfig({ testTimeout: 60_000 });

describe('the rings', () => {
  const MOST = 100;
  const open = { optionOf: Int32Array.from({ length: MOST }, (_, k) => k), over: MOST } as Open;

  /** Clause n of a member: every part of it tells which one it is. */
  function give(exchange: Exchange, n: number): void {
    const literals = new Int32Array(3 + (n % 5)).fill(n % (2 * MOST));
    exchange.give(literals, literals.length, 1 + (n % 6), open);
  }

  /** The number of the clause that was read. It throws if that is made of parts of two. */
  function numberOf({ literals, size, glue }: Exchange, all: number): number {
    const n = literals[0];
    for (let whole = n; whole < all; whole += 2 * MOST) {
      if (size === 3 + (whole % 5) && glue === 1 + (whole % 6)) {
        expect(new Set(literals.subarray(0, size))).toEqual(new Set([n]));
        return whole;
      }
    }
    throw new Error(`A clause of ${size} literals with glue ${glue} was never given.`);
  }

  afterEach(() => vi.restoreAllMocks());

  test('pass clauses in order, to each other member', () => {
    const memory = Exchange.memory(3, 8) as Int32Array;
    const [a, b, c] = [0, 1, 2].map((k) => new Exchange(memory, k)) as [
      Exchange,
      Exchange,
      Exchange,
    ];
    expect([a.hasNews, b.hasNews, c.hasNews]).toEqual([false, false, false]);
    for (let n = 0; n < 8; n++) give(a, n);
    expect([a.hasNews, b.hasNews, c.hasNews]).toEqual([false, true, true]);
    for (const reader of [b, c]) {
      for (let n = 0; n < 8; n++) {
        expect(reader.next(0)).toBe(true);
        expect(numberOf(reader, 8)).toBe(n);
      }
      expect([reader.hasNews, reader.lost]).toEqual([false, 0]);
    }
    // A member in the place of one that has ended goes on with its ring.
    give(new Exchange(memory, 0), 8);
    expect(b.next(0)).toBe(true);
    expect([numberOf(b, 9), b.hasNews]).toEqual([8, false]);
  });

  test('a reader that is overrun goes on with the oldest clause that is left', () => {
    const memory = Exchange.memory(2, 4) as Int32Array;
    const [a, b] = [new Exchange(memory, 0), new Exchange(memory, 1)];
    for (let n = 0; n < 11; n++) give(a, n);
    const read = [];
    while (b.hasNews) if (b.next(0)) read.push(numberOf(b, 11));
    expect([read, b.lost]).toEqual([[7, 8, 9, 10], 7]);
  });

  test('the numbers wrap around', () => {
    const memory = Exchange.memory(2, 4) as Int32Array;
    memory[1] = -3;
    const [a, b] = [new Exchange(memory, 0), new Exchange(memory, 1)];
    // As if it had read all of them.
    (b as unknown as { read: Int32Array }).read[0] = -3;
    for (let n = 0; n < 20; n++) {
      give(a, n);
      expect(b.next(0)).toBe(true);
      expect([numberOf(b, 20), b.hasNews]).toEqual([n, false]);
    }
  });

  test('are for clauses that are of use to others, and hold for them', () => {
    const memory = Exchange.memory(2) as Int32Array;
    const [a, b] = [new Exchange(memory, 0), new Exchange(memory, 1)];
    const literals = Int32Array.from({ length: 40 }, (_, k) => 2 * k);
    a.give(literals, 31, 1, open);
    a.give(literals, 3, 7, open);
    // ... or over.
    a.give(Int32Array.of(4, 6, 2 * MOST), 3, 2, open);
    expect([a.given, b.hasNews]).toEqual([0, false]);
    a.give(literals, 30, 6, open);
    a.give(literals, 2, 9, open);
    expect([a.given, b.next(0), b.size, b.glue]).toEqual([2, true, 30, 6]);
    expect([b.next(0), b.size, b.glue, b.literals[1]]).toEqual([true, 2, 9, 2]);
  });

  /**
   * One member writes and another reads, and at some access to the memory of the one the other goes
   * on. All accesses are atomic, so threads can do no more.
   */
  test.each(['load', 'store'] as const)(
    'are never torn, by an interruption at each %s',
    (access) => {
      let lost = 0;
      let isWhole = 0;
      for (let at = 0; at < 12; at++) {
        for (let more = 0; more < 10; more++) {
          const memory = Exchange.memory(2, 2) as Int32Array;
          const [a, b] = [new Exchange(memory, 0), new Exchange(memory, 1)];
          let n = 0;
          const write = (count: number) => {
            for (let k = 0; k < count; k++) give(a, n++);
          };
          const read = () => {
            for (let k = 0; k <= more && b.hasNews; k++) {
              if (!b.next(0)) continue;
              isWhole++;
              expect(numberOf(b, n + 1)).toBeGreaterThanOrEqual(n - 4 - more);
            }
          };
          write(1 + (at % 3));
          let left = at;
          const original = Atomics[access] as unknown as (...args: number[]) => number;
          const spy = vi.spyOn(Atomics, access).mockImplementation(((...args: number[]) => {
            if (left-- === 0) {
              if (access === 'load') write(more);
              else read();
            }
            return original(...args);
          }) as never);
          if (access === 'load') read();
          else write(1 + more);
          spy.mockRestore();
          read();
          lost += b.lost;
        }
      }
      expect([lost > 50, isWhole > 50]).toEqual([true, true]);
    },
  );
});

describe('searches that exchange clauses', () => {
  const counts = { taken: 0, lost: 0 };

  /** The solutions of each of some searches, which go on in turns for random numbers of nodes. */
  function together(
    compiled: Compiled,
    members: number,
    places: number,
    seed: number,
  ): number[][][] {
    const memory = Exchange.memory(members, places) as Int32Array;
    const random = new Random(seed);
    const exchanges = Array.from({ length: members }, (_, k) => new Exchange(memory, k));
    const slice = seed % 3 === 0 ? 1 + random.below(300) : undefined;
    const searches = exchanges.map(
      (exchange, k) => new Learn(compiled, { exchange, seed: seed + k }, slice),
    );
    const found: number[][][] = searches.map(() => []);
    const left = new Set(searches.keys());
    while (left.size > 0) {
      const k = [...left][random.below(left.size)];
      const outcome = searches[k].advance(1 + random.below(40));
      if (outcome === 'solution') found[k]?.push(searches[k].solution());
      else if (outcome === 'exhausted') left.delete(k);
      else expect(outcome).toBe('paused');
    }
    for (const { taken, lost } of exchanges) {
      counts.taken += taken;
      counts.lost += lost;
    }
    return found;
  }

  const settings = fc.record({
    members: fc.integer({ min: 2, max: 3 }),
    places: fc.constantFrom(2, 4, 1024),
    seed: fc.integer({ min: 0, max: 2 ** 30 }),
  });

  test.each([
    ['secondary items and colours', tight],
    ['multiplicities', tightMultiple],
  ])('each find all solutions, with %s', (_, problems) => {
    fc.assert(
      fc.property(problems, settings, ({ compiled, all }, { members, places, seed }) => {
        for (const found of together(compiled, members, places, seed)) {
          expect(asSet(found)).toEqual(asSet(all));
        }
      }),
      { numRuns: runs(900) },
    );
  });

  test('pass clauses, and come too late for some of them', () => {
    expect(counts.taken).toBeGreaterThan(50);
    expect(counts.lost).toBeGreaterThan(0);
  });

  const endless = Number.POSITIVE_INFINITY;

  test('are refused where a proof is written', () => {
    const exchange = new Exchange(Exchange.memory(2) as Int32Array, 0);
    const settings = { proof: () => undefined, exchange };
    const compiled = problemOf(langford(5)).compile();
    expect(() => new Learn(compiled, settings)).toThrow('take over clauses');
  });

  test('end when they have another base', () => {
    const exchange = new Exchange(Exchange.memory(2) as Int32Array, 0);
    const search = new Learn(problemOf(langford(6)).compile(), { exchange });
    expect(search.advance(endless)).toBe('exhausted');
    expect(exchange.given).toBeGreaterThan(0);
    const { given } = exchange;
    // More decisions than are assumed.
    search.reset(Array.from({ length: 17 }, (_, option) => ~(2 * option)));
    expect(search.advance(endless)).toBe('exhausted');
    expect(search.conflicts).toBeGreaterThan(0);
    expect(exchange.given).toBe(given);
  });

  test('are at the end when a clause of another is false for good', () => {
    const memory = Exchange.memory(2) as Int32Array;
    const compiled = problemOf(langford(9)).compile();
    const { options } = compiled;
    const open = { optionOf: Int32Array.from({ length: options }, (_, k) => k), over: options };
    // There are no Langford pairs for 9, so both of these follow.
    const other = new Exchange(memory, 1);
    for (const literal of [8, 9]) other.give(Int32Array.of(literal), 1, 1, open as Open);
    const search = new Learn(compiled, { exchange: new Exchange(memory, 0) });
    expect([search.advance(endless), search.conflicts]).toEqual(['exhausted', 0]);
  });
});
