/**
 * The fields of the records of `sweep`, in integers. TypeScript and AssemblyScript both import this
 * file.
 */

// The registers of the walk, at the start of the array. The first ones never change.
export const PRIMARY = 0;
export const WORDS = 1;
export const BUCKETS = 2;
export const STRIDE = 3;
export const CLASHES = 4;
/** The most integers of one level, and the end of the room for levels. */
export const LARGEST = 5;
export const END = 6;
/** Its place: the level, the number of options chosen, the next step, and the most chosen. */
export const LEVEL = 7;
export const DEPTH = 8;
export const NEXT = 9;
export const DEEPEST = 10;
/** The limits of one call, and its work so far. */
export const NODE_LIMIT = 11;
export const WORK_LIMIT = 12;
export const SOLUTION_LIMIT = 13;
export const NODES = 14;
export const WORK = 15;
export const SOLUTIONS = 16;
/** Nodes that had no alternative. */
export const FORCED = 17;
export const HEADER = 24;

// The next step: to look for the candidates of the level, to take one of them, or to leave a
// solution.
export const ENTER = 0;
export const TAKE = 1;
export const LEAVE = 2;

// A level. The words of the state follow, then a word of 0, where the search for the first item
// that is not covered ends, then the set of the candidates that are not tried yet. Before a level
// is entered, BUCKET is that of the level below. UNTRIED: where the first of them may be.
export const BACK = 0;
export const BUCKET = 1;
export const TAKEN = 2;
export const UNTRIED = 3;
export const STATE = 4;

// A bucket, see sweep-layout.ts. CHUNKS is 0 where the tables would be too large.
export const CANDIDATES = 0;
export const CHUNKS = 1;
export const CHUNKS_END = 2;
export const SET = 3;
export const ALL = 4;
export const RECORD = 5;
export const BUCKET_SIZE = 8;

/** The integers of a chunk. */
export const CHUNK_SIZE = 4;
