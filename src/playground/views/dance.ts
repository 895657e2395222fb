/** Watch it dance: a small search, step by step, forward and backward. */

import { readDlx } from '../../engine/formats/dlx/reader.ts';
import { QuadrilleError } from '../../engine/problem/error.ts';
import { cutOff, ENGINE_PICTURES, MATRIX, NUTSHELL, OWN_PROBLEM } from '../dance/about.ts';
import { EXAMPLES, type WatchedProblem } from '../dance/examples.ts';
import {
  type Film,
  type Recording,
  type SmallProblem,
  smallProblem,
  WATCHED,
  type WatchedEngine,
} from '../dance/film.ts';
import { BoardPicture } from '../dance/film-board.ts';
import { type Picture, wordOf } from '../dance/film-drawing.ts';
import { recordLearn } from '../dance/learn.ts';
import { LinksPicture } from '../dance/links.ts';
import { Matrix } from '../dance/matrix.ts';
import { Player, SPEEDS, USUAL_SPEED } from '../dance/player.ts';
import { recordLinks } from '../dance/search-film.ts';
import { TrailPicture } from '../dance/trail.ts';
import { Tree } from '../dance/tree.ts';
import { fill, finishInTurns, h, Pills } from '../element.ts';
import type { Frame, OpenView } from '../frame.ts';
import { count } from '../numbers.ts';
import { wholeIn } from '../state.ts';

/** The state in a link. */
interface DanceState {
  /** The name of an example; `own` for a text. */
  readonly example: string;
  readonly text?: string | undefined;
  readonly engine: WatchedEngine;
  readonly step: number;
  readonly speed: number;
}

const OWN = 'own';
/** Milliseconds that a slice of a recording may take. */
const RECORDING_SLICE_MS = 12;
/** Characters of a text that a link may bring. A problem that can be watched is far smaller. */
const MOST_FILM_CHARACTERS = 50_000;

const RECORDERS: Readonly<Record<WatchedEngine, (problem: SmallProblem) => Recording>> = {
  links: recordLinks,
  learn: recordLearn,
};

/** The widest picture of the memory that stands beside the matrix. */
const NARROW_WIDTH = 580;

export class Dance implements OpenView {
  static readonly title = 'Watch it dance';
  readonly #frame: Frame;
  readonly #host: HTMLElement;
  readonly #player = new Player((step, before) => this.#draw(step, before));
  readonly #about = h('p.about');
  readonly #sentence = h('p.sentence', { tabindex: 0, 'aria-live': 'polite' });
  readonly #panels = h('div.panels');
  readonly #examples = new Pills(
    'Problem',
    [...EXAMPLES, { name: OWN, title: 'Your own …' }],
    (example) => (example === OWN ? this.#writeOwn() : this.#watch({ example })),
  );
  readonly #engines = new Pills(
    'Engine',
    WATCHED.map((name) => ({ name, title: name })),
    (engine) => this.#watch({ engine: engine as WatchedEngine }),
    h('span', 'Engine'),
  );
  readonly #keys = (event: KeyboardEvent) => {
    if (this.#player.press(event)) event.preventDefault();
  };
  #state: DanceState;
  /** Counts the recordings: one that is overtaken ends. */
  #number = 0;
  #film: Film | undefined;
  #pictures: readonly Picture[] = [];
  #scrolls: readonly Element[] = [];

  constructor(host: HTMLElement, given: unknown, frame: Frame) {
    this.#host = host;
    this.#frame = frame;
    this.#state = stateOf(given);
    fill(
      host,
      h('div.lead', h('h1', 'Watch it dance'), this.#about),
      h('div.choices', this.#examples.element, this.#engines.element),
      this.#player.element,
      this.#sentence,
      this.#panels,
      h(
        'details.nutshell',
        h('summary', 'Dancing links in a minute'),
        h('ol', ...NUTSHELL.map((line) => h('li', line))),
      ),
    );
    // On the document: the keys work before anything has the focus.
    document.addEventListener('keydown', this.#keys);
    this.#open();
  }

  show(given: unknown): void {
    this.#state = stateOf(given);
    this.#open();
  }

  close(): void {
    this.#number++;
    this.#player.pause();
    document.removeEventListener('keydown', this.#keys);
  }

  /** Watches another example or engine, from its start. */
  #watch(change: Partial<DanceState>): void {
    const { text: _, ...rest } = this.#state;
    const text = change.example === undefined ? this.#state.text : undefined;
    this.#state = { ...rest, ...change, text, step: 0, speed: this.#player.speed };
    this.#open();
  }

  #writeOwn(): void {
    this.#frame.go('text', this.#state.text === undefined ? undefined : { text: this.#state.text });
  }

  /** Records the film of the state, and shows it. */
  #open(): void {
    const { example, text, engine, step, speed } = this.#state;
    this.#examples.show(example);
    this.#engines.show(engine);
    this.#player.setSpeed(speed);
    const known = EXAMPLES.find(({ name }) => name === example);
    this.#about.textContent = known?.about ?? OWN_PROBLEM;
    try {
      const watched = known?.make() ?? ownProblem(text ?? '', engine);
      void this.#record(watched, RECORDERS[engine](watched.problem), step);
    } catch (error) {
      if (!(error instanceof QuadrilleError)) throw error;
      this.#refuse(error.message);
      return;
    }
  }

  /** Records a film in slices, between which the page may do other things, and shows it. */
  async #record(watched: WatchedProblem, recording: Recording, step: number): Promise<void> {
    const mine = ++this.#number;
    this.#player.pause();
    const isLate = () => mine !== this.#number;
    const made = await finishInTurns(screened(recording, watched), RECORDING_SLICE_MS, isLate);
    if (made === undefined || isLate()) return;
    this.#film = made.film;
    this.#lay(made.film, made.pictures);
    this.#host.classList.remove('refused');
    this.#player.load(made.film, step);
  }

  #refuse(message: string): void {
    this.#number++;
    this.#film = undefined;
    this.#pictures = [];
    this.#player.pause();
    this.#host.classList.add('refused');
    fill(this.#sentence, message);
    fill(this.#panels);
  }

  /** Lays out the pictures of a film. */
  #lay(film: Film, pictures: readonly Picture[]): void {
    const { engine, tree, problem } = film;
    const { title, about } = ENGINE_PICTURES[engine];
    const legend =
      problem.compiled.secondary > 0 ? ' Items in italics may be covered at most once.' : '';
    const left: HTMLElement[] = [];
    const right: HTMLElement[] = [];
    const wide: HTMLElement[] = [];
    const hasBoard = pictures.some((picture) => picture instanceof BoardPicture);
    const memory = pictures.at(-1)?.element;
    const isNarrow = Number(memory?.getAttribute('width') ?? 0) <= NARROW_WIDTH;
    for (const picture of pictures) {
      if (picture instanceof Matrix) left.push(panel(picture, 'The matrix', `${MATRIX}${legend}`));
      else if (picture instanceof BoardPicture) right.push(panel(picture, 'The board'));
      else if (picture instanceof Tree) {
        const heading = `The tree of ${count(tree.length, 'choice')}`;
        (isNarrow ? left : right).push(panel(picture, heading));
      } else (isNarrow ? right : wide).push(panel(picture, title, about));
    }
    this.#pictures = pictures;
    fill(
      this.#panels,
      h('div.side', ...left),
      h('div', { class: hasBoard ? 'side has-board' : 'side' }, ...right),
      ...wide,
      !film.isWhole && h('p.soft', cutOff(film.steps.length)),
    );
    this.#scrolls = [...this.#panels.querySelectorAll('.scroll')];
  }

  #draw(step: number, before: number): void {
    const film = this.#film;
    if (film === undefined) return;
    film.tape.goTo(step);
    // Only a single step moves softly: a jump would move everything at once.
    this.#panels.classList.toggle('moving', Math.abs(step - before) === 1);
    for (const picture of this.#pictures) picture.show(before);
    const { kind, sentence } = film.now;
    // While the film plays by itself, a screen reader would never come to the end of it.
    this.#sentence.setAttribute('aria-live', this.#player.isPlaying ? 'off' : 'polite');
    this.#sentence.setAttribute('data-kind', kind);
    fill(this.#sentence, ...sentence.map((part) => wordOf(part, film.problem)));
    for (const scroll of this.#scrolls) reveal(scroll);
    this.#share(step);
  }

  #share(step: number): void {
    const { example, text, engine } = this.#state;
    const { speed } = this.#player;
    this.#state = { example, text, engine, step, speed };
    // A film that plays would change the address without an end.
    if (!this.#player.isPlaying) this.#frame.share({ example, text, engine, step, speed });
  }
}

/** A film and its pictures, step by step: a large picture takes a while, too. */
function* screened(recording: Recording, watched: WatchedProblem) {
  const film = yield* recording;
  const pictures: Picture[] = [];
  for (const make of picturesOf(film, watched)) {
    yield;
    pictures.push(make());
  }
  return { film, pictures };
}

/** How to make the pictures of a film, that of the engine's memory last. */
function picturesOf(film: Film, { board }: WatchedProblem): (() => Picture)[] {
  const { engine, tree } = film;
  const makers: (() => Picture)[] = [() => new Matrix(film)];
  if (board !== undefined) makers.push(() => new BoardPicture(film, board));
  if (tree.length > 0) makers.push(() => new Tree(film));
  makers.push(() => (engine === 'links' ? new LinksPicture(film) : new TrailPicture(film)));
  return makers;
}

/** A figure with its title; it scrolls by itself where it is too wide. */
function panel({ element }: Picture, title: string, about?: string): HTMLElement {
  return h(
    'section.panel-box',
    h('h2', title),
    about !== undefined && h('p.soft', about),
    // The trail scrolls in its parts.
    element instanceof SVGElement
      ? h('div.scroll', { tabindex: 0, role: 'group', 'aria-label': title }, element)
      : element,
  );
}

/** Scrolls to the marks of the step, if they are out of sight. */
function reveal(scroll: Element): void {
  const subject = scroll.querySelector('.here, .record.subject, .row.subject');
  if (subject === null) return;
  const box = scroll.getBoundingClientRect();
  const own = subject.getBoundingClientRect();
  const isWide = own.width > box.width;
  if (!isWide && (own.left < box.left || own.right > box.right)) {
    scroll.scrollLeft += own.left - box.left - box.width / 2;
  }
  if (own.top < box.top || own.bottom > box.bottom) {
    scroll.scrollTop += own.top - box.top - box.height / 2;
  }
}

/** A problem from a text. */
function ownProblem(text: string, engine: WatchedEngine): WatchedProblem {
  const problem = readDlx(text);
  if (problem.multiple && engine !== 'learn') {
    throw new QuadrilleError(
      'not-supported',
      `Some items are covered more or less than once, and ${engine} covers each exactly once. Watch the engine learn.`,
    );
  }
  return { problem: smallProblem(problem) };
}

/** The state in a link, which may come from anywhere. */
function stateOf(given: unknown): DanceState {
  const { example, text, engine, step, speed } = (given ?? {}) as Record<string, unknown>;
  const isText = typeof text === 'string' && text.length <= MOST_FILM_CHARACTERS;
  const known = EXAMPLES.some(({ name }) => name === example);
  const first = EXAMPLES[0]?.name;
  return {
    example: isText ? OWN : known ? (example as string) : first,
    text: isText ? text : undefined,
    engine: WATCHED.find((name) => name === engine) ?? 'links',
    step: wholeIn(step, 0, Number.MAX_SAFE_INTEGER) ?? 0,
    speed: SPEEDS.find((one) => one === speed) ?? USUAL_SPEED,
  };
}
