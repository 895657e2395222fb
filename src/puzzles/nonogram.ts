import { mistakeAt, QuadrilleError, shown } from '../problem/error.ts';
import { Problem } from '../problem/problem.ts';
import type { Cell } from './packing/region.ts';

/** What is written beside the lines of a nonogram: the lengths of the runs of filled cells. */
export interface Clues {
  /** From the top; an empty array for a row without filled cells. */
  readonly rows: readonly (readonly number[])[];
  /** From the left. */
  readonly columns: readonly (readonly number[])[];
}

/** Cells that go together: a run of a row or of a column, or a single cell that is left blank. */
export interface Stretch {
  readonly kind: 'row' | 'column' | 'blank';
  /** The picture is made of the cells of all stretches of kind `row`. */
  readonly cells: readonly Cell[];
}

const MOST = 100;

/**
 * A nonogram. Each cell is two items, its place in the row (`r1c1h`) and in the column (`r1c1v`). A
 * run of a row has the places of its cells in the row, a run of a column those in the column, and
 * a blank cell has both: so a cell whose row has a run there can only be covered by a run of its
 * column, and no colours are needed. Each run is an item too (`r1.2`, the second of row 1), and must
 * be chosen once.
 *
 * That the next run lies further, with a blank between, is said by secondary items. Where a line has
 * room to spare, each run may be moved from its leftmost place by x = 0 .. room; the next one by
 * no less. Between runs 1 and 2 stand items `r1.1>1`, `r1.1>2` ... for t = 1 .. room: the first run,
 * moved by x, has those with t <= x, the second one, moved by y, those with t > y. They have one in
 * common exactly if x > y.
 */
export function nonogram(clues: Clues): Problem<Stretch> {
  checkClues(clues);
  const height = clues.rows.length;
  const width = clues.columns.length;
  const lines: Line[] = [
    ...clues.rows.map((runs, row): Line => {
      const cells = Array.from({ length: width }, (_, column) => ({ row, column }));
      return { kind: 'row', name: `r${row + 1}`, runs, cells };
    }),
    ...clues.columns.map((runs, column): Line => {
      const cells = Array.from({ length: height }, (_, row) => ({ row, column }));
      return { kind: 'column', name: `c${column + 1}`, runs, cells };
    }),
  ];
  const primary: string[] = [];
  const secondary: string[] = [];
  for (let row = 1; row <= height; row++) {
    for (let column = 1; column <= width; column++) primary.push(`r${row}c${column}h`);
  }
  for (let row = 1; row <= height; row++) {
    for (let column = 1; column <= width; column++) primary.push(`r${row}c${column}v`);
  }
  const firstRun: number[] = [];
  const firstOrder: number[] = [];
  for (const line of lines) {
    firstRun.push(primary.length);
    firstOrder.push(secondary.length);
    line.runs.forEach((_, run) => {
      primary.push(`${line.name}.${run + 1}`);
      if (run === 0) return;
      for (let t = 1; t <= roomOf(line); t++) secondary.push(`${line.name}.${run}>${t}`);
    });
  }
  const problem = new Problem<Stretch>({ primary, secondary });
  lines.forEach((line, k) => {
    const { kind, runs, cells } = line;
    const room = roomOf(line);
    const upright = kind === 'column' ? width * height : 0;
    let leftmost = 0;
    runs.forEach((length, run) => {
      // The order items between this run and the next; those before it are `room` lower.
      const order = primary.length + (firstOrder[k] as number) + run * room;
      for (let x = 0; x <= room; x++) {
        const own = cells.slice(leftmost + x, leftmost + x + length);
        const items = own.map(({ row, column }) => upright + row * width + column);
        items.push((firstRun[k] as number) + run);
        if (run > 0) for (let t = x + 1; t <= room; t++) items.push(order - room + t - 1);
        if (run < runs.length - 1) for (let t = 1; t <= x; t++) items.push(order + t - 1);
        problem.addIndices(items, { kind, cells: own });
      }
      leftmost += length + 1;
    });
  });
  for (let cell = 0; cell < width * height; cell++) {
    const row = Math.floor(cell / width);
    const column = cell % width;
    problem.addIndices([cell, width * height + cell], { kind: 'blank', cells: [{ row, column }] });
  }
  return problem;
}

interface Line {
  readonly kind: 'row' | 'column';
  readonly name: string;
  readonly runs: readonly number[];
  readonly cells: readonly Cell[];
}

/** How far the runs of a line may be moved. */
function roomOf({ runs, cells }: Line): number {
  return cells.length - least(runs);
}

/** The cells that runs need, with a blank between two. */
function least(runs: readonly number[]): number {
  return runs.reduce((sum, run) => sum + run, 0) + Math.max(runs.length - 1, 0);
}

function checkClues(clues: Clues): void {
  const { rows, columns } = (clues ?? {}) as Partial<Clues>;
  if (!Array.isArray(rows) || !Array.isArray(columns)) {
    throw new QuadrilleError(
      'bad-setting',
      `The clues are ${shown(clues)}; give { rows: [[2], [1, 1]], columns: [[2], [1], [1]] }, say.`,
    );
  }
  for (const [name, { length }] of Object.entries({ rows, columns })) {
    if (length >= 1 && length <= MOST) continue;
    throw new QuadrilleError('bad-setting', `There are ${length} ${name}; give from 1 to ${MOST}.`);
  }
  const filledInRows = checkLines('Row', rows, columns.length);
  const filledInColumns = checkLines('Column', columns, rows.length);
  if (filledInRows === filledInColumns) return;
  throw new QuadrilleError(
    'bad-grid',
    `The rows have ${filledInRows} filled cells and the columns ${filledInColumns}; ` +
      'look for a clue that is wrong, since both must be the same.',
  );
}

/** The number of filled cells of all rows or columns. */
function checkLines(what: string, lines: readonly (readonly number[])[], length: number): number {
  let filled = 0;
  // By entries, since a hole in an array is no empty line.
  for (const [k, runs] of lines.entries()) {
    if (!Array.isArray(runs)) {
      throw new QuadrilleError(
        'bad-setting',
        `${what} ${k + 1} has the clue ${shown(runs)}; give an array of lengths, [] for none.`,
      );
    }
    for (const run of runs as readonly number[]) {
      if (Number.isInteger(run) && run >= 1) continue;
      throw new QuadrilleError(
        'bad-setting',
        `${what} ${k + 1} has a run of ${shown(run)}; give whole numbers from 1, none for a blank line.`,
      );
    }
    if (least(runs) > length) {
      throw new QuadrilleError(
        'bad-grid',
        `${what} ${k + 1} has runs that need ${least(runs)} cells; it has only ${length}.`,
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
 * Numbers may stand between commas or blanks, 0 is a line without filled cells; `width` and
 * `height` may be left out. An empty line is passed over, unless there are too few clues without it:
 * then it is a clue without runs. Other lines that begin with a letter or # (`title`, `goal`
 * ...) are passed over.
 */
export function readClues(text: string): Clues {
  if (typeof text !== 'string') {
    throw new QuadrilleError('bad-text', `The clues are ${shown(text)}; give a text.`);
  }
  const sections = new Map<string, Section>();
  const counts = new Map<string, number>();
  let open: Section | undefined;
  text.split(/\r?\n/).forEach((whole, k) => {
    const line = k + 1;
    const [, word = '', rest = ''] = /^\s*([a-z]+)\b:?(.*)$/iu.exec(whole) ?? [];
    const lines = COUNTED.get(word.toLowerCase());
    if (lines !== undefined && rest.trim() !== '') {
      open = undefined;
      if (counts.has(lines)) throw again(line, `the number of ${lines}`);
      counts.set(lines, countIn(whole, rest, line));
    } else if (lines !== undefined && lines === word.toLowerCase()) {
      if (sections.has(lines)) throw again(line, `the ${lines}`);
      open = { line, clues: [] };
      sections.set(lines, open);
    } else if (word !== '' || /^\s*#/.test(whole)) {
      open = undefined;
    } else if (open !== undefined) {
      open.clues.push(clueIn(whole, line));
    } else if (whole.trim() !== '') {
      const found = `found ${shown(whole.trim())} in no section`;
      throw refuse(line, 1, found, "write 'rows' or 'columns' on a line above the clues");
    }
  });
  return {
    rows: cluesUnder('rows', sections, counts),
    columns: cluesUnder('columns', sections, counts),
  };
}

/**
 * The clues of a picture: a line a row, `#` for a filled cell, `.` or a blank for none. Empty lines
 * above and below do not count.
 */
export function cluesOf(picture: string): Clues {
  if (typeof picture !== 'string') {
    throw new QuadrilleError('bad-text', `The picture is ${shown(picture)}; give a text.`);
  }
  const lines = picture.split(/\r?\n/).map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== '');
  if (first < 0) {
    throw new QuadrilleError('bad-text', "The picture has no rows; draw them with '#' and '.'.");
  }
  while (lines.at(-1) === '') lines.pop();
  const rows = lines.slice(first);
  rows.forEach((row, k) => {
    const column = row.search(/[^#. ]/u) + 1;
    if (column === 0) return;
    throw refuse(
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

/** What stands below `rows` or `columns`: a clue for each line, without a number for an empty one. */
interface Section {
  readonly line: number;
  readonly clues: number[][];
}

/** The words of the format that tell how many rows or columns there are. */
const COUNTED = new Map([
  ['rows', 'rows'],
  ['height', 'rows'],
  ['columns', 'columns'],
  ['width', 'columns'],
]);

/** The clues of all rows or columns, as many as were promised. */
function cluesUnder(
  name: string,
  sections: ReadonlyMap<string, Section>,
  counts: ReadonlyMap<string, number>,
): number[][] {
  const section = sections.get(name);
  if (section === undefined) {
    throw new QuadrilleError(
      'bad-text',
      `There are no ${name}; write '${name}' on a line, and below it a line of numbers for each.`,
    );
  }
  const { line, clues } = section;
  const written = clues.filter((runs) => runs.length > 0);
  const wanted = counts.get(name) ?? written.length;
  // Where clues are missing, empty lines stand for them, but none that is written may be cut off.
  const chosen = written.length < wanted ? clues.slice(0, wanted) : written;
  const used = chosen.filter((runs) => runs.length > 0).length;
  if (chosen.length === wanted && wanted > 0 && used === written.length) {
    return chosen.map((runs) => runs.filter((run) => run > 0));
  }
  throw new QuadrilleError(
    'bad-text',
    `Below line ${line} are clues of ${written.length} ${name}, not of ${wanted || 'any'}; ` +
      'give a line of numbers for each, 0 for one without filled cells.',
    { line },
  );
}

function countIn(whole: string, rest: string, line: number): number {
  if (/^\s+0*[1-9]\d{0,5}\s*$/.test(rest)) return Number(rest);
  const column = whole.length - rest.trimStart().length + 1;
  throw refuse(line, column, `found ${shown(rest.trim())}`, 'give one whole number from 1');
}

/** The runs of a line: none where it is empty, 0 where it says that there are none. */
function clueIn(whole: string, line: number): number[] {
  const tokens = [...whole.matchAll(/[^\s,]+/gu)];
  return tokens.map(({ 0: token, index }) => {
    const length = /^\d{1,6}$/.test(token) ? Number(token) : Number.NaN;
    if (length > 0 || (length === 0 && tokens.length === 1)) return length;
    const remedy = /^\d+\p{L}$/u.test(token)
      ? 'give lengths alone: all filled cells are of one colour here'
      : 'give lengths with commas or blanks between, or 0 alone for a line without filled cells';
    throw refuse(line, index + 1, `found ${shown(token)}`, remedy);
  });
}

function again(line: number, what: string): QuadrilleError {
  return refuse(line, 1, `${what} came before`, 'give it once');
}

function refuse(line: number, column: number, what: string, remedy: string): QuadrilleError {
  return mistakeAt({ line, column }, 'bad-text', `${what}; ${remedy}.`);
}
