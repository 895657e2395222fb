import type { Compiled } from '../../problem/compiled.ts';
import { integers } from '../../problem/memory.ts';
import { finish, SlicedLayout, type Slices } from '../../problem/slices.ts';
import type { Observer } from '../observer.ts';
import type { Decisions, Prefix } from '../prefix.ts';
import type { Outcome, Search, SearchSettings } from '../search.ts';
import { type SearchOrder, searchOrderInSlices } from '../search-order.ts';
import { type Branch, TreeSearch } from '../tree-search.ts';
import {
  below,
  borderOf,
  buildLinks,
  commitOthers,
  cover,
  isEmpty,
  itemAt,
  leaveOut,
  optionOf,
  shortest,
  uncommitOthers,
  uncover,
} from './dance.ts';

/**
 * Dancing links: Knuth's Algorithm C (TAOCP 7.2.2.1), exact cover with colours over linked
 * lists. Each item heads a circular list of its live options, up and down. The primary items not
 * yet covered form another one, left and right. A node that is unlinked keeps its own links: it
 * dances back in when all steps are undone in reverse order.
 */
export class Links extends TreeSearch {
  observer: Observer | undefined;
  private order: SearchOrder;
  private a: Int32Array = new Int32Array(0);
  /** The array as it was built, kept from the first reset on. */
  private pristine: Int32Array | undefined;
  private readonly coloured: boolean;
  /** The address of the last preferred item, or 0. */
  private border = 0;
  /** Option -> one of its nodes in a primary item; 0: never chosen. */
  private nodeOf: Int32Array = new Int32Array(0);
  /** Depth -> the node through which an option was chosen; its top is the item branched on. */
  private readonly chosen: Int32Array;
  /** Depth -> how many options of that item were tried before. */
  private readonly triedBefore: Int32Array;

  constructor(compiled: Compiled, settings: SearchSettings = {}) {
    super(compiled, settings);
    this.coloured = compiled.coloured;
    this.order = { compiled };
    this.chosen = integers(compiled.primary, 'the choices of a search');
    this.triedBefore = integers(compiled.primary, 'the choices of a search');
    this.layingOut = new SlicedLayout(compiled, () => this.build(compiled, settings.seed));
    this.layOut();
  }

  private *build(compiled: Compiled, seed: number | undefined): Slices {
    this.order = yield* searchOrderInSlices(compiled, seed);
    const { a, nodeOf } = yield* buildLinks(this.order);
    this.a = a;
    this.nodeOf = nodeOf;
    this.border = borderOf(this.order.preferred ?? 0);
  }

  override frontier(): Iterable<Prefix> {
    return this.frontierOf(this.depth - this.start.chosenCount, (n) => this.branchAt(n));
  }

  override share(): number {
    return this.shareOf(this.depth - this.start.chosenCount, (n) => this.branchAt(n));
  }

  private branchAt(n: number): Branch {
    const { a } = this;
    const depth = this.start.chosenCount + n;
    const x = this.chosen[depth];
    const item = a[x];
    const width = a[item];
    const untried = () => {
      const options: number[] = [];
      for (let p = below(a, x); p !== item; p = below(a, p)) options.push(optionOf(a, p));
      return options;
    };
    return { depth, width, left: width - this.triedBefore[depth] - 1, untried };
  }

  override reset(prefix?: Decisions, length?: number): void {
    if (prefix !== undefined) this.start.set(prefix, length);
    if (this.layingOut !== undefined) return;
    this.pristine ??= finish(buildLinks(this.order)).a;
    this.a.set(this.pristine);
    this.depth = 0;
    this.begin();
  }

  /** A copy of the links and colours as they are: what an exact undo must bring back. @internal */
  snapshot(): Int32Array {
    return this.a.slice();
  }

  /**
   * At most `limit` nodes of the search (at least 1), until there is `enough` work or all `wanted`
   * solutions. Its phases, with Knuth's steps:
   *
   *           .------------ alive -----------.
   *           v                              |
   *        [pick] an item, cover it (C3, C4) -> [choose] an option, commit its items (C5)
   *                                                ^    |
   *                         the next option of an  |    | no item is left: a solution (C2),
   *                         item further up (C6)   |    v or one without options
   *                                             [back up] (C7, C8) -> exhausted
   *
   * It can stop before every choice. `mustBackUp` says on which arrow it stands.
   */
  protected override run(limit: number): Outcome {
    const a = this.a;
    const stop = this.nodes + limit;
    for (;;) {
      let x: number;
      if (this.mustBackUp) {
        if (!this.hasNext()) {
          this.done = true;
          return 'exhausted';
        }
        if (this.nodes === stop || this.updates + this.looks >= this.enough) return 'paused';
        this.guesses++;
        x = this.next();
        this.triedBefore[this.depth] = this.triedBefore[this.depth] + 1;
      } else if (isEmpty(a)) {
        this.solutions++;
        this.mustBackUp = true;
        if (this.solutions < this.wanted) continue;
        this.onSolution = true;
        return 'solution';
      } else {
        if (this.nodes === stop || this.updates + this.looks >= this.enough) return 'paused';
        this.looks += this.primary;
        const item = shortest(a, this.border);
        if (a[item] === 0) {
          this.mustBackUp = true;
          continue;
        }
        // An item with one option left is forced: no guess.
        if (a[item] > 1) this.guesses++;
        this.observer?.picked(itemAt(item), a[item]);
        const nodes = cover(a, item, this.coloured);
        this.updates += nodes;
        this.observer?.covered(itemAt(item), nodes);
        x = below(a, item);
        this.triedBefore[this.depth] = 0;
      }
      this.nodes++;
      this.choose(x);
    }
  }

  private choose(x: number): void {
    this.chosen[this.depth++] = x;
    this.observer?.chosen(itemAt(this.a[x]), optionOf(this.a, x));
    this.updates += commitOthers(this.a, x, this.coloured, this.observer);
    if (this.depth > this.deepest) this.deepest = this.depth;
  }

  /** True if some level has an option left to try; leaves the levels that have none. */
  private hasNext(): boolean {
    const a = this.a;
    while (this.depth > this.start.chosenCount) {
      const x = this.chosen[this.depth - 1];
      if (below(a, x) !== a[x]) return true;
      this.leave();
    }
    return false;
  }

  /** Leaves the last level: the undoing of its choice, and of its item's being covered. */
  private leave(): void {
    const x = this.chosen[--this.depth];
    uncommitOthers(this.a, x, this.coloured, this.observer);
    uncover(this.a, this.a[x], this.coloured);
    this.observer?.takenBack();
  }

  /** Takes the last choice back, and gives the next option of its item. */
  private next(): number {
    const x = this.chosen[--this.depth];
    uncommitOthers(this.a, x, this.coloured, this.observer);
    this.observer?.takenBack();
    this.mustBackUp = false;
    return below(this.a, x);
  }

  protected override chosenAt(depth: number): number {
    return optionOf(this.a, this.chosen[depth]);
  }

  protected override twin(): Search {
    return new Links(this.compiled, this.settings);
  }

  /** Begins below the prefix: levels at the root that are never left before a reset. */
  protected override begin(): void {
    const { chosen, chosenCount, leftOut, leftOutCount } = this.start;
    this.mustBackUp = this.done = this.onSolution = false;
    this.solutions = this.deepest = 0;
    for (let k = 0; k < leftOutCount; k++) {
      leaveOut(this.a, this.nodeOf[leftOut[k]], this.coloured);
    }
    for (let k = 0; k < chosenCount; k++) {
      const x = this.nodeOf[chosen[k]];
      cover(this.a, this.a[x], this.coloured);
      this.choose(x);
    }
    this.nodes = this.guesses = this.updates = this.looks = 0;
  }
}
