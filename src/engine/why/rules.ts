import { itemsOf } from '../problem/compiled.ts';
import { OPEN, type Propagation } from '../problem/propagation.ts';

/**
 * The linear part of a problem, or of its open part after some decisions: each option counts for
 * its items, and each item has bounds. Colours enter only as bounds on the number of options that
 * share an item.
 *
 * The options are numbered anew, from 0. The items of option k are
 * `items[start[k]] .. items[start[k + 1] - 1]`.
 */
export interface Rules {
  readonly options: number;
  readonly start: Int32Array;
  readonly items: Int32Array;
  /** Item -> the least and the most options that cover it, in every solution. */
  readonly least: Int32Array;
  readonly most: Int32Array;
  /** Item -> the number of its options. */
  readonly sizes: Int32Array;
}

/**
 * Integers for the items that prove that there is no solution.
 *
 * - *Equations*: items that need not be covered a fixed number of times weigh 0. Every option
 *   weighs 0 modulo `modulus` (exactly 0 where it is 0), and all items together, each as often as
 *   it is covered, do not.
 * - *Signs*: no option weighs more than 0. All items together weigh more than 0, even if each that
 *   weighs more than 0 is covered as seldom as it may be, and each other one as often as it may be.
 *
 * A black and white board without two black corners: black 1, white -1, dominoes 0, all squares -2.
 * Three pigeons in two holes: a pigeon 1, a hole -1, a pigeon in a hole 0, all together at least 1.
 */
export interface Weighting {
  readonly kind: 'equations' | 'signs';
  /** Item -> its weight. */
  readonly weights: Int32Array;
  /**
   * Item -> how often it counts in the total: as seldom as it may be covered where it weighs more
   * than 0, else as often as it may.
   */
  readonly counts: Int32Array;
  /** 0 for signs. */
  readonly modulus: number;
  /** The weight of all items together; for signs, the least that it can be. */
  readonly total: number;
}

/** The rules of the open part. */
export function rulesOf(propagation: Propagation): Rules {
  const { compiled, state, open, optionOf } = propagation;
  const { primary, secondary } = compiled;
  const count = primary + secondary;
  const start = [0];
  const items: number[] = [];
  for (let option = 0; option < compiled.options; option++) {
    if (state[option] !== OPEN) continue;
    for (const item of itemsOf(compiled, option)) items.push(item);
    start.push(items.length);
  }
  const least = new Int32Array(count);
  const most = new Int32Array(count);
  least.set(propagation.least);
  for (let item = 0; item < count; item++) {
    if (item < primary) {
      most[item] = Math.min(propagation.most[item], open[item]);
      continue;
    }
    /** Colour -> the options that have it. */
    const classes = new Map<number, number>();
    for (const node of propagation.nodesOf(item)) {
      if (state[optionOf[node]] !== OPEN) continue;
      const colour = propagation.colourOf(node);
      const size = colour === 0 ? 1 : (classes.get(colour) ?? 0) + 1;
      classes.set(colour, size);
      most[item] = Math.max(most[item], size);
    }
  }
  return {
    options: start.length - 1,
    start: Int32Array.from(start),
    items: Int32Array.from(items),
    least,
    most,
    sizes: open.slice(),
  };
}

/** True if an item is covered the same number of times in every solution. */
export function isFixed({ least, most }: Rules, item: number): boolean {
  return least[item] === most[item];
}

/**
 * A weighting with these weights, if it proves that there is no solution: all options are
 * multiplied out.
 */
export function checked(
  rules: Rules,
  kind: Weighting['kind'],
  weights: Int32Array,
  modulus: number,
): Weighting | undefined {
  const { options, start, items, least, most } = rules;
  for (let option = 0; option < options; option++) {
    let weight = 0;
    for (let k = start[option]; k < start[option + 1]; k++) {
      weight += weights[items[k]];
    }
    if (kind === 'signs' ? weight > 0 : !isZero(weight, modulus)) return undefined;
  }
  const counts = weights.map((weight, item) => (weight > 0 ? least[item] : most[item]));
  let total = 0;
  for (let item = 0; item < weights.length; item++) {
    const weight = weights[item];
    if (kind === 'equations' && weight !== 0 && !isFixed(rules, item)) return undefined;
    total += weight * counts[item];
  }
  if (!Number.isSafeInteger(total)) return undefined;
  const found = { kind, weights, counts, modulus, total };
  if (kind === 'signs') return total > 0 ? { ...found, modulus: 0 } : undefined;
  return isZero(total, modulus) ? undefined : found;
}

/** The items that weigh something. */
export function support(weights: Int32Array): number[] {
  return [...weights.keys()].filter((item) => weights[item] !== 0);
}

/** The work to lay out a node of the rules, in multiplications. */
const PER_NODE = 64;
/** The options between two pauses. */
const RULES_SLICE_OPTIONS = 1 << 10;

/**
 * The rules of some items alone: they are numbered anew, and so are the options, each of which
 * stands once. Pauses after each slice of options, and yields the work that it took.
 */
export function* rulesOn(rules: Rules, some: readonly number[]): Generator<number, Rules> {
  const numberOf = new Int32Array(rules.least.length).fill(-1);
  for (const [number, item] of some.entries()) numberOf[item] = number;
  const known = new Set<string>();
  const start = [0];
  const items: number[] = [];
  for (let option = 0, reported = 0; option < rules.options; option++) {
    if (option % RULES_SLICE_OPTIONS === RULES_SLICE_OPTIONS - 1 || option === rules.options - 1) {
      const end = rules.start[option + 1];
      yield PER_NODE * (end - reported);
      reported = end;
    }
    const own: number[] = [];
    for (let k = rules.start[option]; k < rules.start[option + 1]; k++) {
      const number = numberOf[rules.items[k]];
      if (number >= 0) own.push(number);
    }
    const key = own.sort((a, b) => a - b).join();
    if (own.length === 0 || known.has(key)) continue;
    known.add(key);
    items.push(...own);
    start.push(items.length);
  }
  const of = (values: Int32Array) => Int32Array.from(some, (item) => values[item]);
  return {
    options: start.length - 1,
    start: Int32Array.from(start),
    items: Int32Array.from(items),
    least: of(rules.least),
    most: of(rules.most),
    sizes: of(rules.sizes),
  };
}

function isZero(weight: number, modulus: number): boolean {
  return modulus === 0 ? weight === 0 : weight % modulus === 0;
}
