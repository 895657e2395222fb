import type { LangfordPair } from '../puzzles/langford.ts';
import type { Arc, Board } from './board.ts';
import { checkObjects, checkWhole } from './checks.ts';
import { TINTS } from './palette.ts';
import { Filling } from './squares.ts';

/** Langford pairs: a row of values, with an arc over each pair. */
export function langfordBoard(pairs: readonly LangfordPair[], caption?: string): Board {
  checkObjects(pairs, 'The pairs');
  const filling = new Filling({ width: 2 * pairs.length, height: 1 });
  const arcs = pairs.map(({ value, first, second }): Arc => {
    checkWhole(value, 'The value of a pair', 1, 1_000_000);
    const tint = (value - 1) % TINTS;
    for (const column of [first, second])
      filling.put({ row: 0, column }, { mark: `${value}`, tint });
    return { from: first, to: second, tint };
  });
  return filling.board({ ground: 'ruled', arcs, caption });
}
