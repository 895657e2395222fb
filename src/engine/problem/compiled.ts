import { QuadrilleError } from './error.ts';
import { integers, integersOf, MOST_KEYS } from './memory.ts';

/**
 * A compiled problem: everything that an engine needs, as integers in one Int32Array. The array can
 * be stored, posted to a worker or put in a SharedArrayBuffer. `Compiled.from` reads it back.
 *
 *     data    [ header: 8 | start: options + 1 | item: nodes | optional sections ... ]
 *     header  [ mark, version, primary, secondary, options, nodes, sections, added ]
 *
 * The last `added` options are those that rules add: each solution of the stated options has them in
 * one way, and answers leave them out.
 *
 * Each bit of `sections` stands for an optional section. The sections that are there follow one
 * another in the order of their bits:
 *
 *     bit  section          integers
 *     0    colours          nodes: the colour of each node
 *     1    multiplicities   2 * primary: the least and the most options for each primary item
 *     2    costs            2 * options: the high and the low 32 bits of the cost of each option
 *     3    preferred        primary: 1 for each preferred primary item, 0 for the others
 *     4    sums             as many as the first of them says
 *
 * `Compiled.from` refuses bits and versions that it does not know, so that a problem never loses a
 * rule on its way to an older program. A new section takes a bit; a change of an old part takes a
 * new version.
 *
 * The sums follow from the rest, so an engine may leave them alone. One that keeps to them all may do
 * without the primary items from `primary` on and the options from `option` on: these say nothing else.
 * Variables see their options by bits, and those of a group have different ones. The bits times the
 * weights of the groups add up to `least` to `most`:
 *
 *     sums      integers | primary | option | variables | [options | option bit ...] ... | sums | sum ...
 *     sum       least | most | groups | [weight | variables | variable ...] ...
 *
 * The nodes of option k have the numbers `start[k] .. start[k + 1] - 1`. Node n says that its
 * option has item `item[n]` (primaries first, then secondaries) in colour `colour[n]`, 0 for none.
 * Knuth's example, with items a..g = 0..6 and options `c e f`, `a d g`, `b c f`, `a d`, `b g`,
 * `d e g`:
 *
 *     start   0  3  6  9  11  13  16
 *     item    2 4 5 | 0 3 6 | 1 2 5 | 0 3 | 1 6 | 3 4 6
 */
export class Compiled {
  readonly data: Int32Array;
  readonly primary: number;
  readonly secondary: number;
  readonly options: number;
  /** The number of options that were stated; those from this number on are added by rules. */
  readonly stated: number;
  readonly nodes: number;
  readonly coloured: boolean;
  /** True if some primary item may be covered by another number of options than one. */
  readonly multiple: boolean;
  /** True if options have costs. */
  readonly priced: boolean;
  /** True if some primary items are preferred: every engine branches on them first. */
  readonly prefers: boolean;
  /** Where each part begins in `data`. An optional one means nothing unless it is there. */
  readonly startAt: number;
  readonly itemAt: number;
  readonly colourAt: number;
  readonly timesAt: number;
  readonly costAt: number;
  readonly preferredAt: number;
  readonly sumsAt: number;
  /** The integers of the sums, 0 without any. */
  readonly sumIntegers: number;

  /** It checks nothing: `Compiled.from` does. */
  private constructor(data: Int32Array) {
    this.data = data;
    this.primary = data[2];
    this.secondary = data[3];
    this.options = data[4];
    this.stated = this.options - data[7];
    this.nodes = data[5];
    this.coloured = (data[6] & COLOURS) !== 0;
    this.multiple = (data[6] & MULTIPLE) !== 0;
    this.priced = (data[6] & PRICED) !== 0;
    this.prefers = (data[6] & PREFERRED) !== 0;
    this.startAt = HEADER_INTEGERS;
    this.itemAt = this.startAt + this.options + 1;
    this.colourAt = this.itemAt + this.nodes;
    this.timesAt = this.colourAt + (this.coloured ? this.nodes : 0);
    this.costAt = this.timesAt + (this.multiple ? 2 * this.primary : 0);
    this.preferredAt = this.costAt + (this.priced ? 2 * this.options : 0);
    this.sumsAt = this.preferredAt + (this.prefers ? this.primary : 0);
    this.sumIntegers = (data[6] & SUMS) === 0 ? 0 : data[this.sumsAt];
  }

  /** A compiled problem in an array that `emptyCompiled` gave, unchecked. @internal */
  static of(data: Int32Array): Compiled {
    return new Compiled(data);
  }

  /**
   * Reads a compiled problem back from its array, its buffer or a view of its bytes, and checks all
   * of it. It copies nothing where the bytes lie at a multiple of four.
   */
  static from(buffer: ArrayBufferLike | ArrayBufferView): Compiled {
    const data = integersOf(buffer, 'a copy of the compiled problem', refuse);
    checkHeader(data);
    const compiled = new Compiled(data);
    checkBody(compiled);
    return compiled;
  }
}

/**
 * Refuses a value that is no compiled problem, and one whose array was transferred to a worker:
 * that array is empty here, and would pass for a problem without solutions.
 */
export function checkCompiled(compiled: Compiled): void {
  const { data } = (compiled ?? {}) as Partial<Compiled>;
  if (!(data instanceof Int32Array)) {
    refuse('it is not what Problem.compile() or Compiled.from() gives');
  }
  if (data.length === 0) refuse('its array is empty, as after a transfer to a worker');
  if (data.length !== size(compiled)) {
    refuse('its array and its counts do not belong together');
  }
}

/** The items of an option: a view. It takes some 30 ns, so a hot loop reads `data` itself. */
export function itemsOf({ data, startAt, itemAt }: Compiled, option: number): Int32Array {
  const start = itemAt + data[startAt + option];
  return data.subarray(start, itemAt + data[startAt + option + 1]);
}

/** The colours of the items of an option, in the same order; none where nothing is coloured. */
export function coloursOf(compiled: Compiled, option: number): Int32Array {
  const { data, startAt, colourAt, coloured } = compiled;
  const start = colourAt + data[startAt + option];
  return data.subarray(start, coloured ? colourAt + data[startAt + option + 1] : start);
}

/** True if an option has a primary item. One without is kept and numbered, but never chosen. */
export function hasPrimary(compiled: Compiled, option: number): boolean {
  const { data, primary, startAt, itemAt } = compiled;
  const end = data[startAt + option + 1];
  for (let node = data[startAt + option]; node < end; node++) {
    if (data[itemAt + node] < primary) return true;
  }
  return false;
}

/** Options without those that rules add. */
export function statedOf({ stated }: Compiled, options: readonly number[]): number[] {
  return options.filter((option) => option < stated);
}

/** The upper bound of a primary item that any number of options may cover. */
export const UNLIMITED = 2 ** 31 - 1;

/** The least number of options that cover a primary item. */
export function leastOf({ data, multiple, timesAt }: Compiled, item: number): number {
  return multiple ? data[timesAt + 2 * item] : 1;
}

/** The most options that cover a primary item. */
export function mostOf({ data, multiple, timesAt }: Compiled, item: number): number {
  return multiple ? data[timesAt + 2 * item + 1] : 1;
}

/** The least and the most options that cover a primary item, as a problem takes them. */
export function timesOf(compiled: Compiled, item: number): [least: number, most: number] {
  const most = mostOf(compiled, item);
  return [leastOf(compiled, item), most === UNLIMITED ? Number.POSITIVE_INFINITY : most];
}

/** The cost of an option. */
export function costOf({ data, priced, costAt }: Compiled, option: number): number {
  if (!priced) return 0;
  const high = data[costAt + 2 * option];
  return high * 2 ** 32 + (data[costAt + 2 * option + 1] >>> 0);
}

/** Writes the cost of an option: a safe integer. */
export function setCost({ data, costAt }: Compiled, option: number, cost: number): void {
  data[costAt + 2 * option] = Math.floor(cost / 2 ** 32);
  data[costAt + 2 * option + 1] = cost % 2 ** 32;
}

/**
 * A bound on the size of the cost of any solution: each option covers a primary item, so a solution
 * has no more options than the primary items may be covered times. Its cost is at most the sum of
 * the same number of largest costs.
 */
export function mostCost(compiled: Compiled): number {
  const { primary, options, priced } = compiled;
  if (!priced) return 0;
  let room = 0;
  for (let item = 0; item < primary; item++) room += mostOf(compiled, item);
  const sizes = new Float64Array(options);
  let largest = 0;
  for (let option = 0; option < options; option++) {
    if (!hasPrimary(compiled, option)) continue;
    const size = Math.abs(costOf(compiled, option));
    sizes[option] = size;
    if (size > largest) largest = size;
  }
  // To sort a million costs takes longer than to read them.
  const most = largest * Math.min(room, options);
  if (most < 2 ** 53) return most;
  sizes.sort();
  let sum = 0;
  for (let k = Math.max(0, options - room); k < options; k++) sum += sizes[k];
  return sum;
}

const HEADER_INTEGERS = 8;
/** "quad" in ASCII. In a buffer of the other byte order it reads as "dauq", which is refused. */
const PROBLEM_MAGIC = 0x71756164;
const PROBLEM_VERSION = 1;
/** The bits of the optional sections. */
const COLOURS = 1;
const MULTIPLE = 2;
const PRICED = 4;
const PREFERRED = 8;
const SUMS = 16;
const KNOWN_FLAGS = COLOURS | MULTIPLE | PRICED | PREFERRED | SUMS;
/** The highest bit of a variable of a sum: that of the sign stays free. */
const MOST_SUM_BIT = 30;
/** The most items: each can have a name. */
export const MOST_ITEMS = MOST_KEYS;

/** The parts of a compiled problem. */
interface Contents {
  readonly primary: number;
  readonly secondary: number;
  readonly options: number;
  readonly nodes: number;
  readonly coloured?: boolean;
  readonly multiple?: boolean;
  readonly priced?: boolean;
  readonly prefers?: boolean;
  readonly sumIntegers?: number;
  /** The number of options that were stated, where not all were. */
  readonly stated?: number;
}

/** The header of a compiled problem; `data` is filled after it in the order drawn above. */
export function emptyCompiled(contents: Contents): Int32Array {
  const { primary, secondary, options, nodes, coloured, multiple, priced, prefers } = contents;
  const { stated = options, sumIntegers = 0 } = contents;
  const data = integers(size(contents), 'the compiled problem');
  data[0] = PROBLEM_MAGIC;
  data[1] = PROBLEM_VERSION;
  data[2] = primary;
  data[3] = secondary;
  data[4] = options;
  data[5] = nodes;
  data[6] =
    (coloured ? COLOURS : 0) |
    (multiple ? MULTIPLE : 0) |
    (priced ? PRICED : 0) |
    (prefers ? PREFERRED : 0) |
    (sumIntegers > 0 ? SUMS : 0);
  data[7] = options - stated;
  if (sumIntegers > 0) data[data.length - sumIntegers] = sumIntegers;
  return data;
}

function size(contents: Contents): number {
  const {
    primary,
    options,
    nodes,
    coloured,
    multiple,
    priced,
    prefers,
    sumIntegers = 0,
  } = contents;
  const sections =
    sumIntegers +
    (coloured ? nodes : 0) +
    (multiple ? 2 * primary : 0) +
    (priced ? 2 * options : 0) +
    (prefers ? primary : 0);
  return HEADER_INTEGERS + options + 1 + nodes + sections;
}

function checkHeader(data: Int32Array): void {
  if (data.length < HEADER_INTEGERS)
    refuse(`it holds ${data.length} integers, fewer than its header`);
  if (data[0] !== PROBLEM_MAGIC) refuse('it does not begin with the mark of a compiled problem');
  if (data[1] !== PROBLEM_VERSION)
    refuse(`it is of version ${data[1]}, and this library reads version ${PROBLEM_VERSION}`);
  const [primary, secondary, options, nodes, sections] = data.subarray(2, 7) as unknown as [
    number,
    number,
    number,
    number,
    number,
  ];
  if (primary < 0 || secondary < 0 || options < 0 || nodes < 0) refuse('a count is negative');
  if (primary + secondary === 0) refuse('it has no items');
  if (primary + secondary > MOST_ITEMS) refuse(`it has more than ${MOST_ITEMS} items`);
  if ((sections & ~KNOWN_FLAGS) !== 0) {
    refuse(
      `it has sections that this library does not know (${sections}, of which it reads ${KNOWN_FLAGS})`,
    );
  }
  if (data[7] < 0 || data[7] > options) {
    refuse(`rules add ${data[7]} of its ${options} options`);
  }
  const coloured = (sections & COLOURS) !== 0;
  const multiple = (sections & MULTIPLE) !== 0;
  const priced = (sections & PRICED) !== 0;
  const prefers = (sections & PREFERRED) !== 0;
  const contents = { primary, secondary, options, nodes, coloured, multiple, priced, prefers };
  let wanted = size(contents);
  if ((sections & SUMS) !== 0) wanted += Math.max(1, data[wanted]);
  if (data.length !== wanted) {
    refuse(`it holds ${data.length} integers where its header promises ${wanted}`);
  }
}

/** Checks every number once: engines use them as addresses. */
function checkBody(compiled: Compiled): void {
  const { data, primary, secondary, options, nodes, coloured, prefers } = compiled;
  const { startAt, itemAt, colourAt, preferredAt } = compiled;
  const items = primary + secondary;
  /** item -> the last option, plus 1, that was seen to have it. */
  const seen = integers(items, 'the items of the problem');
  if (data[startAt] !== 0 || data[startAt + options] !== nodes) {
    refuse('its options do not fill its nodes');
  }
  for (let option = 0; option < options; option++) {
    const start = data[startAt + option];
    const end = data[startAt + option + 1];
    if (end <= start || end > nodes) refuse(`option ${option} is empty or out of place`, option);
    for (let node = start; node < end; node++) {
      const item = data[itemAt + node];
      if (item < 0 || item >= items) refuse(`option ${option} has an unknown item`, option, item);
      if (seen[item] === option + 1) refuse(`option ${option} has an item twice`, option, item);
      seen[item] = option + 1;
      if (!coloured) continue;
      const colour = data[colourAt + node];
      if (colour < 0 || (colour > 0 && item < primary)) {
        refuse(`option ${option} gives item ${item} an impossible colour`, option, item);
      }
    }
  }
  for (let item = 0; item < primary; item++) {
    const least = leastOf(compiled, item);
    if (least >= 0 && least <= mostOf(compiled, item)) continue;
    refuse(`item ${item} has impossible bounds`, undefined, item);
  }
  for (let option = 0; option < options; option++) {
    if (Number.isSafeInteger(costOf(compiled, option))) continue;
    refuse(`option ${option} has a cost beyond 2 ** 53`, option);
  }
  const most = mostCost(compiled);
  if (most >= 2 ** 53) refuse(`its costs may add up to ${most}, beyond 2 ** 53`);
  for (let item = 0; prefers && item < primary; item++) {
    if ((data[preferredAt + item] & ~1) === 0) continue;
    refuse(`item ${item} is neither preferred nor not`, undefined, item);
  }
  if (compiled.sumIntegers > 0) checkSums(compiled);
}

/** Checks the sums: their numbers are addresses, too. */
function checkSums({ data, sumsAt, sumIntegers, ...problem }: Compiled): void {
  const { options, stated, primary, startAt, itemAt, nodes } = problem;
  let at = sumsAt;
  const check = (isRight: boolean) => {
    if (!isRight) refuse('its sums are out of shape');
  };
  const take = (least: number, most: number): number => {
    const number = data[++at];
    check(number >= least && number <= most);
    return number;
  };
  const any = 2 ** 31;
  const rest = take(0, primary);
  const from = take(stated, options);
  for (let node = data[startAt + from]; node < nodes; node++) {
    check(data[itemAt + node] >= rest && data[itemAt + node] < primary);
  }
  const variables = take(1, any);
  for (let x = 0; x < variables; x++) {
    let bits = 0;
    for (let count = take(1, MOST_SUM_BIT + 1); count > 0; count--) {
      take(0, options - 1);
      const bit = 1 << take(0, MOST_SUM_BIT);
      check((bits & bit) === 0);
      bits |= bit;
    }
  }
  /** Variable -> the last sum that it is in: it is in each once at most. */
  const seen = new Map<number, number>();
  for (let sums = take(1, any); sums > 0; sums--) {
    take(-any, any);
    take(-any, any);
    for (let groups = take(1, any); groups > 0; groups--) {
      check(take(-any, any) !== 0);
      for (let size = take(1, any); size > 0; size--) {
        const x = take(0, variables - 1);
        check(seen.get(x) !== sums);
        seen.set(x, sums);
      }
    }
  }
  check(at + 1 === sumsAt + sumIntegers);
}

function refuse(why: string, option?: number, item?: number): never {
  throw new QuadrilleError(
    'bad-compiled',
    `This is not a compiled problem: ${why}. ` +
      'Use problem.compile(), or Compiled.from() with a copy of its `data`, whole and unchanged.',
    { option, item },
  );
}
