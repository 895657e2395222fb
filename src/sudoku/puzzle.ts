import type { Shape } from './shape.ts';
import type { Symbols } from './symbols.ts';

/** A grid with its shape, and the alphabet it was read in and is written in. */
export interface Puzzle {
  readonly shape: Shape;
  readonly givens: Uint8Array;
  readonly symbols: Symbols;
  /** The line of the text where it began, from 1. */
  readonly line?: number | undefined;
}
