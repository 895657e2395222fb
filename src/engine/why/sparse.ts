import { pausing, type Slices } from '../problem/slices.ts';
import { Elimination } from './elimination.ts';
import { checked, type Rules, rulesOn, support, type Weighting } from './rules.ts';
import { shrink } from './shrink.ts';
import { signs } from './signs.ts';
import { equationsModulo } from './weighting.ts';

/**
 * Weights of fewer items that prove the same. It leaves out items as long as the others have
 * weights of the same kind: equations modulo a power of the same prime, and no higher one. Mostly
 * the result is irreducible: no other item can be left out. It gives back what it has when it has
 * spent the limit of work (in multiplications). Pauses after each slice of work.
 */
export function* sparser(
  rules: Rules,
  found: Weighting,
  workLimit: number,
): Generator<number, Weighting> {
  const items = support(found.weights);
  const base = yield* rulesOn(rules, items);
  if (found.kind === 'equations' && (yield* isOnly(base, found))) return found;
  /** The weights so far, of the items by their place in `items`. */
  let best = Int32Array.from(items, (item) => found.weights[item]);
  let { modulus } = found;
  let work = 0;
  let reported = 0;
  function* trial(some: readonly number[]): Slices<true | undefined> {
    const fewer = yield* pausing(weightsOn(base, some, found), (more) => {
      work += more;
    });
    if (fewer === undefined || fewer.modulus > modulus) return true;
    best = new Int32Array(items.length);
    for (const [k, place] of some.entries()) best[place] = fewer.weights[k];
    modulus = fewer.modulus;
    return undefined;
  }
  for (const _ of shrink([...items.keys()], trial, (dropped) => dropped)) {
    if (work > workLimit) break;
    yield work - reported;
    reported = work;
  }
  const weights = new Int32Array(rules.least.length);
  for (const [k, item] of items.entries()) weights[item] = best[k];
  return checked(rules, found.kind, weights, modulus) ?? found;
}

/** Looks for weights of the same kind for some of the items. */
function* weightsOn(
  base: Rules,
  some: readonly number[],
  { kind, modulus }: Weighting,
): Generator<number, Weighting | undefined> {
  const part = yield* rulesOn(base, some);
  return kind === 'signs'
    ? yield* signs(part, SIGNS_WORK)
    : yield* equationsModulo(part, primeOf(modulus));
}

/** The limit of work for one linear program; it limits the size of the programs that are tried. */
const SIGNS_WORK = 2 ** 30;

/**
 * True if no other weights of these items prove the same: all are multiples of these, and have the
 * same number of weights other than 0.
 */
function* isOnly(part: Rules, { weights, modulus }: Weighting): Generator<number, boolean> {
  const prime = primeOf(modulus);
  const isDivisible = (weight: number) => weight !== 0 && weight % prime === 0;
  if (modulus > 0 && weights.some(isDivisible)) return false;
  const elimination = new Elimination(part, prime);
  yield* elimination.run();
  return elimination.hasOnlyWeights;
}

/** The prime whose power a modulus is. Integers are weights modulo any prime. */
function primeOf(modulus: number): number {
  let prime = 2;
  while (modulus % prime !== 0) prime++;
  return prime;
}
