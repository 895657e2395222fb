/** The integers of a use. */
const USE = 4;

/**
 * What a prefix leaves open of a problem, after every forced choice: the part that is worth
 * searching. The options that are left are its *variables*, numbered anew from 0.
 *
 * To choose a variable is to rule out every other one that shares an item with it, unless both
 * give that item one and the same colour. So the options of an item lie together, sorted by
 * colour, and each *use* of the item knows where they begin and end, and which of them do not mind
 * it: itself, or all of its colour. One item with variables 0 and 2 (no colour), 1 and 3 (red),
 * 4 (blue), as literals (2 x variable, see `Trail`):
 *
 *     list          ... | 0 | 4 | 2 6 | 8 | ...
 *                       20  21  22    24  25
 *     uses          by 0: [20 20 21 25]   by 1: [20 22 24 25]   by 4: [20 24 25 25]
 *
 * Variable 1 rules out what lies at 20 .. 21 and at 24 .. 24. No loop over these ever asks for a
 * colour, or whether it has come upon itself.
 */
export class Open {
  /** The options chosen already: the prefix, then what it forces. */
  readonly settled: readonly number[];
  /** Whether forced choices alone show that there is no solution. */
  readonly dead: boolean;
  /** Variable -> the number of its option. */
  readonly optionOf: Int32Array;
  /** Variables as literals, item by item. */
  list: Int32Array = new Int32Array(0);
  /** Where each primary item that is not covered begins in `list`; one more at the end. */
  primaryStart: Int32Array = new Int32Array(1);
  /** Variable -> where its uses begin; one more at the end. */
  readonly useStart: Int32Array;
  /** The uses: [where the item begins, where what agrees begins, where it ends, the item's end]. */
  uses: Int32Array = new Int32Array(0);

  constructor(settled: readonly number[], dead: boolean, variables = 0) {
    this.settled = settled;
    this.dead = dead;
    this.optionOf = new Int32Array(variables);
    this.useStart = new Int32Array(variables + 1);
  }

  get variables(): number {
    return this.optionOf.length;
  }

  get bytes(): number {
    return 4 * (2 * this.variables + this.list.length + this.uses.length);
  }

  /** Takes the use at each place of the list, and sorts them by variable. */
  sortUses(places: Int32Array): void {
    const { list, useStart } = this;
    for (const literal of list) {
      const after = (literal >> 1) + 1;
      useStart[after] = (useStart[after] as number) + USE;
    }
    for (let k = 1; k < useStart.length; k++) {
      useStart[k] = (useStart[k] as number) + (useStart[k - 1] as number);
    }
    const next = useStart.slice();
    this.uses = new Int32Array(places.length);
    for (let x = 0; x < list.length; x++) {
      const variable = (list[x] as number) >> 1;
      const at = next[variable] as number;
      next[variable] = at + USE;
      for (let field = 0; field < USE; field++) {
        this.uses[at + field] = places[USE * x + field] as number;
      }
    }
  }

  /** Drops the variables that have a value for good, and uses that rule nothing out any more. */
  sweep(values: Int8Array): void {
    const { list, uses, useStart, variables } = this;
    /** Where something lay -> where it lies after this. */
    const moved = new Int32Array(list.length + 1);
    let left = 0;
    for (let x = 0; x < list.length; x++) {
      moved[x] = left;
      const literal = list[x] as number;
      if (values[literal] === 0) list[left++] = literal;
    }
    moved[list.length] = left;
    let to = 0;
    let from = 0;
    for (let v = 0; v < variables; v++) {
      const end = useStart[v + 1] as number;
      useStart[v] = to;
      for (let use = from; use < end && values[2 * v] === 0; use += USE) {
        const start = moved[uses[use] as number] as number;
        const agree = moved[uses[use + 1] as number] as number;
        const differ = moved[uses[use + 2] as number] as number;
        const stop = moved[uses[use + 3] as number] as number;
        if (start === agree && differ === stop) continue;
        uses[to++] = start;
        uses[to++] = agree;
        uses[to++] = differ;
        uses[to++] = stop;
      }
      from = end;
    }
    useStart[variables] = to;
    this.list = list.slice(0, left);
    this.uses = uses.slice(0, to);
  }
}
