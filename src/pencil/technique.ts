import type { Slices } from '../kernels/pace.ts';
import type { Position } from './position.ts';
import type { Sink, Why } from './step.ts';

/** Looks for a step on a position. One that may take long goes on in slices. */
export type Technique = (position: Position, sink: Sink) => Slices | undefined;

/** A technique that never takes long. */
export type Quick = (position: Position, sink: Sink) => undefined;

/** Several quick techniques as one: each after the other. */
export function inTurn(techniques: readonly Quick[]): Quick {
  return (position, sink) => {
    for (const find of techniques) find(position, sink);
    return undefined;
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
