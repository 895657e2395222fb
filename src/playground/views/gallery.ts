/** The gallery: every puzzle of `quadrille make --list`, with its settings as a form. */
import { sentence, titleOf } from '../../puzzles/gallery/title.ts';
import { button, commandNote, debounced, entryForm, fill, h, tickBox } from '../element.ts';
import type { Frame, OpenView } from '../frame.ts';
import {
  commandOf,
  exampleText,
  type Field,
  fieldsOf,
  LISTED_CATALOGUE,
  type ListedPuzzle,
  puzzleOf,
  type Values,
  valuesOfExample,
} from '../listed.ts';
import { SAMPLES } from '../samples.ts';
import { Stage } from '../stage.ts';
import { problemScene, type Scene, sceneOf } from '../state.ts';

/** The state in a link. */
interface GalleryState {
  readonly puzzle: ListedPuzzle;
  readonly values: Values;
  readonly scene: Scene;
}

/** Characters of all fields together. */
const MOST_FIELD_CHARACTERS = 100_000;
/** Milliseconds without a key before the puzzle is made again. */
const GALLERY_PAUSE_MS = 350;

/** The parts of the catalogue, by the name that each begins with. */
const CATALOGUE_PARTS = [
  ['pentominoes', 'Tilings'],
  ['queens', 'Patterns'],
  ['sudoku', 'Pencil puzzles'],
  ['hamiltonian', 'Loops'],
] as const;

export class Gallery implements OpenView {
  static readonly title = 'Gallery';
  readonly #frame: Frame;
  readonly #stage: Stage;
  readonly #panel = h('section.panel', { 'aria-label': 'The puzzle' });
  readonly #command = h('code.command', { tabindex: 0 });
  readonly #items = new Map<string, HTMLButtonElement>();
  readonly #select: HTMLSelectElement;
  #state: GalleryState;

  constructor(host: HTMLElement, given: unknown, frame: Frame) {
    this.#frame = frame;
    this.#state = stateOf(given);
    this.#stage = new Stage(frame, (scene) => this.#share({ scene }));
    this.#select = h(
      'select',
      { 'aria-label': 'Puzzle', onchange: () => this.#go(this.#select.value) },
      ...parts().map(([title, entries]) =>
        h(
          'optgroup',
          { label: title },
          ...entries.map((entry) => h('option', { value: entry.name }, titleOf(entry))),
        ),
      ),
    );
    fill(host, h('div.pick', this.#select, this.#list()), this.#stage.element, this.#panel);
    this.#open();
  }

  show(given: unknown): void {
    const hasFocus = this.#panel.contains(document.activeElement);
    this.#state = stateOf(given);
    this.#open();
    // The panel is new: the focus stays in its place.
    if (hasFocus) this.#panel.querySelector('h1')?.focus({ preventScroll: true });
  }

  close(): void {
    this.#typed.cancel();
  }

  #list(): HTMLElement {
    const lists = parts().flatMap(([title, entries]) => [
      h('h2', title),
      h('ul', ...entries.map((entry) => h('li', this.#itemOf(entry)))),
    ]);
    return h('div.list', { role: 'group', 'aria-label': 'Puzzles' }, ...lists);
  }

  #itemOf(entry: ListedPuzzle): HTMLButtonElement {
    const item = button(titleOf(entry), {}, () => this.#go(entry.name));
    this.#items.set(entry.name, item);
    return item;
  }

  #go(puzzle: string): void {
    this.#frame.go('gallery', { puzzle });
  }

  /** Fills the panel and the stage. */
  #open(): void {
    const { puzzle, values, scene } = this.#state;
    for (const [name, item] of this.#items) {
      if (name === puzzle.name) item.setAttribute('aria-current', 'true');
      else item.removeAttribute('aria-current');
    }
    this.#select.value = puzzle.name;
    fill(
      this.#panel,
      h('h1', { tabindex: -1 }, titleOf(puzzle)),
      h('p.about', `${sentence(puzzle.about)}.`),
      entryForm(...fieldsOf(puzzle).map((field) => this.#fieldOf(field, values))),
      this.#examples(),
      puzzle.details !== undefined && h('p.details', puzzle.details),
      this.#command,
      commandNote(),
    );
    this.#make(scene);
  }

  #make(scene: Scene): void {
    const { puzzle, values } = this.#state;
    const made = puzzleOf(puzzle, values);
    this.#command.textContent = commandOf(made) ?? '';
    this.#stage.show(made, scene);
  }

  readonly #typed = debounced(() => this.#make(problemScene(this.#state.scene)), GALLERY_PAUSE_MS);

  #set(name: string, value: string | boolean): void {
    this.#state = { ...this.#state, values: { ...this.#state.values, [name]: value } };
    this.#typed();
  }

  #share(change: Partial<GalleryState>): void {
    this.#state = { ...this.#state, ...change };
    const { puzzle, values, scene } = this.#state;
    this.#frame.share({ puzzle: puzzle.name, values, ...scene });
  }

  #fieldOf(field: Field, values: Values): HTMLElement {
    const { name, label, kind, about, least, most, words } = field;
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (kind === 'switch') {
      return tickBox(label, value === true, (isOn) => this.#set(name, isOn), about);
    }
    const text = typeof value === 'string' ? value : '';
    const list = words === undefined ? undefined : `words-${name.replace(/\W/g, '')}`;
    const input: HTMLInputElement | HTMLTextAreaElement =
      kind === 'lines'
        ? h('textarea', {
            rows: text.includes('\n') ? Math.min(9, text.split('\n').length) : 1,
            spellcheck: 'false',
            wrap: 'off',
          })
        : h('input', {
            type: kind === 'number' ? 'number' : 'text',
            min: least,
            max: most,
            list,
            spellcheck: 'false',
          });
    input.value = text;
    input.addEventListener('input', () => this.#set(name, input.value));
    return h(
      'label',
      { class: `field ${kind}`, title: about },
      h('span', label),
      input,
      list !== undefined &&
        kind !== 'lines' &&
        h('datalist', { id: list }, ...(words ?? []).map((word) => h('option', { value: word }))),
    );
  }

  #examples(): HTMLElement {
    const { puzzle } = this.#state;
    const chips = puzzle.examples.flatMap(([args, about]) => {
      const values = valuesOfExample(puzzle, args);
      if (values === undefined || args === '') return [];
      const press = () => this.#frame.go('gallery', { puzzle: puzzle.name, values });
      const text = exampleText(puzzle, values);
      const shown = text.length > 30 ? `${text.slice(0, 28)}...` : text;
      const example = button(h('code', shown), { class: 'example' }, press);
      example.append(` ${about}`);
      return [example];
    });
    return h('div.examples', ...chips);
  }
}

/** The entries of each part. */
function parts(): [title: string, entries: ListedPuzzle[]][] {
  const found: [string, ListedPuzzle[]][] = [];
  for (const entry of LISTED_CATALOGUE) {
    const part = CATALOGUE_PARTS.find(([name]) => name === entry.name);
    if (part !== undefined || found.length === 0) found.push([part?.[1] ?? '', []]);
    found.at(-1)?.[1].push(entry);
  }
  return found;
}

/**
 * The state in a link. A link without a valid state gives the first puzzle, with its first
 * solution.
 */
function stateOf(given: unknown): GalleryState {
  const { puzzle: name, values, ...scene } = (given ?? { at: 1 }) as Record<string, unknown>;
  const puzzle = LISTED_CATALOGUE.find((entry) => entry.name === name) ?? LISTED_CATALOGUE[0];
  return {
    puzzle,
    values: valuesOf(values) ?? SAMPLES[puzzle.name] ?? {},
    scene: sceneOf(scene),
  };
}

function valuesOf(given: unknown): Values | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const values = Object.entries(given).filter(
    ([, value]) => typeof value === 'string' || typeof value === 'boolean',
  );
  const length = values.reduce((sum, [name, value]) => sum + name.length + String(value).length, 0);
  return length > MOST_FIELD_CHARACTERS ? undefined : Object.fromEntries(values);
}
