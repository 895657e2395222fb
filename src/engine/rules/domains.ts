import type { Compiled } from '../problem/compiled.ts';
import { integers } from '../problem/memory.ts';
import { CHOSEN, NONE, OPEN, Propagation } from '../problem/propagation.ts';
import type { Slices } from '../problem/slices.ts';
import { FEW_VALUES } from './value-lists.ts';

/** The most work of covering at the root, in nodes looked at: about a quarter of a second. */
const MOST_COVERING_WORK = 1 << 25;

const NONE_AT_ALL: readonly number[] = [];

/**
 * The variables, and which of their values are left. A *literal* is a value of a variable; those of
 * variable x are `start[x]` to `start[x + 1] - 1`. It is left as long as some option that gives it is
 * left. A literal without options belongs to a variable that rules add, or stands for "none of these
 * options".
 *
 * So a value that goes takes its options with it, and an option that covering excludes (a row that
 * has its 5) takes values of other variables.
 */
export class Domains {
  readonly covering: Propagation;
  /** Variable -> its first literal, and one more entry for the end. */
  readonly start: number[] = [0];
  /** Variable -> the number of its literals that are left. */
  readonly size: number[] = [];
  /** Variable -> its item, or `NONE`, and the rule that made it. */
  readonly itemOf: number[] = [];
  readonly ruleOf: number[] = [];
  /** Literal -> its value, its variable, its options, and the number of them that are left (1 where it has none). */
  readonly value: unknown[] = [];
  readonly variableOf: number[] = [];
  readonly optionsOf: (readonly number[])[] = [];
  readonly left: number[] = [];
  /** The rule that prunes, and the rule that left nothing; `NONE` for covering itself. */
  acting = NONE;
  failed: number | undefined;
  /** Option -> the rule that took it out, if one did. */
  readonly takenBy: Int32Array;
  /** Variable -> value -> literal, where it has more than a few. */
  private readonly index: (Map<unknown, number> | undefined)[] = [];
  /** Literal -> the last round in which it was supported. */
  private readonly supported: number[] = [];
  private round = 0;
  /** Option -> its literals. */
  private readonly literalsOf: (number[] | undefined)[];
  /** The decisions of covering that were read. */
  private read = 0;
  private readonly touched: number[] = [];
  private readonly isTouched: boolean[] = [];

  constructor(stated: Compiled) {
    this.covering = new Propagation(stated);
    this.takenBy = integers(stated.options, 'the options that rules take out');
    this.literalsOf = new Array<number[] | undefined>(stated.options);
  }

  /**
   * A variable with these values, each with the options that give it, of an item or of several.
   * Returns its number.
   */
  add(
    values: readonly unknown[],
    options: readonly (readonly number[])[] = [],
    item: number = NONE,
  ): number {
    this.readDecisions();
    const { covering } = this;
    const x = this.size.length;
    const index = values.length > FEW_VALUES ? new Map<unknown, number>() : undefined;
    let size = 0;
    for (let k = 0; k < values.length; k++) {
      const value = values[k];
      const literal = this.value.length;
      const own = options[k] ?? NONE_AT_ALL;
      let left = own.length === 0 ? 1 : 0;
      for (const option of own) {
        const others = this.literalsOf[option];
        if (others === undefined) this.literalsOf[option] = [literal];
        else others.push(literal);
        const state = covering.state[option];
        if (state === OPEN || state === CHOSEN) left++;
      }
      index?.set(value, literal);
      this.value.push(value);
      this.variableOf.push(x);
      this.optionsOf.push(own);
      this.left.push(left);
      if (left > 0) size++;
    }
    this.index.push(index);
    this.itemOf.push(item);
    this.ruleOf.push(this.acting);
    this.start.push(this.value.length);
    this.size.push(size);
    this.isTouched.push(false);
    if (size === 0) this.fail();
    return x;
  }

  has(literal: number): boolean {
    return this.left[literal] > 0;
  }

  /** The number of literals of a variable, those that are gone too. */
  allOf(x: number): number {
    return this.start[x + 1] - this.start[x];
  }

  /** The literals of a variable that are left. */
  literals(x: number): number[] {
    const found: number[] = [];
    for (let literal = this.start[x]; literal < this.start[x + 1]; literal++) {
      if (this.left[literal] > 0) found.push(literal);
    }
    return found;
  }

  /** The literal of a variable with a value, if it is left. */
  literalWith(x: number, value: unknown): number | undefined {
    const index = this.index[x];
    if (index !== undefined) {
      const literal = index.get(value);
      return literal !== undefined && this.left[literal] > 0 ? literal : undefined;
    }
    const end = this.start[x + 1];
    for (let literal = this.start[x]; literal < end; literal++) {
      if (this.value[literal] === value) return this.left[literal] > 0 ? literal : undefined;
    }
    return undefined;
  }

  /** There is no solution, by the acting rule. */
  fail(): void {
    this.failed ??= this.acting;
  }

  /** True if a literal is given by options of the problem. */
  isStated(literal: number): boolean {
    return this.optionsOf[literal].length > 0;
  }

  /** Forgets what was noted by `support`. */
  beginSupport(): void {
    this.round++;
  }

  /** Notes that a literal can be. */
  support(literal: number): void {
    this.supported[literal] = this.round;
  }

  /**
   * The variables of options of which one must be chosen, since "none of these" is out. No item says it
   * yet.
   */
  required(): number[] {
    const found: number[] = [];
    for (let x = 0; x < this.size.length; x++) {
      const left = this.literals(x);
      const isGroup = this.itemOf[x] === NONE && left.some((literal) => this.isStated(literal));
      if (isGroup && left.every((literal) => this.isStated(literal))) found.push(x);
    }
    return found;
  }

  /** Takes out the other literals of its variable. */
  keepOnly(literal: number): void {
    for (const other of this.literals(this.variableOf[literal])) {
      if (other !== literal) this.remove(other);
    }
  }

  /** Takes out the literals of these variables that nothing has supported since `beginSupport`. */
  removeUnsupported(variables: readonly number[]): void {
    for (const x of variables) {
      for (let literal = this.start[x]; literal < this.start[x + 1]; literal++) {
        if (this.left[literal] > 0 && this.supported[literal] !== this.round) this.remove(literal);
      }
    }
  }

  /** The literals that an option gives. */
  literalsIn(option: number): readonly number[] {
    return this.literalsOf[option] ?? NONE_AT_ALL;
  }

  /** Takes a literal out, for the acting rule. */
  remove(literal: number): void {
    if (this.left[literal] === 0) return;
    const options = this.optionsOf[literal];
    if (options.length === 0) this.drop(literal);
    for (const option of options) this.exclude(option);
  }

  /** Takes an option out, for the acting rule. */
  exclude(option: number): void {
    const { covering } = this;
    const state = covering.state[option];
    if (state === CHOSEN) this.fail();
    if (state !== OPEN) return;
    this.takenBy[option] = this.acting;
    covering.decide(~option);
    this.readDecisions();
  }

  /** What follows from covering. */
  *settle(): Slices {
    const { covering } = this;
    if (covering.work < MOST_COVERING_WORK) {
      for (const slices = covering.run(); slices.next().done !== true; ) {
        if (covering.work >= MOST_COVERING_WORK) break;
        yield;
      }
    }
    this.readDecisions();
    if (covering.dead !== NONE) this.fail();
  }

  /** The variables that have lost values since the last call. */
  takeTouched(): readonly number[] {
    if (this.touched.length === 0) return this.touched;
    const taken = this.touched.splice(0);
    for (const x of taken) this.isTouched[x] = false;
    return taken;
  }

  private readDecisions(): void {
    const { covering } = this;
    for (; this.read < covering.decided; this.read++) {
      const option = covering.order[this.read];
      const isChosen = covering.state[option] === CHOSEN;
      for (const literal of this.literalsIn(option)) {
        if (isChosen) this.dropOthers(literal);
        else {
          this.left[literal]--;
          if (this.left[literal] === 0) this.lose(literal);
        }
      }
    }
  }

  /** A chosen option decides against "none of these options". */
  private dropOthers(literal: number): void {
    const x = this.variableOf[literal];
    for (let other = this.start[x]; other < this.start[x + 1]; other++) {
      if (this.left[other] > 0 && this.optionsOf[other].length === 0) this.drop(other);
    }
  }

  private drop(literal: number): void {
    this.left[literal] = 0;
    this.lose(literal);
  }

  private lose(literal: number): void {
    const x = this.variableOf[literal];
    this.size[x]--;
    if (this.size[x] === 0) this.fail();
    if (this.isTouched[x]) return;
    this.isTouched[x] = true;
    this.touched.push(x);
  }
}
