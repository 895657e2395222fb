import { Problem, type Times } from '../../src/index.ts';

/** Pigeons, each of which needs a hole, in holes that take one at most, or as many as `times` says. */
export function pigeons(count: number, holes: number, times?: Times): Problem {
  const problem = new Problem({ primary: count });
  if (times === undefined) problem.addSecondary(holes);
  else problem.addPrimary(holes);
  for (let k = 0; times !== undefined && k < holes; k++) problem.setTimes(count + k, times);
  for (let pigeon = 0; pigeon < count; pigeon++) {
    for (let hole = 0; hole < holes; hole++) problem.addIndices([pigeon, count + hole]);
  }
  return problem;
}

/**
 * A chessboard without two squares, to be covered by dominoes: if both have one colour, as opposite
 * corners have, there is no way (Max Black's riddle, 1946). An item is named after its column and row.
 */
export function mutilated(size: number, cut: readonly number[] = [0, size ** 2 - 1]): Problem {
  const name = (square: number) => `${square % size},${Math.floor(square / size)}`;
  const squares = Array.from({ length: size ** 2 }, (_, k) => k).filter((k) => !cut.includes(k));
  const problem = new Problem({ primary: squares.map(name) });
  for (const square of squares) {
    const right = (square + 1) % size > 0 ? [square + 1] : [];
    for (const next of [...right, square + size]) {
      if (squares.includes(next)) problem.addOption([name(square), name(next)]);
    }
  }
  return problem;
}
