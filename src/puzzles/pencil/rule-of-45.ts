import type { CellGrid, Cells } from '../variants/cell-grid.ts';
import { titleOf } from '../variants/clue-words.ts';
import type { RuledGrid, VariantHouse } from '../variants/houses.ts';
import { REFUSED, type Relation } from './relation.ts';
import { joined } from './step-sentences.ts';
import { capital } from './technique.ts';

/** Cells, each so many times, that add up to a number. */
interface Equation {
  /** Cell -> how many times it counts. */
  readonly times: ReadonlyMap<number, number>;
  readonly total: number;
  readonly title: string;
}

/** The most houses that are taken together, and the most cells that are left. */
const MOST_LINES = 4;
const MOST_REGIONS = 3;
const MOST_LEFT = 9;
const MOST_CLUES = 500;
/** The most of these that may be empty for a step. */
const MOST_OPEN = 4;
const MOST_LISTED = 4;
/** States are sums above this. */
const ZERO = 1 << 12;

/**
 * The rule of 45: houses that hold all values have a known sum. Cages and arrows that lie within some
 * houses, wholly or mostly, are taken away:
 *
 *     rows 1 and 2   90 = r1c1 + r1c2 + ... + r2c9
 *     cages within   83 = r1c1 + r1c2 + ... + r2c8
 *     left            7 = r1c9 + r2c9
 */
export function ruleOf45(variant: RuledGrid, houses: readonly VariantHouse[]): Relation[] {
  const { shape, grid } = variant;
  const sum = shape.values.reduce((all, value) => all + value, 0);
  const full = houses.filter(({ cells }) => cells.length === shape.values.length);
  const linesOf = (letter: string) => full.filter(({ name }) => isOf(name, letter));
  const regions = full.filter(({ name }) => isOf(name, 'b') || isOf(name, 'p'));
  const pieces = full.filter(({ name }) => isOf(name, 'p'));
  const clues = variant.clues.flatMap((clue): Equation[] => {
    const { kind, cells, numbers } = clue;
    const title = titleOf(clue, grid);
    const each = (total: number) => [{ times: counted(cells), total, title }];
    if (kind === 'cage' && numbers.length > 0) return each(numbers[0]);
    if (kind === 'little-killer') return each(numbers[0]);
    if (kind === 'x') return each(10);
    if (kind === 'v') return each(5);
    if (kind !== 'arrow') return [];
    const times = new Map(counted(cells.slice(1)));
    times.set(cells[0], (times.get(cells[0]) ?? 0) - 1);
    return [{ times, total: 0, title }];
  });
  clues.length = Math.min(clues.length, MOST_CLUES);
  const inRegions = pieces.map(({ cells, title }) => ({
    times: counted(cells),
    total: sum,
    title,
  }));
  if (clues.length === 0 && inRegions.length === 0) return [];
  const found = new Map<string, Relation>();
  const look = (own: readonly VariantHouse[], equations: readonly Equation[]) => {
    const left = remainder(own, sum, equations);
    if (left === undefined) return;
    const key = [...left.times].sort(([a], [b]) => a - b).join();
    // The first one has the fewest houses.
    if (!found.has(key)) found.set(key, relationOf(own, sum, left, grid));
  };
  for (const house of full) look([house], clues);
  for (const lines of [linesOf('r'), linesOf('c')]) {
    for (let count = 1; count <= MOST_LINES; count++) {
      for (let from = 0; from + count <= lines.length; from++) {
        const band = lines.slice(from, from + count);
        if (count > 1) look(band, clues);
        if (inRegions.length > 0) look(band, [...inRegions, ...clues]);
      }
    }
  }
  for (let count = 2; count <= MOST_REGIONS; count++) {
    for (const own of choices(regions, count)) look(own, clues);
  }
  return [...found.values()];
}

function isOf(name: string, letter: string): boolean {
  return name.startsWith(letter) && /^\d+$/.test(name.slice(letter.length));
}

function counted(cells: Cells): Map<number, number> {
  const times = new Map<number, number>();
  for (const cell of cells) times.set(cell, (times.get(cell) ?? 0) + 1);
  return times;
}

/** What is left of some houses, and the clues that are taken away. */
interface Remainder {
  readonly times: ReadonlyMap<number, number>;
  readonly total: number;
  readonly taken: readonly Equation[];
}

/** Takes away each clue that leaves fewer cells. */
function remainder(
  houses: readonly VariantHouse[],
  sum: number,
  equations: readonly Equation[],
): Remainder | undefined {
  const times = counted(houses.flatMap(({ cells }) => cells));
  let total = sum * houses.length;
  const taken: Equation[] = [];
  for (const equation of equations) {
    let fewer = 0;
    for (const [cell, count] of equation.times) {
      const before = times.get(cell) ?? 0;
      fewer += (before !== 0 ? 1 : 0) - (before !== count ? 1 : 0);
    }
    if (fewer <= 0) continue;
    for (const [cell, count] of equation.times) times.set(cell, (times.get(cell) ?? 0) - count);
    total -= equation.total;
    taken.push(equation);
  }
  for (const [cell, count] of times) if (count === 0) times.delete(cell);
  if (taken.length === 0 || times.size === 0 || times.size > MOST_LEFT) return undefined;
  return { times, total, taken };
}

function relationOf(
  houses: readonly VariantHouse[],
  sum: number,
  { times, total, taken }: Remainder,
  grid: CellGrid,
): Relation {
  const counts = [...times.values()];
  const names = joined(houses.map(({ title }) => title));
  const without = joined(
    taken.map(({ title }) => `the ${title}`),
    MOST_LISTED,
  );
  const side = (sign: number) =>
    [...times]
      .filter(([, count]) => count * sign > 0)
      .map(([cell, count]) => (count * sign > 1 ? `${count * sign} x ` : '') + grid.nameOf(cell));
  const [more, less] = [side(1), side(-1)];
  if (total > 0 || less.length === 0) less.push(String(total));
  if (total < 0) more.push(String(-total));
  return {
    technique: 'rule of 45',
    title: 'that',
    says:
      `${capital(names)} ${houses.length > 1 ? 'add' : 'adds'} up to ${sum * houses.length}; without ` +
      `${without} there is left: ` +
      `${more.length > 0 ? more.join(' + ') : '0'} = ${less.join(' + ')}.`,
    extra: 4 + 2 * houses.length,
    mostOpen: MOST_OPEN,
    cells: [...times.keys()],
    start: ZERO,
    step: (state, value, place) => Math.max(REFUSED, state + counts[place] * value),
    accepts: (state) => state === ZERO + total,
  };
}

/** All choices of so many. */
function* choices<T>(list: readonly T[], count: number, from = 0): Generator<T[]> {
  if (count === 0) {
    yield [];
    return;
  }
  for (let k = from; k <= list.length - count; k++) {
    for (const rest of choices(list, count - 1, k + 1)) yield [list[k], ...rest];
  }
}
