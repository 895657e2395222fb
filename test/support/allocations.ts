import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const KINDS = ['Int32Array', 'Int8Array', 'Uint8Array', 'Float64Array'] as const;

/**
 * Notes every typed array that is allocated, by whatever way, from its making until `stop`. Views
 * of other arrays are not allocated.
 */
export class Allocations {
  /** Bytes of all of them. */
  total = 0;
  /** Called with the bytes of each, before it is allocated; it may throw. */
  before: (bytes: number) => void = () => undefined;
  readonly #buffers: { readonly ref: WeakRef<ArrayBufferLike>; readonly bytes: number }[] = [];
  readonly #originals = KINDS.map((kind) => globalThis[kind]);

  constructor() {
    const world = globalThis as Record<string, unknown>;
    for (const [k, kind] of KINDS.entries()) {
      world[kind] = new Proxy(this.#originals[k] as Int32ArrayConstructor, {
        construct: (target, args: [unknown]) => this.#construct(target, args),
      });
    }
  }

  stop(): void {
    const world = globalThis as Record<string, unknown>;
    for (const [k, kind] of KINDS.entries()) world[kind] = this.#originals[k];
  }

  /** Bytes of the arrays that something still refers to. */
  async live(): Promise<number> {
    // The target of a WeakRef is kept until the event loop has had its turn.
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    return this.#buffers.reduce((sum, { ref, bytes }) => sum + (ref.deref() ? bytes : 0), 0);
  }

  /** Arrays must not have the proxy as their constructor: V8 would take them for another kind, and run all code slower. */
  #construct(target: Int32ArrayConstructor, args: [unknown]): Int32Array {
    const [length] = args;
    if (typeof length !== 'number') return Reflect.construct(target, args);
    if (length > 0) this.before(length * target.BYTES_PER_ELEMENT);
    const array: Int32Array = Reflect.construct(target, args);
    this.total += array.byteLength;
    this.#buffers.push({ ref: new WeakRef(array.buffer), bytes: array.byteLength });
    return array;
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
