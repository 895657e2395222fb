/**
 * Makes elements. A text becomes a text node, never markup: no link, file or puzzle can bring an
 * element into the page.
 */
import type { Slices } from '../engine/problem/slices.ts';

export type Child = Node | string | undefined | false;

/**
 * Listeners go by `onclick` and the like, custom properties of CSS by `--name`; `true` is an
 * attribute without a value.
 */
export type Attributes = Readonly<
  Record<string, string | number | boolean | undefined | ((event: never) => void)>
>;

/** Attributes, if there are some, then children. */
export type Parts = readonly [Attributes, ...Child[]] | readonly Child[];

type Tag = keyof HTMLElementTagNameMap;
type ElementOf<T> = T extends `${infer K extends Tag}.${string}`
  ? HTMLElementTagNameMap[K]
  : T extends Tag
    ? HTMLElementTagNameMap[T]
    : never;

/** An element of HTML, by its tag and its classes: `div` or `div.side.wide`. */
export function h<T extends Tag | `${Tag}.${string}`>(kind: T, ...parts: Parts): ElementOf<T> {
  const [tag = '', ...classes] = kind.split('.');
  return assembled(document.createElement(tag), classes, parts) as ElementOf<T>;
}

/** Gives an element what it is made of. */
export function assembled<E extends HTMLElement | SVGElement>(
  element: E,
  classes: readonly string[],
  parts: Parts,
): E {
  const [first, ...rest] = parts;
  const hasAttributes = typeof first === 'object' && !(first instanceof Node);
  element.classList.add(...classes);
  if (hasAttributes) dress(element, first);
  fill(element, ...((hasAttributes ? rest : parts) as readonly Child[]));
  return element;
}

/** Sets attributes and listeners. */
function dress(element: HTMLElement | SVGElement, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      element.addEventListener(name.slice(2), value as (event: Event) => void);
    } else if (name.startsWith('--')) {
      // The page's policy forbids the attribute `style`; the object model may set properties.
      element.style.setProperty(name, String(value));
    } else if (value === true) {
      element.setAttribute(name, '');
    } else if (value !== undefined && value !== false) {
      element.setAttribute(name, String(value));
    }
  }
}

/** A button that does something when it is pressed. */
export function button(
  content: Child,
  attributes: Attributes,
  press?: () => void,
): HTMLButtonElement {
  return h('button', { type: 'button', ...attributes, onclick: press }, content);
}

/** Disables a button, with the reason, or enables it. */
export function enable(one: HTMLButtonElement, reason: string | undefined): void {
  one.disabled = reason !== undefined;
  one.title = reason ?? '';
}

/** A choice of several: value and text of each. */
export function selectOf(
  options: readonly (readonly [value: string, text: string])[],
  chosen: string,
  choose: (value: string) => void,
): HTMLSelectElement {
  const select = h(
    'select',
    { onchange: () => choose(select.value) },
    ...options.map(([value, text]) => h('option', { value }, text)),
  );
  select.value = chosen;
  return select;
}

/** The same as buttons of which one is pressed, with labels. */
export function radiosOf(
  options: readonly (readonly [value: string, text: string])[],
  chosen: string,
  choose: (value: string) => void,
): HTMLElement[] {
  return options.map(([value, text]) => {
    const radio = h('input', { type: 'radio', name: 'choice', onchange: () => choose(value) });
    radio.checked = value === chosen;
    return h('label', radio, h('span', text));
  });
}

/** A row of buttons of which one is pressed. */
export class Pills {
  readonly element: HTMLElement;
  readonly #buttons: readonly (readonly [name: string, button: HTMLButtonElement])[];

  constructor(
    label: string,
    choices: readonly { readonly name: string; readonly title: string }[],
    press: (name: string) => void,
    ...lead: readonly Child[]
  ) {
    this.#buttons = choices.map(({ name, title }) => [name, button(title, {}, () => press(name))]);
    const buttons = this.#buttons.map(([, one]) => one);
    const group = { class: 'pills', role: 'group', 'aria-label': label };
    this.element = h('div', group, ...lead, ...buttons);
  }

  show(pressed: string): void {
    for (const [name, one] of this.#buttons) {
      one.setAttribute('aria-pressed', String(name === pressed));
    }
  }
}

/** A box to tick, with its label. */
export function tickBox(
  label: string,
  isOn: boolean,
  change: (isOn: boolean) => void,
  about?: string,
  isOffered = true,
): HTMLElement {
  const onchange = () => change(box.checked);
  const box = h('input', { type: 'checkbox', disabled: !isOffered, onchange });
  box.checked = isOn;
  return h('label.switch', { title: about }, box, h('span', label));
}

/** An entry with its label above it. */
export function labelled(label: string, entry: HTMLElement, kind = ''): HTMLElement {
  return h('label', { class: `field ${kind}`.trim() }, h('span', label), entry);
}

/** A form whose entries take effect at once. */
export function entryForm(...entries: readonly Child[]): HTMLFormElement {
  const onsubmit = (event: Event) => event.preventDefault();
  return h('form', { autocomplete: 'off', onsubmit }, ...entries);
}

/** How the command comes on the path. */
export function commandNote(...more: readonly Child[]): HTMLElement {
  const install = h('code', 'npm ci && npm run build && npm link');
  return h(
    'p.soft',
    'In a clone of quadrille, ',
    install,
    ' puts the command on the path',
    ...more,
    '.',
  );
}

/** Replaces the children of an element. */
export function fill(element: Element, ...children: readonly Child[]): void {
  const shown = children.filter((child) => child !== undefined && child !== false && child !== '');
  element.replaceChildren(...(shown as (Node | string)[]));
}

/**
 * The element of an SVG document, for this page. The text comes from `quadrille/picture`, which
 * escapes names.
 */
export function svgOf(text: string): SVGSVGElement {
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  return document.importNode(parsed, true) as unknown as SVGSVGElement;
}

/**
 * Reports the room that an element has, at first and when it changes. To ask the element would lay
 * out the page at once.
 */
export function onResize(element: Element, onSize: (width: number, height: number) => void): void {
  new ResizeObserver((entries) => {
    for (const { contentRect } of entries) onSize(contentRect.width, contentRect.height);
  }).observe(element);
}

/** Milliseconds of work before the page has its turn. */
const SLICE_MS = 4;

/**
 * Does a step for each number below `count`, a slice of them for each picture that the screen
 * shows: the browser lays out and paints in parts too. Gives a function that leaves out the steps
 * still to come.
 */
export function inFrames(count: number, step: (k: number) => void): () => void {
  let k = 0;
  let next: number | undefined;
  const go = () => {
    const end = performance.now() + SLICE_MS;
    while (k < count) {
      step(k++);
      if (performance.now() > end) {
        next = requestAnimationFrame(go);
        return;
      }
    }
  };
  go();
  return () => {
    if (next !== undefined) cancelAnimationFrame(next);
  };
}

/**
 * Goes through steps for some milliseconds at a time, between which the page may do other things.
 * Gives their result, or undefined where `isLate` says that nothing waits for it any more.
 */
export async function finishInTurns<T>(
  steps: Slices<T>,
  milliseconds: number,
  isLate: () => boolean,
): Promise<T | undefined> {
  for (;;) {
    const end = performance.now() + milliseconds;
    let step = steps.next();
    while (step.done !== true && performance.now() < end) step = steps.next();
    if (step.done === true) return step.value;
    await new Promise((resolve) => setTimeout(resolve));
    if (isLate()) return undefined;
  }
}

/** The paths of signs for buttons. */
const ICONS = {
  first: 'M4 3v10M13 3L6 8l7 5z',
  before: 'M8 3L2.500 8L8 13zM14 3L8.500 8l5.500 5z',
  back: 'M11 3L4 8l7 5z',
  play: 'M4.500 2.500l8.500 5.500l-8.500 5.500z',
  pause: 'M5 3v10M11 3v10',
  next: 'M5 3l7 5-7 5z',
  after: 'M8 3l5.500 5L8 13zM2 3l5.500 5L2 13z',
  last: 'M12 3v10M3 3l7 5-7 5z',
  dice: 'M2.5 2.5h11v11h-11zM5.5 5.5h.01M10.500 5.500h.01M8 8h.01M5.500 10.500h.01M10.500 10.500h.01',
};

export type IconName = keyof typeof ICONS;

/** A drawn sign for a button: its path lies in a square of 16. */
export function icon(name: IconName): SVGSVGElement {
  return svgOf(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" class="icon" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`,
  );
}

/** Calls a function once the calls have stopped for some milliseconds. */
export function debounced<A extends unknown[]>(
  call: (...given: A) => void,
  milliseconds: number,
): ((...given: A) => void) & { cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (...given: A) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...given), milliseconds);
  };
  return Object.assign(later, { cancel: () => clearTimeout(timer) });
}
