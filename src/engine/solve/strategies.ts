/** What answers each question of `quadrille`. A page loads that of its questions alone. */
import { checkMemoryLimit } from '../kernels/search.ts';
import type { Compiled } from '../problem/compiled.ts';
import { QuadrilleError } from '../problem/error.ts';
import { type AnyProblem, solutionOf } from '../problem/problem.ts';
import { checkFlag } from '../problem/setting.ts';
import { askedOf } from './asked.ts';
import { countedClasses } from './class-count.ts';
import { countPortfolio } from './counting.ts';
import { eachClass } from './each-class.ts';
import { engineOf, startDecidingEngine, startEngine } from './engines.ts';
import { firstClass } from './first-class.ts';
import { NO_LIMITS } from './limit-settings.ts';
import { Opening } from './opening.ts';
import {
  firstPortfolio,
  type PortfolioSettings,
  solutionsPortfolio,
  uniquePortfolio,
} from './portfolios.ts';
import {
  checkClassSettings,
  checkUpToSymmetry,
  SETTINGS,
  type Settings,
} from './question-settings.ts';
import { type QuestionName, wantsFew } from './questions.ts';
import { checkNames } from './settings.ts';
import type { SolutionWork } from './solution-work.ts';
import type { TreePortfolio } from './tree-portfolio.ts';

/** How a question is answered. */
export interface Strategy {
  readonly question: QuestionName | 'solutions';
  /** Starts an engine that is named. */
  readonly start: typeof startDecidingEngine;
  /** All solvers of the question. */
  portfolio(compiled: Compiled, settings: Settings, more?: PortfolioSettings): TreePortfolio;
  /** The work that finds classes of solutions. */
  classes(compiled: Compiled, settings: Settings, problem: AnyProblem): SolutionWork;
}

export const FIRST: Strategy = {
  question: 'first',
  start: startDecidingEngine,
  portfolio: firstPortfolio,
  classes: firstClass,
};

export const COUNT: Strategy = {
  question: 'count',
  start: startEngine,
  portfolio: countPortfolio,
  classes: countedClasses,
};

export const UNIQUE: Strategy = {
  question: 'isUnique',
  start: startDecidingEngine,
  portfolio: uniquePortfolio,
  classes: eachClass,
};

export const SOLUTIONS: Strategy = {
  question: 'solutions',
  start: startEngine,
  portfolio: solutionsPortfolio,
  classes: eachClass,
};

/** The strategies of the questions that have an answer, for those that get one by name. */
export const STRATEGIES = { first: FIRST, count: COUNT, isUnique: UNIQUE };

const KNOWN = [...SETTINGS, 'proof'];

/** Refuses settings that a question does not know, or that contradict each other. */
export function checkQuestionSettings(
  settings: Settings = NO_LIMITS,
  known: readonly string[] = KNOWN,
): Settings {
  if (settings === NO_LIMITS) return settings;
  checkNames(settings, known);
  engineOf(settings);
  if (checkUpToSymmetry(settings.upToSymmetry)) {
    checkClassSettings(settings);
    return settings;
  }
  if (checkFlag('reduce', settings.reduce) && settings.proof !== undefined) {
    throw new QuadrilleError(
      'bad-setting',
      'A proof is about the problem as it is stated; leave out reduce or proof.',
    );
  }
  checkFlag('symmetry', settings.symmetry);
  checkMemoryLimit(settings);
  return settings;
}

/**
 * The work that answers a question. To compile the problem is part of the time of the answer, and
 * options that are stated later belong to later questions.
 */
export function begin(strategy: Strategy, problem: AnyProblem, asked: Settings): SolutionWork {
  const { compiled, settings } = askedOf(problem, asked);
  if (settings.upToSymmetry) return strategy.classes(compiled, settings, problem);
  const isPlain =
    settings === NO_LIMITS ||
    (settings.reduce !== true && settings.forbids === undefined && engineOf(settings) === 'auto');
  if (!isPlain || !Opening.suits(compiled, wantsFew(strategy.question))) {
    return strategy.portfolio(compiled, settings);
  }
  const counts = strategy.question === 'count' && settings.limit === undefined;
  return new Opening(compiled, settings, counts, (rest) => strategy.portfolio(compiled, rest));
}

/** A function that reads the solution that some work stands on, as the problem states it. */
export function reader(problem: AnyProblem): (work: SolutionWork) => unknown {
  return (work) => solutionOf(problem, work.solution(), work.classSize);
}
