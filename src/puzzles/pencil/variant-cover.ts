import type { Decisions } from '../../engine/kernels/prefix.ts';
import { itemsOf } from '../../engine/problem/compiled.ts';
import { type AnyProblem, Problem } from '../../engine/problem/problem.ts';
import type { Words } from '../../engine/why/sentences.ts';
import type { Placement } from '../sudoku/encode.ts';
import { housesOf, type VariantHouse } from '../variants/houses.ts';
import type { Variant } from '../variants/variant.ts';
import { type ClueRelations, clueRelationsOf, type Pair } from './clue-relations.ts';

/** More houses or conflicts than these are left to the clues themselves. */
const MOST_HOUSES = 2000;
const MOST_CONFLICTS = 20_000;

/** A variant as an exact cover of cells by values: an option is a value in a cell. */
export interface VariantCover extends Problem<Placement> {
  /** The option of a value in a cell; undefined where the cell may not have it. */
  optionOf(cell: number, value: number): number | undefined;
  /** The cell of an option. */
  cellOf(option: number): number;
  /** The value of an option. */
  valueAt(option: number): number;
  /** The words for its cells, values in houses, and clues. */
  readonly words: Words;
}

/**
 * A variant as an exact cover of cells by values, for steps: an option is a value in a cell. Its items
 * are the cells, the values in houses that hold all of them, and secondary ones:
 *
 *     r1c1 ... | r1=1 ... c1=1 ... b1=1 ... | k37=1 ... | conflict 1 ...
 *              full houses                   smaller houses: cages, renban lines, cells a knight's move apart
 *                                                        a value of a cell, and all values of another one
 *                                                        that cannot stand beside it, for clues of pairs
 *
 * So all that holds for items and options holds along clues, too. What is left of the clues, relations
 * say.
 */
export class ClueCover extends Problem<Placement> implements VariantCover {
  readonly variant: Variant;
  readonly clues: ClueRelations;
  readonly houses: readonly VariantHouse[];
  /** `cell * 32 + value` -> the option. */
  readonly #options = new Map<number, number>();
  /** Option -> its cell, and its value. */
  readonly #cells: number[] = [];
  readonly #values: number[] = [];
  readonly #sees: Uint8Array;
  /** Conflict, or house of a clue -> the title of the clue; house -> its title. */
  readonly #titles: ReadonlyMap<string, string>;
  readonly #houseTitles: ReadonlyMap<string, string>;
  #known: Answers | undefined;

  constructor(variant: Variant) {
    const { grid, shape } = variant;
    const { values } = shape;
    const clues = clueRelationsOf(variant);
    const houses = clues.houses.slice(0, housesOf(variant).length + MOST_HOUSES);
    const names = Array.from({ length: grid.cells }, (_, cell) => grid.nameOf(cell));
    const around: number[][] = names.map(() => []);
    const attach = ({ name, cells }: VariantHouse) => {
      for (const cell of cells) around[cell].push(names.length);
      for (const value of values) names.push(`${name}=${value}`);
    };
    const isFull = ({ cells }: VariantHouse) => cells.length === values.length;
    for (const house of houses) if (isFull(house)) attach(house);
    const primary = names.length;
    for (const house of houses) if (!isFull(house)) attach(house);
    /** `cell * 32 + value` -> the conflicts it is in. */
    const conflicts = new Map<number, number[]>();
    const titles = new Map<string, string>();
    for (const { cells, v, others, title } of conflictsOf(clues.pairs, variant)) {
      const item = names.length;
      const name = `conflict ${item - primary}`;
      titles.set(name, title);
      names.push(name);
      const [a, b] = cells;
      for (const key of [...v.map((one) => 32 * a + one), ...others.map((one) => 32 * b + one)]) {
        const own = conflicts.get(key);
        if (own === undefined) conflicts.set(key, [item]);
        else own.push(item);
      }
    }
    super({ primary: names.slice(0, primary), secondary: names.slice(primary) });
    this.variant = variant;
    this.clues = clues;
    this.houses = houses;
    for (const { name, title } of houses.slice(housesOf(variant).length)) titles.set(name, title);
    this.#titles = titles;
    this.#houseTitles = new Map(houses.map(({ name, title }) => [name, title]));
    for (let cell = 0; cell < grid.cells; cell++) {
      const place = { row: grid.rowOf(cell), column: grid.columnOf(cell) };
      for (const value of variant.valuesOf(cell)) {
        const key = 32 * cell + value;
        const inHouses = around[cell].map((first) => first + values.indexOf(value));
        const items = new Set([cell, ...inHouses, ...(conflicts.get(key) ?? [])]);
        this.#options.set(key, this.addIndices([...items], { ...place, value }));
        this.#cells.push(cell);
        this.#values.push(value);
      }
    }
    this.#sees = new Uint8Array(grid.cells ** 2);
    for (const { cells } of houses) {
      for (const a of cells) for (const b of cells) this.#sees[a * grid.cells + b] = 1;
    }
  }

  /** Decisions on its options as decisions on those of the problem of the variant. */
  decisionsFor(decisions: Decisions): number[] {
    const { stated } = this.#answers();
    const out = new Set<number>();
    for (const decision of Array.from(decisions)) {
      const option = decision < 0 ? ~decision : decision;
      if (decision < 0) out.add(option);
      else {
        const cell = this.cellOf(option);
        for (const value of this.variant.shape.values) {
          const other = this.optionOf(cell, value);
          if (other !== undefined && other !== option) out.add(other);
        }
      }
    }
    return [...out].flatMap((option) => (stated[option] ?? []).map((own) => ~own));
  }

  /** The options of a solution of the problem of the variant, by their numbers here. */
  solutionFor(options: readonly number[]): number[] {
    const { own } = this.#answers();
    return options.flatMap((option) => own.get(option) ?? []);
  }

  /** Option -> those of the problem of the variant that place the same value; and the other way. */
  #answers(): Answers {
    if (this.#known !== undefined) return this.#known;
    const { problem, grid } = this.variant;
    const stated: number[][] = this.#cells.map(() => []);
    const own = new Map<number, number>();
    for (let option = 0; option < problem.optionCount; option++) {
      const placement = problem.payload(option);
      if (placement === undefined) continue;
      const { row, column, value } = placement;
      const here = this.optionOf(row * grid.columns + column, value);
      if (here === undefined) continue;
      stated[here].push(option);
      own.set(option, here);
    }
    this.#known = { stated, own };
    return this.#known;
  }

  /** True if two cells have different values by a house. */
  readonly sees = (a: number, b: number): boolean => {
    return a !== b && this.#sees[a * this.variant.grid.cells + b] === 1;
  };

  /** The titles of the clues by which two options exclude each other; none where a house is enough. */
  cluesBetween(a: number, b: number): string[] {
    const compiled = this.compile();
    const others = new Set(itemsOf(compiled, b));
    const names = [...itemsOf(compiled, a)]
      .filter((item) => others.has(item))
      .map((item) => this.itemName(item));
    const titles = names.map((name) => this.#titles.get(name.replace(/=\d+$/, '')));
    return titles.every((title) => title !== undefined) ? titles : [];
  }

  optionOf(cell: number, value: number): number | undefined {
    return this.#options.get(32 * cell + value);
  }

  cellOf(option: number): number {
    return this.#cells[option];
  }

  valueAt(option: number): number {
    return this.#values[option];
  }

  get words(): Words {
    return {
      item: (name) => {
        const [, house = '', value] = /^(.+)=(\d+)$/.exec(name) ?? [];
        const title = this.#houseTitles.get(house);
        return title === undefined ? (this.#titles.get(name) ?? name) : `${value} in ${title}`;
      },
      option: (_, option) => `${this.#values[option]} at ${this.itemName(this.#cells[option])}`,
    };
  }
}

interface Answers {
  readonly stated: readonly (readonly number[])[];
  readonly own: ReadonlyMap<number, number>;
}

const COVERS = new WeakMap<Variant, ClueCover>();

/**
 * The problem that the steps of a variant speak of: its options place a value in a cell, and prefixes
 * are decisions on them. It is the same one each time.
 */
export function variantCover(variant: Variant): VariantCover {
  return clueCover(variant);
}

/** The same with all that steps look at. */
export function clueCover(variant: Variant): ClueCover {
  let cover = COVERS.get(variant);
  if (cover === undefined) {
    cover = new ClueCover(variant);
    COVERS.set(variant, cover);
  }
  return cover;
}

/**
 * What steps take: a problem, or a variant Sudoku. A variant is solved as its `variantCover`, of which
 * steps and prefixes have the numbers.
 */
export type Solvable = AnyProblem | Variant;

/** The problem that steps speak of. */
export function coveredOf<P extends AnyProblem>(stated: P | Variant): P | ClueCover {
  return isVariant(stated) ? clueCover(stated) : stated;
}

/** To ask for the class would bring the rules of variants to whoever rates a plain Sudoku. */
function isVariant(stated: unknown): stated is Variant {
  return typeof stated === 'object' && stated !== null && 'clues' in stated && 'grid' in stated;
}

/** Values of one cell, and those of another one that none of them can stand beside. */
interface Conflict {
  readonly cells: readonly [number, number];
  readonly v: readonly number[];
  readonly others: readonly number[];
  readonly title: string;
}

/** The conflicts of pairs. Values that cannot stand beside the same ones are told together. */
function conflictsOf(pairs: readonly Pair[], variant: Variant): Conflict[] {
  const conflicts: Conflict[] = [];
  for (const { a, b, isGood, title } of pairs) {
    const together = new Map<string, { v: number[]; others: number[] }>();
    for (const v of variant.valuesOf(a)) {
      const others = variant.valuesOf(b).filter((w) => !isGood(v, w));
      if (others.length === 0) continue;
      const known = together.get(others.join());
      if (known === undefined) together.set(others.join(), { v: [v], others });
      else known.v.push(v);
    }
    for (const own of together.values()) conflicts.push({ cells: [a, b], ...own, title });
    if (conflicts.length >= MOST_CONFLICTS) break;
  }
  return conflicts;
}
