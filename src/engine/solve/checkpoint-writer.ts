import { QuadrilleError, shown } from '../problem/error.ts';
import { type AnyProblem, preparationOf } from '../problem/problem.ts';
import { askedOf } from './asked.ts';
import {
  type Checkpoint,
  type CheckpointQuestion,
  checkpointOf,
  questionOf,
  stateOf,
} from './checkpoint.ts';
import type { Watch } from './cooperative.ts';
import { modelOf } from './model.ts';
import type { Settings } from './question-settings.ts';
import type { Remaining } from './remaining.ts';
import { Resumable } from './resumable.ts';
import type { Strategy } from './strategies.ts';

/** Settings to write checkpoints, and to go on from one. */
export interface CheckpointSettings {
  /**
   * A checkpoint of the same question: the search goes on from it. Limits of time and nodes begin
   * anew.
   */
  readonly resume?: Checkpoint | undefined;
  /**
   * Called with a checkpoint at the start, then now and then, and at the end. The search waits for
   * a promise that it returns, however long: the answer comes when the last checkpoint is written.
   * When a stream calls it, the stream has given all solutions that the checkpoint counts, and the
   * caller has asked for the next one.
   */
  readonly onCheckpoint?: ((checkpoint: Checkpoint) => unknown) | undefined;
  /** Milliseconds between two checkpoints. Default: 10,000. */
  readonly checkpointEvery?: number | undefined;
}

/**
 * A record that is written beside a search. The answer waits for it, beyond a time-out and a signal
 * too.
 */
export interface StateRecorder {
  /** A listener to progress that waits for the record, too. */
  watched(onProgress: Watch['onProgress'], state?: () => Remaining): Watch['onProgress'];
  /** Waits until all is written. A recorder of states writes this one, too. */
  write(state?: Remaining): Promise<unknown>;
}

const DEFAULT_EVERY_MS = 10_000;

/** The question that checkpoints name, and its search. */
interface Begun {
  readonly question: CheckpointQuestion;
  readonly resumable: Resumable;
}

/**
 * Writes the checkpoints of a question by the caller's listener. The search may go on from one,
 * too.
 */
export class CheckpointWriter implements StateRecorder {
  readonly #begin: () => Begun;
  /** Absent until rules are compiled. */
  #begun: Begun | undefined;
  readonly #listener: CheckpointSettings['onCheckpoint'];
  readonly #every: number;
  /** The time at which the next checkpoint is due. The first is due at once. */
  #due = 0;
  /** Resolved when the listener has done with the states so far. */
  #telling: Promise<unknown> = Promise.resolve();

  private constructor(
    strategy: Strategy,
    problem: AnyProblem,
    settings: Settings & CheckpointSettings,
  ) {
    const { resume, onCheckpoint, checkpointEvery = DEFAULT_EVERY_MS } = settings;
    if (onCheckpoint !== undefined && typeof onCheckpoint !== 'function') {
      refuse('onCheckpoint', onCheckpoint, 'a function');
    }
    if (settings.proof !== undefined) {
      throw new QuadrilleError(
        'bad-setting',
        'A checkpoint has nothing of a proof; leave out the one or the other.',
      );
    }
    if (!(typeof checkpointEvery === 'number' && checkpointEvery >= 0)) {
      refuse('checkpointEvery', checkpointEvery, 'milliseconds from 0 up');
    }
    this.#listener = onCheckpoint;
    this.#every = checkpointEvery;
    this.#begin = () => {
      const asked = askedOf(problem, settings);
      const model = modelOf(asked.compiled, asked.settings);
      const question = questionOf(strategy.question, model);
      const state = resume && stateOf(resume, question, model.compiled);
      return { question, resumable: new Resumable(strategy, model, state) };
    };
    // What takes long is prepared before, in slices.
    if (preparationOf(problem) === undefined) this.#begun = this.#begin();
  }

  /** The search. To ask for it compiles the rules of the problem. */
  get resumable(): Resumable {
    this.#begun ??= this.#begin();
    return this.#begun.resumable;
  }

  /** Undefined where no setting is about checkpoints. */
  static of(
    strategy: Strategy,
    problem: AnyProblem,
    settings: Settings & CheckpointSettings,
  ): CheckpointWriter | undefined {
    const { resume, onCheckpoint, checkpointEvery } = settings;
    const isAsked = [resume, onCheckpoint, checkpointEvery].some((value) => value !== undefined);
    return isAsked ? new CheckpointWriter(strategy, problem, settings) : undefined;
  }

  /** A listener to progress that reports the state as well, when a checkpoint is due. */
  watched(onProgress: Watch['onProgress'], state?: () => Remaining): Watch['onProgress'] {
    // The driver refuses a listener that is no function.
    if (onProgress !== undefined && typeof onProgress !== 'function') return onProgress;
    return async (progress) => {
      if (this.isDue) await this.write(state?.());
      await onProgress?.(progress);
    };
  }

  get isDue(): boolean {
    return this.#listener !== undefined && performance.now() >= this.#due;
  }

  /**
   * Hands a state to the listener, and waits for it. The listener gets one state after the other.
   */
  async write(state?: Remaining): Promise<void> {
    const listener = this.#listener;
    const begun = this.#begun;
    // While rules are compiled nothing is done that a checkpoint could tell.
    if (listener === undefined || begun === undefined) return;
    const checkpoint = checkpointOf(begun.question, state ?? begun.resumable.state);
    const telling = this.#telling.then(() => listener(checkpoint));
    // An error of the listener concerns this call, not the next one.
    this.#telling = telling.catch(() => undefined);
    await telling;
    this.#due = performance.now() + this.#every;
  }
}

function refuse(name: string, value: unknown, wanted: string): never {
  throw new QuadrilleError(
    'bad-setting',
    `${name} is ${shown(value)}; give ${wanted}, or leave it out.`,
  );
}
