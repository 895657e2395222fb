import type { Entry } from './exhibit.ts';
import { LOOPS } from './loops.ts';
import { PATTERNS } from './patterns.ts';
import { PENCIL } from './pencil.ts';
import { TILINGS } from './tilings.ts';

/** All entries, in the order of `quadrille make --list`. */
export const CATALOGUE: readonly Entry[] = [...TILINGS, ...PATTERNS, ...PENCIL, ...LOOPS];
