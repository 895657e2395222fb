import { checkDecision } from '../../engine/kernels/prefix.ts';
import type { Compiled } from '../../engine/problem/compiled.ts';
import { plural, QuadrilleError, shown } from '../../engine/problem/error.ts';

/** A clue: decisions that the solution keeps to. Mostly it is one. */
export type Clue = readonly number[];

/**
 * Possible clues: options of the solution that are `chosen`, all others `crossed` out, or lists
 * of decisions, for any solution or for one. Decisions that disagree with the solution are no
 * clues.
 */
export type Clues =
  | 'chosen'
  | 'crossed'
  | readonly Clue[]
  | ((solution: readonly number[]) => readonly Clue[]);

/** Clues that are given together or not at all. */
export type Group = readonly Clue[];

/**
 * All clues to a solution, in groups. `orbits` gives each option the label of its orbit: clues that
 * have options of one orbit are in one group.
 */
export function groupsOf(
  compiled: Compiled,
  solution: readonly number[],
  clues: Clues,
  orbits?: ArrayLike<number>,
): Group[] {
  const { stated: options } = compiled;
  const asked = cluesOf(clues, solution, options);
  const wrong = disagree(asked, solution);
  const all = asked.filter((_, k) => !wrong.has(k));
  if (orbits === undefined) return all.map((clue) => [clue]);
  if (typeof orbits !== 'object' || orbits?.length !== options) {
    throw new QuadrilleError(
      'bad-setting',
      `orbits has ${shown(orbits?.length)} labels; give one for each of ${plural(options, 'option')}, ` +
        'as symmetries(problem).optionOrbits has them.',
    );
  }
  return grouped(all, (decision) => orbits[decision < 0 ? ~decision : decision]);
}

/** The numbers of the clues that a solution disagrees with. */
export function disagree(clues: readonly Clue[], solution: readonly number[]): Set<number> {
  const chosen = new Set(solution);
  const keeps = (decision: number) =>
    decision >= 0 ? chosen.has(decision) : !chosen.has(~decision);
  const wrong = new Set<number>();
  clues.forEach((clue, k) => {
    if (!clue.every(keeps)) wrong.add(k);
  });
  return wrong;
}

function cluesOf(clues: Clues, solution: readonly number[], options: number): readonly Clue[] {
  if (clues === 'chosen') return solution.map((option) => [option]);
  if (clues === 'crossed') {
    const chosen = new Set(solution);
    const others = Array.from({ length: options }, (_, k) => k).filter((k) => !chosen.has(k));
    return others.map((option) => [~option]);
  }
  const lists: unknown = typeof clues === 'function' ? clues(solution) : clues;
  if (!Array.isArray(lists)) {
    throw new QuadrilleError(
      'bad-setting',
      `clues is ${shown(lists)}; give 'chosen', 'crossed', a list of lists of decisions, or a ` +
        'function that gives such a list for a solution.',
    );
  }
  for (const clue of lists) {
    if (!Array.isArray(clue)) {
      throw new QuadrilleError(
        'bad-setting',
        `There is ${shown(clue)} among the clues; give each as a list of decisions, as in [4].`,
      );
    }
    for (const decision of clue) checkDecision(decision, options);
  }
  return lists;
}

/** Joins clues that share a label, directly or by way of others, in their order. */
function grouped(clues: readonly Clue[], labelOf: (decision: number) => number): Group[] {
  /** Label -> a clue that has it; clue -> an earlier one of its group, the first one itself. */
  const owner = new Map<number, number>();
  const before = clues.map((_, k) => k);
  const first = (k: number): number => {
    let at = k;
    while (before[at] !== at) at = before[at];
    return at;
  };
  clues.forEach((clue, k) => {
    for (const decision of clue) {
      const label = labelOf(decision);
      const other = owner.get(label);
      owner.set(label, k);
      if (other === undefined) continue;
      const [a, b] = [first(other), first(k)];
      before[Math.max(a, b)] = Math.min(a, b);
    }
  });
  const groups = new Map<number, Clue[]>();
  clues.forEach((clue, k) => {
    const group = groups.get(first(k));
    if (group === undefined) groups.set(first(k), [clue]);
    else group.push(clue);
  });
  return [...groups.values()];
}

/** All decisions of some groups, each once. */
export function decisionsOf(groups: readonly Group[]): number[] {
  return [...new Set(groups.flat(2))];
}
