/**
 * The matrix of a text and the list of its items. Both light up with an item, and say which one the
 * pointer is at.
 */
import type { Problem } from '../../engine/problem/problem.ts';
import { s } from '../dance/film-drawing.ts';
import { button, fill, h, svgOf } from '../element.ts';
import { count } from '../numbers.ts';
import { drawGrid, type Grid, tooLargeToDraw } from './grid.ts';
import { type Naming, NONE } from './reading.ts';

/** The most items in the list, and the most rows that light up. */
const MOST_CHIPS = 300;
const MOST_LIT = 400;

export class GridPanel {
  readonly element: HTMLElement;
  readonly #onItem: (item: number) => void;
  readonly #picture = h('div.scroll.grid-picture', {
    tabindex: 0,
    role: 'group',
    'aria-label': 'The matrix',
  });
  readonly #caption = h('p.soft.caption');
  readonly #items = h('div.chips', { role: 'group', 'aria-label': 'Items' });
  readonly #lights = s('g.lights');
  #problem: Problem | undefined;
  #grid: Grid | undefined;
  #chips: readonly HTMLElement[] = [];
  /** Item -> its options. */
  #optionsOf: readonly (readonly number[])[] = [];
  #lit = NONE;

  /** `onItem` gets the item that the pointer or the focus is at. */
  constructor(onItem: (item: number) => void) {
    this.#onItem = onItem;
    this.element = h(
      'div.column',
      h('section.panel-box', h('h2', 'The matrix'), this.#picture, this.#caption),
      h('section.panel-box', h('h2', 'Items, and how many options each has'), this.#items),
    );
    this.#picture.addEventListener('pointermove', (event) => this.#point(event));
    this.#picture.addEventListener('pointerleave', () => this.#onItem(NONE));
    this.#items.addEventListener('pointerleave', () => this.#onItem(NONE));
  }

  show(problem: Problem | undefined, namings: readonly Naming[], chosen: readonly number[]): void {
    // While there is a mistake the last picture stays: it would flicker with every key.
    if (problem === undefined) {
      this.element.classList.add('stale');
      if (this.#problem === undefined) {
        const what = 'The matrix appears here once the text has no mistakes.';
        fill(this.#picture, h('p.soft', what));
      }
      return;
    }
    this.element.classList.remove('stale');
    const isNew = problem !== this.#problem;
    this.#problem = problem;
    if (isNew) this.#list(problem, namings);
    const refusal = tooLargeToDraw(problem);
    if (refusal !== undefined) {
      this.#grid = undefined;
      fill(this.#picture, h('p.soft', refusal));
    } else {
      this.#grid = drawGrid(problem, chosen);
      const picture = svgOf(this.#grid.svg);
      picture.setAttribute('role', 'img');
      picture.setAttribute('aria-label', `The matrix of ${count(problem.optionCount, 'option')}`);
      picture.querySelector('.stripes')?.after(this.#lights);
      fill(this.#picture, picture as Node as HTMLElement);
    }
    this.light(isNew ? NONE : this.#lit);
  }

  /** Lights up an item: its column, and the rows of its options. */
  light(item: number): void {
    this.#lit = item;
    for (const [k, chip] of this.#chips.entries()) chip.classList.toggle('lit', k === item);
    const options = this.#optionsOf[item] ?? [];
    this.#lights.replaceChildren();
    const problem = this.#problem;
    if (
      item === NONE ||
      problem === undefined ||
      item >= problem.primaryCount + problem.secondaryCount
    ) {
      this.#caption.textContent = 'Point at an item, here or in the text, to see its options.';
      return;
    }
    const name = problem.itemName(item);
    this.#caption.textContent = `${name} is in ${count(options.length, 'option')}.`;
    if (this.#grid === undefined) return;
    const { left, top, cell, width, height } = this.#grid;
    for (const option of options.slice(0, MOST_LIT)) {
      this.#lights.append(
        s('rect.row', { x: 2, y: top + cell * option, width: width - 4, height: cell }),
      );
    }
    this.#lights.append(
      s('rect.column', { x: left + cell * item, y: 2, width: cell, height: height - 4, rx: 2 }),
    );
  }

  #list(problem: Problem, namings: readonly Naming[]): void {
    const items = problem.primaryCount + problem.secondaryCount;
    const optionsOf = Array.from({ length: items }, (): number[] => []);
    for (const { item, option } of namings) if (option !== NONE) optionsOf[item]?.push(option);
    this.#optionsOf = optionsOf;
    this.#chips = Array.from({ length: Math.min(items, MOST_CHIPS) }, (_, item) => {
      const name = problem.itemName(item);
      const [least, most] = item < problem.primaryCount ? problem.times(item) : [0, 1];
      const times = item >= problem.primaryCount ? 'secondary' : timesText(least, most);
      const size = optionsOf[item]?.length ?? 0;
      const point = () => this.#onItem(item);
      const events = { onpointerenter: point, onfocus: point };
      const chip = button(h('span.name', name), { class: 'item-chip', ...events });
      chip.append(h('span.size', String(size)));
      if (times !== '') chip.append(h('span.times', times));
      chip.classList.toggle('empty', size === 0 && least > 0);
      return chip;
    });
    const more = items - this.#chips.length;
    fill(this.#items, ...this.#chips, more > 0 && h('span.soft', `and ${more} more`));
  }

  #point({ clientX }: PointerEvent): void {
    const picture = this.#picture.querySelector('svg');
    const problem = this.#problem;
    if (picture === null || this.#grid === undefined || problem === undefined) return;
    const box = picture.getBoundingClientRect();
    const x = ((clientX - box.left) * this.#grid.width) / box.width;
    const item = Math.floor((x - this.#grid.left) / this.#grid.cell);
    const isItem = item >= 0 && item < problem.primaryCount + problem.secondaryCount;
    if (item !== this.#lit) this.#onItem(isItem ? item : NONE);
  }
}

function timesText(least: number, most: number): string {
  if (least === 1 && most === 1) return '';
  if (least === most) return `${least} times`;
  return Number.isFinite(most) ? `${least} to ${most} times` : `${least} times or more`;
}
