import { QuadrilleError } from '../problem/error.ts';
import { isPromise } from '../problem/setting.ts';
import type { Pace, Slices } from '../problem/slices.ts';
import { inRule, thrown } from './binding.ts';
import type { Domains } from './domains.ts';
import { type Layers, layersOf, MOST_TRANSITIONS } from './layers.ts';
import type { Automaton, Rule } from './rule.ts';

/** The diagram of an automaton that a caller wrote, over the literals that are left. */
export function* automatonLayers(
  domains: Domains,
  variables: readonly number[],
  rule: Rule<never> & { readonly automaton: Automaton<unknown, unknown> },
  index: number,
  pace: Pace,
): Slices<Layers> {
  const { automaton } = rule;
  const wrong = (what: string, remedy: string): QuadrilleError =>
    inRule(new QuadrilleError('bad-setting', `${what}; ${remedy}.`), rule, index);
  const ask = <R>(name: string, remedy: string, call: () => R): R => {
    let answer: R;
    try {
      answer = call();
    } catch (error) {
      throw wrong(`${name} throws ${thrown(error)}`, remedy);
    }
    if (isPromise(answer))
      throw wrong(`${name} gives a promise`, 'give a function that is not async');
    return answer;
  };
  const machine = {
    variables,
    start: automaton.start,
    step: (position: number, state: unknown, literal: number): unknown => {
      const value = domains.value[literal];
      const next = ask(`step at position ${position}`, 'return undefined to refuse a value', () =>
        automaton.step(state, value, position),
      );
      // NaN is no state: nothing is equal to it.
      return Number.isNaN(next) ? undefined : next;
    },
    accept: (state: unknown) =>
      Boolean(ask('accept', 'return true or false', () => automaton.accept(state))),
    refuse: (transitions: number, position: number) => {
      const error = new QuadrilleError(
        'too-large',
        `there are more than ${transitions} transitions after ${position + 1} of ${variables.length} variables, and at ` +
          `most ${MOST_TRANSITIONS} are possible; states that are numbers or strings merge, objects do not: let ` +
          'fewer states stand for what matters, or split the rule.',
      );
      return inRule(error, rule, index);
    },
  };
  if (variables.length === 0 && !machine.accept(automaton.start)) domains.fail();
  return yield* layersOf(domains, machine, index, pace);
}
