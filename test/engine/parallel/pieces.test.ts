import { describe, expect, test } from 'vitest';
import { type Piece, Pieces } from '../../../src/engine/parallel/pieces.ts';
import { partOf, plainOf, type Remaining } from '../../../src/engine/solve/remaining.ts';
import { Prefix } from '../../../src/index.ts';

const ROOT = partOf('lists', [Prefix.root]);
/** A result without any work. */
const resultOf = (remaining: Remaining) => {
  return { remaining: plainOf(remaining), nodes: 0, guesses: 0, updates: 0, deepest: 0 };
};
/** Decisions and share of each prefix. */
const left = (remaining?: Remaining) =>
  remaining?.left.map((prefix) => [[...prefix], prefix.share]);

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
