/** How exhibits name their items and options to people. */
import type { ItemUse } from '../../engine/problem/problem.ts';
import type { Words } from '../../engine/why/sentences.ts';
import type { LatticeName } from '../packing/lattices.ts';

/** Letters of houses, and what they stand for. */
const HOUSES: Readonly<Record<string, string>> = {
  r: 'row',
  c: 'column',
  b: 'box',
  w: 'window',
  g: 'region',
};
/** The diagonals from the top left and from the top right. */
const DIAGONALS = ['the falling diagonal', 'the rising diagonal'];
/** The grids of a samurai. */
const GRIDS: Readonly<Record<string, string>> = {
  nw: 'north-west',
  ne: 'north-east',
  mid: 'middle',
  sw: 'south-west',
  se: 'south-east',
};

/** The words for cells and values in houses: `5 in row 1` for `r1=5`, `5 at r1c2`. */
export function houseWords(
  symbolOf: (value: number) => string = String,
  regions: readonly string[] = [],
): Words {
  const valueIn = (name: string) => /^(?:([a-z]+)\.)?([a-z])(\d+)=(\d+)$/.exec(name);
  return {
    item(name) {
      const [, grid, letter = '', number, value] = valueIn(name) ?? [];
      if (value === undefined) return name;
      const of = grid === undefined ? '' : ` of the ${GRIDS[grid]} grid`;
      const which = letter === 'g' ? (regions[Number(number) - 1] ?? number) : number;
      const house = letter === 'd' ? DIAGONALS[Number(number) - 1] : `${HOUSES[letter]} ${which}`;
      return `${symbolOf(Number(value))} in ${house}${of}`;
    },
    option(items) {
      const [cell = '', ...houses] = namesIn(items);
      const value = houses.map(valueIn).find((found) => found !== null)?.[4];
      return `${symbolOf(Number(value))} at ${cell}`;
    },
  };
}

/**
 * The words for pieces and cells: `the piece L`, `L on r1c1 r1c2`. `kindOf`: what a cell is, undefined
 * for other items.
 */
export function tilingWords(
  pieceOf: (option: number) => string,
  kindOf: (item: string) => string | undefined = (item) => (isCell(item) ? '' : undefined),
): Words {
  return {
    item(name) {
      const other = /^x\d+y\d+\+$/.test(name) ? 'the crossing' : 'the piece';
      return `${kindOf(name) ?? other} ${name}`.trim();
    },
    option(items, option) {
      const cells = namesIn(items).filter((item) => kindOf(item) !== undefined);
      return `${pieceOf(option)} on ${cells.join(' ')}`;
    },
  };
}

/** What a cell is, before its name in a sentence. The names of squares and cubes say it. */
export const CELL_KINDS: Readonly<Record<LatticeName, string>> = {
  squares: '',
  cubes: '',
  hexagons: 'the hexagon',
  triangles: 'the triangle',
  edges: 'the edge',
  prisms: 'the prism',
  spheres: 'the sphere',
  rhombic: 'the cell',
  tetraoctahedra: 'the cell',
};

export const QUEENS_WORDS: Words = {
  item(name) {
    const [, letter = '', number] = /^([rcud])(\d+)$/.exec(name) ?? [];
    return `${{ ...HOUSES, u: 'rising diagonal', d: 'falling diagonal' }[letter]} ${number}`;
  },
  option(items) {
    const [row = '', column = ''] = namesIn(items);
    return `a queen at ${row}${column}`;
  },
};

export const LANGFORD_WORDS: Words = {
  item: (name) => (name.startsWith('s') ? `place ${name.slice(1)}` : `the pair of ${name}`),
  option(items) {
    const [value, first = '', second = ''] = namesIn(items);
    return `the pair of ${value} on ${first.slice(1)} and ${second.slice(1)}`;
  },
};

export const MACMAHON_WORDS: Words = {
  item(name) {
    const [, side, row, column] = /^([hv])(\d+)\.(\d+)$/.exec(name) ?? [];
    if (side !== undefined)
      return `the edge ${side === 'h' ? 'above' : 'left of'} r${row}c${column}`;
    return /^[a-f]{4}$/.test(name) ? `the square ${name}` : name;
  },
  option(items) {
    const [square, cell, ...edges] = items;
    const colours = edges.map((edge) => (typeof edge === 'string' ? '' : edge.colour)).join('');
    return `the square ${square} at ${cell} as ${colours}`;
  },
};

/** Runs of a line count from 1; a cell lies in its row, and in its column. */
export const NONOGRAM_WORDS: Words = {
  item(name) {
    const [, letter = '', line, run] = /^([rc])(\d+)\.(\d+)$/.exec(name) ?? [];
    if (run !== undefined) return `run ${run} of ${HOUSES[letter]} ${line}`;
    const [, cell, way] = /^(r\d+c\d+)([hv])$/.exec(name) ?? [];
    return cell === undefined ? name : `${cell} in its ${way === 'h' ? 'row' : 'column'}`;
  },
  option(items) {
    const names = namesIn(items);
    const cells = names.flatMap((name) => /^(r\d+c\d+)[hv]$/.exec(name)?.[1] ?? []);
    const run = names.find((name) => /^[rc]\d+\.\d+$/.test(name));
    if (run === undefined) return `a blank at ${cells[0]}`;
    const where = cells.length > 1 ? `${cells[0]} to ${cells.at(-1)}` : cells[0];
    return `${NONOGRAM_WORDS.item?.(run, 0)} on ${where}`;
  },
};

/** Words in lines. The colour of a cell is its letter. */
export const WORD_WORDS: Words = {
  item(name) {
    const [, letter = '', number] = /^([rc])(\d+)$/.exec(name) ?? [];
    if (number !== undefined) return `${HOUSES[letter]} ${number}`;
    return name.startsWith('=') ? `the word ${name.slice(1)}` : name;
  },
  option(items) {
    const [line = '', ...rest] = items;
    const letters = rest.map((use) => (typeof use === 'string' ? '' : use.colour)).join('');
    return `${letters} in ${WORD_WORDS.item?.(String(line), 0)}`;
  },
};

function namesIn(items: readonly ItemUse[]): string[] {
  return items.flatMap((item) => (typeof item === 'string' ? [item] : []));
}

function isCell(name: string): boolean {
  return /^r\d+c\d+(?:l\d+)?$/.test(name);
}
