import { checkGivens, type Grid, GridError } from './grid.ts';
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

/** The largest size. Near-full grids of larger ones have too many first rows that tie. */
const MOST = 9;
const SEARCHES = new Map<Shape, FormSearch>();

/** The canonical form and the number of automorphisms: one search finds both. */
export function formOf(shape: Shape, grid: Grid): { grid: Uint8Array; automorphisms: number } {
  checkShape(shape);
  const { size, boxRows, boxColumns } = shape;
  if (size > MOST || boxRows < 2 || boxColumns < 2) {
    throw new GridError(
      `A Sudoku of ${shape} gets no canonical form; ` +
        'give one of 4x4, 6x6, 8x8 or 9x9 with boxes of two rows and two columns at least.',
    );
  }
  if (!isSound(shape, grid)) checkGivens(shape, grid);
  let search = SEARCHES.get(shape);
  if (search === undefined) {
    search = new FormSearch(shape);
    SEARCHES.set(shape, search);
  }
  return search.run(grid);
}

/** False if a grid needs a closer look. `checkGivens` takes as long as the search. */
function isSound(shape: Shape, grid: Grid): boolean {
  const { size, cells, boxRows, boxColumns } = shape;
  if (grid?.length !== cells) return false;
  const seen = new Int32Array(3 * size);
  for (let cell = 0; cell < cells; cell++) {
    const value = grid[cell] as number;
    if (value === 0) continue;
    if (!(value > 0 && value <= size && (value | 0) === value)) return false;
    const row = (cell / size) | 0;
    const column = cell % size;
    const box = row - (row % boxRows) + ((column / boxColumns) | 0);
    for (const unit of [row, size + column, 2 * size + box]) {
      const others = seen[unit] as number;
      if ((others >> value) & 1) return false;
      seen[unit] = others | (1 << value);
    }
  }
  return true;
}

/** What a state is, by index. A state is a way to come to the smallest rows so far. */
const TURNED = 0; // 0, or the number of cells if rows and columns have changed roles
const USED = 1; // a bit for each row of the grid that is placed
const CELLS = 2; // a bit for each place where a cell of columns begins
const GROUPS = 3; // a bit for each place of a stack where a group of stacks begins
const WEIGHT = 4; // how many states like this one it stands for
const COLUMNS = 5; // place -> column of the grid
// From COLUMNS + size on: value of the grid -> new name, 0 if it has none yet.

/** A value without a name, in a row that is being placed. It is larger than all names. */
const NEW = 99;
const NONE = 255;

/**
 * Finds the smallest form row by row. A level has all states that lead to the smallest rows so far.
 * Each is extended by each row that may come next, and those with the smallest row make the next
 * level.
 *
 *     places of columns     0 1 2 | 3 4 5 | 6 7 8
 *     smallest first row    . . . | . . . | . 1 2    the first two stacks are a group of blank ones;
 *     cells of columns      0       3       6 7 8    within a cell the order of columns is open
 *
 * Columns are ordered no further than the rows demand: a cell is a set of columns that have been
 * blank so far. So the smallest form of a row comes by sorting in each cell: blanks first, then
 * values that have names, by name, then the others. Nothing ties but blanks, which stay together,
 * and new values, which get names in every order.
 *
 * The first row of a full grid would be named in 1296 orders, from each of 18 rows. So a full grid
 * starts with two rows at once.
 */
class FormSearch {
  readonly #shape: Shape;
  /** The grid, then the grid with rows and columns in changed roles. */
  readonly #values: Uint8Array;
  /** The blank rows of both, a bit each. */
  readonly #blank = [0, 0];
  /** The smallest rows so far. */
  readonly #form: Uint8Array;
  /** Where the row that is being placed begins in the form. */
  #from = 0;
  /** The number of values that have names, above that row: the same in all states. */
  #named = 0;
  #states: number[] = [];
  #next: number[] = [];
  /** The length of `#next` that is in use. */
  #length = 0;

  // The row that is being placed: place -> column, its value as it is sorted, and as it is named.
  readonly #columns: Uint8Array;
  readonly #keys: Uint8Array;
  readonly #row: Uint8Array;
  /** What ties in it: the first place, the places of one of them, and how many there are. */
  readonly #ties: number[] = [];

  // The first two rows of a full grid: where the value of the second row stands in the first one.
  readonly #image: Uint8Array;
  /** Column -> place, NONE if it has none. */
  readonly #placeOf: Uint8Array;

  constructor(shape: Shape) {
    const { size, cells } = shape;
    const row = () => new Uint8Array(size);
    this.#shape = shape;
    this.#values = new Uint8Array(2 * cells);
    this.#form = new Uint8Array(cells);
    this.#columns = row();
    this.#keys = row();
    this.#row = row();
    this.#image = row();
    this.#placeOf = row().fill(NONE);
  }

  run(grid: Grid): { grid: Uint8Array; automorphisms: number } {
    const { size, cells, boxRows, boxColumns } = this.#shape;
    const stride = COLUMNS + 2 * size + 1;
    const turns = boxRows === boxColumns ? [0, cells] : [0];
    const isFull = this.#load(grid);
    this.#form.fill(NONE);
    this.#named = 0;
    this.#length = 0;
    if (isFull) this.#startFull(turns);
    else for (const turned of turns) this.#start(turned);
    for (let level = isFull ? 2 : 0; level < size; level++) {
      const states = this.#next;
      const end = this.#length;
      this.#next = this.#states;
      this.#states = states;
      this.#length = 0;
      this.#from = level * size;
      for (let at = 0; at < end; at += stride) this.#extend(at, level % boxRows === 0);
      for (let k = 0; k < size; k++) {
        this.#named = Math.max(this.#named, this.#form[this.#from + k] as number);
      }
    }
    let weights = 0;
    for (let at = 0; at < this.#length; at += stride) weights += this.#next[at + WEIGHT] as number;
    // Columns in one cell are blank, and so are stacks in one group: their order is free.
    const free =
      orders(this.#next[CELLS] as number, size) * orders(this.#next[GROUPS] as number, boxRows);
    const automorphisms = weights * free * orders(1, size - this.#named);
    return { grid: this.#form.slice(), automorphisms };
  }

  /** Copies the grid. True if it has no blank. */
  #load(grid: Grid): boolean {
    const { size, cells } = this.#shape;
    this.#blank.fill((1 << size) - 1);
    let isFull = true;
    for (let row = 0, cell = 0; row < size; row++) {
      for (let column = 0; column < size; column++, cell++) {
        const value = grid[cell] as number;
        this.#values[cell] = value;
        this.#values[cells + column * size + row] = value;
        if (value === 0) isFull = false;
        else {
          (this.#blank[0] as number) &= ~(1 << row);
          (this.#blank[1] as number) &= ~(1 << column);
        }
      }
    }
    return isFull;
  }

  /** A state without rows. */
  #start(turned: number): void {
    const { size, boxColumns } = this.#shape;
    let cells = 0;
    for (let place = 0; place < size; place += boxColumns) cells |= 1 << place;
    const columns = Array.from({ length: size }, (_, place) => place);
    this.#push([turned, 0, cells, 1, 1, ...columns, ...new Array(size + 1).fill(0)]);
  }

  /** Offers each row that may come next: of a new band if one begins, else of the same one. */
  #extend(at: number, begins: boolean): void {
    const { size, boxRows } = this.#shape;
    const used = this.#states[at + USED] as number;
    const blank = this.#blank[this.#states[at + TURNED] === 0 ? 0 : 1] as number;
    const all = (1 << boxRows) - 1;
    let blankBands = 0;
    for (let top = 0; top < size; top += boxRows) {
      const free = (~used >> top) & all;
      if (begins ? free !== all : free === 0 || free === all) continue;
      // Blank rows of a band are alike, and blank bands: the first one stands for all.
      const blanks = free & (blank >> top);
      if (blanks === all && blankBands++ > 0) continue;
      for (let k = 0; k < boxRows; k++) {
        if (((free >> k) & 1) === 0) continue;
        const isBlank = (blanks >> k) & 1;
        if (isBlank && (blanks & ((1 << k) - 1)) !== 0) continue;
        let alike = isBlank ? countBits(blanks) : 1;
        if (blanks === all) alike *= this.#blankBands(used, blank);
        this.#offer(at, top + k, alike);
      }
    }
  }

  /** The number of blank bands that are not used. */
  #blankBands(used: number, blank: number): number {
    const { size, boxRows } = this.#shape;
    const all = (1 << boxRows) - 1;
    let bands = 0;
    for (let top = 0; top < size; top += boxRows) {
      if ((((blank & ~used) >> top) & all) === all) bands++;
    }
    return bands;
  }

  /** Places a row below a state. It is kept if no other row of this level is smaller. */
  #offer(at: number, row: number, alike: number): void {
    const { size, boxRows, boxColumns } = this.#shape;
    const states = this.#states;
    const [values, keys, columns, form] = [this.#values, this.#keys, this.#columns, this.#form];
    const cells = states[at + CELLS] as number;
    const groups = states[at + GROUPS] as number;
    const base = (states[at + TURNED] as number) + row * size;
    const names = at + COLUMNS + size;
    let named = this.#named;
    let isLess = false;
    // A group has one stack, or it has several that were blank in all rows above.
    for (let stack = 0, end = 0; stack < boxRows; stack = end) {
      do end++;
      while (end < boxRows && ((groups >> end) & 1) === 0);
      for (let place = stack * boxColumns; place < end * boxColumns; place++) {
        const column = states[at + COLUMNS + place] as number;
        const value = values[base + column] as number;
        const key = value === 0 ? 0 : states[names + value] || NEW;
        let to = place;
        for (; ((cells >> to) & 1) === 0 && (keys[to - 1] as number) > key; to--) {
          keys[to] = keys[to - 1] as number;
          columns[to] = columns[to - 1] as number;
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
        const key = keys[place] as number;
        const value = key === NEW ? ++named : key;
        const best = form[this.#from + place] as number;
        if (!isLess && value > best) return;
        if (value < best) isLess = true;
        this.#row[place] = value;
      }
    }
    if (isLess) {
      form.set(this.#row, this.#from);
      this.#length = 0;
    }
    this.#findTies(cells, groups);
    this.#keepAll(0, 0, at, row, alike);
  }

  /** Below 0 if the keys of the stack at one place are smaller than at the other; 0 if equal. */
  #compareStacks(one: number, other: number): number {
    const { boxColumns } = this.#shape;
    for (let k = 0; k < boxColumns; k++) {
      const [a, b] = [this.#keys[one * boxColumns + k], this.#keys[other * boxColumns + k]];
      if (a !== b) return (a as number) - (b as number);
    }
    return 0;
  }

  #swap(one: number, other: number, width: number): void {
    for (let k = 0; k < width; k++) {
      for (const list of [this.#keys, this.#columns]) {
        const kept = list[one + k] as number;
        list[one + k] = list[other + k] as number;
        list[other + k] = kept;
      }
    }
  }

  /** Finds stacks of a group with the same keys, not all blank, and new values in a cell. */
  #findTies(cells: number, groups: number): void {
    const { size, boxRows, boxColumns } = this.#shape;
    const keys = this.#keys;
    this.#ties.length = 0;
    for (let stack = 0, end = 0; stack < boxRows; stack = end) {
      do end++;
      while (
        end < boxRows &&
        ((groups >> end) & 1) === 0 &&
        keys[end * boxColumns - 1] === NEW &&
        this.#compareStacks(stack, end) === 0
      );
      if (end > stack + 1) this.#ties.push(stack * boxColumns, boxColumns, end - stack);
    }
    for (let place = 0, end = 0; place < size; place = end) {
      do end++;
      while (end < size && ((cells >> end) & 1) === 0 && keys[place] === NEW);
      if (end > place + 1) this.#ties.push(place, 1, end - place);
    }
  }

  /** Keeps the row in every order of what ties, from the k-th of a tie on. */
  #keepAll(tie: number, k: number, at: number, row: number, alike: number): void {
    if (tie === this.#ties.length) {
      this.#keep(at, row, alike);
      return;
    }
    const [first, width, count] = this.#ties.slice(tie, tie + 3) as [number, number, number];
    if (k === count - 1) {
      this.#keepAll(tie + 3, 0, at, row, alike);
      return;
    }
    for (let other = k; other < count; other++) {
      this.#swap(first + k * width, first + other * width, width);
      this.#keepAll(tie, k + 1, at, row, alike);
      this.#swap(first + k * width, first + other * width, width);
    }
  }

  /** Makes a state of the next level. */
  #keep(at: number, row: number, alike: number): void {
    const { size, boxColumns } = this.#shape;
    const states = this.#states;
    const next = this.#next;
    const to = this.#length;
    const names = COLUMNS + size;
    const base = (states[at + TURNED] as number) + row * size;
    let cells = states[at + CELLS] as number;
    let groups = states[at + GROUPS] as number;
    for (let k = 0; k < COLUMNS; k++) next[to + k] = states[at + k] as number;
    for (let place = 0; place < size; place++) {
      next[to + COLUMNS + place] = this.#columns[place] as number;
    }
    for (let k = names; k <= names + size; k++) next[to + k] = states[at + k] as number;
    for (let place = 0; place < size; place++) {
      const key = this.#keys[place];
      if (key === 0) continue;
      cells |= 1 << place;
      groups |= 1 << ((place / boxColumns) | 0);
      if (key !== NEW) continue;
      const value = this.#values[base + (this.#columns[place] as number)] as number;
      next[to + names + value] = this.#row[place] as number;
    }
    next[to + USED] = (states[at + USED] as number) | (1 << row);
    next[to + CELLS] = cells;
    next[to + GROUPS] = groups;
    next[to + WEIGHT] = (states[at + WEIGHT] as number) * alike;
    this.#length = to + names + size + 1;
  }

  /** Makes the states with two rows of a full grid. The first row is 1 2 3 ... in all forms. */
  #startFull(turns: readonly number[]): void {
    const { size, boxRows } = this.#shape;
    for (let k = 0; k < size; k++) this.#form[k] = k + 1;
    this.#named = size;
    this.#columns.fill(NONE);
    const columnOf = new Uint8Array(size + 1);
    for (const turned of turns) {
      for (let first = 0; first < size; first++) {
        const top = first - (first % boxRows);
        const base = turned + first * size;
        for (let k = 0; k < size; k++) columnOf[this.#values[base + k] as number] = k;
        for (let second = top; second < top + boxRows; second++) {
          if (second === first) continue;
          const below = turned + second * size;
          for (let k = 0; k < size; k++) {
            this.#image[k] = columnOf[this.#values[below + k] as number] as number;
          }
          this.#place(0, [turned, (1 << first) | (1 << second), base]);
        }
      }
    }
  }

  /**
   * Fills the places of the second row, from one on. Its value there is called by the place of that
   * value in the first row. So a column is chosen for the place, unless it has one, and the column
   * of the value in the first row gets the smallest place that it may have, unless it has one.
   */
  #place(place: number, start: Start): void {
    const { size, boxColumns } = this.#shape;
    if (place === size) {
      this.#keepFull(start);
      return;
    }
    const there = this.#columns[place] as number;
    if (there !== NONE) {
      this.#follow(place, there, start);
      return;
    }
    const stack = inStack(this.#columns, (place / boxColumns) | 0, boxColumns);
    for (let column = 0; column < size; column++) {
      if (this.#placeOf[column] !== NONE) continue;
      const own = (column / boxColumns) | 0;
      if (stack === NONE ? inStack(this.#placeOf, own, boxColumns) !== NONE : own !== stack) {
        continue;
      }
      this.#put(column, place);
      this.#follow(place, column, start);
      this.#take(column);
    }
  }

  #follow(place: number, column: number, start: Start): void {
    const { size } = this.#shape;
    const form = this.#form;
    const image = this.#image[column] as number;
    const isOpen = this.#placeOf[image] === NONE;
    if (isOpen) this.#put(image, this.#smallestPlace(image));
    const value = (this.#placeOf[image] as number) + 1;
    const best = form[size + place] as number;
    if (value < best) {
      form[size + place] = value;
      form.fill(NONE, size + place + 1, 2 * size);
      this.#length = 0;
    }
    if (value <= best) this.#place(place + 1, start);
    if (isOpen) this.#take(image);
  }

  /** The smallest place that a column may have: in that of its stack, or in the first free one. */
  #smallestPlace(column: number): number {
    const { boxColumns } = this.#shape;
    let stack = inStack(this.#placeOf, (column / boxColumns) | 0, boxColumns);
    if (stack === NONE) {
      stack = 0;
      while (inStack(this.#columns, stack, boxColumns) !== NONE) stack++;
    }
    let place = stack * boxColumns;
    while (this.#columns[place] !== NONE) place++;
    return place;
  }

  #put(column: number, place: number): void {
    this.#columns[place] = column;
    this.#placeOf[column] = place;
  }

  #take(column: number): void {
    this.#columns[this.#placeOf[column] as number] = NONE;
    this.#placeOf[column] = NONE;
  }

  /** Makes a state with two rows of a full grid. */
  #keepFull([turned, used, base]: Start): void {
    const { size } = this.#shape;
    const every = (1 << size) - 1;
    const names = new Array(size + 1).fill(0);
    this.#columns.forEach((column, place) => {
      names[this.#values[base + column] as number] = place + 1;
    });
    this.#push([turned, used, every, every, 1, ...this.#columns, ...names]);
  }

  #push(state: readonly number[]): void {
    for (const number of state) this.#next[this.#length++] = number;
  }
}

/** Whether rows and columns have changed roles, the rows used, where the first row begins. */
type Start = readonly [turned: number, used: number, base: number];

/** The stack of what a list has in the places of a stack; NONE if it has nothing there. */
function inStack(list: Uint8Array, stack: number, width: number): number {
  for (let k = stack * width; k < (stack + 1) * width; k++) {
    if (list[k] !== NONE) return ((list[k] as number) / width) | 0;
  }
  return NONE;
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

function countBits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}
