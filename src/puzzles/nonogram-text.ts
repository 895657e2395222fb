import { mistakeAt, QuadrilleError, shown } from '../problem/error.ts';
import type { Clues } from './nonogram.ts';

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
