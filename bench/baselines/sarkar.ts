// Sarkar ("Fast Sudoku Solver in Haskell"): prune by fixed cells to the fixed point, then split the
// smallest cell in its first value and the rest. Later also: n values that only n cells of a unit
// allow, n up to 3, are theirs alone. Costs a pass over each unit until nothing changes.

import { type Baseline, baseline, type Run, refusesWide } from './baseline.ts';
import { bitsIn } from './bits.ts';
import { unitsOf } from './units.ts';

/** cell -> the values still open for it, a bit for each; fixed where there is one. */
type Cells = Int32Array;
/** Prunes the cells of a unit once. Tells if that changed any, or left one without a value. */
type Prune = (cells: Cells, unit: readonly number[], run: Run) => 'same' | 'changed' | 'dead';

const isFixed = (mask: number): boolean => (mask & (mask - 1)) === 0;

/** Leaves a cell that is not fixed those values. */
function restrict(cells: Cells, cell: number, mask: number, run: Run): 'changed' | 'dead' {
  cells[cell] = mask;
  if (mask === 0) return 'dead';
  if (isFixed(mask)) run.placements++;
  return 'changed';
}

const byFixed: Prune = (cells, unit, run) => {
  let fixed = 0;
  for (const cell of unit) {
    const mask = cells[cell];
    if (!isFixed(mask)) continue;
    if ((fixed & mask) !== 0) return 'dead';
    fixed |= mask;
  }
  let outcome: 'same' | 'changed' = 'same';
  for (const cell of unit) {
    const mask = cells[cell];
    if (isFixed(mask) || (mask & fixed) === 0) continue;
    if (restrict(cells, cell, mask & ~fixed, run) === 'dead') return 'dead';
    outcome = 'changed';
  }
  return outcome;
};

const byExclusives: Prune = (cells, unit, run) => {
  /** value -> its places among the cells that are not fixed, a bit for each */
  const places = new Int32Array(unit.length);
  unit.forEach((cell, place) => {
    const mask = cells[cell];
    if (isFixed(mask)) return;
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      places[31 - Math.clz32(rest & -rest)] |= 1 << place;
    }
  });
  /** places, at most three of them -> the values that have just these */
  const sets = new Map<number, number>();
  places.forEach((at, value) => {
    if (at !== 0 && bitsIn(at) <= 3) sets.set(at, (sets.get(at) ?? 0) | (1 << value));
  });
  let outcome: 'same' | 'changed' = 'same';
  for (const [at, values] of sets) {
    if (bitsIn(at) !== bitsIn(values)) continue;
    for (let rest = at; rest !== 0; rest &= rest - 1) {
      const cell = unit[31 - Math.clz32(rest & -rest)];
      const mask = cells[cell];
      if ((mask & ~values) === 0) continue;
      if (restrict(cells, cell, mask & values, run) === 'dead') return 'dead';
      outcome = 'changed';
    }
  }
  return outcome;
};

function sarkar(name: string, prunes: readonly Prune[]): Baseline {
  return baseline(name, refusesWide, (shape, givens, run) => {
    const { units } = unitsOf(shape);

    /** Prunes all units until nothing changes, each by each rule until that changes nothing. */
    const settle = (cells: Cells): boolean => {
      for (let changed = true; changed; ) {
        changed = false;
        for (const unit of units) {
          for (const prune of prunes) {
            let outcome = prune(cells, unit, run);
            for (; outcome === 'changed'; outcome = prune(cells, unit, run)) changed = true;
            if (outcome === 'dead') return false;
          }
        }
      }
      return true;
    };
    const search = (cells: Cells): boolean => {
      if (!settle(cells)) return false;
      const cell = smallest(cells);
      if (cell < 0) return run.take(cells.map((mask) => 32 - Math.clz32(mask)));
      const mask = cells[cell];
      const first = mask & -mask;
      for (const part of [first, mask ^ first]) {
        countGuess(part, run);
        if (run.late()) return true;
        const copy = cells.slice();
        copy[cell] = part;
        if (search(copy)) return true;
      }
      return false;
    };
    const all = 2 ** shape.size - 1;
    search(Int32Array.from(givens, (value: number) => (value === 0 ? all : 1 << (value - 1))));
  });
}

/** A part of a cell is a value tried once it is a single one. */
function countGuess(part: number, run: Run): void {
  if (!isFixed(part)) return;
  run.guesses++;
  run.placements++;
}

function smallest(cells: Cells): number {
  let best = -1;
  let fewest = Number.POSITIVE_INFINITY;
  for (let cell = 0; cell < cells.length && fewest > 2; cell++) {
    const mask = cells[cell];
    if (isFixed(mask)) continue;
    const count = bitsIn(mask);
    if (count < fewest) {
      best = cell;
      fewest = count;
    }
  }
  return best;
}

export const sarkarFixed = sarkar('Sarkar, fixed cells', [byFixed]);
export const sarkarExclusive = sarkar('Sarkar, exclusive sets', [byFixed, byExclusives]);
