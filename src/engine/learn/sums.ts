import type { Compiled } from '../problem/compiled.ts';
import { NONE } from '../problem/propagation.ts';
import type { Slices } from '../problem/slices.ts';
import type { Account } from './account.ts';
import type { Open } from './open.ts';

/** A variable has its values as bits of an integer, and the sign bit is free. */
const BITS = 32;
/** The work for a sum that may be woken, in the unit of `Account.left`. */
const READ_WORK = 4;
const MOST_MASK = 2 ** 31 - 1;

// Fields of a sum.
const LEAST = 0;
const MOST = 1;
const GROUPS = 2;
const SUM_HEAD = 3;
// Fields of a group, before its variables.
const WEIGHT = 0;
const SIZE = 1;
const GROUP_HEAD = 2;
// Fields of a reason, before its literals.
const BEFORE = 0;
const AT = 1;
const COUNT = 2;
const REASON_HEAD = 3;

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
 * What follows has a *reason*, which is written at once, since later more values are out: for each other
 * variable what is out below its least value, or above its most, or the value that it has.
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
  /** Each reason knows where the one before is, and the size of the trail at the time. */
  private reasons: Int32Array;
  private last = NONE;
  private top = 0;
  private readonly account: Account;
  /** The codes of other reasons end here. */
  private readonly offset: number;

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
    const sums = new Sums(open, data.subarray(sumsAt + 1, sumsAt + sumIntegers), offset, account);
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
    while (this.head < trail.size) {
      const literal = literals[this.head++];
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
          if (tooHigh !== 0) this.ruleOut(sum, k, tooHigh, isUp, trail);
        }
        if (lowest > 0) {
          const free = lowest >= BITS - 1 ? 0 : ~above & (-1 << lowest) & MOST_MASK;
          const tooLow = free === 0 ? mask : mask & ((free & -free) - 1);
          if (tooLow !== 0) this.ruleOut(sum, k, tooLow, !isUp, trail);
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
    this.beginReason(trail);
    this.writeBounds(sum, NONE, isTooLarge, trail);
    return this.endReason();
  }

  /** Rules out values of the variable at `place`, by the bounds of the others. */
  private ruleOut(
    sum: number,
    place: number,
    values: number,
    isTooLarge: boolean,
    trail: Assignment,
  ): void {
    let reason = NONE;
    const x = this.sums[place];
    const before = trail.size;
    for (let left = values; left !== 0; left &= left - 1) {
      const literal = this.literalAt[BITS * x + bitOf(left & -left)];
      if (literal === NONE || trail.values[literal] !== 0) continue;
      if (reason === NONE) {
        this.beginReason(trail);
        this.writeBounds(sum, place, isTooLarge, trail);
        reason = this.endReason();
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
        if ((mask & (mask - 1)) === 0) this.writeVariable(sums[k], 0, trail);
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

  /** Writes why the sum of all variables but one is so large, or so small. */
  private writeBounds(sum: number, except: number, isTooLarge: boolean, trail: Assignment): void {
    const { sums } = this;
    let at = sum + SUM_HEAD;
    for (let group = 0; group < sums[sum + GROUPS]; group++) {
      const side = sums[at + WEIGHT] > 0 === isTooLarge ? -1 : 1;
      const end = at + GROUP_HEAD + sums[at + SIZE];
      for (let k = at + GROUP_HEAD; k < end; k++) {
        if (k !== except) this.writeVariable(sums[k], side, trail);
      }
      at = end;
    }
  }

  /**
   * Writes why a variable has no value below its least one (side -1), above its most (1), or other than
   * its only one (0): the values that are out there, or, where that is shorter, that it has its value.
   */
  private writeVariable(x: number, side: number, trail: Assignment): void {
    const { masks, literalAt } = this;
    const mask = masks[x];
    const before = this.top;
    const from = side > 0 ? bitOf(mask) + 1 : 0;
    const to = side < 0 && mask !== 0 ? bitOf(mask & -mask) : BITS;
    for (let bit = from; bit < to; bit++) {
      if ((mask & (1 << bit)) === 0) this.writeLiteral(literalAt[BITS * x + bit], trail);
    }
    if (this.top - before < 2 || mask === 0 || (mask & (mask - 1)) !== 0) return;
    const literal = literalAt[BITS * x + bitOf(mask)];
    if (literal === NONE || trail.values[literal] <= 0) return;
    this.top = before;
    this.writeLiteral(literal ^ 1, trail);
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
