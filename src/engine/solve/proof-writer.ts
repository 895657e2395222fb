import type { ProofSink } from '../learn/proof.ts';
import { isPromise } from '../problem/setting.ts';
import type { StateRecorder } from './checkpoint-writer.ts';
import type { Watch } from './cooperative.ts';

/**
 * Hands a proof to a function that may return promises. The search waits for them after each turn,
 * and for the last ones before its answer. A rejection comes out there.
 */
export class ProofWriter implements StateRecorder {
  #written: Promise<unknown> = Promise.resolve();
  readonly sink: ProofSink;

  constructor(sink: ProofSink) {
    this.sink = (lines) => {
      const written = sink(lines);
      if (!isPromise(written)) return;
      // The results go: they may hold the pieces of the proof.
      this.#written = Promise.all([this.#written, written]).then(() => undefined);
      // It is thrown where it is waited for.
      this.#written.catch(() => undefined);
    };
  }

  watched(onProgress: Watch['onProgress']): Watch['onProgress'] {
    // The driver refuses what is no function.
    if (onProgress !== undefined && typeof onProgress !== 'function') return onProgress;
    return async (progress) => {
      await this.write();
      await onProgress?.(progress);
    };
  }

  async write(): Promise<void> {
    await this.#written;
  }
}
