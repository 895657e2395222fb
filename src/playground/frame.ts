/**
 * The frame around the views: it opens the view that the address names, keeps the address true to
 * what is shown, and obeys the buttons back and forward.
 */
import { debounced, h } from './element.ts';
import { fragmentOf, readFragment, type ViewState } from './state.ts';
import { Work } from './work.ts';

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
  /** Tells something in one line that goes away by itself. */
  notice(text: string): void;
  /** A worker for this view. It ends with the view. */
  readonly work: Work;
}

/** An open view. */
export interface OpenView {
  /** Shows another state, where back, forward or a link leads to the same view. */
  show(state: unknown): void;
  close(): void;
}

/** Name -> how to load the view. */
export type Views = Readonly<Record<string, () => Promise<View>>>;

/**
 * Browsers refuse more than 200 changes of the address in 30 seconds. A change comes at once while
 * the mean time between changes is at least PACE milliseconds; before that, BURST / PACE changes
 * are free.
 */
const PACE = 200;
const BURST = 4000;
/** Milliseconds that a notice stays. */
const NOTICE = 6000;

/** Opens views in `host`. `links` are the links to them. The first view is the usual one. */
export function startFrame(
  views: Views,
  host: HTMLElement,
  links: NodeListOf<HTMLAnchorElement>,
): void {
  let current: { name: string; opened: OpenView; work: Work } | undefined;
  /** Counts the routes taken: a view that loads too late is not opened. */
  let route = 0;
  const notice = noticeBoard();
  const usual = Object.keys(views)[0];

  /** The time from which the next change of the address may come. */
  let due = 0;
  let written = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  function share(named: ViewState, from: number): void {
    clearTimeout(waiting);
    const now = performance.now();
    if (now < due) waiting = setTimeout(() => write(named, from), due - now);
    else void write(named, from);
  }

  async function write(named: ViewState, from: number): Promise<void> {
    due = Math.max(due, performance.now() - BURST) + PACE;
    const mine = ++written;
    const fragment = await fragmentOf(named);
    // A later state may be ready sooner.
    if (from !== route || mine !== written) return;
    history.replaceState(null, '', fragment);
    linkTo(named.view)?.setAttribute('href', fragment);
  }

  function linkTo(name: string): HTMLAnchorElement | undefined {
    return [...links].find((link) => link.getAttribute('data-view') === name);
  }

  async function open({ view: name, state }: ViewState): Promise<void> {
    const mine = ++route;
    clearTimeout(waiting);
    if (current?.name === name) {
      current.opened.show(state);
      return;
    }
    let Page: View;
    try {
      Page = await views[name]();
    } catch {
      notice('This part of the page cannot be loaded; is there a network?');
      return;
    }
    if (mine !== route) return;
    current?.opened.close();
    current?.work.close();
    current = undefined;
    const work = new Work();
    host.replaceChildren();
    host.className = `view view-${name}`;
    document.title = `${Page.title} - quadrille`;
    for (const link of links) {
      if (link.getAttribute('data-view') === name) {
        link.setAttribute('aria-current', 'page');
        // The links may scroll on a phone.
        link.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      } else link.removeAttribute('aria-current');
    }
    const opened = new Page(host, state, {
      share: (shared) => {
        if (!work.isClosed) share({ view: name, state: shared }, route);
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
    linkTo(view)?.setAttribute('href', fragment);
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

  addEventListener('popstate', follow);
  void follow();
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
