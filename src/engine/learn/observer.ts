import { NONE } from './clauses.ts';
import { OUT } from './open.ts';
import { ASSUMED, type Trail } from './trail.ts';

/**
 * The reason of a literal: a clause whose other literals are all false, an option chosen that
 * excludes it, or the number of times that an item may be covered. Of a conflict: a clause whose
 * literals are all false, two options chosen that exclude each other (`other` means something only
 * then), or that number.
 */
export type Reason =
  | { readonly kind: 'clause'; readonly literals: readonly number[] }
  | { readonly kind: 'option'; readonly option: number; readonly other?: number }
  | { readonly kind: 'times' };

/** A literal and its reason. */
export interface Implied {
  readonly literal: number;
  readonly reason: Reason;
}

/**
 * Called at each step of `Learn`, to draw it. A literal is k + 1 where option k is
 * chosen, and -k - 1 where it is ruled out. A level is a number of decisions.
 */
export interface LearnObserver {
  /** The search begins. The problem alone settles these literals. */
  began(settled: readonly number[]): void;
  decided(literal: number): void;
  /** Things that follow, in their order, and then perhaps a conflict. */
  followed(implied: readonly Implied[], conflict: Reason | undefined): void;
  /** A clause is added after a conflict or a solution. Then the search goes back. */
  learned(clause: readonly number[]): void;
  /**
   * The search goes back to a level, and keeps the first `size` literals that were decided or
   * followed. If there is a new clause, `next` follows from it.
   */
  wentBack(level: number, size: number, next: Implied | undefined): void;
}

/** Reports the steps to an observer, in the words of the problem. */
export class Reporter {
  private trail: Trail | undefined;
  private readonly observer: LearnObserver;
  /** The literals of the trail before this are shown. */
  private shown = 0;

  constructor(observer: LearnObserver) {
    this.observer = observer;
  }

  began(trail: Trail): void {
    this.trail = trail;
    const { settled, literalOf } = trail.open;
    const literals = Array.from(settled, (option) => option + 1);
    for (const [option, literal] of literalOf.entries()) {
      if (literal === OUT) literals.push(-option - 1);
    }
    this.shown = 0;
    this.observer.began(literals);
  }

  decided(): void {
    const trail = this.trail as Trail;
    this.shown = trail.size;
    this.observer.decided(trail.nameOf(trail.literals[trail.size - 1]));
  }

  /** All that follows is on the trail, to its end or to a conflict. */
  followed(conflict: number): void {
    const trail = this.trail as Trail;
    if (trail.size < this.shown) this.goBack(trail.size, undefined);
    const implied: Implied[] = [];
    let before = NONE;
    let reason: Reason | undefined;
    for (; this.shown < trail.size; this.shown++) {
      const literal = trail.literals[this.shown];
      if (literal >> 1 === trail.open.over) continue;
      const why = trail.reasonOf(literal);
      // One object for all that one option, or one item, rules out.
      if (why !== before || reason === undefined || reason.kind === 'clause') {
        reason = this.reasonOf(why, literal);
      }
      before = why;
      implied.push({ literal: trail.nameOf(literal), reason });
    }
    const end = conflict === NONE ? undefined : this.reasonOf(conflict, NONE);
    this.observer.followed(implied, end);
  }

  /** The search is back, and a literal is true there by a new clause. */
  learned(literal: number, clause: number): void {
    const trail = this.trail as Trail;
    const reason = this.reasonOf(clause, literal);
    if (reason.kind === 'clause') this.observer.learned(reason.literals);
    this.goBack(trail.size - 1, { literal: trail.nameOf(literal), reason });
    this.shown = trail.size;
  }

  private goBack(size: number, next: Implied | undefined): void {
    const trail = this.trail as Trail;
    this.shown = size;
    const kept = trail.named(trail.literals.subarray(0, size)).length;
    this.observer.wentBack(Math.max(0, trail.level - ASSUMED), kept, next);
  }

  private reasonOf(reason: number, literal: number): Reason {
    const trail = this.trail as Trail;
    const { open, clauses, rival } = trail;
    // A unit clause is no clause of the engine, but a literal without a reason.
    if (reason === NONE) return { kind: 'clause', literals: [trail.nameOf(literal)] };
    if (reason > NONE) return { kind: 'clause', literals: trail.named(clauses.literals(reason)) };
    const chosen = -2 - reason;
    if (chosen >= 2 * open.variables) return { kind: 'times' };
    // What an option of a rule rules out, in words of the options whose variables it shares.
    const ruledOut = literal === NONE ? rival ^ 1 : literal;
    if ((chosen & 1) === 1 || (literal === NONE && (rival & 1) === 1)) {
      return { kind: 'clause', literals: [trail.nameOf(ruledOut), trail.nameOf(chosen ^ 1)] };
    }
    const option = open.optionOf[chosen >> 1];
    return { kind: 'option', option, other: open.optionOf[rival >> 1] };
  }
}
