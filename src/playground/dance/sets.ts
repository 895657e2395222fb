import { COVERED as COVERED_END } from '../../kernels/cells/cells.ts';
import { setsOf } from './cells.ts';
import { canvas, itemState, mark, memoryAt, optionState, type Picture, s, short } from './draw.ts';
import { COVERED, type Film, GONE, OPEN } from './film.ts';

/** The height of a set, of a block in it, and the room for a letter. */
const ROW = 34;
const BLOCK = 24;
const LETTER = 7.4;
const GAP = 3;
const TOP = 8;
/** The most characters of an option in a block. */
const LONGEST = 7;

/**
 * The sparse sets of `cells`: a row for each item, with a block for each of its options. Blocks
 * before the bar are live, blocks behind it are gone. To remove an option is to swap two blocks and
 * to move the bar.
 */
export class SetsFigure implements Picture {
  readonly element: Element;
  readonly #film: Film;
  readonly #where: ReturnType<typeof setsOf>;
  readonly #left: number;
  readonly #unit: number;
  /** Address of a node -> its block, its item and its option. */
  readonly #blocks = new Map<number, { block: SVGElement; item: number; option: number }>();
  readonly #rows: { row: SVGElement; bar: SVGElement; count: SVGElement }[] = [];

  constructor(film: Film) {
    this.#film = film;
    const { problem } = film;
    const { items, options, uses } = problem;
    this.#where = setsOf(problem);
    const names = items.map((name) => short(name, 8));
    const labels = options.map((label) => short(label.replaceAll(' ', ''), LONGEST));
    const longest = (list: readonly string[]) =>
      Math.max(1, ...list.map((name) => [...name].length));
    this.#left = 46 + LETTER * longest(names);
    this.#unit = Math.max(BLOCK, 12 + LETTER * longest(labels)) + GAP;
    const first = film.tape.state.subarray(memoryAt(problem));
    const sizes = items.map((_, item) => this.#slot(first, item + 1) - this.#slot(first, item));
    const width = this.#left + this.#unit * Math.max(1, ...sizes) + 14;
    for (const [item, name] of names.entries()) {
      const y = TOP + ROW * item;
      const frame = { class: 'slots', x: this.#left - 3, y: y + 2, rx: 7 };
      const slots = s('rect', {
        ...frame,
        width: this.#unit * (sizes[item] as number) + 3,
        height: BLOCK + 6,
      });
      const bar = s('rect', { class: 'fence', width: 3, height: BLOCK + 10, rx: 1.5 });
      const count = s('text', { class: 'count', x: this.#left - 14, y: y + 22 });
      const text = s(
        'text',
        { class: 'name', x: 6, y: y + 22 },
        s('title', {}, items[item] as string),
        name,
      );
      this.#rows.push({ row: s('g', { class: 'set' }, slots, text, count), bar, count });
    }
    const blocks: SVGElement[] = [];
    for (const [option, nodes] of this.#where.nodes.entries()) {
      for (const [k, node] of nodes.entries()) {
        const width = this.#unit - GAP;
        const block = s(
          'g',
          { class: 'block' },
          s('title', {}, options[option] as string),
          s('rect', { width, height: BLOCK, rx: 5 }),
          s('text', { x: width / 2, y: BLOCK / 2 + 4.5 }, labels[option] as string),
        );
        this.#blocks.set(node, { block, item: uses[option]?.[k] as number, option });
        blocks.push(block);
      }
    }
    const rows = this.#rows.map(({ row }) => row);
    const bars = this.#rows.map(({ bar }) => bar);
    const height = TOP + ROW * items.length + 6;
    this.element = canvas(
      width,
      height,
      'The set of options of each item',
      ...rows,
      ...blocks,
      ...bars,
    );
    this.element.classList.add('sets');
  }

  show(step: number): void {
    const film = this.#film;
    const { item: about, option: subject, kind } = film.steps[step] as Film['steps'][number];
    const a = film.tape.state.subarray(memoryAt(film.problem));
    for (const [node, { block, item, option }] of this.#blocks) {
      const slot = a[node + 1] as number;
      const end = a[item] as number;
      const x = this.#left + this.#unit * (slot - this.#slot(a, item));
      block.style.transform = `translate(${x}px, ${TOP + ROW * item + 5}px)`;
      mark(block, {
        // A covered item keeps its set as it is.
        out: itemState(film, item) === OPEN ? slot >= end : optionState(film, option) === GONE,
        covered: itemState(film, item) === COVERED,
        subject: option === subject,
        chosen: optionState(film, option) === 2,
      });
    }
    for (const [item, { row, bar, count }] of this.#rows.entries()) {
      const end = a[item] as number;
      const isCovered = end === COVERED_END || itemState(film, item) === COVERED;
      const size = (end === COVERED_END ? this.#slot(a, item + 1) : end) - this.#slot(a, item);
      const x = this.#left + this.#unit * size - GAP;
      bar.style.transform = `translate(${x}px, ${TOP + ROW * item}px)`;
      mark(bar, { covered: isCovered });
      mark(row, {
        covered: isCovered,
        picked: item === about && kind === 'pick',
        dead: item === about && kind === 'dead',
        subject: item === about,
      });
      count.textContent = itemState(film, item) === OPEN ? String(size) : '';
    }
  }

  /** The first slot of an item. */
  #slot(a: Int32Array, item: number): number {
    return a[this.#where.FIRST + item] as number;
  }
}
