import { QuadrilleError, shown } from '../problem/error.ts';
import type { Source } from './answers.ts';
import {
  type Asked,
  askedOf,
  type Checkpoint,
  checkpointOf,
  type State,
  stateOf,
} from './checkpoint.ts';
import { type AnyProblem, type Model, modelOf, type Settings } from './model.ts';
import { Resumable } from './resumable.ts';
import { now, type Progress } from './walk.ts';

/** Settings to write checkpoints, and to go on from one. */
export interface CheckpointSettings {
  /** A checkpoint of the same question: the search goes on from it. Limits of time and nodes begin anew. */
  readonly resume?: Checkpoint | undefined;
  /**
   * Called with a checkpoint at the start, then now and then, and at the end. The search waits for a promise that it
   * returns. A stream of solutions has given those of a checkpoint, and the caller has asked for the next one.
   */
  readonly onCheckpoint?: ((checkpoint: Checkpoint) => unknown) | undefined;
  /** Milliseconds between two checkpoints. Default: 10,000. */
  readonly checkpointEvery?: number | undefined;
}

/** Milliseconds between two checkpoints, by default. */
const EVERY = 10_000;

/** A question that tells of its checkpoints, or goes on from one. */
export class Keeper {
  readonly model: Model;
  readonly resumable: Resumable;
  readonly #asked: Asked;
  readonly #listener: CheckpointSettings['onCheckpoint'];
  readonly #every: number;
  /** When the next one is due. The first one is at once. */
  #due = 0;
  /** The end of what the listener does. */
  #telling: Promise<unknown> = Promise.resolve();

  private constructor(
    question: Asked['question'],
    problem: AnyProblem,
    settings: Settings & CheckpointSettings,
  ) {
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
    this.model = modelOf(problem, settings);
    this.#asked = askedOf(question, this.model);
    const state = resume && stateOf(resume, this.#asked, this.model.compiled);
    this.resumable = new Resumable(question, this.model, state);
  }

  /** None where no setting asks for it. */
  static of(
    question: Asked['question'],
    problem: AnyProblem,
    settings: Settings & CheckpointSettings,
  ): Keeper | undefined {
    const { resume, onCheckpoint, checkpointEvery } = settings;
    const isAsked = [resume, onCheckpoint, checkpointEvery].some((value) => value !== undefined);
    return isAsked ? new Keeper(question, problem, settings) : undefined;
  }

  /** Where its solutions come from. */
  get source(): Source<unknown> {
    const start = () => this.resumable;
    return {
      search: start,
      counting: start,
      read: (search) => this.model.read(search.solution()),
      model: this.model,
    };
  }

  /** A listener to progress that tells of the state as well, when it is time for that. */
  watched(
    onProgress: ((progress: Progress) => unknown) | undefined,
    state?: () => State,
  ): typeof onProgress {
    // The driver refuses what is no function.
    if (onProgress !== undefined && typeof onProgress !== 'function') return onProgress;
    return async (progress) => {
      if (this.isDue) await this.tell(state?.());
      await onProgress?.(progress);
    };
  }

  get isDue(): boolean {
    return this.#listener !== undefined && now() >= this.#due;
  }

  /** Tells of a state, and waits for the listener. It hears of one state after the other. */
  async tell(state: State = this.resumable.state): Promise<void> {
    const listener = this.#listener;
    if (listener === undefined) return;
    const checkpoint = checkpointOf(this.#asked, state);
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
