import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JobRunner, type PieceReply } from '../../../src/engine/parallel/jobs.ts';
import { type Piece, Pieces } from '../../../src/engine/parallel/pieces.ts';
import { partOf, plainOf } from '../../../src/engine/solve/remaining.ts';
import { createSearch } from '../../../src/index.ts';
import { problemOf } from '../../cases/problem.ts';
import { smallMatrix, tightMatrix } from '../../support/arbitrary.ts';
import { asSet, bruteForce } from '../../support/checker.ts';
import { runs } from '../../support/effort.ts';

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
