import { plural, QuadrilleError } from '../../engine/problem/error.ts';
import type { CellGrid } from './cell-grid.ts';
import type { Clue, ClueKind } from './clue.ts';
import { titleOf } from './clue-words.ts';
import { aroundMarks } from './houses.ts';
import { clockwise, isReadable, issCell } from './read-iss.ts';
import { plainShape } from './shape.ts';
import type { Variant } from './variant.ts';

/** Clues whose words are cells only. */
const OF_CELLS: Readonly<Partial<Record<ClueKind, string>>> = {
  thermometer: 'Thermo',
  renban: 'Renban',
  'region-sum': 'RegionSumLine',
  between: 'Between',
  palindrome: 'Palindrome',
  arrow: 'Arrow',
  'extra-region': 'AllDifferent',
  x: 'X',
  v: 'V',
  inequality: 'GreaterThan',
};
/** Those with their number before the cells. */
const NUMBER_FIRST: Readonly<Partial<Record<ClueKind, string>>> = {
  whisper: 'Whisper',
  lockout: 'Lockout',
  'pill-arrow': 'PillArrow',
};
const OF_GRID: Readonly<Partial<Record<ClueKind, string>>> = {
  'anti-knight': 'AntiKnight',
  'anti-king': 'AntiKing',
  'non-consecutive': 'AntiConsecutive',
  'disjoint-groups': 'DisjointSets',
  windoku: 'Windoku',
  'strict-xv': 'StrictXV',
};
/**
 * A variant as a string of Interactive Sudoku Solver. Odd and even cells become candidates, minima and
 * maxima inequalities, clones pairs of cells: they mean the same. Throws if it cannot state a clue.
 */
export function writeIss(variant: Variant): string {
  return new IssWriter(variant).text();
}

class IssWriter {
  readonly #variant: Variant;
  readonly #grid: CellGrid;
  readonly #candidates: Map<number, readonly number[]>;
  /** The constraints, each once. */
  readonly #constraints = new Set<string>();
  /** Outside a row or column, such as `XSum~R1` -> the numbers at its ends. */
  readonly #ends = new Map<string, [string, string]>();
  /** Top left cell -> the values of a quadruple. */
  readonly #quadruples = new Map<number, readonly number[]>();

  constructor(variant: Variant) {
    this.#variant = variant;
    this.#grid = variant.grid;
    this.#candidates = new Map(variant.candidates);
  }

  text(): string {
    this.#writeShape();
    for (const clue of this.#variant.clues) this.#writeClue(clue);
    for (const [name, [first, last]] of this.#ends) {
      if (name.startsWith('Sandwich~'))
        this.#add('Sandwich', first, name.slice('Sandwich~'.length));
      else this.#add(name, first, ...(last === '' ? [] : [last]));
    }
    for (const [cell, values] of this.#quadruples) this.#add('Quad', this.#cell(cell), ...values);
    this.#writeCandidates();
    return [...this.#constraints].join('') || '.';
  }

  #writeShape(): void {
    const { rows, columns, values, boxes, pieces } = this.#variant.shape;
    const plain = plainShape(rows, columns);
    const isUsual = values.join() === plain.values.join();
    const range = isUsual ? [] : [`${values[0]}-${values[values.length - 1]}`];
    if (rows !== 9 || columns !== 9 || !isUsual) this.#add('Shape', `${rows}x${columns}`, ...range);
    if (plain.boxes && !boxes) this.#add('NoBoxes');
    if (pieces.length > 0) this.#add('Jigsaw', this.#layout());
  }

  /** A character for the piece of each cell. Cells of no piece have one of their own. */
  #layout(): string {
    const { values, pieces } = this.#variant.shape;
    const isPiece = (cells: number) => cells >= this.#grid.size && cells <= values.length;
    const small = pieces.find(({ length }) => !isPiece(length));
    if (small !== undefined) {
      throw cannot(
        `a piece of ${plural(small.length, 'cell')}`,
        `give pieces of ${this.#grid.size}`,
      );
    }
    const pieceOf = new Map(pieces.flatMap((piece, k) => piece.map((cell) => [cell, k] as const)));
    const rest = this.#grid.cells - pieceOf.size;
    if (isPiece(rest))
      throw cannot(`${plural(rest, 'cell')} of no piece`, 'give them a piece, too');
    if (pieces.length === 1 && rest === 0) {
      throw cannot('a piece with all cells', 'give an extra region for it');
    }
    return Array.from({ length: this.#grid.cells }, (_, cell) =>
      (pieceOf.get(cell) ?? pieces.length).toString(36),
    ).join('');
  }

  #writeCandidates(): void {
    const words = [...this.#candidates].flatMap(([cell, values]) => {
      const name = this.#cell(cell);
      if (values.length > 0) return [[name, ...values].join('_')];
      // A cell without values has two givens that exclude each other.
      const { values: all } = this.#variant.shape;
      if (all.length > 1) return all.slice(0, 2).map((value) => `${name}_${value}`);
      throw cannot('a cell without values in a grid of one value', 'leave it out');
    });
    if (words.length > 0) this.#add('', ...words);
  }

  #writeClue(clue: Clue): void {
    const { kind, cells, numbers } = clue;
    const names = cells.map((cell) => this.#cell(cell));
    const [number] = numbers;
    const ofCells = OF_GRID[kind] ?? OF_CELLS[kind];
    if (ofCells !== undefined) {
      this.#add(ofCells, ...names);
      return;
    }
    const numbered = NUMBER_FIRST[kind];
    if (numbered !== undefined) {
      if (kind === 'pill-arrow' && !isReadable(this.#grid, cells.slice(0, number))) {
        throw this.#cannotState(
          clue,
          'let each cell of the pill be right of or below the one before',
        );
      }
      this.#add(numbered, number, ...names);
      return;
    }
    switch (kind) {
      case 'strict-difference':
      case 'strict-ratio':
        this.#checkKropki(clue);
        this.#add('StrictKropki');
        return;
      case 'diagonal':
        this.#add('Diagonal', cells.includes(0) ? -1 : 1);
        return;
      case 'cage':
        if (number === 0) throw this.#cannotState(clue, 'give a sum, or none');
        this.#add('Cage', number ?? 0, ...names);
        return;
      case 'clone': {
        const half = cells.length / 2;
        for (let k = 0; k < half; k++) {
          if (cells[k] !== cells[half + k]) this.#add('SameValues', 2, names[k], names[half + k]);
        }
        return;
      }
      case 'odd':
      case 'even':
        for (const cell of cells) {
          const isGood = (value: number) => value % 2 === (kind === 'odd' ? 1 : 0);
          const values = this.#candidates.get(cell) ?? this.#variant.shape.values;
          this.#candidates.set(cell, values.filter(isGood));
        }
        return;
      case 'minimum':
      case 'maximum':
        for (const [inner, outer] of aroundMarks(this.#variant, clue)) {
          const pair = kind === 'maximum' ? [inner, outer] : [outer, inner];
          this.#add('GreaterThan', ...pair.map((cell) => this.#cell(cell)));
        }
        return;
      case 'white-dot':
      case 'black-dot':
        if (number !== (kind === 'white-dot' ? 1 : 2)) {
          throw this.#cannotState(clue, 'give a difference of 1 or a ratio of 2');
        }
        this.#add(kind === 'white-dot' ? 'WhiteDot' : 'BlackDot', ...names);
        return;
      case 'quadruple':
        this.#quadruples.set(cells[0], together(this.#quadruples.get(cells[0]) ?? [], numbers));
        return;
      case 'little-killer':
        this.#littleKiller(clue);
        return;
      case 'sandwich':
        this.#writeEnd(clue, 'Sandwich', true);
        return;
      case 'skyscraper':
      case 'x-sum':
        if (number === 0) throw this.#cannotState(clue, 'give a number from 1');
        this.#writeEnd(clue, kind === 'x-sum' ? 'XSum' : 'Skyscraper', false);
        return;
      case 'numbered-room':
        this.#writeEnd(clue, 'NumberedRoom', false);
        return;
      default:
        throw this.#cannotState(clue, 'leave it out');
    }
  }

  /** A number at an end of a row or column; `either` means the same at both. */
  #writeEnd(clue: Clue, kind: string, either: boolean): void {
    const { cells, numbers } = clue;
    const grid = this.#grid;
    const [least, greatest] = [Math.min(...cells), Math.max(...cells)];
    const isRow = cells.length === grid.columns && grid.rowOf(least) === grid.rowOf(greatest);
    const line = isRow ? `R${grid.rowOf(least) + 1}` : `C${grid.columnOf(least) + 1}`;
    const end = either || cells[0] === least ? 0 : 1;
    const ends = this.#ends.get(`${kind}~${line}`) ?? ['', ''];
    const text = String(numbers[0]);
    if (ends[end] !== '' && ends[end] !== text) {
      throw this.#cannotState(clue, `leave it out, for ${ends[end]} stands there, too`);
    }
    ends[end] = text;
    this.#ends.set(`${kind}~${line}`, ends);
  }

  /** Diagonals are named by the end from which they run clockwise to the next side, or by the upper one. */
  #littleKiller(clue: Clue): void {
    const { cells, numbers } = clue;
    const ends = [Math.min(...cells), Math.max(...cells)];
    const start = ends.find((cell) => {
      const line = clockwise(this.#grid, cell);
      return line?.length === cells.length && line.every((one) => cells.includes(one));
    });
    if (cells.length === 1) throw this.#cannotState(clue, 'state it as a cage of one cell');
    if (start === undefined) {
      throw this.#cannotState(clue, 'leave it out, for no such diagonal has a name there');
    }
    const name = `~${this.#cell(start)}`;
    const other = [...this.#constraints].find(
      (one) => one.startsWith('.LittleKiller~') && one.endsWith(name),
    );
    const text = `.LittleKiller~${numbers[0]}${name}`;
    if (other !== undefined && other !== text) {
      throw this.#cannotState(clue, 'leave it out, for another sum stands there, too');
    }
    this.#constraints.add(text);
  }

  /** Differences of 1 and ratios of 2 are excluded together, or not at all. */
  #checkKropki(clue: Clue): void {
    const { clues } = this.#variant;
    const has = (kind: ClueKind, number: number) => {
      const numbers = clues.filter((one) => one.kind === kind).flatMap((one) => one.numbers);
      return numbers.length > 0 && numbers.every((one) => one === number);
    };
    if (has('strict-difference', 1) && has('strict-ratio', 2)) return;
    throw this.#cannotState(clue, 'exclude differences of 1 and ratios of 2, both or none');
  }

  #add(name: string, ...words: readonly (string | number)[]): void {
    this.#constraints.add(`.${[name, ...words].join('~')}`);
  }

  #cell(cell: number): string {
    return issCell(cell, this.#grid.columns);
  }

  #cannotState(clue: Clue, remedy: string): QuadrilleError {
    return cannot(`the ${titleOf(clue, this.#grid)}`, remedy);
  }
}

/** The least list of values that has as many of each as either list. */
function together(one: readonly number[], other: readonly number[]): number[] {
  const left = [...one];
  const more = other.filter((value) => {
    const at = left.indexOf(value);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return [...one, ...more];
}

function cannot(what: string, remedy: string): QuadrilleError {
  return new QuadrilleError(
    'not-supported',
    `Interactive Sudoku Solver cannot state ${what}; ${remedy}.`,
  );
}
