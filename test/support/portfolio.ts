import type { Compiled } from '../../src/engine/problem/compiled.ts';
import { countPortfolio } from '../../src/engine/solve/counting.ts';
import { Opening } from '../../src/engine/solve/opening.ts';
import type { Kind } from '../../src/engine/solve/portfolio.ts';
import { solutionsPortfolio, uniquePortfolio } from '../../src/engine/solve/portfolios.ts';
import type { Settings } from '../../src/engine/solve/question-settings.ts';
import type { TreePortfolio } from '../../src/engine/solve/tree-portfolio.ts';
import type { Tuning } from '../../src/engine/solve/tuning.ts';

/** Turns so short that all solvers have their part in the smallest problems. */
const SHORT: Partial<Tuning> = {
  aloneNs: 1,
  soonLog2: -1e9,
  joinedNs: 1,
  learningPace: 400,
  refutingPace: 400,
  lookNodes: 1,
  leastTurnNs: 1,
};

type CountSettings = NonNullable<Parameters<typeof countPortfolio>[2]>;

const PORTFOLIOS = { few: uniquePortfolio, all: solutionsPortfolio, count: countPortfolio };

/** A portfolio with short turns, or with those given. */
export function portfolioIn(
  kind: Kind,
  compiled: Compiled,
  settings: Settings = {},
  { tuning, ...more }: CountSettings = {},
): TreePortfolio {
  return PORTFOLIOS[kind](compiled, settings, { ...more, tuning: { ...SHORT, ...tuning } });
}

/** The same after an opening by lists, as questions have it. */
export function openingIn(
  kind: Kind,
  compiled: Compiled,
  settings: Settings = {},
  more: CountSettings = {},
): Opening {
  const goOn = (rest: Settings) => portfolioIn(kind, compiled, rest, more);
  return new Opening(compiled, settings, kind === 'count', goOn);
}
