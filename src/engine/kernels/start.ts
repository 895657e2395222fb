import type { Compiled } from '../problem/compiled.ts';
import { Cells } from './cells/cells.ts';
import { Lists } from './lists.ts';
import { Planes } from './planes/planes.ts';
import type { Search, SearchSettings } from './search.ts';
import { machine } from './wasm/memory.ts';

/**
 * A search by the engine `cells`: by planes where they suit, else by sparse sets, both in
 * WebAssembly. Without WebAssembly, and for problems with thousands of items, by lists. All of them
 * have the same solutions in the same order, and the same guesses.
 */
export function startCells(compiled: Compiled, settings: SearchSettings = {}): Search {
  if (!Cells.suits(compiled) || machine() === undefined) return new Lists(compiled, settings);
  return Planes.suits(compiled) ? new Planes(compiled, settings) : new Cells(compiled, settings);
}
