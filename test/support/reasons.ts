import type { Explanation } from '../../src/index.ts';
import { bruteForceMultiples, type MultipleMatrix } from './multiples.ts';

/**
 * Checks an explanation, straight from the definitions: deductions are replayed one by one, weights
 * are multiplied out over all options, and clashes are tried by brute force. It throws where
 * something is wrong.
 */
export function checkExplanation(
  matrix: MultipleMatrix,
  explanation: Explanation<unknown>,
  prefix: readonly number[] = [],
): void {
  const replay = new Replay(matrix, prefix);
  if (explanation.kind === 'chain') {
    for (const step of explanation.steps) replay.take(step);
    const [least] = matrix.times[explanation.item];
    const left = replay.optionsOf(explanation.item).length;
    if (left >= least) throw new Error(`item ${explanation.item} has ${left} options left`);
  } else if (explanation.kind === 'equations' || explanation.kind === 'signs') {
    for (const step of explanation.steps) replay.take(step);
    weigh(replay, explanation);
  } else if (explanation.kind === 'clash') {
    checkClash(matrix, explanation, prefix);
    checkOptions(replay, explanation, prefix);
  } else throw new Error(`${explanation.kind} is no reason`);
}

type Step = Extract<Explanation<unknown>, { kind: 'chain' }>['steps'][number];
type Weights = Extract<Explanation<unknown>, { kind: 'equations' | 'signs' }>;

/** The consequences of deductions, after each of them was checked. */
class Replay {
  readonly matrix: MultipleMatrix;
  readonly chosen = new Set<number>();
  readonly out = new Set<number>();
  private readonly prefix: readonly number[];

  constructor(matrix: MultipleMatrix, prefix: readonly number[]) {
    this.matrix = matrix;
    this.prefix = prefix;
  }

  take({ kind, option, isChosen, item }: Step): void {
    const holds =
      kind === 'given'
        ? this.prefix.includes(isChosen ? option : ~option)
        : kind === 'needed'
          ? isChosen && this.isNeeded(option, item as number)
          : !isChosen &&
            (kind === 'excluded'
              ? this.isExcluded(option, item as number)
              : this.isBlocking(option, item as number));
    if (!holds) throw new Error(`option ${option} is not ${kind} (item ${item})`);
    (isChosen ? this.chosen : this.out).add(option);
  }

  /** The options of an item that are not out. */
  optionsOf(item: number): number[] {
    return [...this.matrix.options.keys()].filter(
      (option) => !this.out.has(option) && this.has(option, item),
    );
  }

  has(option: number, item: number): boolean {
    return this.matrix.options[option]?.includes(item) === true;
  }

  /** The chosen options of an item. */
  chosenOf(item: number): number[] {
    return [...this.chosen].filter((option) => this.has(option, item));
  }

  colour(option: number, item: number): number {
    const at = this.matrix.options[option]?.indexOf(item);
    return this.matrix.colours?.[option]?.[at] ?? 0;
  }

  private isNeeded(option: number, item: number): boolean {
    const least = this.matrix.times[item]?.[0];
    return this.has(option, item) && this.optionsOf(item).length <= least;
  }

  private isExcluded(option: number, item: number): boolean {
    if (!this.has(option, item) || this.chosen.has(option)) return false;
    const others = this.chosenOf(item);
    if (item < this.matrix.primary) return others.length >= this.matrix.times[item]?.[1];
    return others.some((other) => !this.agree(option, other, item));
  }

  /** True if an option can stand beside all that are chosen. */
  hasRoom(option: number): boolean {
    return (this.matrix.options[option] ?? []).every((item) => !this.isExcluded(option, item));
  }

  private isBlocking(option: number, item: number): boolean {
    const beside = this.optionsOf(item).filter(
      (other) => other === option || this.chosen.has(other) || this.canStand(option, other),
    );
    return beside.length < this.matrix.times[item]?.[0];
  }

  private canStand(option: number, other: number): boolean {
    const { matrix } = this;
    const shared = (matrix.options[option] ?? []).filter((item) => this.has(other, item));
    return shared.every((item) =>
      item < matrix.primary
        ? this.chosenOf(item).length + 2 <= matrix.times[item]?.[1]
        : this.agree(option, other, item),
    );
  }

  private agree(option: number, other: number, item: number): boolean {
    const colour = this.colour(option, item);
    return colour > 0 && colour === this.colour(other, item);
  }
}

function weigh(replay: Replay, { kind, weights, counts, modulus, total }: Weights): void {
  const { primary, secondary, options, times } = replay.matrix;
  const isZero = (weight: number) => (modulus === 0 ? weight === 0 : weight % modulus === 0);
  const open = [...options.entries()].filter(
    ([option, items]) =>
      !replay.out.has(option) && !replay.chosen.has(option) && items.some((item) => item < primary),
  );
  for (const [option, items] of open) {
    const weight = items.reduce((sum, item) => sum + weights[item], 0);
    if (kind === 'signs' ? weight <= 0 : isZero(weight)) continue;
    throw new Error(`option ${option} weighs ${weight}`);
  }
  let sum = 0;
  for (let item = 0; item < primary + secondary; item++) {
    const own = open.filter(([, items]) => items.includes(item)).map(([option]) => option);
    const chosen = replay.chosenOf(item).length;
    const least = item < primary ? Math.max(0, times[item]?.[0] - chosen) : 0;
    const colours = own.map((option) => replay.colour(option, item));
    const sizes = colours.map((colour) =>
      colour === 0 ? 1 : colours.filter((other) => other === colour).length,
    );
    const most =
      item < primary ? Math.min(own.length, times[item]?.[1] - chosen) : Math.max(0, ...sizes);
    const weight = weights[item];
    if (kind === 'equations' && weight !== 0 && least !== most) {
      throw new Error(
        `item ${item} weighs ${weight}, and may be covered ${least} to ${most} times`,
      );
    }
    const count = weight > 0 ? least : most;
    if (weight !== 0 && counts[item] !== count) {
      throw new Error(`item ${item} counts ${counts[item]} times, not ${count}`);
    }
    sum += weight * count;
  }
  if (sum !== total) throw new Error(`all weighs ${sum}, not ${total}`);
  if (kind === 'signs' ? sum <= 0 : isZero(sum)) throw new Error(`all weighs ${sum}`);
}

/** Checks that each item of a clash has all options that could stand beside those of the prefix. */
function checkOptions(
  replay: Replay,
  { items, options }: Extract<Explanation<unknown>, { kind: 'clash' }>,
  prefix: readonly number[],
): void {
  for (const decision of prefix) {
    const option = decision < 0 ? ~decision : decision;
    replay.take({ kind: 'given', option, isChosen: decision >= 0 });
  }
  for (const [k, item] of items.entries()) {
    const possible = replay
      .optionsOf(item)
      .filter((option) => !replay.chosen.has(option) && replay.hasRoom(option));
    if (String(possible) === String([...(options[k] ?? [])].sort((a, b) => a - b))) continue;
    throw new Error(`item ${item} has the options ${possible}, not ${options[k]}`);
  }
}

/**
 * Solves the whole, which has no solution, and the clash less each of its items, which has some.
 */
function checkClash(
  matrix: MultipleMatrix,
  { items, isIrreducible }: Extract<Explanation<unknown>, { kind: 'clash' }>,
  prefix: readonly number[],
): void {
  const hasSolution = (some: readonly number[]) => {
    const times = matrix.times.map(
      ([least, most], item) => [some.includes(item) ? least : 0, most] as const,
    );
    return bruteForceMultiples({ ...matrix, times }).some((numbers) =>
      prefix.every((decision) =>
        decision < 0 ? !numbers.includes(~decision) : numbers.includes(decision),
      ),
    );
  };
  if (hasSolution(items)) throw new Error(`${items} can be covered`);
  if (!isIrreducible) throw new Error(`${items} may not be irreducible`);
  for (const item of items) {
    if (!hasSolution(items.filter((other) => other !== item))) {
      throw new Error(`${items} clash without ${item}`);
    }
  }
}
