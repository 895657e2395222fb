// Sudokus of 9x9. A round of propagation goes over the whole board in a few hundred operations on registers
// of 128 bits, whatever it finds; so there is hardly a jump that depends on the puzzle. The idea to reason
// about triads, the three cells that a box shares with a row or a column, is Tom Dillon's (tdoku).
//
// A state is nine vectors. Vector 3r + c has the cells in row r and column c of all boxes: a lane for each
// band of boxes (the fourth is empty), a field for each box of the band:
//
//     lane     31 30 | 29 ... 20 | 19 ... 10 | 9 ... 0
//               -  -    3rd box     2nd box    1st box
//     field    guard | may be 9 | ... | may be 1
//
// The guard is 1, so that 1 can be taken from all fields at once: it becomes 0 where the values were empty.
//
// From an address on:
//
//     GRID     81 bytes: the givens, 0 for a blank; after a solution, its values
//     ROUND    vectors that a round keeps for its second half
//     STATES   the state of each guess that is open

const GRID: usize = 0;
const ROUND: usize = 96;
const STATES: usize = 240;
/** The bytes of a state, and of a third of it. */
const STATE: usize = 144;
const THIRD: usize = 48;
const VECTOR: usize = 16;

const ALL_VALUES = 0x1ff;
const FIELD = 10;
const THREE_GUARDS = 0x20080200;
const THREE_ONES = 0x00100401;

// How a state stands after propagation.
const IMPOSSIBLE = 0;
const OPEN = 1;
const SOLVED = 2;

/**
 * Searches for solutions of the grid, up to a number of solutions and of guesses, and writes the first one over
 * it. Returns the number that it found, or -1 if the guesses did not suffice.
 */
export function triads(address: usize, wanted: i32, guesses: i32): i32 {
  const first = address + STATES;
  read(first, address + GRID);
  let state = first;
  let solutions = 0;
  for (;;) {
    const outcome = propagate(state, address + ROUND);
    if (outcome == OPEN) {
      if (guesses-- == 0) return -1;
      guess(state);
      state += STATE;
      continue;
    }
    if (outcome == SOLVED) {
      if (solutions == 0) write(address + GRID, state);
      if (++solutions == wanted) break;
    }
    if (state == first) break;
    // What a guess left over is the state before it.
    state -= STATE;
  }
  return solutions;
}

/**
 * Removes values until no rule removes any: a cell has one value; a box has each value once; the rows of a
 * band have a value in three triads, one in each row and in each box, and so have the columns of a stack.
 * Hidden singles of rows and columns, pointing and claiming follow from these.
 */
function propagate(state: usize, round: usize): i32 {
  const guards = i32x4(THREE_GUARDS, THREE_GUARDS, THREE_GUARDS, 0);
  const ones = i32x4(THREE_ONES, THREE_ONES, THREE_ONES, 0);
  const values = i32x4.sub(guards, ones);
  const none = i64x2.splat(0);
  for (;;) {
    // Of each box: the values with a place, those with two, those that a cell has alone, that two cells do.
    let one = none;
    let two = none;
    let taken = none;
    let twice = none;
    let filled = guards;
    for (let at: usize = 0; at < STATE; at += VECTOR) {
      const cells = v128.load(state + at);
      two = v128.or(two, v128.and(one, cells));
      one = v128.or(one, cells);
      const less = i32x4.sub(cells, ones);
      filled = v128.and(filled, less);
      const several = v128.and(guards, i32x4.sub(v128.and(cells, less), ones));
      const single = v128.andnot(cells, fields(several));
      twice = v128.or(twice, v128.and(taken, single));
      taken = v128.or(taken, single);
      v128.store(round + at, single);
    }
    const wrong = v128.or(v128.andnot(twice, guards), v128.andnot(guards, filled));
    if (v128.any_true(v128.or(wrong, v128.andnot(values, one)))) return IMPOSSIBLE;
    const hidden = v128.or(guards, v128.andnot(one, two));
    for (let at: usize = 0; at < STATE; at += VECTOR) {
      const cells = v128.load(state + at);
      const here = v128.and(cells, hidden);
      const others = v128.andnot(fields(v128.and(guards, i32x4.sub(here, ones))), here);
      const out = v128.or(others, v128.andnot(taken, v128.load(round + at)));
      v128.store(round + at, v128.andnot(cells, out));
    }
    // The triads of rows. A value has six ways to stand in a band: in the rows 0, 1, 2 it is in the boxes k,
    // k + 1, k + 2, or in k, k - 1, k - 2.
    let a = union(round, VECTOR);
    let b = union(round + THIRD, VECTOR);
    let c = union(round + 2 * THIRD, VECTOR);
    let up = v128.and(a, v128.and(nextBox(b), boxBefore(c)));
    let down = v128.and(a, v128.and(boxBefore(b), nextBox(c)));
    const row0 = v128.or(up, down);
    const row1 = v128.or(boxBefore(up), nextBox(down));
    const row2 = v128.or(nextBox(up), boxBefore(down));
    // The triads of columns.
    a = union(round, THIRD);
    b = union(round + VECTOR, THIRD);
    c = union(round + 2 * VECTOR, THIRD);
    up = v128.and(a, v128.and(nextBand(b), bandBefore(c)));
    down = v128.and(a, v128.and(bandBefore(b), nextBand(c)));
    const column0 = v128.or(up, down);
    const column1 = v128.or(bandBefore(up), nextBand(down));
    const column2 = v128.or(nextBand(up), bandBefore(down));
    let changes = keep(state, round, v128.and(row0, column0));
    changes = v128.or(changes, keep(state + VECTOR, round + VECTOR, v128.and(row0, column1)));
    changes = v128.or(changes, keep(state + 2 * VECTOR, round + 2 * VECTOR, v128.and(row0, column2)));
    changes = v128.or(changes, keep(state + 3 * VECTOR, round + 3 * VECTOR, v128.and(row1, column0)));
    changes = v128.or(changes, keep(state + 4 * VECTOR, round + 4 * VECTOR, v128.and(row1, column1)));
    changes = v128.or(changes, keep(state + 5 * VECTOR, round + 5 * VECTOR, v128.and(row1, column2)));
    changes = v128.or(changes, keep(state + 6 * VECTOR, round + 6 * VECTOR, v128.and(row2, column0)));
    changes = v128.or(changes, keep(state + 7 * VECTOR, round + 7 * VECTOR, v128.and(row2, column1)));
    changes = v128.or(changes, keep(state + 8 * VECTOR, round + 8 * VECTOR, v128.and(row2, column2)));
    if (!v128.any_true(changes)) return v128.any_true(v128.andnot(two, guards)) ? OPEN : SOLVED;
  }
  return IMPOSSIBLE;
}

/** All values in the fields whose guards these are. */
// @ts-expect-error: a decorator of AssemblyScript
@inline function fields(guards: v128): v128 {
  return i32x4.sub(guards, i32x4.shr_u(guards, 9));
}

/** The values of three vectors. */
// @ts-expect-error
@inline function union(at: usize, step: usize): v128 {
  return v128.or(v128.or(v128.load(at), v128.load(at + step)), v128.load(at + 2 * step));
}

/** In each box what the next one of the band has. Two bits are left beyond the fields, which an AND removes. */
// @ts-expect-error
@inline function nextBox(a: v128): v128 {
  return v128.or(i32x4.shr_u(a, FIELD), i32x4.shl(a, 2 * FIELD));
}

// @ts-expect-error
@inline function boxBefore(a: v128): v128 {
  return v128.or(i32x4.shl(a, FIELD), i32x4.shr_u(a, 2 * FIELD));
}

// @ts-expect-error
@inline function nextBand(a: v128): v128 {
  return v128.shuffle<i32>(a, a, 1, 2, 0, 3);
}

// @ts-expect-error
@inline function bandBefore(a: v128): v128 {
  return v128.shuffle<i32>(a, a, 2, 0, 1, 3);
}

/** Writes what the cells keep. Returns what they lose in the round. */
// @ts-expect-error
@inline function keep(to: usize, from: usize, kept: v128): v128 {
  const cells = v128.and(v128.load(from), kept);
  const lost = v128.xor(cells, v128.load(to));
  v128.store(to, cells);
  return lost;
}

/**
 * Gives a cell one of its values in the state that follows, and leaves it the others in this one. It is a cell
 * with two values; else a value with two places in a box; else what there is.
 */
function guess(state: usize): void {
  const guards = i32x4(THREE_GUARDS, THREE_GUARDS, THREE_GUARDS, 0);
  const ones = i32x4(THREE_ONES, THREE_ONES, THREE_ONES, 0);
  const next = state + STATE;
  let at: usize = 0;
  let open = guards;
  let isPair = false;
  // The values of each box that have a place, two, and three.
  let one = i64x2.splat(0);
  let two = one;
  let three = one;
  for (let k: usize = 0; k < STATE; k += VECTOR) {
    const cells = v128.load(state + k);
    v128.store(next + k, cells);
    if (isPair) continue;
    three = v128.or(three, v128.and(two, cells));
    two = v128.or(two, v128.and(one, cells));
    one = v128.or(one, cells);
    const second = v128.and(cells, i32x4.sub(cells, ones));
    const several = v128.and(guards, i32x4.sub(second, ones));
    if (!v128.any_true(several)) continue;
    const third = v128.or(guards, v128.and(second, i32x4.sub(second, ones)));
    const pairs = v128.andnot(several, i32x4.sub(third, ones));
    isPair = v128.any_true(pairs);
    at = k;
    open = isPair ? pairs : several;
  }
  let cells = v128.and(v128.load(state + at), fields(open));
  const inTwo = v128.andnot(v128.andnot(two, three), guards);
  if (!isPair && v128.any_true(inTwo)) {
    at = 0;
    while (!v128.any_true(v128.and(v128.load(state + at), inTwo))) at += VECTOR;
    cells = v128.and(v128.load(state + at), inTwo);
  }
  let word = i32x4.extract_lane(cells, 0);
  if (word == 0) {
    at += 4;
    word = i32x4.extract_lane(cells, 1);
  }
  if (word == 0) {
    at += 4;
    word = i32x4.extract_lane(cells, 2);
  }
  const bit = ctz(word);
  const value = 1 << bit;
  const others = (ALL_VALUES << (bit - (bit % FIELD))) ^ value;
  store<i32>(state + at, load<i32>(state + at) & ~value);
  store<i32>(next + at, load<i32>(next + at) & ~others);
}

/** Writes the state of a grid: a given is the one value of its cell. */
function read(state: usize, grid: usize): void {
  for (let row: usize = 0; row < 9; row++) {
    const band = row / 3;
    for (let column: usize = 0; column < 3; column++, grid++) {
      const word = THREE_GUARDS | choices(grid) | (choices(grid + 3) << FIELD) | (choices(grid + 6) << (2 * FIELD));
      store<i32>(state + (row - 3 * band) * THIRD + column * VECTOR + 4 * band, word);
    }
    grid += 6;
  }
  for (let at: usize = 0; at < STATE; at += VECTOR) store<i32>(state + at, 0, 12);
}

// @ts-expect-error
@inline function choices(cell: usize): i32 {
  const given = load<u8>(cell);
  return given == 0 ? ALL_VALUES : 1 << (<i32>given - 1);
}

function write(grid: usize, state: usize): void {
  for (let row: usize = 0; row < 9; row++) {
    const band = row / 3;
    for (let column: usize = 0; column < 3; column++, grid++) {
      const word = load<i32>(state + (row - 3 * band) * THIRD + column * VECTOR + 4 * band);
      store<u8>(grid, 1 + ctz(word));
      store<u8>(grid + 3, 1 + ctz(word >> FIELD));
      store<u8>(grid + 6, 1 + ctz(word >> (2 * FIELD)));
    }
    grid += 6;
  }
}
