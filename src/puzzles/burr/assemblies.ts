import { QuadrilleError, shown } from '../../engine/problem/error.ts';
import type { MultipleItem } from '../../engine/problem/names.ts';
import { Problem } from '../../engine/problem/problem.ts';
import { badSetting } from '../mistakes.ts';
import { boardSymmetries } from '../packing/board-symmetries.ts';
import type { Lattice } from '../packing/lattice.ts';
import { LATTICES } from '../packing/lattices.ts';
import { PlacementImages } from '../packing/placement-images.ts';
import { type PiecePlacement, placementsOf } from '../packing/placements.ts';
import {
  type BurrColourRule,
  type BurrFile,
  type BurrPoint,
  type BurrProblem,
  type BurrShape,
  type BurrVoxel,
  checkFile,
} from './file.ts';
import { type BurrFit, burrFit, checkFit, settledPieces } from './fit.ts';
import { checkCells, mirrorsOf, type Part, partsOf } from './parts.ts';

/** A copy of a piece in its place, or a variable voxel of the result that stays empty. */
export interface BurrPlaced {
  /** `S1` is the first shape of the file; `S1.2` the same where a problem has it twice. */
  readonly piece: string;
  /** The number of the shape, from 0; undefined for an empty voxel. */
  readonly shape: number | undefined;
  /** The voxels of the result that it takes. */
  readonly cells: readonly BurrPoint[];
}

/** The assemblies of a problem in a file of BurrTools. */
export interface BurrAssemblies {
  /**
   * Its solutions are the assemblies, all of them. Copies of a piece are alike; a shape that has two
   * numbers is two pieces. Items: the pieces, but for those whose number the room settles, and the
   * voxels of the result, `0,0,0`, variable ones secondary. A limit of holes makes these primary, and
   * adds an option for each to stay empty.
   */
  readonly problem: Problem<BurrPlaced>;
  /**
   * The rotations of the result, the identity first: option -> its image, or -1 where that is no
   * option. Up to these, BurrTools counts if it keeps mirror solutions.
   */
  readonly rotations: readonly Int32Array[];
  /**
   * The same and the reflections, which exchange pieces that are mirror images. Up to these,
   * BurrTools counts.
   */
  readonly symmetries: readonly Int32Array[];
}

/**
 * States a problem of a file, by its number from 0. It throws if the problem has no result, or if the
 * pieces have too few or too many voxels for it.
 */
export function burrAssemblies(file: BurrFile, number = 0): BurrAssemblies {
  checkFile(file);
  const { grid, shapes, problems = [] } = file;
  const stated = problems[number];
  if (stated === undefined) {
    const last = problems.length - 1;
    const known = last < 0 ? 'no problems' : last === 0 ? 'number 0 alone' : `numbers 0 to ${last}`;
    throw badSetting(
      `There is no problem with the number ${shown(number)}, counted from 0; the file has ${known}.`,
    );
  }
  const fit = burrFit(shapes, stated);
  const where = `Problem ${number + 1}`;
  if (fit === undefined || stated.result === undefined) {
    throw badSetting(`${where} has no result; choose the shape that its pieces build.`);
  }
  checkFit(fit, where);
  checkSizes(shapes, stated, where);
  const lattice = LATTICES[grid];
  const parts = partsOf(lattice, shapes, stated);
  // As files have them: the least voxel of a placement then tells where it is.
  const result = [...shapes[stated.result].voxels].sort((a, b) => lattice.compare(a.at, b.at));
  checkCells(lattice, result, `the result S${stated.result + 1}`);
  if (parts.length === 0) throw badSetting(`${where} has no pieces; give it some.`);
  const placements = placementsIn(lattice, parts, result, stated.colourRules ?? []);
  const problem = problemOf(parts, result, placements, fit);
  let rotations: readonly Int32Array[] | undefined;
  let symmetries: readonly Int32Array[] | undefined;
  // To find them takes as long as to state the problem, which may be all that is wanted.
  const find = (mirrors: boolean) =>
    symmetriesOf(lattice, parts, result, placements, problem.optionCount, mirrors);
  return {
    problem,
    get rotations() {
      rotations ??= find(false);
      return rotations;
    },
    get symmetries() {
      symmetries ??= find(true);
      return symmetries;
    },
  };
}

/** Bounds that keep the statement of a problem below some seconds. */
const MOST_PIECES = 2000;
const MOST_RESULT_VOXELS = 20_000;
const MOST_PIECE_VOXELS = 100_000;

function checkSizes(shapes: readonly BurrShape[], stated: BurrProblem, where: string): void {
  const { pieces, result = 0 } = stated;
  const sum = pieces.reduce((all, { shape }) => all + shapes[shape].voxels.length, 0);
  const sizes = [
    ['pieces', pieces.length, MOST_PIECES],
    ['voxels to fill', shapes[result].voxels.length, MOST_RESULT_VOXELS],
    ['voxels in its pieces', sum, MOST_PIECE_VOXELS],
  ] as const;
  const [what, has, most] = sizes.find(([, size, limit]) => size > limit) ?? [];
  if (what === undefined) return;
  throw new QuadrilleError('too-large', `${where} has ${has} ${what}; give at most ${most}.`);
}

/** The item that counts empty voxels. */
const EMPTY = 'empty';
/** More than the colours of a file. */
const COLOURS = 64;

/** Every placement of every part, by part, orientation and voxel, as far as the colours allow. */
function placementsIn(
  lattice: Lattice,
  parts: readonly Part[],
  result: readonly BurrVoxel[],
  rules: readonly BurrColourRule[],
): PiecePlacement[] {
  const board = result.map(({ at }) => at);
  const all = placementsOf(
    lattice,
    board,
    parts.map(({ ways }) => ways),
  );
  const below = result.map(({ colour = 0 }) => colour);
  const allowed = new Set(rules.map((rule) => COLOURS * rule.piece + rule.result));
  const isAllowed = (own: number, other: number) =>
    own === 0 || other === 0 || allowed.has(COLOURS * own + other);
  return all.filter(({ piece, cells }) =>
    cells.every((cell, k) => isAllowed(parts[piece].colours[k], below[cell])),
  );
}

/** Options: the placements, then the voxels that may stay empty, where these are counted. */
function problemOf(
  parts: readonly Part[],
  result: readonly BurrVoxel[],
  placements: readonly PiecePlacement[],
  fit: BurrFit,
): Problem<BurrPlaced> {
  const holes = fit.room - fit.needed;
  const countsHoles = fit.needed > result.filter(({ variable }) => !variable).length;
  const isPrimary = (cell: number) => countsHoles || !result[cell].variable;
  /** Parts that may lie on secondary items alone: no option may have no other items. */
  const afloat = new Set(
    placements.filter(({ cells }) => !cells.some(isPrimary)).map(({ piece }) => piece),
  );
  const sizes = parts.map(({ cells, min, max }) => ({ size: cells.length, min, max }));
  const settled = settledPieces(sizes, fit);
  const primary: (string | MultipleItem)[] = [];
  const secondary: string[] = [];
  /** Part -> true if an item counts it. */
  const isCounted = parts.map(({ name, cells: { length: size }, min, max }, k) => {
    if (settled.has(k) && !afloat.has(k)) return false;
    const most = Math.min(max, Math.floor(fit.room / size));
    if (min === 0 && most === 1 && !afloat.has(k)) secondary.push(name);
    else primary.push({ item: name, times: [min, most] });
    return true;
  });
  const names = result.map(({ at }) => at.join());
  for (const [cell, name] of names.entries()) (isPrimary(cell) ? primary : secondary).push(name);
  if (countsHoles && holes > 0) primary.push({ item: EMPTY, times: [0, holes] });
  const problem = new Problem<BurrPlaced>({ primary, secondary });
  const partItems = parts.map(({ name }, k) => (isCounted[k] ? [problem.itemIndex(name)] : []));
  const cellItems = names.map((name) => problem.itemIndex(name));
  for (const { piece, cells } of placements) {
    const { name, shape } = parts[piece];
    const taken = [...Int32Array.from(cells).sort()];
    const items = taken.map((cell) => cellItems[cell]);
    const places = taken.map((cell) => result[cell].at);
    problem.addIndices([...partItems[piece], ...items], { piece: name, shape, cells: places });
  }
  for (const cell of countsHoles && holes > 0 ? variableOf(result) : []) {
    const payload = { piece: EMPTY, shape: undefined, cells: [result[cell].at] };
    problem.addIndices([problem.itemIndex(EMPTY), cellItems[cell]], payload);
  }
  return problem;
}

/** The numbers of the variable voxels. */
function variableOf(result: readonly BurrVoxel[]): number[] {
  return [...result.keys()].filter((cell) => result[cell].variable);
}

/** Symmetries of the result as maps of options, the identity first. */
function symmetriesOf(
  lattice: Lattice,
  parts: readonly Part[],
  result: readonly BurrVoxel[],
  placements: readonly PiecePlacement[],
  optionCount: number,
  withMirrors: boolean,
): Int32Array[] {
  const holes = optionCount > placements.length ? variableOf(result) : [];
  const holeOf = new Map(holes.map((cell, k) => [cell, placements.length + k]));
  const kind = result.map(({ colour = 0, variable }) => (variable ? COLOURS + colour : colour));
  const board = result.map(({ at }) => at);
  const symmetries = boardSymmetries(lattice, board, (a, b) => kind[a] === kind[b]);
  const same = parts.map((_, part) => part);
  const mirrors = withMirrors ? mirrorsOf(lattice, parts) : same;
  const colours = parts.map((part) => part.colours);
  const images = new PlacementImages(placements, result.length, colours);
  return symmetries
    .filter(({ isProper }) => isProper || withMirrors)
    .map(({ isProper, cells }) => {
      const map = new Int32Array(optionCount);
      map.set(images.under(cells, isProper ? same : mirrors));
      for (const [k, cell] of holes.entries()) {
        map[placements.length + k] = holeOf.get(cells[cell]) ?? -1;
      }
      return map;
    });
}
