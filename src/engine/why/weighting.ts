import { type Decisions, Start } from '../kernels/prefix.ts';
import type { Compiled } from '../problem/compiled.ts';
import { Propagation } from '../problem/propagation.ts';
import { Elimination, inverse } from './elimination.ts';
import { badPrime } from './integers.ts';
import { checked, type Rules, rulesOf, type Weighting } from './rules.ts';
import { signs } from './signs.ts';

/** The work that each kind of weights may take by default, in multiplications: some seconds. */
const MOST_WORK = 2 ** 30;

/**
 * Looks for weights that prove that there is no solution: equations first, then signs. Without a
 * result there may be a solution or not. Pauses after each small piece of work, and yields that
 * work.
 *
 * Equations come first because they need less work: 0.1 s for a chessboard of 30x30 squares, for
 * which the tableau of signs would take 20 MB and minutes. Neither replaces the other: equations
 * prove nothing about pigeons, which may be in one hole or another, and signs nothing about
 * remainders.
 */
export function* findWeights(
  rules: Rules,
  workLimit = MOST_WORK,
): Generator<number, Weighting | undefined> {
  return (yield* equations(rules, workLimit)) ?? (yield* signs(rules, workLimit));
}

/** The same for a problem below a prefix. */
export function* findWeightsBelow(
  compiled: Compiled,
  prefix: Decisions | undefined,
  workLimit: number,
): Generator<number, Weighting | undefined> {
  const propagation = propagationBelow(compiled, prefix);
  yield compiled.nodes;
  return yield* findWeights(rulesOf(propagation), workLimit);
}

/** The decisions of a prefix, before any deductions. */
export function propagationBelow(compiled: Compiled, prefix: Decisions = []): Propagation {
  const { chosen, chosenCount, leftOut, leftOutCount } = new Start(compiled, prefix);
  const propagation = new Propagation(compiled);
  for (const option of chosen.subarray(0, chosenCount)) propagation.decide(option);
  for (const option of leftOut.subarray(0, leftOutCount)) propagation.decide(~option);
  return propagation;
}

/** The primes that are tried at once. Colourings in books need 2 and 3. */
const SMALL_PRIMES = [2, 3, 5, 7];
/**
 * The most weightings that are compared, and the most factors tried to make the weights of each
 * smaller.
 */
const MOST_CANDIDATES = 16;
const MOST_FACTORS = 64;

/**
 * Looks for weights that contradict the equations "these options cover each item as often as it
 * must be covered": modulo powers of small primes, then modulo the power of a prime that an
 * elimination over the integers finds. So it finds weights exactly if the equations have no
 * solution in integers, within the limit of work (in multiplications). Pauses after each slice of
 * work.
 */
export function* equations(
  rules: Rules,
  workLimit: number,
): Generator<number, Weighting | undefined> {
  let left = workLimit;
  for (const prime of SMALL_PRIMES) {
    const elimination = new Elimination(rules, prime);
    for (const work of elimination.run()) {
      if (elimination.work > left) return undefined;
      yield work;
    }
    left -= elimination.work;
    const found = yield* best(rules, elimination, prime);
    if (found !== undefined) return found;
  }
  const prime = yield* badPrime(rules, left);
  return prime === undefined ? undefined : yield* equationsModulo(rules, prime);
}

/** Looks for weights that contradict the equations modulo a power of a prime. */
export function* equationsModulo(
  rules: Rules,
  prime: number,
): Generator<number, Weighting | undefined> {
  const elimination = new Elimination(rules, prime);
  yield* elimination.run();
  return yield* best(rules, elimination, prime);
}

/** The weighting of the smallest modulus, and of those the one with the smallest weights. */
function* best(
  rules: Rules,
  elimination: Elimination,
  prime: number,
): Generator<number, Weighting | undefined> {
  let best: Weighting | undefined;
  let tried = 0;
  for (const weights of elimination.weights()) {
    const found = smallest(rules, weights, elimination.modulus, prime);
    if (found !== undefined && (best === undefined || rank(found) < rank(best))) best = found;
    if (++tried === MOST_CANDIDATES) break;
    yield MOST_FACTORS * weights.length;
  }
  return best;
}

/** Small modulus first, then small weights. Modulus 0 is the best. */
function rank({ weights, modulus }: Weighting): number {
  return modulus * 2 ** 26 + weights.reduce((sum, weight) => sum + Math.abs(weight), 0);
}

/** The smallest weights that say the same: divided by a common power of p, and times a factor. */
function smallest(
  rules: Rules,
  found: Float64Array,
  power: number,
  prime: number,
): Weighting | undefined {
  let modulus = power;
  let weights = found;
  while (modulus > prime && weights.every((weight) => weight % prime === 0)) {
    modulus /= prime;
    weights = weights.map((weight) => weight / prime);
  }
  const distinct = [...new Set(weights)].filter((weight) => weight % prime !== 0);
  const factors = distinct.slice(0, MOST_FACTORS).map((weight) => inverse(weight, modulus));
  const versions = factors.map((factor) => {
    const remainders = weights.map((weight) => (weight * factor) % modulus);
    const centred = remainders.map((weight) => (2 * weight > modulus ? weight - modulus : weight));
    return { remainders, centred };
  });
  versions.sort((a, b) => sum(a.centred) - sum(b.centred) || sum(a.remainders) - sum(b.remainders));
  for (const { remainders, centred } of versions.slice(0, 2)) {
    const overIntegers = checked(rules, 'equations', Int32Array.from(centred), 0);
    if (overIntegers !== undefined) return overIntegers;
    const found = checked(rules, 'equations', Int32Array.from(remainders), modulus);
    if (found !== undefined) return found;
  }
  return undefined;
}

function sum(weights: Float64Array): number {
  return weights.reduce((total, weight) => total + Math.abs(weight), 0);
}
