import { Prefix, Start } from '../kernels/prefix.ts';
import { keepsTo } from '../kernels/split.ts';
import type { Compiled } from '../problem/compiled.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import { fingerprint } from '../problem/fingerprint.ts';
import type { EngineName } from './engines.ts';
import type { Model } from './model.ts';
import type { Settings } from './question-settings.ts';
import { type QuestionName, wantsFew } from './questions.ts';
import { type PlainRemaining, plainOf, type Remaining, remainingOf } from './remaining.ts';

/**
 * A question that is answered in part, as plain JSON. The solutions found and those below the
 * prefixes of `left` are together all solutions, each once.
 */
export interface Checkpoint extends PlainRemaining {
  /** The version of this form. */
  readonly version: typeof VERSION;
  /** The fingerprint of the compiled problem, and the names of its rules by functions. */
  readonly problem: string;
  readonly question: QuestionName | 'solutions';
  /** The settings of the question: `engine`, `seed`, `prefix`. */
  readonly asked: {
    readonly engine: EngineName | 'auto';
    readonly seed: number | null;
    readonly prefix: readonly number[];
  };
}

/** The part of a checkpoint that stays: the question and its settings. */
export type CheckpointQuestion = Pick<Checkpoint, 'problem' | 'question' | 'asked'>;

const VERSION = 2;

export function questionOf(
  question: CheckpointQuestion['question'],
  { compiled, settings }: Model<Settings>,
): CheckpointQuestion {
  const { engine = 'auto', seed = null, prefix = [], forbids } = settings;
  const rules = forbids === undefined ? '' : ` ${forbids.names}`;
  const decisions = new Start(compiled, prefix).prefix.toArray();
  return {
    problem: `${fingerprint(compiled)}${rules}`,
    question,
    asked: { engine, seed, prefix: decisions },
  };
}

/** A question and its state as a checkpoint. */
export function checkpointOf(asked: CheckpointQuestion, state: Remaining): Checkpoint {
  return { version: VERSION, ...asked, ...plainOf(state) };
}

/** The state in a checkpoint of this question, checked in full: it may come from anywhere. */
export function stateOf(
  value: Checkpoint,
  asked: CheckpointQuestion,
  compiled: Compiled,
): Remaining {
  const form = (value ?? {}) as { readonly [name in keyof Checkpoint]?: unknown };
  if (typeof value === 'object' && value !== null) checkAsked(form, asked);
  const state = remainingOf(value, refuse, compiled);
  checkInside(state, asked);
  checkUndecided(state, asked);
  return state;
}

/** Refuses a checkpoint of another version or question. */
function checkAsked(
  form: { readonly [name in keyof Checkpoint]?: unknown },
  own: CheckpointQuestion,
): void {
  if (form.version !== VERSION) {
    refuse(`it is of version ${shown(form.version)}, and this library reads version ${VERSION}`);
  }
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

/**
 * Refuses what lies outside of the prefix that was asked for: every division of it keeps its
 * decisions.
 */
function checkInside({ left, found }: Remaining, { asked }: CheckpointQuestion): void {
  const own = Prefix.of(asked.prefix);
  const refuseOutside = (what: unknown) => refuse(`${what} lies outside of ${own}, which is asked`);
  if (own.length === 0) return;
  for (const prefix of left) {
    const missing = new Set(own);
    for (const decision of prefix) {
      // Mostly it begins with them.
      if (missing.delete(decision) && missing.size === 0) break;
    }
    if (missing.size > 0) refuseOutside(prefix);
  }
  if (!found.every((numbers) => keepsTo(new Set(numbers), own))) {
    refuseOutside('one of its solutions');
  }
}

/**
 * Until the engine of a count or of a stream is chosen, nothing is done: the search begins again
 * from the prefix that was asked for.
 */
function checkUndecided(
  { engine, solutions, left }: Remaining,
  { question, asked }: CheckpointQuestion,
): void {
  if (engine !== 'auto' || wantsFew(question) || left.length === 0) return;
  const [{ factor } = Prefix.root] = left;
  const isWhole =
    left.length === 1 && factor === 1n && `${left[0]?.toArray()}` === `${asked.prefix}`;
  if (!isWhole || solutions > 0n) refuse('it names no engine for what is left');
}

function refuse(why: string): never {
  throw new QuadrilleError(
    'bad-checkpoint',
    `The search cannot go on from this checkpoint: ${why}. ` +
      'Ask the same question of the same problem, or begin without it.',
  );
}
