import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Random } from '../../src/engine/kernels/random.ts';
import { Problem, QuadrilleError, readOrLibrary } from '../../src/index.ts';
import { Trouble } from '../trouble.ts';

/**
 * A problem with costs: a set-partitioning problem; for `cover` one whose items 1 or 2 options
 * cover; a `roster` has numbers of options for its items, and colours.
 */
export interface PricedCase {
  readonly name: string;
  readonly kind: 'file' | 'airline' | 'assignment' | 'cover' | 'roster';
  readonly problem: Problem;
}

/** The files in the form of the OR-library, or the generated families. */
export function casesOf(files: readonly string[]): PricedCase[] {
  if (files.length > 0) return files.map(read);
  return [
    airline(1, 100, 1000, 'random', 0.02),
    airline(2, 100, 1000, 'local', 0.025),
    airline(3, 300, 3000, 'random', 0.02),
    airline(4, 300, 3000, 'local', 0.025),
    airline(5, 646, 7292, 'local', 0.01),
    ...[20, 50, 100, 200].map(assignment),
    ...[20, 25, 30, 35, 40].flatMap((items) => [cover(1, items), cover(2, items)]),
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(roster),
  ];
}

function read(file: string): PricedCase {
  try {
    const problem = readOrLibrary(readFileSync(file, 'utf8'), { source: file });
    return { name: basename(file), kind: 'file', problem };
  } catch (error) {
    if (error instanceof QuadrilleError) throw new Trouble(error.message, 2);
    throw error;
  }
}

function problemOf(
  items: number,
  options: readonly (readonly number[])[],
  costs: readonly number[],
): Problem {
  const problem = new Problem({ primary: items });
  for (const [k, option] of options.entries()) {
    problem.setCost(problem.addIndices(option), costs[k]);
  }
  return problem;
}

/**
 * A planted partition of the items, and options of 2 to 12 items around it: any items, or such as
 * lie near one another. The cost of an option is the sum of its items' values, with noise from
 * `-below` to 0.3 of that.
 */
function airline(
  seed: number,
  items: number,
  count: number,
  shape: 'random' | 'local',
  below: number,
): PricedCase {
  const random = new Random(seed);
  const share = () => random.below(2 ** 20) / 2 ** 20;
  const worth = Array.from({ length: items }, () => 100 + random.below(900));
  const order = [...random.order(items)];
  if (shape === 'local') {
    const place = order.map((item) => item + 25 * share());
    order.sort((a, b) => (place[order.indexOf(a)] ?? 0) - (place[order.indexOf(b)] ?? 0));
  }
  const all: { option: number[]; noise: number }[] = [];
  for (let from = 0; from < items; ) {
    const left = items - from;
    const size = Math.min(left, 2 + random.below(11));
    const to = left - size === 1 ? items : from + size;
    all.push({ option: order.slice(from, to), noise: 0.04 * share() - 0.02 });
    from = to;
  }
  while (all.length < count) {
    const size = 2 + random.below(11);
    let option = [...random.order(items).subarray(0, size)];
    if (shape === 'local') {
      option = [random.below(items)];
      while (option.length < size) option.push((option.at(-1) as number) + 1 + random.below(12));
      if ((option.at(-1) as number) >= items) continue;
    }
    all.push({ option, noise: (below + 0.3) * share() - below });
  }
  const mixed = [...random.order(all.length)].map((k) => all[k]);
  const costs = mixed.map(({ option, noise }) =>
    Math.round(option.reduce((sum, item) => sum + worth[item], 0) * (1 + noise)),
  );
  const options = mixed.map(({ option }) => option);
  const problem = problemOf(items, options, costs);
  return { name: `airline ${items}x${count} ${shape}`, kind: 'airline', problem };
}

/** Each of n people gets one of n tasks, at a random cost for each pair. */
function assignment(n: number): PricedCase {
  const random = new Random(n);
  const options = Array.from({ length: n * n }, (_, k) => [Math.floor(k / n), n + (k % n)]);
  const costs = options.map(() => 1 + random.below(1000));
  const problem = problemOf(2 * n, options, costs);
  return { name: `assignment ${n}x${n}`, kind: 'assignment', problem };
}

/**
 * Items that 1 or 2 options cover, and options of 2 to 5 of them, any: 200, and 100 for each item,
 * and up to 299. The linear program is 5 to 9 % below the optimum.
 */
function cover(seed: number, items: number): PricedCase {
  const random = new Random(seed);
  const problem = new Problem({ primary: items });
  for (let item = 0; item < items; item++) problem.setTimes(item, [1, 2]);
  for (let k = 0; k < 10 * items; k++) {
    const size = 2 + random.below(4);
    const option = problem.addIndices(random.order(items).subarray(0, size));
    problem.setCost(option, 200 + 100 * size + random.below(300));
  }
  return { name: `cover ${items}x${10 * items}, ${seed}`, kind: 'cover', problem };
}

const [PEOPLE, DAYS, SHIFTS, PLACES] = [10, 7, 3, 2] as const;

/**
 * A week of 10 people, in early, late and night shifts at two places. An option is a person on a
 * shift of a day at a place; it costs what the person dislikes. A planted roster says how many
 * people a shift needs at each place: so many, or one more as well. Each person works 4 or 5 times,
 * some 2 or 3 times; at most once a day; never early after a late one or a night; and all week at
 * the same place, which is a colour. Some people know only one place.
 */
export function roster(seed: number): PricedCase {
  const random = new Random(seed);
  const dislikes = (count: number, most: number) =>
    Array.from({ length: count }, () => random.below(most));
  const key = (day: number, shift: number, place: number) => `day ${day} ${shift} ${place}`;
  const problem = new Problem();
  /** Shift of a day at a place -> the people of the planted roster. */
  const planted = new Map<string, number>();
  const people = Array.from({ length: PEOPLE }, (_, who) => {
    const most = random.below(10) < 3 ? 3 : 5;
    const home = who % PLACES;
    let [lastDay, last] = [-1, 0];
    for (const day of random.order(DAYS).subarray(0, most).sort()) {
      const earliest = day === lastDay + 1 ? Math.min(last, 1) : 0;
      last = earliest + random.below(SHIFTS - earliest);
      lastDay = day;
      const at = key(day, last, home);
      planted.set(at, (planted.get(at) ?? 0) + 1);
    }
    const places = random.below(10) < 3 ? [home] : [0, 1];
    const days = dislikes(DAYS * SHIFTS, 30);
    return { most, places, days, shifts: dislikes(SHIFTS, 15), at: dislikes(PLACES, 10) };
  });
  for (const [item, count] of [...planted].sort()) {
    problem.addPrimary([item]).setTimes(item, [count, count + random.below(2)]);
  }
  for (const [who, { most }] of people.entries()) {
    problem.addPrimary([`person ${who}`]).setTimes(`person ${who}`, [most - 1, most]);
    problem.addSecondary([`place ${who}`]);
    for (let day = 0; day < DAYS; day++) {
      problem.addSecondary([`person ${who} on ${day}`, `rest ${who} before ${day + 1}`]);
    }
  }
  for (const [who, { places, days, shifts, at }] of people.entries()) {
    for (let option = 0; option < DAYS * SHIFTS; option++) {
      const [day, shift] = [Math.floor(option / SHIFTS), option % SHIFTS];
      const rest = day + (shift > 0 ? 1 : 0);
      for (const place of places) {
        if (!planted.has(key(day, shift, place))) continue;
        const items = [`person ${who}`, `person ${who} on ${day}`, key(day, shift, place)];
        if (rest > 0) items.push(`rest ${who} before ${rest}`);
        const number = problem.addOption([...items, { item: `place ${who}`, colour: `${place}` }]);
        problem.setCost(number, 1 + days[option] + shifts[shift] + at[place]);
      }
    }
  }
  return { name: `roster ${seed}`, kind: 'roster', problem };
}
