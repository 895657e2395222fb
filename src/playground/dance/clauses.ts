/** Clauses of `learn` in words. */
import { type Clause, NONE, type Part, type SmallProblem } from './film.ts';
import { and, or } from './film-sentences.ts';

/** The most options that a sentence names one by one. */
export const MOST_NAMED_OPTIONS = 6;

/**
 * The item that says "one of my options" by a clause, or NONE; `settled` are the literals that the
 * problem alone settles.
 */
export function itemOf(
  literals: readonly number[],
  { compiled, uses }: SmallProblem,
  settled: readonly number[],
): number {
  if (literals.some((literal) => literal < 0)) return NONE;
  const known = new Set(settled.map((literal) => Math.abs(literal) - 1));
  const open = [...uses.keys()].filter((option) => !known.has(option));
  const key = literals.join();
  for (let item = 0; item < compiled.primary; item++) {
    const own = open.filter((option) => (uses[option] as number[]).includes(item));
    if (own.map((option) => option + 1).join() === key) return item;
  }
  return NONE;
}

/**
 * The meaning of a clause, in words; `others`: it speaks of the solutions that are not found yet.
 */
export function meaningOf({ literals }: Clause, others: boolean): Part[] {
  const parts = (sign: number) =>
    literals
      .filter((literal) => Math.sign(literal) === sign)
      .map((literal): Part => ({ option: Math.abs(literal) - 1 }));
  const chosen = parts(1);
  const out = parts(-1);
  const solution = others ? 'other solution' : 'solution';
  const few = (options: Part[]) =>
    options.length > MOST_NAMED_OPTIONS ? [`${options.length} options`] : or(options);
  if (literals.length === 1) {
    return out.length === 1
      ? [...out, ` is in no ${solution}`]
      : [...chosen, ` is in every ${solution}`];
  }
  if (out.length === 0) return [`each ${solution} has one of `, ...few(chosen)];
  if (chosen.length === 0) return ['never ', ...and(out), ' together'];
  const onlyWith = chosen.length > MOST_NAMED_OPTIONS ? ' only with one of ' : ' only with ';
  return [...and(out), onlyWith, ...few(chosen)];
}
