import type { Clue, ClueKind, VariantShape } from '../../../src/sudoku.ts';

/*
 * What each kind of clue means, written a second time, for whole grids: it knows nothing of items,
 * options and rules.
 */

/** All grids with different values in rows, columns, 2 x 2 boxes if there are any, and pieces. */
export function fillings({ rows, columns, values, boxes, pieces }: VariantShape): number[][] {
  const places = Array.from({ length: rows * columns }, (_, k) => at(k, columns));
  const clash = (a: number, b: number) =>
    places[a].row === places[b].row ||
    places[a].column === places[b].column ||
    pieces.some((piece) => piece.includes(a) && piece.includes(b)) ||
    (boxes &&
      places[a].row >> 1 === places[b].row >> 1 &&
      places[a].column >> 1 === places[b].column >> 1);
  let partial: number[][] = [[]];
  for (let cell = 0; cell < places.length; cell++) {
    partial = partial.flatMap((grid) =>
      values
        .filter((value) => grid.every((other, k) => other !== value || !clash(k, cell)))
        .map((value) => [...grid, value]),
    );
  }
  return partial;
}

/** True if a grid keeps to a clue, among others. */
export function holds(
  { kind, cells, numbers }: Clue,
  grid: readonly number[],
  { columns, values, boxes, pieces }: VariantShape,
  clues: readonly Clue[],
): boolean {
  const own = cells.map((cell) => grid[cell]);
  const all = grid.map((_, cell) => cell);
  const [number = 0] = numbers;
  const [first = 0] = own;
  const last = own[own.length - 1] ?? 0;
  const [low, high] = [Math.min(first, last), Math.max(first, last)];
  const inner = own.slice(1, -1);
  const differ = (list: readonly number[]) => new Set(list).size === list.length;
  const steps = own.slice(1).map((value, k) => Math.abs(value - own[k]));
  const near = (a: number) => all.filter((b) => distance(a, b, columns).join() === '0,1');
  const cellsOf = (...kinds: ClueKind[]) =>
    clues.filter((clue) => kinds.includes(clue.kind)).map((clue) => clue.cells);
  /** Pairs of neighbours without one of these marks. */
  const unmarked = (...kinds: ClueKind[]) =>
    all.flatMap((a) =>
      near(a)
        .filter((b) => !cellsOf(...kinds).some((pair) => pair.includes(a) && pair.includes(b)))
        .map((b): [number, number] => [grid[a], grid[b]]),
    );
  const apart = (wanted: string) =>
    all.every((a) =>
      all.every((b) => distance(a, b, columns).join() !== wanted || grid[a] !== grid[b]),
    );
  switch (kind) {
    case 'anti-knight':
      return apart('1,2');
    case 'anti-king':
      return apart('1,1');
    case 'non-consecutive':
      return unmarked().every(([v, w]) => Math.abs(v - w) !== 1);
    case 'strict-difference':
      return unmarked('white-dot', 'black-dot').every(
        ([v, w]) => !numbers.includes(Math.abs(v - w)),
      );
    case 'strict-ratio':
      return unmarked('white-dot', 'black-dot').every(([v, w]) =>
        numbers.every((ratio) => v !== w * ratio && w !== v * ratio),
      );
    case 'strict-xv':
      return unmarked('x', 'v').every(([v, w]) => v + w !== 5 && v + w !== 10);
    case 'disjoint-groups':
      return all.every((a) =>
        all.every((b) => {
          const [p, q] = [at(a, columns), at(b, columns)];
          const isSame = (p.row - q.row) % 2 === 0 && (p.column - q.column) % 2 === 0;
          return a === b || !isSame || grid[a] !== grid[b];
        }),
      );
    case 'windoku':
      // Of 4x4: one window in the middle. There is none in a smaller grid.
      return grid.length < 16 || differ([5, 6, 9, 10].map((cell) => grid[cell]));
    case 'diagonal':
    case 'extra-region':
      return differ(own);
    case 'cage':
      return differ(own) && (numbers.length === 0 || total(own) === number);
    case 'clone':
      return own.slice(0, own.length / 2).join() === own.slice(own.length / 2).join();
    case 'odd':
      return own.every((value) => value % 2 === 1);
    case 'even':
      return own.every((value) => value % 2 === 0);
    case 'minimum':
    case 'maximum': {
      const marked = cellsOf(kind).flat();
      const sign = kind === 'minimum' ? 1 : -1;
      return cells.every((cell) =>
        near(cell).every(
          (other) => marked.includes(other) || sign * (grid[other] - grid[cell]) > 0,
        ),
      );
    }
    case 'arrow':
      return first === total(own.slice(1));
    case 'pill-arrow':
      return (
        own.slice(0, number).reduce((sum, digit) => 10 * sum + digit, 0) ===
        total(own.slice(number))
      );
    case 'thermometer':
      return own.every((value, k) => k === 0 || value > own[k - 1]);
    case 'inequality':
      return first > last;
    case 'whisper':
      return steps.every((step) => step >= number);
    case 'renban':
      return differ(own) && Math.max(...own) - Math.min(...own) === own.length - 1;
    case 'between':
      return inner.every((value) => low < value && value < high);
    case 'lockout':
      return high - low >= number && inner.every((value) => value < low || value > high);
    case 'palindrome':
      return own.join() === [...own].reverse().join();
    case 'region-sum': {
      const regionOf = (cell: number) => {
        const { row, column } = at(cell, columns);
        if (boxes) return `${row >> 1} ${column >> 1}`;
        return String(pieces.findIndex((piece) => piece.includes(cell)));
      };
      const sums: number[] = [];
      for (const [k, cell] of cells.entries()) {
        if (k === 0 || regionOf(cell) !== regionOf(cells[k - 1])) sums.push(0);
        sums[sums.length - 1] += grid[cell];
      }
      return new Set(sums).size === 1;
    }
    case 'white-dot':
      return high - low === number;
    case 'black-dot':
      return high === low * number || low === high * number;
    case 'x':
      return first + last === 10;
    case 'v':
      return first + last === 5;
    case 'quadruple':
      return numbers.every(
        (value) =>
          own.filter((one) => one === value).length >=
          numbers.filter((one) => one === value).length,
      );
    case 'little-killer':
      return total(own) === number;
    case 'sandwich': {
      const ends = [own.indexOf(values[0]), own.indexOf(values[values.length - 1])];
      const [from, to] = [Math.min(...ends), Math.max(...ends)];
      return from >= 0 && total(own.slice(from + 1, to)) === number;
    }
    case 'skyscraper':
      return own.filter((value, k) => value > Math.max(0, ...own.slice(0, k))).length === number;
    case 'x-sum':
      return first <= own.length && total(own.slice(0, first)) === number;
    case 'numbered-room':
      return first > 0 && own[first - 1] === number;
  }
}

function at(cell: number, columns: number): { row: number; column: number } {
  return { row: Math.floor(cell / columns), column: cell % columns };
}

/** Rows and columns between two cells, the lesser number first. */
function distance(a: number, b: number, columns: number): [number, number] {
  const [p, q] = [at(a, columns), at(b, columns)];
  const [down, right] = [Math.abs(p.row - q.row), Math.abs(p.column - q.column)];
  return [Math.min(down, right), Math.max(down, right)];
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
