import { QuadrilleError, shown } from '../problem/error.ts';
import { checkInteger, checkSettings } from '../problem/setting.ts';
import type { Shape } from './shape.ts';
import { orbitsOf, type Symmetry } from './symmetry.ts';

/** Attempts at a wished number of givens, where nothing is said. */
const ATTEMPTS = 100;

/** What a puzzle should be like. */
export interface PuzzleSettings {
  /** Whether givens are taken from a full grid (the default), or added to an empty one. */
  readonly by?: 'removing' | 'adding' | undefined;
  /** Whether no given may be superfluous. Default: yes, unless a number of givens is wished. */
  readonly minimal?: boolean | undefined;
  /** How many cells should be given. Default: as it happens. */
  readonly givens?: number | undefined;
  /** What leaves the pattern of the givens as it is. Default: none. */
  readonly symmetry?: Symmetry | undefined;
  /**
   * How often to start anew, at most, where the wish was not met. Default: 100 with a wished
   * number of givens, else 1. One takes some 1.2 ms at 9x9, 70 ms at 16x16, and 0.8 s at 25x25.
   */
  readonly attempts?: number | undefined;
}

/** The same with nothing left open. */
export interface Wish {
  readonly by: 'removing' | 'adding';
  readonly minimal: boolean;
  readonly givens: number | undefined;
  /** Groups of cells that are given together or not at all. */
  readonly orbits: readonly (readonly number[])[];
  readonly attempts: number;
}

/** What is wished, unless it means nothing. Whether it can be met is not known beforehand. */
export function wishOf(shape: Shape, settings: PuzzleSettings): Wish {
  checkSettings(settings, ['by', 'minimal', 'givens', 'symmetry', 'attempts']);
  const { by = 'removing', givens, symmetry = 'none' } = settings;
  const { minimal = givens === undefined } = settings;
  const { attempts = givens === undefined ? 1 : ATTEMPTS } = settings;
  if (by !== 'removing' && by !== 'adding') {
    throw new QuadrilleError('bad-setting', `by is ${shown(by)}; give 'removing' or 'adding'.`);
  }
  if (typeof minimal !== 'boolean') {
    throw new QuadrilleError('bad-setting', `minimal is ${shown(minimal)}; give true or false.`);
  }
  if (by === 'removing' && !minimal && givens === undefined) {
    throw new QuadrilleError(
      'bad-setting',
      'A puzzle by removing that need not be minimal would stay a full grid; ' +
        'say how many givens it should have, as in { givens: 30 }.',
    );
  }
  if (givens !== undefined) checkInteger('givens', givens, 0, shape.cells);
  checkInteger('attempts', attempts, 1);
  return { by, minimal, givens, orbits: orbitsOf(shape, symmetry), attempts };
}

/** How far from the wish a puzzle is: 0 where it is met. A given less or more weighs most. */
export function shortfall(
  { minimal, givens }: Wish,
  made: { readonly count: number; readonly minimal: boolean },
): number {
  const off = givens === undefined ? 0 : Math.abs(made.count - givens);
  return 2 * off + (minimal && !made.minimal ? 1 : 0);
}
