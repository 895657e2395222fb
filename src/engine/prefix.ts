import { type Compiled, checkWhole } from '../problem/compiled.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import { integers } from '../problem/memory.ts';

/**
 * The options that a search starts from. It is refused if it names no subtree: an unknown option,
 * one that is never chosen because it has no primary item, or two that cannot stand together.
 * Judged by the definition alone, on the compiled problem, so that engines may apply what passes
 * without looking. To set another one allocates nothing, once there is room for it.
 */
export class Prefix {
  length = 0;
  /** The option numbers; what lies beyond `length` means nothing. */
  numbers: Int32Array = new Int32Array(0);
  readonly #compiled: Compiled;
  /** Item -> the option of the prefix that uses it, plus 1; all 0 between two checks. */
  #user = new Int32Array(0);

  constructor(compiled: Compiled, numbers: ArrayLike<number>) {
    this.#compiled = compiled;
    this.set(numbers);
  }

  /** Takes the first `length` of these numbers, or refuses them and stays as it was. */
  set(numbers: ArrayLike<number>, length = numbers?.length): void {
    checkWhole(this.#compiled);
    const all = typeof numbers === 'object' ? numbers?.length : undefined;
    if (all === undefined) {
      throw new QuadrilleError(
        'bad-prefix',
        `The prefix is ${shown(numbers)}; give an array of option numbers.`,
      );
    }
    if (!(Number.isInteger(length) && length >= 0 && length <= all)) {
      throw new QuadrilleError(
        'bad-prefix',
        `The prefix is to be ${shown(length)} numbers of an array of ${all}; give 0 to ${all}.`,
      );
    }
    if (length > 0) this.#check(numbers, length);
    if (this.numbers.length < length) this.numbers = integers(length, 'a prefix');
    for (let k = 0; k < length; k++) this.numbers[k] = numbers[k] as number;
    this.length = length;
  }

  toArray(): number[] {
    return Array.from(this.numbers.subarray(0, this.length));
  }

  #check(numbers: ArrayLike<number>, length: number): void {
    const { primary, secondary } = this.#compiled;
    if (this.#user.length === 0) {
      this.#user = integers(primary + secondary, 'the items of a prefix');
    }
    try {
      for (let k = 0; k < length; k++) this.#use(numbers[k] as number);
    } catch (error) {
      this.#user.fill(0);
      throw error;
    }
    for (let k = 0; k < length; k++) this.#forget(numbers[k] as number);
  }

  /** Notes the items of an option as used by it, if they can be. */
  #use(option: number): void {
    const { data, primary, options, coloured, startAt, itemAt, colourAt } = this.#compiled;
    if (!(Number.isInteger(option) && option >= 0 && option < options)) {
      throw refused(option, `there is no such option (there are ${options}, numbered from 0)`);
    }
    const user = this.#user;
    let chosen = false;
    const end = data[startAt + option + 1] as number;
    for (let node = data[startAt + option] as number; node < end; node++) {
      const item = data[itemAt + node] as number;
      const other = (user[item] as number) - 1;
      if (other >= 0) {
        const colour = coloured ? (data[colourAt + node] as number) : 0;
        if (other === option) throw refused(option, 'it is there twice', item);
        if (colour === 0 || colour !== this.#colour(other, item)) {
          const why = `it cannot stand beside option ${other}, because of item ${item}`;
          throw refused(option, why, item);
        }
      }
      user[item] = option + 1;
      if (item < primary) chosen = true;
    }
    if (!chosen) throw refused(option, 'it has no primary item, so it is never chosen');
  }

  #forget(option: number): void {
    const { data, startAt, itemAt } = this.#compiled;
    const end = data[startAt + option + 1] as number;
    for (let node = data[startAt + option] as number; node < end; node++) {
      this.#user[data[itemAt + node] as number] = 0;
    }
  }

  /** The colour in which an option uses an item. */
  #colour(option: number, item: number): number {
    const { data, startAt, itemAt, colourAt } = this.#compiled;
    let node = data[startAt + option] as number;
    while (data[itemAt + node] !== item) node++;
    return data[colourAt + node] as number;
  }
}

function refused(option: number, why: string, item?: number): QuadrilleError {
  return new QuadrilleError(
    'bad-prefix',
    `Option ${shown(option)} cannot be in the prefix: ${why}. ` +
      'Leave it out, or take a prefix from frontier().',
    { option, item },
  );
}
