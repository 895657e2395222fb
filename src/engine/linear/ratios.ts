/**
 * The variables that may enter a basis, each with the ratio at which it stops the step: a heap with
 * the least one on top. So each variable that a long step passes costs a logarithm. (A look at all
 * variables left for each one passed took up to 100 ms for 8,000 columns.)
 */
export class Ratios {
  readonly #variable: Int32Array;
  readonly #ratio: Float64Array;
  count = 0;

  constructor(most: number) {
    this.#variable = new Int32Array(most);
    this.#ratio = new Float64Array(most);
  }

  clear(): void {
    this.count = 0;
  }

  /** A call of `order` follows the last one. */
  add(v: number, ratio: number): void {
    this.#variable[this.count] = v;
    this.#ratio[this.count++] = ratio;
  }

  /** Makes a heap of all variables added. */
  order(): void {
    for (let at = (this.count >> 1) - 1; at >= 0; at--) this.#sift(at);
  }

  /** The least ratio; Infinity where none is left. */
  get least(): number {
    return this.count > 0 ? this.#ratio[0] : Number.POSITIVE_INFINITY;
  }

  /** Takes the variable with the least ratio. There must be one. */
  take(): number {
    const v = this.#variable[0];
    const last = --this.count;
    this.#variable[0] = this.#variable[last];
    this.#ratio[0] = this.#ratio[last];
    this.#sift(0);
    return v;
  }

  #sift(place: number): void {
    const [variable, ratio] = [this.#variable, this.#ratio];
    const { count } = this;
    const v = variable[place];
    const own = ratio[place];
    let at = place;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= count) break;
      const right = below + 1;
      if (right < count && ratio[right] < ratio[below]) below = right;
      if (ratio[below] >= own) break;
      variable[at] = variable[below];
      ratio[at] = ratio[below];
      at = below;
    }
    variable[at] = v;
    ratio[at] = own;
  }
}
