import fc from 'fast-check';
import type { Board, Square } from '../../../src/puzzles/picture/board.ts';
import { TINTS } from '../../../src/puzzles/picture/palette.ts';

/** A square of a random board: always with a letter, so that it can be read back. */
const square: fc.Arbitrary<Square | undefined> = fc.option(
  fc.record({
    region: fc.constantFrom(0, 0, 0, 1, 2),
    // Few, so that neighbours often share one; but sometimes any of them.
    tint: fc.oneof(fc.constantFrom(undefined, 0), fc.integer({ min: 0, max: TINTS - 1 })),
    mark: fc.constantFrom(...'ABCDEFGHJKLMNPQRSTUVWXYZ'),
    strong: fc.boolean(),
  }),
  { nil: undefined, freq: 6 },
);

/** Small boards with holes, in few regions, so that walls meet in every way. */
export const boards: fc.Arbitrary<Board> = fc
  .record({ width: fc.integer({ min: 1, max: 6 }), height: fc.integer({ min: 1, max: 6 }) })
  .chain(({ width, height }) =>
    fc
      .array(square, { minLength: width * height, maxLength: width * height })
      .map((squares): Board => ({ width, height, squares })),
  );

/** True if squares by their places belong to different sides of a wall: told by region alone. */
export function differ(board: Board, one: [number, number], other: [number, number]): boolean {
  const side = ([row, column]: [number, number]) => {
    const inside = row >= 0 && row < board.height && column >= 0 && column < board.width;
    const found = inside ? board.squares[row * board.width + column] : undefined;
    return found === undefined ? 'outside' : `region ${found.region}`;
  };
  return side(one) !== side(other);
}
