import type { Binding, BoundRule } from './binding.ts';

/** True if options keep to a rule: by what the rule says, and nothing of how it is compiled. */
export function isKept(binding: Binding, bound: BoundRule, chosen: ReadonlySet<number>): boolean {
  const { rule } = bound;
  const values = bound.variables.map((x) => {
    const { values, options } = binding.variables[x];
    return values.find((_, k) => options[k].some((option) => chosen.has(option)));
  });
  const numbers = values as number[];
  const within = (sum: number, { least, most }: { least: number; most: number }): boolean =>
    sum >= least && sum <= most;
  switch (rule.kind) {
    case 'table':
      return rule.tuples.some((tuple) => tuple.every((value, k) => value === values[k]));
    case 'sum':
      return within(
        numbers.reduce((sum, value, k) => sum + value * rule.weights[k], 0),
        rule,
      );
    case 'different':
      return new Set(values).size === values.length;
    case 'ascending':
      return numbers.every((value, k) => k === 0 || numbers[k - 1] < value);
    case 'equal':
      return values[0] === values[1];
    case 'occurs':
      return within(values.filter((value) => value === rule.value).length, rule);
    case 'regular': {
      const { start, step, accept } = rule.automaton;
      let state: unknown = start;
      for (const [k, value] of values.entries()) {
        state = step(state, value, k);
        if (state === undefined || Number.isNaN(state)) return false;
      }
      return Boolean(accept(state));
    }
    case 'budget':
      return within(
        rule.options.reduce(
          (sum, option, k) => sum + (chosen.has(option) ? rule.weights[k] : 0),
          0,
        ),
        rule,
      );
    case 'atMost':
      return rule.options.filter((option) => chosen.has(option)).length <= rule.most;
    case 'implies': {
      const some = (options: readonly number[]) => options.some((option) => chosen.has(option));
      return !some(rule.options) || some(rule.others);
    }
    case 'forbid':
      return rule.conflictIn([...chosen].sort((a, b) => a - b)) === undefined;
  }
}
