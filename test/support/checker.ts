import type { Matrix } from '../cases/matrix.ts';

/**
 * True if a set of options meets every item's rule, straight from the definition: it knows nothing
 * of engines, compiled problems or order.
 */
export function isSolution(matrix: Matrix, numbers: readonly number[]): boolean {
  if (new Set(numbers).size !== numbers.length) return false;
  /** Item -> the colour in which it is used; 0: in none. */
  const uses: (number | undefined)[] = [];
  let covered = 0;
  for (const number of numbers) {
    const items = matrix.options[number];
    if (items === undefined) return false;
    const coveredBefore = covered;
    for (let k = 0; k < items.length; k++) {
      const item = items[k];
      const colour = matrix.colours?.[number]?.[k] ?? 0;
      const used = uses[item];
      if (item < matrix.primary) {
        if (used !== undefined) return false;
        covered++;
      } else if (used !== undefined && (used === 0 || used !== colour)) return false;
      uses[item] = colour;
    }
    // An option without a primary item is never chosen.
    if (covered === coveredBefore) return false;
  }
  return covered === matrix.primary;
}

/** True if two options can stand together, by the rules of the items that they share. */
export function isCompatible({ options, colours }: Matrix, a: number, b: number): boolean {
  return options[a].every((item, k) => {
    const other = options[b].indexOf(item);
    const colour = colours?.[a]?.[k] ?? 0;
    return other < 0 || (colour > 0 && colour === colours?.[b]?.[other]);
  });
}

/** All solutions of a tiny problem, by trying every set of options. */
export function bruteForce(matrix: Matrix): number[][] {
  const found: number[][] = [];
  for (let set = 0; set < 2 ** matrix.options.length; set++) {
    const numbers: number[] = [];
    for (let k = 0; set >> k > 0; k++) if ((set >> k) & 1) numbers.push(k);
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
