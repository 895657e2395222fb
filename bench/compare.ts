import { median } from './clock.ts';
import type { Machine } from './machine.ts';
import { type Comparison, type Measured, type Section, valueIn } from './section.ts';

/** What takes more than this many times as long is marked: less is noise. */
export const SLOWER = 1.25;

/**
 * Our figures beside those of the last run. Machines differ, so a time counts by the rivals of its
 * row (or of its column, where rows are contenders): by the median of what both runs measured of them.
 * Without any, it is compared only if the machine is the same.
 */
export function comparison(now: Section, machine: Machine, last: Measured): Comparison {
  const isSame = machineName(machine) === machineName(last.machine);
  const slower: { row: number; column: number; times: number }[] = [];
  let compared = 0;
  const growthAt = (row: number, column: number) => growth(now, last, row, column);
  for (const [r, row] of now.rows.entries()) {
    for (const [c, column] of now.columns.entries()) {
      if (row.of !== 'ours' && column.of !== 'ours') continue;
      const own = growthAt(r, c);
      if (own === undefined) continue;
      const rivals =
        row.of === undefined
          ? now.columns.map((other, k) => (other.of === 'rival' ? growthAt(r, k) : undefined))
          : now.rows.map((other, k) => (other.of === 'rival' ? growthAt(k, c) : undefined));
      const known = rivals.filter((times) => times !== undefined);
      // A ratio is by a rival already.
      const isRatio = column.kind === 'ratio';
      if (!isRatio && known.length === 0 && !isSame) continue;
      compared++;
      const times = isRatio || known.length === 0 ? own : own / median(known);
      if (times > SLOWER) slower.push({ row: r, column: c, times });
    }
  }
  return {
    date: last.machine.date,
    ...(isSame ? {} : { otherMachine: machineName(last.machine) }),
    compared,
    slower,
  };
}

/** The time of a cell by its time in the last run: above 1 it takes longer. */
function growth(now: Section, last: Section, r: number, c: number): number | undefined {
  const { name, kind } = now.columns[c];
  if (kind !== 'time' && kind !== 'rate' && kind !== 'ratio') return undefined;
  const { cells } = now.rows[r];
  const column = last.columns.findIndex((one) => one.name === name && one.kind === kind);
  const row = last.rows.find((one) => nameOf(one.cells[0]) === nameOf(cells[0]));
  const [value, before] = [valueIn(cells[c]), valueIn(row?.cells[column])];
  if (value === undefined || before === undefined || value <= 0 || before <= 0) return undefined;
  return kind === 'rate' ? before / value : value / before;
}

/** A contender with another version is still the same row. */
function nameOf(cell: unknown): string {
  return String(cell).replace(/ \d+(\.\d+)+$/, '');
}

function machineName({ processor, processors, system, node }: Machine): string {
  return `${processor} (${processors} cores), ${system}, Node ${node.replace(/\..*/, '')}`;
}
