import { Isomorphs } from './isomorphs.ts';

/** The options of an item that symmetries of a part take to each other. */
type Orbit = readonly number[];

/**
 * Solutions of a problem by their index, after isomorphic states were counted once. A part of a
 * state has its solutions in an order: by the orbits of the options of one item, then by the
 * options of an orbit, and then by what is left below an option:
 *
 *     part P, item i, its options a b c | d e         two orbits under the symmetries of P
 *
 *     index   0 .. n-1   n .. 2n-1   2n .. 3n-1   3n .. 3n+m-1   3n+m .. 3n+2m-1
 *             below a    below b     below c      below d        below e
 *
 * So an index is a solution with its labels, each once, and a random index a random solution. Only
 * n and m are counted, below the first option of an orbit: the largest orbit first, and the last
 * one not at all, since the count of P is known. The index of a state that falls into parts has a
 * digit for each of them.
 *
 * Counts that are remembered are looked up. One that was forgotten, or never remembered, is counted
 * anew. The item that a part branches on depends on the part alone, not on memory, so an index
 * always leads to the same solution.
 */
export class IsomorphSamples extends Isomorphs {
  /** The state is needed after the count. Its memory goes with it. */
  override end(): void {}

  /** The options of the solution at an index below the count. */
  at(index: bigint): number[] {
    const { state, compiled } = this;
    state.renewView();
    const { depth } = state;
    const all = Int32Array.from({ length: compiled.primary }, (_, item) => item);
    this.draw(this.divide(all), index, this.result as bigint);
    const options = Array.from({ length: state.depth }, (_, at) => state.chosenAt(at));
    state.backTo(depth);
    return options;
  }

  /** Chooses the solution at an index of some parts that have `count` solutions in all. */
  private draw(parts: readonly Int32Array[], index: bigint, count: bigint): void {
    let left = index;
    let others = count;
    for (const [k, part] of parts.entries()) {
      const own = k === parts.length - 1 ? others : this.countOf([part]);
      this.drawPart(part, left % own, own);
      left /= own;
      others /= own;
    }
  }

  private drawPart(items: Int32Array, index: bigint, count: bigint): void {
    const { state } = this;
    if (items.length === 1) {
      state.liveOptions(items[0], this.options, 0);
      state.choose(this.options[Number(index)]);
      return;
    }
    const { depth } = state;
    const orbits = this.orbitsOf(items);
    let left = index;
    let others = count;
    for (const [k, orbit] of orbits.entries()) {
      const size = BigInt(orbit.length);
      const below =
        k === orbits.length - 1 ? others / size : this.countBelow(orbit[0], items, depth);
      if (left < size * below) {
        state.choose(orbit[Number(left / below)]);
        this.draw(this.divide(items), left % below, below);
        return;
      }
      left -= size * below;
      others -= size * below;
    }
  }

  /** The orbits of the options of the item that a part branches on. */
  private orbitsOf(items: Int32Array): Orbit[] {
    const { state, options, placeOf, search } = this;
    const { item } = this.branch(items, this.recognize(items));
    const end = state.liveOptions(item, options, 0);
    const orbits = new Map<number, number[]>();
    for (let k = 0; k < end; k++) {
      const option = options[k];
      const least = search.group.orbits.least(placeOf[option]);
      const orbit = orbits.get(least);
      if (orbit === undefined) orbits.set(least, [option]);
      else orbit.push(option);
    }
    return [...orbits.values()].sort((a, b) => b.length - a.length);
  }

  /** The solutions of a part that have an option. */
  private countBelow(option: number, items: Int32Array, depth: number): bigint {
    const { state } = this;
    state.choose(option);
    const count = state.failed ? 0n : this.countOf(this.divide(items));
    state.backTo(depth);
    return count;
  }

  /** The solutions of some parts of the state. */
  private countOf(parts: readonly Int32Array[]): bigint {
    const frame = this.frameAbove(parts);
    this.frames.push(frame);
    while (
      this.frames[this.frames.length - 1] !== frame ||
      (frame.product !== 0n && frame.nextPart < parts.length)
    ) {
      this.step();
    }
    this.frames.pop();
    return frame.product;
  }
}
