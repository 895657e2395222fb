import { countingPlan } from '../plan/counting.ts';
import { start, startDeciding } from '../plan/engines.ts';
import { decidingPlan, enumeratingPlan, uniquePlan } from '../plan/team.ts';
import { countedClassSource } from './class-count.ts';
import { classSource } from './classes.ts';
import { firstClassSource } from './first-class.ts';
import type { Means } from './source.ts';

export const FIRST: Means = {
  question: 'first',
  start: startDeciding,
  planning: decidingPlan,
  classes: firstClassSource,
};

export const COUNT: Means = {
  question: 'count',
  start,
  planning: enumeratingPlan,
  counting: countingPlan,
  classes: countedClassSource,
};

export const UNIQUE: Means = {
  question: 'isUnique',
  start: startDeciding,
  planning: uniquePlan,
  classes: classSource,
};

export const SOLUTIONS: Means = {
  question: 'solutions',
  start,
  planning: enumeratingPlan,
  classes: classSource,
};

/** The means of the questions that have an answer, for those that get one by name. */
export const MEANS = { first: FIRST, count: COUNT, isUnique: UNIQUE };
