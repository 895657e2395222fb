import type { Outcome } from '../../engine/kernels/search.ts';
import { checkBudget, type Work } from '../../engine/kernels/search.ts';
import type { Compiled } from '../../engine/problem/compiled.ts';
import type { Slices } from '../../engine/problem/slices.ts';
import { Position } from './position.ts';
import type { Scaled, Techniques } from './scale.ts';
import { Simplest, type Step, UpTo } from './step.ts';
import type { ClueCover } from './variant-cover.ts';

/**
 * How steps end:
 * - `solved`: exactly one solution is left, and that is proven.
 * - `several`: there are several solutions, and no technique finds a step that holds in all.
 * - `stuck`: no technique finds more; there may be one solution or several.
 * - `contradiction`: some item cannot be covered any more, so there is no solution.
 */
export type Ending = 'solved' | 'several' | 'stuck' | 'contradiction';

/** Knowledge of the solutions of a position. */
interface Outlook {
  /** True if there are several. */
  readonly isSeveral: boolean;
  /** All decisions that its solutions share, and that are not made; absent if that is unknown. */
  readonly shared?: readonly number[];
}

/**
 * Looks at the solutions of a position, in slices. It takes a fixed number of nodes at most,
 * so its findings do not rest on a clock.
 */
export type LookAhead = (position: Position) => Slices<Outlook>;

/** The parts of steps. */
export interface Steppable {
  readonly problem: Compiled;
  readonly techniques: Techniques;
  /** The cover of a variant, whose clues are beyond the problem. */
  readonly cover?: ClueCover | undefined;
  /** Decisions that are made before. */
  readonly prefix: readonly number[];
  /** True if there is one solution. */
  readonly isForOne: boolean;
  /** True if steps up to the hardest so far are taken together. */
  readonly isRating?: boolean;
  /** Absent where it is known that there is one solution. */
  readonly lookAhead?: LookAhead | undefined;
}

/** A position on which a technique found nothing: the options of each item. */
interface Clean {
  readonly count: Int32Array;
  readonly era: number;
  readonly version: number;
}

/** Solves a problem step by step, behind the contract of a walk: a step is a solution of it. */
export class Stepping implements Work {
  /** Absent until it is laid out. */
  #position: Position | undefined;
  /** The step that was found last; none in a rating, while only known difficulties come up. */
  step: Step | undefined;
  ending: Ending | undefined;
  /** The hardest step so far. */
  hardest: Step | undefined;
  solutions = 0;
  /** Steps looked for. */
  nodes = 0;
  readonly guesses = 0;
  readonly deepest = 0;
  readonly #list: Techniques['list'];
  readonly #isKept: Techniques['isKept'];
  /** Technique -> how many options the items had when it found nothing, and the era of that. */
  readonly #clean = new Map<Scaled, Clean>();
  /** True if steps up to the hardest so far are taken together. */
  readonly #isRating: boolean;
  #looking: Slices | undefined;
  #failed: Clean | undefined;

  readonly #problem: Compiled;
  readonly #givens: readonly number[];
  readonly #start: Position | undefined;
  /** The decisions of the caller. */
  protected readonly prefix: readonly number[];
  readonly #lookAhead: LookAhead | undefined;
  #outlook: Outlook | undefined;
  #isOver = false;

  constructor({ problem, techniques, prefix, isForOne, isRating = false, lookAhead }: Steppable) {
    this.#problem = problem;
    this.#givens = techniques.givens;
    this.#isKept = techniques.isKept;
    this.#start = techniques.start;
    this.prefix = prefix;
    this.#list = techniques.list.filter(
      (technique) => (isForOne || !technique.isForOne) && !(isRating && technique.isUnrated),
    );
    this.#isRating = isRating;
    this.#lookAhead = lookAhead;
  }

  get updates(): number {
    return this.nodes;
  }

  /** The number of steps left is unknown. */
  share(): number {
    return 0;
  }

  toGo(): undefined {
    return undefined;
  }

  advance(nodeBudget: number): Outcome {
    checkBudget(nodeBudget);
    for (;;) {
      if (this.#isOver || this.ending !== undefined) return 'exhausted';
      this.#looking ??= this.#look();
      const before = this.solutions;
      do {
        if (this.#looking.next().done === true) {
          this.#looking = undefined;
          break;
        }
      } while (nodeBudget === Number.POSITIVE_INFINITY);
      if (this.solutions > before) return 'solution';
      if (this.#looking !== undefined) return 'paused';
    }
  }

  /** The position after the decisions that are given. */
  *#lay(): Slices<boolean> {
    const start = this.#start;
    const position =
      start === undefined ? yield* Position.lay(this.#problem) : Position.from(start);
    let clash: number | undefined;
    const allowed = function* (decisions: readonly number[]) {
      for (const decision of decisions) {
        if (!position.allows(decision)) {
          clash = decision;
          return;
        }
        yield decision;
      }
    };
    yield* position.decideAll(allowed([...this.#givens, ...this.prefix]));
    this.#position = position;
    return yield* this.begin(position, clash);
  }

  /** Looks for one step, applies it, and notes the end if there is none. */
  *#look(): Slices {
    if (this.#position === undefined) this.#isOver = yield* this.#lay();
    const position = this.#position as unknown as Position;
    if (this.#isOver) return;
    if (position.contradiction !== undefined) this.ending = 'contradiction';
    else if (position.isCovered) {
      if (this.#isKept?.(position) === false) this.ending = 'contradiction';
      else this.ending = position.isDecided ? 'solved' : 'several';
    }
    if (this.ending !== undefined) return;
    this.nodes++;
    const list = position.isLarge ? this.#list.filter(({ isWide }) => isWide !== true) : this.#list;
    const bound = this.#isRating && this.hardest ? Math.round(10 * this.hardest.difficulty) : 0;
    // Steps that the puzzle surely needs are taken together: their order does not change the
    // hardest.
    const known = new UpTo(bound);
    for (const isLate of [false, true]) {
      for (const technique of list) {
        if (technique.from > bound || (technique.isLate ?? false) !== isLate) continue;
        if (technique.isWide && (yield* this.#isOpen())) return;
        yield* this.#find(technique, position, known);
        if (!known.isEnough) continue;
        yield* position.decideAll(known.decisions);
        return;
      }
    }
    const simplest = new Simplest();
    for (const technique of list) {
      if (technique.to <= bound) continue;
      if (technique.isWide && (yield* this.#isOpen())) return;
      yield* this.#find(technique, position, simplest);
      if (simplest.step !== undefined) break;
    }
    if (simplest.step === undefined) {
      if (!(yield* this.#isOpen())) this.ending = this.#outlook?.isSeveral ? 'several' : 'stuck';
      return;
    }
    const { step } = simplest;
    yield* position.decideAll(step.decisions);
    this.step = step;
    if (this.hardest === undefined || step.difficulty > this.hardest.difficulty) {
      this.hardest = step;
    }
    this.solutions++;
  }

  /** Lets a technique look, where something changed since it found nothing. */
  *#find(technique: Scaled, position: Position, sink: UpTo | Simplest): Slices {
    const { era, version } = position;
    const last = this.#clean.get(technique);
    const clean = last?.era === era ? last : undefined;
    if (clean?.version === version) return;
    sink.isDeferred = false;
    const slices = technique.find(position, sink, clean?.count);
    if (slices !== undefined) yield* slices;
    // Each technique counts its work from the beginning.
    yield;
    const isFound = sink instanceof UpTo ? sink.isEnough : sink.step !== undefined;
    if (isFound || sink.isDeferred) return;
    if (this.#failed?.version !== version) {
      this.#failed = { count: position.count.slice(), era, version };
    }
    this.#clean.set(technique, this.#failed);
  }

  /**
   * True if the solutions share nothing more, so that no step is left. It looks at them once:
   * before the first technique that compares every option with every other, or at the end.
   */
  *#isOpen(): Slices<boolean> {
    if (this.#lookAhead === undefined) return false;
    const position = this.#position as Position;
    this.#outlook ??= yield* this.#lookAhead(position);
    const { isSeveral, shared } = this.#outlook;
    if (!isSeveral || shared?.every((decision) => position.has(decision)) !== true) return false;
    this.ending = 'several';
    return true;
  }

  /**
   * Called before the first step. `clash`: the first decision of the caller that those before rule
   * out. True if no step is sought.
   */
  // biome-ignore lint/correctness/useYield: there is no work
  protected *begin(_position: Position, clash: number | undefined): Slices<boolean> {
    if (clash !== undefined) this.ending = 'contradiction';
    return clash !== undefined;
  }

  /** Gives back the memory of a look at the solutions that was not ended. */
  end(): void {
    this.#looking?.return();
    this.#looking = undefined;
  }
}
