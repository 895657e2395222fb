import { CHOSEN, COVERED, type Film, OPEN } from './film.ts';
import { canvas, mark, type Picture, s, short } from './film-drawing.ts';

/** The height of a list, of a block in it, and the room for a letter. */
const LIST_HEIGHT = 34;
const BLOCK_HEIGHT = 24;
const LETTER_WIDTH = 7.4;
const BLOCK_GAP = 3;
const LISTS_TOP = 8;
/** The most characters of an option in a block. */
const LABEL_CHARACTERS = 7;

/**
 * The lists of `cells`: a row for each item, with a block for each option of its list, in the order
 * in which they lie there. Marked ones are dashed. The bar stands behind the last live one:
 * there the next walk along the list ends.
 */
export class ListsPicture implements Picture {
  readonly element: Element;
  readonly #film: Film;
  readonly #left: number;
  readonly #unit: number;
  /** Item -> option -> its block there. */
  readonly #blocks: ReadonlyMap<number, SVGElement>[];
  readonly #rows: { row: SVGElement; bar: SVGElement; count: SVGElement }[] = [];

  constructor(film: Film) {
    this.#film = film;
    const { items, options, uses, choosable } = film.problem;
    const names = items.map((name) => short(name, 8));
    const labels = options.map((label) => short(label.replaceAll(' ', ''), LABEL_CHARACTERS));
    const longest = (list: readonly string[]) =>
      Math.max(1, ...list.map((name) => [...name].length));
    this.#left = 46 + LETTER_WIDTH * longest(names);
    this.#unit = Math.max(BLOCK_HEIGHT, 12 + LETTER_WIDTH * longest(labels)) + BLOCK_GAP;
    const width = this.#unit - BLOCK_GAP;
    const block = (option: number) =>
      s(
        'g.block',
        s('title', options[option]),
        s('rect', { width, height: BLOCK_HEIGHT, rx: 5 }),
        s('text', { x: width / 2, y: BLOCK_HEIGHT / 2 + 4.5 }, labels[option]),
      );
    this.#blocks = items.map((_, item) => {
      const own = [...uses.keys()].filter((k) => choosable[k] && uses[k]?.includes(item));
      return new Map(own.map((option) => [option, block(option)]));
    });
    for (const [item, name] of names.entries()) {
      const y = LISTS_TOP + LIST_HEIGHT * item;
      const slots = s('rect.slots', {
        x: this.#left - 3,
        y: y + 2,
        rx: 7,
        width: this.#unit * (this.#blocks[item]?.size ?? 0) + 3,
        height: BLOCK_HEIGHT + 6,
      });
      const bar = s('rect.fence', { width: 3, height: BLOCK_HEIGHT + 10, rx: 1.5 });
      const count = s('text.count', { x: this.#left - 14, y: y + 22 });
      const title = s('title', items[item]);
      const text = s('text.name', { x: 6, y: y + 22 }, title, name);
      this.#rows.push({ row: s('g.list', slots, text, count), bar, count });
    }
    this.element = canvas(
      this.#left + this.#unit * Math.max(1, ...this.#blocks.map(({ size }) => size)) + 14,
      LISTS_TOP + LIST_HEIGHT * items.length + 6,
      'The list of options of each item',
      ...this.#rows.map(({ row }) => row),
      ...this.#blocks.flatMap((own) => [...own.values()]),
      ...this.#rows.map(({ bar }) => bar),
    );
    this.element.classList.add('lists');
  }

  show(): void {
    const { tape, now } = this.#film;
    const { item: about, option: subject, kind } = now;
    let at = 0;
    for (const [item, { row, bar, count }] of this.#rows.entries()) {
      const state = tape.items[item];
      const blocks = this.#blocks[item];
      const list = tape.memory.subarray(at, at + blocks.size);
      at += blocks.size;
      let end = list.length;
      while (end > 0 && list[end - 1] < 0) end--;
      for (const [slot, k] of list.entries()) {
        const option = Math.abs(k) - 1;
        const block = blocks.get(option) as SVGElement;
        const x = this.#left + this.#unit * slot;
        block.style.transform = `translate(${x}px, ${LISTS_TOP + LIST_HEIGHT * item + 5}px)`;
        mark(block, {
          out: k < 0,
          covered: state === COVERED,
          subject: option === subject,
          chosen: tape.options[option] === CHOSEN,
        });
      }
      const x = this.#left + this.#unit * end - BLOCK_GAP;
      bar.style.transform = `translate(${x}px, ${LISTS_TOP + LIST_HEIGHT * item}px)`;
      mark(bar, { covered: state === COVERED });
      mark(row, {
        covered: state === COVERED,
        picked: item === about && kind === 'pick',
        dead: item === about && kind === 'dead',
        subject: item === about,
      });
      count.textContent = state === OPEN ? String(list.filter((k) => k > 0).length) : '';
    }
  }
}
