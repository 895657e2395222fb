/** True if two different cells may not hold the same value; rows and columns count from 0. */
export type Clash = (a: [row: number, column: number], b: [row: number, column: number]) => boolean;

/** Two cells in one row or column. */
export const inLine: Clash = ([row, column], [otherRow, otherColumn]) =>
  row === otherRow || column === otherColumn;

/** The clashes of several rules together. */
export function anyOf(...rules: Clash[]): Clash {
  return (a, b) => rules.some((rule) => rule(a, b));
}

/**
 * Every way to fill a square board so that cells that clash differ, as texts: cell by cell,
 * straight from the rules. It knows nothing of items, options or houses.
 */
export function fillings(size: number, clash: Clash, givens?: ArrayLike<number>): string[] {
  const found: string[] = [];
  const grid = new Array<number>(size * size).fill(0);
  /** Cell -> the cells before it that it clashes with. */
  const before = grid.map((_, cell) =>
    grid.map((_, other) => other).filter((other) => other < cell && clash(at(cell), at(other))),
  );
  function at(cell: number): [number, number] {
    return [Math.floor(cell / size), cell % size];
  }
  function fill(cell: number): void {
    if (cell === size * size) {
      found.push(grid.join(' '));
      return;
    }
    for (let value = 1; value <= size; value++) {
      if (givens?.[cell] && givens[cell] !== value) continue;
      if (before[cell]?.some((other) => grid[other] === value)) continue;
      grid[cell] = value;
      fill(cell + 1);
    }
  }
  fill(0);
  return found;
}

/** Placed values as the text of a square board. */
export function asText(
  size: number,
  placed: readonly { row: number; column: number; value: number }[],
): string {
  const grid = new Array<number>(size * size).fill(0);
  for (const { row, column, value } of placed) grid[row * size + column] = value;
  return grid.join(' ');
}
