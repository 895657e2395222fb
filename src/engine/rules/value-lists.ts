/** Of a few values, a search along them takes less time than a map. */
export const FEW_VALUES = 16;

/** Each value once, in the order in which they come, and the options that give it. */
export class ValueLists {
  readonly values: unknown[] = [];
  readonly options: number[][] = [];
  /** Value -> its place, once there are more than a few. */
  private places: Map<unknown, number> | undefined;

  add(value: unknown, option: number): void {
    const { values, options } = this;
    const place = this.places === undefined ? values.indexOf(value) : this.places.get(value);
    if (place !== undefined && place >= 0) {
      options[place].push(option);
      return;
    }
    this.places?.set(value, values.length);
    values.push(value);
    options.push([option]);
    if (values.length !== FEW_VALUES) return;
    this.places = new Map(values.map((one, k) => [one, k]));
  }
}
