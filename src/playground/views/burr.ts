/** A file of BurrTools: its problems, their pieces, and their assemblies. */
import type { BurrSummary } from '../burrs.ts';
import { DRAWN_LATTICES } from '../drawing-state.ts';
import { button, commandNote, fill, h, labelled, selectOf, svgOf, tickBox } from '../element.ts';
import type { Frame, OpenView } from '../frame.ts';
import { count } from '../numbers.ts';
import { Stage } from '../stage.ts';
import { BURR, problemScene, type Scene, SYMMETRY_SETTING, sceneOf, wholeIn } from '../state.ts';
import { TaskFailed, TaskStopped, Work } from '../work.ts';

/** The state in a link. */
interface BurrState {
  /** The file as BurrTools reads it, without solutions. */
  readonly text: string;
  /** The number of the problem, from 0. */
  readonly problem: number;
  /** True where assemblies count as in BurrTools. */
  readonly classes: boolean;
  readonly scene: Scene;
}

/** The largest file that is opened, in bytes, and the longest text that goes into a link. */
const MOST_BURR_FILE = 8_000_000;
const MOST_BURR_TEXT = 500_000;
const MOST_PROBLEMS = 1_000_000;

const GRIDS: Readonly<Record<string, string>> = { cubes: 'Cubes', ...DRAWN_LATTICES };

export class Burr implements OpenView {
  static readonly title = 'A file of BurrTools';
  readonly #frame: Frame;
  /** Reads files, beside the questions. */
  readonly #reader = new Work();
  readonly #stage: Stage;
  readonly #content = h('div.burr');
  readonly #mistake = h('p.mistake', { role: 'alert' });
  readonly #file = h('input', {
    type: 'file',
    accept: '.xmpuzzle',
    class: 'file',
    'aria-label': 'A file of BurrTools',
    onchange: () => {
      const [file] = this.#file.files ?? [];
      if (file !== undefined) this.take(file);
      // The same file may be chosen again.
      this.#file.value = '';
    },
  });
  #state: BurrState;
  /** What the text of the state says. Undefined while it is read, and where it is no file. */
  #summary: BurrSummary | undefined;

  constructor(host: HTMLElement, given: unknown, frame: Frame) {
    this.#frame = frame;
    this.#state = stateOf(given);
    this.#stage = new Stage(frame, (scene) => {
      // Otherwise it is the scene of another file, or of none.
      if (this.#summary !== undefined) this.#share({ scene });
    });
    const panel = h(
      'section.panel',
      { 'aria-label': 'The file and its problems' },
      h('h1', { tabindex: -1 }, 'BurrTools'),
      h(
        'p.about',
        'Opens puzzle files of BurrTools (.xmpuzzle), counts their assemblies and shows them.',
      ),
      button('Open a file', {}, () => this.#file.click()),
      this.#file,
      this.#content,
      // Below, so that nothing of the file moves for it; it stays in sight.
      this.#mistake,
    );
    fill(host, this.#stage.element, panel);
    void this.#open();
  }

  show(given: unknown): void {
    this.#state = stateOf(given);
    this.#reader.stop();
    this.#mistake.textContent = '';
    if (this.#summary?.text === this.#state.text) this.#fill();
    else void this.#open();
  }

  take(file: File): void {
    void this.#read(file.name, async () => {
      if (file.size > MOST_BURR_FILE) {
        throw new TaskFailed('it has more than 8 MB, which no puzzle has; give an .xmpuzzle file.');
      }
      return new Uint8Array(await file.arrayBuffer());
    });
  }

  close(): void {
    this.#reader.close();
  }

  /** Reads the text of the link. */
  async #open(): Promise<void> {
    const { text } = this.#state;
    this.#summary = undefined;
    fill(this.#content);
    if (text === '') return this.#fill();
    await this.#read('The link', async () => new TextEncoder().encode(text), true);
  }

  /** Reads a file. `isOwn`: the state is that of the file. */
  async #read(name: string, bytesOf: () => Promise<Uint8Array>, isOwn = false): Promise<void> {
    this.#reader.stop();
    try {
      const summary = await this.#reader.run('readBurrFile', { bytes: await bytesOf() });
      const { text, problems } = summary;
      if (text.length > MOST_BURR_TEXT) {
        throw new TaskFailed('its shapes are too large for this page; try quadrille burr.');
      }
      this.#summary = summary;
      if (isOwn) return this.#fill();
      const solvable = problems.findIndex(({ wrong }) => wrong === undefined);
      const { classes, scene } = this.#state;
      const { solid } = scene;
      this.#state = { text, problem: Math.max(0, solvable), classes, scene: { at: 1, solid } };
      this.#frame.go(BURR, linkOf(this.#state));
    } catch (error) {
      if (error instanceof TaskStopped) return;
      const message = error instanceof TaskFailed ? error.message : 'it cannot be read.';
      this.#mistake.textContent = `${name}: ${message}`;
      if (this.#summary === undefined) this.#fill();
    }
  }

  #fill(): void {
    const { problem, classes, scene } = this.#state;
    const summary = this.#summary;
    if (summary === undefined) {
      const invitation = 'Open a file of BurrTools, or drop it anywhere on the page.';
      this.#stage.showNothing(invitation, false);
      return;
    }
    const { grid, comment, problems } = summary;
    const titles = problems.map(({ name }, k) => `${k + 1}${name === '' ? '' : `: ${name}`}`);
    const chosen = problems[problem];
    const choices = titles.map((title, k) => [String(k), title] as const);
    const choose = (value: string) => this.#change({ problem: Number(value) });
    const tick = (isOn: boolean) => this.#change({ classes: isOn });
    fill(
      this.#content,
      h('p.sum', `${GRIDS[grid]}, ${count(problems.length, 'problem')}.`),
      comment !== '' && h('p.details.comment', comment),
      problems.length > 1 && labelled('Problem', selectOf(choices, String(problem), choose)),
      tickBox(
        'Up to symmetry',
        classes,
        tick,
        'as BurrTools counts: turns and mirror images of the result count once',
      ),
      chosen !== undefined && piecesOf(chosen),
      commandNote(': quadrille burr'),
    );
    if (chosen === undefined || chosen.wrong !== undefined) {
      this.#stage.showNothing(
        chosen?.wrong ?? 'The file has shapes and no problem; add one in BurrTools.',
      );
      return;
    }
    const puzzle = {
      name: BURR,
      operands: [String(problem)],
      settings: classes ? { [SYMMETRY_SETTING]: true as const } : {},
      files: { [BURR]: this.#state.text },
      labels: {},
    };
    this.#stage.show(puzzle, scene);
  }

  #change(change: Partial<BurrState>): void {
    const scene = problemScene(this.#state.scene);
    this.#state = { ...this.#state, scene, ...change };
    this.#fill();
    this.#share({});
  }

  #share(change: Partial<BurrState>): void {
    this.#state = { ...this.#state, ...change };
    this.#frame.share(linkOf(this.#state));
  }
}

function linkOf({ text, problem, classes, scene }: BurrState) {
  return { text, problem, classes, ...scene };
}

function piecesOf({ pieces }: BurrSummary['problems'][number]): HTMLElement {
  return h(
    'ul.tiles.shapes',
    ...pieces.map(({ name, copies, voxels, svg }) =>
      h(
        'li',
        svg !== '' && svgOf(svg),
        h('span', `${copies} of ${name}`),
        h('span.soft', count(voxels, 'cell')),
      ),
    ),
  );
}

/** The state in a link. Without a text that can be one, there is no file yet. */
function stateOf(given: unknown): BurrState {
  const { text, problem, classes, ...scene } = (given ?? {}) as Record<string, unknown>;
  return {
    text: typeof text === 'string' && text.length <= MOST_BURR_TEXT ? text : '',
    problem: wholeIn(problem, 0, MOST_PROBLEMS) ?? 0,
    classes: classes === true,
    scene: sceneOf(scene),
  };
}
