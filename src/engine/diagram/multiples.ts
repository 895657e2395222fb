import { type Decisions, Start } from '../kernels/prefix.ts';
import {
  Compiled,
  coloursOf,
  emptyCompiled,
  itemsOf,
  leastOf,
  mostOf,
} from '../problem/compiled.ts';

/**
 * The colours of an item that records an option: chosen, or left out. The count n has n + 1.
 */
const CHOSEN_COLOUR = 1;
const LEFT_OUT_COLOUR = 2;

/**
 * An encoded option, as pairs of an item and its colour. A secondary item n is ~n until all are
 * numbered.
 */
type Uses = [item: number, colour: number][];

/** An option that has an item of some multiplicity: one step of a count. */
interface Link {
  readonly option: number;
  /** 2 * the count before, 1 more if the option is chosen -> the encoded option. */
  readonly steps: Map<number, number>;
}

/**
 * A problem as a build takes it, with each primary item exactly once. A problem without
 * multiplicities is that already. In others an option with an item of another multiplicity becomes
 * a choice, and such an item a chain of links that count. Item x, once or twice, in the options a,
 * b, c:
 *
 *     choice a   [a?  a:chosen  its other items]   [a?  a:left-out]       and so on for b and c
 *     link 1     [x1  a:chosen  m:1]               [x1  a:left-out  m:0]
 *     link 2     [x2  b:chosen  m:0  n:1]          [x2  b:left-out  m:0  n:0]      and for m:1
 *     link 3     [x3  c:chosen  n:0]               [x3  c:chosen  n:1]             and so on
 *
 * Here a?, x1, x2, x3 are primary; a, b, c, and the counts m and n are secondary. The choices
 * determine the steps, so there is one encoded solution for each solution. The key of a state has
 * the options left out while a link needs them.
 */
export class Encoding {
  /** The problem to build. */
  readonly compiled: Compiled;
  readonly #asked: Compiled;
  /** Option -> the encoded option that chooses it, and the one that leaves it out. */
  readonly #chosen: number[] = [];
  readonly #leftOut: (number | undefined)[] = [];
  /** Encoded option -> the option that it leaves out. */
  readonly #leavesOut = new Map<number, number>();
  /** Encoded option -> the option that it chooses. */
  readonly #original: (number | undefined)[] = [];
  readonly #chains: (readonly Link[])[] = [];

  constructor(asked: Compiled) {
    this.#asked = asked;
    this.compiled = asked.multiple ? this.#encode() : asked;
  }

  get options(): number {
    return this.#asked.options;
  }

  /** The number of options that were stated, not added by rules. */
  get stated(): number {
    return this.#asked.stated;
  }

  /** The option that an encoded one chooses; none for those that leave out or count. */
  original(encoded: number): number | undefined {
    return this.#asked.multiple ? this.#original[encoded] : encoded;
  }

  /** The encoded option that chooses an option. */
  encoded(option: number): number {
    return this.#asked.multiple ? this.#chosen[option] : option;
  }

  /** The decision that an encoded option stands for; none for those that count. */
  decision(encoded: number): number | undefined {
    const chosen = this.original(encoded);
    if (chosen !== undefined) return chosen;
    const leftOut = this.#leavesOut.get(encoded);
    return leftOut === undefined ? undefined : ~leftOut;
  }

  /** The primary items all of whose options are decisions; all but the links of chains. */
  decidingItems(): number[] {
    const { primary, options } = this.compiled;
    const items = new Set(Array.from({ length: primary }, (_, item) => item));
    for (let option = 0; option < options; option++) {
      if (this.decision(option) !== undefined) continue;
      for (const item of itemsOf(this.compiled, option)) items.delete(item);
    }
    return [...items];
  }

  /** A solution of the problem from an encoded one. */
  read(encoded: number[]): number[] {
    if (!this.#asked.multiple) return encoded;
    return encoded.flatMap((option) => this.#original[option] ?? []);
  }

  /** The encoded solution of a set of options. Of a set that is no solution, it may lack some. */
  write(numbers: ReadonlySet<number>): Set<number> {
    if (!this.#asked.multiple) return new Set(numbers);
    const all: (number | undefined)[] = this.#chosen.map((encoded, option) =>
      numbers.has(option) ? encoded : this.#leftOut[option],
    );
    for (const chain of this.#chains) {
      let count = 0;
      for (const { option, steps } of chain) {
        const isChosen = numbers.has(option) ? 1 : 0;
        all.push(steps.get(2 * count + isChosen));
        count += isChosen;
      }
    }
    return new Set(all.filter((option) => option !== undefined));
  }

  /** Encoded decisions, after checks. */
  decisions(asked: Decisions): Decisions {
    if (!this.#asked.multiple) return asked;
    const { chosen, chosenCount, leftOut, leftOutCount } = new Start(this.#asked, asked);
    const encoded = (option: number) => this.#chosen[option];
    return [
      ...Array.from(leftOut.subarray(0, leftOutCount), (option) => ~encoded(option)),
      ...Array.from(chosen.subarray(0, chosenCount), encoded),
    ];
  }

  #encode(): Compiled {
    const asked = this.#asked;
    const { primary, options } = asked;
    const stated: Stated = { uses: [], primaries: 0, secondaries: asked.secondary };
    /** Item -> its number, if it is covered exactly once or secondary. */
    const numbers = Array.from({ length: primary + asked.secondary }, (_, item) => {
      if (item >= primary) return ~(item - primary);
      return this.#isMultiple(item) ? primary : stated.primaries++;
    });
    /** Item -> the options that a chain of it counts. */
    const takersOf: number[][] = Array.from({ length: primary }, () => []);
    /** Option -> the item that records it. */
    const choices: number[] = [];
    for (let option = 0; option < options; option++) {
      this.#encodeOption(option, stated, numbers, takersOf, choices);
    }
    for (let item = 0; item < primary; item++) {
      if (this.#isMultiple(item)) this.#chain(item, stated, takersOf[item], choices);
    }
    return compiledOf(stated.uses, stated.primaries, stated.secondaries);
  }

  #isMultiple(item: number): boolean {
    const asked = this.#asked;
    return item < asked.primary && (leastOf(asked, item) !== 1 || mostOf(asked, item) !== 1);
  }

  #add(stated: Stated, uses: Uses, option?: number): number {
    this.#original.push(option);
    return stated.uses.push(uses) - 1;
  }

  /** An option, and "left out" beside it where an item with a range has it. */
  #encodeOption(
    option: number,
    stated: Stated,
    numbers: readonly number[],
    takersOf: readonly number[][],
    choices: number[],
  ): void {
    const asked = this.#asked;
    const uses: Uses = [];
    let isChoice = false;
    const hues = coloursOf(asked, option);
    for (const [k, item] of itemsOf(asked, option).entries()) {
      if (this.#isMultiple(item)) {
        isChoice = true;
        takersOf[item].push(option);
      } else {
        uses.push([numbers[item], hues[k] ?? 0]);
      }
    }
    if (isChoice) {
      const choice = stated.primaries++;
      const record = ~stated.secondaries++;
      choices[option] = record;
      uses.push([choice, 0], [record, CHOSEN_COLOUR]);
      const leftOut: Uses = [
        [choice, 0],
        [record, LEFT_OUT_COLOUR],
      ];
      const number = this.#add(stated, leftOut);
      this.#leftOut[option] = number;
      this.#leavesOut.set(number, option);
    }
    this.#chosen[option] = this.#add(stated, uses, option);
  }

  /** The chain of an item with a range: a link for each of its options, which counts on. */
  #chain(
    item: number,
    stated: Stated,
    takers: readonly number[],
    choices: readonly number[],
  ): void {
    const least = leastOf(this.#asked, item);
    // An item that cannot be covered often enough has no options.
    if (takers.length < least) stated.primaries++;
    const most = Math.min(mostOf(this.#asked, item), takers.length);
    let before: number | undefined;
    let counts = [0];
    const chain = takers.map((option, n): Link => {
      const link = stated.primaries++;
      const left = takers.length - n - 1;
      const after = left > 0 ? ~stated.secondaries++ : undefined;
      const steps = new Map<number, number>();
      const next = new Set<number>();
      for (const count of counts) {
        for (const isChosen of [0, 1]) {
          const now = count + isChosen;
          if (now > most || now + left < least) continue;
          const uses: Uses = [
            [link, 0],
            [choices[option], isChosen === 1 ? CHOSEN_COLOUR : LEFT_OUT_COLOUR],
          ];
          if (before !== undefined) uses.push([before, count + 1]);
          if (after !== undefined) uses.push([after, now + 1]);
          steps.set(2 * count + isChosen, this.#add(stated, uses));
          next.add(now);
        }
      }
      before = after;
      counts = [...next];
      return { option, steps };
    });
    this.#chains.push(chain);
  }
}

/** The encoded problem, as far as it is stated. */
interface Stated {
  /** Option -> its items and colours. */
  readonly uses: Uses[];
  primaries: number;
  secondaries: number;
}

function compiledOf(all: readonly Uses[], primary: number, secondary: number): Compiled {
  const nodes = all.reduce((sum, { length }) => sum + length, 0);
  const data = emptyCompiled({ primary, secondary, options: all.length, nodes, coloured: true });
  const compiled = Compiled.of(data);
  const { startAt, itemAt, colourAt } = compiled;
  let node = 0;
  all.forEach((uses, option) => {
    for (const [item, colour] of uses) {
      data[itemAt + node] = item < 0 ? primary + ~item : item;
      data[colourAt + node] = colour;
      node++;
    }
    data[startAt + option + 1] = node;
  });
  return compiled;
}
