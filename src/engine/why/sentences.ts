import { ordinal } from '../problem/error.ts';
import type { ItemUse, Problem } from '../problem/problem.ts';
import type { Deduction } from './chain.ts';
import type { Clash, Reason, Weights } from './explaining.ts';

/** How to name the parts of a problem to people. Default: as stated. */
export interface Words {
  /** An item by its name: `9 o'clock` for `t9`. */
  readonly item?: ((name: string, index: number) => string) | undefined;
  /** An option by its items: `Ann works on Monday` for `ann mon`. */
  readonly option?: ((items: readonly ItemUse[], number: number) => string) | undefined;
}

/**
 * An explanation in sentences, one in each element. Below the sentence of a clash, each of its
 * items has one that lists the options that are still possible.
 */
export function sentences(
  explanation: Reason | { readonly kind: 'solution' | 'unknown' },
  problem: Problem<unknown>,
  words: Words = {},
): string[] {
  const speaker = new Speaker(problem, words);
  switch (explanation.kind) {
    case 'chain':
      return [
        ...explanation.steps.map((step) => speaker.step(step)),
        `${speaker.item(explanation.item)} has too few options${explanation.steps.length > 0 ? ' left' : ''}.`,
      ];
    case 'equations':
    case 'signs':
      return [
        ...explanation.steps.map((step) => speaker.step(step)),
        ...speaker.weights(explanation),
      ];
    case 'clash':
      return speaker.clash(explanation);
    case 'solution':
      return ['There is a solution.'];
    default:
      return ['It is unknown whether there is a solution.'];
  }
}

/** Names the parts of a problem, and words the steps of an explanation. */
export class Speaker {
  private readonly problem: Problem<unknown>;
  private readonly words: Words;

  constructor(problem: Problem<unknown>, words: Words) {
    this.problem = problem;
    this.words = words;
  }

  item(index: number): string {
    const name = this.problem.itemName(index);
    return this.words.item?.(name, index) ?? name;
  }

  option(number: number): string {
    const items = this.problem.option(number);
    const text = (use: ItemUse) => (typeof use === 'string' ? use : `${use.item}:${use.colour}`);
    return this.words.option?.(items, number) ?? `[${items.map(text).join(' ')}]`;
  }

  step({ kind, option, isChosen, item = 0 }: Deduction): string {
    const what = this.option(option);
    switch (kind) {
      case 'given':
        return isChosen ? `${what} is chosen.` : `${what} is left out.`;
      case 'needed':
        return `${what} is chosen: ${this.item(item)} needs it.`;
      case 'excluded':
        return `${what} is out: ${this.item(item)} has no room for it.`;
      default:
        return `${what} is out: beside it, ${this.item(item)} would have too few options.`;
    }
  }

  /** The items by weight, and the conclusion. */
  weights({ kind, weights, counts, modulus, total, steps }: Weights): string[] {
    const groups = new Map<number, string[]>();
    for (const [item, weight] of weights.entries()) {
      if (weight === 0) continue;
      const count = counts[item];
      const bound = kind === 'equations' ? '' : weight > 0 ? 'at least ' : 'at most ';
      const often = count === 1 ? '' : ` (${bound}${count} times)`;
      groups.set(weight, [...(groups.get(weight) ?? []), `${this.item(item)}${often}`]);
    }
    const lines = [...groups].map(([weight, items]) => `Weight ${weight}: ${items.join(', ')}.`);
    const modulo = modulus === 0 ? '' : ` modulo ${modulus}`;
    const left = modulus === 0 ? total : total % modulus;
    const rest = steps.length > 0 ? ' that is left' : '';
    const whole =
      steps.length > 0 ? 'what is left of the items weighs' : 'all items together weigh';
    lines.push(
      kind === 'equations'
        ? `Every option${rest} weighs 0${modulo}, but ${whole} ${left}${modulo}.`
        : `No option${rest} weighs more than 0, but ${whole} at least ${total}.`,
    );
    return lines;
  }

  rule(number: number): string {
    return this.problem.ruling?.nameOf(number) ?? `the ${ordinal(number)} rule`;
  }

  clash({ items, options, rules, isIrreducible }: Clash): string[] {
    if (rules !== undefined) {
      const names = rules.map((rule) => this.rule(rule)).join(', ');
      const rest = isIrreducible ? ' Without any one of them, the others can.' : '';
      return rules.length === 1
        ? [`This rule cannot be kept: ${names}.`]
        : [`These rules cannot all be kept: ${names}.${rest}`];
    }
    const names = items.map((item) => this.item(item));
    const rest = isIrreducible ? ' Without any one of them, the others can.' : '';
    return [
      `These cannot all be covered: ${names.join(', ')}.${rest}`,
      ...names.map((name, k) => {
        const texts = (options[k] ?? []).map((option) => this.option(option));
        return `${name}: ${texts.join(', ') || 'no options'}.`;
      }),
    ];
  }
}
