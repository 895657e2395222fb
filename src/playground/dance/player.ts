import { button, h, type IconName, icon } from '../element.ts';
import type { Film } from './film.ts';

/** Steps per second, as the control of the speed has them. */
export const SPEEDS = [0.5, 1, 2, 5, 12, 30] as const;
export const USUAL_SPEED = 1;

/** The steps at which something comes to an end: the jumps of the double arrows. */
const MILESTONES: readonly string[] = ['start', 'dead', 'solution', 'conflict', 'learn', 'end'];

/**
 * The controls of a film: play and pause, step by step forward and back, the speed, and a slider
 * over all steps.
 */
export class Player {
  readonly element: HTMLElement;
  /** The step that is shown. */
  at = 0;
  speed: number = USUAL_SPEED;
  #film: Film | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #onShow: (step: number, before: number) => void;
  readonly #backward = [
    this.#button('first', 'To the start (Home)', () => this.stepTo(0)),
    this.#button('before', 'To the dead end or solution before (Shift and left)', () =>
      this.#jump(-1),
    ),
    this.#button('back', 'One step back (left arrow)', () => this.step(-1)),
  ];
  readonly #play = this.#button('play', 'Play (space)', () => this.toggle());
  readonly #forward = [
    this.#button('next', 'One step forward (right arrow)', () => this.step(1)),
    this.#button('after', 'To the next dead end or solution (Shift and right)', () =>
      this.#jump(1),
    ),
    this.#button('last', 'To the end (End)', () => this.stepTo(Number.POSITIVE_INFINITY)),
  ];
  readonly #slider = h('input', {
    type: 'range',
    class: 'slider',
    min: 0,
    value: 0,
    'aria-label': 'Step',
    oninput: () => this.stepTo(Number(this.#slider.value)),
  });
  readonly #label = h('output.at');
  readonly #speed = h(
    'select',
    { 'aria-label': 'Speed', onchange: () => this.setSpeed(Number(this.#speed.value)) },
    ...SPEEDS.map((speed) => h('option', { value: speed }, speedText(speed))),
  );

  /** `onShow` draws a step; `before` is the step shown before it. */
  constructor(onShow: (step: number, before: number) => void) {
    this.#onShow = onShow;
    this.#play.classList.add('primary');
    this.element = h(
      'div.player',
      { role: 'group', 'aria-label': 'Player' },
      h('div.buttons', ...this.#backward, this.#play, ...this.#forward),
      this.#slider,
      this.#label,
      this.#speed,
    );
  }

  get isPlaying(): boolean {
    return this.#timer !== undefined;
  }

  /** Takes a film, and shows a step of it. */
  load(film: Film, step: number): void {
    this.pause();
    this.#film = film;
    this.#slider.max = String(film.steps.length - 1);
    this.at = Math.min(step, film.steps.length - 1);
    this.#show(-1);
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    this.#speed.value = String(speed);
  }

  toggle(): void {
    if (this.isPlaying) {
      this.pause();
      return;
    }
    if (this.at === this.#end) this.stepTo(0);
    this.#setIcon('pause', 'Pause (space)');
    this.#tick();
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#setIcon('play', 'Play (space)');
  }

  /** Steps by hand: the film pauses. */
  step(by: number): void {
    this.stepTo(this.at + by);
  }

  stepTo(step: number): void {
    this.pause();
    this.#goTo(step);
  }

  /** Does the action of a key; false if it has none. */
  press({ key, shiftKey, target, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
    if (ctrlKey || altKey || metaKey) return false;
    const tag = target instanceof Element ? target.tagName : '';
    const isSlider = target === this.#slider;
    // A button or a link obeys the space bar itself, and a list the arrows.
    if (tag === 'SELECT' || tag === 'TEXTAREA' || (tag === 'INPUT' && !isSlider)) return false;
    if (key === ' ' && (tag === 'BUTTON' || tag === 'A' || tag === 'SUMMARY')) return false;
    // A reader who reached a wide picture by keyboard scrolls it by the arrows.
    if (target instanceof Element && target.matches(':focus-visible') && isWide(target))
      return false;
    if (key === ' ') this.toggle();
    else if (key === 'ArrowRight') shiftKey ? this.#jump(1) : this.step(1);
    else if (key === 'ArrowLeft') shiftKey ? this.#jump(-1) : this.step(-1);
    else if (key === 'Home') this.stepTo(0);
    else if (key === 'End') this.stepTo(Number.POSITIVE_INFINITY);
    else if (key === '+' || key === '-') this.#changeSpeed(key === '+' ? 1 : -1);
    else return false;
    return true;
  }

  get #end(): number {
    return (this.#film?.steps.length ?? 1) - 1;
  }

  #changeSpeed(by: number): void {
    const at = (SPEEDS as readonly number[]).indexOf(this.speed);
    this.setSpeed(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at + by))] as number);
  }

  #tick(): void {
    this.#timer = setTimeout(() => {
      if (this.at < this.#end) this.#goTo(this.at + 1);
      if (this.at < this.#end) this.#tick();
      else this.pause();
    }, 1000 / this.speed);
  }

  #jump(by: number): void {
    const steps = this.#film?.steps ?? [];
    let at = this.at + by;
    while (at > 0 && at < this.#end && !MILESTONES.includes(steps[at]?.kind ?? '')) at += by;
    this.stepTo(at);
  }

  #goTo(step: number): void {
    const before = this.at;
    this.at = Math.max(0, Math.min(this.#end, Math.floor(step)));
    if (this.at !== before) this.#show(before);
  }

  #show(before: number): void {
    const { at } = this;
    this.#slider.value = String(at);
    this.#slider.setAttribute('aria-valuetext', `Step ${at} of ${this.#end}`);
    this.#label.textContent = `${at} / ${this.#end}`;
    // A disabled button would lose the focus of a reader who presses it again and again.
    const dim = (one: Element, isOff: boolean) => one.setAttribute('aria-disabled', String(isOff));
    for (const one of this.#backward) dim(one, at === 0);
    for (const one of this.#forward) dim(one, at === this.#end);
    this.#onShow(at, before);
  }

  #setIcon(name: IconName, label: string): void {
    this.#play.replaceChildren(icon(name));
    this.#play.setAttribute('aria-label', label);
    this.#play.title = label;
  }

  #button(name: IconName, label: string, press: () => void): HTMLButtonElement {
    return button(icon(name), { 'aria-label': label, title: label }, press);
  }
}

/** True if an element scrolls sideways. The slider does not. */
function isWide({ scrollWidth, clientWidth, tagName }: Element): boolean {
  return tagName !== 'INPUT' && scrollWidth > clientWidth;
}

function speedText(speed: number): string {
  if (speed < 1) return `1 step in ${1 / speed} s`;
  return `${speed} step${speed === 1 ? '' : 's'}/s`;
}
