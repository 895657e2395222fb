import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JobRunner, type PieceReply } from '../../../src/engine/parallel/jobs.ts';
import { type Piece, Pieces } from '../../../src/engine/parallel/pieces.ts';
import { partOf, plainOf, type Remaining } from '../../../src/engine/solve/remaining.ts';
import { createSearch, Prefix } from '../../../src/index.ts';
import { problemOf } from '../../cases/problem.ts';
import { smallMatrix, tightMatrix } from '../../support/arbitrary.ts';
import { asSet, bruteForce } from '../../support/checker.ts';
import { runs } from '../../support/effort.ts';

const ROOT = partOf('lists', [Prefix.root]);
/** A result without any work. */
const resultOf = (remaining: Remaining) => {
  return { remaining: plainOf(remaining), nodes: 0, guesses: 0, updates: 0, deepest: 0 };
};
/** Decisions and share of each prefix. */
const left = (remaining?: Remaining) =>
  remaining?.left.map((prefix) => [[...prefix], prefix.share]);

/**
 * Plays random events, by numbers from 0 to 1: a piece is taken, comes back, is lost, or comes back
 * twice.
 */
function play(
  compiled: ReturnType<ReturnType<typeof problemOf>['compile']>,
  engine: 'lists' | 'links' | 'sweep' | 'learn' | 'multiples',
  workers: number,
  nodes: number,
  chances: () => number,
): { readonly pieces: Pieces; readonly found: (readonly number[])[] } {
  const first = createSearch(compiled, { engine });
  const pieces = new Pieces(workers, partOf(engine, first.frontier()));
  const job = { data: compiled.data, engine, seed: undefined, memoryLimit: undefined };
  const runners = Array.from({ length: workers }, () => new JobRunner());
  const out: { piece: Piece; reply: PieceReply }[] = [];
  const entered: { piece: Piece; reply: PieceReply }[] = [];
  const found: (readonly number[])[] = [];
  let share = pieces.share;
  while (!pieces.isDone) {
    const chance = chances();
    const answer = (piece: Piece, runner: JobRunner) => {
      const order = {
        kind: 'piece' as const,
        remaining: plainOf(piece),
        nodes: engine === 'learn' ? Number.POSITIVE_INFINITY : nodes,
        solutions: Number.POSITIVE_INFINITY,
        collects: true,
      };
      // Its reply may be lost below. Another job in between must not matter either.
      return { piece, reply: runner.answer({ job, order }) as PieceReply };
    };
    if (out.length < workers && (out.length === 0 || chance < 0.5)) {
      const piece = pieces.take();
      if (piece !== undefined) out.push(answer(piece, runners[out.length] as JobRunner));
      continue;
    }
    const n = Math.floor(chances() * out.length);
    const [{ piece, reply } = { piece: undefined, reply: undefined }] = out.splice(n, 1);
    if (piece === undefined) continue;
    if (chance > 0.8) {
      // The reply is lost, so another worker gets the piece.
      const other = new JobRunner();
      out.push(answer(piece, other));
      other.end();
      continue;
    }
    expect(pieces.settle(piece, reply)).toBe(true);
    found.push(...reply.remaining.found);
    entered.push({ piece, reply });
    // A reply counts once, however often it comes.
    const again = entered[Math.floor(chances() * entered.length)];
    expect(pieces.settle(again.piece, again.reply)).toBe(false);
    expect(pieces.share).toBeGreaterThanOrEqual(share);
    share = pieces.share;
  }
  expect(pieces.share).toBe(1);
  first.end();
  for (const runner of runners) runner.end();
  return { pieces, found };
}

describe.each(['lists', 'links', 'sweep', 'learn', 'multiples'] as const)(
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
          const { pieces, found } = play(compiled, engine, workers, nodes, next);
          const all = bruteForce(matrix);
          expect(asSet(found)).toEqual(asSet(all));
          expect(pieces.solutions).toBe(BigInt(all.length));
        }),
        { numRuns: runs(100) },
      );
    });
  },
);

describe('the pieces', () => {
  test('give the large and the small in turn', () => {
    const open = [8, 4, 2, 1].map((share, k) => Prefix.of([k], share / 16));
    const pieces = new Pieces(2, { ...partOf('lists', open), solutions: 5n });
    expect(pieces.solutions).toBe(5n);
    expect(pieces.share).toBe(1 / 16);
    const taken = () => left(pieces.take());
    expect(taken()).toEqual([
      [[0], 8 / 16],
      [[2], 2 / 16],
    ]);
    expect(taken()).toEqual([[[1], 4 / 16]]);
    expect(taken()).toEqual([[[3], 1 / 16]]);
    expect(pieces.take()).toBeUndefined();
    expect(pieces.isDone).toBe(false);
    expect(pieces.remaining.left).toHaveLength(4);
  });

  test('keep what is out among what is left, until its result is in', () => {
    const pieces = new Pieces(2, ROOT);
    const piece = pieces.take() as Piece;
    expect(pieces.remaining).toEqual(ROOT);
    const rest = { ...partOf('lists', [Prefix.of([3], 0.5)]), solutions: 7n };
    pieces.settle(piece, { ...resultOf(rest), nodes: 2, deepest: 4 });
    expect(left(pieces.remaining)).toEqual([[[3], 0.5]]);
    expect(pieces.solutions).toBe(7n);
    expect(pieces.share).toBe(0.5);
    expect(pieces.work).toEqual({ nodes: 2, guesses: 0, updates: 0, deepest: 4 });
  });

  test('name the prefixes over which three workers have ended', () => {
    const pieces = new Pieces(2, { ...partOf('lists', [Prefix.of([3, ~1])]), solutions: 12n });
    expect(pieces.failureOver(pieces.take() as Piece, 3, 'out of memory')).toMatch(
      /^3 workers .*\(out of memory\), below the prefix \[3, -2\]; the others have 12 solutions\./,
    );
    expect(pieces.remaining.left).toHaveLength(1);
  });
});
