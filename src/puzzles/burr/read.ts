import { plural, QuadrilleError, shown } from '../../engine/problem/error.ts';
import { badText } from '../mistakes.ts';
import {
  BURR_GRIDS,
  type BurrColour,
  type BurrColourRule,
  type BurrFile,
  type BurrGrid,
  type BurrGroup,
  type BurrPiece,
  type BurrPoint,
  type BurrProblem,
  type BurrShape,
  type BurrVoxel,
  checkProblem,
  coloursOf,
  LARGEST_NUMBER,
  MOST_COLOURS,
  MOST_VOXELS,
} from './file.ts';
import { type Element, XmlReader } from './xml.ts';

/** An archive may unpack to a thousand times its size. */
export const MOST_BURR_BYTES = 1 << 23;
/** Far more than people draw. A file beyond is refused before its elements are read, which takes time. */
const MOST_ELEMENTS = [
  { names: ['voxel'], most: 5000, has: 'there are', what: 'shapes' },
  { names: ['problem'], most: 5000, has: 'there are', what: 'problems' },
  {
    names: ['shape', 'group', 'pair'],
    most: 10_000,
    has: 'the problems have',
    what: 'pieces, groups and rules',
  },
] as const;
/** BurrTools writes this number where it has no result. */
const NO_RESULT = '4294967295';

/**
 * Reads a file of BurrTools (`.xmpuzzle`), packed by gzip or not. What BurrTools has found before is
 * left out: solutions, and the state of a search. An error names the place, and has the code
 * `bad-text`.
 */
export async function readBurr(bytes: Uint8Array): Promise<BurrFile> {
  if (!(bytes instanceof Uint8Array)) {
    throw badText(`The file is ${shown(bytes)}; give its bytes, a Uint8Array.`);
  }
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const plain = isPacked ? await unpacked(bytes) : bytes;
  if (plain.length > MOST_BURR_BYTES) throw tooLong();
  return readPuzzle(new XmlReader(decoded(plain)));
}

/** Unpacks chunk by chunk, and stops at the bound. */
async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
  // A buffer that threads share may change while it is read.
  const own = new Uint8Array(bytes);
  const stream = new Blob([own]).stream().pipeThrough(new DecompressionStream('gzip'));
  const reader = stream.getReader();
  const plain = new Uint8Array(MOST_BURR_BYTES);
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw badText('The gzip data of the file is damaged or cut off; copy it again.');
    });
    if (done) return plain.subarray(0, length);
    if (length + value.length > MOST_BURR_BYTES) {
      reader.cancel().catch(() => undefined);
      throw tooLong();
    }
    plain.set(value, length);
    length += value.length;
  }
}

/** The error for a file that has more bytes than it may. */
export function tooLong(): QuadrilleError {
  return new QuadrilleError(
    'too-large',
    `The file has more than ${MOST_BURR_BYTES} bytes unpacked; remove the solutions that are saved in it.`,
  );
}

/** BurrTools takes bytes as they come. Before 2010 they were what Windows had for Western Europe. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function readPuzzle(xml: XmlReader): BurrFile {
  let grid: BurrGrid = 'cubes';
  let comment = {};
  let filled = 0;
  for (const { names, most, has, what } of MOST_ELEMENTS) {
    xml.atMost(most, names, `${has} more than ${most} ${what}; remove some`);
  }
  const colours: BurrColour[] = [];
  const shapes: PackedShape[] = [];
  const problems: BurrProblem[] = [];
  xml.root('puzzle', () => {
    xml.children({
      gridType(element) {
        const type = numberOf(xml, element, 'type');
        const known = BURR_GRIDS[type];
        if (known === undefined) {
          const most = BURR_GRIDS.length - 1;
          throw xml.mistake(`there is no grid ${type}; give one from 0 to ${most}`, element.at);
        }
        grid = known;
      },
      colors() {
        xml.children({
          color(element) {
            if (colours.length === MOST_COLOURS) {
              throw xml.mistake(
                `there are more than ${MOST_COLOURS} colours; remove some`,
                element.at,
              );
            }
            const part = (name: string) => numberOf(xml, element, name, { most: 255 });
            colours.push([part('red'), part('green'), part('blue')]);
          },
        });
      },
      shapes() {
        xml.children({
          voxel(element) {
            const shape = readShape(xml, element, colours.length);
            filled += shape.packed.length;
            if (filled > MOST_VOXELS) {
              throw xml.mistake(
                `the shapes have more than ${MOST_VOXELS} voxels; remove some`,
                element.at,
              );
            }
            shapes.push(shape);
          },
        });
      },
      problems() {
        xml.children({
          problem(element) {
            problems.push(readProblem(xml, element));
          },
        });
      },
      comment({ attributes }) {
        const text = xml.text();
        if (text !== '') comment = { comment: text, commentPopup: attributes.has('popup') };
      },
    });
  });
  for (const k of problems.keys()) checkProblem({ colours, shapes, problems }, k, 'bad-text');
  // Objects for voxels come last, so that a file that is refused costs little.
  return { grid, colours, shapes: shapes.map(shapeOf), problems, ...comment };
}

/** A shape whose voxels are still numbers. */
interface PackedShape extends Omit<BurrShape, 'voxels'> {
  /** Each 128 times the place in the box, and 64 if it is variable, and its colour. */
  readonly packed: Int32Array;
}

const VARIABLE = 64;
const PLACE = 128;

function readShape(xml: XmlReader, element: Element, colours: number): PackedShape {
  const size = pointOf(xml, element, ['x', 'y', 'z']);
  const [x, y, z] = size;
  const room = x * y * z;
  if (!(room >= 1 && room <= MOST_VOXELS)) {
    const what = `the box has ${x} x ${y} x ${z} places; give from 1 to ${MOST_VOXELS} in all`;
    throw xml.mistake(what, element.at);
  }
  if (numberOf(xml, element, 'type', { otherwise: 0 }) !== 0) {
    throw xml.mistake('the voxels are in an unknown format; give type="0"', element.at);
  }
  const signed = { otherwise: 0, least: -LARGEST_NUMBER };
  const hotspot = pointOf(xml, element, ['hx', 'hy', 'hz'], signed);
  const weight = numberOf(xml, element, 'weight', { ...signed, otherwise: 1 });
  const name = element.attributes.get('name')?.value;
  return {
    ...(name && { name }),
    size,
    packed: readVoxels(xml, room, colours),
    ...(hotspot.some((part) => part !== 0) && { hotspot }),
    ...(weight !== 1 && { weight }),
  };
}

const AS_MANY = 'give one for each place';
const [EMPTY, FILLED, VOID, ZERO, NINE] = Array.from('_#+09', (mark) => mark.charCodeAt(0));

/** Voxels along x, then y, then z, each with its colour: `_#12+`. */
function readVoxels(xml: XmlReader, room: number, colours: number): Int32Array {
  const { text, at } = xml.plainText();
  const packed = new Int32Array(Math.min(room, text.length));
  let filled = 0;
  let place = 0;
  for (let k = 0; k < text.length; place++) {
    const mark = text.charCodeAt(k);
    if (mark !== EMPTY && mark !== FILLED && mark !== VOID) {
      const marks = '_ (empty), # (filled) or + (variable), and the number of a colour after it';
      throw xml.mistake(`found ${shown(text[k])} among the voxels; give ${marks}`, at + k);
    }
    if (place === room) {
      throw xml.mistake(
        `the box has ${plural(room, 'place')}, and here are more voxels; ${AS_MANY}`,
        at + k,
      );
    }
    const start = ++k;
    let colour = 0;
    for (let digit = text.charCodeAt(k); digit >= ZERO && digit <= NINE; ) {
      colour = 10 * colour + digit - ZERO;
      if (colour > colours) {
        throw xml.mistake(`there is no colour ${colour}; ${coloursOf(colours)}`, at + start);
      }
      digit = text.charCodeAt(++k);
    }
    if (mark === EMPTY) continue;
    packed[filled++] = PLACE * place + (mark === VOID ? VARIABLE : 0) + colour;
  }
  if (place < room) {
    throw xml.mistake(
      `the box has ${plural(room, 'place')}, and here ${place === 1 ? 'is' : 'are'} ${plural(place, 'voxel')}; ${AS_MANY}`,
      at,
    );
  }
  return packed.slice(0, filled);
}

function shapeOf({ packed, ...shape }: PackedShape): BurrShape {
  const [width, height] = shape.size;
  const voxels = Array.from(packed, (voxel): BurrVoxel => {
    const place = Math.floor(voxel / PLACE);
    const row = Math.floor(place / width);
    const colour = voxel % VARIABLE;
    return {
      at: [place % width, row % height, Math.floor(row / height)],
      ...(colour > 0 && { colour }),
      ...(voxel % PLACE >= VARIABLE && { variable: true }),
    };
  });
  return { ...shape, voxels };
}

function readProblem(xml: XmlReader, element: Element): BurrProblem {
  const pieces: BurrPiece[] = [];
  const colourRules: BurrColourRule[] = [];
  let result: number | undefined;
  xml.children({
    shapes() {
      xml.children({
        shape(piece) {
          pieces.push(readPiece(xml, piece));
        },
      });
    },
    result(chosen) {
      if (chosen.attributes.get('id')?.value !== NO_RESULT) result = numberOf(xml, chosen, 'id');
    },
    bitmap() {
      xml.children({
        pair(pair) {
          const [piece, on] = ['piece', 'result'].map((name) => 1 + numberOf(xml, pair, name));
          colourRules.push({ piece, result: on });
        },
      });
    },
  });
  const name = element.attributes.get('name')?.value;
  const hasLimit = element.attributes.has('maxHoles');
  return {
    ...(name && { name }),
    pieces,
    ...(result !== undefined && { result }),
    ...(colourRules.length > 0 && { colourRules }),
    ...(hasLimit && { maxHoles: numberOf(xml, element, 'maxHoles') }),
  };
}

function readPiece(xml: XmlReader, element: Element): BurrPiece {
  const { attributes } = element;
  const count = numberOf(xml, element, 'count', { otherwise: 1 });
  const isRange = !attributes.has('count') && attributes.has('min') && attributes.has('max');
  const [min, max] = isRange
    ? ['min', 'max'].map((name) => numberOf(xml, element, name))
    : [count, count];
  const all = numberOf(xml, element, 'group', { otherwise: 0 });
  const groups: BurrGroup[] = all > 0 ? [{ group: all, count: max }] : [];
  xml.children({
    group(part) {
      const [group, count] = ['group', 'count'].map((name) => numberOf(xml, part, name));
      // An attribute goes before elements.
      if (all === 0 && group > 0) groups.push({ group, count });
    },
  });
  const shape = numberOf(xml, element, 'id');
  return { shape, min, max, ...(groups.length > 0 && { groups }) };
}

function pointOf(
  xml: XmlReader,
  element: Element,
  names: readonly string[],
  whole?: Whole,
): BurrPoint {
  const [x, y, z] = names.map((name) => numberOf(xml, element, name, whole));
  return [x, y, z];
}

interface Whole {
  readonly least?: number;
  readonly most?: number;
  /** Its value where it is left out. Without one it must be there. */
  readonly otherwise?: number;
}

/** The whole number in an attribute. */
function numberOf(
  xml: XmlReader,
  { name: tag, attributes, at }: Element,
  name: string,
  { least = 0, most = LARGEST_NUMBER, otherwise }: Whole = {},
): number {
  const attribute = attributes.get(name);
  if (attribute === undefined) {
    if (otherwise !== undefined) return otherwise;
    throw xml.mistake(`<${tag}> has no ${name}; give ${name}="..."`, at);
  }
  const { value } = attribute;
  const number = Number(value);
  if (/^-?\d+$/.test(value) && number >= least && number <= most) return number;
  const wanted = `give a whole number from ${least} to ${most}`;
  throw xml.mistake(`${name} of <${tag}> is ${shown(value)}; ${wanted}`, attribute.at);
}
