/**
 * Variants of Sudoku: what the page shows of a text, and which of its clues contradict each other or
 * are superfluous. It loads with the first one.
 */
import { QuadrilleError } from '../engine/problem/error.ts';
import type { Problem } from '../engine/problem/problem.ts';
import type { Slices } from '../engine/problem/slices.ts';
import { RuledProblem } from '../engine/rules/ruled-problem.ts';
import { first, isUnique } from '../engine/solve/api.ts';
import { shrink } from '../engine/why/shrink.ts';
import { type VariantCover, variantCover } from '../puzzles/pencil/variant-cover.ts';
import type { Board } from '../puzzles/picture/board.ts';
import { sumCells } from '../puzzles/picture/clue-places.ts';
import { SQUARE_SIDE } from '../puzzles/picture/svg/svg-board.ts';
import { clueLayers, variantBoard } from '../puzzles/picture/variant.ts';
import type { Placement } from '../puzzles/sudoku/encode.ts';
import type { Clue, ClueKind } from '../puzzles/variants/clue.ts';
import { titleOf } from '../puzzles/variants/clue-words.ts';
import type { VariantForm } from '../puzzles/variants/forms.ts';
import { variant } from '../puzzles/variants/read.ts';
import { Variant } from '../puzzles/variants/variant.ts';
import { writeVariant } from '../puzzles/variants/write.ts';
import type { Layout, ReadVariant } from './sudoku-state.ts';
import { variantWords } from './variant-words.ts';

/** A variant with values in its cells, 0 for a blank. */
interface FilledVariant {
  readonly text: string;
  readonly givens: readonly number[];
}

/** A clue, or a cell with given values: what may be left out of a variant. */
export interface Part {
  /** `cage of 15 at r1c3`, `given 5 at r1c1`. */
  readonly title: string;
  readonly cells: readonly number[];
}

type Region = Layout['regions'][number];

/** The last text and its variant. */
let last: { readonly text: string; readonly variant: Variant } | undefined;

function variantOf(text = ''): Variant {
  if (last?.text !== text) last = { text, variant: variant(text) };
  return last.variant;
}

/** What the page shows of a text. */
export function readVariant({ text }: { readonly text: string }): ReadVariant {
  const stated = variantOf(text);
  const { title, rules, grid, shape } = stated;
  const least = shape.values[0];
  const layout = layoutOf(text);
  return {
    text,
    layout: { ...layout, around: aroundIn(stated), drawing: drawingOf(stated, layout) },
    marks: Array.from({ length: grid.cells }, (_, cell) => {
      const values = stated.candidates.get(cell) ?? [];
      return values.length > 1 ? bitsOf(values.map((value) => value - least + 1)) : 0;
    }),
    givens: stated.givens.map((value) => (value === undefined ? 0 : value - least + 1)),
    words: variantWords(stated),
    title,
    everywhere: clueLayers(stated).words,
    rules,
  };
}

export function layoutOf(text: string | undefined): Layout {
  const { shape, grid } = variantOf(text);
  const { rows, columns, values, pieces } = shape;
  const boxes = shape.boxes ? grid.boxes() : [];
  const placeIn = (groups: readonly (readonly number[])[], cell: number) =>
    groups.findIndex((cells) => cells.includes(cell));
  const cells = Array.from({ length: grid.cells }, (_, cell) => cell);
  return {
    rows,
    columns,
    values: values.length,
    least: values[0],
    regions: cells.map((cell) => placeIn(boxes.length > 0 ? boxes : pieces, cell)),
    isTinted: cells.map(() => false),
  };
}

/** Cell -> the titles of the clues that it is in. */
function aroundIn({ clues, grid }: Variant): string[][] {
  return Array.from({ length: grid.cells }, (_, cell) =>
    clues.filter(({ cells }) => cells.includes(cell)).map((clue) => titleOf(clue, grid)),
  );
}

/** The grid and its clues, without values: thin lines between cells, thick ones between regions. */
function drawingOf(stated: Variant, { rows, columns, regions }: Layout): Layout['drawing'] {
  const { under, over, room } = clueLayers(stated);
  const side = SQUARE_SIDE;
  const thin: string[] = [];
  const thick: string[] = [];
  const draw = (a: Region, b: Region, path: string) => (a === b ? thin : thick).push(path);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const cell = row * columns + column;
      const [x, y] = [(column + 1) * side, (row + 1) * side];
      if (column + 1 < columns) draw(regions[cell], regions[cell + 1], `M${x} ${y - side}v${side}`);
      if (row + 1 < rows) draw(regions[cell], regions[cell + columns], `M${x - side} ${y}h${side}`);
    }
  }
  const [width, height] = [columns * side, rows * side];
  const view = [
    -room.left * side,
    -room.above * side,
    width + (room.left + room.right) * side,
    height + (room.above + room.below) * side,
  ];
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" class="clues" viewBox="${view.join(' ')}" aria-hidden="true">`,
    `<rect class="ground" x="${view[0]}" y="${view[1]}" width="${view[2]}" height="${view[3]}"/>`,
    under,
    `<path class="thin" d="${thin.join('')}"/>`,
    `<path class="thick" d="${thick.join('')}M0 0h${width}v${height}h${-width}z"/>`,
    over,
    '</svg>',
  ];
  return { svg: svg.join(''), room, summed: [...sumCells(stated.clues).values()] };
}

/** The picture of a variant with other givens, and values in its blank cells if there are some. */
export function pictureOf(
  text: string | undefined,
  givens: readonly number[],
  values: readonly number[] = [],
): Board {
  const stated = variantOf(text);
  const { title, author } = stated;
  const { shape, clues, candidates } = filled(stated, givens);
  return variantBoard(new Variant({ shape, clues, candidates, title, author }), {
    values: values.map((value) => shape.values[value - 1]),
  });
}

/** Values as bits, bit v for value v. */
function bitsOf(values: readonly number[]): number {
  return values.reduce((bits, value) => bits | (1 << value), 0);
}

/** The problem of a variant with other givens; without givens all values are options. */
export function problemOf(
  text: string | undefined,
  givens?: readonly number[],
): Problem<Placement | undefined> {
  return filled(variantOf(text), givens).problem;
}

/** A variant with other givens. Given candidates stay. */
function filled(stated: Variant, givens: readonly number[] = []): Variant {
  const { shape, clues, candidates, grid } = stated;
  const others = new Map<number, readonly number[]>();
  for (let cell = 0; cell < grid.cells; cell++) {
    const known = candidates.get(cell);
    const given = givens[cell] ?? 0;
    const values = known?.length === 1 ? shape.values : stated.valuesOf(cell);
    if (given > 0) {
      others.set(
        cell,
        values.filter((value) => value === shape.values[given - 1]),
      );
    } else if (values.length < shape.values.length) others.set(cell, values);
  }
  return new Variant({ shape, clues, candidates: others });
}

/** All parts of a variant that may be left out, and the variant with some of them. */
class Parts {
  readonly all: readonly Part[];
  readonly #variant: Variant;
  /** The clues of each part. */
  readonly #groups: readonly (readonly Clue[])[];

  constructor({ text, givens }: FilledVariant) {
    this.#variant = filled(variantOf(text), givens);
    const { clues, candidates, grid } = this.#variant;
    this.#groups = groupsOf(clues);
    this.all = [
      ...this.#groups.map((own) => ({
        title: titleOf(own[0], grid),
        cells: own.flatMap(({ cells }) => cells),
      })),
      ...[...candidates].map(([cell, values]) => ({
        title: `given ${values.join('/') || 'nothing'} at ${grid.nameOf(cell)}`,
        cells: [cell],
      })),
    ];
  }

  /** The problem of some parts, by their numbers. */
  problem(some: Iterable<number>): Problem<Placement | undefined> {
    const { shape, candidates } = this.#variant;
    const isIn = new Set(some);
    const { length } = this.#groups;
    return new Variant({
      shape,
      clues: this.#groups.filter((_, k) => isIn.has(k)).flat(),
      candidates: new Map([...candidates].filter((_, k) => isIn.has(length + k))),
    }).problem;
  }
}

/** What a rule says of cells without a mark depends on all marks: they are one part. */
const DEPENDENT: readonly (readonly ClueKind[])[] = [
  ['strict-difference', 'strict-ratio', 'white-dot', 'black-dot'],
  ['strict-xv', 'x', 'v'],
  ['minimum'],
  ['maximum'],
];

function groupsOf(clues: readonly Clue[]): Clue[][] {
  const groups: Clue[][] = [];
  let rest = clues;
  for (const kinds of DEPENDENT) {
    // The first of them gives the name.
    const own = kinds.flatMap((kind) => clues.filter((clue) => clue.kind === kind));
    const depends = kinds.length === 1 || own.some(({ kind }) => kind.startsWith('strict-'));
    if (!depends || own.length === 0) continue;
    groups.push(own);
    rest = rest.filter((clue) => !own.includes(clue));
  }
  return [...groups, ...rest.map((clue) => [clue])];
}

/** The variant of a text with its words and other givens. */
function restated({ text, givens }: FilledVariant): Variant {
  const stated = variantOf(text);
  const { title, author, rules } = stated;
  const { shape, clues, candidates } = filled(stated, givens);
  return new Variant({ shape, clues, candidates, title, author, rules });
}

/** A variant with other givens as a text: the short one, or one with all kinds of clues. */
export function writtenVariant(input: FilledVariant): string {
  const whole = restated(input);
  const { title, author, rules } = whole;
  // Only the longer one has words.
  const hasWords = title !== undefined || author !== undefined || rules !== undefined;
  const [form, other]: readonly [VariantForm, VariantForm] = hasWords
    ? ['f-puzzles', 'iss']
    : ['iss', 'f-puzzles'];
  try {
    return writeVariant(whole, form);
  } catch (error) {
    if (!(error instanceof QuadrilleError)) throw error;
    return writeVariant(whole, other);
  }
}

/** The pages that open a variant by its address. */
const PAGES: readonly (readonly [title: string, form: VariantForm])[] = [
  ['f-puzzles', 'f-puzzles-address'],
  ['SudokuPad', 'sudokupad-address'],
  ['Interactive Sudoku Solver', 'iss-address'],
];

/** The addresses of a variant with other givens; why there are no others. */
export interface VariantLinks {
  readonly links: readonly { readonly title: string; readonly address: string }[];
  readonly refusals: readonly string[];
}

export function variantLinks(input: FilledVariant): VariantLinks {
  const whole = restated(input);
  const links: { title: string; address: string }[] = [];
  /** Two of the pages read the same form. */
  const refusals = new Set<string>();
  for (const [title, form] of PAGES) {
    try {
      links.push({ title, address: writeVariant(whole, form) });
    } catch (error) {
      if (!(error instanceof QuadrilleError)) throw error;
      refusals.add(error.message);
    }
  }
  return { links, refusals: [...refusals] };
}

/** The parts that contradict each other, none of which can be spared; how many are left so far. */
export function contradiction(
  input: FilledVariant,
  onNews: (news: { readonly left: number }) => void,
): readonly Part[] {
  const parts = new Parts(input);
  function* solution(some: readonly number[]): Slices<true | undefined> {
    yield;
    return first(parts.problem(some)).solution && true;
  }
  const shrinking = shrink([...parts.all.keys()], solution, (left) => left);
  for (;;) {
    const { done, value } = shrinking.next();
    if (done) return value.map((k) => parts.all[k]);
    if (value.kept !== undefined) onNews({ left: value.kept.length });
  }
}

/** A variant with the givens of a reader, and the problem of which its steps speak. */
export class CoveredVariant {
  readonly variant: Variant;
  readonly layout: Layout;
  readonly #givens: readonly number[];

  constructor(text: string | undefined, givens: readonly number[]) {
    this.variant = filled(variantOf(text), givens);
    this.layout = layoutOf(text);
    this.#givens = givens;
  }

  get cover(): VariantCover {
    return variantCover(this.variant);
  }

  /** The clues that values which a reader has written break, each by itself. */
  brokenBy(written: readonly number[]): Part[] {
    const { shape, grid, clues, problem } = this.variant;
    const values = written.map((value, cell) => shape.values[(this.#givens[cell] || value) - 1]);
    const isOwn = (cell: number) => (written[cell] ?? 0) > 0;
    const broken = clues.flatMap((clue): Part[] => {
      const cells = clue.cells.filter((cell) => values[cell] !== undefined);
      if (!cells.some(isOwn)) return [];
      const candidates = new Map(cells.map((cell) => [cell, [values[cell] as number]]));
      const standsWith = (clues: readonly Clue[]) =>
        first(new Variant({ shape, clues, candidates }).problem).solution !== undefined;
      // Rows, columns and regions may do without the clue.
      if (standsWith([clue]) || !standsWith([])) return [];
      return [{ title: titleOf(clue, grid), cells }];
    });
    // Rules of the whole grid are stated pair by pair.
    const everywhere = clues.flatMap((clue) => (clue.cells.length > 0 ? [] : titleOf(clue, grid)));
    for (const rule of problem instanceof RuledProblem ? problem.rules : []) {
      const { name: title = '' } = rule;
      if (rule.kind !== 'table' && rule.kind !== 'different') continue;
      if (!everywhere.includes(title)) continue;
      const cells = rule.variables.map(({ item }) => Number(item));
      if (cells.some((cell) => values[cell] === undefined) || !cells.some(isOwn)) continue;
      const own = cells.map((cell) => values[cell]);
      const isKept =
        rule.kind === 'table'
          ? rule.tuples.some((tuple) => tuple.every((value, k) => value === own[k]))
          : new Set(own).size === own.length;
      if (!isKept) broken.push({ title, cells });
    }
    return broken;
  }
}

/** The variant of a text with the givens of a reader. */
export function coveredVariant(
  text: string | undefined,
  givens: readonly number[],
): CoveredVariant {
  return new CoveredVariant(text, givens);
}

/** How far the search for superfluous parts is. */
export interface Sparing {
  readonly tried: number;
  readonly all: number;
  /** Those without which there is one solution, each by itself. */
  readonly spare: readonly Part[];
}

/** Leaves out one part after the other of a variant with one solution. */
export function superfluous(input: FilledVariant, onNews: (news: Sparing) => void): Sparing {
  const parts = new Parts(input);
  const all = parts.all.length;
  const spare: Part[] = [];
  for (const [k, part] of parts.all.entries()) {
    const others = [...parts.all.keys()].filter((other) => other !== k);
    if (isUnique(parts.problem(others)).answer === 'unique') spare.push(part);
    onNews({ tried: k + 1, all, spare });
  }
  return { tried: all, all, spare };
}
