import type { Watch } from '../core/drivers.ts';
import { now } from '../core/walk.ts';
import { type AnyProblem, type Model, modelOf, type Settings } from '../plan/model.ts';
import type { Remaining } from '../plan/remaining.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import { solutionOf } from '../problem/problem.ts';
import {
  type Checkpoint,
  type CheckpointQuestion,
  checkpointOf,
  questionOf,
  stateOf,
} from './checkpoint.ts';
import { Resumable } from './resumable.ts';
import type { Means, ModelSource } from './source.ts';

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
export interface Recorder {
  /** A listener to progress that waits for the record, too. */
  watched(onProgress: Watch['onProgress'], state?: () => Remaining): Watch['onProgress'];
  /** Waits until all is written. A recorder of states writes this one, too. */
  tell(state?: Remaining): Promise<unknown>;
}

/** Milliseconds between two checkpoints, by default. */
const EVERY = 10_000;

/**
 * Writes the checkpoints of a question by the caller's listener. The search may go on from one,
 * too.
 */
export class CheckpointWriter implements Recorder {
  readonly model: Model;
  readonly resumable: Resumable;
  readonly #question: CheckpointQuestion;
  readonly #listener: CheckpointSettings['onCheckpoint'];
  readonly #problem: AnyProblem;
  readonly #every: number;
  /** The time at which the next checkpoint is due. The first is due at once. */
  #due = 0;
  /** Resolved when the listener has done with the states so far. */
  #telling: Promise<unknown> = Promise.resolve();

  private constructor(means: Means, problem: AnyProblem, settings: Settings & CheckpointSettings) {
    const { resume, onCheckpoint, checkpointEvery = EVERY } = settings;
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
    this.#problem = problem;
    this.model = modelOf(problem, settings);
    this.#question = questionOf(means.question, this.model);
    const state = resume && stateOf(resume, this.#question, this.model.compiled);
    this.resumable = new Resumable(means, this.model, state);
  }

  /** Undefined where no setting is about checkpoints. */
  static of(
    means: Means,
    problem: AnyProblem,
    settings: Settings & CheckpointSettings,
  ): CheckpointWriter | undefined {
    const { resume, onCheckpoint, checkpointEvery } = settings;
    const isAsked = [resume, onCheckpoint, checkpointEvery].some((value) => value !== undefined);
    return isAsked ? new CheckpointWriter(means, problem, settings) : undefined;
  }

  /** The source of its solutions. */
  get source(): ModelSource {
    const start = () => this.resumable;
    return {
      search: start,
      counting: start,
      read: (search) => solutionOf(this.#problem, this.model.read(search.solution())),
      model: this.model,
    };
  }

  /** A listener to progress that reports the state as well, when a checkpoint is due. */
  watched(onProgress: Watch['onProgress'], state?: () => Remaining): Watch['onProgress'] {
    // The driver refuses a listener that is no function.
    if (onProgress !== undefined && typeof onProgress !== 'function') return onProgress;
    return async (progress) => {
      if (this.isDue) await this.tell(state?.());
      await onProgress?.(progress);
    };
  }

  get isDue(): boolean {
    return this.#listener !== undefined && now() >= this.#due;
  }

  /**
   * Hands a state to the listener, and waits for it. The listener gets one state after the other.
   */
  async tell(state: Remaining = this.resumable.state): Promise<void> {
    const listener = this.#listener;
    if (listener === undefined) return;
    const checkpoint = checkpointOf(this.#question, state);
    const telling = this.#telling.then(() => listener(checkpoint));
    // An error of the listener concerns this call, not the next one.
    this.#telling = telling.catch(() => undefined);
    await telling;
    this.#due = now() + this.#every;
  }
}

function refuse(name: string, value: unknown, wanted: string): never {
  throw new QuadrilleError(
    'bad-setting',
    `${name} is ${shown(value)}; give ${wanted}, or leave it out.`,
  );
}
