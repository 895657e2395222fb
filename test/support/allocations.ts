import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const KINDS = ['Int32Array', 'Int8Array', 'Uint8Array', 'Float64Array'] as const;

/** What typed arrays were allocated while something ran. */
export class Allocations {
  /** Bytes of all of them. */
  total = 0;
  readonly #buffers: { readonly ref: WeakRef<ArrayBufferLike>; readonly bytes: number }[] = [];

  note(array: ArrayBufferView): void {
    this.total += array.byteLength;
    this.#buffers.push({ ref: new WeakRef(array.buffer), bytes: array.byteLength });
  }

  /** Bytes of those that something still refers to. */
  live(): number {
    collectGarbage();
    return this.#buffers.reduce((sum, { ref, bytes }) => sum + (ref.deref() ? bytes : 0), 0);
  }
}

/**
 * Runs something while every typed array that is allocated, by whatever way, is noted; views of others
 * are not. `before` is called with the bytes of each before it is allocated, and may throw.
 */
export function noting<R>(
  run: (allocations: Allocations) => R,
  before: (bytes: number) => void = () => undefined,
): R {
  const allocations = new Allocations();
  const world = globalThis as Record<string, unknown>;
  const originals = KINDS.map((kind) => globalThis[kind]);
  for (const [k, kind] of KINDS.entries()) {
    const original = originals[k] as Int32ArrayConstructor;
    world[kind] = new Proxy(original, {
      construct(target, args: [number], newTarget) {
        const [length] = args;
        if (typeof length === 'number') before(length * target.BYTES_PER_ELEMENT);
        const array = Reflect.construct(target, args, newTarget) as Int32Array;
        if (typeof length !== 'object' || !('byteLength' in (length as object))) {
          allocations.note(array);
        }
        return array;
      },
    });
  }
  try {
    return run(allocations);
  } finally {
    for (const [k, kind] of KINDS.entries()) world[kind] = originals[k];
  }
}

let collect: (() => void) | undefined;

function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
