import type { Slices } from '../../engine/problem/slices.ts';
import type { Position } from './position.ts';
import type { Sink, Why } from './step.ts';

/**
 * Looks for a step on a position. One that may take long goes on in slices. `clean`: how many
 * options the items had when it found nothing. It need not look at a step again if all items that
 * the step rests on have as many still; so most of the grid is passed over after a step.
 */
export type Technique = (position: Position, sink: Sink, clean?: Int32Array) => Slices | undefined;

/** Techniques that are tried without a pause between them. */
const TECHNIQUES_PER_SLICE = 8;

/** Several techniques as one: each after the other. */
export function inTurn(techniques: readonly Technique[]): Technique {
  return function* (position, sink, clean) {
    for (let k = 0; k < techniques.length; k++) {
      const slices = techniques[k]?.(position, sink, clean);
      if (slices !== undefined) yield* slices;
      // Each technique counts its work from the beginning.
      if (k % TECHNIQUES_PER_SLICE === TECHNIQUES_PER_SLICE - 1) yield;
    }
  };
}

/** The step that crosses these options out, if there are any. */
export function crossOut(
  sink: Sink,
  name: string,
  tenths: number,
  options: readonly number[],
  why: () => Why,
  size?: number,
): void {
  if (options.length === 0) return;
  const decisions = options.map((option) => ~option);
  sink.add(name, tenths, decisions, why, size);
}

/** The name of a technique as a title: `Hidden pair`, `XY-wing`. */
export function techniqueTitle(technique: string): string {
  return capital(technique.replace(/^[t-z]+(?=-)/, (values) => values.toUpperCase()));
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
