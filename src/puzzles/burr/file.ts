import { type ErrorCode, plural, QuadrilleError, shown } from '../../engine/problem/error.ts';
import { checkWord } from '../../engine/problem/setting.ts';
import { badSetting } from '../mistakes.ts';
import type { LatticeName } from '../packing/lattices.ts';

/** A puzzle file of BurrTools: shapes on a grid, and problems to assemble one of them from others. */
export interface BurrFile {
  readonly grid: BurrGrid;
  /** The colours. Voxels and rules count them from 1; 0 is neutral. Default: none. */
  readonly colours?: readonly BurrColour[] | undefined;
  readonly shapes: readonly BurrShape[];
  /** Default: none. */
  readonly problems?: readonly BurrProblem[] | undefined;
  readonly comment?: string | undefined;
  /** True shows the comment when BurrTools opens the file. Default: false. */
  readonly commentPopup?: boolean | undefined;
}

/** The lattice of a file, by its name in packings. BurrTools calls cubes bricks. */
export type BurrGrid = Extract<
  LatticeName,
  'cubes' | 'prisms' | 'spheres' | 'rhombic' | 'tetraoctahedra'
>;

/** The lattices of files, in the order of their numbers there. */
export const BURR_GRIDS: readonly BurrGrid[] = [
  'cubes',
  'prisms',
  'spheres',
  'rhombic',
  'tetraoctahedra',
];

/** Red, green and blue, each from 0 to 255. */
export type BurrColour = readonly [red: number, green: number, blue: number];

/** A piece, or what is to be assembled. */
export interface BurrShape {
  readonly name?: string | undefined;
  /** The sides of a box that has all voxels. It may be larger than the shape. */
  readonly size: BurrPoint;
  /** The voxels that are not empty. */
  readonly voxels: readonly BurrVoxel[];
  /** A point of the shape by which BurrTools moves it. Default: the origin. */
  readonly hotspot?: BurrPoint | undefined;
  /** Of two groups that BurrTools moves apart, that with the greatest weight stays. Default: 1. */
  readonly weight?: number | undefined;
}

/** A place in the box of a shape, from 0; x to the right, y up, z towards the viewer. */
export type BurrPoint = readonly [x: number, y: number, z: number];

/** A cell of a shape. */
export interface BurrVoxel {
  readonly at: BurrPoint;
  /** The number of its colour, from 1. Default: 0, neutral. */
  readonly colour?: number | undefined;
  /** True in a result: may stay empty. In a piece such a voxel is not there. Default: false. */
  readonly variable?: boolean | undefined;
}

/** What to assemble, and of what. */
export interface BurrProblem {
  readonly name?: string | undefined;
  readonly pieces: readonly BurrPiece[];
  /** The number of the shape to assemble, from 0; undefined if it is not chosen yet. */
  readonly result?: number | undefined;
  /** The colours of pieces that may lie on a colour of the result. Neutral goes with all. */
  readonly colourRules?: readonly BurrColourRule[] | undefined;
  /**
   * The most variable voxels that stay empty, where the number of pieces has a range. Default: any
   * number.
   */
  readonly maxHoles?: number | undefined;
}

/** A shape of which a problem has copies. */
export interface BurrPiece {
  /** The number of the shape, from 0. */
  readonly shape: number;
  /** The least number of copies. */
  readonly min: number;
  /** The most copies. */
  readonly max: number;
  /** Copies that need not come apart from others of the same group, numbered from 1. */
  readonly groups?: readonly BurrGroup[] | undefined;
}

/** The number of a group, from 1, and how many copies of a piece are in it. */
export interface BurrGroup {
  readonly group: number;
  readonly count: number;
}

/** A voxel of colour `piece` may lie on one of colour `result`; both are numbers from 1. */
export interface BurrColourRule {
  readonly piece: number;
  readonly result: number;
}

/** The largest number in a file: sides, copies, numbers of shapes. */
export const LARGEST_NUMBER = 1_000_000;
/** The most voxels in the box of a shape, empty ones as well, and the most filled ones in a file. */
export const MOST_VOXELS = 1_000_000;
/** BurrTools has six bits for a colour. */
export const MOST_COLOURS = 63;

/** Refuses a file that a program has made, if it is none. */
export function checkFile(file: BurrFile): void {
  if (!isObject(file) || !Array.isArray(file.shapes) || !Array.isArray(file.problems ?? [])) {
    throw badSetting(`The file is ${shown(file)}; give { grid, shapes, problems }.`);
  }
  const { grid, colours = [], shapes, problems = [], comment = '' } = file;
  checkWord('grid', grid, BURR_GRIDS);
  if (!Array.isArray(colours) || colours.length > MOST_COLOURS || !colours.every(isColour)) {
    const wanted = `at most ${MOST_COLOURS}, each [red, green, blue] from 0 to 255`;
    throw badSetting(`The colours are ${shown(colours)}; give ${wanted}.`);
  }
  if (!isText(comment)) throw badSetting(`The comment is ${shown(comment)}; give a text.`);
  shapes.forEach((shape, number) => {
    const wrong = mistakeIn(shape, colours.length);
    if (wrong !== undefined) throw badSetting(`Shape ${number} (from 0): ${wrong}.`);
  });
  problems.forEach((problem, number) => {
    const wrong = formMistakeIn(problem);
    if (wrong !== undefined) throw badSetting(`Problem ${number + 1}: ${wrong}.`);
    checkProblem(file, number, 'bad-setting');
  });
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function isPoint(value: unknown): value is BurrPoint {
  return Array.isArray(value) && value.length === 3;
}

function isColour(colour: BurrColour): boolean {
  return isPoint(colour) && colour.every((part) => isWhole(part, 0, 255));
}

function isText(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

/** What is wrong with a problem before any of its numbers is looked at. */
function formMistakeIn(problem: BurrProblem): string | undefined {
  const areObjects = (list: unknown) => Array.isArray(list) && list.every(isObject);
  if (!isObject(problem)) return `it is ${shown(problem)}; give { pieces, result }`;
  const { name, pieces, colourRules = [] } = problem;
  if (!isText(name)) return `its name is ${shown(name)}; give a text`;
  if (!areObjects(pieces)) {
    return `its pieces are ${shown(pieces)}; give an array of { shape, min, max }`;
  }
  if (!pieces.every(({ groups = [] }) => areObjects(groups))) {
    return 'a piece has groups that are no array of { group, count }; give one';
  }
  if (areObjects(colourRules)) return undefined;
  return `its rules are ${shown(colourRules)}; give an array of { piece, result }`;
}

function mistakeIn(shape: BurrShape, colours: number): string | undefined {
  if (!isObject(shape) || !isPoint(shape.size) || !Array.isArray(shape.voxels)) {
    return `it is ${shown(shape)}; give { size: [x, y, z], voxels }`;
  }
  const { name, size, voxels, hotspot = [0, 0, 0], weight = 1 } = shape;
  if (!isText(name)) return `its name is ${shown(name)}; give a text`;
  const [x, y, z] = size;
  const box = size.join(' x ');
  if (!size.every((side) => isWhole(side, 1)) || x * y * z > MOST_VOXELS) {
    return `its size is ${box}; give three sides, and a box of at most ${MOST_VOXELS} voxels`;
  }
  for (const voxel of voxels) {
    if (!isObject(voxel) || !isPoint(voxel.at)) {
      return `a voxel is ${shown(voxel)}; give { at: [x, y, z] }`;
    }
    const { at, colour = 0 } = voxel;
    const where = `the voxel ${at.join()}`;
    if (!at.every((part: number, side: number) => isWhole(part, 0, size[side] - 1))) {
      return `${where} is not in its box of ${box}; give a larger box`;
    }
    if (!isWhole(colour, 0, colours)) {
      return `${where} has colour ${shown(colour)}; the file has ${plural(colours, 'colour')}`;
    }
  }
  const places = new Set(voxels.map(({ at }) => placeIn(size, at)));
  if (places.size < voxels.length) return 'a voxel is stated twice; state each once';
  const isAnchored = isPoint(hotspot) && [...hotspot, weight].every(isSigned);
  return isAnchored ? undefined : 'its hotspot or its weight is no whole number; leave it out';
}

/** The number of a voxel in a box: x first, then y, then z. */
export function placeIn([width, height]: BurrPoint, [x, y, z]: BurrPoint): number {
  return (z * height + y) * width + x;
}

/** Refuses a problem whose numbers fit nothing in the file. */
export function checkProblem(
  file: Pick<BurrFile, 'colours' | 'problems'> & { readonly shapes: readonly unknown[] },
  number: number,
  code: ErrorCode,
): void {
  const { colours = [], shapes, problems = [] } = file;
  const { pieces, result, colourRules = [], maxHoles = 0 } = problems[number];
  const refuse = (what: string) => {
    throw new QuadrilleError(code, `Problem ${number + 1}: ${what}.`);
  };
  const checkShapeNumber = (shape: number, what: string) => {
    if (isWhole(shape, 0, shapes.length - 1)) return;
    const known =
      shapes.length === 0 ? 'has no shapes' : `has those from 0 to ${shapes.length - 1}`;
    refuse(`${what} is shape ${shown(shape)}, counted from 0; the file ${known}`);
  };
  for (const [k, { shape, min, max, groups = [] }] of pieces.entries()) {
    const piece = `piece ${k + 1}`;
    checkShapeNumber(shape, piece);
    if (!isWhole(min) || !isWhole(max) || min > max) {
      const bounds = `from ${shown(min)} to ${shown(max)} copies`;
      refuse(`${piece} has ${bounds}; give whole numbers, the smaller one first`);
    }
    if (!groups.every(({ group, count }) => isWhole(group, 1) && isWhole(count))) {
      refuse(`a group of ${piece} has no number from 1 up; give whole numbers`);
    }
  }
  if (result !== undefined) checkShapeNumber(result, 'the result');
  for (const rule of colourRules) {
    for (const colour of [rule.piece, rule.result]) {
      if (isWhole(colour, 1, colours.length)) continue;
      refuse(`a rule has colour ${shown(colour)}; the file has ${colours.length} colours`);
    }
  }
  if (!isWhole(maxHoles)) refuse(`it has at most ${shown(maxHoles)} holes; give a whole number`);
}

function isSigned(value: number): boolean {
  return isWhole(value, -LARGEST_NUMBER);
}

function isWhole(value: number, least = 0, most = LARGEST_NUMBER): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
