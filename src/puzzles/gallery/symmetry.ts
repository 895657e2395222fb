/** The symmetries by which solutions of an exhibit are in one class, in words where there are some. */
import type { Limits, Status } from '../../engine/solve/limit-settings.ts';
import { symmetriesAsync } from '../../engine/solve/symmetries.ts';
import { isOfUse } from '../../engine/symmetry/option-group.ts';
import { boardSymmetries } from '../packing/board-symmetries.ts';
import type { LatticeCell } from '../packing/lattice.ts';
import { LATTICES } from '../packing/lattices.ts';
import type { Exhibit } from './exhibit.ts';

type Described = Pick<Exhibit, 'problem'> & Partial<Exhibit>;

/** Their number, and words for them, as `turns and mirrors of the board`. */
export interface KnownGroup {
  readonly order: bigint;
  readonly words?: string | undefined;
}

/** The group of an exhibit: that of its board, or that of its problem, as far as the limits allow. */
export async function groupOf(
  exhibit: Described,
  limits: Pick<Limits, 'timeout'>,
): Promise<KnownGroup & { readonly status: Status }> {
  const known = boardGroup(exhibit);
  if (known !== undefined) return { ...known, status: 'complete' };
  const { order, status } = await symmetriesAsync(exhibit.problem, limits);
  const isKnown = status === 'complete' && exhibit.symmetries?.order === order;
  return { order, status, ...(isKnown && { words: exhibit.symmetries?.words }) };
}

/** The symmetries of a board that take solutions to solutions; undefined where there is no board. */
function boardGroup(exhibit: Described): KnownGroup | undefined {
  const { problem, lattice, placeOf, group } = exhibit;
  if (group === undefined) return undefined;
  if (lattice === undefined || placeOf === undefined) return exhibit.symmetries;
  const cells: LatticeCell[] = [];
  for (let item = 0; item < problem.primaryCount + problem.secondaryCount; item++) {
    const place = placeOf(problem.itemName(item));
    if (place !== undefined) cells.push([place.column, place.row, place.layer]);
  }
  // The same symmetries in the same order: a packing has its cells in the order of the board.
  const maps = group();
  const compiled = problem.compile();
  const kept = boardSymmetries(LATTICES[lattice], cells).filter((_, k) => {
    const map = maps[k];
    return map !== undefined && (!map.includes(-1) || isOfUse(compiled, map));
  });
  const order = BigInt(kept.length);
  if (order === 1n) return { order };
  const board = lattice === 'cubes' ? 'box' : 'board';
  if (!kept.every(({ isProper }) => isProper)) {
    return { order, words: `${order === 2n ? 'a mirror' : 'turns and mirrors'} of the ${board}` };
  }
  const isHalfTurn = LATTICES[lattice].isFlat && order === 2n;
  return { order, words: `${isHalfTurn ? 'the half turn' : 'turns'} of the ${board}` };
}

/** The number of orders of n things. */
export function factorial(n: number): bigint {
  let product = 1n;
  for (let k = 2; k <= n; k++) product *= BigInt(k);
  return product;
}
