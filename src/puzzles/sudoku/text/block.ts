import {
  badText,
  GIVE_BOXES,
  type Mistake,
  puzzleOf,
  type ReadBuffer,
  type Remedies,
} from './decode.ts';
import { columnOf, isBordered, type Row } from './line.ts';

/** Rows directly below each other: a band, or whole grids. */
interface Group {
  readonly rows: Row[];
  /** True if a rule is above it. */
  readonly isRuled: boolean;
  mistake?: Mistake;
}

/** A line between grids or in one: a row, a mistake, a rule, or nothing. */
export type BlockLine = Row | Mistake | 'rule' | 'empty';

/**
 * Reads rows of `size` cells that are in groups between rules or empty lines. A group with all rows
 * of one grid or of several is read by itself. Other groups are bands (rows of boxes), which are
 * read only if all have the same height and make whole grids together. So a grid that was cut short
 * takes no rows from the next one; but where nothing more stands between grids in bands, a slip in
 * one makes all of the block unreadable.
 *
 * `isReported`: a mistake of the same table was reported above, so that it needs no other message.
 */
export function readBlock(
  lines: readonly BlockLine[],
  size: number,
  isReported: boolean,
  reads: ReadBuffer,
): void {
  let block = new Block(size, isReported, reads);
  let [rules, empties] = [0, 0];
  for (const line of lines) {
    if (line === 'rule') rules++;
    else if (line === 'empty') empties++;
    else {
      if (!block.goesOn(rules, empties)) {
        block.end();
        block = new Block(size, false, reads);
      }
      block.add(line, rules, empties);
      [rules, empties] = [0, 0];
    }
  }
  block.end();
}

class Block {
  readonly #size: number;
  readonly #isReported: boolean;
  readonly #reads: ReadBuffer;
  readonly #groups: Group[] = [];
  /** The lines that divide the groups. */
  #divider: 'rule' | 'empty' | undefined;

  constructor(size: number, isReported: boolean, reads: ReadBuffer) {
    this.#size = size;
    this.#isReported = isReported;
    this.#reads = reads;
  }

  /** True if a line may belong to it: below a single rule or empty line, and of one kind. */
  goesOn(rules: number, empties: number): boolean {
    if (this.#groups.length === 0 || rules + empties === 0) return true;
    const divider = rules > 0 ? 'rule' : 'empty';
    const isOne = (rules || empties) === 1 && (this.#divider ?? divider) === divider;
    return isOne && !this.#standsAlone;
  }

  add(line: Row | Mistake, rules: number, empties: number): void {
    let group = this.#groups.at(-1);
    if (group === undefined || rules + empties > 0) {
      if (group !== undefined) this.#divider = rules > 0 ? 'rule' : 'empty';
      group = { rows: [], isRuled: rules > 0 };
      this.#groups.push(group);
    }
    if ('cells' in line) group.rows.push(line);
    else group.mistake ??= line;
  }

  /**
   * True if the group below the others is whole grids. It is not if the others may be bands: then
   * it may be the rest of their grid, and more.
   */
  get #standsAlone(): boolean {
    const { rows, mistake } = this.#groups.at(-1) as Group;
    const height = this.#groups.length > 1 ? this.#groups[0]?.rows.length : undefined;
    const isBelowBands = height !== undefined && this.#size % height === 0;
    const isFull = rows.length > 0 && rows.length % this.#size === 0 && mistake === undefined;
    return isFull && !isBelowBands;
  }

  end(): void {
    const groups = this.#groups;
    const alone = groups.length > 1 && this.#standsAlone ? groups.splice(-1) : [];
    this.#read(groups);
    this.#read(alone);
  }

  /** Reads groups as grids, or reports what is wrong with them. */
  #read(groups: readonly Group[]): void {
    const rows = groups.flatMap((group) => group.rows);
    const mistake = groups.find((group) => group.mistake !== undefined)?.mistake;
    if (mistake === undefined) {
      if (rows.length > 0) this.#readGrids(groups, rows);
    } else if (rows.length <= this.#size) {
      this.#reads.mistake(mistake);
    } else {
      const lines = `All rows from line ${rows[0]?.line} to ${rows.at(-1)?.line}`;
      const what = `${mistake.what} ${lines} are passed over, as their grids cannot be told apart.`;
      this.#reads.mistake({ ...mistake, what });
    }
  }

  #readGrids(groups: readonly Group[], rows: readonly Row[]): void {
    const size = this.#size;
    const heights = groups.map((group) => group.rows.length);
    const [height = 0] = heights;
    const isEven = heights.every((other) => other === height);
    // A Markdown table has a rule below its first row.
    const isTable = this.#divider === 'rule' && `${heights}` === `1,${size - 1}`;
    const isBands = isEven && (heights.length === 1 || size % height === 0);
    if (rows.length % size !== 0 || !(isBands || isTable)) {
      this.#refuseCount(rows, heights);
      return;
    }
    const strange = strangeRowIn(rows);
    if (strange !== undefined) {
      const what =
        'found other bars than in the rows about it, or at other places; put the same bars below ' +
        `each other, or write '.' or 0 for an empty cell.`;
      this.#reads.mistake({ line: strange.line, column: columnOf(strange, 0), what });
      return;
    }
    const across = new Set(rows.map(({ columns }) => columns));
    // Some rows may have bars about each cell, or no bars: that does not contradict the others.
    const wide = [...across].filter((cells) => cells !== undefined && cells > 1) as number[];
    const drawn = wide.length === 0 && across.has(1) ? [1] : wide;
    const ruled = groups[0]?.isRuled ? size : undefined;
    const down = isTable ? undefined : heights.length > 1 ? height : ruled;
    const { format } = this.#reads;
    const shape = drawn.length > 1 ? undefined : format.drawn(size, drawn[0], down);
    if (shape === undefined) {
      const first = rows[0];
      const what =
        `found boxes of ${down ?? 'any'} x ${drawn.join(' or ') || 'any'} cells drawn in a grid of ` +
        `size ${size}, which do not fit, are not those that are given, or are not sure`;
      const remedies = ['mend the borders', GIVE_BOXES];
      this.#reads.mistake({ line: first.line, column: columnOf(first, 0), what, remedies });
      return;
    }
    for (let k = 0; k < rows.length; k += size) this.#reads.rows(rows.slice(k, k + size), shape);
  }

  /** Reports a wrong number of rows, or groups of wrong heights. */
  #refuseCount(rows: readonly Row[], heights: readonly number[]): void {
    const size = this.#size;
    if (this.#isReported && rows.length < size) return;
    const { format } = this.#reads;
    const [first, last] = [rows[0], rows.at(-1) as Row];
    const shape = format.usual(size);
    const some = heights.length > 8 ? `${heights.slice(0, 8).join(', ')} ...` : heights.join(', ');
    const count = rows.length === 1 ? 'a single line' : `${rows.length} rows`;
    const groups = heights.length > 1 ? `, in groups of ${some}` : '';
    const isShort = rows.length < size;
    const remedies: Remedies =
      rows.length === 1
        ? ['give the other rows, since a line by itself is no puzzle', 'make it a comment with #']
        : isShort
          ? ['give the other rows', { setting: 'size', verb: 'give' }, GIVE_BOXES]
          : `${heights}` === `1,${size}`
            ? [
                'leave out the first row if it is the empty header of a table, which looks like a row of blanks',
              ]
            : [
                'put a comment or two empty lines between grids, and the one that has lost or gained a ' +
                  'row, or a band, is told',
              ];
    const isDashed = rows.some(({ cells }) => /^-+$/.test(cells as string));
    const dots = isDashed ? ["use '.' for blanks in place of lines of dashes"] : [];
    this.#reads.attempt(first.line, () => {
      // Words may pass for a row, and have symbols that it cannot have: report that first.
      puzzleOf(rows, shape, format);
      throw badText(
        { source: format.source, line: last.line, column: columnOf(last, last.cells.length) },
        `found ${count} of ${size} cells${groups}, and a grid of ${shape} has ${size} rows`,
        [...remedies, ...dots],
      );
    });
  }
}

/**
 * The first row that is drawn otherwise than the rows about it. Rows with bars have the same number
 * of them: a line that was torn has lost one at an end. A row with empty places in a frame has its
 * bars at fixed places: a character too many shifts them, as in `| 1 2 3 | 4 5 6 |1 7 8   |`.
 */
function strangeRowIn(rows: readonly Row[]): Row | undefined {
  const framed = rows.find(({ blank, columns = 1 }) => blank === 'space' && columns > 1);
  if (framed !== undefined) return rows.find(({ text }) => barsOf(text) !== barsOf(framed.text));
  const drawn = rows.filter(({ text }) => isBordered(text));
  return drawn.find((row) => frameOf(row) !== frameOf(drawn[0]));
}

/** The number of bars of a row, and whether they stand at its ends. */
function frameOf({ text, cells }: Row): string {
  const bars = barsOf(text).replaceAll(' ', '').length;
  // In a table without outer bars a bar stands at an end if the cell there is empty.
  if (bars < cells.length) return `${bars}`;
  const bare = text.trim();
  return `${bars} ${isBordered(bare.charAt(0))} ${isBordered(bare.slice(-1))}`;
}

/** The bars of a row at their places, with spaces for all else. */
function barsOf(text: string): string {
  return text.replace(/[^|\u2500-\u257f]/g, ' ').trimEnd();
}
