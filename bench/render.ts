import { SLOWER } from './compare.ts';
import type { Machine } from './machine.ts';
import type { Cell, Column, Measured, Row } from './section.ts';
import { digits, Notes, table } from './table.ts';

/** A section as Markdown: for the page and for the terminal. */
export function rendered(section: Measured): string {
  const { title, columns, rows, notes = [], command, machine, last } = section;
  const footnotes = new Notes();
  // Times of a row compare at a glance in one unit, that of the shortest: where columns are contenders.
  const hasContenderRows = rows.some(({ of }) => of !== undefined);
  const lines = rows.map((row, r) => {
    const unit = hasContenderRows ? undefined : unitOf(row, columns);
    return row.cells.map((cell, c) => {
      const text = cellText(cell, columns[c], unit, footnotes);
      const mark = last?.slower.find((one) => one.row === r && one.column === c);
      return mark === undefined ? text : `${text} ▲${mark.times.toPrecision(2)}`;
    });
  });
  const head = columns.map(({ name, version }) =>
    version === undefined ? name : `${name} ${version}`,
  );
  return [
    `**${title}**`,
    '',
    table(head, lines),
    ...footnotes.lines(),
    ...(notes.length > 0 ? ['', ...notes] : []),
    '',
    `\`npm run bench -- ${command}\`; ${machineLine(machine)}. ${comparisonLine(section)}`,
  ].join('\n');
}

/** Where and when, as a line for people. */
export function machineLine({ processor, processors, system, node, date }: Machine): string {
  return `${processor} (${processors} cores), ${system}, Node ${node}, ${date.slice(0, 10)}`;
}

function comparisonLine({ last }: Measured): string {
  if (last === undefined) return 'No run before has this command.';
  const { date, otherMachine, compared, slower } = last;
  const where = otherMachine === undefined ? '' : ` on another machine, ${otherMachine}`;
  const run = `the run of ${date.slice(0, 10)}${where}`;
  if (compared === 0) return `Nothing in it can be compared with ${run}.`;
  if (slower.length === 0) return `None of ${compared} figures is slower than in ${run}.`;
  return `▲: slower than in ${run}, so many times: ${slower.length} of ${compared} figures, by the rivals beside them where there are any; less than ${SLOWER} is not marked.`;
}

interface Unit {
  readonly name: string;
  readonly ms: number;
}

const UNITS: readonly Unit[] = [
  { name: 's', ms: 1000 },
  { name: 'ms', ms: 1 },
  { name: 'µs', ms: 1e-3 },
];

/** The unit of the shortest time of a row. */
function unitOf({ cells }: Row, columns: readonly Column[]): Unit | undefined {
  const times = cells.flatMap((cell, c) => {
    const value = columns[c].kind === 'time' ? numberIn(cell) : undefined;
    return value === undefined || value === 0 ? [] : [value];
  });
  return times.length === 0 ? undefined : unitFor(Math.min(...times));
}

function unitFor(ms: number): Unit {
  return UNITS.find((unit) => ms >= unit.ms) ?? UNITS[2];
}

function numberIn(cell: Cell): number | undefined {
  if (typeof cell === 'number') return cell;
  return cell !== null && typeof cell === 'object' ? cell.value : undefined;
}

function cellText(cell: Cell, { kind }: Column, unit: Unit | undefined, notes: Notes): string {
  if (typeof cell === 'string') return cell;
  const number = numberIn(cell);
  const isOver = typeof cell === 'object' && cell?.over === true;
  const shown = number === undefined ? '-' : numberText(number, kind, isOver ? undefined : unit);
  if (cell === null || typeof cell === 'number') return shown;
  const mark = cell.note === undefined ? '' : notes.mark(cell.note);
  if (cell.wrong === true) return `WRONG${mark}`;
  return `${isOver ? '> ' : ''}${shown}${mark}`;
}

function numberText(value: number, kind: Column['kind'], unit = unitFor(value)): string {
  if (kind === 'time') return `${digits(value / unit.ms)} ${unit.name}`;
  if (kind === 'memory') return `${Math.round(value)} MB`;
  if (kind === 'count') return Math.round(value).toLocaleString('en-US');
  if (kind === 'rate')
    return value >= 1000 ? Number(digits(value)).toLocaleString('en-US') : digits(value);
  return digits(value);
}
