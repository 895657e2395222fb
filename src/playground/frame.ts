/**
 * The frame around the views: it opens the view that the address names, keeps the address true to
 * what is shown, and obeys the buttons back and forward.
 */
import { debounced, h } from './element.ts';
import { fragmentOf, readFragment, type ViewState } from './state.ts';
import { type TaskName, Work } from './work.ts';

/** A page of the playground. */
interface View {
  readonly title: string;
  /**
   * Fills the host. The state comes from a link: the view checks it. Undefined: the view chooses.
   */
  new (host: HTMLElement, state: unknown, frame: Frame): OpenView;
}

/** The services of the frame to a view. */
export interface Frame {
  /** Puts the state into the address, in place of the one before. */
  share(state: unknown): void;
  /** Goes to a view with a state; the button back leads here again. */
  go(view: string, state: unknown): void;
  /** Shows a line that goes away by itself. */
  notice(text: string): void;
  /** A worker for this view. It ends with the view. */
  readonly work: Work;
}

/** An open view. */
export interface OpenView {
  /** Shows another state, where back, forward or a link leads to the same view. */
  show(state: unknown): void;
  /** Opens a file that the reader gives. */
  take?(file: File): void;
  close(): void;
}

/** A view that loads when it is opened, and its first task, which loads at the same time. */
interface LateView {
  readonly load: () => Promise<View>;
  readonly first?: TaskName;
}

export type Views = Readonly<Record<string, LateView>>;

/**
 * Browsers refuse more than 200 changes of the address in 30 seconds. A change comes at once while
 * the mean time between changes is at least PACE milliseconds; before that, BURST / PACE changes
 * are free.
 */
const PACE = 200;
const BURST = 4000;
/** Milliseconds that a notice stays. */
const NOTICE = 6000;

/** The address of the page and the links to its views, which follow the state of the open view. */
class Address {
  readonly #links: NodeListOf<HTMLAnchorElement>;
  /** The time from which the next change of the address may come. */
  #due = 0;
  /** Counts the states to write: a later one may be ready sooner. */
  #last = 0;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(links: NodeListOf<HTMLAnchorElement>) {
    this.#links = links;
  }

  share(named: ViewState): void {
    this.cancel();
    const now = performance.now();
    if (now < this.#due) this.#waiting = setTimeout(() => this.#write(named), this.#due - now);
    else void this.#write(named);
  }

  /** Leaves out the states that are not in the address yet: another view opens. */
  cancel(): void {
    clearTimeout(this.#waiting);
    this.#last++;
  }

  async #write(named: ViewState): Promise<void> {
    this.#due = Math.max(this.#due, performance.now() - BURST) + PACE;
    const mine = ++this.#last;
    const fragment = await fragmentOf(named);
    if (mine !== this.#last) return;
    history.replaceState(null, '', fragment);
    this.linkTo(named.view)?.setAttribute('href', fragment);
  }

  linkTo(name: string): HTMLAnchorElement | undefined {
    return [...this.#links].find((link) => link.getAttribute('data-view') === name);
  }

  /** Marks the link to the open view. */
  markCurrent(name: string): void {
    for (const link of this.#links) link.removeAttribute('aria-current');
    const current = this.linkTo(name);
    current?.setAttribute('aria-current', 'page');
    // The links may scroll on a phone.
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}

/**
 * Opens views in `host`. `links` are the links to them. The first view is the usual one. `give` opens
 * a view with a file.
 */
export function startFrame(
  views: Views,
  host: HTMLElement,
  links: NodeListOf<HTMLAnchorElement>,
): { give(view: string, file: File): Promise<void>; notice: Frame['notice'] } {
  let current: { name: string; opened: OpenView; work: Work } | undefined;
  /** Counts the routes taken: a view that loads too late is not opened. */
  let route = 0;
  const notice = noticeBoard();
  const usual = Object.keys(views)[0];
  const address = new Address(links);

  async function open({ view: name, state }: ViewState): Promise<void> {
    const mine = ++route;
    address.cancel();
    if (current?.name === name) {
      current.opened.show(state);
      return;
    }
    const { load, first } = views[name];
    const work = new Work();
    if (first !== undefined) work.prepare(first);
    const Page = await load().catch(() => undefined);
    if (Page === undefined) notice('This part of the page cannot be loaded; is there a network?');
    if (Page === undefined || mine !== route) {
      work.close();
      return;
    }
    current?.opened.close();
    current?.work.close();
    current = undefined;
    host.replaceChildren();
    host.className = `view view-${name}`;
    document.title = `${Page.title} - quadrille`;
    address.markCurrent(name);
    const opened = new Page(host, state, {
      share: (shared) => {
        if (!work.isClosed) address.share({ view: name, state: shared });
      },
      go,
      notice,
      work,
    });
    current = { name, opened, work };
  }

  async function go(view: string, state: unknown): Promise<void> {
    const fragment = await fragmentOf({ view, state });
    history.pushState(null, '', fragment);
    address.linkTo(view)?.setAttribute('href', fragment);
    await open({ view, state });
  }

  async function follow(): Promise<void> {
    const before = route;
    let named: ViewState | undefined;
    try {
      named = await readFragment(location.hash);
      if (named !== undefined && !Object.hasOwn(views, named.view)) {
        const problem = problemOf(named.state);
        const shown = problem === undefined ? '' : ' This is the problem of the link.';
        notice(`This page has no view "${named.view}".${shown}`);
        named = problem;
      }
    } catch (error) {
      named = undefined;
      notice(`This link cannot be read: ${reasonOf(error)}.`);
    }
    if (before === route) await open(named ?? { view: usual });
  }

  async function give(view: string, file: File): Promise<void> {
    if (current?.name !== view) await go(view, undefined);
    if (current?.name === view) current.opened.take?.(file);
  }

  addEventListener('popstate', follow);
  void follow();
  return { give, notice };
}

/** What to show in place of a view that this page does not have: the problem of its state. */
function problemOf(state: unknown): ViewState | undefined {
  const { text, name } = (state ?? {}) as Record<string, unknown>;
  if (typeof text === 'string') return { view: 'text', state: { text } };
  return typeof name === 'string' ? { view: 'gallery', state: { puzzle: name } } : undefined;
}

/** Why a fragment cannot be read. Errors of the browser's decoders say little to people. */
function reasonOf(error: unknown): string {
  return error instanceof Error && error.constructor === Error ? error.message : 'it is damaged';
}

/** A line over the page, for short notices. */
function noticeBoard(): (text: string) => void {
  const line = h('p.notice', { role: 'status' });
  document.body.append(line);
  const hide = debounced(() => line.replaceChildren(), NOTICE);
  return (text) => {
    line.textContent = text;
    hide();
  };
}
