import { Build, type BuildSettings } from '../diagram/build.ts';
import { Counts, type Exact } from '../diagram/counts.ts';
import { Encoding } from '../diagram/multiples.ts';
import { borderOrder } from '../diagram/order.ts';
import type { Outcome } from '../kernels/search.ts';
import type { Compiled } from '../problem/compiled.ts';
import { COSTS } from './costs.ts';
import type { Way } from './expert.ts';
import type { Model, Settings } from './model.ts';
import type { Plan } from './plan.ts';
import { type PlanSettings, planOf } from './team.ts';

/** Problems with more nodes of the matrix are only enumerated: another layout takes too long. */
const MOST_REMEMBERED = 1 << 20;
/** The most bytes that states may take, unless the caller says otherwise. */
const MEMORY = 2 ** 30;

/**
 * The plan to count all solutions: beside the enumeration, two ways that remember states. They
 * branch where there are fewest options, or along a front. `build` is for tests.
 */
export function countingPlan(
  compiled: Compiled,
  settings: Settings,
  { build, ...more }: PlanSettings & { readonly build?: BuildSettings | undefined } = {},
): Plan {
  const others = ({ compiled, settings }: Model) => {
    if (compiled.nodes > MOST_REMEMBERED) return [];
    const { prefix, memoryLimit = MEMORY } = settings;
    const half = { ...build, prefix, memoryLimit: memoryLimit / 2 };
    return [undefined, borderOrder].map((order) => () => new States(compiled, { ...half, order }));
  };
  return planOf('count', compiled, settings, { ...more, others });
}

/** Counts by states that are remembered: a state that comes again is not searched again. */
export class States implements Way {
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

  get work(): number {
    return COSTS.build.update * this.#build.work + COSTS.build.node * this.nodes;
  }

  get solutions(): number {
    return Number(this.#soFar());
  }

  get exact(): bigint {
    return BigInt(this.#soFar());
  }

  logWork(): number {
    return Math.log2(this.work + 1) - this.#build.logShare();
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
