import type { Exhibit } from './exhibit.ts';
import { PATTERNS } from './patterns.ts';
import { PENCIL } from './pencil.ts';
import { TILINGS } from './tilings.ts';

/** The gallery, in the order of `quadrille make --list`. */
export const EXHIBITS: readonly Exhibit[] = [...TILINGS, ...PATTERNS, ...PENCIL];
