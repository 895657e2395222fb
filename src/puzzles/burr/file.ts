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
  if (!isObject(file) || !Array.isArray(file.shapes)) {
    throw badSetting(`The file is ${shown(file)}; give { grid, shapes, problems }.`);
  }
  const { grid, colours = [], shapes, problems = [], comment } = file;
  checkWord('grid', grid, BURR_GRIDS);
  if (!Array.isArray(colours) || colours.length > MOST_COLOURS || !holds(colours, isColour)) {
    const wanted = `at most ${MOST_COLOURS}, each [red, green, blue] from 0 to 255`;
    throw badSetting(`The colours are ${shown(colours)}; give ${wanted}.`);
  }
  // A loop over numbers meets the holes of a sparse array.
  for (const number of shapes.keys()) {
    const wrong = mistakeIn(shapes[number], colours.length);
    if (wrong !== undefined) throw badSetting(`S${number + 1} (shapes[${number}]): ${wrong}.`);
  }
  if (!Array.isArray(problems)) {
    throw badSetting(`The problems are ${shown(problems)}; give a list, or leave them out.`);
  }
  for (const number of problems.keys()) checkProblem(file, number, 'bad-setting');
  if (!isText(comment)) {
    throw badSetting(`The comment is ${shown(comment)}; give a text, or leave it out.`);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** True if all entries are as they should be; `every` would leave out holes. */
function holds(list: readonly unknown[], is: (entry: unknown) => boolean): boolean {
  return Array.from(list).every(is);
}

function isColour(colour: unknown): boolean {
  return isTriple(colour, (part) => isWhole(part, 0, 255));
}

function isTriple(value: unknown, is: (entry: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length === 3 && is(value[0]) && is(value[1]) && is(value[2]);
}

/** A name or a comment. */
function isText(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

/** Three numbers that are perhaps none, for errors. */
function listed(value: unknown, between: string): string {
  return Array.isArray(value) && value.length <= 3
    ? Array.from(value, shown).join(between)
    : shown(value);
}

/** What is wrong with a shape; `BurrShape` is what it should be. */
function mistakeIn(shape: unknown, colours: number): string | undefined {
  if (!isObject(shape)) return `it is ${shown(shape)}; give { size, voxels }`;
  const { name, size, voxels, hotspot, weight = 1 } = shape as BurrShape;
  if (!isTriple(size, isSide) || size[0] * size[1] * size[2] > MOST_VOXELS) {
    return `its size is ${listed(size, ' x ')}; give three sides, and a box of at most ${MOST_VOXELS} voxels`;
  }
  if (!Array.isArray(voxels)) return `its voxels are ${shown(voxels)}; give a list of them`;
  const places = new Set<number>();
  for (const voxel of voxels as readonly unknown[]) {
    const wrong = mistakeInVoxel(voxel, size, colours);
    if (wrong !== undefined) return wrong;
    places.add(placeIn(size, (voxel as BurrVoxel).at));
  }
  if (places.size < voxels.length) return 'a voxel is given twice; give each once';
  if ((hotspot !== undefined && !isTriple(hotspot, isSigned)) || !isSigned(weight)) {
    return 'its hotspot or its weight is no whole number; leave it out';
  }
  if (!isText(name)) return `its name is ${shown(name)}; give a text, or leave it out`;
  return undefined;
}

function mistakeInVoxel(voxel: unknown, size: BurrPoint, colours: number): string | undefined {
  if (!isObject(voxel)) return `a voxel is ${shown(voxel)}; give { at: [x, y, z] }`;
  const { at, colour = 0, variable = false } = voxel as BurrVoxel;
  const isInside =
    Array.isArray(at) &&
    at.length === 3 &&
    isWhole(at[0], 0, size[0] - 1) &&
    isWhole(at[1], 0, size[1] - 1) &&
    isWhole(at[2], 0, size[2] - 1);
  const hasColour = isWhole(colour, 0, colours);
  if (isInside && hasColour && typeof variable === 'boolean') return undefined;
  const where = `the voxel ${listed(at, ',')}`;
  if (!isInside) return `${where} is not in its box of ${size.join(' x ')}; give a larger box`;
  if (hasColour) return `${where} has variable: ${shown(variable)}; give true or false`;
  return `${where} has colour ${shown(colour)}; ${coloursOf(colours)}`;
}

/** The end of an error about a colour that a file does not have. */
export function coloursOf(colours: number): string {
  return `the file has ${plural(colours, 'colour')}; add it, or leave it out`;
}

const isSide = (value: unknown) => isWhole(value, 1);
const isSigned = (value: unknown) => isWhole(value, -LARGEST_NUMBER);

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
  const mistake = (what: string) => new QuadrilleError(code, `Problem ${number + 1}: ${what}.`);
  const problem: unknown = problems[number];
  if (!isObject(problem)) throw mistake(`it is ${shown(problem)}; give { pieces, result }`);
  const { name, pieces, result, colourRules = [], maxHoles = 0 } = problem as BurrProblem;
  const checkShapeNumber = (shape: unknown, what: string) => {
    const { length } = shapes;
    if (isWhole(shape, 0, length - 1)) return;
    const known =
      length === 0
        ? 'no shapes; add some'
        : `${length === 1 ? 'S1 alone' : `S1 to S${length}`}; choose among these`;
    const wrong = isWhole(shape) ? `is S${shape + 1}` : `is shape ${shown(shape)}`;
    throw mistake(`${what} ${wrong}; the file has ${known}`);
  };
  if (!Array.isArray(pieces)) throw mistake(`its pieces are ${shown(pieces)}; give a list of them`);
  for (const [k, one] of (pieces as readonly unknown[]).entries()) {
    const piece = `piece ${k + 1}`;
    if (!isObject(one)) throw mistake(`${piece} is ${shown(one)}; give { shape, min, max }`);
    const { shape, min, max, groups = [] } = one as BurrPiece;
    checkShapeNumber(shape, piece);
    if (!isWhole(min) || !isWhole(max) || min > max) {
      const bounds = `from ${shown(min)} to ${shown(max)} copies`;
      throw mistake(`${piece} has ${bounds}; give whole numbers, the smaller one first`);
    }
    if (!Array.isArray(groups) || !holds(groups, isGroup)) {
      throw mistake(
        `a group of ${piece} has a wrong number or count; number groups from 1, count from 0`,
      );
    }
  }
  if (result !== undefined) checkShapeNumber(result, 'the result');
  if (!Array.isArray(colourRules) || !holds(colourRules, isObject)) {
    throw mistake(`its colour rules are ${shown(colourRules)}; give a list of { piece, result }`);
  }
  for (const rule of colourRules) {
    for (const colour of [rule.piece, rule.result]) {
      if (isWhole(colour, 1, colours.length)) continue;
      throw mistake(`a rule has colour ${shown(colour)}; ${coloursOf(colours.length)}`);
    }
  }
  if (!isWhole(maxHoles)) {
    throw mistake(`maxHoles is ${shown(maxHoles)}; give a whole number from 0 up`);
  }
  if (!isText(name)) throw mistake(`its name is ${shown(name)}; give a text, or leave it out`);
}

function isGroup(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { group, count } = value as BurrGroup;
  return isWhole(group, 1) && isWhole(count);
}

function isWhole(value: unknown, least = 0, most = LARGEST_NUMBER): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
}
