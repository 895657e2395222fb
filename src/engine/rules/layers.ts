import type { QuadrilleError } from '../problem/error.ts';
import type { Pace, Slices } from '../problem/slices.ts';
import type { Constraint } from './constraint.ts';
import type { Domains } from './domains.ts';
import type { Writer } from './writer.ts';

/** The most transitions of a diagram, and tuples of a table: some 100 MB as items and options. */
export const MOST_TRANSITIONS = 1 << 21;

/** The transitions that read a variable: transition k leads from a state by a literal to a state of the next layer. */
export interface Layer {
  /** The number of states before it. */
  states: number;
  from: number[];
  literal: number[];
  to: number[];
}

/** A deterministic automaton whose steps may differ from position to position. */
export interface Machine {
  readonly variables: readonly number[];
  readonly start: unknown;
  readonly step: (position: number, state: unknown, literal: number) => unknown;
  readonly accept: (state: unknown) => boolean;
  /** The error for a machine with too many transitions. */
  readonly refuse: (transitions: number, position: number) => QuadrilleError;
}

/**
 * Variables that lead an automaton from its start to a good end: a *layered diagram*. Only states
 * that are reached from the start and lead to the end are there, and states with the same future are
 * one. One path leads along the values of each solution, so what is added follows from it:
 *
 *             1 --.                  an option for each transition:    Z(p) R(x,1) Y(q)
 *     start --2---> p --1--> ...     for each state that the path      Y(q) Z(q)
 *             3 ------> q --2->      does not visit:
 *
 * Y(q) is covered by the transition that comes to q, and Z(q) by the one that leaves it, or both by
 * the option "not q". R(x,v) is as in a table.
 */
export class Layers implements Constraint {
  readonly rule: number;
  readonly variables: readonly number[];
  readonly layers: readonly Layer[];

  constructor(rule: number, variables: readonly number[], layers: Layer[]) {
    this.rule = rule;
    this.variables = variables;
    this.layers = layers;
  }

  *filter(domains: Domains, pace: Pace): Slices {
    const { variables, layers } = this;
    let reached: boolean[] = [true];
    for (const { from, literal, to } of layers) {
      const next: boolean[] = [];
      let kept = 0;
      for (let k = 0; k < from.length; k++) {
        if (pace.spent(1)) yield;
        if (!reached[from[k]] || !domains.has(literal[k])) continue;
        next[to[k]] = true;
        from[kept] = from[k];
        literal[kept] = literal[k];
        to[kept++] = to[k];
      }
      from.length = literal.length = to.length = kept;
      reached = next;
    }
    reached = [true];
    for (let position = layers.length - 1; position >= 0; position--) {
      const { from, literal, to } = layers[position];
      const before: boolean[] = [];
      let kept = 0;
      for (let k = 0; k < from.length; k++) {
        if (pace.spent(1)) yield;
        if (!reached[to[k]]) continue;
        before[from[k]] = true;
        from[kept] = from[k];
        literal[kept] = literal[k];
        to[kept++] = to[k];
      }
      from.length = literal.length = to.length = kept;
      reached = before;
    }
    for (const [position, { literal }] of layers.entries()) {
      domains.beginSupport();
      for (const one of literal) domains.support(one);
      domains.removeUnsupported([variables[position]]);
    }
  }

  *write(writer: Writer): Slices {
    const { domains } = writer;
    const { variables } = this;
    const layers = yield* merged(this.layers, writer.pace);
    if (variables.filter((x) => domains.size[x] > 1).length < 2) return;
    /** State -> the items of the transitions that leave it. */
    let leaving: number[][] = [];
    for (const [position, { from, literal, to }] of layers.entries()) {
      const x = variables[position];
      const states = layers[position + 1]?.states ?? 1;
      const { coming, leaving: next } = boundary(writer, states);
      const isFree = leaving.length + coming.length === 0 && from.length === domains.size[x];
      leaving = isFree ? next : leaving;
      if (isFree) continue;
      const [items] = domains.size[x] > 1 ? writer.positions([x]) : [];
      for (let k = 0; k < from.length; k++) {
        const item = items?.get(literal[k]);
        const around = [...(leaving[from[k]] ?? []), ...(coming[to[k]] ?? [])];
        // It is the only one of its layer.
        if (item === undefined && around.length === 0) continue;
        writer.option(item === undefined ? around : [item, ...around]);
        if (writer.pace.spent(4)) yield;
      }
      leaving = next;
    }
  }
}

/** The items of the states between two layers: of those that come to a state, and of those that leave it. */
function boundary(writer: Writer, states: number): { coming: number[][]; leaving: number[][] } {
  if (states === 1) return { coming: [], leaving: [] };
  if (states === 2) {
    // What comes to one state covers the item that what leaves the other covers.
    const items = [writer.primary(), writer.primary()];
    return { coming: [[items[0]], [items[1]]], leaving: [[items[1]], [items[0]]] };
  }
  const coming: number[][] = [];
  const leaving: number[][] = [];
  for (let state = 0; state < states; state++) {
    const items = [writer.primary(), writer.primary()];
    coming.push([items[0]]);
    leaving.push([items[1]]);
    writer.option(items);
  }
  return { coming, leaving };
}

/** The diagram of an automaton, merged; without transitions where it accepts nothing. */
export function* layersOf(
  domains: Domains,
  machine: Machine,
  rule: number,
  pace: Pace,
): Slices<Layers> {
  const { variables, start, step, accept } = machine;
  const layers: Layer[] = [];
  let states = new Map([[start, 0]]);
  let transitions = 0;
  for (const [position, x] of variables.entries()) {
    const literals = domains.literals(x);
    const layer: Layer = { states: states.size, from: [], literal: [], to: [] };
    const next = new Map<unknown, number>();
    for (const [state, number] of states) {
      for (const literal of literals) {
        if (pace.spent(4)) yield;
        const after = step(position, state, literal);
        if (after === undefined) continue;
        let target = next.get(after);
        if (target === undefined) {
          target = next.size;
          next.set(after, target);
        }
        layer.from.push(number);
        layer.literal.push(literal);
        layer.to.push(target);
      }
      const count = transitions + layer.from.length;
      if (count > MOST_TRANSITIONS) throw machine.refuse(count, position);
    }
    transitions += layer.from.length;
    layers.push(layer);
    states = next;
  }
  // All good ends are one state.
  const good: boolean[] = [];
  for (const [state, number] of states) good[number] = accept(state);
  const last = layers.at(-1);
  if (last !== undefined) {
    const kept = last.to.map((state) => good[state]);
    last.from = last.from.filter((_, k) => kept[k]);
    last.literal = last.literal.filter((_, k) => kept[k]);
    last.to = last.from.map(() => 0);
  }
  return new Layers(rule, variables, yield* merged(layers, pace));
}

/** The same without states that lead to no end, and with one state for all that have the same future. */
export function* merged(layers: readonly Layer[], pace: Pace): Slices<Layer[]> {
  const result: Layer[] = [];
  /** State -> the merged one. */
  let state: (number | undefined)[] = [0];
  for (const { from, literal, to } of [...layers].reverse()) {
    const edges: number[][] = [];
    for (let k = 0; k < from.length; k++) {
      if (pace.spent(2)) yield;
      const target = state[to[k]];
      if (target === undefined) continue;
      edges[from[k]] ??= [];
      edges[from[k]].push(literal[k], target);
    }
    const layer: Layer = { states: 0, from: [], literal: [], to: [] };
    const known = new Map<string, number>();
    const before: (number | undefined)[] = [];
    for (const [number, own] of edges.entries()) {
      if (own === undefined) continue;
      const future = own.join();
      const same = known.get(future);
      before[number] = same ?? layer.states;
      if (pace.spent(own.length)) yield;
      if (same !== undefined) continue;
      known.set(future, layer.states);
      for (let k = 0; k < own.length; k += 2) {
        layer.from.push(layer.states);
        layer.literal.push(own[k]);
        layer.to.push(own[k + 1]);
      }
      layer.states++;
    }
    result.push(layer);
    state = before;
  }
  return result.reverse();
}
