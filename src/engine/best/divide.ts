import type { SavedBasis } from '../linear/basis.ts';
import type { Slices } from '../problem/slices.ts';
import { FREE, type PartialSolution, ROUNDING } from './partial-solution.ts';
import type { Root } from './root.ts';

/** One of the two parts of a branch. Each solution is in one of them. */
export interface Part {
  /** Option j chosen (`j`) or left out (`~j`). */
  readonly decisions: readonly number[];
  /** Its solutions are proven to cost at least this, times the scale. */
  readonly bound: number;
  /** Where one option is decided: how far that moves its value in the linear program. */
  readonly share?: number;
}

/** An option whose gains were seen this often is not tried any more. */
const RELIABLE = 4;
/** The most options tried for a division, and the pivots of each try. */
const TRIES = 8;
const PIVOTS_PER_CHECK = 10;

/**
 * Divides a branch, by its solution of the linear program: two exact items are covered together, or
 * apart; or an option is chosen, or left out. Both parts should raise the bound much.
 *
 * The *gain* of a decision is how much it raises the bound, for each unit that it changes the
 * option. Gains seen before predict the next ones. An option seen less than `RELIABLE` times is
 * tried: a few pivots with it chosen, a few with it left out. (Reliability branching: Achterberg,
 * Koch and Martin, 2005.) On 40 items that 1 or 2 options cover, and 400 options, it ends after
 * 3,000 branches. By the option with the largest fraction it did not after 100,000.
 */
export class Divider {
  readonly #root: Root;
  /**
   * Decision, chosen 2 j + 1 or left out 2 j -> the sum of its gains, and how many they are. Last:
   * those of all.
   */
  readonly #sums: Float64Array;
  readonly #counts: Int32Array;

  constructor(root: Root) {
    this.#root = root;
    this.#sums = new Float64Array(2 * root.model.options + 1);
    this.#counts = new Int32Array(2 * root.model.options + 1);
  }

  /**
   * The two parts, the likelier one first. `bound` is proven of both. At the end the partial
   * solution and the basis are as before. It works in slices.
   */
  *divide(bound: number, basis: SavedBasis): Slices<readonly [Part, Part]> {
    const { partial, values } = this.#root;
    const pair = dividePair(partial, values);
    if (pair !== undefined) {
      const [likely, other] = pair;
      return [
        { decisions: likely, bound },
        { decisions: other, bound },
      ];
    }
    const { option, bounds } = yield* this.#choose(bound, basis);
    const x = values[option];
    const chosen: Part = { decisions: [option], bound: bounds[1], share: 1 - x };
    const out: Part = { decisions: [~option], bound: bounds[0], share: x };
    return x < 0.5 ? [out, chosen] : [chosen, out];
  }

  /** Notes that a part has another bound than what was left before. */
  note({ decisions, share }: Part, gain: number): void {
    if (share === undefined) return;
    const [decision] = decisions as [number];
    const key = decision >= 0 ? 2 * decision + 1 : 2 * ~decision;
    for (const at of [key, this.#sums.length - 1]) {
      this.#sums[at] = this.#sums[at] + gain / Math.max(share, ROUNDING);
      this.#counts[at] = this.#counts[at] + 1;
    }
  }

  /** By how much a decision is expected to raise the bound. */
  #expected(key: number, share: number): number {
    const at = this.#counts[key] === 0 ? this.#sums.length - 1 : key;
    return (share * this.#sums[at]) / Math.max(1, this.#counts[at]);
  }

  /** The best option, and the bounds where it is left out and where it is chosen. */
  *#choose(bound: number, basis: SavedBasis): Slices<{ option: number; bounds: [number, number] }> {
    const { values, simplex } = this.#root;
    const counts = this.#counts;
    const isReliable = (j: number) => Math.min(counts[2 * j], counts[2 * j + 1]) >= RELIABLE;
    const candidates = this.#fractions();
    // Where there are no fractions, but more solutions: a free option, rather one that is chosen.
    let option = candidates[0]?.option ?? this.#root.largest();
    let bounds: [number, number] = [bound, bound];
    let best = -1;
    let tries = 0;
    for (const { option: j, merit } of candidates) {
      let own = merit;
      let ends: [number, number] = [bound, bound];
      if (!isReliable(j)) {
        if (tries++ >= TRIES) continue;
        const x = values[j];
        const out = yield* this.#try({ decisions: [~j], bound, share: x }, basis);
        const chosen = yield* this.#try({ decisions: [j], bound, share: 1 - x }, basis);
        ends = [out, chosen];
        const { limit } = this.#root;
        own = meritOf(Math.min(out, limit) - bound, Math.min(chosen, limit) - bound);
        // Nothing is left in one of the parts: that is no division at all.
        if (Math.max(out, chosen) > limit) own = Number.POSITIVE_INFINITY;
      }
      if (own <= best) continue;
      best = own;
      option = j;
      bounds = ends;
      if (own === Number.POSITIVE_INFINITY) break;
    }
    if (tries > 0) yield* simplex.restore(basis);
    return { option, bounds };
  }

  /** The options with fractions, those first that are expected to raise the bound most. */
  #fractions(): { option: number; merit: number }[] {
    const { partial, values } = this.#root;
    const all: { option: number; merit: number }[] = [];
    for (let j = 0; j < values.length; j++) {
      const x = values[j];
      if (partial.decided[j] !== FREE || x < ROUNDING || x > 1 - ROUNDING) continue;
      all.push({
        option: j,
        merit: meritOf(this.#expected(2 * j, x), this.#expected(2 * j + 1, 1 - x)),
      });
    }
    return all.sort((a, b) => b.merit - a.merit || a.option - b.option);
  }

  /** The bound of a part that a few pivots prove. Infinity: it has no solutions. */
  *#try(part: Part, basis: SavedBasis): Slices<number> {
    const root = this.#root;
    const { partial, simplex, prices } = root;
    const mark = partial.length;
    let bound = Number.POSITIVE_INFINITY;
    if (partial.decide(part.decisions)) {
      yield* simplex.restore(basis);
      yield* root.inform();
      const outcome = yield* simplex.run(PIVOTS_PER_CHECK);
      const isOpen = outcome !== 'infeasible' || !prices.refutes(partial, simplex.ray);
      if (isOpen) bound = Math.max(part.bound, root.prove());
    }
    this.note(part, Math.min(bound, root.limit) - part.bound);
    partial.undo(mark);
    yield;
    return bound;
  }
}

/** Both parts count, and a part that gains nothing does not make the other one worthless. */
function meritOf(out: number, chosen: number): number {
  return Math.max(out, 1) * Math.max(chosen, 1);
}
/**
 * Two exact items that fractions of options cover together, and other fractions apart: one branch
 * has them covered by one option, the other by two (Ryan and Foster, 1981). Both branches leave out
 * many options, where an option that is left out changes next to nothing. The pair nearest to half
 * and half is taken.
 */
function dividePair(
  partial: PartialSolution,
  values: Float64Array,
): [likely: number[], other: number[]] | undefined {
  const { linear, least, most, itemStart, optionStart, optionOf, itemOf } = partial.model;
  const { decided, covered } = partial;
  const isExact = (item: number) =>
    item < linear && least[item] === 1 && most[item] === 1 && covered[item] === 0;
  /** Item * linear + item -> how much of an option covers both. */
  const together = new Map<number, number>();
  for (let j = 0; j < values.length; j++) {
    const x = values[j];
    if (decided[j] !== FREE || x < ROUNDING || x > 1 - ROUNDING) continue;
    const items = itemOf
      .subarray(optionStart[j], optionStart[j + 1])
      .filter(isExact)
      .sort();
    for (const [k, a] of items.entries()) {
      for (const b of items.subarray(k + 1)) {
        const pair = a * linear + b;
        together.set(pair, (together.get(pair) ?? 0) + x);
      }
    }
  }
  let best = -1;
  let nearest = 0.5 - ROUNDING;
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
  for (const [item, other] of [
    [a, b],
    [b, a],
  ] as [number, number][]) {
    for (let at = itemStart[item]; at < itemStart[item + 1]; at++) {
      const j = optionOf[at];
      if (decided[j] !== FREE) continue;
      const hasOther = itemOf.subarray(optionStart[j], optionStart[j + 1]).includes(other);
      if (!hasOther) joined.push(~j);
      else if (item === a) apart.push(~j);
    }
  }
  if (apart.length === 0 || joined.length === 0) return undefined;
  return (together.get(best) as number) >= 0.5 ? [joined, apart] : [apart, joined];
}
