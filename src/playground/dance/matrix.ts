import { count } from '../numbers.ts';
import {
  CHOSEN,
  COLOURED,
  COVERED,
  type Film,
  GONE,
  LIVE,
  NONE,
  OPEN,
  type SmallProblem,
} from './film.ts';
import { canvas, mark, type Picture, s, short } from './film-drawing.ts';

/** The sizes of a matrix in pixels: a small one has larger cells. */
interface Sizes {
  readonly cell: number;
  readonly left: number;
  readonly top: number;
  readonly font: number;
}

/** The room for a letter of the labels, as a part of the size of the font. */
const LETTER_PART = 0.62;
/** The room for the marks, and the least and the most that one cell takes of it. */
const MATRIX_WIDTH = 490;
const MATRIX_HEIGHT = 600;
const MATRIX_LEAST_CELL = 13;
const MATRIX_MOST_CELL = 34;
/** Smaller cells have smaller letters. */
const SMALL_LETTER_CELL = 17;
/** The height of the row of counts. */
const COUNTS_HEIGHT = 22;

/**
 * The matrix: a column for each item, a row for each option, and a mark where the option has the
 * item. Covered rows and columns are dimmed. Under the name of each item stands the number of
 * options that it has left.
 */
export class Matrix implements Picture {
  readonly element: Element;
  readonly #film: Film;
  readonly #columns: { head: SVGElement; count: SVGElement; stripe: SVGElement; row?: number }[] =
    [];
  readonly #rows: SVGElement[] = [];

  constructor(film: Film) {
    this.#film = film;
    const { problem } = film;
    const { items, options, uses } = problem;
    const sizes = sizesOf(problem);
    const { cell, left, top } = sizes;
    const bottom = top + COUNTS_HEIGHT;
    const height = bottom + cell * options.length + 6;
    const width = left + cell * items.length + 8;
    for (let item = 0; item < items.length; item++) {
      this.#columns.push(columnOf(problem, item, sizes, height));
    }
    for (let option = 0; option < options.length; option++) {
      const y = bottom + cell * option;
      const label = options[option];
      const row = s(
        'g.row',
        s('title', label),
        s('rect.band', { x: 1, y: y + 1, width: width - 2, height: cell - 2, rx: 4 }),
        s('text.tick', { x: 6, y: y + cell / 2 + 4 }, '✓'),
        s('text.name', { x: left - 8, y: y + cell / 2 + 4 }, short(label, 14)),
        ...(uses[option] as number[]).map((item, k) =>
          markOf(problem, option, k, left + cell * item, y, cell),
        ),
      );
      this.#rows.push(row);
    }
    const stripes = this.#columns.map(({ stripe }) => stripe);
    const heads = this.#columns.flatMap(({ head, count }) => [head, count]);
    const names = `The matrix: ${count(options.length, 'option')} in rows, ${count(items.length, 'item')} in columns`;
    this.element = canvas(width, height, names, ...stripes, ...this.#rows, ...heads);
    this.element.classList.add('matrix');
    mark(this.element, { tiny: cell < SMALL_LETTER_CELL });
  }

  show(): void {
    const film = this.#film;
    const { problem, tape } = film;
    const { kind, item: about, option: subject } = film.now;
    const counts = lengths(film);
    const primary = problem.compiled.primary;
    const fewest = Math.min(
      ...counts.filter((_, item) => item < primary && tape.items[item] === OPEN),
    );
    for (const [item, { head, count, stripe }] of this.#columns.entries()) {
      const state = tape.items[item];
      const isCovered = state === COVERED;
      const picked = item === about && (kind === 'pick' || kind === 'dead');
      for (const element of [head, count, stripe]) {
        mark(element, {
          covered: isCovered,
          coloured: state === COLOURED,
          picked,
          dead: item === about && (kind === 'dead' || kind === 'conflict'),
          subject: item === about,
        });
      }
      mark(count, {
        fewest: kind === 'pick' && item < primary && !isCovered && counts[item] === fewest,
      });
      count.textContent = isCovered ? '' : String(counts[item]);
    }
    for (const [option, row] of this.#rows.entries()) {
      const state = tape.options[option];
      const isRival =
        kind === 'pick' &&
        about !== NONE &&
        state === LIVE &&
        (problem.uses[option] as number[]).includes(about);
      mark(row, {
        gone: state === GONE,
        chosen: state === CHOSEN,
        subject: option === subject,
        candidate: isRival,
      });
    }
  }
}

/** Item -> the number of options that it has left. */
function lengths({ problem, tape }: Film): number[] {
  const counts = problem.items.map(() => 0);
  for (const [option, uses] of problem.uses.entries()) {
    if (tape.options[option] !== LIVE) continue;
    for (const item of uses) counts[item] = counts[item] + 1;
  }
  return counts;
}

function sizesOf({ items, options }: SmallProblem): Sizes {
  const large = items.length <= 12 && options.length <= 12;
  const fitting = Math.min(MATRIX_WIDTH / items.length, MATRIX_HEIGHT / options.length);
  const cell = large
    ? MATRIX_MOST_CELL
    : Math.max(MATRIX_LEAST_CELL, Math.min(MATRIX_MOST_CELL, Math.floor(fitting)));
  const font = large ? 15 : 11.5;
  const longest = (names: readonly string[], most: number) =>
    Math.max(1, ...names.map((name) => [...short(name, most)].length));
  const left = 30 + Math.ceil(LETTER_PART * font * longest(options, 14));
  const top = 10 + Math.ceil(LETTER_PART * font * longest(items, 10)) + (large ? 8 : 0);
  return { cell, left, top, font };
}

function columnOf(
  { items, compiled }: SmallProblem,
  item: number,
  { cell, left, top }: Sizes,
  height: number,
) {
  const x = left + cell * item;
  const middle = x + cell / 2;
  const name = items[item];
  const flat = items.every((one) => [...one].length === 1);
  const place = flat
    ? { x: middle, y: top - 4, class: 'item flat' }
    : { transform: `translate(${middle + 4} ${top - 4}) rotate(-90)`, class: 'item' };
  const isSecondary = item >= compiled.primary;
  const head = s(
    'text',
    place,
    s('title', isSecondary ? `${name}, at most once` : name),
    short(name),
  );
  mark(head, { secondary: isSecondary });
  const count = s('text.count', { x: middle, y: top + 14 });
  const stripe = s('rect.stripe', {
    x: x + 1,
    y: top,
    width: cell - 2,
    height: height - top - 4,
    rx: 4,
  });
  return { head, count, stripe };
}

/** A mark where an option has an item: a square, or a diamond with the colour's number. */
function markOf(
  { hues }: SmallProblem,
  option: number,
  k: number,
  x: number,
  y: number,
  cell: number,
): SVGElement {
  const inset = cell * 0.22;
  const size = cell - 2 * inset;
  const hue = hues[option]?.[k] ?? 0;
  const square = s('rect.dot', {
    x: x + inset,
    y: y + inset,
    width: size,
    height: size,
    rx: size * 0.24,
  });
  if (hue === 0) return square;
  const number = s('text.hue', { x: x + cell / 2, y: y + cell / 2 + 3.5 }, String(hue));
  return s('g.hued', square, number);
}
