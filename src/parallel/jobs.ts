import { type AnswersOf, answer, type Question, sourceOf, taskOf } from '../ask/answers.ts';
import { createSearch, type EngineName } from '../ask/engines.ts';
import { Prefix } from '../kernels/prefix.ts';
import { PrefixSearch } from '../kernels/prefix-search.ts';
import type { Search } from '../kernels/search.ts';
import { Compiled } from '../problem/compiled.ts';
import { type OpenPrefix, type PieceResult, plain } from './books.ts';

/** A problem and how to search it. It goes to a worker once. */
export interface Job {
  /** The array of the compiled problem, shared between threads where that is allowed. */
  readonly data: Int32Array;
  readonly engine: EngineName;
  readonly seed: number | undefined;
  readonly memoryLimit: number | undefined;
}

/** Searches below prefixes for some nodes. */
export interface PieceOrder {
  readonly kind: 'piece';
  readonly prefixes: readonly OpenPrefix[];
  readonly nodes: number;
  /** Stop at this number of solutions. */
  readonly solutions: number;
  /** Whether the solutions themselves are wanted. */
  readonly collects: boolean;
}

/** Answers a question alone, to its end. */
export interface DecisionOrder {
  readonly kind: 'decision';
  readonly question: Question;
  /** `auto`: the engine may change, as it does to count by remembered states. Default: the engine of the job. */
  readonly engine?: 'auto' | undefined;
  readonly seed: number;
  readonly prefix: readonly number[];
  readonly maxNodes: number | undefined;
}

export type Order = PieceOrder | DecisionOrder;

/** What a worker answers to a piece. */
export interface PieceReply extends PieceResult {
  /** The solutions, where they are wanted. */
  readonly found: readonly number[][];
  /** Whether the search cannot go on within its memory. */
  readonly isStuck: boolean;
  /** Milliseconds that it took. */
  readonly time: number;
}

export type DecisionReply = AnswersOf<number[]>[Question];

/** A message to a worker: an order, with its job where the worker does not have it yet. */
export interface Message {
  readonly job?: Job | undefined;
  readonly order: Order;
}

/** The most option numbers in the solutions of one piece: a megabyte or so. */
const MOST_FOUND = 1 << 17;

/** The work of one worker: it keeps the job, and one search for all pieces of it. */
export class Clerk {
  #job: Job | undefined;
  #search: Search | undefined;

  /** Carries out an order. */
  answer({ job, order }: Message): PieceReply | DecisionReply {
    if (job !== undefined) {
      this.#job = job;
      this.#search = undefined;
    }
    if (this.#job === undefined) throw new Error('A worker got an order without its job.');
    return order.kind === 'piece' ? this.#piece(this.#job, order) : decide(this.#job, order);
  }

  #piece(job: Job, { prefixes, nodes, solutions, collects }: PieceOrder): PieceReply {
    const began = performance.now();
    const { engine, seed, memoryLimit } = job;
    this.#search ??= createSearch(Compiled.of(job.data), { engine, seed, memoryLimit });
    const below = prefixes.map(({ decisions, share }) => Prefix.of(decisions, share));
    const search = new PrefixSearch(this.#search, below);
    const found: number[][] = [];
    let isStuck = false;
    /** The integers that may still be collected. */
    let room = MOST_FOUND;
    for (;;) {
      const nodesLeft = nodes - search.nodes;
      const wanted = solutions - search.solutions;
      if (nodesLeft <= 0 || wanted <= 0 || room <= 0) break;
      const outcome = search.advance(nodesLeft, collects ? 1 : wanted);
      isStuck = outcome === 'stuck';
      if (isStuck || outcome === 'exhausted') break;
      if (outcome !== 'solution' || !collects) continue;
      const numbers = search.solution();
      found.push(numbers);
      room -= numbers.length + 1;
    }
    const { guesses, updates, deepest } = search;
    return {
      solutions: search.solutions,
      nodes: search.nodes,
      guesses,
      updates,
      deepest,
      found,
      rest: [...plain(search.frontier())],
      isStuck,
      time: performance.now() - began,
    };
  }
}

function decide(job: Job, order: DecisionOrder): DecisionReply {
  const { memoryLimit } = job;
  const { question, engine = job.engine, seed, prefix, maxNodes } = order;
  const compiled = Compiled.of(job.data);
  const source = sourceOf(compiled, { engine, seed, memoryLimit, prefix });
  return answer(taskOf(question, source, { maxNodes })) as DecisionReply;
}
