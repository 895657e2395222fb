import type { Compiled } from '../../problem/compiled.ts';
import { machine, type Region } from '../wasm/memory.ts';
import { KERNELS } from '../wasm/module.ts';
import * as register from '../wasm/registers.ts';
import { MOST_WORK } from '../wasm/search.ts';
import { Planes } from './planes.ts';

/**
 * A thousand small searches, each below a prefix of its own. Each is one call of WebAssembly, which
 * starts at the root, chooses the prefix and walks on. (`reset` and `advance` cross from JavaScript
 * to WebAssembly twice, and take 2 µs in some thirty functions, which V8 must optimize first. For a
 * Sudoku that is as much as half of the search itself.)
 */
export class PlanesBelow extends Planes {
  /** Option -> its bits at the root; made when the first one is left out. */
  private places: readonly Int32Array[] | undefined;

  /** There is room for all branches from the start, since a walk cannot ask for more. */
  protected override get firstRoom(): number {
    return this.branch(this.primary);
  }

  /**
   * A search in WebAssembly; none where that is refused, and for problems that `planes` cannot
   * hold.
   */
  static of(compiled: Compiled): PlanesBelow | undefined {
    // A secondary item has no bit in a state, so it does not show that options exclude each other.
    if (compiled.secondary > 0 || !Planes.suits(compiled) || machine() === undefined)
      return undefined;
    return new PlanesBelow(compiled, {});
  }

  /**
   * Searches below the first `length` options of a list, until it has `wanted` solutions or has
   * done `maxNodes` nodes. `refused`: two of the options exclude each other.
   */
  searchBelow(
    options: Int32Array,
    length: number,
    maxNodes: number,
    wanted: number,
  ): 'solution' | 'exhausted' | 'paused' | 'refused' {
    this.renewView();
    const { a, CHOSEN } = this;
    // All searches of a thread share the registers.
    const registers = this.handOver(this.region as Region, 0);
    for (let k = 0; k < length; k++) a[CHOSEN + k] = options[k];
    registers[register.NODES] = maxNodes;
    registers[register.SOLUTIONS] = wanted;
    registers[register.WORK] = MOST_WORK;
    const outcome = (this.region as Region).loopsOf(KERNELS).planesBelow(length);
    this.solutions = registers[register.SOLUTIONS];
    this.depth = registers[register.DEPTH];
    this.onSolution = outcome === register.SOLUTION;
    if (this.onSolution) return 'solution';
    if (outcome === register.EXHAUSTED) return 'exhausted';
    return outcome === register.PAUSED ? 'paused' : 'refused';
  }

  /** The same without one option. */
  searchWithout(
    out: number,
    options: Int32Array,
    length: number,
    maxNodes: number,
    wanted: number,
  ): 'solution' | 'exhausted' | 'paused' | 'refused' {
    this.renewView();
    this.places ??= this.placesAtRoot();
    const places = this.places[out];
    this.flip(places);
    const outcome = this.searchBelow(options, length, maxNodes, wanted);
    this.flip(places);
    return outcome;
  }

  private flip(places: Int32Array): void {
    const { a } = this;
    for (let k = 0; k < places.length; k += 2) {
      const at = places[k];
      a[at] = a[at] ^ places[k + 1];
    }
  }
}
