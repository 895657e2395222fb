import type { Cells } from '../variants/cell-grid.ts';
import { type Clue, type ClueKind, formOf } from '../variants/clue.ts';
import type { Variant } from '../variants/variant.ts';
import type { BoardClues, ClueCage, ClueSign, Side } from './board.ts';
import { type OutsideMark, outsideMarks, sumCells } from './clue-places.ts';
import { centre, middle } from './clue-shapes.ts';
import type { Point } from './outline.ts';

type TextClues = Pick<BoardClues, 'cages' | 'signs' | 'letters' | 'labels' | 'legend'>;

/** Names of lines; more lines than these have no name. */
const NAMES = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The clues for text: cages, signs and labels, letters for the lines, and what the letters mean. */
export function textCluesOf(variant: Variant): TextClues {
  const { clues, shape } = variant;
  const cages: ClueCage[] = [];
  const signs: ClueSign[] = [];
  const letters = new Map<number, string>();
  const legend: string[] = [];
  const sums = sumCells(clues);
  let used = 0;
  const enter = (cells: Cells, name: string) => {
    for (const cell of cells) {
      const known = letters.get(cell) ?? '';
      if (!known.includes(name)) letters.set(cell, known + name);
    }
  };
  // Pieces besides boxes have no walls of their own.
  for (const cells of shape.boxes ? shape.pieces : []) {
    const name = NAMES[used++] ?? '';
    enter(cells, name);
    legend.push(`${name} piece: ${namesOf(variant, cells)}`.trimStart());
  }
  for (const clue of mergedOf(clues)) {
    const { kind, cells, numbers } = clue;
    if (kind === 'cage') {
      const sumCell = sums.get(clue);
      if (sumCell === undefined) cages.push({ squares: cells });
      else cages.push({ squares: cells, label: String(numbers[0]), labelled: sumCell });
      continue;
    }
    const sign = signOf(variant, clue);
    if (sign !== undefined) {
      signs.push(sign);
      if (!isUsual(clue)) {
        legend.push(`${sign.text} ${namesOf(variant, clue.cells)}: ${numbers.join(', ')}`);
      }
      continue;
    }
    if (!LETTERED.has(kind)) continue;
    const name = NAMES[used++] ?? '';
    enter(cells, name);
    legend.push(`${name} ${describe(variant, clue)}`.trimStart());
  }
  const outside = outsideMarks(variant);
  if (outside.some(({ step }) => step !== undefined)) {
    legend.push('An arrow with a number: the sum of the diagonal from the square beside it.');
  }
  return { cages, signs, letters, labels: labelsOf(variant, outside), legend };
}

/** Kinds whose squares have a letter in text. */
const LETTERED: ReadonlySet<ClueKind> = new Set([
  'extra-region',
  'clone',
  'odd',
  'even',
  'minimum',
  'maximum',
  'arrow',
  'pill-arrow',
  'thermometer',
  'whisper',
  'renban',
  'between',
  'lockout',
  'palindrome',
  'region-sum',
]);

const ALIKE: ReadonlySet<ClueKind> = new Set(['odd', 'even', 'minimum', 'maximum']);

/** The clues with all odd cells as one, and so on: they share a letter. */
function mergedOf(clues: readonly Clue[]): Clue[] {
  const cellsOf = (kind: ClueKind) =>
    new Set(clues.flatMap((clue) => (clue.kind === kind ? clue.cells : [])));
  const merged = [...ALIKE].map((kind) => ({ kind, cells: [...cellsOf(kind)], numbers: [] }));
  return [
    ...clues.filter(({ kind }) => !ALIKE.has(kind)),
    ...merged.filter(({ cells }) => cells.length > 0),
  ];
}

/** A line of the legend: the kind, its number, and its cells in order. */
function describe(variant: Variant, clue: Clue): string {
  const { title } = formOf(clue.kind);
  const number = clue.numbers.length === 0 ? '' : ` of ${clue.numbers[0]}`;
  const { cells } = clue;
  const names = (from: number, to?: number) => namesOf(variant, cells.slice(from, to));
  switch (clue.kind) {
    case 'arrow':
      return `${title}: ${names(0, 1)} = ${names(1).replaceAll(' ', ' + ')}`;
    case 'pill-arrow':
      return `${title}: ${names(0, clue.numbers[0])} = ${names(clue.numbers[0]).replaceAll(' ', ' + ')}`;
    case 'clone':
      return `${title}: ${names(0, cells.length / 2)} = ${names(cells.length / 2)}`;
    default:
      return `${title}${number}: ${names(0)}`;
  }
}

function namesOf({ grid }: Variant, cells: Cells): string {
  return cells.map((cell) => grid.nameOf(cell)).join(' ');
}

/** The sign of a clue between two squares, or at the corner of four. */
function signOf({ grid }: Variant, { kind, cells, numbers }: Clue): ClueSign | undefined {
  const points = cells.map((cell) => centre(grid, cell));
  switch (kind) {
    case 'white-dot':
      return { at: middle(points), text: '○' };
    case 'black-dot':
      return { at: middle(points), text: '●' };
    case 'x':
    case 'v':
      return { at: middle(points), text: kind.toUpperCase() };
    case 'inequality': {
      const [[ax, ay], [bx, by]] = points;
      const text = ax < bx ? '>' : ax > bx ? '<' : ay < by ? '∨' : '∧';
      return { at: middle(points), text };
    }
    case 'quadruple': {
      const isLong = numbers.some((number) => number > 9);
      return { at: middle([points[0], points[3]]), text: isLong ? '#' : numbers.join('') };
    }
    default:
      return undefined;
  }
}

/** False for a clue with numbers that its sign does not tell. */
function isUsual({ kind, numbers }: Clue): boolean {
  if (kind === 'white-dot') return numbers[0] === 1;
  if (kind === 'quadruple') return numbers.every((number) => number < 10);
  return kind !== 'black-dot' || numbers[0] === 2;
}

/** Labels beside rows and columns, from the outer one to the inner. */
function labelsOf({ grid }: Variant, outside: readonly OutsideMark[]): BoardClues['labels'] {
  const empty = (length: number) => Array.from({ length }, (): string[] => []);
  const labels: Record<Side, string[][]> = {
    above: empty(grid.columns),
    right: empty(grid.rows),
    below: empty(grid.columns),
    left: empty(grid.rows),
  };
  for (const { clue, side, text, step } of outside) {
    const [first] = clue.cells;
    const isAcross = side === 'above' || side === 'below';
    const list = labels[side][isAcross ? grid.columnOf(first) : grid.rowOf(first)];
    const label = step === undefined ? text : `${arrowOf(step)}${text}`;
    // Those read first stand next to the grid.
    if (side === 'above' || side === 'left') list.unshift(label);
    else list.push(label);
  }
  return labels;
}

function arrowOf([right, down]: Point): string {
  if (down > 0) return right > 0 ? '↘' : '↙';
  return right > 0 ? '↗' : '↖';
}
