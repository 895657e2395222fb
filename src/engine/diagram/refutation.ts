import { type Frame, Isomorphs } from './isomorphs.ts';

/** A part of a state in which a solution is looked for. */
interface Quest extends Frame {
  /** For each option to try, all options of the part that symmetries take it to. */
  readonly images: readonly (readonly number[])[];
}

/**
 * Finds one solution, or proves that there is none. It goes over states as the count of isomorphic
 * states does, with three differences:
 *
 *     [try] an option -> it has a solution: the part is done, and its choices stay
 *       ^      '-------> it is refuted: [leave out] all options that symmetries take it to
 *       '----------------------------------------------------'
 *
 * - An option is refuted if no solution of the part has it. A symmetry of the part takes a solution
 *   with an image of the option to one with the option. So no solution has an image either, also of
 *   other items than the one it branches on. The rest has all symmetries that the part had.
 * - Parts share no item, so the choices of one that has a solution can stay while the others are
 *   looked at. At the end they are the solution.
 * - It remembers refuted parts alone.
 */
export class Refutation extends Isomorphs {
  /** The options of the solution, once it is found. */
  solution: readonly number[] | undefined;

  override end(): void {
    const { state, result } = this;
    if (result === 1n) {
      this.solution ??= Array.from({ length: state.depth }, (_, depth) => state.chosenAt(depth));
    }
    super.end();
  }

  protected override step(): void {
    const frame = this.frames[this.frames.length - 1] as Quest;
    const { product, parts, nextPart, next } = frame;
    if (next === 0 || (product !== 0n && nextPart < parts.length)) super.step();
    else if (product === 0n) this.refute(frame);
    else {
      frame.sum = 1n;
      this.close(frame);
    }
  }

  /** Goes on when the last option tried is refuted. */
  private refute(frame: Quest): void {
    const { state } = this;
    const { next, options, images, items, item } = frame;
    state.backTo(frame.depth);
    if (next < options.length) {
      for (const option of images[next - 1] as number[]) state.leaveOut(option);
      state.propagate();
    }
    if (next === options.length || state.failed) {
      this.close(frame);
      return;
    }
    frame.depth = state.depth;
    if (!state.isOpen(item)) {
      // One option of the item was left, and is chosen.
      frame.next = options.length;
      frame.nextPart = 0;
      frame.product = 1n;
      frame.parts = this.divide(items);
      return;
    }
    // All images of an option are live, or none.
    while (!state.isLive(options[frame.next])) frame.next++;
    this.try(frame, options[frame.next]);
  }

  protected override enter(items: Int32Array): bigint | undefined {
    if (items.length > 1) return super.enter(items);
    const { state } = this;
    state.choose(state.optionAt(state.liveFrom(state.firstSlot(items[0]))));
    return 1n;
  }

  protected override branch(items: Int32Array, key: string | undefined): Quest {
    const { graph, search } = this;
    const frame = super.branch(items, key);
    const { orbits } = search.group;
    const images = new Map<number, number[]>();
    for (const option of frame.options) {
      images.set(orbits.least(this.placeOf[option]), []);
    }
    for (let vertex = 0; vertex < graph.options; vertex++) {
      images.get(orbits.least(vertex))?.push(graph.name[vertex]);
    }
    return { ...frame, images: [...images.values()] };
  }

  protected override remember(key: string, count: bigint): void {
    if (count === 0n) super.remember(key, count);
  }
}
