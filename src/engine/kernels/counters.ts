/** The counters of a search, or of several that work for one question. */
export interface Counters {
  readonly nodes: number;
  readonly guesses: number;
  readonly updates: number;
  readonly deepest: number;
}

/** The counters of several searches, added up. Searches that have ended stay in the sum. */
export class Totals implements Counters {
  protected parts: Counters[];

  constructor(parts: Counters[]) {
    this.parts = parts;
  }

  get nodes(): number {
    let sum = 0;
    for (const part of this.parts) sum += part.nodes;
    return sum;
  }

  get guesses(): number {
    let sum = 0;
    for (const part of this.parts) sum += part.guesses;
    return sum;
  }

  get updates(): number {
    let sum = 0;
    for (const part of this.parts) sum += part.updates;
    return sum;
  }

  /** The most options that one of them has chosen at once. */
  get deepest(): number {
    let most = 0;
    for (const part of this.parts) most = Math.max(most, part.deepest);
    return most;
  }
}

/** A count as a number; above the largest exact one, that number, a lower bound as well. */
export function countedNumber(exact: bigint): number {
  return exact <= Number.MAX_SAFE_INTEGER ? Number(exact) : Number.MAX_SAFE_INTEGER;
}

/** The counters as they stand, for a search that will be used for something else. */
export function recordOf({ nodes, guesses, updates, deepest }: Counters): Counters {
  return { nodes, guesses, updates, deepest };
}
