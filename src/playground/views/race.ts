/**
 * The race: three engines and plain backtracking look for all solutions of the same puzzle, each in
 * a worker.
 */
import { button, fill, h, Pills } from '../element.ts';
import type { Frame, OpenView } from '../frame.ts';
import { groups, rounded } from '../numbers.ts';
import type { Course, Mark, Runner } from '../race/lane.ts';
import { TaskFailed, TaskStopped, Work } from '../work.ts';

/** Characters of a text that a link may bring. */
const MOST_TEXT = 500_000;
const OWN = 'own';

const COURSES: readonly {
  readonly name: string;
  readonly title: string;
  readonly about: string;
}[] = [
  {
    name: 'pentominoes',
    title: 'Pentominoes 4 × 15',
    about: 'All 1,472 ways to lay the twelve pentominoes into a box of 4 × 15.',
  },
  {
    name: 'queens',
    title: 'Twelve queens',
    about: 'All 14,200 ways to place twelve queens that do not attack one another.',
  },
  {
    name: 'langford',
    title: 'Langford 11',
    about: 'All 35,584 rows of the pairs 1 to 11, with k places between the two k’s.',
  },
  {
    name: 'dominoes',
    title: 'Dominoes 8 × 8',
    about: 'All 12,988,816 ways to cover a chess board with dominoes.',
  },
];

const RUNNERS: readonly { readonly runner: Runner; readonly about: string }[] = [
  { runner: 'links', about: 'Knuth’s dancing links: lists that nodes leave and come back to' },
  { runner: 'cells', about: 'lists of options that are only marked, or sets as bits' },
  { runner: 'sweep', about: 'a sweep over the items in one fixed order, with tables' },
  { runner: 'plain', about: 'plain backtracking on lists of options, as one writes it first' },
];

/** The columns of numbers: the title, a short one for a phone, and the text. */
const COLUMNS: readonly (readonly [title: string, short: string, text: (mark: Mark) => string])[] =
  [
    ['Time', 'Time', ({ time }) => `${(time / 1000).toFixed(2)} s`],
    ['Solutions', 'Solutions', ({ solutions }) => groups(solutions)],
    ['Options chosen', 'Chosen', ({ nodes }) => groups(nodes)],
    ['Per second', 'Rate', ({ nodes, time }) => (time > 0 ? rounded((1000 * nodes) / time) : '–')],
  ];

/** The row of one runner. */
interface Lane {
  readonly runner: Runner;
  readonly work: Work;
  readonly row: HTMLElement;
  readonly bar: HTMLElement;
  readonly share: HTMLElement;
  /** Its place among those that have come in. */
  readonly rank: HTMLElement;
  readonly numbers: readonly HTMLElement[];
}

export class Race implements OpenView {
  static readonly title = 'Race';
  readonly #frame: Frame;
  readonly #about = h('p.about');
  readonly #status = h('p.race-status', { role: 'status' });
  readonly #courses = new Pills(
    'Puzzle',
    [...COURSES, { name: OWN, title: 'Your own …' }],
    (name) => (name === OWN ? this.#writeOwn() : this.#choose({ name })),
  );
  readonly #start = button('Start', { class: 'primary' }, () => void this.#race());
  readonly #stop = button('Stop', { class: 'stop', disabled: true }, () => this.#halt());
  readonly #lanes: readonly Lane[] = RUNNERS.map(({ runner, about }) => laneOf(runner, about));
  #course: Course;
  /** Counts the races: a lane of an earlier one tells nothing. */
  #number = 0;
  /** The number of lanes that have come in. */
  #arrived = 0;

  constructor(host: HTMLElement, given: unknown, frame: Frame) {
    this.#frame = frame;
    this.#course = courseOf(given);
    fill(
      host,
      h('div.lead', h('h1', 'Race'), this.#about),
      h('div.choices', this.#courses.element, h('div.go', this.#start, this.#stop)),
      this.#table(),
      this.#status,
      h('p.soft', coresText()),
    );
    host.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#halt();
    });
    this.#open();
  }

  show(given: unknown): void {
    this.#course = courseOf(given);
    this.#open();
  }

  close(): void {
    this.#number++;
    for (const { work } of this.#lanes) work.close();
  }

  #writeOwn(): void {
    const { text } = this.#course;
    this.#frame.go('text', text === undefined ? undefined : { text });
  }

  #table(): HTMLElement {
    const titles = COLUMNS.map(([title]) => title);
    const head = ['Engine', 'The part of the tree that is done', ...titles];
    return h(
      'div.panel-box.lanes',
      { tabindex: 0, role: 'group', 'aria-label': 'Lanes' },
      h(
        'table',
        h('thead', h('tr', ...head.map((title) => h('th', { scope: 'col' }, title)))),
        h('tbody', ...this.#lanes.map(({ row }) => row)),
      ),
    );
  }

  #choose(course: Course): void {
    this.#course = course;
    this.#open();
  }

  #open(): void {
    this.#halt();
    const { name, text } = this.#course;
    this.#courses.show(name);
    this.#about.textContent =
      COURSES.find((one) => one.name === name)?.about ?? 'All solutions of your own problem.';
    this.#status.textContent = '';
    for (const lane of this.#lanes) reset(lane);
    this.#frame.share({ name, text });
  }

  async #race(): Promise<void> {
    this.#halt();
    const mine = ++this.#number;
    this.#arrived = 0;
    this.#setRunning(true);
    for (const lane of this.#lanes) reset(lane);
    this.#status.textContent = 'The lanes line up …';
    try {
      const sizes = await Promise.all(
        this.#lanes.map(({ work }) => work.run('lineUp', this.#course)),
      );
      if (mine !== this.#number) return;
      const { items = 0, options = 0 } = sizes[0] ?? {};
      this.#status.textContent = `${groups(items)} items, ${groups(options)} options. The race is on.`;
      await Promise.all(this.#lanes.map((lane) => this.#run(lane, mine)));
      if (mine === this.#number) this.#status.textContent = this.#verdict();
    } catch (error) {
      if (mine !== this.#number || error instanceof TaskStopped) return;
      if (!(error instanceof TaskFailed)) throw error;
      this.#status.textContent = error.message;
    } finally {
      if (mine === this.#number) this.#setRunning(false);
    }
  }

  async #run(lane: Lane, mine: number): Promise<void> {
    try {
      const mark = await lane.work.run('runLane', { runner: lane.runner }, (news) => {
        if (mine === this.#number) present(lane, news);
      });
      if (mine !== this.#number) return;
      present(lane, mark);
      lane.row.classList.add('done');
      lane.rank.textContent = ['1st', '2nd', '3rd', '4th'][this.#arrived++] ?? '';
    } catch (error) {
      if (!(error instanceof TaskFailed)) throw error;
      lane.row.classList.add('out');
      lane.share.textContent = error.message;
    }
  }

  /** Ends all lanes at once. Their pictures stay. */
  #halt(): void {
    const isRunning = !this.#stop.disabled;
    this.#number++;
    for (const { work, row } of this.#lanes) {
      if (work.isBusy && isRunning) row.classList.add('stopped');
      work.stop();
    }
    this.#setRunning(false);
    if (isRunning) this.#status.textContent = 'Stopped.';
  }

  #setRunning(isRunning: boolean): void {
    this.#start.disabled = isRunning;
    this.#stop.disabled = !isRunning;
  }

  /** The name of the fastest lane, and its lead. */
  #verdict(): string {
    const times = this.#lanes
      .map(({ runner, row }) => ({ runner, time: Number(row.getAttribute('data-time')) }))
      .filter(({ time }) => time > 0)
      .sort((a, b) => a.time - b.time);
    const first = times[0];
    const last = times.at(-1);
    if (first === undefined || last === undefined || first === last) return 'The race is over.';
    return `${first.runner} is first; ${last.runner} took ${rounded(last.time / first.time)} times as long.`;
  }
}

function laneOf(runner: Runner, about: string): Lane {
  const bar = h('span.fill');
  const share = h('span.share');
  const rank = h('span.rank');
  const numbers = COLUMNS.map(([, short]) => h('td.number', { 'data-name': short }));
  const name = h('span.runner', runner, ' ', rank);
  const track = h('span.track', { 'aria-hidden': 'true' }, bar);
  const row = h(
    'tr',
    h('th', { scope: 'row' }, name, h('small', about)),
    h('td.track-cell', track, share),
    ...numbers,
  );
  return { runner, work: new Work(), row, bar, share, rank, numbers };
}

function reset({ row, bar, share, rank, numbers }: Lane): void {
  row.className = '';
  row.removeAttribute('data-time');
  bar.style.setProperty('--share', '0');
  share.textContent = '0 %';
  rank.textContent = '';
  for (const cell of numbers) cell.textContent = '–';
}

function present({ row, bar, share, numbers }: Lane, mark: Mark): void {
  bar.style.setProperty('--share', String(mark.share));
  share.textContent = `${(100 * mark.share).toFixed(mark.share < 1 ? 1 : 0)} %`;
  for (const [k, [, , text]] of COLUMNS.entries()) {
    numbers[k].textContent = text(mark);
  }
  if (mark.share === 1) row.setAttribute('data-time', String(Math.max(mark.time, 0.001)));
}

function coresText(): string {
  const cores = navigator.hardwareConcurrency;
  const shared = cores < 4 ? ` This machine has ${cores} cores, so the four lanes share them.` : '';
  return (
    'Each lane is a worker of its own and looks for all solutions. The part of the tree that is done is ' +
    `Knuth’s estimate. sweep chooses more options than the others, but each costs it far less.${shared}`
  );
}

/** The course in a link, which may come from anywhere. */
function courseOf(given: unknown): Course {
  const { name, text } = (given ?? {}) as Record<string, unknown>;
  if (typeof text === 'string' && text.length <= MOST_TEXT) return { name: OWN, text };
  const known = COURSES.find((one) => one.name === name);
  return { name: (known ?? COURSES[0])?.name };
}
