import { mistakeAt, plural, type QuadrilleError, shown } from '../engine/problem/error.ts';
import { Problem } from '../engine/problem/problem.ts';
import { badGrid, badSetting, badText, checkString } from './mistakes.ts';
import type { Cell } from './packing/cubes.ts';

/** The clues of a nonogram: the lengths of the runs of filled cells in each line. */
export interface Clues {
  /** From the top. A row without filled cells has an empty array. */
  readonly rows: readonly (readonly number[])[];
  /** From the left. */
  readonly columns: readonly (readonly number[])[];
}

/** A run of a row or of a column, or a single blank cell. */
export interface Stretch {
  readonly kind: 'row' | 'column' | 'blank';
  /** The picture is made of the cells of all stretches of kind `row`. */
  readonly cells: readonly Cell[];
}

const MOST_LINES = 100;

/**
 * A nonogram. Each cell is two items: one for its row (`r1c1h`) and one for its column (`r1c1v`). A
 * run of a row has the row items of its cells, a run of a column has the column items. A blank cell
 * has both. So a cell in a run of its row must be in a run of its column, and no colours are
 * needed. Each run is an item too: `r1.2` is the second run of row 1.
 *
 * Secondary items keep the runs of a line in order, with a blank between. Each run can move right
 * from its leftmost place by x = 0 .. room, and the next run by at least as much. Between runs 1
 * and 2 are items `r1.1>1`, `r1.1>2` ... for t = 1 .. room. Run 1, moved by x, has the items with t
 * <= x. Run 2, moved by y, has those with t > y. They have an item in common exactly if x > y.
 */
export function nonogram(clues: Clues): Problem<Stretch> {
  checkClues(clues);
  const height = clues.rows.length;
  const width = clues.columns.length;
  const cells = Array.from({ length: height * width }, (_, cell): Cell => {
    return { row: Math.floor(cell / width), column: cell % width };
  });
  const names = cells.map(({ row, column }) => `r${row + 1}c${column + 1}`);
  const primary = [...names.map((name) => `${name}h`), ...names.map((name) => `${name}v`)];
  const secondary: string[] = [];
  const lines: Line[] = [];
  const addLine = (kind: 'row' | 'column', index: number, runs: readonly number[]) => {
    const own = cells.filter((cell) => cell[kind] === index);
    const room = own.length - cellsNeeded(runs);
    const name = `${kind.charAt(0)}${index + 1}`;
    const [firstRun, firstOrder] = [primary.length, secondary.length];
    lines.push({ kind, runs, cells: own, room, firstRun, firstOrder });
    runs.forEach((_, run) => {
      primary.push(`${name}.${run + 1}`);
      if (run === 0) return;
      for (let t = 1; t <= room; t++) secondary.push(`${name}.${run}>${t}`);
    });
  };
  clues.rows.forEach((runs, row) => {
    addLine('row', row, runs);
  });
  clues.columns.forEach((runs, column) => {
    addLine('column', column, runs);
  });
  const problem = new Problem<Stretch>({ primary, secondary });
  for (const { kind, runs, cells, room, firstRun, firstOrder } of lines) {
    const upright = kind === 'column' ? width * height : 0;
    let leftmost = 0;
    runs.forEach((length, run) => {
      // The order items between this run and the next; those before it are `room` lower.
      const order = primary.length + firstOrder + run * room;
      for (let x = 0; x <= room; x++) {
        const own = cells.slice(leftmost + x, leftmost + x + length);
        const items = own.map(({ row, column }) => upright + row * width + column);
        items.push(firstRun + run);
        if (run > 0) for (let t = x + 1; t <= room; t++) items.push(order - room + t - 1);
        if (run < runs.length - 1) for (let t = 1; t <= x; t++) items.push(order + t - 1);
        problem.addIndices(items, { kind, cells: own });
      }
      leftmost += length + 1;
    });
  }
  cells.forEach((cell, k) => {
    problem.addIndices([k, cells.length + k], { kind: 'blank', cells: [cell] });
  });
  return problem;
}

/** A row or a column. */
interface Line {
  readonly kind: 'row' | 'column';
  readonly runs: readonly number[];
  readonly cells: readonly Cell[];
  /** How far its runs can move. */
  readonly room: number;
  /** The items of its first run and, among the secondary ones, of its order. */
  readonly firstRun: number;
  readonly firstOrder: number;
}

/** The number of cells that the runs need, with a blank between two. */
function cellsNeeded(runs: readonly number[]): number {
  return runs.reduce((sum, run) => sum + run, 0) + Math.max(runs.length - 1, 0);
}

function checkClues(clues: Clues): void {
  const { rows, columns } = (clues ?? {}) as Partial<Clues>;
  if (!Array.isArray(rows) || !Array.isArray(columns)) {
    throw badSetting(
      `The clues are ${shown(clues)}; ` +
        'give { rows: [[2], [1, 1]], columns: [[2], [1], [1]] }, for example.',
    );
  }
  for (const [name, { length }] of Object.entries({ rows, columns })) {
    if (length >= 1 && length <= MOST_LINES) continue;
    throw badSetting(`There are ${length} ${name}; give from 1 to ${MOST_LINES}.`);
  }
  const filledInRows = checkLines('Row', rows, columns.length);
  const filledInColumns = checkLines('Column', columns, rows.length);
  if (filledInRows === filledInColumns) return;
  throw badGrid(
    `The rows have ${plural(filledInRows, 'filled cell')} and the columns ${filledInColumns}; ` +
      'look for a clue that is wrong, since both must be the same.',
  );
}

/** The number of filled cells of all rows or columns. */
function checkLines(what: string, lines: readonly (readonly number[])[], length: number): number {
  let filled = 0;
  // entries() also visits holes in the array, which are mistakes.
  for (const [k, runs] of lines.entries()) {
    if (!Array.isArray(runs)) {
      throw badSetting(
        `${what} ${k + 1} has the clue ${shown(runs)}; give an array of lengths, [] for none.`,
      );
    }
    for (const run of runs as readonly number[]) {
      if (Number.isInteger(run) && run >= 1) continue;
      throw badSetting(
        `${what} ${k + 1} has a run of ${shown(run)}; give whole numbers from 1, none for a blank line.`,
      );
    }
    if (cellsNeeded(runs) > length) {
      throw badGrid(
        `${what} ${k + 1} has runs that need ${plural(cellsNeeded(runs), 'cell')}, and has ${length}; shorten them.`,
      );
    }
    filled += runs.reduce((sum, run) => sum + run, 0);
  }
  return filled;
}

/**
 * Reads the clues of a nonogram, in the `.non` format of Steve Simpson's solver:
 *
 *     width 3
 *     height 2
 *     rows
 *     1,1
 *     2
 *     columns
 *     2
 *     1
 *     1
 *
 * Commas or blanks separate numbers. 0 is a line without filled cells. `width` and `height` are
 * optional. An empty line is a clue without runs if there are too few clues otherwise; else the
 * reader skips it. It skips other lines that begin with a letter or # (`title`, `goal` ...).
 */
export function readClues(text: string): Clues {
  checkString(text, 'The clues are');
  const sections = new Map<string, Section>();
  const counts = new Map<string, number>();
  let open: Section | undefined;
  text.split(/\r?\n/).forEach((content, k) => {
    const line = k + 1;
    const [, word = '', rest = ''] = /^\s*([a-z]+)\b:?(.*)$/iu.exec(content) ?? [];
    const lines = COUNT_WORDS.get(word.toLowerCase());
    if (lines !== undefined && rest.trim() !== '') {
      open = undefined;
      if (counts.has(lines)) throw repeated(line, `the number of ${lines}`);
      counts.set(lines, parseCount(content, rest, line));
    } else if (lines !== undefined && lines === word.toLowerCase()) {
      if (sections.has(lines)) throw repeated(line, `the ${lines}`);
      open = { line, clues: [] };
      sections.set(lines, open);
    } else if (word !== '' || /^\s*#/.test(content)) {
      open = undefined;
    } else if (open !== undefined) {
      open.clues.push(parseClue(content, line));
    } else if (content.trim() !== '') {
      const found = `found ${shown(content.trim())} in no section`;
      throw lineError(line, 1, found, "write 'rows' or 'columns' on a line above the clues");
    }
  });
  return {
    rows: cluesUnder('rows', sections, counts),
    columns: cluesUnder('columns', sections, counts),
  };
}

/** Clues in the format that `readClues` reads. */
export function writeClues({ rows, columns }: Clues): string {
  const lines = (all: Clues['rows']) => all.map((runs) => runs.join(',') || '0');
  return `${['rows', ...lines(rows), 'columns', ...lines(columns)].join('\n')}\n`;
}

/**
 * The clues of a picture: one line for a row, `#` for a filled cell, `.` or a blank for none. Empty
 * lines above and below do not count.
 */
export function cluesOf(picture: string): Clues {
  checkString(picture, 'The picture is');
  const lines = picture.split(/\r?\n/).map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== '');
  if (first < 0) {
    throw badText("The picture has no rows; draw them with '#' and '.'.");
  }
  while (lines.at(-1) === '') lines.pop();
  const rows = lines.slice(first);
  rows.forEach((row, k) => {
    const column = row.search(/[^#. ]/u) + 1;
    if (column === 0) return;
    throw lineError(
      first + k + 1,
      column,
      `found ${shown(String.fromCodePoint(row.codePointAt(column - 1) as number))} in the picture`,
      "draw '#' for a filled cell, '.' or a blank for none",
    );
  });
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const columns = Array.from({ length: width }, (_, column) =>
    rows.map((row) => row[column] ?? '.').join(''),
  );
  const runsOf = (line: string) => [...line.matchAll(/#+/g)].map(([run]) => run.length);
  return { rows: rows.map(runsOf), columns: columns.map(runsOf) };
}

/** The lines below `rows` or `columns`: one clue each. An empty line has no numbers. */
interface Section {
  readonly line: number;
  readonly clues: number[][];
}

/** Words of the format -> the lines that they count. */
const COUNT_WORDS = new Map([
  ['rows', 'rows'],
  ['height', 'rows'],
  ['columns', 'columns'],
  ['width', 'columns'],
]);

/** The clues of all rows or columns. Throws if the number is not the stated one. */
function cluesUnder(
  name: string,
  sections: ReadonlyMap<string, Section>,
  counts: ReadonlyMap<string, number>,
): number[][] {
  const section = sections.get(name);
  if (section === undefined) {
    throw badText(
      `There are no ${name}; write '${name}' on a line, and below it a line of numbers for each.`,
    );
  }
  const { line, clues } = section;
  const written = clues.filter((runs) => runs.length > 0);
  const wanted = counts.get(name) ?? written.length;
  // Empty lines stand for missing clues. No written clue may be cut off.
  const chosen = written.length < wanted ? clues.slice(0, wanted) : written;
  const used = chosen.filter((runs) => runs.length > 0).length;
  if (chosen.length === wanted && wanted > 0 && used === written.length) {
    return chosen.map((runs) => runs.filter((run) => run > 0));
  }
  throw badText(
    `Below line ${line} are clues for ${written.length} ${name}, not for ${wanted || 'any'}; ` +
      'give a line of numbers for each, 0 for one without filled cells.',
    line,
  );
}

function parseCount(content: string, rest: string, line: number): number {
  if (/^\s+0*[1-9]\d{0,5}\s*$/.test(rest)) return Number(rest);
  const column = content.length - rest.trimStart().length + 1;
  throw lineError(line, column, `found ${shown(rest.trim())}`, 'give one whole number from 1');
}

/** The runs of a line: none if it is empty, [0] if it says 0. */
function parseClue(content: string, line: number): number[] {
  const tokens = [...content.matchAll(/[^\s,]+/gu)];
  return tokens.map(({ 0: token, index }) => {
    const length = /^\d{1,6}$/.test(token) ? Number(token) : Number.NaN;
    if (length > 0 || (length === 0 && tokens.length === 1)) return length;
    const remedy = /^\d+\p{L}$/u.test(token)
      ? 'give lengths alone: all filled cells are of one colour here'
      : 'give lengths with commas or blanks between, or 0 alone for a line without filled cells';
    throw lineError(line, index + 1, `found ${shown(token)}`, remedy);
  });
}

function repeated(line: number, what: string): QuadrilleError {
  return lineError(line, 1, `${what} came before`, 'give it once');
}

function lineError(line: number, column: number, what: string, remedy: string): QuadrilleError {
  return mistakeAt({ line, column }, 'bad-text', `${what}; ${remedy}.`);
}
