import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { Build } from '../../../src/engine/diagram/build.ts';
import { Counts } from '../../../src/engine/diagram/counts.ts';
import { State } from '../../../src/engine/diagram/state.ts';
import { layOut } from '../../../src/engine/diagram/state-layout.ts';
import { Start } from '../../../src/engine/kernels/prefix.ts';
import { machine, Region } from '../../../src/engine/kernels/wasm/memory.ts';
import { DEAD, KEY, LIVE } from '../../../src/engine/kernels/wasm/state-fields.ts';
import type { Compiled } from '../../../src/engine/problem/compiled.ts';
import { finish } from '../../../src/engine/problem/slices.ts';
import type { Matrix } from '../../cases/matrix.ts';
import { problemOf } from '../../cases/problem.ts';
import { smallMatrix, tightMatrix } from '../../support/arbitrary.ts';
import { isCompatible } from '../../support/checker.ts';
import { runs } from '../../support/effort.ts';
import { engines, rest } from '../../support/engines.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** The private parts of a state. */
interface Internals {
  readonly a: Int32Array;
  readonly region: Region | undefined;
}

/**
 * Sets of up to four of nine items: 255 options, so each item has a row of more words than
 * WebAssembly takes at once.
 */
const wide: fc.Arbitrary<Matrix> = fc.integer({ min: 0, max: 3 }).map((secondary) => {
  const options: number[][] = [];
  for (let set = 1; set < 1 << 9; set++) {
    const items = Array.from({ length: 9 }, (_, item) => item).filter((item) => (set >> item) & 1);
    if (items.length <= 4) options.push(items);
  }
  return { name: 'sets', primary: 9 - secondary, secondary, options };
});
const matrices = fc.oneof(
  { arbitrary: smallMatrix, weight: 2 },
  { arbitrary: tightMatrix, weight: 3 },
  { arbitrary: wide, weight: 1 },
);

function stateOf(compiled: Compiled, inJs: boolean): State {
  const state = new State(finish(layOut(compiled)), new Start(compiled), inJs);
  state.propagate();
  return state;
}

/** Lets the memory grow, as another search may, which detaches all views of it. */
function detachViews(): void {
  const registers = machine()?.registers as Int32Array;
  const regions: (Region | undefined)[] = [];
  while (registers.length > 0) regions.push(Region.of(2 ** 18, {}));
  for (const region of regions.reverse()) region?.free();
}

/** The live options of each problem, by the definition: they clash with none of those chosen. */
function liveBy(matrix: Matrix, chosen: readonly number[]): number[] {
  return [...matrix.options.keys()].filter(
    (k) =>
      matrix.options[k]?.some((item) => item < matrix.primary) &&
      chosen.every((other) => k !== other && isCompatible(matrix, k, other)),
  );
}

function chosenOf(state: State): number[] {
  return Array.from({ length: state.depth }, (_, depth) => state.chosenAt(depth));
}

/** The live options, by the bits of their row. */
function liveOf({ a }: Internals, options: number): number[] {
  const live = a[LIVE];
  return Array.from({ length: options }, (_, k) => k).filter((k) => (a[live + (k >> 5)] >>> k) & 1);
}

test('a state is what its choices leave, and the same in WebAssembly after any steps', () => {
  let moves = 0;
  fc.assert(
    fc.property(matrices, fc.array(fc.nat(), { maxLength: 20 }), (matrix, steps) => {
      const compiled = problemOf(matrix).compile();
      const state = stateOf(compiled, true);
      if (state.failed) return;
      const twin = stateOf(compiled, false);
      const inside = state as unknown as Internals;
      const first = inside.a.slice();
      // The depth after each choice and its forced options.
      const depths = [state.depth];
      for (const step of steps) {
        if (state.failed || state.open === 0 || step % 4 === 0) {
          depths.length = state.failed ? depths.length - 1 : 1 + (step % depths.length);
          for (const each of [state, twin]) each.backTo(depths.at(-1) as number);
          // Another search may need more memory.
          if (step === steps[5]) detachViews();
          twin.renewView();
        } else {
          const item = state.fewest();
          expect(twin.fewest()).toBe(item);
          const sizes = Array.from({ length: state.primary }, (_, k) => state.size(k));
          const open = sizes.filter((_, k) => state.isOpen(k));
          expect(state.size(item)).toBe(Math.min(...open));
          let slot = state.liveFrom(state.firstSlot(item));
          for (let k = step % state.size(item); k > 0; k--) slot = state.liveFrom(slot + 1);
          const option = state.optionAt(slot);
          for (const each of [state, twin]) each.choose(option);
          expect((twin as unknown as Internals).region).toBeInstanceOf(Region);
          depths.push(state.depth);
          moves++;
        }
        expect((twin as unknown as Internals).a.subarray(0, inside.a.length)).toEqual(inside.a);
        expect(twin.work).toBe(state.work);
        if (state.failed) continue;
        const chosen = chosenOf(state);
        expect(liveOf(inside, compiled.options)).toEqual(liveBy(matrix, chosen));
        const covered = new Set(chosen.flatMap((k) => matrix.options[k]));
        for (let item = 0; item < state.primary; item++) {
          expect(state.isOpen(item)).toBe(!covered.has(item));
        }
      }
      // All is as it was, except the stacks, which keep the integers above their ends.
      state.backTo(depths[0]);
      const stacks = first[DEAD];
      expect(inside.a.subarray(0, stacks)).toEqual(first.subarray(0, stacks));
      const key = first[KEY];
      expect(inside.a.subarray(key)).toEqual(first.subarray(key));
    }),
    { numRuns: runs(480) },
  );
  expect(moves).toBeGreaterThan(runs(480));
});

test.each([
  ['JavaScript', true],
  ['WebAssembly', false],
])('a build counts right in %s', (_, inJs) => {
  const taken = vi.spyOn(Region, 'of');
  const freed = vi.spyOn(Region.prototype, 'free');
  let moves = 0;
  fc.assert(
    fc.property(matrices, fc.constantFrom(1, 7, Infinity), (matrix, budget) => {
      for (const spy of [taken, freed]) spy.mockClear();
      const build = new Build(problemOf(matrix).compile(), new Counts(), { inJs });
      for (let pauses = 0; build.advance(budget) === 'paused'; pauses++) {
        if (!inJs && pauses === 2) detachViews();
      }
      const regions = taken.mock.results.map(({ value }) => value);
      moves += taken.mock.calls.filter(([, owner]) => owner instanceof State).length;
      // It gives its memory back, each region once.
      expect(new Set(freed.mock.contexts)).toEqual(new Set(regions));
      expect(build.result).toBe(rest(engines.wasmLists(matrix)).length);
    }),
    { numRuns: runs(100) },
  );
  if (inJs) expect(moves).toBe(0);
  else expect(moves).toBeGreaterThan(runs(100) / 10);
});
