import { type Compiled, checkCompiled, mostOf } from '../problem/compiled.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import { integers } from '../problem/memory.ts';
import { SettingError } from '../problem/setting.ts';

const EMPTY = new Int32Array(0);
/** The most decisions that a text shows: as many as Node's console shows of an array. */
const MOST_SHOWN_DECISIONS = 100;

/**
 * A prefix as callers give it. A decision is `k` for option k chosen and `~k` for option k left
 * out.
 */
export type Decisions = ArrayLike<number> | Prefix;

/**
 * A list of decisions. It names one subtree: the solutions that keep to all of them. The prefixes
 * of a frontier share their beginnings: a frontier at depth 10,000 takes the memory of about 20,000
 * decisions instead of 50 million. `toArray` gives plain numbers, to post or to store.
 *
 *     root <- 0 <- 4 <- ~7      the prefix [0, 4, ~7]
 *               ^- 5            the prefix [0, 5]
 */
export class Prefix implements Iterable<number> {
  /** The prefix that it extends; none at the root. */
  readonly before: Prefix | undefined;
  /** The last decision; 0 at the root, where it means nothing. */
  readonly decision: number;
  /** The number of decisions. */
  readonly length: number;
  /** The part of its search that lies below it, 0 to 1, by Knuth's estimate. */
  readonly share: number;
  /** Each solution below it stands for this number of solutions. */
  readonly factor: bigint;

  private constructor(before: Prefix | undefined, decision: number, share: number, factor: bigint) {
    this.before = before;
    this.decision = decision;
    this.length = before === undefined ? 0 : before.length + 1;
    this.share = share;
    this.factor = factor;
  }

  /** The prefix of no decision: it names the whole tree. */
  static readonly root: Prefix = new Prefix(undefined, 0, 1, 1n);

  /** A prefix of these decisions. */
  static of(decisions: Iterable<number>, share = 1, factor = 1n): Prefix {
    let prefix = Prefix.root;
    for (const decision of decisions) prefix = prefix.and(decision, share, factor);
    return prefix;
  }

  /** This prefix and one more decision. */
  and(decision: number, share = this.share, factor = this.factor): Prefix {
    return new Prefix(this, decision, share, factor);
  }

  /** The decisions, from the first to the last. */
  toArray(): number[] {
    const decisions = new Array<number>(this.length);
    for (let p: Prefix = this; p.before !== undefined; p = p.before) {
      decisions[p.length - 1] = p.decision;
    }
    return decisions;
  }

  /** The same: JSON shows a prefix as an array of its decisions. */
  toJSON(): number[] {
    return this.toArray();
  }

  /** For people to read: `Prefix [0, 4, ~7]`. It shows the first hundred decisions. */
  toString(): string {
    const shown = this.toArray()
      .slice(0, MOST_SHOWN_DECISIONS)
      .map((decision) => (decision < 0 ? `~${~decision}` : String(decision)));
    if (this.length > MOST_SHOWN_DECISIONS)
      shown.push(`... ${this.length - MOST_SHOWN_DECISIONS} more`);
    return `Prefix [${shown.join(', ')}]`;
  }

  /** Node's console shows this text. Without it, it would show a chain of objects. @internal */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.toString();
  }

  /** Goes through the decisions, from the first to the last. */
  [Symbol.iterator](): IterableIterator<number> {
    return this.toArray()[Symbol.iterator]();
  }
}

/**
 * The decisions that a search starts from. They are checked against the compiled problem, so an
 * engine applies them without a check. It refuses decisions that name no subtree: an unknown
 * option; a chosen option without a primary item; chosen options that cover an item too often; an
 * option both chosen and left out. `set` allocates only if the prefix is longer than all before.
 */
export class Start {
  /** The options chosen, in their order. Only the first `chosenCount` count. */
  chosen: Int32Array = EMPTY;
  chosenCount = 0;
  /** The options left out. Only the first `leftOutCount` count. */
  leftOut: Int32Array = EMPTY;
  leftOutCount = 0;
  /** The decisions as a prefix, if the caller gave one, or since `prefix` was first read. */
  #prefix: Prefix | undefined;
  readonly #compiled: Compiled;
  /**
   * Item -> the option of the prefix that uses it, plus 1; all 0 between two checks. With
   * multiplicities: primary item -> the number of options of the prefix that use it, and after the
   * items: option -> 1 if it is chosen.
   */
  #user: Int32Array = EMPTY;

  constructor(compiled: Compiled, decisions?: Decisions) {
    this.#compiled = compiled;
    if (decisions === undefined) checkCompiled(compiled);
    else this.set(decisions);
  }

  /** Takes the first `length` of these decisions. If it throws, it keeps the old ones. */
  set(decisions: Decisions, length: number = decisions?.length): void {
    checkCompiled(this.#compiled);
    const all = lengthOf(decisions);
    if (!(Number.isInteger(length) && length >= 0 && length <= all)) {
      throw new QuadrilleError(
        'bad-prefix',
        `The prefix is the first ${shown(length)} decisions of an array of ${all}; give 0 to ${all}.`,
      );
    }
    const prefix = decisions instanceof Prefix ? decisions : undefined;
    const numbers = prefix?.toArray() ?? (decisions as ArrayLike<number>);
    if (length > 0) this.#check(numbers, length);
    if (this.chosen.length < length) this.chosen = integers(length, 'a prefix');
    this.chosenCount = this.leftOutCount = 0;
    for (let k = 0; k < length; k++) {
      const decision = numbers[k];
      if (decision >= 0) this.chosen[this.chosenCount++] = decision;
      else this.#leaveOut(~decision, length);
    }
    this.#prefix = prefix?.length === length ? prefix : undefined;
  }

  /** The decisions as a prefix. The prefixes of a frontier share it as their beginning. */
  get prefix(): Prefix {
    if (this.#prefix === undefined) {
      const leftOut = this.leftOut.subarray(0, this.leftOutCount);
      const chosen = this.chosen.subarray(0, this.chosenCount);
      this.#prefix = Prefix.of([...leftOut.map((option) => ~option), ...chosen]);
    }
    return this.#prefix;
  }

  #leaveOut(option: number, room: number): void {
    if (this.leftOut.length < room) this.leftOut = integers(room, 'a prefix');
    this.leftOut[this.leftOutCount++] = option;
  }

  #check(numbers: ArrayLike<number>, length: number): void {
    const { primary, secondary, options, multiple } = this.#compiled;
    if (this.#user.length === 0) {
      const size = primary + secondary + (multiple ? options : 0);
      this.#user = integers(size, 'the items of a prefix');
    }
    try {
      let leavesOut = false;
      for (let k = 0; k < length; k++) {
        const decision = numbers[k];
        if (!isDecision(decision, options)) {
          throw refused(
            decision,
            `there is no such option (there are ${options}, numbered from 0)`,
          );
        }
        if (decision >= 0) this.#use(decision);
        else leavesOut = true;
      }
      for (let k = 0; leavesOut && k < length; k++) {
        const option = ~numbers[k];
        if (option >= 0 && this.#isChosen(option)) {
          throw refused(~option, `option ${option} is chosen and left out`);
        }
      }
    } catch (error) {
      this.#user.fill(0);
      throw error;
    }
    for (let k = 0; k < length; k++) this.#forget(numbers[k]);
  }

  /** Notes that an option uses its items. Refuses it if another option rules it out. */
  #use(option: number): void {
    const { data, primary, secondary, coloured, multiple } = this.#compiled;
    const { startAt, itemAt, colourAt } = this.#compiled;
    const user = this.#user;
    const place = primary + secondary + option;
    if (multiple && user[place] === 1) throw refused(option, 'it is chosen twice');
    if (multiple) user[place] = 1;
    let hasPrimary = false;
    const end = data[startAt + option + 1];
    for (let node = data[startAt + option]; node < end; node++) {
      const item = data[itemAt + node];
      const other = user[item] - 1;
      if (multiple && item < primary) {
        hasPrimary = true;
        user[item] = user[item] + 1;
        const most = mostOf(this.#compiled, item);
        if (user[item] <= most) continue;
        throw refused(option, `item ${item} would be covered more than ${most} times`, item);
      }
      if (other >= 0) {
        const colour = coloured ? data[colourAt + node] : 0;
        if (other === option) throw refused(option, 'it is chosen twice', item);
        if (colour === 0 || colour !== this.#colour(other, item)) {
          const why = `it cannot stand beside option ${other}, because of item ${item}`;
          throw refused(option, why, item);
        }
      }
      user[item] = option + 1;
      if (item < primary) hasPrimary = true;
    }
    if (!hasPrimary) throw refused(option, 'it has no primary item, so it is never chosen');
  }

  /**
   * True if `#use` has noted an option. Without multiplicities only one option can use a primary
   * item.
   */
  #isChosen(option: number): boolean {
    const { data, primary, secondary, multiple, startAt, itemAt } = this.#compiled;
    if (multiple) return this.#user[primary + secondary + option] === 1;
    const end = data[startAt + option + 1];
    for (let node = data[startAt + option]; node < end; node++) {
      const item = data[itemAt + node];
      if (item < primary) return this.#user[item] === option + 1;
    }
    return false;
  }

  /** Removes the notes of a decision. */
  #forget(option: number): void {
    if (option < 0) return;
    const { data, primary, secondary, multiple, startAt, itemAt } = this.#compiled;
    if (multiple) this.#user[primary + secondary + option] = 0;
    const end = data[startAt + option + 1];
    for (let node = data[startAt + option]; node < end; node++) {
      this.#user[data[itemAt + node]] = 0;
    }
  }

  /** The colour in which an option uses an item. */
  #colour(option: number, item: number): number {
    const { data, startAt, itemAt, colourAt } = this.#compiled;
    let node = data[startAt + option];
    while (data[itemAt + node] !== item) node++;
    return data[colourAt + node];
  }
}

/** Refuses a prefix of a caller that names other options than the stated ones. */
export function checkStatedOptions(prefix: Decisions, stated: number): void {
  for (const decision of numbersIn(prefix)) {
    if (isDecision(decision, stated)) continue;
    const known = `${stated} are stated, numbered from 0; those that rules add are only in what compile() gives`;
    throw refused(decision, `there is no such option (${known})`);
  }
}

function isDecision(decision: number, options: number): boolean {
  return Number.isInteger(decision) && decision >= -options && decision < options;
}

/** The decisions of a caller, which may contradict each other. Each names an option. */
export function decisionsIn(
  { options }: Pick<Compiled, 'options'>,
  decisions: Decisions,
): number[] {
  const numbers = numbersIn(decisions);
  for (const decision of numbers) checkDecision(decision, options);
  return numbers;
}

function numbersIn(decisions: Decisions): number[] {
  lengthOf(decisions);
  return decisions instanceof Prefix ? decisions.toArray() : Array.from(decisions);
}

/** Refuses a decision, in no prefix, that names no option of the problem. */
export function checkDecision(decision: number, options: number): void {
  if (isDecision(decision, options)) return;
  throw new QuadrilleError(
    'unknown-option',
    `There is no option for the decision ${shown(decision)}; give k for an option chosen or ~k for ` +
      `one left out, k from 0 to ${options - 1}.`,
  );
}

/** The number of decisions. Refuses what is no list. */
function lengthOf(decisions: Decisions): number {
  const length = typeof decisions === 'object' ? decisions?.length : undefined;
  if (typeof length === 'number') return length;
  throw new QuadrilleError(
    'bad-prefix',
    `The prefix is ${shown(decisions)}; give an array of decisions, or what frontier() gives.`,
  );
}

function refused(decision: number, why: string, item?: number): QuadrilleError {
  return new SettingError(
    [{ setting: 'prefix' }, ` cannot have the decision ${shown(decision)}: ${why}`],
    ['leave it out', 'take a prefix that split gives'],
    'bad-prefix',
    { option: decision < 0 ? ~decision : decision, item },
  );
}
