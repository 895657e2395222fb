// Fields of a clause. Not exported: V8 folds the constants of a module only where they stay in it.
const META = 1;
const SEEK = 2;
const HEAD = 3;
// What `meta` says, from its lowest bit up: learned; used of late, 0 to 3; the glue.
const LEARNED = 1;
const USED = 2;
const GLUE = 8;
/** The `meta` of a clause that is to go. */
const GONE = -1;
/** The integers of a list: where it begins, where it ends, where its room ends. */
const LIST = 3;
/** The bytes that each integer of a clause may take: its own, and its share of the lists. */
const BYTES = 8;

/**
 * The clauses, each saying that at least one of its literals is true: the primary items ("one of
 * its options is chosen"), what was learned, and the solutions found ("not this one again").
 *
 *     a     | size | meta | seek | literal literal literal ... | size | ...
 *
 * A clause is named by the address of its size. `seek` is where the last search for a literal to
 * watch ended, as an offset: the next one goes on from there (Gent, 2013).
 *
 * Two literals of each clause, the first two, are *watched*: as long as neither is false the clause
 * has nothing to say, and nothing needs undoing when values are taken back (Moskewicz and others:
 * Chaff, 2001). The list of a literal has a pair for each clause that watches it:
 *
 *     watch     | clause | blocker | clause | blocker | ... room ...
 *
 * The blocker is another literal of the clause. While it is true the clause is not even read
 * (Sörensson and Eén: MiniSat 2.1, 2008). A clause of two literals is listed as ~clause; then the
 * blocker is its other literal, and it is never read at all.
 */
export class Clauses {
  a: Int32Array;
  /** Where the next clause goes. */
  top = 0;
  watch: Int32Array = new Int32Array(0);
  /** Literal -> its list in `watch`. */
  readonly heads: Int32Array;
  private watchTop = 0;

  constructor(literals: number, room: number) {
    this.a = new Int32Array(room);
    this.heads = new Int32Array(LIST * literals);
  }

  get bytes(): number {
    return this.a.byteLength + this.watch.byteLength + this.heads.byteLength;
  }

  /** Whether a clause of that many literals has room, which is made if `limit` bytes allow it. */
  hasRoom(literals: number, limit: number): boolean {
    const { bytes } = this;
    if (bytes > limit) return false;
    const needed = this.top + HEAD + literals;
    const { length } = this.a;
    if (needed <= length) return true;
    const most = length + Math.floor((limit - bytes) / BYTES);
    if (needed > most) return false;
    const grown = new Int32Array(Math.min(most, Math.max(needed, 2 * length)));
    grown.set(this.a.subarray(0, this.top));
    this.a = grown;
    return true;
  }

  /** Adds a clause of two literals or more, for which there is room; `glue` if it was learned. */
  add(literals: ArrayLike<number>, size: number, glue = 0): number {
    const clause = this.top;
    const { a } = this;
    a[clause] = size;
    a[clause + META] = glue > 0 ? LEARNED | (glue * GLUE) : 0;
    a[clause + SEEK] = 2;
    for (let k = 0; k < size; k++) a[clause + HEAD + k] = literals[k] as number;
    this.top = clause + HEAD + size;
    this.attach(clause);
    return clause;
  }

  /** Puts a clause on the list of a literal. */
  push(literal: number, name: number, blocker: number): void {
    const { heads } = this;
    const head = LIST * literal;
    if (heads[head + 1] === heads[head + 2]) this.makeRoom(head);
    const at = heads[head + 1] as number;
    this.watch[at] = name;
    this.watch[at + 1] = blocker;
    heads[head + 1] = at + 2;
  }

  /** Calls with each clause, in the order in which they were added. */
  each(visit: (clause: number) => void): void {
    const { a } = this;
    for (let clause = 0; clause < this.top; clause += HEAD + (a[clause] as number)) {
      if (a[clause + META] !== GONE) visit(clause);
    }
  }

  /** A view of its literals. */
  literals(clause: number): Int32Array {
    return this.a.subarray(clause + HEAD, clause + HEAD + (this.a[clause] as number));
  }

  isLearned(clause: number): boolean {
    return ((this.a[clause + META] as number) & LEARNED) !== 0;
  }

  /** Of a learned clause: the fewest levels that its literals were seen to lie in. */
  glue(clause: number): number {
    return Math.floor((this.a[clause + META] as number) / GLUE);
  }

  /** Marks a clause to go at the next `rebuild`. Until then it is still heeded. */
  drop(clause: number): void {
    this.a[clause + META] = GONE;
  }

  /** Notes that a learned clause was of use, and its glue then. */
  use(clause: number, glue: number, used: 1 | 2): void {
    const meta = this.a[clause + META] as number;
    const fewest = Math.min(glue, Math.floor(meta / GLUE));
    this.a[clause + META] = LEARNED | (used * USED) | (fewest * GLUE);
  }

  /** Whether a learned clause was of use of late; after as many times as `used` said, no more. */
  wearUse(clause: number): boolean {
    const meta = this.a[clause + META] as number;
    if ((meta & (3 * USED)) === 0) return false;
    this.a[clause + META] = meta - USED;
    return true;
  }

  /**
   * Closes the gaps of clauses that were dropped, and of those that are true for good, leaves out
   * literals that are false for good, and lays out all lists anew. For when all values there are
   * stand for good and have been followed up: then no clause left has fewer than two open literals.
   */
  rebuild(values: Int8Array): void {
    const { a, heads } = this;
    heads.fill(0);
    let to = 0;
    for (let clause = 0, next = 0; clause < this.top; clause = next) {
      next = clause + HEAD + (a[clause] as number);
      const meta = a[clause + META] as number;
      if (meta === GONE) continue;
      let end = to + HEAD;
      let isTrue = false;
      for (let k = clause + HEAD; k < next; k++) {
        const literal = a[k] as number;
        const value = values[literal] as number;
        if (value > 0) isTrue = true;
        else if (value === 0) a[end++] = literal;
      }
      if (isTrue) continue;
      a[to] = end - to - HEAD;
      a[to + META] = meta;
      a[to + SEEK] = 2;
      for (let k = to + HEAD; k < to + HEAD + 2; k++) {
        const head = LIST * (a[k] as number);
        heads[head + 1] = (heads[head + 1] as number) + 2;
      }
      to = end;
    }
    this.top = to;
    this.layOutLists();
    for (let clause = 0; clause < to; clause += HEAD + (a[clause] as number)) this.attach(clause);
  }

  private attach(clause: number): void {
    const { a } = this;
    const first = a[clause + HEAD] as number;
    const second = a[clause + HEAD + 1] as number;
    const name = a[clause] === 2 ? ~clause : clause;
    this.push(first, name, second);
    this.push(second, name, first);
  }

  /** Gives each list as much room as `heads` says it needs, and half as much again. */
  private layOutLists(): void {
    const { heads } = this;
    let top = 0;
    for (let head = 0; head < heads.length; head += LIST) {
      const needed = heads[head + 1] as number;
      heads[head] = heads[head + 1] = top;
      top += needed + 2 * (needed >> 2) + 4;
      heads[head + 2] = top;
    }
    this.watchTop = top;
    const { length } = this.watch;
    if (top > length || 3 * top < length) this.watch = new Int32Array(top + (top >> 1));
  }

  /** Moves a list to the end, with twice the room. What it leaves is lost until `rebuild`. */
  private makeRoom(head: number): void {
    const { heads, watchTop } = this;
    const start = heads[head] as number;
    const end = heads[head + 1] as number;
    const top = watchTop + Math.max(8, 2 * (end - start));
    if (top > this.watch.length) {
      const grown = new Int32Array(top + (top >> 1));
      grown.set(this.watch.subarray(0, watchTop));
      this.watch = grown;
    }
    this.watch.copyWithin(watchTop, start, end);
    heads[head] = watchTop;
    heads[head + 1] = watchTop + end - start;
    heads[head + 2] = this.watchTop = top;
  }
}
