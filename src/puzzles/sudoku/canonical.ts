import { checkGivens, type Grid, GridError } from './grid.ts';
import { SecondRow } from './second-row.ts';
import { checkShape, type Shape } from './shape.ts';

/**
 * The canonical form of a puzzle or of a full grid: the smallest of all its forms, read row by row,
 * with 0 for a blank. It is the same for two grids if and only if one is a form of the other.
 *
 * The forms of a grid: its bands change places, and its stacks, and rows in a band, and columns in
 * a stack; if boxes are as high as wide, rows and columns change roles; values get other names. Of
 * 9x9 these are 2 x 6^8 x 9! = 1,218,998,108,160 transformations.
 *
 * It takes sizes up to 9 with boxes of two rows and columns at least.
 */
export function canonicalGrid(shape: Shape, grid: Grid): Uint8Array {
  return formOf(shape, grid).grid;
}

/**
 * The number of these transformations that leave the grid as it is, at least 1. Those that rename
 * only values that the grid does not have are among them. So the number of different forms, times
 * this one, is the number of all transformations.
 */
export function automorphisms(shape: Shape, grid: Grid): number {
  return formOf(shape, grid).automorphisms;
}

/** The largest size. Nearly full grids of larger ones have too many first rows that tie. */
const LARGEST_FORM = 9;

/** The canonical form and the number of automorphisms: one search finds both. */
export function formOf(shape: Shape, grid: Grid): { grid: Uint8Array; automorphisms: number } {
  checkShape(shape);
  const { size, boxRows, boxColumns } = shape;
  if (size > LARGEST_FORM || boxRows < 2 || boxColumns < 2) {
    throw new GridError(
      `A Sudoku of ${shape} gets no canonical form; ` +
        'give one of 4x4, 6x6, 8x8 or 9x9 with boxes of two rows and two columns at least.',
    );
  }
  if (!isSound(shape, grid)) checkGivens(shape, grid);
  return new FormSearch(shape, grid).run();
}

/** False if a grid needs a closer look. `checkGivens` takes longer than the search. */
function isSound({ size, cells, boxRows, boxColumns }: Shape, grid: Grid): boolean {
  if (grid?.length !== cells) return false;
  const seen = new Int32Array(3 * size);
  for (let cell = 0; cell < cells; cell++) {
    const value = grid[cell];
    if (value === 0) continue;
    if (!(value > 0 && value <= size && (value | 0) === value)) return false;
    const row = (cell / size) | 0;
    const column = cell % size;
    const box = row - (row % boxRows) + ((column / boxColumns) | 0);
    for (const unit of [row, size + column, 2 * size + box]) {
      const others = seen[unit];
      if ((others >> value) & 1) return false;
      seen[unit] = others | (1 << value);
    }
  }
  return true;
}

/** A way to come to the smallest rows so far. Rows and places are bits in its masks. */
interface State {
  /** 0, or the number of cells if rows and columns have changed roles. */
  readonly turned: number;
  /** The rows of the grid that are placed. */
  readonly used: number;
  /** The places where a cell of columns begins, and those of stacks where a group begins. */
  readonly cells: number;
  readonly groups: number;
  /** The number of states like this one that it stands for. */
  readonly weight: number;
  /** Place -> column of the grid. */
  readonly columns: readonly number[];
  /** Value of the grid -> its new name, 0 if it has none yet. */
  readonly names: readonly number[];
}

/** A value without a name in the row that is being placed. It is larger than all names. */
const NEW = 99;
/** In the form: larger than all values. */
const OPEN_CELL = 255;

/**
 * Finds the smallest form row by row. A level has all states that lead to the smallest rows so far.
 * Each is extended by each row that may come next, and those with the smallest row make the next
 * level.
 *
 *     places of columns     0 1 2 | 3 4 5 | 6 7 8
 *     smallest first row    . . . | . . . | . 1 2    the first two stacks are a group
 *     cells of columns      0       3       6 7 8    the order in a cell and in a group is open
 *
 * Columns are ordered no further than the rows demand: the columns of a cell have been blank so
 * far, and so have the stacks of a group. So the smallest form of a row comes by sorting in each
 * cell and group: blanks first, then values that have names, by name, then new ones. Blanks that
 * tie stay together. New values that tie are kept in every order, each a state.
 *
 * The first row of a full grid would be kept in 1296 orders of 18 rows. So a full grid starts with
 * two rows at once.
 */
class FormSearch {
  readonly #shape: Shape;
  /** The grid, then the grid with rows and columns in changed roles. */
  readonly #values: Uint8Array;
  /** The blank rows of both. */
  readonly #blank: [number, number];
  /** The smallest rows so far, and where the row that is being placed begins. */
  readonly #form: Uint8Array;
  #from = 0;
  /** The number of values that have names above that row: the same in all states. */
  #named = 0;
  #level: State[] = [];
  // The row that is being placed: place -> column, its value as it is sorted, and as it is named.
  readonly #columns: number[] = [];
  readonly #keys: number[] = [];
  readonly #row: Uint8Array;

  constructor(shape: Shape, grid: Grid) {
    const { size, cells } = shape;
    this.#shape = shape;
    this.#values = new Uint8Array(2 * cells);
    this.#blank = [(1 << size) - 1, (1 << size) - 1];
    this.#form = new Uint8Array(cells).fill(OPEN_CELL);
    this.#row = new Uint8Array(size);
    for (let row = 0, cell = 0; row < size; row++) {
      for (let column = 0; column < size; column++, cell++) {
        const value = grid[cell];
        this.#values[cell] = value;
        this.#values[cells + column * size + row] = value;
        if (value === 0) continue;
        this.#blank[0] &= ~(1 << row);
        this.#blank[1] &= ~(1 << column);
      }
    }
  }

  run(): { grid: Uint8Array; automorphisms: number } {
    const { size, cells, boxRows, boxColumns } = this.#shape;
    const turns = boxRows === boxColumns ? [0, cells] : [0];
    const isFull = !this.#values.includes(0);
    if (isFull) this.#startFull(turns);
    else for (const turned of turns) this.#start(turned);
    for (let row = isFull ? 2 : 0; row < size; row++) {
      const states = this.#level;
      this.#level = [];
      this.#from = row * size;
      for (const state of states) this.#extend(state, row % boxRows === 0);
      this.#named = Math.max(this.#named, ...this.#form.subarray(this.#from, this.#from + size));
    }
    const [last] = this.#level as [State];
    const weights = this.#level.reduce((sum, { weight }) => sum + weight, 0);
    // All columns of a cell are blank now, and all stacks of a group.
    const free = orders(last.cells, size) * orders(last.groups, boxRows);
    // Values without a name have any.
    return { grid: this.#form, automorphisms: weights * free * orders(1, size - this.#named) };
  }

  /** A state without rows. */
  #start(turned: number): void {
    const { size, boxColumns } = this.#shape;
    const columns = Array.from({ length: size }, (_, place) => place);
    const cells = columns.reduce((mask, k) => mask | (k % boxColumns === 0 ? 1 << k : 0), 0);
    const names = new Array(size + 1).fill(0);
    this.#level.push({ turned, used: 0, cells, groups: 1, weight: 1, columns, names });
  }

  /** The states with the two smallest rows of a full grid. The first is 1 2 3 ... in all forms. */
  #startFull(turns: readonly number[]): void {
    const { size, boxRows } = this.#shape;
    this.#form.set(Uint8Array.from({ length: size }, (_, place) => place + 1));
    this.#named = size;
    const all = (1 << size) - 1;
    const second = new SecondRow(this.#shape, this.#form.subarray(size, 2 * size));
    for (const turned of turns) {
      for (let one = 0; one < size; one++) {
        for (let other = one - (one % boxRows), k = 0; k < boxRows; k++, other++) {
          if (other === one) continue;
          const used = (1 << one) | (1 << other);
          const [row, next] = [one, other].map((k) =>
            this.#values.subarray(turned + k * size, turned + (k + 1) * size),
          ) as [Uint8Array, Uint8Array];
          second.find(row, next, (order, isLess) => {
            if (isLess) this.#level = [];
            const columns: number[] = [];
            const names = new Array(size + 1).fill(0);
            for (let place = 0; place < size; place++) {
              const column = order[place];
              columns.push(column);
              names[row[column]] = place + 1;
            }
            this.#level.push({ turned, used, cells: all, groups: all, weight: 1, columns, names });
          });
        }
      }
    }
  }

  /** Offers each row that may come next: of a new band if one begins, else of the same one. */
  #extend(state: State, begins: boolean): void {
    const { size, boxRows } = this.#shape;
    const blank = this.#blank[state.turned === 0 ? 0 : 1];
    const all = (1 << boxRows) - 1;
    const rowsOf = (mask: number, top: number) => (mask >> top) & all;
    // Blank bands are alike, and blank rows of a band: the first one stands for all.
    let blankBands = 0;
    for (let top = 0; top < size; top += boxRows) {
      if (rowsOf(blank & ~state.used, top) === all) blankBands++;
    }
    let isBlankTried = false;
    for (let top = 0; top < size; top += boxRows) {
      const free = rowsOf(~state.used, top);
      const blanks = free & rowsOf(blank, top);
      const isBlankBand = blanks === all;
      if (begins ? free !== all : free === 0 || free === all) continue;
      if (isBlankBand && isBlankTried) continue;
      isBlankTried ||= isBlankBand;
      const tried = free & ~(blanks & (blanks - 1));
      for (let k = 0; k < boxRows; k++) {
        if (!((tried >> k) & 1)) continue;
        const alike = (blanks >> k) & 1 ? bitsOf(blanks) * (isBlankBand ? blankBands : 1) : 1;
        this.#offer(state, top + k, alike);
      }
    }
  }

  /** Places a row below a state. It is kept if no other row of this level is smaller. */
  #offer(state: State, row: number, alike: number): void {
    const { size, boxRows, boxColumns } = this.#shape;
    const [keys, columns] = [this.#keys, this.#columns];
    const base = state.turned + row * size;
    let named = this.#named;
    let isLess = false;
    for (let stack = 0, end = 0; stack < boxRows; stack = end) {
      end = endOf(state.groups, stack, boxRows);
      for (let place = stack * boxColumns; place < end * boxColumns; place++) {
        const column = state.columns[place];
        const value = this.#values[base + column];
        const key = value === 0 ? 0 : state.names[value] || NEW;
        let to = place;
        for (; !((state.cells >> to) & 1) && keys[to - 1] > key; to--) {
          keys[to] = keys[to - 1];
          columns[to] = columns[to - 1];
        }
        keys[to] = key;
        columns[to] = column;
      }
      for (let from = stack + 1; from < end; from++) {
        for (let to = from; to > stack && this.#compareStacks(to - 1, to) > 0; to--) {
          this.#swap((to - 1) * boxColumns, to * boxColumns, boxColumns);
        }
      }
      for (let place = stack * boxColumns; place < end * boxColumns; place++) {
        const key = keys[place];
        const value = key === NEW ? ++named : key;
        const best = this.#form[this.#from + place];
        if (!isLess && value > best) return;
        if (value < best) isLess = true;
        this.#row[place] = value;
      }
    }
    if (isLess) {
      this.#form.set(this.#row, this.#from);
      this.#level = [];
    }
    let { cells, groups } = state;
    for (let place = 0; place < size; place++) {
      if (keys[place] === 0) continue;
      cells |= 1 << place;
      groups |= 1 << ((place / boxColumns) | 0);
    }
    const { turned, names } = state;
    const used = state.used | (1 << row);
    const weight = state.weight * alike;
    const next = { turned, used, cells, groups, weight, columns, names };
    this.#keepAll(this.#tiesIn(state), base, next);
  }

  /** Below 0 if the keys of the stack at one place are smaller than at the other; 0 if equal. */
  #compareStacks(one: number, other: number): number {
    const { boxColumns } = this.#shape;
    for (let k = 0; k < boxColumns; k++) {
      const [a, b] = [this.#keys[one * boxColumns + k], this.#keys[other * boxColumns + k]];
      if (a !== b) return a - b;
    }
    return 0;
  }

  #swap(one: number, other: number, width: number): void {
    const [keys, columns] = [this.#keys, this.#columns];
    for (let from = one, to = other; from < one + width; from++, to++) {
      const [key, column] = [keys[from], columns[from]] as [number, number];
      keys[from] = keys[to];
      columns[from] = columns[to];
      keys[to] = key;
      columns[to] = column;
    }
  }

  /** The stacks of a group with the same keys, new ones among them, and new values in a cell. */
  #tiesIn({ cells, groups }: State): Tie[] {
    const { size, boxRows, boxColumns } = this.#shape;
    const keys = this.#keys;
    const ties: Tie[] = [];
    for (let stack = 0, end = 0; stack < boxRows; stack = end) {
      // The last key of a stack is its largest, where there are several in the group.
      const most = keys[(stack + 1) * boxColumns - 1] === NEW ? endOf(groups, stack, boxRows) : 0;
      for (end = stack + 1; end < most && this.#compareStacks(stack, end) === 0; ) end++;
      if (end > stack + 1) {
        ties.push({ first: stack * boxColumns, width: boxColumns, count: end - stack });
      }
    }
    for (let place = 0, end = 0; place < size; place = end) {
      end = keys[place] === NEW ? endOf(cells, place, size) : place + 1;
      if (end > place + 1) ties.push({ first: place, width: 1, count: end - place });
    }
    return ties;
  }

  /** Keeps the row in every order of what ties, from a tie on, and of what is left of it. */
  #keepAll(ties: readonly Tie[], base: number, next: State, tie = 0, done = 0): void {
    if (tie === ties.length) {
      this.#keep(base, next);
      return;
    }
    const { first, width, count } = ties[tie];
    if (done === count - 1) {
      this.#keepAll(ties, base, next, tie + 1);
      return;
    }
    const from = first + done * width;
    for (let to = from; to < first + count * width; to += width) {
      this.#swap(from, to, width);
      this.#keepAll(ties, base, next, tie, done + 1);
      this.#swap(from, to, width);
    }
  }

  #keep(base: number, { turned, used, cells, groups, weight, names: known }: State): void {
    const columns = this.#columns.slice();
    const names = known.slice();
    for (let place = 0; place < columns.length; place++) {
      if (this.#keys[place] !== NEW) continue;
      names[this.#values[base + columns[place]]] = this.#row[place];
    }
    this.#level.push({ turned, used, cells, groups, weight, columns, names });
  }
}

/** The first place, the places of one that ties, and how many tie. */
interface Tie {
  readonly first: number;
  readonly width: number;
  readonly count: number;
}

/** The end of the set of places that begins at one, by the mask of beginnings. */
function endOf(starts: number, from: number, length: number): number {
  let end = from + 1;
  while (end < length && !((starts >> end) & 1)) end++;
  return end;
}

/** The number of orders in all of the sets that a mask divides places into. */
function orders(starts: number, length: number): number {
  let product = 1;
  for (let place = 0, run = 0; place < length; place++) {
    run = (starts >> place) & 1 ? 1 : run + 1;
    product *= run;
  }
  return product;
}

function bitsOf(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}
