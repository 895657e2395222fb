/**
 * The parts of the film of `learn` besides its steps: the trail in its memory, and clauses in
 * words.
 */
import { memoryAt } from './draw.ts';
import { type Clause, type Film, NONE, type Part, type SmallProblem } from './film.ts';
import { and, or } from './words.ts';

/** The most options that a sentence names one by one. */
export const MOST_NAMED = 6;
/** The integers of an entry of the trail, and what comes before the first. */
export const ENTRY = 3;
export const TRAIL = 1;

/** The reason of a literal that an item's number of times leaves no choice about. */
export const BY_TIMES = 2 ** 30;

/** An entry of the trail as it stands in the memory of a film. */
export interface Entry {
  readonly literal: number;
  readonly level: number;
  readonly reason: number;
}

/** The trail at the step at which the tape of a film stands. */
export function entriesOf({ tape, problem }: Film): Entry[] {
  const a = tape.state.subarray(memoryAt(problem));
  return Array.from({ length: a[0] as number }, (_, k) => {
    const at = TRAIL + ENTRY * k;
    return { literal: a[at] as number, level: a[at + 1] as number, reason: a[at + 2] as number };
  });
}

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
    options.length > MOST_NAMED ? [`${options.length} options`] : or(options);
  if (literals.length === 1) {
    return out.length === 1
      ? [...out, ` is in no ${solution}`]
      : [...chosen, ` is in every ${solution}`];
  }
  if (out.length === 0) return [`each ${solution} has one of `, ...few(chosen)];
  if (chosen.length === 0) return ['never ', ...and(out), ' together'];
  const onlyWith = chosen.length > MOST_NAMED ? ' only with one of ' : ' only with ';
  return [...and(out), onlyWith, ...few(chosen)];
}
