import { Build, type BuildSettings } from '../diagram/build.ts';
import { Counts, type Exact } from '../diagram/counts.ts';
import { type IsomorphSettings, Isomorphs, isRich } from '../diagram/isomorphs.ts';
import { Encoding } from '../diagram/multiples.ts';
import { borderOrder } from '../diagram/order.ts';
import { COSTS } from '../kernels/costs.ts';
import type { Outcome } from '../kernels/search.ts';
import type { CompleteSolver } from '../kernels/solver.ts';
import type { Compiled } from '../problem/compiled.ts';
import { checkFlag } from '../problem/setting.ts';
import type { Roots } from '../symmetry/roots.ts';
import { startEngine } from './engines.ts';
import { costOfSymmetries } from './forecast.ts';
import type { Model } from './model.ts';
import {
  enumerationOf,
  type PortfolioSettings,
  portfolioOf,
  solutionsPortfolio,
  weighing,
} from './portfolios.ts';
import type { Settings } from './question-settings.ts';
import type { Rival } from './rival-turns.ts';
import type { TreePortfolio } from './tree-portfolio.ts';
import { TUNING } from './tuning.ts';

/** Problems with more nodes of the matrix are only enumerated: another layout takes too long. */
const MOST_REMEMBERED = 1 << 20;
/** The most bytes that states may take, unless the caller says otherwise. */
const MEMORY = 2 ** 30;

/**
 * Symmetries are looked for after this many times the work that they are expected to cost, whatever
 * the main search expects.
 */
const EARNED = 16;

/**
 * The portfolio that counts all solutions: beside the enumeration, rivals that remember states, as
 * they are or up to isomorphism. They branch where there are fewest options, or along a front. With
 * a limit, or with rules by functions, the solutions are found one by one. `build` is for tests.
 */
export function countPortfolio(
  compiled: Compiled,
  settings: Settings,
  { build, ...more }: PortfolioSettings & { readonly build?: BuildSettings | undefined } = {},
): TreePortfolio {
  const { limit = Number.POSITIVE_INFINITY } = settings;
  if (limit < Number.POSITIVE_INFINITY || settings.forbids !== undefined)
    return solutionsPortfolio(compiled, settings, more);
  const tuning = { ...TUNING, ...more.tuning };
  const rivalsOf = ({ compiled, settings }: Model<Settings>) => {
    const usesSymmetry = checkFlag('symmetry', settings.symmetry ?? true);
    const main = enumerationOf(compiled, settings, tuning, usesSymmetry);
    if (compiled.nodes > MOST_REMEMBERED) return { main };
    const { prefix, memoryLimit = MEMORY } = settings;
    // Isomorphic states are few.
    const few = memoryLimit / 16;
    const part = { ...build, prefix, memoryLimit: (memoryLimit - few) / 2 };
    const earned = EARNED * tuning.symmetryBias * costOfSymmetries(compiled);
    const isomorphic =
      (suits: (symmetries: Roots) => boolean): Rival =>
      (cost) => {
        const symmetries = cost < earned ? main.symmetries : main.seekSymmetries();
        if (symmetries === undefined) return 'later';
        if (!suits(symmetries)) return undefined;
        return new Isomorphic(compiled, { prefix, memoryLimit: few });
      };
    const states: Rival[] = [
      () => new States(compiled, part),
      () => new States(compiled, { ...part, order: borderOrder }),
    ];
    const starts = usesSymmetry
      ? [
          isomorphic(isRich),
          ...states,
          isomorphic((symmetries) => symmetries.order > 1n && !isRich(symmetries)),
        ]
      : states;
    // An order of `sweep` takes longer to find than many a problem whose states meet again takes to
    // count. So it waits for the chance of the first rival, which is over when the next begins.
    // Where that next one will not join, the order is looked for at once.
    main.waitAbove(2 ** (tuning.soonLog2 + 1));
    let joined = 0;
    const rivals = starts.map(
      (start): Rival =>
        (cost) => {
          const rival = start(cost);
          if (typeof rival === 'object' && ++joined > 1) main.waitAbove(Number.POSITIVE_INFINITY);
          return rival;
        },
    );
    return { main, rivals };
  };
  return portfolioOf(compiled, settings, more, {
    kind: 'count',
    start: startEngine,
    rivalsOf,
    deciders: [weighing],
  });
}

/** Counts isomorphic states once. */
class Isomorphic implements CompleteSolver {
  readonly guesses = 0;
  readonly updates = 0;
  readonly #count: Isomorphs;

  constructor(compiled: Compiled, settings: IsomorphSettings) {
    const encoding = new Encoding(compiled);
    const prefix = settings.prefix && encoding.decisions(settings.prefix);
    this.#count = new Isomorphs(encoding.compiled, { ...settings, prefix });
  }

  get states(): number {
    return this.#count.entries;
  }

  get nodes(): number {
    return this.#count.nodes;
  }

  get deepest(): number {
    return this.#count.deepest;
  }

  get cost(): number {
    return this.#count.work;
  }

  get solutions(): number {
    return Number(this.exact);
  }

  get exact(): bigint {
    return this.#count.exact;
  }

  expectedCost(): number {
    return Math.log2(this.cost + 1) - this.#count.logShare();
  }

  share(): number {
    return 2 ** this.#count.logShare();
  }

  advance(nodeBudget: number): Outcome {
    return this.#count.advance(nodeBudget);
  }

  end(): void {
    this.#count.end();
  }
}

/** Counts by states that are remembered: a state that comes again is not searched again. */
export class States implements CompleteSolver {
  readonly guesses = 0;
  readonly updates = 0;
  readonly deepest = 0;
  readonly #counts = new Counts();
  readonly #build: Build<Exact>;

  constructor(compiled: Compiled, settings: BuildSettings) {
    const encoding = new Encoding(compiled);
    const prefix = settings.prefix && encoding.decisions(settings.prefix);
    this.#build = new Build(encoding.compiled, this.#counts, {
      ...settings,
      prefix,
      forgets: true,
    });
  }

  get states(): number {
    return this.#build.entries;
  }

  get nodes(): number {
    return this.#build.nodes;
  }

  get cost(): number {
    return COSTS.build.update * this.#build.work + COSTS.build.node * this.nodes;
  }

  get solutions(): number {
    return Number(this.#soFar());
  }

  get exact(): bigint {
    return BigInt(this.#soFar());
  }

  expectedCost(): number {
    return Math.log2(this.cost + 1) - this.#build.logShare();
  }

  share(): number {
    return 2 ** this.#build.logShare();
  }

  advance(nodeBudget: number): Outcome {
    return this.#build.advance(nodeBudget);
  }

  end(): void {
    this.#build.end();
  }

  #soFar(): Exact {
    return this.#build.result ?? this.#counts.soFar();
  }
}
