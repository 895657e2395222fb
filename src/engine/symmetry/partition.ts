import { integers } from '../problem/memory.ts';
import type { Graph } from './graph.ts';
import { sortNumbers } from './sort.ts';
import { mix, type Trace } from './trace.ts';

const PARTITION_ARRAYS = 'the partition of a graph';

/** Instead of a cell: there is none. */
const NONE = -1;

/**
 * How a refinement ended: `stable`, no cell splits another; `unwanted`, the trace says that the
 * rest does not matter; `paused`, the work that it was given is done.
 */
type Refined = 'stable' | 'unwanted' | 'paused';

/**
 * An ordered partition of the vertices of a graph into cells, and its refinement: two vertices stay
 * in one cell as long as they have equally many neighbours in each cell.
 *
 *     elements   the vertices, cell by cell      4 1 | 0 | 7 2 3 | ...
 *     position   vertex -> its place there
 *     cell       vertex -> the first place of its cell, which names the cell
 *     length     first place of a cell -> the number of its vertices
 *
 * A cell of the worklist, the *splitter*, splits the others: their vertices come in the order of
 * their numbers of neighbours in the splitter, and each number makes a new cell. It never splits
 * itself, since vertices of one kind have no edges. If the cell was on the worklist, so are all its
 * pieces. Else the largest piece stays out: its counts follow from the others' (J. Hopcroft 1971).
 *
 * The order of the cells and the steps of the trace depend on the graph alone, never on the numbers
 * of its vertices. The order within a cell means nothing. So the way back to an earlier partition
 * merges cells, the last split first, and moves no vertex. (The layout and the way back are those
 * of bliss: T. Junttila, P. Kaski, ALENEX 2007.)
 */
export class Partition {
  /** The number of cells. */
  cells = 0;
  readonly elements: Int32Array;
  readonly position: Int32Array;
  readonly cell: Int32Array;
  readonly length: Int32Array;
  /** The work since the graph was loaded: vertices and edges looked at. */
  work = 0;
  /** The number of splits since the graph was loaded: a mark to go back to. */
  splits = 0;

  private readonly graph: Graph;
  /** The cells that were split off, in order; first place of such a cell -> the cell it was in. */
  private readonly split: Int32Array;
  private readonly splitFrom: Int32Array;
  /** The worklist: a stack of cells of one vertex, which go first, and a ring of the others. */
  private readonly ones: Int32Array;
  private onesCount = 0;
  private readonly ring: Int32Array;
  private ringHead = 0;
  private ringCount = 0;
  private readonly isListed: Uint8Array;
  /** Vertex -> the number of its neighbours in the splitter; 0 between two splitters. */
  private readonly count: Int32Array;
  /** Cell -> the number of its vertices that have a count: they stand at its end. */
  private readonly touched: Int32Array;
  private readonly touchedCells: Int32Array;
  /** For the sort by counts; and of cells, the number of others that they tell apart. */
  private readonly buckets: Int32Array;
  private readonly sorted: Int32Array;

  constructor(graph: Graph) {
    const { room } = graph;
    this.graph = graph;
    this.elements = integers(room, PARTITION_ARRAYS);
    this.position = integers(room, PARTITION_ARRAYS);
    this.cell = integers(room, PARTITION_ARRAYS);
    this.length = integers(room, PARTITION_ARRAYS);
    this.split = integers(room, PARTITION_ARRAYS);
    this.splitFrom = integers(room, PARTITION_ARRAYS);
    this.ones = integers(room, PARTITION_ARRAYS);
    this.ring = integers(room, PARTITION_ARRAYS);
    this.isListed = new Uint8Array(room);
    this.count = integers(room, PARTITION_ARRAYS);
    this.touched = integers(room, PARTITION_ARRAYS);
    this.touchedCells = integers(room, PARTITION_ARRAYS);
    this.buckets = integers(room + 2, PARTITION_ARRAYS);
    this.sorted = integers(room, PARTITION_ARRAYS);
  }

  /** The partition into the classes of the graph as it is loaded, to be refined. */
  begin(): void {
    const { vertices, order, classes, classStart } = this.graph;
    const { elements, position, cell, length } = this;
    this.work = 0;
    this.splits = 0;
    this.clearList();
    elements.set(order.subarray(0, vertices));
    for (let k = 0; k < classes; k++) {
      const first = classStart[k];
      const end = classStart[k + 1];
      length[first] = end - first;
      for (let at = first; at < end; at++) {
        const vertex = elements[at];
        position[vertex] = at;
        cell[vertex] = first;
      }
      this.list(first);
    }
    this.cells = classes;
  }

  /** Splits a vertex off from its cell. To be refined then. */
  individualize(vertex: number): void {
    const { cell, length } = this;
    const from = cell[vertex];
    const last = from + length[from] - 1;
    this.moveTo(last, vertex);
    this.splitOff(from, last, 1);
    length[from] = last - from;
    this.list(last);
  }

  /** Goes back to an earlier partition, which was stable. */
  backTo(splits: number): void {
    const { elements, cell, length, split, splitFrom } = this;
    while (this.splits > splits) {
      const first = split[--this.splits];
      const from = splitFrom[first];
      const size = length[first];
      for (let at = first; at < first + size; at++) cell[elements[at]] = from;
      length[from] = length[from] + size;
      this.cells--;
    }
  }

  /** Refines until no cell splits another, or until `work` has come to `until`. */
  refine(trace: Trace, until: number): Refined {
    while (this.onesCount + this.ringCount > 0) {
      if (this.work >= until) return 'paused';
      let splitter: number;
      if (this.onesCount > 0) splitter = this.ones[--this.onesCount];
      else {
        splitter = this.ring[this.ringHead];
        if (++this.ringHead === this.ring.length) this.ringHead = 0;
        this.ringCount--;
      }
      this.isListed[splitter] = 0;
      if (!trace.note(this.splitBy(splitter))) {
        this.clearList();
        return 'unwanted';
      }
    }
    return 'stable';
  }

  /**
   * The cell to branch on: the one whose vertices have some, but not all, of the most other cells.
   * Of several the largest, then the first. -1 if there is none: vertices of one cell then have the
   * same neighbours. A cell that tells few others apart is a bad choice, since its vertices may all
   * be different without a trace: rows of a cyclic Latin square, once two of them are fixed.
   *
   * Nodes for 43 graphs, shuffled, as a part of those of `dreadnaut`, in geometric mean and with
   * nodes for twins: 0.61 for the symmetries, 0.62 for the form; with the first of several cells
   * 0.72 and 0.78, with the smallest 0.78 and 0.83. On the smallest cell of all, some do not end.
   *
   * `wantsFew`: the smallest cell that tells any others apart.
   */
  cellToBranchOn(wantsFew = false): number {
    const { elements, length, cell, touched, touchedCells, sorted: joins } = this;
    const { vertices, options, items, start, to } = this.graph;
    // Items come first, then pairs, then options. So each two cells are seen once, from the later one.
    for (let at = 0; at < vertices; at += length[at]) {
      if (length[at] === 1) continue;
      joins[at] = 0;
      const vertex = elements[at];
      if (vertex >= options && vertex < options + items) continue;
      const first = start[vertex];
      const end = vertex < options ? start[vertex + 1] : first + 1;
      let cells = 0;
      this.work += end - first;
      for (let k = first; k < end; k++) {
        const other = cell[to[k]];
        const met = touched[other];
        if (met === 0) touchedCells[cells++] = other;
        touched[other] = met + 1;
      }
      for (let k = 0; k < cells; k++) {
        const other = touchedCells[k];
        if (touched[other] < length[other]) {
          joins[at] = joins[at] + 1;
          joins[other] = joins[other] + 1;
        }
        touched[other] = 0;
      }
    }
    let best = NONE;
    let mostJoins = 0;
    let bestSize = 0;
    for (let at = 0; at < vertices; ) {
      const size = length[at];
      if (size > 1) {
        const own = joins[at];
        const isBetter = wantsFew
          ? best === NONE || size < bestSize
          : own > mostJoins || (own === mostJoins && size > bestSize);
        if (own > 0 && isBetter) {
          best = at;
          mostJoins = own;
          bestSize = size;
        }
      }
      at += size;
    }
    return best;
  }

  /** Splits cells by their neighbours in the splitter. Returns a hash of what happened. */
  private splitBy(splitter: number): number {
    const { elements, cell, length, count, touched, touchedCells } = this;
    const { start, to } = this.graph;
    const stop = splitter + length[splitter];
    let hash = mix(splitter ^ (stop << 12));
    let cells = 0;
    for (let at = splitter; at < stop; at++) {
      const vertex = elements[at];
      const end = start[vertex + 1];
      this.work += end - start[vertex] + 1;
      for (let k = start[vertex]; k < end; k++) {
        const other = to[k];
        const from = cell[other];
        const size = length[from];
        if (size === 1) {
          hash = (hash + mix(from)) | 0;
          continue;
        }
        const joined = count[other];
        count[other] = joined + 1;
        if (joined > 0) continue;
        const met = touched[from];
        if (met === 0) touchedCells[cells++] = from;
        touched[from] = met + 1;
        this.moveTo(from + size - 1 - met, other);
      }
    }
    // They were met in the order of the vertices, which must not matter.
    sortNumbers(touchedCells, 0, cells);
    for (let k = 0; k < cells; k++) {
      const from = touchedCells[k];
      const met = touched[from];
      touched[from] = 0;
      hash = this.splitByCounts(from, met, hash);
    }
    return hash;
  }

  /** Moves a vertex to a place of its cell; the vertex there takes its place. */
  private moveTo(place: number, vertex: number): void {
    const { elements, position } = this;
    const from = position[vertex];
    const other = elements[place];
    elements[from] = other;
    position[other] = from;
    elements[place] = vertex;
    position[vertex] = place;
  }

  /** Splits a cell whose last `met` vertices have counts. Clears these. */
  private splitByCounts(from: number, met: number, before: number): number {
    const { elements, length, count } = this;
    const size = length[from];
    const end = from + size;
    const first = end - met;
    let hash = mix(before ^ (from * 31 + met));
    let least = count[elements[first]];
    let most = least;
    for (let at = first + 1; at < end; at++) {
      const joined = count[elements[at]];
      if (joined < least) least = joined;
      else if (joined > most) most = joined;
    }
    if (least !== most) this.sortByCounts(first, end, least, most);
    const wasListed = this.isListed[from] === 1;
    // The piece without a count comes first, if there is one.
    let largest = met < size ? from : NONE;
    let largestSize = size - met;
    if (met < size) length[from] = size - met;
    for (let at = first, next = at; at < end; at = next) {
      const joined = count[elements[at]];
      for (; next < end && count[elements[next]] === joined; next++) {
        count[elements[next]] = 0;
      }
      const own = next - at;
      hash = mix(hash ^ (joined * 8191 + own));
      if (at === from) length[from] = own;
      else this.splitOff(from, at, own);
      if (wasListed || own <= largestSize) this.list(at);
      else {
        if (largest !== NONE) this.list(largest);
        largest = at;
        largestSize = own;
      }
    }
    return hash;
  }

  /** Sorts places by the counts of their vertices. */
  private sortByCounts(first: number, end: number, least: number, most: number): void {
    const { elements, position, count, buckets, sorted } = this;
    buckets.fill(0, 0, most - least + 2);
    for (let at = first; at < end; at++) {
      const place = count[elements[at]] - least + 1;
      buckets[place] = buckets[place] + 1;
    }
    for (let k = 0; k <= most - least; k++) {
      buckets[k + 1] = buckets[k + 1] + buckets[k];
    }
    for (let at = first; at < end; at++) {
      const vertex = elements[at];
      const place = count[vertex] - least;
      const to = buckets[place];
      buckets[place] = to + 1;
      sorted[to] = vertex;
    }
    for (let at = first; at < end; at++) {
      const vertex = sorted[at - first];
      elements[at] = vertex;
      position[vertex] = at;
    }
  }

  /** Makes a cell of the last places of another one, whose length the caller sets. */
  private splitOff(from: number, first: number, size: number): void {
    const { elements, cell } = this;
    for (let at = first; at < first + size; at++) cell[elements[at]] = first;
    this.length[first] = size;
    this.splitFrom[first] = from;
    this.split[this.splits++] = first;
    this.cells++;
  }

  private list(first: number): void {
    if (this.isListed[first] === 1) return;
    this.isListed[first] = 1;
    if (this.length[first] === 1) {
      this.ones[this.onesCount++] = first;
      return;
    }
    const { ring } = this;
    let at = this.ringHead + this.ringCount++;
    if (at >= ring.length) at -= ring.length;
    ring[at] = first;
  }

  private clearList(): void {
    const { ring, isListed } = this;
    while (this.onesCount > 0) isListed[this.ones[--this.onesCount]] = 0;
    while (this.ringCount > 0) {
      let at = this.ringHead + --this.ringCount;
      if (at >= ring.length) at -= ring.length;
      isListed[ring[at]] = 0;
    }
  }
}
