import type { Problem } from '../../engine/problem/problem.ts';
import { button, h } from '../element.ts';
import { count } from '../numbers.ts';
import type { Mistake, Naming } from './reading.ts';

/** The most mistakes that are listed. */
const MOST_LISTED_MISTAKES = 5;

/**
 * The editor as the page sees it. The comfortable one loads later; a plain field serves until then.
 */
export interface TextEditor {
  readonly element: HTMLElement;
  readonly text: string;
  /** Replaces the text. */
  setText(text: string): void;
  /** Marks mistakes where they are. */
  setMistakes(mistakes: readonly Mistake[]): void;
  /**
   * Lights up these places, and the lines from `from` up to `to`, all in characters of the text.
   */
  light(places: readonly Naming[], lines: readonly number[]): void;
  /** Goes to a place. */
  goTo(place: number): void;
  focus(): void;
  close(): void;
}

/** The events of an editor. */
export interface Listener {
  /** The text has changed. */
  onText(text: string): void;
  /** The pointer or the cursor is at a place of the text; undefined: the pointer has left it. */
  onPlace(place: number | undefined, by: 'pointer' | 'cursor'): void;
}

export const EDITOR_LABEL = 'The problem, in the text of Knuth’s programs';

/** A plain field, for a browser or a network that does not give the other one. */
export function plainEditor(text: string, listener: Listener): TextEditor {
  const cursor = () => listener.onPlace(field.selectionStart, 'cursor');
  const field = h('textarea.plain-editor', {
    'aria-label': EDITOR_LABEL,
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    wrap: 'off',
    oninput: () => listener.onText(field.value),
    onkeyup: cursor,
    onclick: cursor,
  });
  field.value = text;
  return {
    element: field,
    get text() {
      return field.value;
    },
    setText(next) {
      field.value = next;
      listener.onText(next);
    },
    setMistakes(mistakes) {
      field.setAttribute('aria-invalid', String(mistakes.some(({ isWarning }) => !isWarning)));
    },
    light() {
      // A plain field cannot: the lists beside it do.
    },
    goTo(place) {
      field.focus();
      field.setSelectionRange(place, place);
      cursor();
    },
    focus: () => field.focus(),
    close: () => field.remove(),
  };
}

/** A line about the problem, or its mistakes with a way to each. */
export function statusOf(
  problem: Problem | undefined,
  mistakes: readonly Mistake[],
  goTo: (place: number) => void,
): HTMLElement[] {
  const list = mistakes
    .slice(0, MOST_LISTED_MISTAKES)
    .map(({ from, line, column, message, isWarning }) =>
      h(
        'li',
        { class: isWarning ? 'warning' : 'mistake' },
        button(`${line}:${column}`, {}, () => goTo(from)),
        ` ${message}`,
      ),
    );
  const more = mistakes.length - list.length;
  const parts: HTMLElement[] = [];
  if (problem !== undefined) {
    const { primaryCount, secondaryCount, optionCount } = problem;
    const secondary = secondaryCount > 0 ? ` and ${secondaryCount} secondary` : '';
    const items = `item${primaryCount + secondaryCount === 1 ? '' : 's'}`;
    const options = count(optionCount, 'option');
    parts.push(h('p', `${primaryCount} primary${secondary} ${items}, ${options}.`));
  } else {
    const many = mistakes.length === 1 ? 'A mistake:' : `${mistakes.length} mistakes:`;
    parts.push(h('p.wrong', many));
  }
  if (list.length > 0) parts.push(h('ul', ...list));
  if (more > 0) parts.push(h('p.soft', `and ${more} more.`));
  return parts;
}
