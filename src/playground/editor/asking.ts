/**
 * Questions about a text, and their answers: a solution after the other, their number, the cheapest
 * one.
 */
import type { ItemUse, Problem } from '../../engine/problem/problem.ts';
import { button, fill, h, tickBox } from '../element.ts';
import type { OnNews } from '../news.ts';
import { endText, groups } from '../numbers.ts';
import {
  countText,
  groupText,
  NO_SOLUTION,
  Questions,
  thereAre,
  uniqueText,
} from '../questions.ts';
import type { SolutionReply, Subject } from '../solving.ts';
import type { Work } from '../work.ts';

/** The most options of a solution that are listed. */
const MOST_LISTED_OPTIONS = 150;
/** The button that finds the first solution. */
const FIND = 'Find a solution';

/** The problem of the questions. */
interface Asked {
  readonly text: string;
  readonly problem: Problem;
}

export class Asking {
  readonly questions: HTMLElement;
  /** Hidden until the first question: then nothing else needs its room. */
  readonly answers: HTMLElement;
  readonly #work: Work;
  readonly #questions: Questions;
  readonly #onSolution: (numbers: readonly number[]) => void;
  readonly #onClasses: () => void;
  #subject: Asked | undefined;
  /** The place of the next solution. */
  #at = 0;
  readonly #answer = h('p.answer', { role: 'status' });
  readonly #solution = h('ol.solution', { 'aria-label': 'Options of the solution' });
  readonly #find = button(FIND, { class: 'primary find' }, () => this.#next());
  readonly #count = button('Count', {}, () =>
    this.#ask(async (puzzle, onNews) =>
      countText(await this.#work.run('countSolutions', { puzzle }, onNews)),
    ),
  );
  readonly #unique = button('Unique?', {}, () =>
    this.#ask(async (puzzle, onNews) =>
      uniqueText(await this.#work.run('uniqueness', { puzzle }, onNews), this.isUpToSymmetry),
    ),
  );
  readonly #classes = tickBox(
    'Up to symmetry',
    false,
    (isOn) => this.#setClasses(isOn),
    'One solution of each class, with its size: symmetries take the solutions of a class to each other',
  );
  /** True if each solution stands for a class. */
  isUpToSymmetry = false;
  readonly #best = button('Cheapest', {}, () => this.#cheapest());

  /**
   * `onSolution` gets the options of the solution that is shown, `onClasses` one solution of
   * each class being asked for.
   */
  constructor(work: Work, onSolution: (numbers: readonly number[]) => void, onClasses: () => void) {
    this.#work = work;
    this.#onSolution = onSolution;
    this.#onClasses = onClasses;
    const say = (text: string) => {
      this.#answer.textContent = text;
    };
    const setBusy = (isBusy: boolean) => this.#setBusy(isBusy);
    this.#questions = new Questions(work, { say, refuse: say, setBusy });
    this.questions = h(
      'div.asks',
      { role: 'group', 'aria-label': 'Questions' },
      this.#find,
      this.#count,
      this.#unique,
      this.#best,
      this.#questions.stop,
      this.#classes,
    );
    this.answers = h('div', { hidden: true }, this.#answer, this.#solution);
    this.questions.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') work.stop();
    });
  }

  /** Takes another text; undefined: it has mistakes. Open questions about the text before end. */
  reset(subject: Asked | undefined): void {
    if (subject !== undefined && subject.text === this.#subject?.text) return;
    this.#work.stop();
    this.#subject = subject;
    this.#at = 0;
    this.answers.hidden = true;
    this.#answer.textContent = '';
    this.#find.textContent = FIND;
    fill(this.#solution);
    this.#questions.forget();
  }

  /** Begins anew with solutions of each class, or with all, and shows the symmetries. */
  #setClasses(isOn: boolean): void {
    this.#work.stop();
    this.isUpToSymmetry = isOn;
    this.#onClasses();
    this.#at = 0;
    this.#find.textContent = FIND;
    fill(this.#solution);
    this.#onSolution([]);
    if (isOn) {
      this.#ask(async (puzzle) => groupText(await this.#work.run('symmetryGroup', { puzzle })));
    } else this.#answer.textContent = '';
  }

  #next(): void {
    this.#ask(async (puzzle, onNews) => {
      const found = await this.#work.run('solution', { puzzle, at: this.#at }, onNews);
      if ('end' in found && found.solutions > 0 && found.end === 'complete') {
        // The first one again.
        this.#at = 0;
        this.#find.textContent = 'First solution';
        return `${thereAre(found.solutions, this.isUpToSymmetry)}; that was the last one.`;
      }
      return this.#show(found, `Solution ${groups(this.#at + 1)}${classText(found)}`);
    });
  }

  #cheapest(): void {
    this.#ask(async (puzzle, onNews) => {
      const found = await this.#work.run('cheapest', { puzzle }, onNews);
      const cost = 'cost' in found ? ` It costs ${groups(found.cost ?? 0)}.` : '';
      return this.#show(found, `The cheapest solution${classText(found)}.${cost}`);
    });
  }

  /** Lists a solution; gives the words above it. */
  #show(found: SolutionReply, title: string): string {
    if ('end' in found) return found.end === 'complete' ? NO_SOLUTION : endText(found.end);
    const { problem } = this.#subject as Asked;
    const { numbers } = found;
    const rows = numbers.slice(0, MOST_LISTED_OPTIONS).map((option) => {
      const words = problem.option(option).map(wordOf).join(' ');
      return h('li', h('span.number', String(option)), ' ', words);
    });
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

  #ask(question: (puzzle: Subject, onNews: OnNews) => Promise<string>): void {
    const subject = this.#subject;
    if (subject === undefined || this.#work.isBusy) return;
    this.answers.hidden = false;
    void this.#questions.ask(async (onNews, isLate) => {
      const answer = await question(
        { text: subject.text, isUpToSymmetry: this.isUpToSymmetry },
        onNews,
      );
      if (!isLate()) this.#answer.textContent = answer;
    });
  }

  #setBusy(isBusy: boolean): void {
    const isOff = isBusy || this.#subject === undefined;
    for (const one of [this.#find, this.#count, this.#unique, this.#best]) one.disabled = isOff;
    this.#best.hidden = this.#subject?.problem.priced !== true;
  }
}

function classText(found: SolutionReply): string {
  return 'classSize' in found ? `, class of ${groups(found.classSize ?? '')}` : '';
}

function wordOf(use: ItemUse): string {
  return typeof use === 'string' ? use : `${use.item}:${use.colour}`;
}
