import { Compiled, emptyCompiled } from '../problem/compiled.ts';
import { NONE } from '../problem/propagation.ts';
import type { Slices } from '../problem/slices.ts';
import type { Account } from './account.ts';
import type { Open } from './open.ts';

/** A variable has its values as bits of an integer, and the sign bit is free. */
const BITS = 32;
/** The work for a sum that may be woken, in the unit of `Account.left`. */
const READ_WORK = 4;
const MOST_MASK = 2 ** 31 - 1;
const UNREAD = 2 ** 31 - 1;

// Fields of a sum.
const LEAST = 0;
const MOST = 1;
const GROUPS = 2;
const SUM_HEAD = 3;
// Fields of a group, before its variables.
const WEIGHT = 0;
const SIZE = 1;
const GROUP_HEAD = 2;
// Fields of a reason, before its literals, or before the fields of one by bounds.
const BEFORE = 0;
const AT = 1;
/** The number of its literals; `NONE` for one by bounds. */
const COUNT = 2;
const REASON_HEAD = 3;
// Fields of a reason by bounds.
const SUM = 3;
/** Where the variable is whose value goes, or `NONE`; and the value that is hardest to rule out. */
const PLACE = 4;
const VALUE = 5;
const TOO_LARGE = 6;
/** The literals of the trail that were read. */
const READ = 7;
const BOUNDS_REASON = 8;

/** The part of the trail that the sums use. */
interface Assignment {
  readonly values: Int8Array;
  readonly origins: Int32Array;
  readonly literals: Int32Array;
  readonly size: number;
  readonly head: number;
  updates: number;
  readonly account: Account;
  assign(literal: number, reason: number): void;
}

/**
 * The sums that a compiled problem tells of, such as the rule of 45 in a killer Sudoku. They follow from
 * the rest and change no answer. They rule out values sooner than clauses do.
 *
 * Each variable has its values as the bits of an integer. Those of a *group* have one weight and differ.
 * From its least value on each takes a place of its own, as cars that park along a street do; which
 * places are taken does not depend on who comes first:
 *
 *     least values  1 1 2    places  1 2 3    so at least 6
 *
 * A value goes if the sum would be too small or too large with it. Where at most 3 variables are open, a
 * value goes as soon as none of the others make up the rest.
 *
 * What follows has a *reason*: for each other variable what is out below its least value, or above its
 * most, or the value that it has. It is written when a conflict asks for it, from what was out at the
 * time. Where less would do, it says less: a sum that is too large by 3 is so, too, if a variable may
 * be smaller by 2. Reasons of values without partners are written at once.
 */
export class Sums {
  /** Where the literals that `explain` found are, and begin. */
  reason: Int32Array;
  from = 0;
  /** The literals of the trail before this are read. */
  head = 0;
  /** The literals that sums have ruled out, and their conflicts. */
  found = 0;
  /** Variable -> the bits of the values that are left. */
  private readonly masks: Int32Array;
  /** Variable x BITS + bit -> the literal of the value, or `NONE`. */
  private readonly literalAt: Int32Array;
  /** Literal -> where the values that it rules out begin in `uses`; one more at the end. */
  private readonly useStart: Int32Array;
  /** Variables x BITS + bit. */
  private readonly uses: Int32Array;
  private readonly sums: Int32Array;
  /** Variable -> where its sums begin in `watchers`; one more at the end. */
  private readonly watchStart: Int32Array;
  /** Sums, by their number. */
  private readonly watchers: Int32Array;
  /** Sum -> where it begins in `sums`. */
  private readonly start: Int32Array;
  /** The sums to look at, in a ring. */
  private readonly queue: Int32Array;
  private readonly isQueued: Int8Array;
  /** Sum -> 1 if few of its variables were open when it was last looked at. */
  private readonly hasFew: Int8Array;
  private next = 0;
  private waiting = 0;
  /** Group of a sum -> the least and the most that its bits add up to. */
  private readonly lows: Int32Array;
  private readonly highs: Int32Array;
  private readonly lowPlaces: Int32Array;
  private readonly highPlaces: Int32Array;
  /** The open variables of a sum with few of them, and their weights and groups. */
  private readonly open = new Int32Array(3);
  private readonly weights = new Int32Array(3);
  private readonly groupOf = new Int32Array(3);
  /** The values that are missing for another one. */
  private readonly missing = new Int32Array(BITS);
  private missingSize = 0;
  /** Variable -> the bits of the values that it had at first. */
  private readonly all: Int32Array;
  /** Variable of the trail -> its place there, or `UNREAD`. */
  private readonly readAt: Int32Array;
  /** The literals of the last reason by bounds that was written, and where that is. */
  private readonly bounds: Int32Array;
  private boundsSize = 0;
  private written = NONE;
  /** Place in a sum -> the bits that are left, and those that are left for good. */
  private readonly masksThen: Int32Array;
  private readonly masksForGood: Int32Array;
  /** Group of a sum -> how much it adds to what is too large. */
  private readonly parts: Float64Array;
  private trail: Assignment | undefined;
  /** Each reason knows where the one before is, and the size of the trail at the time. */
  private reasons: Int32Array;
  private last = NONE;
  private top = 0;
  private readonly account: Account;
  /** The codes of other reasons end here. */
  private readonly offset: number;

  /** The part of a problem that sums do not say; undefined where that is all of it. */
  static needed(compiled: Compiled): Compiled | undefined {
    const { data, sumsAt, sumIntegers, primary, secondary, stated, multiple } = compiled;
    if (sumIntegers === 0 || multiple || data[sumsAt + 2] === compiled.options) return undefined;
    const { startAt, itemAt, colourAt, coloured, prefers, preferredAt } = compiled;
    const [rest, options] = data.subarray(sumsAt + 1, sumsAt + 3);
    const kept: number[] = [];
    const ends: number[] = [];
    for (let option = 0; option < options; option++) {
      for (let node = data[startAt + option]; node < data[startAt + option + 1]; node++) {
        if (data[itemAt + node] < rest || data[itemAt + node] >= primary) kept.push(node);
      }
      ends.push(kept.length);
    }
    const nodes = kept.length;
    const contents = { primary: rest, secondary, options, stated, nodes, coloured, prefers };
    const own = Compiled.of(emptyCompiled(contents));
    own.data.set(ends, own.startAt + 1);
    for (const [k, node] of kept.entries()) {
      const item = data[itemAt + node];
      own.data[own.itemAt + k] = item < rest ? item : item - primary + rest;
      if (coloured) own.data[own.colourAt + k] = data[colourAt + node];
    }
    if (prefers) own.data.set(data.subarray(preferredAt, preferredAt + rest), own.preferredAt);
    return own;
  }

  /** Sums of the problem, or none if it tells of none; `offset` is where their reasons begin. */
  static *of(
    open: Open,
    compiled: Compiled,
    offset: number,
    account: Account,
  ): Slices<Sums | undefined> {
    const { data, sumsAt, sumIntegers } = compiled;
    if (sumIntegers === 0 || open.isDead) return undefined;
    account.spent(READ_WORK * sumIntegers);
    const sums = new Sums(open, data.subarray(sumsAt + 3, sumsAt + sumIntegers), offset, account);
    if (account.spent(0)) yield;
    return sums;
  }

  private constructor(open: Open, section: Int32Array, offset: number, account: Account) {
    const { literalOf, variables } = open;
    const [count] = section;
    this.account = account;
    this.offset = offset;
    this.masks = account.integers(count);
    this.literalAt = account.integers(BITS * count).fill(NONE);
    this.useStart = account.integers(2 * variables + 1);
    const { masks, literalAt, useStart } = this;
    let at = 1;
    let uses = 0;
    for (let x = 0; x < count; x++) {
      const end = at + 1 + 2 * section[at];
      for (at++; at < end; at += 2) {
        const literal = literalOf[section[at]];
        const bit = section[at + 1];
        if (open.isOut(section[at])) continue;
        masks[x] = masks[x] | (1 << bit);
        if (literal < 0) continue;
        literalAt[BITS * x + bit] = literal;
        useStart[(literal ^ 1) + 1] = useStart[(literal ^ 1) + 1] + 1;
        uses++;
      }
    }
    this.all = account.integers(count);
    this.all.set(masks);
    this.readAt = account.integers(variables).fill(UNREAD);
    this.bounds = account.integers(literalAt.length);
    for (let k = 0; k < 2 * variables; k++) useStart[k + 1] = useStart[k + 1] + useStart[k];
    this.uses = account.integers(uses);
    const next = useStart.slice();
    for (let place = 0; place < literalAt.length; place++) {
      const literal = literalAt[place];
      if (literal === NONE) continue;
      const use = next[literal ^ 1];
      next[literal ^ 1] = use + 1;
      this.uses[use] = place;
    }
    const total = section[at++];
    this.sums = account.integers(section.length - at);
    this.sums.set(section.subarray(at));
    this.start = account.integers(total);
    this.queue = account.integers(total);
    this.isQueued = account.bytes(total);
    this.hasFew = account.bytes(total);
    const { sums, start } = this;
    const watchers: number[][] = Array.from(masks, () => []);
    let most = 0;
    let longest = 0;
    at = 0;
    for (let sum = 0; sum < total; sum++) {
      start[sum] = at;
      const groups = sums[at + GROUPS];
      most = Math.max(most, groups);
      at += SUM_HEAD;
      for (let group = 0; group < groups; group++) {
        const end = at + GROUP_HEAD + sums[at + SIZE];
        for (let k = at + GROUP_HEAD; k < end; k++) watchers[sums[k]].push(sum);
        at = end;
      }
      longest = Math.max(longest, at - start[sum]);
      this.wake(sum);
    }
    const watching = watchers.flat();
    this.watchers = account.integers(watching.length);
    this.watchers.set(watching);
    this.watchStart = account.integers(count + 1);
    for (let x = 0; x < count; x++) {
      this.watchStart[x + 1] = this.watchStart[x] + watchers[x].length;
    }
    this.lows = account.integers(most);
    this.highs = account.integers(most);
    this.lowPlaces = account.integers(most);
    this.highPlaces = account.integers(most);
    this.parts = account.doubles(most);
    this.masksThen = account.integers(longest);
    this.masksForGood = account.integers(longest);
    this.reasons = account.integers(1 << 10);
    this.reason = this.reasons;
  }

  /** True if no sum waits. */
  get isIdle(): boolean {
    return this.waiting === 0;
  }

  /**
   * Reads the literals of the trail that clauses have followed up, and looks at their sums until one
   * rules something out: then clauses come first again. It gives a conflict as a reason.
   */
  propagate(trail: Assignment): number {
    const { useStart, uses, masks, watchStart, watchers, hasFew } = this;
    const { literals, account } = trail;
    this.trail = trail;
    while (this.head < trail.size) {
      const literal = literals[this.head];
      this.readAt[literal >> 1] = this.head++;
      const end = useStart[literal + 1];
      for (let use = useStart[literal]; use < end; use++) {
        const x = uses[use] >> 5;
        const bit = 1 << (uses[use] & (BITS - 1));
        const mask = masks[x] & ~bit;
        masks[x] = mask;
        // Between other values: that matters where few variables are open.
        const isInside = mask > bit && (mask & (bit - 1)) !== 0;
        const last = watchStart[x + 1];
        for (let k = watchStart[x]; k < last; k++) {
          if (!isInside || hasFew[watchers[k]] !== 0) this.wake(watchers[k]);
        }
        account.left -= READ_WORK + last - watchStart[x];
      }
    }
    while (this.waiting > 0 && trail.head === trail.size && account.left > 0) {
      const sum = this.queue[this.next];
      this.next = this.next + 1 === this.queue.length ? 0 : this.next + 1;
      this.waiting--;
      this.isQueued[sum] = 0;
      const conflict = this.filter(sum, trail);
      if (conflict !== NONE) {
        this.found++;
        return conflict;
      }
    }
    return NONE;
  }

  /**
   * Gives back the values that the literals from `stop` on have ruled out. What follows at a level is found
   * there, since no decision is taken while a sum waits: a conflict always has a literal of its own level.
   */
  takeBack(literals: Int32Array, stop: number): void {
    const { useStart, uses, masks, reasons } = this;
    if (this.head <= stop) return;
    for (; this.head > stop; this.head--) {
      const literal = literals[this.head - 1];
      this.readAt[literal >> 1] = UNREAD;
      const end = useStart[literal + 1];
      for (let use = useStart[literal]; use < end; use++) {
        const x = uses[use] >> 5;
        masks[x] = masks[x] | (1 << (uses[use] & (BITS - 1)));
      }
    }
    while (this.last !== NONE && reasons[this.last + AT] >= stop) {
      this.top = this.last;
      this.last = reasons[this.last + BEFORE];
    }
    // Nothing waited before the first literal that is taken back was decided.
    for (; this.waiting > 0; this.waiting--) {
      this.isQueued[this.queue[this.next]] = 0;
      this.next = this.next + 1 === this.queue.length ? 0 : this.next + 1;
    }
  }

  /** Finds the false literals that a reason stands for; gives where they end. */
  explain(reason: number): number {
    const at = -2 - reason - this.offset;
    if (this.reasons[at + COUNT] === NONE) {
      if (this.written !== at) this.writeBounds(at);
      this.written = at;
      this.reason = this.bounds;
      this.from = 0;
      return this.boundsSize;
    }
    this.reason = this.reasons;
    this.from = at + REASON_HEAD;
    return this.from + this.reasons[at + COUNT];
  }

  private wake(sum: number): void {
    const { queue, isQueued } = this;
    if (isQueued[sum] !== 0) return;
    isQueued[sum] = 1;
    let at = this.next + this.waiting++;
    if (at >= queue.length) at -= queue.length;
    queue[at] = sum;
  }

  /** Rules out the values that one sum leaves no room for. */
  private filter(number: number, trail: Assignment): number {
    const { sums, masks, lows, highs } = this;
    const sum = this.start[number];
    const groups = sums[sum + GROUPS];
    const least = sums[sum + LEAST];
    const most = sums[sum + MOST];
    let low = 0;
    let high = 0;
    let open = 0;
    let at = sum + SUM_HEAD;
    for (let group = 0; group < groups; group++) {
      const weight = sums[at + WEIGHT];
      const first = at + GROUP_HEAD;
      const end = first + sums[at + SIZE];
      at = end;
      let below = 0;
      let above = 0;
      let from = 0;
      let to = 0;
      for (let k = first; k < end; k++) {
        const mask = masks[sums[k]];
        if ((mask & (mask - 1)) !== 0) open++;
        const up = placeUp(mask, below);
        const down = placeDown(mask, above);
        // Too many variables for the places that there are.
        if (up === 0) return this.conflict(sum, weight > 0, trail);
        if (down === 0) return this.conflict(sum, weight < 0, trail);
        below |= up;
        above |= down;
        from += bitOf(up);
        to += bitOf(down);
      }
      lows[group] = from;
      highs[group] = to;
      this.lowPlaces[group] = below;
      this.highPlaces[group] = above;
      low += weight * (weight > 0 ? from : to);
      high += weight * (weight > 0 ? to : from);
    }
    trail.account.left -= 4 * (at - sum);
    const room = most - low;
    const spare = high - least;
    if (room < 0) return this.conflict(sum, true, trail);
    if (spare < 0) return this.conflict(sum, false, trail);
    this.hasFew[number] = open <= 3 ? 1 : 0;
    if (open === 0) return NONE;
    if (open <= 3 && least === most) this.fill(sum, trail);
    else this.bound(sum, room, spare, trail);
    return NONE;
  }

  /** Rules out the values that are too small or too large beside the least and the most of the others. */
  private bound(sum: number, room: number, spare: number, trail: Assignment): void {
    const { sums, masks, lows, highs, lowPlaces, highPlaces } = this;
    const groups = sums[sum + GROUPS];
    let at = sum + SUM_HEAD;
    for (let group = 0; group < groups; group++) {
      const weight = sums[at + WEIGHT];
      const first = at + GROUP_HEAD;
      const end = first + sums[at + SIZE];
      at = end;
      const isUp = weight > 0;
      const size = isUp ? weight : -weight;
      // How much more, or less, the bits of the group may add up to.
      let rise = isUp ? room : spare;
      let fall = isUp ? spare : room;
      if (size > 1) {
        rise = Math.floor(rise / size);
        fall = Math.floor(fall / size);
      }
      if (rise >= BITS && fall >= BITS) continue;
      const freeAbove = ~lowPlaces[group];
      const freeBelow = ~highPlaces[group];
      for (let k = first; k < end; k++) {
        const mask = masks[sums[k]];
        if ((mask & (mask - 1)) === 0) continue;
        const bottom = bitOf(mask & -mask);
        const top = bitOf(mask);
        const up = freeAbove & (-1 << top);
        const down = freeBelow & (-1 >>> (BITS - 1 - bottom));
        // Even its last value moves the others by less than that.
        const isLow = up !== 0 && bitOf(up & -up) - bottom <= rise;
        const isHigh = down !== 0 && top - bitOf(down) <= fall;
        if (isLow && isHigh) continue;
        let below = 0;
        let above = 0;
        let from = 0;
        let to = 0;
        for (let other = first; other < end; other++) {
          if (other === k) continue;
          const up = placeUp(masks[sums[other]], below);
          const down = placeDown(masks[sums[other]], above);
          below |= up;
          above |= down;
          from += bitOf(up);
          to += bitOf(down);
        }
        // The places that the variable may take, and the values that lead there.
        const highest = lows[group] + rise - from;
        const lowest = highs[group] - fall - to;
        if (highest < BITS - 1) {
          const free = highest < 0 ? 0 : ~below & (-1 >>> (BITS - 1 - highest));
          const tooHigh = free === 0 ? mask : mask & ~(-1 >>> Math.clz32(free));
          if (tooHigh !== 0) this.ruleOut(sum, k, tooHigh, true, isUp, trail);
        }
        if (lowest > 0) {
          const free = lowest >= BITS - 1 ? 0 : ~above & (-1 << lowest) & MOST_MASK;
          const tooLow = free === 0 ? mask : mask & ((free & -free) - 1);
          if (tooLow !== 0) this.ruleOut(sum, k, tooLow, false, !isUp, trail);
        }
        trail.account.left -= 4 * (end - first);
      }
    }
  }

  /** Rules out the values of the last open variables that the others do not make up for. */
  private fill(sum: number, trail: Assignment): void {
    const { sums, masks, open, weights, groupOf } = this;
    const groups = sums[sum + GROUPS];
    let rest = sums[sum + LEAST];
    let count = 0;
    let at = sum + SUM_HEAD;
    for (let group = 0; group < groups; group++) {
      const weight = sums[at + WEIGHT];
      const end = at + GROUP_HEAD + sums[at + SIZE];
      for (let k = at + GROUP_HEAD; k < end; k++) {
        const mask = masks[sums[k]];
        if ((mask & (mask - 1)) === 0) {
          rest -= weight * bitOf(mask);
          continue;
        }
        open[count] = sums[k];
        weights[count] = weight;
        groupOf[count++] = group;
      }
      at = end;
    }
    for (let k = 0; k < count; k++) {
      for (let left = masks[open[k]]; left !== 0; left &= left - 1) {
        const bit = bitOf(left & -left);
        this.missingSize = 0;
        const isFilled =
          count === 1
            ? rest === weights[k] * bit
            : this.isFilled(count, k, bit, rest - weights[k] * bit);
        trail.account.left -= 4 + this.missingSize;
        if (!isFilled) this.ruleOutOne(sum, open[k], bit, trail);
      }
    }
  }

  /**
   * True if the other open variables make up the rest beside a value of one of them. If not, it notes
   * the values that are missing.
   */
  private isFilled(count: number, k: number, bit: number, rest: number): boolean {
    const { masks, open, weights, groupOf, missing } = this;
    const y = k + 1 < count ? k + 1 : 0;
    // Values that differ from this one are out there because of it.
    const yBit = groupOf[y] === groupOf[k] ? bit : NONE;
    if (count === 2) {
      const value = this.bitFor(y, rest);
      if (value === NONE || value === yBit) return false;
      if ((masks[open[y]] & (1 << value)) !== 0) return true;
      missing[this.missingSize++] = BITS * open[y] + value;
      return false;
    }
    const z = 3 - k - y;
    const zBit = groupOf[z] === groupOf[k] ? bit : NONE;
    const areAlike = groupOf[y] === groupOf[z];
    const yMask = masks[open[y]];
    const zMask = masks[open[z]];
    for (let left = yMask; left !== 0; left &= left - 1) {
      const other = bitOf(left & -left);
      const value = this.bitFor(z, rest - weights[y] * other);
      if (value === NONE || value === zBit || other === yBit) continue;
      if ((zMask & (1 << value)) !== 0 && !(areAlike && value === other)) return true;
    }
    for (let other = 0; other < BITS - 1; other++) {
      const value = this.bitFor(z, rest - weights[y] * other);
      if (value === NONE || value === zBit || other === yBit) continue;
      if (areAlike && value === other) continue;
      const isThere = (yMask & (1 << other)) !== 0;
      missing[this.missingSize++] = isThere ? BITS * open[z] + value : BITS * open[y] + other;
    }
    return false;
  }

  /** The bit of an open variable that adds so much, or `NONE`. */
  private bitFor(k: number, rest: number): number {
    const weight = this.weights[k];
    const value = weight === 1 ? rest : weight === -1 ? -rest : rest / weight;
    return value >= 0 && value < BITS - 1 && Math.floor(value) === value ? value : NONE;
  }

  private conflict(sum: number, isTooLarge: boolean, trail: Assignment): number {
    return this.boundsReason(sum, NONE, 0, isTooLarge, trail);
  }

  /** Rules out values of the variable at `place`, by the bounds of the others. */
  private ruleOut(
    sum: number,
    place: number,
    values: number,
    isHigh: boolean,
    isTooLarge: boolean,
    trail: Assignment,
  ): void {
    let reason = NONE;
    const x = this.sums[place];
    const value = isHigh ? bitOf(values & -values) : bitOf(values);
    const before = trail.size;
    for (let left = values; left !== 0; left &= left - 1) {
      const literal = this.literalAt[BITS * x + bitOf(left & -left)];
      if (literal === NONE || trail.values[literal] !== 0) continue;
      if (reason === NONE) {
        reason = this.boundsReason(sum, place, value, isTooLarge, trail);
      }
      trail.assign(literal ^ 1, reason);
    }
    this.found += trail.size - before;
    trail.updates += trail.size - before;
  }

  /** Rules out one value, by the values that others have, and by some that are out. */
  private ruleOutOne(sum: number, x: number, bit: number, trail: Assignment): void {
    const literal = this.literalAt[BITS * x + bit];
    if (literal === NONE || trail.values[literal] !== 0) return;
    const { sums, masks, literalAt, missing } = this;
    this.beginReason(trail);
    let at = sum + SUM_HEAD;
    for (let group = 0; group < sums[sum + GROUPS]; group++) {
      const end = at + GROUP_HEAD + sums[at + SIZE];
      for (let k = at + GROUP_HEAD; k < end; k++) {
        const mask = masks[sums[k]];
        if ((mask & (mask - 1)) === 0) this.writeValue(sums[k], trail);
      }
      at = end;
    }
    for (let k = 0; k < this.missingSize; k++) this.writeLiteral(literalAt[missing[k]], trail);
    trail.assign(literal ^ 1, this.endReason());
    this.found++;
    trail.updates++;
  }

  /** Makes room for a reason. */
  private beginReason({ size }: Assignment): void {
    const { reasons, top, account } = this;
    if (top + REASON_HEAD + this.literalAt.length > reasons.length) {
      this.reasons = account.integers(2 * (reasons.length + this.literalAt.length));
      this.reasons.set(reasons);
      account.release(reasons);
    }
    if (this.written === top) this.written = NONE;
    this.reasons[top + BEFORE] = this.last;
    this.reasons[top + AT] = size;
    this.last = top;
    this.top = top + REASON_HEAD;
  }

  private endReason(): number {
    const { last, top, reasons } = this;
    reasons[last + COUNT] = top - last - REASON_HEAD;
    return -2 - (this.offset + last);
  }

  /** Notes what a reason by bounds is about. */
  private boundsReason(
    sum: number,
    place: number,
    value: number,
    isTooLarge: boolean,
    trail: Assignment,
  ): number {
    this.beginReason(trail);
    const { last, reasons } = this;
    reasons[last + COUNT] = NONE;
    reasons[last + SUM] = sum;
    reasons[last + PLACE] = place;
    reasons[last + VALUE] = value;
    reasons[last + TOO_LARGE] = isTooLarge ? 1 : 0;
    reasons[last + READ] = this.head;
    this.top = last + BOUNDS_REASON;
    return -2 - (this.offset + last);
  }

  /**
   * Writes why a sum is too large, or too small, beside a value. Variable by variable it lets values
   * back in, the nearest first, while the sum stays so.
   */
  private writeBounds(at: number): void {
    const { sums, reasons, parts, masksThen, masksForGood } = this;
    const sum = reasons[at + SUM];
    const place = reasons[at + PLACE];
    const isTooLarge = reasons[at + TOO_LARGE] === 1;
    const limit = isTooLarge ? sums[sum + MOST] : -sums[sum + LEAST];
    const groups = sums[sum + GROUPS];
    this.boundsSize = 0;
    let first = sum + SUM_HEAD;
    for (let group = 0; group < groups; group++) {
      const end = first + GROUP_HEAD + sums[first + SIZE];
      for (let k = first + GROUP_HEAD; k < end; k++) {
        if (k !== place) this.readMasks(k - sum, sums[k], reasons[at + READ]);
        else masksThen[k - sum] = masksForGood[k - sum] = 1 << reasons[at + VALUE];
      }
      parts[group] = this.partOf(sum, first, isTooLarge);
      first = end;
    }
    first = sum + SUM_HEAD;
    for (let group = 0; group < groups; group++) {
      const end = first + GROUP_HEAD + sums[first + SIZE];
      const isUp = sums[first + WEIGHT] > 0 === isTooLarge;
      let others = 0;
      for (let other = 0; other < groups; other++) if (other !== group) others += parts[other];
      for (let k = first + GROUP_HEAD; k < end; k++) {
        const mask = masksThen[k - sum];
        const beyond = isUp ? (mask & -mask) - 1 : ~(-1 >>> Math.clz32(mask));
        let out = masksForGood[k - sum] & beyond;
        while (out !== 0) {
          const nearest = isUp ? 1 << bitOf(out) : out & -out;
          masksThen[k - sum] = masksThen[k - sum] | nearest;
          const part = this.partOf(sum, first, isTooLarge);
          if (!(others + part > limit)) break;
          parts[group] = part;
          out &= ~nearest;
        }
        if (out === 0) continue;
        masksThen[k - sum] = masksForGood[k - sum] & ~out;
        this.writeOut(sums[k], out, mask, reasons[at + READ]);
      }
      first = end;
    }
  }

  /** What a group adds to a sum that is too large, or too small: then the least of its negative. */
  private partOf(sum: number, group: number, isTooLarge: boolean): number {
    const { sums, masksThen } = this;
    const weight = sums[group + WEIGHT];
    const isUp = weight > 0 === isTooLarge;
    const end = group + GROUP_HEAD + sums[group + SIZE];
    let taken = 0;
    let total = 0;
    for (let k = group + GROUP_HEAD; k < end; k++) {
      const mask = masksThen[k - sum];
      const place = isUp ? placeUp(mask, taken) : placeDown(mask, taken);
      if (place === 0) return Number.POSITIVE_INFINITY;
      taken |= place;
      total += bitOf(place);
    }
    return isTooLarge ? weight * total : -weight * total;
  }

  /** Reads the values that a variable had when so many literals of the trail were read, and has for good. */
  private readMasks(at: number, x: number, read: number): void {
    const { literalAt, readAt, all } = this;
    const { values, origins } = this.trail as Assignment;
    let then = 0;
    let forGood = 0;
    for (let left = all[x]; left !== 0; left &= left - 1) {
      const bit = left & -left;
      const literal = literalAt[BITS * x + bitOf(bit)];
      const isOut = literal !== NONE && values[literal] < 0;
      if (!isOut || origins[literal & ~1] > 0) forGood |= bit;
      if (!isOut || readAt[literal >> 1] >= read) then |= bit;
    }
    this.masksThen[at] = then;
    this.masksForGood[at] = forGood;
  }

  /** Writes that these values of a variable are out, or, where that is shorter, that it has its only one. */
  private writeOut(x: number, out: number, mask: number, read: number): void {
    const { literalAt, bounds, readAt } = this;
    const { values, origins } = this.trail as Assignment;
    const isOne = (mask & (mask - 1)) === 0 && (out & (out - 1)) !== 0;
    const only = isOne ? literalAt[BITS * x + bitOf(mask)] : NONE;
    if (only !== NONE && values[only] > 0 && readAt[only >> 1] < read) {
      if (origins[only & ~1] > 0) bounds[this.boundsSize++] = only ^ 1;
      return;
    }
    for (let left = out; left !== 0; left &= left - 1) {
      bounds[this.boundsSize++] = literalAt[BITS * x + bitOf(left & -left)];
    }
  }

  /** Writes that a variable has its only value, or, where that is not known yet, that no other is left. */
  private writeValue(x: number, trail: Assignment): void {
    const { masks, literalAt } = this;
    const own = literalAt[BITS * x + bitOf(masks[x])];
    if (own !== NONE && trail.values[own] > 0) {
      this.writeLiteral(own ^ 1, trail);
      return;
    }
    for (let left = this.all[x] & ~masks[x]; left !== 0; left &= left - 1) {
      this.writeLiteral(literalAt[BITS * x + bitOf(left & -left)], trail);
    }
  }

  /** Writes a false literal, unless it is false for good. */
  private writeLiteral(literal: number, { origins }: Assignment): void {
    if (literal === NONE || origins[literal & ~1] === 0) return;
    this.reasons[this.top++] = literal;
  }
}

/** The lowest place that is free from the least value of a variable on, as a bit; 0 if there is none. */
function placeUp(mask: number, taken: number): number {
  const free = ~taken & -(mask & -mask);
  return free & -free;
}

/** The highest place that is free from the most value of a variable down, as a bit; 0 if there is none. */
function placeDown(mask: number, taken: number): number {
  const free = ~taken & (-1 >>> Math.clz32(mask));
  return free === 0 ? 0 : 1 << bitOf(free);
}

/** The highest bit. */
function bitOf(mask: number): number {
  return BITS - 1 - Math.clz32(mask);
}
