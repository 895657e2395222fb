/**
 * Write your own: a problem in Knuth's text, with its mistakes marked, its matrix, and its
 * solutions.
 */
import { QuadrilleError } from '../../engine/problem/error.ts';
import { tooLargeToWatch } from '../dance/film.ts';
import { Asking } from '../editor/asking.ts';
import { plainEditor, statusOf, type TextEditor } from '../editor/editor.ts';
import { contentOf, shell, textOfFile, typeScript } from '../editor/exchange.ts';
import { tooLargeToDraw } from '../editor/grid.ts';
import { GridPanel } from '../editor/panel.ts';
import { NONE, NOTHING, namingAt, reading, withReport } from '../editor/reading.ts';
import { STARTS } from '../editor/texts.ts';
import { button, commandNote, debounced, enable, fill, finishInTurns, h } from '../element.ts';
import type { Frame, OpenView } from '../frame.ts';
import type { RuleReport } from '../ruled.ts';
import { copied, FORMS, Saving } from '../saving.ts';
import { TaskFailed, TaskStopped, Work } from '../work.ts';

/**
 * Milliseconds after the last key before the text is read, and that one slice of reading may take.
 */
const TEXT_PAUSE_MS = 160;
const READING_SLICE_MS = 8;
/** The longest text that goes into a link, in characters. */
const MOST_LINK = 100_000;
/** The most places in the text that light up for an item. */
const MOST_LIT = 400;
/** The largest file that is opened, in bytes. */
const MOST_FILE = 8_000_000;
const NO_REPORT: RuleReport = { mistakes: [], isNamed: false };

export class Writing implements OpenView {
  static readonly title = 'Write your own';
  readonly #frame: Frame;
  readonly #listener = {
    onText: () => this.#typed(),
    onPlace: (place: number | undefined, by: 'pointer' | 'cursor') => this.#point(place, by),
  };
  #editor: TextEditor;
  #isClosed = false;
  #reading = NOTHING;
  /** Counts the readings: one that is overtaken ends. */
  #number = 0;
  /** The item under the cursor, and the one under the pointer, which goes first. */
  #cursorItem = NONE;
  #chosen: readonly number[] = [];
  /** Reads the rules of the text, beside the questions. */
  readonly #rules = new Work();
  readonly #place = h('div.editor-place');
  readonly #status = h('div.text-status', { role: 'status' });
  readonly #asking: Asking;
  readonly #grid = new GridPanel((item) => this.#light(item));
  readonly #snippets = { code: h('code'), shell: h('code') };
  readonly #file = h('input', {
    type: 'file',
    accept: '.dlx,.txt,.json,.cnf,.svg,.png',
    class: 'file',
    tabindex: -1,
    'aria-label': 'A file to open',
    onchange: () => void this.#openFile(),
  });
  readonly #start = h(
    'select',
    { 'aria-label': 'A text to begin with', onchange: () => this.#startFrom() },
    h('option', { value: '' }, 'Start from …'),
    ...STARTS.map(({ name, title }) => h('option', { value: name }, title)),
  );
  readonly #saving: Saving;
  readonly #dance = button('Watch it dance', {}, () =>
    this.#frame.go('dance', { text: this.#editor.text }),
  );

  constructor(host: HTMLElement, given: unknown, frame: Frame) {
    this.#frame = frame;
    this.#asking = new Asking(
      frame.work,
      (numbers) => this.#choose(numbers),
      () => this.#showCode(),
    );
    this.#saving = new Saving(frame, FORMS, async (form) => ({
      name: 'problem',
      content: await contentOf(form, this.#editor.text, this.#reading.problem, this.#chosen),
    }));
    const text = textOf(given) ?? STARTS[0]?.text();
    this.#editor = plainEditor(text, this.#listener);
    this.#place.append(this.#editor.element);
    fill(host, ...this.#parts());
    void this.#read();
    void this.#upgrade();
  }

  show(given: unknown): void {
    const text = textOf(given) ?? STARTS[0]?.text();
    if (text !== this.#editor.text) this.#editor.setText(text);
  }

  close(): void {
    this.#isClosed = true;
    this.#number++;
    this.#readLater.cancel();
    this.#editor.close();
    this.#rules.close();
  }

  #parts(): HTMLElement[] {
    const open = button('Open …', {}, () => this.#file.click());
    const help =
      'The first line names the items: primary ones, then a bar, then secondary ones. Each further line is an option. ' +
      'Lines that begin with a bar are comments; those that begin with |! state rules.';
    return [
      h('div.lead', h('h1', 'Write your own'), h('p.about', help)),
      h(
        'div.choices.tools',
        h('div.pills', this.#start, open, this.#dance, this.#file),
        this.#saving.element,
      ),
      h(
        'div.writing',
        h(
          'div.column',
          this.#place,
          this.#asking.questions,
          h(
            'div.results',
            { tabindex: 0, role: 'group', 'aria-label': 'Mistakes and answers' },
            this.#status,
            this.#asking.answers,
          ),
        ),
        h('div.column', this.#grid.element),
      ),
      h(
        'section.panel-box.snippets',
        h('h2', 'The same in TypeScript, and in a shell'),
        commandNote('; then ', h('code', 'npm link quadrille'), ' lets a project import it'),
        h(
          'div.pair',
          this.#snippet(this.#snippets.code, 'TypeScript'),
          this.#snippet(this.#snippets.shell, 'Shell'),
        ),
      ),
    ];
  }

  #snippet(code: HTMLElement, name: string): HTMLElement {
    const label = { class: 'copy', 'aria-label': `Copy the ${name}` };
    const copy = button('Copy', label, () => this.#copy(code, name));
    const shown = h('pre', { tabindex: 0, 'aria-label': name, role: 'group' }, code);
    return h('div.snippet', shown, copy);
  }

  #copy(code: HTMLElement, name: string): void {
    const refusal = 'The browser does not let this page copy; select the text instead.';
    void copied(code.textContent ?? '').then((isCopied) =>
      this.#frame.notice(isCopied ? `The ${name} is copied.` : refusal),
    );
  }

  /** Puts the editor with all comforts in place of the plain field, once it has loaded. */
  async #upgrade(): Promise<void> {
    let codeEditor: typeof import('../editor/code.ts')['codeEditor'];
    try {
      ({ codeEditor } = await import('../editor/code.ts'));
    } catch {
      this.#frame.notice('The editor did not load; a plain field takes its place.');
      return;
    }
    if (this.#isClosed) return;
    const plain = this.#editor;
    const hadFocus = document.activeElement === plain.element;
    this.#place.classList.add('ready');
    this.#editor = codeEditor(plain.text, this.#listener, this.#place);
    if (hadFocus) this.#editor.focus();
    this.#showReading();
  }

  readonly #readLater = debounced(() => void this.#read(), TEXT_PAUSE_MS);

  #typed(): void {
    this.#number++;
    this.#rules.stop();
    this.#asking.reset(undefined);
    this.#choose([]);
    this.#readLater();
  }

  /** Reads the text in slices, between which the page may do other things. */
  async #read(): Promise<void> {
    const mine = ++this.#number;
    const isLate = () => mine !== this.#number;
    const { text } = this.#editor;
    const read = await finishInTurns(reading(text), READING_SLICE_MS, isLate);
    if (read === undefined || isLate()) return;
    const isRuled = read.problem !== undefined && read.rules !== 'none';
    const report = isRuled ? await this.#reportOn(text) : NO_REPORT;
    if (report === undefined || isLate()) return;
    this.#reading = withReport(read, text, report);
    this.#share();
    this.#showReading();
  }

  /** What a worker says of the rules of the text; undefined where it is stopped. */
  async #reportOn(text: string): Promise<RuleReport | undefined> {
    try {
      return await this.#rules.run('checkRules', { text });
    } catch (error) {
      if (error instanceof TaskStopped) return undefined;
      if (!(error instanceof TaskFailed)) throw error;
      const mistake = { message: error.message, line: undefined, column: undefined };
      return { mistakes: [mistake], isNamed: false };
    }
  }

  #share(): void {
    const { text } = this.#editor;
    if (text.length <= MOST_LINK) this.#frame.share({ text });
    else this.#frame.notice('This text is too long for a link; save it as a file to keep it.');
  }

  #showReading(): void {
    const { problem, mistakes, namings, rules } = this.#reading;
    const hasRules = rules !== 'none';
    const { text } = this.#editor;
    this.#editor.setMistakes(mistakes);
    fill(this.#status, ...statusOf(problem, mistakes, (place) => this.#editor.goTo(place)));
    this.#asking.reset(problem === undefined ? undefined : { text, problem });
    this.#grid.show(problem, namings, this.#chosen);
    const refusal = problem === undefined ? 'There are mistakes in the text.' : undefined;
    for (const form of FORMS) {
      const isPicture = form === 'svg' || form === 'png';
      const noRules = hasRules && form === 'json' ? 'JSON has no rules.' : undefined;
      const why =
        refusal ??
        noRules ??
        (isPicture && problem !== undefined ? tooLargeToDraw(problem) : undefined);
      this.#saving.enable(form, form === 'dlx' ? undefined : why);
    }
    const isLong = text.length > MOST_LINK ? 'The text is too long for that.' : undefined;
    enable(
      this.#dance,
      refusal ??
        isLong ??
        (hasRules ? 'Rules do not dance; take their lines out to watch the rest.' : undefined) ??
        (problem === undefined ? undefined : tooLargeToWatch(problem)),
    );
    this.#showCode();
  }

  /** Shows the code that asks the same. */
  #showCode(): void {
    const { isUpToSymmetry } = this.#asking;
    const { problem, rules } = this.#reading;
    const how = { isPriced: problem?.priced ?? false, isUpToSymmetry, rules };
    this.#snippets.code.textContent = typeScript(this.#editor.text, how);
    this.#snippets.shell.textContent = shell(this.#editor.text, how);
  }

  /** The pointer or the cursor is at a place of the text. */
  #point(place: number | undefined, by: 'pointer' | 'cursor'): void {
    const item =
      place === undefined ? NONE : (namingAt(this.#reading.namings, place)?.item ?? NONE);
    if (by === 'cursor') this.#cursorItem = item;
    this.#light(item === NONE ? this.#cursorItem : item);
  }

  /** Lights up an item everywhere. */
  #light(item: number): void {
    const { namings } = this.#reading;
    const lit =
      item === NONE ? [] : namings.filter((naming) => naming.item === item).slice(0, MOST_LIT);
    this.#editor.light(lit, this.#linesOf(this.#chosen));
    this.#grid.light(item);
  }

  /** Marks the options of a solution. */
  #choose(numbers: readonly number[]): void {
    if (numbers.length === 0 && this.#chosen.length === 0) return;
    this.#chosen = numbers;
    this.#grid.show(this.#reading.problem, this.#reading.namings, numbers);
    this.#light(this.#cursorItem);
  }

  #linesOf(numbers: readonly number[]): number[] {
    const { lineOf } = this.#reading;
    return numbers.map((option) => lineOf[option] ?? 0).sort((a, b) => a - b);
  }

  #startFrom(): void {
    const start = STARTS.find(({ name }) => name === this.#start.value);
    this.#start.value = '';
    if (start !== undefined) this.#editor.setText(start.text());
  }

  async #openFile(): Promise<void> {
    const [file] = this.#file.files ?? [];
    this.#file.value = '';
    if (file === undefined) return;
    try {
      if (file.size > MOST_FILE) {
        throw new QuadrilleError(
          'too-large',
          `${file.name} has more than ${MOST_FILE / 1e6} MB; use the command line for it.`,
        );
      }
      const bytes = new Uint8Array(await file.arrayBuffer());
      this.#editor.setText(textOfFile(file.name, bytes));
    } catch (error) {
      if (!(error instanceof QuadrilleError) && !(error instanceof URIError)) throw error;
      this.#frame.notice(error.message);
    }
  }
}

/** The text in a state that may come from anywhere. */
function textOf(given: unknown): string | undefined {
  const { text } = (given ?? {}) as Record<string, unknown>;
  return typeof text === 'string' && text.length <= 10 * MOST_LINK ? text : undefined;
}
