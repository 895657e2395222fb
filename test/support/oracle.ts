import type { MultipleMatrix } from './multiples.ts';

/**
 * Looks for solutions straight from the rules, for problems beyond all sets of options: it decides
 * one option after the other, and after each looks again at every item.
 */
export class Oracle {
  readonly #matrix: MultipleMatrix;
  readonly #decisions: readonly number[];
  readonly #order: readonly number[];
  /** Solutions found so far. */
  readonly #known: Set<number>[] = [];
  readonly #sound = new Set<number>();

  /** Solutions that keep to the decisions. Options that come first in the order are tried first. */
  constructor(
    matrix: MultipleMatrix,
    decisions: readonly number[] = [],
    order: Iterable<number> = matrix.options.keys(),
  ) {
    this.#matrix = matrix;
    this.#decisions = decisions;
    this.#order = [...order];
  }

  /** A solution in which the decision is wrong. */
  refute(decision: number): readonly number[] | undefined {
    if (this.#sound.has(decision)) return undefined;
    const isWrong = (solution: ReadonlySet<number>) =>
      decision < 0 ? solution.has(~decision) : !solution.has(decision);
    const solution = this.#known.find(isWrong) ?? this.#look([~decision]);
    if (solution === undefined) this.#sound.add(decision);
    return solution && [...solution];
  }

  /** A solution; undefined if there is none. */
  solution(): readonly number[] | undefined {
    const solution = this.#known[0] ?? this.#look([]);
    return solution && [...solution];
  }

  /** True if there is exactly one solution. */
  isUnique(): boolean {
    const solution = this.solution();
    if (solution?.every((option) => this.refute(option) === undefined) !== true) return false;
    // Where items have room for more, another solution may have more options.
    const { options, times } = this.#matrix;
    if (times.every(([least, most]) => least === most)) return true;
    const others = [...options.keys()].filter((option) => !solution.includes(option));
    return others.every((option) => this.refute(~option) === undefined);
  }

  #look(more: readonly number[]): ReadonlySet<number> | undefined {
    const decisions = [...this.#decisions, ...more];
    const out = new Set(decisions.filter((decision) => decision < 0).map((decision) => ~decision));
    const chosen = decisions.filter((decision) => decision >= 0);
    const { options, primary } = this.#matrix;
    const live = this.#order.filter(
      (option) => !out.has(option) && options[option]?.some((item) => item < primary),
    );
    const found = this.#extend(new State(this.#matrix), chosen, live);
    if (found === undefined) return undefined;
    const solution = new Set(found);
    this.#known.push(solution);
    return solution;
  }

  /** Chooses these options, and then what is needed. */
  #extend(
    state: State,
    choose: readonly number[],
    options: readonly number[],
  ): number[] | undefined {
    for (const option of choose) {
      if (state.chosen.includes(option)) continue;
      if (!options.includes(option) || !state.hasRoom(option)) return undefined;
      state.choose(option);
    }
    const live = options.filter(
      (option) => !state.chosen.includes(option) && state.hasRoom(option),
    );
    const branch = state.branch(live);
    if (branch === 'done') return [...state.chosen];
    if (branch === undefined) return undefined;
    const rest = live.filter((option) => option !== branch);
    return this.#extend(state.copy(), [branch], live) ?? this.#extend(state, [], rest);
  }
}

/** Options chosen, and how often and in which colour each item is used. */
class State {
  readonly #matrix: MultipleMatrix;
  readonly chosen: number[] = [];
  readonly #uses: number[];
  readonly #colour: number[];

  constructor(matrix: MultipleMatrix, from?: State) {
    this.#matrix = matrix;
    const items = matrix.primary + matrix.secondary;
    this.#uses = from ? [...from.#uses] : new Array(items).fill(0);
    this.#colour = from ? [...from.#colour] : new Array(items).fill(0);
    if (from) this.chosen.push(...from.chosen);
  }

  copy(): State {
    return new State(this.#matrix, this);
  }

  hasRoom(option: number): boolean {
    const { options, colours, primary, times } = this.#matrix;
    return options[option].every((item, k) => {
      const used = this.#uses[item];
      if (item < primary) return used < times[item]?.[1];
      const colour = colours?.[option]?.[k] ?? 0;
      return used === 0 || (colour !== 0 && colour === this.#colour[item]);
    });
  }

  choose(option: number): void {
    this.chosen.push(option);
    this.#matrix.options[option]?.forEach((item, k) => {
      this.#uses[item] = this.#uses[item] + 1;
      this.#colour[item] = this.#matrix.colours?.[option]?.[k] ?? 0;
    });
  }

  /** An option of the item with the fewest to spare; undefined if an item has too few. */
  branch(live: readonly number[]): number | 'done' | undefined {
    const { options, primary, times } = this.#matrix;
    const counts = new Int32Array(primary);
    for (const option of live) {
      for (const item of options[option]) {
        if (item < primary) counts[item] = counts[item] + 1;
      }
    }
    let least = Number.POSITIVE_INFINITY;
    let chosen = -1;
    for (let item = 0; item < primary; item++) {
      const need = times[item]?.[0] - this.#uses[item];
      if (need <= 0) continue;
      const spare = counts[item] - need;
      if (spare < 0) return undefined;
      if (spare < least) [least, chosen] = [spare, item];
    }
    if (chosen < 0) return 'done';
    return live.find((option) => options[option]?.includes(chosen));
  }
}
