import type { Matrix } from '../../bench/cases/matrix.ts';

/**
 * Whether a set of options meets every item's rule, straight from the definition: it knows
 * nothing of engines, compiled problems or order.
 */
export function isSolution(matrix: Matrix, numbers: readonly number[]): boolean {
  if (new Set(numbers).size !== numbers.length) return false;
  const uses = new Map<number, number[]>();
  for (const number of numbers) {
    const items = matrix.options[number];
    if (items === undefined) return false;
    // An option without a primary item is never chosen.
    if (!items.some((item) => item < matrix.primary)) return false;
    items.forEach((item, k) => {
      const colour = matrix.colours?.[number]?.[k] ?? 0;
      uses.set(item, [...(uses.get(item) ?? []), colour]);
    });
  }
  for (let item = 0; item < matrix.primary; item++) {
    if (uses.get(item)?.length !== 1) return false;
  }
  for (const [item, colours] of uses) {
    if (item < matrix.primary || colours.length === 1) continue;
    if (colours.includes(0) || new Set(colours).size > 1) return false;
  }
  return true;
}

/** All solutions of a tiny problem, by trying every set of options. */
export function bruteForce(matrix: Matrix): number[][] {
  const found: number[][] = [];
  for (let set = 0; set < 2 ** matrix.options.length; set++) {
    const numbers = matrix.options.map((_, k) => k).filter((k) => (set >> k) & 1);
    if (isSolution(matrix, numbers)) found.push(numbers);
  }
  return found;
}

/** Solutions as a sorted list of texts, whatever order they and their options came in. */
export function asSet(solutions: Iterable<readonly number[]>): string[] {
  return Array.from(solutions, (numbers) => Uint32Array.from(numbers).sort().join(' ')).sort();
}

/** Solutions in the order in which they came, whatever order their options came in. */
export function inOrder(solutions: Iterable<readonly number[]>): number[][] {
  return Array.from(solutions, (numbers) => [...Uint32Array.from(numbers).sort()]);
}
