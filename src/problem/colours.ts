import { QuadrilleError, shown } from './error.ts';
import { copyOf, MOST_KEYS } from './memory.ts';

/** The greatest colour number: colours are kept as 32-bit integers. */
export const MOST_COLOUR = 0x7fffffff;

/** The colours of a problem: numbers from 1, some of them with a name. */
export class ColourNames {
  readonly #numbers = new Map<string, number>();
  readonly #names = new Map<number, string>();
  /** The colours that came as numbers, and are called by them. */
  readonly #unnamed = new Set<number>();
  #highest = 0;

  /**
   * The number of a colour; where the name is new, one that is not in use. (A colour that came
   * as a number is called by it, so `'9'` means 9 once that is in use.)
   */
  numberOf(name: string): number {
    if (typeof name !== 'string' || name === '') {
      throw new QuadrilleError(
        'empty-name',
        `A colour is called ${shown(name)}; give it a name of at least one character.`,
      );
    }
    const known = this.#known(name);
    if (known !== undefined) return known;
    this.checkNames([name]);
    const kept = copyOf(name);
    const number = this.#highest + 1;
    this.#highest = number;
    this.#numbers.set(kept, number);
    this.#names.set(number, kept);
    return number;
  }

  /** Refuses names of which one could get no number, before any of them does. */
  checkNames(names: readonly string[]): void {
    let fresh = 0;
    for (const name of names) {
      if (this.#known(name) !== undefined) continue;
      fresh++;
      if (this.#highest + fresh <= MOST_COLOUR) continue;
      throw new QuadrilleError(
        'bad-colour',
        `There is no number left for the colour ${shown(name)}; ` +
          `use smaller colour numbers than ${this.#highest} where you give them by index.`,
      );
    }
    if (fresh > 0) this.checkRoom(fresh);
  }

  /** Refuses more colours than can be told apart. */
  checkRoom(more: number): void {
    const colours = this.#names.size + this.#unnamed.size + more;
    if (colours <= MOST_KEYS) return;
    throw new QuadrilleError(
      'too-large',
      `There are ${colours} colours; at most ${MOST_KEYS} can be, so split the problem.`,
    );
  }

  /** The name of a colour; one that came as a number is called by that. */
  nameOf(number: number): string {
    return this.#names.get(number) ?? String(number);
  }

  isUsed(number: number): boolean {
    return this.#names.has(number) || this.#unnamed.has(number);
  }

  /** Whether a number that is not in use cannot be, since another colour has its digits for a name. */
  isTaken(number: number): boolean {
    return this.#numbers.has(String(number));
  }

  /** Tells that a number is in use. */
  use(number: number): void {
    if (number > this.#highest) this.#highest = number;
    if (!this.#names.has(number)) this.#unnamed.add(number);
  }

  #known(name: string): number | undefined {
    const number = this.#numbers.get(name);
    if (number !== undefined) return number;
    const numeral = Number(name);
    return this.#unnamed.has(numeral) && String(numeral) === name ? numeral : undefined;
  }
}
