import { itemsOf, mostOf } from '../problem/compiled.ts';
import {
  BLOCKED,
  CHOSEN,
  EXCLUDED,
  NONE,
  OPEN,
  type Propagation,
  USELESS,
} from '../problem/propagation.ts';

/**
 * One deduction about an option:
 * - `given`: the prefix chooses it, or leaves it out.
 * - `needed`: it is chosen, since the item has no more options left than it needs.
 * - `excluded`: it is out, since the item has no room for it beside the options chosen.
 * - `blocked`: it is out, since too few options of the item could stand beside it.
 */
export interface Deduction {
  readonly kind: 'given' | 'needed' | 'excluded' | 'blocked';
  readonly option: number;
  readonly isChosen: boolean;
  /** The item that is the reason; absent for a given decision. */
  readonly item?: number;
}

/**
 * An item that cannot be covered, with the deductions that lead there: each rests on those before
 * it.
 */
export interface Chain {
  readonly kind: 'chain';
  readonly item: number;
  readonly steps: readonly Deduction[];
}

/** The chain to the dead item of a propagation: the decisions that it rests on. */
export function chainOf(propagation: Propagation): Chain {
  const { state, cause, order, decided, dead, deadAt } = propagation;
  const at = new Int32Array(state.length).fill(decided);
  for (let k = 0; k < decided; k++) at[order[k]] = k;
  const isPart = new Uint8Array(state.length);
  const tracing = new Tracing(propagation, at, isPart);
  tracing.takeMissing(dead, deadAt);
  for (let k = decided - 1; k >= 0; k--) {
    const option = order[k];
    if (isPart[option] === 0) continue;
    const item = cause[option];
    if (item === NONE) continue;
    if (state[option] === EXCLUDED) tracing.takeOccupants(option, item, k);
    else tracing.takeMissing(item, k);
    if (state[option] === BLOCKED) tracing.takeCompany(option, k);
  }
  const steps = stepsOf(propagation).filter(({ option }) => isPart[option] === 1);
  return { kind: 'chain', item: dead, steps };
}

/** All decisions of a propagation. Options without a primary item are in no solution anyway. */
export function stepsOf({ state, cause, order, decided }: Propagation): Deduction[] {
  const made = Array.from(order.subarray(0, decided)).filter((option) => state[option] !== USELESS);
  return made.map((option): Deduction => {
    const isChosen = state[option] === CHOSEN;
    const item = cause[option];
    if (item === NONE) return { kind: 'given', option, isChosen };
    const kind = isChosen ? 'needed' : state[option] === EXCLUDED ? 'excluded' : 'blocked';
    return { kind, option, isChosen, item };
  });
}

/** Marks the decisions that others rest on; with `before`, only decisions made by then. */
class Tracing {
  private readonly propagation: Propagation;
  private readonly at: Int32Array;
  private readonly isPart: Uint8Array;

  constructor(propagation: Propagation, at: Int32Array, isPart: Uint8Array) {
    this.propagation = propagation;
    this.at = at;
    this.isPart = isPart;
  }

  /** The options that an item has lost. */
  takeMissing(item: number, before: number): void {
    const { state } = this.propagation;
    for (const option of this.options(item, before)) {
      if (state[option] !== CHOSEN && state[option] !== OPEN) this.isPart[option] = 1;
    }
  }

  /** The chosen options that leave no room for an option in an item. */
  takeOccupants(option: number, item: number, before: number): void {
    const { state, compiled } = this.propagation;
    const colour = this.propagation.colourIn(option, item);
    for (const other of this.options(item, before)) {
      if (state[other] !== CHOSEN) continue;
      const isSecondary = item >= compiled.primary;
      if (isSecondary && colour > 0 && this.propagation.colourIn(other, item) === colour) continue;
      this.isPart[other] = 1;
      if (isSecondary) return;
    }
  }

  /**
   * The chosen options in those items of an option that may be covered several times: they leave
   * less room.
   */
  takeCompany(option: number, before: number): void {
    const { compiled, state } = this.propagation;
    for (const item of itemsOf(compiled, option)) {
      if (item >= compiled.primary || mostOf(compiled, item) === 1) continue;
      for (const other of this.options(item, before)) {
        if (state[other] === CHOSEN) this.isPart[other] = 1;
      }
    }
  }

  /** The options of an item that were decided by then. */
  private options(item: number, before: number): number[] {
    const { propagation } = this;
    const nodes = propagation.nodesOf(item);
    const options = Array.from(nodes, (node) => propagation.optionOf[node]);
    return options.filter((option) => this.at[option] < before);
  }
}
