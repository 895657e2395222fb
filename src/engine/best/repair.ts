import type { Random } from '../kernels/random.ts';
import { Pace, type Slices } from '../problem/slices.ts';
import type { Plans } from './plans.ts';

/**
 * A fine grows by this part of the average cost, before there is a solution and after that; it shrinks
 * by that factor while its item is right.
 */
const FIRST_FINE = 1 / 2;
const FINE = 1 / 10;
const FINE_FACTOR = 0.95;
/** Rounds through all groups before it begins anew from the best solution. */
const MOST_ROUNDS = 60;
/** The groups that get another plan then. */
const MOVED_GROUPS = 2;
/** The steps of what is added to costs by chance. */
const NOISES = 1 << 16;
/** Without a solution it ends after this number of beginnings. */
const MOST_FAILURES = 8;

/** When it ends, and what it has found. */
interface RepairSettings {
  /** Numbers looked at. */
  readonly workLimit: number;
  readonly random: Random;
  /** Takes the options of a solution. True if it is good enough. */
  found(options: number[]): boolean;
}

/**
 * Solutions by *repair*: each group in turn takes the plan that is the cheapest beside those of the
 * others, where it costs a fine to cover an item too seldom or too often. That is a shortest path. A
 * fine is the price of the item and something more, which grows while the item is wrong and shrinks
 * while it is right: so it goes to and fro at the edge of what is allowed. (Breakout: Morris, 1993.)
 * Where nothing changes, two groups are moved.
 */
export function* repair(plans: Plans, { workLimit, random, found }: RepairSettings): Slices {
  const { groups, plain, chosen, least, most, reduced, price, cost, scale } = plans;
  const { linkStart, link } = plans;
  const pace = new Pace();
  const stop = plans.work + workLimit;
  const average = scale * Math.max(meanOf(price) / scale, meanOf(cost));
  let step = FIRST_FINE * average;
  const fine = new Float64Array(least.length).fill(step);
  const counts = new Float64Array(least.length);
  const costs = new Float64Array(reduced.length);
  const free = plain.filter((option) => !chosen.has(option));
  const count = (options: Iterable<number>, by: number) => {
    for (const option of options) {
      for (let at = linkStart[option]; at < linkStart[option + 1]; at++) {
        counts[link[at]] = counts[link[at]] + by;
      }
    }
  };
  /** The cost of an option beside all that is counted, with the fines. */
  const costBeside = (option: number) => {
    let sum = cost[option] * scale;
    for (let at = linkStart[option]; at < linkStart[option + 1]; at++) {
      const i = link[at];
      const y = price[i];
      if (counts[i] < least[i]) sum -= fine[i] + Math.max(0, y);
      else if (counts[i] >= most[i]) sum += fine[i] + Math.max(0, -y);
    }
    return sum;
  };
  /** Group -> its plan; the plain options chosen. */
  let own = groups.map((group) => {
    group.solve(reduced);
    return group.plan();
  });
  let isOn = new Set(plain.filter((option) => chosen.has(option) || reduced[option] < 0));
  const respond = (g: number, noise: number) => {
    const group = groups[g];
    count(own[g], -1);
    for (const option of group.options) {
      costs[option] = costBeside(option) + noise * (random.below(NOISES) / NOISES);
    }
    group.solve(costs);
    own[g] = group.plan();
    count(own[g], 1);
    plans.work += group.size;
    return group.size;
  };
  let best: { cost: number; own: number[][]; isOn: Set<number> } | undefined;
  for (let failures = 0; plans.work < stop && failures < MOST_FAILURES; ) {
    counts.fill(0);
    for (const options of [...own, isOn]) count(options, 1);
    let before = '';
    let isFound = false;
    for (let round = 0; round < MOST_ROUNDS && plans.work < stop; round++) {
      for (const g of random.order(groups.length)) if (pace.spent(respond(g, 0))) yield;
      for (const option of free) {
        if (isOn.delete(option)) count([option], -1);
        if (costBeside(option) >= 0) continue;
        isOn.add(option);
        count([option], 1);
      }
      plans.work += free.length;
      if (pace.spent(4 * free.length)) yield;
      let isRight = true;
      for (let i = 0; i < counts.length; i++) {
        const isWrong = counts[i] < least[i] || counts[i] > most[i];
        fine[i] = isWrong ? fine[i] + step : Math.max(step, FINE_FACTOR * fine[i]);
        if (isWrong) isRight = false;
      }
      if (!isRight) continue;
      isFound = true;
      const options = [...own.flat(), ...isOn];
      const sum = plans.costOf(options);
      const key = options.join();
      if (best === undefined || sum <= best.cost) {
        for (const [g, plan] of own.entries()) plans.see(g, plan);
        best = { cost: sum, own: [...own], isOn: new Set(isOn) };
      }
      if (found(options)) return;
      if (key === before) break;
      before = key;
    }
    failures = isFound ? 0 : failures + 1;
    if (best === undefined) step *= 2;
    else {
      step = FINE * average;
      own = [...best.own];
      isOn = new Set(best.isOn);
    }
    counts.fill(0);
    for (const options of [...own, isOn]) count(options, 1);
    for (const g of random.order(groups.length).subarray(0, MOVED_GROUPS)) respond(g, average);
  }
}

function meanOf(numbers: Float64Array): number {
  return numbers.reduce((sum, x) => sum + Math.abs(x), 0) / Math.max(1, numbers.length);
}
