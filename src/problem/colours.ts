import { QuadrilleError, shown } from './error.ts';

/** The greatest colour number: colours are kept as 32-bit integers. */
export const MOST_COLOUR = 0x7fffffff;

/** The colours of a problem: numbers from 1, some of them with a name. */
export class ColourNames {
  readonly #numbers = new Map<string, number>();
  readonly #names = new Map<number, string>();
  /** What colours are called that came as numbers. */
  readonly #unnamed = new Set<string>();
  #highest = 0;

  /**
   * The number of a colour; where the name is new, one that is not in use. (A colour that came
   * as a number is called by it, so `'9'` means 9 once that is in use.)
   */
  numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    if (this.#unnamed.has(name)) return Number(name);
    if (typeof name !== 'string' || name === '') {
      throw new QuadrilleError(
        'empty-name',
        `A colour is called ${shown(name)}; give it a name of at least one character.`,
      );
    }
    if (this.#highest === MOST_COLOUR) {
      throw new QuadrilleError(
        'bad-colour',
        `There is no number left for the colour ${shown(name)}; ` +
          `use smaller colour numbers than ${MOST_COLOUR} where you give them by index.`,
      );
    }
    const number = this.#highest + 1;
    this.#highest = number;
    this.#numbers.set(name, number);
    this.#names.set(number, name);
    return number;
  }

  /** The name of a colour; one that came as a number is called by that. */
  nameOf(number: number): string {
    return this.#names.get(number) ?? String(number);
  }

  /** Whether a number cannot be used, since another colour has its digits for a name. */
  isTaken(number: number): boolean {
    const named = this.#numbers.get(String(number));
    return named !== undefined && named !== number && !this.#names.has(number);
  }

  /** Tells that a number is in use. */
  use(number: number): void {
    if (number > this.#highest) this.#highest = number;
    if (!this.#names.has(number)) this.#unnamed.add(String(number));
  }
}
