import { forbidding } from '../kernels/forbidding.ts';
import type { Module } from '../kernels/search.ts';
import { shown } from '../problem/error.ts';
import { checkSettings } from '../problem/setting.ts';
import { bad, checkFunction, type Naming, type Rule, rule } from './rule.ts';

/** The name of a rule by a function, and where workers find the function. */
export interface ForbidSettings extends Naming {
  /**
   * The module that exports the function under a name, for the workers of `quadrille/parallel`: they
   * import the module by its address (`import.meta.url`), and call the function with the data as its
   * second argument. Without it the calling thread answers alone.
   */
  readonly worker?: Module | undefined;
}

/**
 * A rule by a function: of each solution of all other rules, some options that cannot stand together,
 * or undefined. It is called with the option numbers of a candidate, in ascending order. It must give
 * a conflict for exactly those that are no solutions, and no solution may have all of a conflict: the
 * search does not call it again for another candidate with the same.
 *
 * `first`, `isUnique`, `count` and `solutions` know such a rule; all other questions refuse it.
 *
 * @example
 * ```ts
 * import { count, Problem } from 'quadrille';
 * import { forbid, withRules } from 'quadrille/rules';
 *
 * const coins = new Problem<number>({ primary: ['a', 'b'] });
 * for (const coin of ['a', 'b']) for (const value of [1, 2, 5]) coins.addOption([coin], value);
 *
 * const isPrime = (n: number) => n > 1 && [2, 3, 5, 7].every((p) => p >= n || n % p > 0);
 * const sumOf = (options: readonly number[]) => options.reduce((sum, k) => sum + coins.payload(k), 0);
 * const prime = forbid((options) => (isPrime(sumOf(options)) ? undefined : options), { name: 'a prime' });
 *
 * console.log(count(withRules(coins, [prime])).count); // 5
 * ```
 */
export function forbid(
  conflictIn: (numbers: readonly number[]) => readonly number[] | undefined,
  settings: ForbidSettings = {},
): Rule {
  checkFunction('forbid', 'conflictIn', conflictIn);
  checkSettings(settings, ['name', 'worker']);
  const { worker, ...naming } = settings;
  if (worker !== undefined) checkModule(worker);
  return rule({ kind: 'forbid', conflictIn, module: worker, stand: forbidding }, naming);
}

function checkModule(worker: Module): void {
  checkSettings(worker, ['module', 'name', 'data']);
  const { module, name } = worker;
  if (typeof module === 'string' && typeof name === 'string') return;
  throw bad(
    'forbid',
    `the module of the worker is ${shown(module)}, the name ${shown(name)}`,
    'give { module: import.meta.url, name }, the name under which the module exports the function',
  );
}
