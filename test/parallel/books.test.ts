import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { problemOf } from '../../bench/cases/problem.ts';
import { createSearch } from '../../src/index.ts';
import { Books, type OpenPrefix, type Piece, plain } from '../../src/parallel/books.ts';
import { Clerk, type PieceReply } from '../../src/parallel/jobs.ts';
import { smallMatrix, tightMatrix } from '../support/arbitrary.ts';
import { asSet, bruteForce } from '../support/checker.ts';

const ROOT: OpenPrefix = { decisions: [], share: 1 };
const NOTHING = { solutions: 0, nodes: 0, guesses: 0, updates: 0, deepest: 0, rest: [] };

/** What happens next, by a number from 0 to 1: a piece is taken, comes back, is lost, or comes back twice. */
function play(
  compiled: ReturnType<ReturnType<typeof problemOf>['compile']>,
  engine: 'cells' | 'links' | 'sweep' | 'learn' | 'multiples',
  workers: number,
  nodes: number,
  chances: () => number,
): { readonly books: Books; readonly found: number[][] } {
  const first = createSearch(compiled, { engine });
  const books = new Books(workers, plain(first.frontier()));
  const job = { data: compiled.data, engine, seed: undefined, memoryLimit: undefined };
  const clerks = Array.from({ length: workers }, () => new Clerk());
  const out: { piece: Piece; reply: PieceReply }[] = [];
  const entered: { piece: Piece; reply: PieceReply }[] = [];
  const found: number[][] = [];
  let share = books.share;
  let losses = 0;
  while (!books.isDone) {
    const chance = chances();
    if (out.length < workers && (out.length === 0 || chance < 0.5)) {
      const piece = books.take();
      if (piece !== undefined) {
        const order = {
          kind: 'piece' as const,
          prefixes: piece.prefixes,
          nodes: engine === 'learn' ? Number.POSITIVE_INFINITY : nodes,
          solutions: Number.POSITIVE_INFINITY,
          collects: true,
        };
        const clerk = clerks[out.length] as Clerk;
        // Its reply may be lost below. Another job in between must not matter either.
        out.push({ piece, reply: clerk.answer({ job, order }) as PieceReply });
      }
      continue;
    }
    const n = Math.floor(chances() * out.length);
    const [{ piece, reply } = { piece: undefined, reply: undefined }] = out.splice(n, 1);
    if (piece === undefined) continue;
    if (chance > 0.8 && losses < 2) {
      // A third loss of one piece is an error.
      losses++;
      books.fail(piece, new Error('lost'));
      expect(books.settle(piece, reply)).toBe(false);
      continue;
    }
    expect(books.settle(piece, reply)).toBe(true);
    found.push(...reply.found);
    entered.push({ piece, reply });
    // What is entered counts once, however often it comes.
    const again = entered[Math.floor(chances() * entered.length)] as (typeof entered)[number];
    expect(books.settle(again.piece, again.reply)).toBe(false);
    expect(books.share).toBeGreaterThanOrEqual(share);
    share = books.share;
  }
  expect(books.share).toBe(1);
  return { books, found };
}

describe.each(['cells', 'links', 'sweep', 'learn', 'multiples'] as const)(
  '%s in pieces',
  (engine) => {
    const cases = fc.tuple(
      fc.oneof(
        smallMatrix,
        smallMatrix,
        tightMatrix.filter(({ options }) => options.length < 15),
      ),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 9 }),
      fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
    );

    test('finds each solution once, whatever is lost or comes twice', () => {
      fc.assert(
        fc.property(cases, ([matrix, workers, nodes, chances]) => {
          const compiled = problemOf(matrix).compile();
          const next = () => chances.next().value as number;
          const { books, found } = play(compiled, engine, workers, nodes, next);
          const all = bruteForce(matrix);
          expect(asSet(found)).toEqual(asSet(all));
          expect(books.solutions).toBe(all.length);
        }),
        { numRuns: 25 },
      );
    });
  },
);

describe('the books', () => {
  test('give the large and the small in turn, the smallest first to search', () => {
    const open = [8, 4, 2, 1].map((share, k) => ({ decisions: [k], share: share / 16 }));
    const books = new Books(2, open, 5);
    expect(books.solutions).toBe(5);
    expect(books.share).toBe(1 / 16);
    const first = books.take();
    expect(first?.prefixes).toEqual([open[2], open[0]]);
    expect(books.take()?.prefixes).toEqual([open[1]]);
    expect(books.take()?.prefixes).toEqual([open[3]]);
    expect(books.take()).toBeUndefined();
    expect(books.isDone).toBe(false);
    expect(books.left()).toHaveLength(4);
  });

  test('keep what is out among what is left, until its result is in', () => {
    const books = new Books(2, [ROOT]);
    const piece = books.take() as Piece;
    expect(books.left()).toEqual([ROOT]);
    const rest = [{ decisions: [3], share: 0.5 }];
    books.settle(piece, { ...NOTHING, solutions: 7, nodes: 2, deepest: 4, rest });
    expect(books.left()).toEqual(rest);
    expect(books.solutions).toBe(7);
    expect(books.share).toBe(0.5);
    expect(books.work).toEqual({ nodes: 2, guesses: 0, updates: 0, deepest: 4 });
  });

  test('name the prefixes over which three workers have ended', () => {
    const books = new Books(2, [{ decisions: [3, ~1], share: 1 }], 12);
    const lose = () => books.fail(books.take() as Piece, new Error('out of memory'));
    lose();
    lose();
    expect(lose).toThrow(
      expect.objectContaining({
        code: 'worker-failed',
        message: expect.stringMatching(
          /\(out of memory\), below the prefix \[3, -2\]; 12 solutions/,
        ),
      }),
    );
    expect(books.left()).toHaveLength(1);
  });
});
