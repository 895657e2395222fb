import type { Walked } from '../core/walk.ts';
import type { Slices } from '../kernels/pace.ts';
import type { Outcome } from '../kernels/search.ts';
import { checkBudget } from '../kernels/search.ts';
import type { Compiled } from '../problem/compiled.ts';
import { Position } from './position.ts';
import type { Techniques } from './scale.ts';
import { Simplest, type Step, UpTo } from './step.ts';

/**
 * How steps end: the problem is solved; no technique finds more; or some item cannot be covered any
 * more.
 */
export type Ending = 'solved' | 'stuck' | 'contradiction';

/** Solves a problem step by step, behind the contract of a walk: a step is a solution of it. */
export class Stepping implements Walked {
  readonly position: Position;
  /** The step that was found last; none in a rating, while only known difficulties come up. */
  step: Step | undefined;
  ending: Ending | undefined;
  /** Decisions of all steps so far. */
  readonly decisions: number[] = [];
  /** The hardest step so far. */
  hardest: Step | undefined;
  solutions = 0;
  /** Steps looked for. */
  nodes = 0;
  readonly guesses = 0;
  readonly deepest = 0;
  readonly #list: Techniques['list'];
  /** True if steps up to the hardest so far are taken together. */
  readonly #isRating: boolean;
  #looking: Slices | undefined;

  constructor(
    problem: Compiled,
    techniques: Techniques,
    prefix: Iterable<number>,
    isForOne: boolean,
    isRating: boolean,
  ) {
    this.position = new Position(problem);
    this.#list = techniques.list.filter(
      (technique) => (isForOne || !technique.isForOne) && !(isRating && technique.isUnrated),
    );
    this.#isRating = isRating;
    for (const option of techniques.givens) this.position.choose(option);
    for (const decision of prefix) {
      // One that those before rule out leaves nothing.
      if (!this.position.allows(decision)) this.ending = 'contradiction';
      this.position.decide(decision);
    }
  }

  get updates(): number {
    return this.nodes;
  }

  /** Nothing tells how many steps are left. */
  share(): number {
    return 0;
  }

  toGo(): undefined {
    return undefined;
  }

  advance(nodeBudget: number): Outcome {
    checkBudget(nodeBudget);
    for (;;) {
      if (this.ending !== undefined) return 'exhausted';
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

  /** Looks for one step, applies it, and notes the end if there is none. */
  *#look(): Slices {
    const { position } = this;
    if (position.contradiction !== undefined) this.ending = 'contradiction';
    else if (position.isSolved) this.ending = 'solved';
    if (this.ending !== undefined) return;
    this.nodes++;
    const list = position.isLarge ? this.#list.filter(({ isWide }) => isWide !== true) : this.#list;
    const bound = this.#isRating && this.hardest ? Math.round(10 * this.hardest.difficulty) : 0;
    // What the puzzle is known to need is taken together: its order does not change the hardest.
    const known = new UpTo(bound);
    for (const isLate of [false, true]) {
      for (const technique of list) {
        if (technique.from > bound || (technique.isLate ?? false) !== isLate) continue;
        const slices = technique.find(position, known);
        if (slices !== undefined) yield* slices;
        if (!known.isEnough) continue;
        this.#decide(known.decisions);
        return;
      }
    }
    const simplest = new Simplest();
    for (const { find, to } of list) {
      if (to <= bound) continue;
      const slices = find(position, simplest);
      if (slices !== undefined) yield* slices;
      if (simplest.step !== undefined) break;
    }
    this.step = simplest.step;
    if (this.step === undefined) {
      this.ending = 'stuck';
      return;
    }
    this.#decide(this.step.decisions);
    if (this.hardest === undefined || this.step.difficulty > this.hardest.difficulty) {
      this.hardest = this.step;
    }
    this.solutions++;
  }

  #decide(decisions: readonly number[]): void {
    for (const decision of decisions) this.position.decide(decision);
    this.decisions.push(...decisions);
  }
}
