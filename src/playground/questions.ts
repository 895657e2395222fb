/** The questions of a view to its worker, and the words of their answers. */

import type { CountReply, GroupReply } from './classes.ts';
import { button } from './element.ts';
import type { OnNews } from './news.ts';
import { count, endText, groups, progressText } from './numbers.ts';
import { TaskFailed, TaskStopped, type Work } from './work.ts';

/** The place where a view shows how a question fares. */
interface Place {
  /** How far it is, or that it was stopped. */
  say(text: string): void;
  /** It has failed. */
  refuse(message: string): void;
  setBusy?(isBusy: boolean): void;
}

/** One question at a time: a later one takes the place of the one before. */
export class Questions {
  readonly stop: HTMLButtonElement;
  readonly #place: Place;
  /** Counts the questions: an answer that comes too late is not shown. */
  #asked = 0;

  constructor(work: Work, place: Place) {
    this.#place = place;
    this.stop = button('Stop', { class: 'stop', disabled: true }, () => work.stop());
  }

  async ask(question: (onNews: OnNews, isLate: () => boolean) => Promise<void>): Promise<void> {
    const mine = ++this.#asked;
    const isLate = () => mine !== this.#asked;
    this.#setBusy(true);
    try {
      const onNews: OnNews = (news) => {
        if (!isLate()) this.#place.say(progressText(news));
      };
      await question(onNews, isLate);
    } catch (error) {
      if (isLate()) return;
      if (error instanceof TaskStopped) this.#place.say('Stopped.');
      else if (error instanceof TaskFailed) this.#place.refuse(error.message);
      else throw error;
    } finally {
      if (!isLate()) this.#setBusy(false);
    }
  }

  /** Leaves out the answer to the question that is open. */
  forget(): void {
    this.#asked++;
    this.#setBusy(false);
  }

  #setBusy(isBusy: boolean): void {
    this.stop.disabled = !isBusy;
    this.#place.setBusy?.(isBusy);
  }
}

export function countText({ exact, all, status }: CountReply): string {
  if (all !== undefined) {
    const classes = `${count(exact, 'solution')} up to symmetry`;
    return status === 'complete'
      ? `${classes}, ${groups(all)} in all.`
      : `At least ${classes}. ${endText(status)}`;
  }
  return status === 'complete'
    ? `${count(exact, 'solution')}, all of them.`
    : `At least ${count(exact, 'solution')}. ${endText(status)}`;
}

/** As in `4 symmetries: turns and mirrors of the board.` */
export function groupText({ order, words, status }: GroupReply): string {
  const symmetries = order === '1' ? '1 symmetry' : `${groups(order)} symmetries`;
  if (status !== 'complete') return `At least ${symmetries}; there may be more.`;
  if (order === '1') return 'There are no symmetries.';
  return words === undefined ? `${symmetries}.` : `${symmetries}: ${words}.`;
}

/** As in `There are 2 solutions up to symmetry`. */
export function thereAre(solutions: number, isUpToSymmetry: boolean): string {
  const are = solutions === 1 ? 'is' : 'are';
  return `There ${are} ${count(solutions, 'solution')}${isUpToSymmetry ? ' up to symmetry' : ''}`;
}

const STEP_ENDS: Readonly<Record<string, string>> = {
  solved: 'Solved: nothing is left to do.',
  several: 'There are several solutions. No technique finds a step that holds in all of them.',
  stuck: 'No technique goes further from here.',
  contradiction: 'There is no solution.',
};

/** Why there is no further step. */
export function stepsEnd(ending: string): string {
  return STEP_ENDS[ending] ?? 'This takes too long.';
}

export const NO_SOLUTION = 'There is no solution.';

export function uniqueText(
  { answer, status }: { answer: string; status: string },
  isUpToSymmetry: boolean,
): string {
  const classes = isUpToSymmetry ? ' up to symmetry' : '';
  if (answer === 'none') return NO_SOLUTION;
  if (answer === 'unique') return `There is exactly one solution${classes}.`;
  return answer === 'several' ? `There are several solutions${classes}.` : endText(status);
}
