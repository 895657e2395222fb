import { MOST_SHARDS, shardsOf } from '../engine/parallel/shards.ts';
import { fingerprint } from '../engine/problem/fingerprint.ts';
import { Problem } from '../engine/problem/problem.ts';
import { UsageError } from './exit.ts';
import type { ValueFlag } from './flags.ts';

/** A part of a problem: one of several, from 1. */
interface ShardNumber {
  readonly shard: number;
  readonly of: number;
}

/** Flags that search a part of a problem. */
export const PART_FLAGS = {
  shard: {
    value: 'K/N',
    about:
      'searches part K of the N that quadrille split --into N makes; merge adds their --json up',
    read(text) {
      const [, shard = 0, of = 0] = (/^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? []).map(Number);
      if (shard >= 1 && shard <= of && of <= MOST_SHARDS) return { shard, of };
      throw new UsageError(`give two numbers as in 17/1000, up to ${MOST_SHARDS}`);
    },
  } satisfies ValueFlag<ShardNumber>,
  prefix: {
    value: 'LIST',
    about:
      'searches below these decisions, as in [4,-8]: k for option k chosen (from 0), -k-1 for option k left out',
    read(text) {
      const numbers = /^\[[\d\s,-]*\]$/.test(text) ? parsed(text) : undefined;
      if (Array.isArray(numbers) && numbers.every(Number.isSafeInteger)) return numbers;
      throw new UsageError('give a list of whole numbers as in [4,-8]');
    },
  } satisfies ValueFlag<readonly number[]>,
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface PartFlags {
  readonly shard?: ShardNumber;
  readonly prefix?: readonly number[];
  readonly engine?: Parameters<typeof shardsOf>[1]['engine'];
  readonly seed?: number;
  readonly memory?: number;
  readonly count?: true;
  readonly first?: true;
  readonly unique?: true;
}

/** A part of a problem, as `solve` searches it. */
interface Part {
  /** The problem; one without solutions where the part has none. */
  readonly problem: Problem;
  readonly prefix: readonly number[];
  /** The fields of the status about this part, for `merge`. */
  readonly fields: object;
}

/** The part that the flags name. */
export function partOf(problem: Problem, given: PartFlags): Part {
  const question = (['count', 'first', 'unique'] as const).find((name) => given[name]);
  const fields = { question: question ?? 'solutions' };
  if (given.shard === undefined) {
    const { prefix = [] } = given;
    const hash = fingerprint(problem.compile());
    return { problem, prefix, fields: { ...fields, problem: hash, prefix } };
  }
  const { shard, of } = given.shard;
  const { engine, seed, memory } = given;
  const settings = { engine, seed, memoryLimit: memory };
  const { left, division, ...shards } = shardsOf(problem, settings, of);
  const prefix = left[shard - 1]?.toArray();
  return {
    problem: prefix === undefined ? new Problem({ primary: ['nothing'] }) : problem,
    prefix: prefix ?? [],
    fields: { ...fields, problem: shards.problem, shard, of, prefix: prefix ?? null, division },
  };
}
