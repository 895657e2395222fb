/**
 * Questions about a text, and their answers: a solution after the other, their number, the cheapest
 * one.
 */
import type { ItemUse, Problem } from '../../problem/problem.ts';
import { fill, h } from '../element.ts';
import type { Running, Tell } from '../news.ts';
import { groups, progressText } from '../numbers.ts';
import { TaskFailed, TaskStopped, type Work } from '../work.ts';
import type { SolutionReply } from './answer.ts';

/** The most options of a solution that are listed. */
const MOST_LISTED = 150;

const UNIQUE: Readonly<Record<string, string>> = {
  none: 'There is no solution.',
  unique: 'There is exactly one solution.',
  several: 'There are several solutions.',
};

/** The problem of the questions. */
interface Subject {
  readonly text: string;
  readonly problem: Problem;
}

export class Asking {
  readonly questions: HTMLElement;
  /** Hidden until the first question: then nothing else needs its room. */
  readonly answers: HTMLElement;
  readonly #work: Work;
  readonly #onSolution: (numbers: readonly number[]) => void;
  #subject: Subject | undefined;
  /** The place of the next solution. */
  #at = 0;
  /** Counts the questions: an answer that comes too late is not shown. */
  #asked = 0;
  readonly #answer = h('p', { class: 'answer', role: 'status' });
  readonly #solution = h('ol', { class: 'solution', 'aria-label': 'Options of the solution' });
  readonly #find = h(
    'button',
    { type: 'button', class: 'primary', onclick: () => this.#next() },
    'Find a solution',
  );
  readonly #count = h('button', { type: 'button', onclick: () => this.#countAll() }, 'Count');
  readonly #unique = h('button', { type: 'button', onclick: () => this.#isUnique() }, 'Unique?');
  readonly #best = h('button', { type: 'button', onclick: () => this.#cheapest() }, 'Cheapest');
  readonly #stop = h(
    'button',
    { type: 'button', class: 'stop', disabled: true, onclick: () => this.#work.stop() },
    'Stop',
  );

  /** `onSolution` hears of the options of the solution that is shown. */
  constructor(work: Work, onSolution: (numbers: readonly number[]) => void) {
    this.#work = work;
    this.#onSolution = onSolution;
    this.questions = h(
      'div',
      { class: 'asks', role: 'group', 'aria-label': 'Questions' },
      this.#find,
      this.#count,
      this.#unique,
      this.#best,
      this.#stop,
    );
    this.answers = h('div', { hidden: true }, this.#answer, this.#solution);
    this.questions.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#work.stop();
    });
  }

  /** Takes another text; undefined: it has mistakes. Open questions about the text before end. */
  reset(subject: Subject | undefined): void {
    if (subject !== undefined && subject.text === this.#subject?.text) return;
    this.#work.stop();
    this.#asked++;
    this.#subject = subject;
    this.#at = 0;
    this.answers.hidden = true;
    this.#answer.textContent = '';
    this.#find.textContent = 'Find a solution';
    fill(this.#solution);
    this.#setBusy(false);
  }

  #next(): void {
    void this.#ask(async ({ text }, tell) => {
      const found = await this.#work.run('textSolution', { text, at: this.#at }, tell);
      if ('end' in found && found.solutions > 0 && found.end === 'complete') {
        // The first one again.
        this.#at = 0;
        this.#find.textContent = 'First solution';
        return `There are ${groups(found.solutions)} solutions; that was the last one.`;
      }
      return this.#show(found, `Solution ${groups(this.#at + 1)}`);
    });
  }

  #cheapest(): void {
    void this.#ask(async ({ text }, tell) => {
      const found = await this.#work.run('textBest', { text }, tell);
      const cost = 'cost' in found ? ` It costs ${groups(found.cost ?? 0)}.` : '';
      return this.#show(found, `The cheapest solution.${cost}`);
    });
  }

  #countAll(): void {
    void this.#ask(async ({ text }, tell) => {
      const { exact, status } = await this.#work.run('textCount', { text }, tell);
      const solutions = `${groups(exact)} solution${exact === '1' ? '' : 's'}`;
      return status === 'complete'
        ? `${solutions}, all of them.`
        : `At least ${solutions}; it ended early: ${status}.`;
    });
  }

  #isUnique(): void {
    void this.#ask(async ({ text }, tell) => {
      const { answer, status } = await this.#work.run('textUnique', { text }, tell);
      return UNIQUE[answer] ?? `It ended early: ${status}.`;
    });
  }

  /** Lists a solution; gives the words above it. */
  #show(found: SolutionReply, title: string): string {
    if ('end' in found) {
      return found.end === 'complete' ? 'There is no solution.' : `It ended early: ${found.end}.`;
    }
    const problem = (this.#subject as Subject).problem;
    const { numbers } = found;
    const rows = numbers
      .slice(0, MOST_LISTED)
      .map((option) =>
        h(
          'li',
          {},
          h('span', { class: 'number' }, String(option)),
          ' ',
          problem.option(option).map(wordOf).join(' '),
        ),
      );
    fill(this.#solution, ...rows);
    if (!('cost' in found)) {
      this.#at++;
      this.#find.textContent = 'Next solution';
    }
    this.#onSolution(numbers);
    const more = numbers.length - rows.length;
    return more > 0
      ? `${title}; the first ${rows.length} of its ${numbers.length} options:`
      : title;
  }

  async #ask(question: (subject: Subject, tell: Tell) => Promise<string>): Promise<void> {
    const subject = this.#subject;
    if (subject === undefined || this.#work.isBusy) return;
    const mine = ++this.#asked;
    const began = performance.now();
    this.#setBusy(true);
    this.answers.hidden = false;
    const tell = (news: Running) => {
      if (mine === this.#asked)
        this.#answer.textContent = progressText(news, performance.now() - began);
    };
    try {
      const answer = await question(subject, tell);
      if (mine === this.#asked) this.#answer.textContent = answer;
    } catch (error) {
      if (mine !== this.#asked) return;
      if (!(error instanceof TaskStopped) && !(error instanceof TaskFailed)) throw error;
      this.#answer.textContent = error instanceof TaskFailed ? error.message : 'Stopped.';
    } finally {
      if (mine === this.#asked) this.#setBusy(false);
    }
  }

  #setBusy(isBusy: boolean): void {
    const isOff = isBusy || this.#subject === undefined;
    for (const button of [this.#find, this.#count, this.#unique, this.#best])
      button.disabled = isOff;
    this.#best.hidden = this.#subject?.problem.priced !== true;
    this.#stop.disabled = !isBusy;
  }
}

function wordOf(use: ItemUse): string {
  return typeof use === 'string' ? use : `${use.item}:${use.colour}`;
}
