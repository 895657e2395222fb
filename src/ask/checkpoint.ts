import type { Question } from '../core/answers.ts';
import { Prefix, Start } from '../kernels/prefix.ts';
import type { Compiled } from '../problem/compiled.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import { fingerprint } from '../problem/fingerprint.ts';
import { type EngineName, QUESTION_ENGINES } from './engines.ts';
import type { Model } from './model.ts';

/**
 * A question that is answered in part, as plain JSON. The solutions found and those below the
 * prefixes of `left` are together all solutions, each once.
 */
export interface Checkpoint {
  /** The version of this form. */
  readonly version: 1;
  /** The fingerprint of the compiled problem. */
  readonly problem: string;
  readonly question: Question | 'solutions';
  /** The settings of the question: `engine`, `seed`, `prefix`. */
  readonly asked: {
    readonly engine: EngineName | 'auto';
    readonly seed: number | null;
    readonly prefix: readonly number[];
  };
  /** The engine that goes on; `auto` while that is not decided. */
  readonly engine: EngineName | 'auto';
  /** The number of solutions found, in digits: a count may be beyond 2 ** 53. */
  readonly solutions: string;
  /**
   * Solutions that the search needs to go on, as option numbers: those of `learn`, or the answer.
   */
  readonly found: readonly (readonly number[])[];
  /**
   * Prefixes, each by its difference from the one before: the number of decisions at the start that
   * both share, the number of further ones, and these. `0 2 5 -8 | 1 1 3` are [5, ~7] and [5, 3].
   */
  readonly left: readonly number[];
  /** The share of each of these prefixes, 0 to 1. */
  readonly shares: readonly number[];
}

/** The part of a checkpoint that changes while the search goes on. */
export interface State {
  readonly engine: EngineName | 'auto';
  readonly solutions: bigint;
  readonly found: readonly (readonly number[])[];
  readonly left: Iterable<Prefix>;
}

/** The part of a checkpoint that stays: the question and its settings. */
export type CheckpointQuestion = Pick<Checkpoint, 'problem' | 'question' | 'asked'>;

export function questionOf(
  question: CheckpointQuestion['question'],
  { compiled, settings }: Model,
): CheckpointQuestion {
  const { engine = 'auto', seed = null, prefix = [] } = settings;
  const decisions = new Start(compiled, prefix).prefix.toArray();
  return {
    problem: fingerprint(compiled),
    question,
    asked: { engine, seed, prefix: decisions },
  };
}

/** A question and its state as a checkpoint. */
export function checkpointOf(
  asked: CheckpointQuestion,
  { engine, solutions, found, left }: State,
): Checkpoint {
  const prefixes = [...left];
  return {
    version: 1,
    ...asked,
    engine,
    solutions: String(solutions),
    found,
    left: packed(prefixes),
    shares: prefixes.map(({ share }) => share),
  };
}

function packed(prefixes: readonly Prefix[]): number[] {
  const numbers: number[] = [];
  let before = Prefix.root;
  for (const prefix of prefixes) {
    const added: number[] = [];
    const kept = commonPart(before, prefix);
    for (let p = prefix; p !== kept && p.length > kept.length; p = p.before as Prefix) {
      added.push(p.decision);
    }
    numbers.push(kept.length, added.length);
    while (added.length > 0) numbers.push(added.pop() as number);
    before = prefix;
  }
  return numbers;
}

/**
 * The longest beginning that two prefixes share as one object. The prefixes of a frontier share
 * such objects, so a deep frontier is packed in the time of its decisions.
 */
function commonPart(a: Prefix, b: Prefix): Prefix {
  let [p, q] = [a, b];
  const back = (prefix: Prefix) => prefix.before as Prefix;
  while (p.length > q.length) p = back(p);
  while (q.length > p.length) q = back(q);
  while (p !== q) [p, q] = [back(p), back(q)];
  return p;
}

/** The prefixes that `packed` has written as these numbers. Refuses other numbers. */
function unpacked(numbers: readonly number[], shares: readonly number[]): Prefix[] {
  const prefixes: Prefix[] = [];
  let before = Prefix.root;
  for (let at = 0; at < numbers.length; ) {
    const kept = numbers[at++] as number;
    const added = numbers[at++] as number;
    const share = shares[prefixes.length];
    const fits = kept >= 0 && kept <= before.length && added >= 0 && at + added <= numbers.length;
    if (!fits || share === undefined) refuse('its prefixes are cut short or mixed up');
    while (before.length > kept) before = before.before as Prefix;
    for (const end = at + added; at < end; at++) before = before.and(numbers[at] as number);
    before = withShare(before, share);
    prefixes.push(before);
  }
  if (prefixes.length !== shares.length) refuse('its prefixes and their shares do not agree');
  return prefixes;
}

/** The same prefix with another share. The root keeps its share of 1. */
function withShare(prefix: Prefix, share: number): Prefix {
  return prefix.before === undefined ? prefix : prefix.before.and(prefix.decision, share);
}

/** The state in a checkpoint, checked in full: it may come from anywhere. */
export function stateOf(value: Checkpoint, asked: CheckpointQuestion, compiled: Compiled): State {
  const form = (value ?? {}) as { readonly [name in keyof Checkpoint]?: unknown };
  if (typeof value !== 'object' || value === null) refuse(`it is ${shown(value)}`);
  if (form.version !== 1) {
    refuse(`it is of version ${shown(form.version)}, and this library reads version 1`);
  }
  checkAsked(form, asked);
  const { engine, solutions, found, left, shares } = form;
  if (!(QUESTION_ENGINES as readonly unknown[]).includes(engine)) {
    refuse(`its engine is ${shown(engine)}`);
  }
  if (typeof solutions !== 'string' || !/^\d{1,100000}$/.test(solutions)) {
    refuse(`its number of solutions is ${shown(solutions)}`);
  }
  if (!isNumbers(left, Number.isSafeInteger) || !isNumbers(shares, isShare)) {
    refuse('its prefixes are no numbers');
  }
  const isOption = (option: number) =>
    Number.isInteger(option) && option >= 0 && option < compiled.options;
  if (!Array.isArray(found) || !found.every((numbers) => isNumbers(numbers, isOption))) {
    refuse('its solutions are no option numbers');
  }
  if (found.length > Number(solutions)) refuse('it has more solutions than it counts');
  const prefixes = unpacked(left, shares);
  const start = new Start(compiled);
  for (const prefix of prefixes) start.set(prefix);
  return {
    engine: engine as State['engine'],
    solutions: BigInt(solutions),
    found: found as number[][],
    left: prefixes,
  };
}

function isNumbers(value: unknown, isRight: (value: number) => boolean): value is number[] {
  return (
    Array.isArray(value) && value.every((entry) => typeof entry === 'number' && isRight(entry))
  );
}

function isShare(share: number): boolean {
  return share >= 0 && share <= 1;
}

/** Refuses a checkpoint of another question. */
function checkAsked(
  form: { readonly [name in keyof CheckpointQuestion]?: unknown },
  own: CheckpointQuestion,
): void {
  if (form.problem !== own.problem) {
    refuse('it is of another problem, or of this one stated in another way');
  }
  if (form.question !== own.question) {
    refuse(`it is of the question ${shown(form.question)}, and asked is '${own.question}'`);
  }
  const asked = (form.asked ?? {}) as { readonly [name: string]: unknown };
  for (const name of ['engine', 'seed', 'prefix'] as const) {
    const [theirs, mine] = [JSON.stringify(asked[name]), JSON.stringify(own.asked[name])];
    if (theirs === mine) continue;
    const shorter = (text = 'missing') => (text.length > 40 ? `${text.slice(0, 40)}...` : text);
    refuse(`its ${name} is ${shorter(theirs)}, and asked is ${shorter(mine)}`);
  }
}

function refuse(why: string): never {
  throw new QuadrilleError(
    'bad-checkpoint',
    `The search cannot go on from this checkpoint: ${why}. ` +
      'Ask the same question of the same problem, or begin without it.',
  );
}
