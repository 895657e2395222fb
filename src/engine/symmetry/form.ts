import { grown } from '../problem/memory.ts';
import type { Graph } from './graph.ts';
import { sortNumbers } from './sort.ts';

const BYTES_AT_ONCE = 1 << 12;

/**
 * A graph under a labelling, written down exactly: two graphs with equal forms are isomorphic, and
 * the forms under their canonical labellings are equal if they are.
 *
 *     [ options, items, pairs, classes | 4 for each class: which it is, its size | rows, packed ]
 *
 * A row has the labels of the items and pairs that an option has, ascending; or of the item of a
 * pair. Rows come in the order of labels. The class of an option determines how long its row is, so
 * nothing divides them. Labels take 8, 16 or 32 bits.
 */
export class Form {
  words: Int32Array = new Int32Array(64);
  length = 0;
  private row: Int32Array = new Int32Array(16);

  /** Writes a graph down. `order`: label -> vertex; `label`: vertex -> label. */
  write(graph: Graph, order: Int32Array, label: Int32Array): void {
    const { vertices, options, items, classes, classStart, classWords, start, to } = graph;
    const below = vertices - options;
    const bits = below <= 1 << 8 ? 8 : below <= 1 << 16 ? 16 : 32;
    const head = 4 + 4 * classes;
    const room = head + start[options] + below + 1;
    if (this.words.length < room) this.words = grown(this.words, room, 'a canonical form');
    const { words } = this;
    words[0] = options;
    words[1] = items;
    words[2] = below - items;
    words[3] = classes;
    for (let k = 0; k < classes; k++) {
      words[4 + 4 * k] = classWords[3 * k];
      words[5 + 4 * k] = classWords[3 * k + 1];
      words[6 + 4 * k] = classWords[3 * k + 2];
      words[7 + 4 * k] = classStart[k + 1] - classStart[k];
    }
    let at = head;
    let word = 0;
    let shift = 0;
    let { row } = this;
    for (let place = items; place < vertices; place++) {
      const vertex = order[place];
      const first = start[vertex];
      const size = vertex < options ? start[vertex + 1] - first : 1;
      if (size > row.length) this.row = row = new Int32Array(2 * size);
      for (let k = 0; k < size; k++) row[k] = label[to[first + k]];
      sortNumbers(row, 0, size);
      for (let k = 0; k < size; k++) {
        word |= row[k] << shift;
        shift += bits;
        if (shift < 32) continue;
        words[at++] = word;
        word = 0;
        shift = 0;
      }
    }
    if (shift > 0) words[at++] = word;
    this.length = at;
  }

  /** A copy of its own, without spare room. */
  copy(): Form {
    const copy = new Form();
    copy.words = this.words.slice(0, this.length);
    copy.length = this.length;
    return copy;
  }

  /** As a text of one byte a character, which a map compares as a whole. */
  text(): string {
    const { words, length } = this;
    const bytes = new Uint8Array(words.buffer, words.byteOffset, 4 * length);
    let text = '';
    for (let at = 0; at < bytes.length; at += BYTES_AT_ONCE) {
      // A fifth of the time of a call that spreads them.
      text += Reflect.apply(String.fromCharCode, null, bytes.subarray(at, at + BYTES_AT_ONCE));
    }
    return text;
  }

  /** How it compares with another one: less than 0, 0, or more than 0. */
  compare(other: Form): number {
    if (this.length !== other.length) return this.length - other.length;
    for (let k = 0; k < this.length; k++) {
      const a = this.words[k];
      const b = other.words[k];
      if (a !== b) return a < b ? -1 : 1;
    }
    return 0;
  }
}
