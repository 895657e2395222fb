import { Random } from '../../src/engine/kernels/random.ts';
import { Problem } from '../../src/index.ts';
import { budget, type Rule, regular, variable, withRules } from '../../src/rules.ts';

export const PEOPLE = 20;
export const DAYS = 28;
export const SHIFTS = ['early', 'late', 'night', 'off'] as const;
const [EARLY, LATE, NIGHT, OFF] = [0, 1, 2, 3] as const;
/** Shift -> its hours. */
export const HOURS = [8, 8, 10, 0] as const;

/** A ward and its people for four weeks, from a Monday on. Shifts are numbers in `SHIFTS`. */
export interface Ward {
  readonly name: string;
  /** Day -> early, late, night -> so many people, or one more. */
  readonly needs: readonly (readonly number[])[];
  /** Person -> the least and the most hours of the four weeks. */
  readonly hours: readonly (readonly [number, number])[];
  /** Person -> day -> shift -> what the person dislikes about it. */
  readonly dislikes: readonly (readonly (readonly number[])[])[];
}

export const MOST_DAYS = 5;
export const MOST_NIGHTS = 3;
/**
 * The last days of a person, as far as they bear on the next ones: the days at work since the last
 * one off times 6, and 1 after a late shift, 1 + n after n nights, 5 where a day off is due.
 */
export const RESTED = 0;
const DUE = 5;

/**
 * The state after another shift. At most five days at work in a row, and at most three nights; no
 * early shift after a late one; after nights two days off. Undefined where that forbids it.
 */
export function afterShift(state: number, shift: number): number | undefined {
  const [days, last] = [Math.floor(state / 6), state % 6];
  const nights = last > LATE && last < DUE ? last - 1 : 0;
  if (shift === OFF) return nights > 0 ? DUE : RESTED;
  if (last === DUE || days === MOST_DAYS) return undefined;
  const next = 6 * (days + 1);
  if (shift === NIGHT) return nights < MOST_NIGHTS ? next + nights + 2 : undefined;
  if (nights > 0 || (shift === EARLY && last === LATE)) return undefined;
  return next + shift;
}

const WORKDAY = [5, 4, 3] as const;
const WEEKEND = [3, 3, 3] as const;
/** The hours of people by those of full time. */
const PARTS = [1, 1, 1, 0.75, 0.5] as const;

/**
 * A ward that has a roster: one that fills shift by shift with those who have the fewest hours. The
 * hours that it gives to a person may be 8 more or less.
 */
export function ward(seed: number): Ward {
  const random = new Random(seed);
  const needs = Array.from({ length: DAYS }, (_, day) => [...(day % 7 < 5 ? WORKDAY : WEEKEND)]);
  const parts = Array.from({ length: PEOPLE }, () => PARTS[random.below(PARTS.length)]);
  let planted: number[] | undefined;
  while (planted === undefined) planted = plantedHours(needs, parts, random);
  const dislikes = Array.from({ length: PEOPLE }, () => dislikesOf(random));
  return { name: `ward ${seed}`, needs, hours: planted.map((h) => [h - 8, h + 8]), dislikes };
}

/** Person -> hours; undefined where a shift could not be filled. */
function plantedHours(
  needs: Ward['needs'],
  parts: readonly number[],
  random: Random,
): number[] | undefined {
  const hours = parts.map(() => 0);
  let states = parts.map(() => RESTED);
  for (const need of needs) {
    const next = states.map((state) => afterShift(state, OFF) as number);
    const isFree = states.map(() => true);
    // Nights first: they go on with those who had the night before.
    for (const shift of [NIGHT, LATE, EARLY]) {
      const share = (who: number) => hours[who] / parts[who];
      const able = [...random.order(PEOPLE)]
        .filter((who) => isFree[who] && afterShift(states[who], shift) !== undefined)
        .sort((a, b) => share(a) - share(b))
        .slice(0, need[shift]);
      if (able.length < need[shift]) return undefined;
      for (const who of able) {
        isFree[who] = false;
        next[who] = afterShift(states[who], shift) as number;
        hours[who] = hours[who] + HOURS[shift];
      }
    }
    states = next;
  }
  return hours;
}

/** Day -> shift -> cost: kinds of shifts that a person likes less, days off, shifts on a day, weekends. */
function dislikesOf(random: Random): number[][] {
  const kinds = [random.below(5), random.below(5), random.below(5)];
  const weekend = 3 * random.below(2);
  const dislikes = Array.from({ length: DAYS }, (_, day) => [
    ...kinds.map((cost) => cost + (day % 7 < 5 ? 0 : weekend)),
    0,
  ]);
  const days = random.order(DAYS);
  for (const day of days.subarray(0, 4)) {
    for (const shift of [EARLY, LATE, NIGHT]) dislikes[day][shift] = dislikes[day][shift] + 20;
  }
  for (const day of days.subarray(4, 8)) {
    const wanted = random.below(3);
    for (const shift of [EARLY, LATE, NIGHT]) {
      if (shift !== wanted) dislikes[day][shift] = dislikes[day][shift] + 6;
    }
  }
  return dislikes;
}

/** A person on a shift of a day, or off. */
export interface Duty {
  readonly who: number;
  readonly day: number;
  readonly shift: number;
}

/** The ward as a problem with rules. */
export function roster({ needs, hours, dislikes }: Ward): Problem<Duty> {
  const problem = new Problem<Duty>();
  const name = (who: number, day: number) => `person ${who} on ${day}`;
  const needed = (day: number, shift: number) => `${SHIFTS[shift]} on ${day}`;
  const days = [...needs.keys()];
  for (const who of hours.keys()) problem.addPrimary(days.map((day) => name(who, day)));
  for (const [day, need] of needs.entries()) {
    for (const [shift, people] of need.entries()) {
      problem.addPrimary([{ item: needed(day, shift), times: [people, people + 1] }]);
    }
  }
  const rules: Rule<Duty>[] = [];
  for (const [who, [least, most]] of hours.entries()) {
    const own: number[] = [];
    for (const day of days) {
      for (const shift of SHIFTS.keys()) {
        const items = shift === OFF ? [name(who, day)] : [name(who, day), needed(day, shift)];
        const option = problem.addOption(items, { who, day, shift });
        problem.setCost(option, dislikes[who][day][shift]);
        own.push(option);
      }
    }
    const plan = days.map((day) => variable(name(who, day), ({ shift }: Duty) => shift));
    rules.push(
      regular(plan, { start: RESTED, step: afterShift, accept: () => true }),
      budget(own, (option) => HOURS[problem.payload(option).shift], [least, most]),
    );
  }
  return withRules(problem, rules);
}

/** The ward as an integer program in the LP format, as a modeller would write it. */
export function integerProgram({ needs, hours, dislikes }: Ward): string {
  const x = (who: number, day: number, shift: number) => `x${who}_${day}_${shift}`;
  const cost: string[] = [];
  const rows: string[] = [];
  const names: string[] = [];
  const shifts = [EARLY, LATE, NIGHT];
  const sum = (terms: readonly string[]) => terms.join(' + ');
  for (let who = 0; who < PEOPLE; who++) {
    const at = (day: number, list: readonly number[] = shifts) =>
      list.map((shift) => x(who, day, shift));
    for (let day = 0; day < DAYS; day++) {
      names.push(...at(day));
      for (const shift of shifts) cost.push(`${dislikes[who][day][shift]} ${x(who, day, shift)}`);
      rows.push(`${sum(at(day))} <= 1`);
      if (day + 1 < DAYS) {
        rows.push(`${sum([...at(day, [LATE, NIGHT]), x(who, day + 1, EARLY)])} <= 1`);
        rows.push(`${sum([x(who, day, NIGHT), ...at(day + 1, [EARLY, LATE])])} <= 1`);
      }
      if (day + 2 < DAYS) {
        const work = sum(at(day + 2));
        rows.push(`${x(who, day, NIGHT)} - ${x(who, day + 1, NIGHT)} + ${work} <= 1`);
      }
      if (day + MOST_NIGHTS < DAYS) {
        const run = Array.from({ length: MOST_NIGHTS + 1 }, (_, k) => x(who, day + k, NIGHT));
        rows.push(`${sum(run)} <= ${MOST_NIGHTS}`);
      }
      if (day + MOST_DAYS < DAYS) {
        const run = Array.from({ length: MOST_DAYS + 1 }, (_, k) => at(day + k)).flat();
        rows.push(`${sum(run)} <= ${MOST_DAYS}`);
      }
    }
    const total = sum(
      Array.from({ length: DAYS }, (_, day) =>
        shifts.map((shift) => `${HOURS[shift]} ${x(who, day, shift)}`),
      ).flat(),
    );
    rows.push(`${total} >= ${hours[who][0]}`, `${total} <= ${hours[who][1]}`);
  }
  for (const [day, need] of needs.entries()) {
    for (const shift of shifts) {
      const people = sum(Array.from({ length: PEOPLE }, (_, who) => x(who, day, shift)));
      rows.push(`${people} >= ${need[shift]}`, `${people} <= ${need[shift] + 1}`);
    }
  }
  return [
    'Minimize',
    ` cost: ${sum(cost)}`,
    'Subject To',
    ...rows.map((row, k) => ` r${k}: ${row}`),
    'Binary',
    ...names.map((name) => ` ${name}`),
    'End',
    '',
  ].join('\n');
}
