/** One line of an argument: an option holds, or is out, because of an item. */
export interface Link {
  readonly option: number;
  readonly holds: boolean;
  /** The item that passes it on from the line before; -1 for the assumption at the beginning. */
  readonly item: number;
}

/** Why a step is right, in items and options. */
export interface Reason {
  /** The items that it is about: the place to look at. */
  readonly items: readonly number[];
  /** Further items, which their options use up. */
  readonly covers: readonly number[];
  /** The options that the argument weighs. */
  readonly options: readonly number[];
  /** Chains of conclusions, each from its own assumption. */
  readonly chains: readonly (readonly Link[])[];
  /** What a clue of a variant says, in sentences; absent for steps on items and options alone. */
  readonly text?: readonly string[];
}

/** A step of a person with a pencil: options to choose, and options to cross out. */
export interface Step {
  /** The name of the technique: `hidden single`, `x-wing`. */
  readonly technique: string;
  /** From 1.0 up; the scale of Sukaku Explainer for a Sudoku. */
  readonly difficulty: number;
  /** Options that hold. */
  readonly chosen: readonly number[];
  /** Options that are out, without those that a chosen option excludes. */
  readonly crossedOut: readonly number[];
  /** The same as decisions: `k` for an option chosen, `~k` for one crossed out. */
  readonly decisions: readonly number[];
  readonly reason: Reason;
}

/** The parts of a reason that are there. */
export type Why = Partial<Reason>;

/**
 * Takes what a technique finds. A difficulty is in tenths: 15 for 1.5. `why` is asked only for a
 * step that is kept, and before `add` returns: what it reads is used again. Of two steps of one
 * difficulty the one of smaller `size` is simpler.
 */
export interface Sink {
  /** True if a long technique may stop. */
  readonly isEnough: boolean;
  /** True if a step of that difficulty would be taken. */
  accepts(tenths: number, size?: number): boolean;
  /** Notes that there is something that may become a step, though no item of it changes. */
  defer?(): void;
  /** Offers a step by a technique: its difficulty, and what it decides. */
  add(
    technique: string,
    tenths: number,
    decisions: readonly number[],
    why: () => Partial<Reason>,
    size?: number,
  ): void;
}

const NOTHING: readonly never[] = [];

/** Keeps the simplest step. */
export class Simplest implements Sink {
  readonly isEnough = false;
  step: Step | undefined;
  isDeferred = false;
  #tenths = Number.POSITIVE_INFINITY;
  #size = Number.POSITIVE_INFINITY;

  accepts(tenths: number, size = 0): boolean {
    return tenths < this.#tenths || (tenths === this.#tenths && size < this.#size);
  }

  defer(): void {
    this.isDeferred = true;
  }

  add(
    technique: string,
    tenths: number,
    decisions: readonly number[],
    why: () => Partial<Reason>,
    size = 0,
  ): void {
    if (!this.accepts(tenths, size)) return;
    this.#tenths = tenths;
    this.#size = size;
    const { items = NOTHING, covers = NOTHING, options = NOTHING, chains = NOTHING, text } = why();
    this.step = {
      technique,
      difficulty: tenths / 10,
      chosen: decisions.filter((decision) => decision >= 0),
      crossedOut: decisions.filter((decision) => decision < 0).map((decision) => ~decision),
      decisions: [...decisions],
      reason: { items, covers, options, chains, ...(text && { text }) },
    };
  }
}

/** Takes the decisions of all steps up to a difficulty, in tenths. */
export class UpTo implements Sink {
  readonly decisions: number[] = [];
  /** True if a step was refused or deferred: another look may find it. */
  isDeferred = false;
  readonly #bound: number;

  constructor(bound: number) {
    this.#bound = bound;
  }

  get isEnough(): boolean {
    return this.decisions.length > 0;
  }

  accepts(tenths: number): boolean {
    if (tenths > this.#bound) this.isDeferred = true;
    return tenths <= this.#bound;
  }

  defer(): void {
    this.isDeferred = true;
  }

  add(_technique: string, tenths: number, decisions: readonly number[]): void {
    if (this.accepts(tenths)) this.decisions.push(...decisions);
  }
}
