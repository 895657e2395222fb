/** The tasks of the race: a lane lines up with its puzzle, and then runs one engine to the end. */

import type { Outcome, Search } from '../../engine/kernels/search.ts';
import type { Compiled } from '../../engine/problem/compiled.ts';
import { QuadrilleError } from '../../engine/problem/error.ts';
import type { Problem } from '../../engine/problem/problem.ts';
import { createSearch, type EngineName } from '../../engine/solve/engines.ts';
import { Plain } from './plain.ts';

/** A puzzle by its name in `PUZZLES`, or a text. */
export interface Course {
  readonly name: string;
  readonly text?: string | undefined;
}

/** How far a lane has come. */
export interface Mark {
  /** Solutions found, options chosen, and the share of the tree that is done. */
  readonly solutions: number;
  readonly nodes: number;
  readonly share: number;
  /** Milliseconds since the start of this lane. */
  readonly time: number;
}

export type Runner = EngineName | 'plain';

/**
 * The part of an engine that a lane uses. Plain backtracking, which finds all solutions at once,
 * has it too.
 */
interface Searching extends Pick<Search, 'nodes' | 'solutions' | 'share'> {
  advance(nodes: number, solutions: number): Outcome;
}

const classics = () => import('../../puzzles/classics.ts');
const packings = () => import('../../puzzles/packing/packing.ts');
/** A puzzle by its name. Each loads its own code and nothing else. */
const PUZZLES: Readonly<Record<string, () => Promise<Problem<unknown>>>> = {
  pentominoes: async () => (await packings()).pentominoes('4x15') as Problem<unknown>,
  queens: async () => (await classics()).queens(12) as Problem<unknown>,
  langford: async () => (await classics()).langford(11) as Problem<unknown>,
  dominoes: async () => (await packings()).dominoes('8x8') as Problem<unknown>,
};

/** Milliseconds between two pieces of news. */
const NEWS_MS = 60;
/** Nodes between two looks at the clock. The engines pause by themselves after a millisecond. */
const CLOCK_CHECK_NODES = 1 << 16;
const PLAIN_NODES = 200;
/** The longest list of options for plain backtracking, which copies it at each choice. */
const MOST_PLAIN = 20_000;

/** The puzzle of this lane, ready for the start. */
let compiled: Compiled | undefined;

/** Makes the puzzle, so that no lane starts before the others are ready. */
export async function lineUp({ name, text }: Course): Promise<{
  readonly items: number;
  readonly options: number;
}> {
  compiled = undefined;
  const make = Object.hasOwn(PUZZLES, name) ? PUZZLES[name] : undefined;
  const problem = text === undefined ? await make?.() : await read(text);
  if (problem === undefined)
    throw new QuadrilleError('bad-setting', `There is no race of ${name}.`);
  compiled = problem.compile();
  if (compiled.multiple) {
    throw new QuadrilleError(
      'not-supported',
      'Some items of this problem are covered more or less than once; this race is for problems that cover each once.',
    );
  }
  return { items: problem.primaryCount + problem.secondaryCount, options: problem.optionCount };
}

async function read(text: string): Promise<Problem<unknown>> {
  const { readDlx } = await import('../../engine/formats/dlx/reader.ts');
  return readDlx(text);
}

/** Runs the lane: to the end of the search, with news on the way. */
export function runLane(
  { runner }: { readonly runner: Runner },
  onNews: (mark: Mark) => void,
): Mark {
  if (compiled === undefined) throw new Error('The lane has no puzzle.');
  if (runner === 'plain' && compiled.options > MOST_PLAIN) {
    const what = `plain backtracking takes up to ${MOST_PLAIN} options`;
    throw new QuadrilleError('too-large', `There are ${compiled.options} options; ${what}.`);
  }
  const began = performance.now();
  const search: Searching =
    runner === 'plain' ? new Plain(compiled) : createSearch(compiled, { engine: runner });
  const nodes = runner === 'plain' ? PLAIN_NODES : CLOCK_CHECK_NODES;
  let reported = began;
  for (;;) {
    const outcome = search.advance(nodes, Number.POSITIVE_INFINITY);
    const now = performance.now();
    const { solutions } = search;
    if (outcome === 'exhausted')
      return { solutions, nodes: search.nodes, share: 1, time: now - began };
    if (now - reported < NEWS_MS) continue;
    reported = now;
    onNews({ solutions, nodes: search.nodes, share: search.share(), time: now - began });
  }
}
