/**
 * The stage: the picture of a puzzle, its solutions forward and back, and the questions that may be
 * asked of it. It keeps its size whatever it shows, so that nothing on the page moves.
 */
import { button, fill, h, icon, svgOf } from './element.ts';
import type { Frame } from './frame.ts';
import type { OnNews } from './news.ts';
import { count, endText, groups } from './numbers.ts';
import {
  countText,
  groupText,
  NO_SOLUTION,
  Questions,
  stepsEnd,
  thereAre,
  uniqueText,
} from './questions.ts';
import { PuzzleSaving } from './saving.ts';
import type { SolidView } from './solid-view.ts';
import type { SolidPicture } from './solids.ts';
import type { OrderedPuzzle, Puzzle } from './solving.ts';
import { MOST_AT, PRESSES, type Scene, SYMMETRY_SETTING, sceneOf } from './state.ts';
import { runBeside, type Work } from './work.ts';

/** The most names in a sentence. */
const MOST_NAMED = 5;

/** The items that no option covers, in words. */
function bareText(names: readonly string[]): string {
  const named = names.slice(0, MOST_NAMED).join(', ');
  const rest = names.length > MOST_NAMED ? ` and ${groups(names.length - MOST_NAMED)} more` : '';
  return `No option has ${named}${rest}.`;
}

/** The largest scale of a square, compared with the drawing. */
const LARGEST_SCALE = 1.7;

export class Stage {
  readonly element: HTMLElement;
  readonly #frame: Frame;
  readonly #work: Work;
  readonly #questions: Questions;
  readonly #onScene: (scene: Scene) => void;
  /** Stands in for the picture of the problem, where a reader can edit it. */
  readonly #problem: HTMLElement | undefined;
  #puzzle: Puzzle | undefined;
  /** The picture that is shown. */
  #svg = '';
  /** The same in space. */
  #solid: SolidPicture | undefined;
  /** Loads when a solid is first turned. */
  #solidView: SolidView | undefined;
  #scene: Scene = { at: 0 };
  /** The number of solutions in this order, once it is known. */
  #total: number | undefined;
  /** The presses of Hint up to the last step, once there is no further one. */
  #lastHint: number | undefined;
  /** Of a puzzle that is refused nothing can be asked. */
  #stand: 'asked' | 'made' | 'refused' = 'asked';
  /** The picture, and what switches to the solid. */
  readonly #picture = h('figure.picture', { 'aria-live': 'off' });
  readonly #solidSwitch = button(
    'Solid',
    {
      class: 'turn',
      hidden: true,
      disabled: true,
      'aria-pressed': 'false',
      title: 'In space, to be turned',
    },
    () => this.#turnSolid(this.#scene.solid ? undefined : true),
  );
  readonly #label = h('output.place');
  readonly #progress = h('p.progress', { role: 'status' });
  readonly #facts = h('ul.facts', { tabindex: 0, 'aria-label': 'Answers', 'aria-live': 'polite' });
  readonly #first = button(icon('first'), { 'aria-label': 'The problem' }, () => this.#move(0));
  readonly #back = button(icon('back'), { 'aria-label': 'Solution before' }, () => this.#step(-1));
  readonly #next = button(icon('next'), { 'aria-label': 'Next solution', class: 'primary' }, () =>
    this.#step(1),
  );
  readonly #seed = h('input', {
    type: 'number',
    min: 0,
    max: 2 ** 32 - 1,
    placeholder: 'as stated',
    'aria-label': 'Order by seed',
    onchange: () => this.#reorder(this.#seed.value === '' ? undefined : Number(this.#seed.value)),
  });
  readonly #dice = button(icon('dice'), { 'aria-label': 'Another order at random' }, () =>
    this.#reorder(Math.floor(Math.random() * 1000)),
  );
  readonly #saving: PuzzleSaving;
  readonly #asks = h(
    'div.asks',
    { role: 'group', 'aria-label': 'Questions' },
    button('Count', { title: 'Counts all solutions, with all cores' }, () => this.#answer('count')),
    button('Unique?', { title: 'Is there exactly one solution?' }, () => this.#answer('unique')),
    button('Hint', { title: 'Where to look; once more: why; once more: the step' }, () =>
      this.#move(0, (this.#scene.hint ?? 0) + 1),
    ),
    button('Sample', { title: 'One at random, each as likely as any other' }, () => this.#sample()),
  );

  /**
   * `onScene` gets each scene, for the address. `problem` takes the place of the picture of the
   * problem.
   */
  constructor(frame: Frame, onScene: (scene: Scene) => void, problem?: HTMLElement) {
    this.#frame = frame;
    this.#work = frame.work;
    this.#questions = new Questions(frame.work, {
      say: (text) => {
        this.#progress.textContent = text;
      },
      refuse: (message) => this.#refuse(message),
      setBusy: (isBusy) => this.#setBusy(isBusy),
    });
    this.#asks.append(this.#questions.stop);
    this.#onScene = onScene;
    this.#problem = problem;
    fill(this.#picture, problem ?? h('div'), this.#solidSwitch);
    this.#saving = new PuzzleSaving(frame, async () => {
      const puzzle = this.#puzzle as Puzzle;
      const text = await runBeside('dlxText', { puzzle });
      return { name: puzzle.name, svg: this.#svg, text };
    });
    this.element = h(
      'section.stage',
      { 'aria-label': 'Picture and questions' },
      this.#picture,
      h(
        'div.transport',
        h('div.steps', this.#first, this.#back, this.#next, this.#label),
        h('div.seed', h('label', h('span', 'Seed'), this.#seed), this.#dice),
      ),
      this.#asks,
      this.#progress,
      this.#facts,
      this.#saving.element,
    );
    this.element.addEventListener('keydown', (event) => {
      if (event.target instanceof HTMLInputElement) return;
      if (event.key === 'ArrowRight') this.#step(1);
      else if (event.key === 'ArrowLeft') this.#step(-1);
      else if (event.key === 'Escape') this.#work.stop();
      else return;
      event.preventDefault();
    });
  }

  /** Shows a scene of a puzzle. */
  show(puzzle: Puzzle, scene: Scene): void {
    const isSame =
      this.#stand === 'made' && JSON.stringify(puzzle) === JSON.stringify(this.#puzzle);
    if (!isSame) {
      this.#stand = 'asked';
      this.#facts.replaceChildren();
      this.#total = undefined;
      this.#lastHint = undefined;
    }
    if (scene.seed !== this.#scene.seed) this.#total = undefined;
    this.#puzzle = puzzle;
    this.#scene = { ...this.#scene, solid: scene.solid };
    this.#work.stop();
    this.#seed.value = scene.seed === undefined ? '' : String(scene.seed);
    void this.#present(scene, isSame);
  }

  /** Shows a text in place of a puzzle: what is wrong, or what to do. Nothing can be asked. */
  showNothing(message: string, isWrong = true): void {
    this.#work.stop();
    this.#questions.forget();
    this.#facts.replaceChildren();
    this.#puzzle = undefined;
    this.#stand = 'asked';
    this.#refuse(message, isWrong);
    this.#setBusy(false);
  }

  /** True if each solution stands for a class. */
  get #listsClasses(): boolean {
    return this.#puzzle?.settings[SYMMETRY_SETTING] === true;
  }

  #step(by: number): void {
    if (this.#work.isBusy || this.#puzzle === undefined || this.#stand === 'refused') return;
    const { hint } = this.#scene;
    if (hint !== undefined) {
      const steps = hint / PRESSES;
      const to = PRESSES * (by > 0 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1);
      if (to <= (this.#lastHint ?? to)) this.#move(0, to === 0 ? undefined : to);
      return;
    }
    const at = this.#scene.at + by;
    if (at >= 0 && at <= MOST_AT && at <= (this.#total ?? at)) this.#move(at);
  }

  #move(at: number, hint?: number): void {
    this.#work.stop();
    void this.#present({ at, hint, seed: this.#scene.seed }, true);
  }

  #reorder(seed: number | undefined): void {
    const { seed: checked } = sceneOf({ seed });
    this.#seed.value = checked === undefined ? '' : String(checked);
    this.#total = undefined;
    this.#work.stop();
    void this.#present({ at: Math.max(1, this.#scene.at), seed: checked }, true);
  }

  /** Draws a scene, and calls `onScene` once it is there. */
  async #present(scene: Scene, isSame: boolean): Promise<void> {
    const puzzle = this.#puzzle as Puzzle;
    const { at, sample, hint, seed } = scene;
    await this.#ask(async (onNews) => {
      if (!isSame || (at === 0 && sample === undefined && hint === undefined)) {
        const { svg, items, options, bare } = await this.#work.run('picture', { puzzle });
        this.#stand = 'made';
        this.#drawProblem(svg, { at: 0, seed });
        if (!isSame) {
          const size = `${count(items, 'item')}, ${count(options, 'option')}.`;
          this.#showFact(bare.length === 0 ? size : `${size} ${bareText(bare)}`, 'size');
        }
      }
      if (sample !== undefined) await this.#drawSample(sample, onNews);
      else if (hint !== undefined) await this.#drawHint(hint);
      else if (at > 0) await this.#drawSolution({ puzzle, seed }, at, onNews);
      if (!isSame && this.#listsClasses) {
        this.#showFact(groupText(await this.#work.run('symmetryGroup', { puzzle })), 'group');
      }
    });
  }

  async #drawSolution(order: OrderedPuzzle, at: number, onNews: OnNews): Promise<void> {
    const shown = await this.#work.run('solution', { ...order, at: at - 1 }, onNews);
    if ('svg' in shown) return this.#draw(shown.svg, { at, seed: order.seed }, shown.solid);
    if (shown.end === 'complete') {
      this.#total = shown.solutions;
      this.#describe();
      const isNone = shown.solutions === 0;
      const all = `${thereAre(shown.solutions, this.#listsClasses)}.`;
      this.#showFact(isNone ? NO_SOLUTION : all, 'count');
      if (shown.solutions > 0 && this.#scene.at === 0) {
        await this.#drawSolution(order, shown.solutions, onNews);
      }
    } else this.#showFact(endText(shown.end));
  }

  async #drawSample(seed: number, onNews: OnNews): Promise<void> {
    const puzzle = this.#puzzle as Puzzle;
    const drawn = await this.#work.run('sample', { puzzle, seed }, onNews);
    if ('end' in drawn) {
      this.#showFact(drawn.end === 'complete' ? NO_SOLUTION : endText(drawn.end));
      return;
    }
    this.#draw(drawn.svg, { at: 0, sample: seed, seed: this.#scene.seed }, drawn.solid);
    this.#showFact(`One of ${groups(drawn.exact)} solutions, each as likely.`, 'sample');
  }

  async #drawHint(press: number): Promise<void> {
    const puzzle = this.#puzzle as Puzzle;
    this.#progress.textContent = 'Looking for a step ...';
    const { seed } = this.#scene;
    const shown = await this.#work.run('hint', { puzzle, press });
    if (!('end' in shown)) {
      this.#draw(shown.svg, { at: 0, hint: press, seed });
      this.#showFact(shown.text, 'hint');
      return;
    }
    this.#lastHint = PRESSES * shown.steps;
    if (shown.steps > 0) this.#draw(shown.svg, { at: 0, hint: this.#lastHint, seed });
    this.#showFact(stepsEnd(shown.end), 'hint');
  }

  #sample(): void {
    const before = this.#scene.sample;
    void this.#ask((onNews) => this.#drawSample(before === undefined ? 1 : before + 1, onNews));
  }

  async #count(puzzle: Puzzle, onNews: OnNews): Promise<string> {
    const counted = await this.#work.run('countSolutions', { puzzle }, onNews);
    const total = Number(counted.exact);
    if (counted.status === 'complete' && Number.isSafeInteger(total)) this.#total = total;
    this.#describe();
    return countText(counted);
  }

  async #unique(puzzle: Puzzle, onNews: OnNews): Promise<string> {
    return uniqueText(await this.#work.run('uniqueness', { puzzle }, onNews), this.#listsClasses);
  }

  /** Shows the answer to a question about the puzzle. */
  #answer(kind: 'count' | 'unique'): void {
    const puzzle = this.#puzzle as Puzzle;
    void this.#ask(async (onNews) => {
      const questions = {
        count: () => this.#count(puzzle, onNews),
        unique: () => this.#unique(puzzle, onNews),
      };
      this.#showFact(await questions[kind](), kind);
    });
  }

  /** Asks a question: buttons show that it is under way, and how it ends. */
  #ask(work: (onNews: OnNews) => Promise<void>): Promise<void> {
    this.#progress.textContent = '';
    return this.#questions.ask(async (onNews, isLate) => {
      await work(onNews);
      if (!isLate()) this.#progress.textContent = '';
    });
  }

  #setBusy(isBusy: boolean): void {
    const isRefused = this.#stand === 'refused';
    for (const child of this.#asks.children) {
      if (child !== this.#questions.stop)
        (child as HTMLButtonElement).disabled = isBusy || isRefused;
    }
    // Classes come in one order.
    this.#seed.disabled = isRefused || this.#listsClasses;
    this.#dice.disabled = this.#seed.disabled;
    this.#saving.enableAll(isRefused ? 'There is no picture.' : undefined);
    this.element.toggleAttribute('data-busy', isBusy);
    this.#describe();
  }

  #drawProblem(svg: string, scene: Scene): void {
    const problem = this.#problem;
    if (problem === undefined) {
      this.#draw(svg, scene);
      return;
    }
    this.#svg = svg;
    this.#solid = undefined;
    this.#put(problem);
    this.#place(scene);
  }

  #draw(svg: string, scene: Scene, solid?: SolidPicture): void {
    this.#svg = svg;
    this.#solid = solid;
    this.#drawPicture();
    this.#place(scene);
  }

  /** Draws the picture that is there, flat or as a solid. */
  #drawPicture(): void {
    if (this.#solid !== undefined && this.#scene.solid) {
      void this.#drawSolid();
      return;
    }
    const element = svgOf(this.#svg);
    element.style.setProperty(
      '--most',
      `${Number(element.getAttribute('width')) * LARGEST_SCALE}px`,
    );
    element.removeAttribute('width');
    element.removeAttribute('height');
    this.#put(element);
  }

  #put(picture: Element): void {
    // To put it there again would take the focus from it.
    const [before] = this.#picture.children;
    if (before !== picture) before.replaceWith(picture);
  }

  /** Draws the solid once what draws it is there, if it still is the picture then. */
  async #drawSolid(): Promise<void> {
    const solid = this.#solid as SolidPicture;
    if (this.#solidView === undefined) {
      const loaded = await import('./solid-view.ts').catch(() => undefined);
      if (loaded === undefined) {
        this.#frame.notice('What turns solids cannot be loaded; is there a network?');
        this.#turnSolid(undefined);
        return;
      }
      this.#solidView ??= new loaded.SolidView();
      if (this.#solid !== solid || !this.#scene.solid) return;
    }
    this.#solidView.show(solid);
    this.#put(this.#solidView.element);
  }

  #turnSolid(solid: true | undefined): void {
    this.#scene = { ...this.#scene, solid };
    this.#drawPicture();
    this.#place(this.#scene);
  }

  #place(scene: Scene): void {
    this.#scene = { ...scene, solid: this.#scene.solid };
    this.#solidSwitch.hidden = this.#solid === undefined;
    this.#solidSwitch.disabled = this.#solidSwitch.hidden;
    this.#solidSwitch.setAttribute('aria-pressed', String(this.#scene.solid === true));
    if (scene.hint === undefined) this.#facts.querySelector('[data-kind=hint]')?.remove();
    this.#describe();
    this.#onScene(this.#scene);
  }

  #refuse(message: string, isWrong = true): void {
    this.#progress.textContent = '';
    if (this.#stand === 'made') {
      this.#showFact(message, 'refusal');
      return;
    }
    this.#stand = 'refused';
    if (this.#problem) {
      this.#drawProblem('', { at: 0, seed: this.#scene.seed });
      this.#showFact(message, 'refusal');
    } else {
      this.#solid = undefined;
      this.#put(h('p.refusal', { role: isWrong && 'alert' }, message));
      this.#place({ at: 0, seed: this.#scene.seed });
    }
  }

  #describe(): void {
    const { at, sample, hint } = this.#scene;
    const isProblem = at === 0 && sample === undefined && hint === undefined;
    const of = this.#total === undefined ? '' : ` of ${groups(this.#total)}`;
    const isRefused = this.#stand === 'refused';
    this.#label.textContent = isRefused
      ? ''
      : sample !== undefined
        ? `Sample ${sample}`
        : hint !== undefined
          ? `Step ${groups(Math.ceil(hint / PRESSES))}${['', ': where', ': why'][hint % PRESSES]}`
          : at === 0
            ? 'The problem'
            : `${this.#listsClasses ? 'Class' : 'Solution'} ${groups(at)}${of}`;
    this.#first.disabled = isProblem;
    this.#back.disabled = at === 0 && hint === undefined;
    const last = hint === undefined ? (this.#total ?? MOST_AT) : (this.#lastHint ?? MOST_AT);
    const isMaking = this.#stand === 'asked' && 'busy' in this.element.dataset;
    this.#next.disabled = isRefused || isMaking || (hint ?? at) >= last;
  }

  /** Adds an answer below the others; a later one of its kind takes its place. Nothing moves. */
  #showFact(text: string, kind = ''): void {
    let line = kind === '' ? null : this.#facts.querySelector<HTMLElement>(`[data-kind=${kind}]`);
    if (line === null) {
      line = h('li', { 'data-kind': kind });
      this.#facts.append(line);
    }
    line.textContent = text;
    this.#facts.scrollTop = line.offsetTop - this.#facts.offsetTop;
  }
}
