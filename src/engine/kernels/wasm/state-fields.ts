/**
 * The first integers of the array of a state, and where the sizes of items begin. TypeScript and
 * AssemblyScript both import this file.
 */

export const PRIMARY = 0;
// Where the parts are. TO_HUE leads from a node to its colour, TO_SLOT_HUE from a slot; 0: there
// are no colours.
export const TAKER = 1;
export const LIVE = 2;
export const START = 3;
export const TO_HUE = 4;
export const FIRST = 5;
export const TO_SLOT_HUE = 6;
export const DEAD = 7;
export const CHOSEN = 8;
export const FORCED = 9;
export const KEY = 10;
export const ROW = 11;
/** The integers of a row. */
export const WORDS = 12;
// The number of options chosen, that of open primary items, and 1 if one of them has no live
// option.
export const DEPTH = 13;
export const OPEN = 14;
export const FAILED = 15;
// The lengths of the stacks DEAD and FORCED, and the work of the last steps.
export const DEAD_COUNT = 16;
export const FORCED_COUNT = 17;
export const WORK = 18;
export const SIZE = 19;
