import { checkInteger, checkSettings } from '../problem/setting.ts';
import { type Exact, exact } from './counts.ts';
import { Draws } from './draws.ts';

/** The number of samples, and their choice. */
export interface SampleSettings {
  /** Default: 0. */
  readonly seed?: number | undefined;
  /** Default: 1. */
  readonly size?: number | undefined;
}

/**
 * Draws solutions at random, each as likely as any other. S is a solution as the caller sees it.
 */
export class Sampler<S> {
  /** The number of solutions. */
  readonly count: bigint;
  readonly #at: (index: Exact) => S;

  /** `at` gives the solution at an index below `count`. @internal */
  constructor(count: bigint, at: (index: Exact) => S) {
    this.count = count;
    this.#at = at;
  }

  /**
   * Solutions drawn at random, each as likely as any other, with replacement; the same for the same
   * seed. They do not end, unless there are no solutions.
   */
  samples(settings: { readonly seed?: number | undefined } = {}): Generator<S, void> {
    checkSettings(settings, ['seed']);
    return this.#samples(new Draws(settings.seed ?? 0));
  }

  /** The first `size` of the samples with that seed. */
  sample(settings: SampleSettings = {}): S[] {
    checkSettings(settings, ['seed', 'size']);
    const { seed, size = 1 } = settings;
    checkInteger('size', size, 0);
    const samples: S[] = [];
    if (size === 0) return samples;
    for (const solution of this.samples({ seed })) {
      if (samples.push(solution) === size) break;
    }
    return samples;
  }

  *#samples(draws: Draws): Generator<S, void> {
    const total = exact(this.count);
    while (total > 0) yield this.#at(draws.below(total));
  }
}
