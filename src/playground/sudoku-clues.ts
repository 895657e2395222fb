/**
 * What the page tells of a variant: which clues contradict each other, which are superfluous, and its
 * addresses on the pages of others.
 */
import { button, fill, h } from './element.ts';
import { count } from './numbers.ts';
import { Questions } from './questions.ts';
import type { Part, Sparing } from './sudoku-variant.ts';
import type { Findings } from './sudokus.ts';
import { TaskStopped, Work } from './work.ts';

/** The parts of the view that it uses. */
interface Place {
  puzzle(): { readonly text: string; readonly givens: readonly number[] };
  findings(): Findings;
  setBusy(work: Work, isBusy: boolean): void;
  /** Leads to a cell. */
  reach(cell: number): void;
  /** Marks cells that contradict each other. */
  mark(cells: readonly number[]): void;
}

export class VariantClues {
  readonly told = h('div.told', { role: 'status' });
  readonly buttons: readonly HTMLElement[] = [
    button(
      'What contradicts?',
      { title: 'Clues and givens that cannot stand together' },
      () => void this.#contradiction(),
    ),
    button(
      'Superfluous clues',
      { title: 'Leaves out each clue and each given in turn' },
      () => void this.#superfluous(),
    ),
    button(
      'Open in ...',
      { title: 'Links to f-puzzles, SudokuPad and Interactive Sudoku Solver' },
      () => void this.#link(),
    ),
  ];
  readonly #place: Place;
  readonly #work = new Work();
  readonly #questions: Questions;

  constructor(place: Place) {
    this.#place = place;
    this.#questions = new Questions(this.#work, {
      say: (text) => this.#tell(text),
      refuse: (message) => this.#tell(message),
      setBusy: (isBusy) => place.setBusy(this.#work, isBusy),
    });
  }

  /** What was told is about another puzzle. */
  forget(): void {
    this.#work.stop();
    this.#questions.forget();
    this.#tell();
  }

  close(): void {
    this.#work.close();
  }

  #tell(sentence?: string, parts: readonly Part[] = []): void {
    const items = parts.map(({ title, cells }) => {
      const [cell] = cells;
      return h('li', cell === undefined ? title : button(title, {}, () => this.#place.reach(cell)));
    });
    fill(
      this.told,
      sentence !== undefined && h('p', sentence),
      items.length > 0 && h('ul', ...items),
    );
  }

  async #contradiction(): Promise<void> {
    const { answer } = this.#place.findings();
    if (answer !== 'none') {
      const isOpen = answer === undefined;
      this.#tell(isOpen ? 'It is not solved yet.' : 'Nothing contradicts: there is a solution.');
      return;
    }
    await this.#ask(async (isLate) => {
      this.#tell('Looking for clues that contradict each other ...');
      const parts = await this.#work.run('contradiction', this.#place.puzzle(), ({ left }) => {
        if (!isLate())
          this.#tell(`Looking: ${count(left, 'clue')} left that contradict each other.`);
      });
      if (isLate()) return;
      const spared = parts.length > 1 ? ' Without any one of them there is a solution:' : '';
      this.#tell(
        parts.length === 0
          ? 'The grid has no solution, even without clues.'
          : `In this grid ${parts.length === 1 ? 'this cannot hold:' : `these contradict each other.${spared}`}`,
        parts,
      );
      this.#place.mark(parts.flatMap(({ cells }) => cells));
    });
  }

  async #superfluous(): Promise<void> {
    if (this.#place.findings().answer !== 'unique') {
      this.#tell('Only a puzzle with one solution has superfluous clues.');
      return;
    }
    let sparing: Sparing = { tried: 0, all: 0, spare: [] };
    const tell = (state: string) => {
      const { spare } = sparing;
      if (spare.length === 0) return this.#tell(`${state} None is superfluous so far.`);
      const each =
        spare.length > 1 ? 'These are superfluous, each by itself:' : 'This is superfluous:';
      this.#tell(`${state} ${each}`, spare);
    };
    await this.#ask(async (isLate) => {
      this.#tell('Leaving out one clue after the other ...');
      const show = (news: Sparing) => {
        if (isLate()) return;
        sparing = news;
        tell(`${news.tried} of ${news.all} tried.`);
      };
      try {
        await this.#work.run('superfluous', this.#place.puzzle(), show);
      } catch (error) {
        if (!(error instanceof TaskStopped) || isLate()) throw error;
        tell(`Stopped after ${sparing.tried} of ${sparing.all}.`);
        return;
      }
      if (isLate()) return;
      if (sparing.spare.length === 0) this.#tell('Every clue and every given is needed.');
      else tell(`All ${sparing.all} tried.`);
    });
  }

  async #link(): Promise<void> {
    await this.#ask(async (isLate) => {
      const { links, refusals } = await this.#work.run('variantLinks', this.#place.puzzle());
      if (isLate()) return;
      const items = links.map(({ title, address }) =>
        h('li', h('a', { href: address, target: '_blank', rel: 'noreferrer' }, title)),
      );
      fill(
        this.told,
        items.length > 0 && h('p', 'The puzzle opens in'),
        items.length > 0 && h('ul', ...items),
        ...refusals.map((message) => h('p', message)),
      );
    });
  }

  #ask(question: (isLate: () => boolean) => Promise<void>): Promise<void> {
    this.#work.stop();
    return this.#questions.ask((_tell, isLate) => question(isLate));
  }
}
