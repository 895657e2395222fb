import { FREE, type State } from './state.ts';

/** Two branches, the likelier one first. Each is a list of decisions: column j chosen (`j`) or left out (`~j`). */
type Division = readonly [likely: number[], other: number[]];

/** Values this near to 0 or 1 count as such. */
export const NEAR = 1e-6;

/** How to divide what is left, by the solution of the linear program. Each solution is in one of the branches. */
export function divide(state: State, values: Float64Array): Division {
  return dividePair(state, values) ?? divideColumn(state, values);
}

/**
 * Two exact rows that fractions of columns cover together, and other fractions apart: one branch has them
 * covered by one column, the other by two (Ryan and Foster, 1981). Both branches leave out many columns,
 * where a column that is left out changes next to nothing. The pair nearest to half and half is taken.
 */
function dividePair(state: State, values: Float64Array): Division | undefined {
  const { linear, least, most, rowStart, columnStart, columnOf, rowOf } = state.model;
  const { decided, covered } = state;
  const isExact = (row: number) =>
    row < linear && least[row] === 1 && most[row] === 1 && covered[row] === 0;
  /** Row * linear + row -> how much of a column covers both. */
  const together = new Map<number, number>();
  for (let j = 0; j < values.length; j++) {
    const x = values[j] as number;
    if (decided[j] !== FREE || x < NEAR || x > 1 - NEAR) continue;
    const rows = rowOf
      .subarray(columnStart[j], columnStart[j + 1])
      .filter(isExact)
      .sort();
    for (const [k, a] of rows.entries()) {
      for (const b of rows.subarray(k + 1)) {
        const pair = a * linear + b;
        together.set(pair, (together.get(pair) ?? 0) + x);
      }
    }
  }
  let best = -1;
  let nearest = 0.5 - NEAR;
  for (const [pair, share] of together) {
    const distance = Math.abs(share - 0.5);
    if (distance >= nearest) continue;
    nearest = distance;
    best = pair;
  }
  if (best < 0) return undefined;
  const a = Math.floor(best / linear);
  const b = best % linear;
  const apart: number[] = [];
  const joined: number[] = [];
  for (const [row, other] of [
    [a, b],
    [b, a],
  ] as [number, number][]) {
    for (let at = rowStart[row] as number; at < (rowStart[row + 1] as number); at++) {
      const j = columnOf[at] as number;
      if (decided[j] !== FREE) continue;
      const hasOther = rowOf.subarray(columnStart[j], columnStart[j + 1]).includes(other);
      if (!hasOther) joined.push(~j);
      else if (row === a) apart.push(~j);
    }
  }
  if (apart.length === 0 || joined.length === 0) return undefined;
  return (together.get(best) as number) >= 0.5 ? [joined, apart] : [apart, joined];
}

/** A column chosen, or left out: the one with the largest fraction, else any that is still free. */
function divideColumn({ decided }: State, values: Float64Array): Division {
  let best = -1;
  let most = -1;
  for (let j = 0; j < values.length; j++) {
    if (decided[j] !== FREE) continue;
    const x = values[j] as number;
    const merit = x < 1 - NEAR ? x : NEAR;
    if (merit <= most) continue;
    most = merit;
    best = j;
  }
  return [[best], [~best]];
}
