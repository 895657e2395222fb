import type { Compiled } from './compiled.ts';
import { integers } from './memory.ts';

const LIST_ARRAYS = 'the lists of the options by item';

/**
 * A compiled problem by item instead of by option. The nodes of item i are `list[listStart[i]]` to
 * `list[listStart[i + 1] - 1]`, in the order of their options, and `optionOf[node]` is the option
 * of each:
 *
 *     options      0: a c   1: a b   2: b c
 *     nodes           0 1      2 3      4 5
 *     listStart    0 2 4 6
 *     list         0 2 | 3 4 | 1 5       (a, b, c)
 *     optionOf     0 0 1 1 2 2
 */
export class OptionLists {
  readonly compiled: Compiled;
  readonly listStart: Int32Array;
  readonly list: Int32Array;
  readonly optionOf: Int32Array;

  constructor(compiled: Compiled) {
    const { data, primary, secondary, options, nodes, startAt, itemAt } = compiled;
    const items = primary + secondary;
    this.compiled = compiled;
    this.listStart = integers(items + 1, LIST_ARRAYS);
    this.list = integers(nodes, LIST_ARRAYS);
    this.optionOf = integers(nodes, LIST_ARRAYS);
    const { listStart, list, optionOf } = this;
    for (let node = 0; node < nodes; node++) {
      const item = data[itemAt + node];
      listStart[item + 1] = listStart[item + 1] + 1;
    }
    for (let item = 0; item < items; item++) {
      listStart[item + 1] = listStart[item + 1] + listStart[item];
    }
    const next = listStart.slice();
    for (let option = 0, node = 0; option < options; option++) {
      for (; node < data[startAt + option + 1]; node++) {
        const item = data[itemAt + node];
        const at = next[item];
        optionOf[node] = option;
        list[at] = node;
        next[item] = at + 1;
      }
    }
  }

  /** The nodes of an item: a view. */
  nodesOf(item: number): Int32Array {
    return this.list.subarray(this.listStart[item], this.listStart[item + 1]);
  }

  /** The colour of a node, 0 for none. */
  colourOf(node: number): number {
    const { data, coloured, colourAt } = this.compiled;
    return coloured ? data[colourAt + node] : 0;
  }

  /** The colour that an option gives to an item of its own, 0 for none. */
  colourIn(option: number, item: number): number {
    const { data, startAt, itemAt } = this.compiled;
    let node = data[startAt + option];
    while (data[itemAt + node] !== item) node++;
    return this.colourOf(node);
  }
}
