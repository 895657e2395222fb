import type { Compiled } from '../problem/compiled.ts';
import { Lists } from './lists.ts';
import { Planes } from './planes/planes.ts';
import type { Search, SearchSettings } from './search.ts';
import { WasmLists } from './wasm/lists.ts';
import { machine } from './wasm/memory.ts';

/**
 * A search by the engine `lists`: by planes where they suit, else by lists, both in WebAssembly;
 * without it by lists in JavaScript. All of them have the same solutions in the same order, and the
 * same guesses.
 */
export function startLists(compiled: Compiled, settings: SearchSettings = {}): Search {
  if (machine() === undefined) return new Lists(compiled, settings);
  return Planes.suits(compiled)
    ? new Planes(compiled, settings)
    : new WasmLists(compiled, settings);
}
