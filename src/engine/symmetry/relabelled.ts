import { Compiled, costOf, emptyCompiled, leastOf, mostOf, setCost } from '../problem/compiled.ts';
import { sortNumbers } from './sort.ts';

/**
 * A compiled problem with its items and options in another order. `itemOf` and `optionOf` are the
 * orders: new number -> old number, primary items first. The items of an option ascend. So problems
 * that are isomorphic become the same, apart from the numbers of colours, when each is put into its
 * canonical order.
 */
export function relabelled(compiled: Compiled, itemOf: Int32Array, optionOf: Int32Array): Compiled {
  const { data, primary, secondary, options, nodes } = compiled;
  const { coloured, multiple, priced, startAt, itemAt, colourAt } = compiled;
  const result = Compiled.of(
    emptyCompiled({ primary, secondary, options, nodes, coloured, multiple, priced }),
  );
  const into = result.data;
  const numberOf = new Int32Array(primary + secondary);
  for (let item = 0; item < itemOf.length; item++) numberOf[itemOf[item]] = item;
  /** New item -> the colour that the current option gives it. */
  const colours = new Int32Array(primary + secondary);
  let at = 0;
  for (let option = 0; option < options; option++) {
    const old = optionOf[option];
    const first = result.itemAt + at;
    const end = data[startAt + old + 1];
    for (let node = data[startAt + old]; node < end; node++) {
      const item = numberOf[data[itemAt + node]];
      into[result.itemAt + at++] = item;
      if (coloured) colours[item] = data[colourAt + node];
    }
    sortNumbers(into, first, result.itemAt + at);
    for (let k = first; coloured && k < result.itemAt + at; k++) {
      into[k - result.itemAt + result.colourAt] = colours[into[k]];
    }
    into[result.startAt + option + 1] = at;
    if (priced) setCost(result, option, costOf(compiled, old));
  }
  for (let item = 0; multiple && item < primary; item++) {
    into[result.timesAt + 2 * item] = leastOf(compiled, itemOf[item]);
    into[result.timesAt + 2 * item + 1] = mostOf(compiled, itemOf[item]);
  }
  return result;
}
