import type { Slices } from '../kernels/pace.ts';
import type { Position } from './position.ts';
import type { Sink } from './step.ts';

/** Looks for a step on a position. One that may take long goes on in slices. */
export type Technique = (position: Position, sink: Sink) => Slices | undefined;
