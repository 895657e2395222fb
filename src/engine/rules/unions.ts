import type { Differences } from './differences.ts';
import type { Domains } from './domains.ts';
import { Linear } from './linear.ts';

/** Fewer variables than this are not worth a union, and a union has no more than the other number. */
const FEWEST_VARIABLES = 6;
const MOST_VARIABLES = 48;
/** The most sums that are united. */
const MOST_SUMS = 12;

/** Variables whose values add up to a number, and how much that says. */
interface Part {
  readonly rule: number;
  readonly variables: readonly number[];
  readonly total: number;
  readonly score: number;
  readonly isStated: boolean;
}

/**
 * Unions of sums that have nothing in common, where they say more together. Four diagonals of a Sudoku have
 * four cells in each row, which differ; each alone has one:
 *
 *     a . b . c . d .        alone  9 x 1 at least        together  9 x (1 + 2 + 3 + 4)
 *
 * A group of k variables that differ, of n values, counts k (n - k), less what the sum may still vary by.
 * The pair whose union has the highest score is united, until none is better than its parts.
 */
export function unitedSums(
  domains: Domains,
  differences: Differences,
  sums: readonly Linear[],
): Linear[] {
  let parts = sums.flatMap((one): Part[] => {
    const { rule, terms, least, most, variables } = one;
    const isPlain = least === most && terms.every(([, weight]) => weight === 1);
    if (!isPlain || variables.length < FEWEST_VARIABLES || variables.length > MOST_VARIABLES)
      return [];
    if (new Set(variables).size < variables.length) return [];
    const inOrder = [...variables].sort((a, b) => domains.itemOf[a] - domains.itemOf[b]);
    return [partOf(domains, differences, rule, inOrder, least, true) ?? []].flat();
  });
  if (parts.length > MOST_SUMS) return [];
  const known = new Map<string, Part | undefined>();
  const union = (a: Part, b: Part): Part | undefined => {
    const variables = [...a.variables, ...b.variables].sort(
      (x, y) => domains.itemOf[x] - domains.itemOf[y],
    );
    const key = variables.join();
    if (!known.has(key)) {
      const areApart =
        variables.length <= MOST_VARIABLES && new Set(variables).size === variables.length;
      const total = a.total + b.total;
      known.set(
        key,
        areApart ? partOf(domains, differences, a.rule, variables, total, false) : undefined,
      );
    }
    return known.get(key);
  };
  for (;;) {
    let best: Part | undefined;
    let pair: readonly Part[] = [];
    for (const [k, a] of parts.entries()) {
      for (const b of parts.slice(0, k)) {
        const both = union(a, b);
        if (both === undefined || both.score <= (best?.score ?? Number.NEGATIVE_INFINITY)) continue;
        const isBetter = both.score > Math.max(a.score, b.score) || both.score > a.score + b.score;
        if (!isBetter) continue;
        best = both;
        pair = [a, b];
      }
    }
    if (best === undefined) break;
    parts = [...parts.filter((part) => !pair.includes(part)), best];
  }
  return parts.flatMap(({ rule, variables, total, isStated, score }) => {
    if (isStated || score <= 0) return [];
    return [
      new Linear(
        rule,
        variables.map((x) => [x, 1]),
        total,
        total,
      ),
    ];
  });
}

function partOf(
  domains: Domains,
  differences: Differences,
  rule: number,
  variables: readonly number[],
  total: number,
  isStated: boolean,
): Part | undefined {
  const all = new Set<number>();
  for (const x of variables) {
    for (const literal of domains.literals(x)) all.add(domains.value[literal] as number);
  }
  const groups = differences.groups(variables);
  const values = [...all].sort((a, b) => a - b);
  let least = 0;
  let most = 0;
  let score = 0;
  for (const { length } of groups) {
    if (length > values.length) return undefined;
    for (let k = 0; k < length; k++) {
      least += values[k];
      most += values[values.length - 1 - k];
    }
    score += length * (values.length - length);
  }
  score -= groups.length * Math.min(total - least, most - total);
  return { rule, variables, total, score, isStated };
}
