/**
 * The registers: the first integers of the memory, through which a kernel and its loop in
 * WebAssembly hand the walk to one another; and the records of branches. TypeScript and
 * AssemblyScript both import this file.
 */

// The layout of the array, as the kernels draw it. These are addresses in bytes, except for the
// numbers PRIMARY, SAVED, RECORD, FIRST_LOOK, PLANES and GROUPS.
export const PRIMARY = 0;
/** The number of integers that a branch saves. */
export const SAVED = 1;
/** The integers of a branch's record. */
export const RECORD = 2;
export const BASE = 3;
export const END = 4;
export const FIRST = 5;
export const FORCED = 6;
export const CHOSEN = 7;
export const BRANCH = 8;
/** A branch looks at the items before this one first. */
export const FIRST_LOOK = 14;
// The registers of lists alone.
export const KEEP = 9;
export const TRAIL = 10;
/** Bytes from a node to its colour, and from a slot; 0: there are no colours. */
export const TO_COLOUR = 11;
export const TO_HUE = 12;
export const MOST_ALONE = 13;
// The registers of planes alone, in the places of those of lists.
/** The address of the first option's row. */
export const ROWS = 9;
export const SIZE = 10;
export const PREFERRED = 11;
export const PLANES = 12;
export const GROUPS = 13;

// The state of the walk.
export const DEPTH = 16;
export const COVERED = 17;
export const FORCED_COUNT = 18;
export const BRANCHES = 19;
export const MUST_BACK_UP = 20;
export const DEEPEST = 21;
/** The options taken out, of lists. */
export const TAKEN = 22;

// The limits of a run; after it, its results.
export const NODES = 24;
export const SOLUTIONS = 25;
export const WORK = 26;
// The counters of a run. The updates and looks are the work.
export const GUESSES = 27;
export const UPDATES = 28;
export const LOOKS = 29;

/** The bytes at the start of the memory that are kept for registers. */
export const REGISTER_BYTES = 128;

// How a run ended.
export const PAUSED = 0;
export const SOLUTION = 1;
export const EXHAUSTED = 2;
/** The prefix has options that exclude each other. */
export const REFUSED = 3;

// The record of a branch, in integers. Of both: its depth, its item, and the number of items covered
// before its first choice.
export const B_DEPTH = 0;
export const B_ITEM = 1;
export const B_COVERED = 3;
// Of lists: the slots of its item to try next and the end of them; SHARED, see `assembly/lists.ts`;
// the options taken out before its first choice, and before it covered its item. The counts follow.
export const B_NEXT = 2;
export const B_LAST = 4;
export const B_SHARED = 5;
export const B_TAKEN = 6;
export const B_TAKEN_BEFORE = 7;
export const B_COUNTS = 8;
// Of planes: all options of its item, and those left to try. The state before it follows.
export const B_ALL = 2;
export const B_LEFT = 4;
export const B_STATE = 5;
