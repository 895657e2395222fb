import { QuadrilleError, shown } from './error.ts';
import { Problem } from './problem.ts';
import { checkInteger } from './setting.ts';

/** Two costs of an option, or of a solution: the second counts where the first are equal. */
export type TwoCosts = readonly [first: number, second: number];

/**
 * Sets costs for two objectives in order: an option costs `factor` times its first cost plus its
 * second. So `best` finds the solution with the least first sum, and among those the one with the
 * least second sum. (With `max` the most of both; to mix them, change the sign of one.) Returns a
 * function that gives back both sums of a cost.
 *
 * It refuses a factor with which the second costs may weigh as much as a first one, or costs may
 * not add up exactly.
 *
 * @example
 * ```ts
 * import { best, Problem, setCostsInOrder } from 'quadrille';
 *
 * const problem = new Problem({ primary: ['a', 'b'] });
 * for (const items of [['a', 'b'], ['a'], ['b']]) problem.addOption(items);
 * const sums = setCostsInOrder(problem, 100, (option) => [1, option]); // few options, then early ones
 *
 * const [cheapest] = best(problem).solutions;
 * if (cheapest) console.log(sums(cheapest.cost)); // [ 1, 0 ]
 * ```
 */
export function setCostsInOrder(
  problem: Problem<unknown>,
  factor: number,
  costsOf: (option: number) => TwoCosts,
): (cost: number) => TwoCosts {
  if (!(problem instanceof Problem)) {
    throw new QuadrilleError(
      'bad-setting',
      `The problem is ${shown(problem)}; give a Problem, since a compiled one keeps its costs.`,
    );
  }
  if (typeof costsOf !== 'function') {
    throw badCost(
      `The costs are ${shown(costsOf)}; give a function, as in (option) => [first, second]`,
    );
  }
  checkInteger('factor', factor, 1, Number.MAX_SAFE_INTEGER);
  const pairs = Array.from({ length: problem.optionCount }, (_, option) =>
    checkPair(option, costsOf(option)),
  );
  let room = 0;
  for (let item = 0; item < problem.primaryCount; item++) room += problem.times(item)[1];
  const [least, most] = rangeOf(
    pairs.map(([, second]) => second),
    room,
  );
  if (!(most - least < factor)) {
    throw badCost(
      `The second costs of two solutions may differ by ${most - least}, so the factor ${factor} may not ` +
        'keep the order; give a factor beyond that',
    );
  }
  const costs = pairs.map(([first, second]) => factor * first + second);
  const [, sum] = rangeOf(costs.map(Math.abs), room);
  if (!(sum < 2 ** 53)) {
    throw badCost(
      `With the factor ${factor} the costs of a solution may add up to ${sum}, and sums are exact below ` +
        `2 ** 53 only; give a smaller factor, of ${most - least + 1} or more, or divide the first costs ` +
        'by a common factor',
    );
  }
  for (const [option, cost] of costs.entries()) problem.setCost(option, cost);
  return (cost) => {
    checkInteger('The cost', cost, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
    let second = cost % factor;
    if (second > most) second -= factor;
    else if (second < least) second += factor;
    return [(cost - second) / factor + 0, second + 0];
  };
}

/** The least and the greatest sum of at most `room` of the numbers. */
function rangeOf(numbers: readonly number[], room: number): [least: number, most: number] {
  const sorted = Float64Array.from(numbers).sort();
  const count = Math.min(room, sorted.length);
  let least = 0;
  let most = 0;
  for (let k = 0; k < count; k++) {
    least += Math.min(0, sorted[k]);
    most += Math.max(0, sorted[sorted.length - 1 - k]);
  }
  return [least, most];
}

function checkPair(option: number, pair: TwoCosts): TwoCosts {
  if (Array.isArray(pair) && pair.length === 2 && pair.every(Number.isSafeInteger)) return pair;
  throw badCost(
    `Option ${option} has ${shown(pair)} for its two costs; give two whole numbers, as in [3, 120]`,
    option,
  );
}

function badCost(message: string, option?: number): QuadrilleError {
  return new QuadrilleError('bad-cost', `${message}.`, { option });
}
