import type { Compiled } from '../problem/compiled.ts';
import {
  below,
  buildLinks,
  commitOthers,
  cover,
  isEmpty,
  leaveOut,
  optionOf,
  shortest,
  uncommitOthers,
  uncover,
} from './dance.ts';
import { type Decisions, type Prefix, Start } from './prefix.ts';
import {
  checkBudget,
  notOnSolution,
  type Outcome,
  type Search,
  type SearchSettings,
} from './search.ts';
import { type Tried, tried } from './shuffle.ts';
import { type Level, prefixes, split } from './split.ts';

/**
 * Dancing links: Knuth's Algorithm C (TAOCP 7.2.2.1), exact cover with colours over linked
 * lists. Each item heads a circular list of the options that are still live, up and down; the
 * primary items not yet covered form a circular list of their own, left and right. A node that
 * is unlinked keeps its own links, so it can dance back in, if all is undone in reverse order.
 */
export class Links implements Search {
  // `private`, not `#`: with so many private names V8 may give instances a dictionary for their
  // fields, if earlier ones were collected meanwhile; that takes 2.2 times as long.
  private readonly compiled: Compiled;
  private readonly settings: SearchSettings;
  private readonly start: Start;
  private readonly tried: Tried;
  private readonly a: Int32Array;
  /** The array as it was built, kept from the first reset on. */
  private pristine: Int32Array | undefined;
  private readonly coloured: boolean;
  /** Option -> one of its nodes in a primary item; 0: never chosen. */
  private readonly nodeOf: Int32Array;
  /** Depth -> the node through which an option was chosen; its top is the item branched on. */
  private readonly chosen: Int32Array;

  private depth = 0;
  private dead = false;
  private done = false;
  private onSolution = false;

  nodes = 0;
  guesses = 0;
  updates = 0;
  solutions = 0;
  deepest = 0;

  constructor(compiled: Compiled, settings: SearchSettings = {}) {
    this.compiled = compiled;
    this.settings = settings;
    this.start = new Start(compiled, settings.prefix);
    this.coloured = compiled.coloured;
    this.tried = tried(compiled, settings.seed);
    const { a, nodeOf } = buildLinks(this.tried);
    this.a = a;
    this.nodeOf = nodeOf;
    this.chosen = new Int32Array(compiled.primary);
    this.begin();
  }

  advance(nodeBudget: number): Outcome {
    checkBudget(nodeBudget);
    if (this.done) return 'exhausted';
    const stop = this.nodes + Math.ceil(nodeBudget);
    if (this.nodes === stop) return 'paused';
    this.onSolution = false;
    return this.run(stop);
  }

  solution(into: number[] = []): number[] {
    if (!this.onSolution) throw notOnSolution();
    return this.path(this.depth, into);
  }

  frontier(): Iterable<Prefix> {
    if (this.done) return [];
    const { a } = this;
    const levels: Level[] = [];
    let { prefix } = this.start;
    let { share } = prefix;
    for (let depth = this.start.chosenCount; depth < this.depth; depth++) {
      const x = this.chosen[depth] as number;
      const item = a[x] as number;
      const untried: number[] = [];
      for (let p = below(a, x); p !== item; p = below(a, p)) untried.push(optionOf(a, p));
      const width = a[item] as number;
      levels.push({ prefix, width, untried });
      share /= width;
      prefix = prefix.and(optionOf(a, x), share);
    }
    return prefixes(this.dead ? undefined : prefix, levels);
  }

  split(atLeast: number): Prefix[] {
    const { compiled, settings } = this;
    return split(this.frontier(), atLeast, () => new Links(compiled, settings));
  }

  share(): number {
    if (this.done) return 1;
    let share = 0;
    let width = 1;
    for (let depth = this.start.chosenCount; depth < this.depth; depth++) {
      const x = this.chosen[depth] as number;
      const item = this.a[x] as number;
      width /= this.a[item] as number;
      for (let p = below(this.a, item); p !== x; p = below(this.a, p)) share += width;
    }
    return this.dead ? share + width : share;
  }

  reset(prefix?: Decisions, length?: number): void {
    if (prefix !== undefined) this.start.set(prefix, length);
    this.pristine ??= buildLinks(this.tried).a;
    this.a.set(this.pristine);
    this.depth = 0;
    this.begin();
  }

  /** A copy of the links and colours as they are: what an exact undo must bring back. @internal */
  snapshot(): Int32Array {
    return this.a.slice();
  }

  /**
   * The search, until `stop` nodes have been chosen. Its phases, with Knuth's steps:
   *
   *           .------------ alive -----------.
   *           v                              |
   *        [pick] an item, cover it (C3, C4) -> [choose] an option, commit its items (C5)
   *                                                ^    |
   *                         the next option of an  |    | no item is left: a solution (C2),
   *                         item further up (C6)   |    v or one without options
   *                                             [back up] (C7, C8) -> exhausted
   *
   * It can stop before every choice, so nothing of a pause needs to be kept but the arrow.
   */
  private run(stop: number): Outcome {
    const a = this.a;
    for (;;) {
      let x: number;
      if (this.dead) {
        if (!this.hasNext()) {
          this.done = true;
          return 'exhausted';
        }
        // There is budget left: a choice made within this call is not dead before the next one.
        this.guesses++;
        x = this.next();
      } else if (isEmpty(a)) {
        this.solutions++;
        this.onSolution = true;
        this.dead = true;
        return 'solution';
      } else {
        if (this.nodes === stop) return 'paused';
        const item = shortest(a);
        if (a[item] === 0) {
          this.dead = true;
          continue;
        }
        if ((a[item] as number) > 1) this.guesses++;
        this.updates += cover(a, item, this.coloured);
        x = below(a, item);
      }
      this.nodes++;
      this.choose(x);
    }
  }

  private choose(x: number): void {
    this.chosen[this.depth++] = x;
    this.updates += commitOthers(this.a, x, this.coloured);
    if (this.depth > this.deepest) this.deepest = this.depth;
  }

  /** Whether some level has an option left to try; leaves the levels that have none. */
  private hasNext(): boolean {
    const a = this.a;
    while (this.depth > this.start.chosenCount) {
      const x = this.chosen[this.depth - 1] as number;
      if (below(a, x) !== a[x]) return true;
      this.leave();
    }
    return false;
  }

  /** Leaves the last level: the undoing of its choice, and of its item's being covered. */
  private leave(): void {
    const x = this.chosen[--this.depth] as number;
    uncommitOthers(this.a, x, this.coloured);
    uncover(this.a, this.a[x] as number, this.coloured);
  }

  /** Takes the last choice back, and gives the next option of its item. */
  private next(): number {
    const x = this.chosen[--this.depth] as number;
    uncommitOthers(this.a, x, this.coloured);
    this.dead = false;
    return below(this.a, x);
  }

  private path(depth: number, into: number[] = []): number[] {
    into.length = depth;
    for (let d = 0; d < depth; d++) into[d] = optionOf(this.a, this.chosen[d] as number);
    return into;
  }

  /** Begins below the prefix: levels at the root that are never left before a reset. */
  private begin(): void {
    const { chosen, chosenCount, leftOut, leftOutCount } = this.start;
    this.dead = this.done = this.onSolution = false;
    this.solutions = this.deepest = 0;
    for (let k = 0; k < leftOutCount; k++) {
      leaveOut(this.a, this.nodeOf[leftOut[k] as number] as number, this.coloured);
    }
    for (let k = 0; k < chosenCount; k++) {
      const x = this.nodeOf[chosen[k] as number] as number;
      cover(this.a, this.a[x] as number, this.coloured);
      this.choose(x);
    }
    this.nodes = this.guesses = this.updates = 0;
  }
}
