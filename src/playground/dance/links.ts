import { addressOf, column, nodesOf, row } from '../../engine/kernels/links/dance.ts';
import { CHOSEN, COVERED, type Film, GONE, NONE } from './film.ts';
import { canvas, mark, type Picture, s, short } from './film-drawing.ts';

/** The distance of two columns, and of two rows; where the first ones lie. */
const COLUMN_WIDTH = 62;
const ROW_HEIGHT = 42;
const FIRST_X = 110;
const FIRST_Y = 44;
const ITEM_WIDTH = 34;
const NODE_WIDTH = 24;
const RECORD_HEIGHT = 24;

/**
 * A record of the memory: its address, where it is drawn, and the address of the item of its
 * column, if it has one.
 */
interface RecordPlace {
  readonly address: number;
  readonly x: number;
  readonly y: number;
  readonly item: number;
  readonly element: SVGElement;
  /** Its link down, and for an item the one to the right. */
  readonly down: SVGElement;
  readonly right: SVGElement | undefined;
  /** The links that it keeps while it is out of its list. */
  readonly kept: SVGElement;
  /** The links as they are drawn: most of them stay the same from step to step. */
  drawn: string;
}

/**
 * The links as Knuth draws them: items in a row, and below each item the nodes of its options. All
 * lines are the links that stand in the memory of the search. A node that has left keeps its own
 * links, drawn dashed: by them it comes back.
 */
export class LinksPicture implements Picture {
  readonly element: Element;
  readonly #film: Film;
  readonly #places = new Map<number, RecordPlace>();
  /** Item -> the heights of its nodes. */
  readonly #columns: number[][] = [];
  readonly #root = { x: 54, y: FIRST_Y };
  readonly #rows: SVGElement[];
  readonly #rootLink = linkPath();

  constructor(film: Film) {
    this.#film = film;
    const { items, options, uses } = film.problem;
    const width = FIRST_X + COLUMN_WIDTH * (items.length - 1) + 60;
    const height = FIRST_Y + ROW_HEIGHT * options.length + 40;
    for (const [item, name] of items.entries()) {
      this.#place(addressOf(item), FIRST_X + COLUMN_WIDTH * item, FIRST_Y, item, true, name);
    }
    const nodes = nodesOf(film.tape.memory, items.length, options.length);
    this.#rows = options.map((label, option) => {
      const y = FIRST_Y + ROW_HEIGHT * (option + 1);
      const used = uses[option] as number[];
      for (const [k, address] of nodes[option].entries()) {
        const item = used[k];
        this.#place(address, FIRST_X + COLUMN_WIDTH * item, y, item, false, '');
      }
      const columns = used.map((item) => FIRST_X + COLUMN_WIDTH * item);
      const from = Math.min(...columns);
      const to = Math.max(...columns);
      const line = s('path.option', { d: `M${from} ${y}H${to}` });
      return s('g.line', line, s('text', { x: 62, y: y + 4 }, s('title', label), short(label, 8)));
    });
    const places = [...this.#places.values()];
    const root = s(
      'g.record.root',
      s('circle', { cx: this.#root.x, cy: this.#root.y, r: 6 }),
      s('title', 'The head of the list of items'),
    );
    this.element = canvas(
      width,
      height,
      'The links: items in a row, their nodes below them',
      arrowHeads(),
      ...this.#rows,
      ...places.flatMap(({ down, right, kept }) =>
        right === undefined ? [kept, down] : [kept, down, right],
      ),
      this.#rootLink,
      root,
      ...places.map(({ element }) => element),
    );
    this.element.classList.add('links');
  }

  show(before: number): void {
    const { tape, now } = this.#film;
    const { kind, item: about, option: subject } = now;
    const isNext = before !== NONE && Math.abs(tape.at - before) === 1;
    const a = tape.memory;
    for (const place of this.#places.values()) {
      const { address, item, element, down, right, kept, x, y } = place;
      const { above, below } = column(a, address);
      const isItem = right !== undefined;
      const beside = isItem ? row(a, address) : { size: 0, left: 0, right: 0 };
      const isIn = isItem
        ? row(a, beside.left).right === address
        : column(a, above).below === address;
      const wasIn = !element.classList.contains('out');
      const next = beside.right;
      const drawn = `${above} ${below} ${isIn} ${next}`;
      if (drawn !== place.drawn) {
        place.drawn = drawn;
        down.setAttribute('d', this.#downFrom(x, y, item, below, isItem || isIn));
        setHeads(down, below !== addressOf(item));
        right?.setAttribute('d', isIn ? this.#rightFrom(x, y, next) : '');
        if (right !== undefined) setHeads(right, next !== 0);
        let lines = '';
        if (!isIn && isItem) lines = this.#keptRow(x, y, address, beside);
        else if (!isIn) lines = this.#keptColumn(x, y, item, above, below);
        kept.setAttribute('d', lines);
      }
      mark(element, {
        out: !isIn,
        covered: tape.items[item] === COVERED,
        subject: item === about,
        picked: isItem && item === about && kind === 'pick',
        moved: isNext && wasIn !== isIn,
      });
      mark(kept, { fresh: element.classList.contains('moved') });
      if (isItem) {
        const count = element.lastElementChild as Element;
        count.textContent = String(beside.size);
      }
    }
    const first = row(a, 0).right;
    this.#rootLink.setAttribute('d', this.#rightFrom(this.#root.x, this.#root.y, first, 8));
    for (const [option, row] of this.#rows.entries()) {
      const state = tape.options[option];
      mark(row, { gone: state === GONE, chosen: state === CHOSEN, subject: option === subject });
    }
  }

  #place(address: number, x: number, y: number, item: number, isItem: boolean, name: string): void {
    const width = isItem ? ITEM_WIDTH : NODE_WIDTH;
    const box = s('rect', {
      x: x - width / 2,
      y: y - RECORD_HEIGHT / 2,
      width,
      height: RECORD_HEIGHT,
      rx: isItem ? 6 : 12,
    });
    const texts = isItem
      ? [
          s('text.name', { x, y: y + 4.5 }, s('title', name), short(name, 5)),
          s('text.length', { x: x + width / 2 - 2, y: y - RECORD_HEIGHT / 2 - 4 }),
        ]
      : [];
    const element = s('g', { class: isItem ? 'record head' : 'record' }, box, ...texts);
    if (isItem) this.#columns[item] = [];
    else this.#columns[item]?.push(y);
    const down = linkPath();
    const right = isItem ? linkPath() : undefined;
    const kept = s('path.kept', { 'marker-end': 'url(#dance-kept)' });
    this.#places.set(address, { address, x, y, item, element, down, right, kept, drawn: '' });
  }

  /**
   * The link down from a record: straight to the next row, round skipped records, and out at the
   * bottom to its item.
   */
  #downFrom(x: number, y: number, item: number, below: number, isIn: boolean): string {
    if (!isIn) return '';
    const from = y + RECORD_HEIGHT / 2;
    if (below === addressOf(item)) return from > FIRST_Y + RECORD_HEIGHT ? `M${x} ${from}v15` : '';
    const to = (this.#places.get(below)?.y ?? y) - RECORD_HEIGHT / 2;
    const between = this.#columns[item]?.some((other) => other > y && other < to);
    if (!between) return `M${x} ${from}V${to}`;
    const bulge = x + NODE_WIDTH / 2 + 9;
    return `M${x + 5} ${from}C${bulge} ${from + 14} ${bulge} ${to - 14} ${x + 5} ${to}`;
  }

  /**
   * The link to the right from an item or the root: over the items that are left out, and out at
   * the end.
   */
  #rightFrom(x: number, y: number, right: number, half = ITEM_WIDTH / 2): string {
    const from = x + half;
    if (right === 0) return `M${from} ${y}h14`;
    const target = this.#places.get(right)?.x ?? x;
    const to = target - ITEM_WIDTH / 2;
    const isNext = right === addressOf(0) ? x === this.#root.x : target - x === COLUMN_WIDTH;
    if (isNext) return `M${from} ${y}H${to}`;
    const over = y - RECORD_HEIGHT / 2 - 16;
    return `M${from} ${y - 5}C${from + 16} ${over} ${to - 16} ${over} ${to} ${y - 5}`;
  }

  /** The links up and down that a node keeps. */
  #keptColumn(x: number, y: number, item: number, above: number, below: number): string {
    const up = this.#places.get(above)?.y ?? y;
    const upTo = up + RECORD_HEIGHT / 2;
    const isLast = below === addressOf(item);
    const downTo = isLast
      ? y + RECORD_HEIGHT / 2 + 12
      : (this.#places.get(below)?.y ?? y) - RECORD_HEIGHT / 2;
    return `M${x - 4} ${y - RECORD_HEIGHT / 2}V${upTo}M${x - 4} ${y + RECORD_HEIGHT / 2}V${downTo}`;
  }

  /** The links left and right that an item keeps. */
  #keptRow(
    x: number,
    y: number,
    address: number,
    { left, right }: { left: number; right: number },
  ): string {
    const leftAt =
      left === 0 ? this.#root.x + 8 : (this.#places.get(left)?.x ?? x) + ITEM_WIDTH / 2;
    const from = x - ITEM_WIDTH / 2;
    const to = x + ITEM_WIDTH / 2;
    // A secondary item is linked to itself.
    if (left === address) return '';
    const rightAt = right === 0 ? to + 12 : (this.#places.get(right)?.x ?? x) - ITEM_WIDTH / 2;
    return `M${from} ${y + 4}H${leftAt}M${to} ${y + 4}H${rightAt}`;
  }
}

/** The line of a link, with an arrow at each end. */
function linkPath(): SVGElement {
  return s('path.link', { 'marker-end': 'url(#dance-head)' });
}

/**
 * A line to a neighbour stands for the link there and the one back; a line out of the figure for
 * one link.
 */
function setHeads(line: SVGElement, isBoth: boolean): void {
  if (isBoth) line.setAttribute('marker-start', 'url(#dance-head)');
  else line.removeAttribute('marker-start');
}

/** The heads of the arrows. Links go both ways, so a line has a head at each end. */
function arrowHeads(): SVGElement {
  const head = (id: string) =>
    s(
      'marker',
      {
        id,
        viewBox: '0 0 8 8',
        refX: 7,
        refY: 4,
        markerWidth: 6,
        markerHeight: 6,
        orient: 'auto-start-reverse',
      },
      s('path', { d: 'M0 0.6L8 4L0 7.4z' }),
    );
  return s('defs', head('dance-head'), head('dance-kept'));
}
