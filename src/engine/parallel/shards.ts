import { Prefix } from '../kernels/prefix.ts';
import { divideBy, split } from '../kernels/split.ts';
import type { Compiled } from '../problem/compiled.ts';
import { fingerprint, sha256 } from '../problem/fingerprint.ts';
import { type AnyProblem, compiledOf, Problem } from '../problem/problem.ts';
import { checkInteger } from '../problem/setting.ts';
import { createSearch, type EngineName, type QuestionSettings } from '../solve/engines.ts';
import { modelOf } from '../solve/model.ts';
import type { Settings } from '../solve/question-settings.ts';
import { partOf, plainOf, type Remaining, shareOf } from '../solve/remaining.ts';
import { Resumable } from '../solve/resumable.ts';
import { SOLUTIONS } from '../solve/strategies.ts';

/** The most parts. */
export const MOST_SHARDS = 1_000_000;

/**
 * A problem in parts that are searched apart, in any order and on any machine: each prefix that is
 * left is a part, the largest first.
 */
interface Shards extends Remaining {
  /** The fingerprint of the compiled problem. */
  readonly problem: string;
  /** The SHA-256 of the prefixes: parts belong together if they have it in common. */
  readonly division: string;
}

/**
 * Divides a problem into `into` parts at most: fewer where there are no more. The same
 * problem and settings give the same parts on every machine. A problem with rules is divided as it is
 * stated, so that no prefix has options that rules add.
 */
export function shardsOf(
  problem: AnyProblem,
  settings: Pick<QuestionSettings, 'engine' | 'seed' | 'memoryLimit'>,
  into: number,
): Shards {
  checkInteger('The number of shards', into, 1, MOST_SHARDS);
  const whole = compiledOf(problem);
  const ruling = problem instanceof Problem ? problem.ruling : undefined;
  const compiled = ruling?.stated ?? whole;
  const engine = engineOf(compiled, settings);
  const start = { ...settings, engine };
  const search = createSearch(compiled, start);
  let count = 1;
  const left =
    engine === 'learn'
      ? search.split(into)
      : split([Prefix.root], into, (prefix) => {
          const parts = grouped(divideBy(search, prefix), into - count + 1) ?? [prefix];
          count += parts.length - 1;
          return parts;
        });
  const parts = partOf(engine, left);
  const division = sha256(Int32Array.from(plainOf(parts).left));
  return { ...parts, problem: fingerprint(whole), division };
}

/**
 * The parts of a prefix as `room` parts at most. A group of parts is one prefix too: where the
 * branch is between the options 3, 5, 8 and 9, the prefix that leaves out 8 and 9 stands for the
 * first two, since each solution has one of the four.
 */
function grouped(parts: readonly Prefix[], room: number): readonly Prefix[] | undefined {
  if (parts.length <= room) return parts;
  const lists = parts.map((part) => part.toArray());
  const { before: base } = parts.at(-1) as Prefix;
  if (room < 2 || base === undefined) return undefined;
  const decisions = base.toArray();
  const options = lists.map((list) => list[decisions.length] ?? -1);
  const isBranch = lists.every((list) => decisions.every((decision, k) => list[k] === decision));
  if (!isBranch || options.some((option) => option < 0)) return undefined;
  return Array.from({ length: room }, (_, group) => {
    const members = parts.filter((_, k) => k % room === group);
    if (members.length === 1) return members[0];
    const share = shareOf(members);
    const others = options.filter((_, k) => k % room !== group);
    return others.reduce((prefix, option) => prefix.and(~option, share), base);
  });
}

/** The engine that would enumerate the problem. */
function engineOf(
  compiled: Compiled,
  settings: Pick<QuestionSettings, 'engine' | 'seed'>,
): EngineName {
  const search = new Resumable(SOLUTIONS, modelOf<Settings>(compiled, settings));
  while (search.engine === 'auto') search.advance(Number.POSITIVE_INFINITY);
  search.end();
  return search.engine;
}
