import { fill, h } from '../element.ts';
import { meaningOf } from './clauses.ts';
import { type Clause, type Entry, type Film, NONE } from './film.ts';
import { mark, type Picture, short, wordOf } from './film-drawing.ts';

/**
 * The trail of `learn`: a row for each decision, with all that follows from it, in the order in
 * which it was found. Below it, the clauses that were learned so far.
 */
export class TrailPicture implements Picture {
  readonly element: Element;
  readonly #film: Film;
  readonly #rows = h('ol.levels', { tabindex: 0, 'aria-label': 'Decisions, and what follows' });
  readonly #learned = h('ol.learned');
  readonly #none = h('p.soft', 'Nothing yet: each conflict gives one.');

  constructor(film: Film) {
    this.#film = film;
    this.element = h(
      'div.trail',
      h('h3', 'Decisions, and what follows'),
      this.#rows,
      h('h3', 'Learned so far'),
      h(
        'div.lessons',
        { tabindex: 0, role: 'group', 'aria-label': 'Learned so far' },
        this.#none,
        this.#learned,
      ),
    );
  }

  show(): void {
    const { kind, option: subject, trail: entries = [] } = this.#film.now;
    const step = this.#film.tape.at;
    const last = entries.at(-1)?.level ?? 0;
    const rows: HTMLElement[] = [];
    for (let level = 0; level <= last; level++) {
      const own = entries.filter((entry) => entry.level === level);
      const name = level === 0 ? 'Always' : String(level);
      const chips = own.map((entry) => this.#chip(entry, subject));
      const nothing = h('span.soft', '–');
      rows.push(
        h('li', h('span.level', name), h('span.chips', ...(chips.length > 0 ? chips : [nothing]))),
      );
    }
    mark(this.#rows, {
      conflict: kind === 'conflict' || (kind === 'learn' && this.#isAfterConflict(step)),
    });
    fill(this.#rows, ...rows);
    const learned = this.#film.clauses
      .map((clause) => ({ clause, at: clause.learned }))
      .filter(({ at }) => at !== NONE && at <= step)
      .sort((a, b) => b.at - a.at);
    this.#none.hidden = learned.length > 0;
    fill(this.#learned, ...learned.map(({ clause, at }) => this.#clause(clause, at === step)));
  }

  #isAfterConflict(step: number): boolean {
    return this.#film.steps[step - 1]?.kind === 'conflict';
  }

  #chip({ literal, why }: Entry, subject: number): HTMLElement {
    const { options } = this.#film.problem;
    const option = Math.abs(literal) - 1;
    const name = options[option];
    const classes = ['chip', literal > 0 ? 'in' : 'out'];
    if (why === undefined) classes.push('decision');
    if (option === subject) classes.push('subject');
    return h(
      'span',
      {
        class: classes.join(' '),
        title: `${name} ${literal > 0 ? 'is chosen' : 'is ruled out'}: ${why ?? 'decided'}`,
      },
      `${literal > 0 ? '✓' : '✕'} ${short(name, 12)}`,
    );
  }

  #clause(clause: Clause, isNew: boolean): HTMLElement {
    const others = this.#film.steps.findIndex(({ kind }) => kind === 'solution');
    const isAfter = others !== NONE && others < clause.learned;
    const words = meaningOf(clause, isAfter).map((part) => wordOf(part, this.#film.problem));
    return h('li', { class: isNew ? 'new' : '' }, ...words);
  }
}
