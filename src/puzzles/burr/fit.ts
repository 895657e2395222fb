import { plural } from '../../engine/problem/error.ts';
import { badSetting } from '../mistakes.ts';
import type { BurrProblem, BurrShape, BurrVoxel } from './file.ts';

/** The voxels that the pieces of a problem have, and those for which its result has room. */
export interface BurrFit {
  /** The fewest and the most voxels of the pieces. */
  readonly least: number;
  readonly most: number;
  /** The fewest and the most voxels of the result that are filled. */
  readonly needed: number;
  readonly room: number;
  /** Those that are not variable: fewer than `needed` where a limit of holes asks for more. */
  readonly fixed: number;
}

/** Compares the pieces of a problem and its result; undefined where it has no result. */
export function burrFit(
  shapes: readonly BurrShape[],
  { pieces, result, maxHoles }: BurrProblem,
): BurrFit | undefined {
  if (result === undefined) return undefined;
  const room = shapes[result].voxels.length;
  const fixed = filledOf(shapes[result]).length;
  let least = 0;
  let most = 0;
  for (const { shape, min, max } of pieces) {
    const size = filledOf(shapes[shape]).length;
    least += min * size;
    most += max * size;
  }
  // BurrTools looks at holes only where their number is not settled by the pieces.
  const limited = least < most && maxHoles !== undefined ? room - maxHoles : 0;
  return { least, most, needed: Math.max(fixed, limited), room, fixed };
}

/** True if the pieces may fill the result, as far as volumes tell. */
export function fits({ least, most, needed, room }: BurrFit): boolean {
  return least <= room && most >= needed;
}

/** Refuses pieces that have too few or too many voxels: a search might not end. */
export function checkFit(fit: BurrFit, where: string): void {
  if (fits(fit)) return;
  const { least, most, needed, room, fixed } = fit;
  const [count, how] = least > room ? [least - room, 'many'] : [needed - most, 'few'];
  const wrong = `${plural(count, 'voxel')} too ${how}`;
  const [why, more] =
    least > room || needed === fixed
      ? ['', '']
      : [`, as at most ${plural(room - needed, 'hole')} may stay`, ' more holes,'];
  throw badSetting(
    `${where}: the pieces have ${wrong}${why}; choose other pieces,${more} or another result.`,
  );
}

/** The voxels that a piece has. Variable ones are not there. */
export function filledOf({ voxels }: BurrShape): readonly BurrVoxel[] {
  return voxels.filter(({ variable }) => !variable);
}

/** How often a piece of some size is used. */
interface Range {
  readonly size: number;
  readonly min: number;
  readonly max: number;
}

/**
 * The pieces whose range the room settles, as far as the other ranges hold: no item need count them.
 * Burr sets give each piece "0 to 6", where there is room for six.
 *
 * A piece that is left out here may be used as often as there is room. So those left out before must
 * still follow from the others that are kept.
 */
export function settledPieces(
  ranges: readonly Range[],
  { needed, room }: Pick<BurrFit, 'needed' | 'room'>,
): Set<number> {
  const settled = new Set<number>();
  const boundsOf = ({ size, min, max }: Range, k: number) =>
    settled.has(k) ? [0, Math.floor(room / size)] : [min, max];
  const allFollow = () => {
    let least = 0;
    let most = 0;
    for (const [k, range] of ranges.entries()) {
      const [min, max] = boundsOf(range, k);
      least += min * range.size;
      most += max * range.size;
    }
    return [...settled].every((k) => {
      const { size, min, max } = ranges[k];
      // What it has itself counts on neither side; the fewest of it are none.
      const others = most - Math.floor(room / size) * size;
      return Math.floor((room - least) / size) <= max && Math.ceil((needed - others) / size) >= min;
    });
  };
  for (const [k, { min, max }] of ranges.entries()) {
    if (min === max) continue;
    settled.add(k);
    if (!allFollow()) settled.delete(k);
  }
  return settled;
}
