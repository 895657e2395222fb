import { check } from '../../src/sudoku.ts';
import { WrongAnswer } from '../trouble.ts';
import type { Answer } from './contender.ts';
import type { PuzzleSet } from './sets.ts';

/** Checks all answers to the puzzles of a set, by the rules alone, and against each other. */
export class Referee {
  readonly #set: PuzzleSet;
  /** Puzzle -> an answer that was checked. */
  readonly #known = new Map<Uint8Array, Exclude<Answer, 'unsolved'>>();

  constructor(set: PuzzleSet) {
    this.#set = set;
  }

  check(contender: string, givens: Uint8Array, answer: Answer): void {
    if (answer === 'unsolved') return;
    const known = this.#known.get(givens);
    if (known === undefined) {
      this.#known.set(givens, typeof answer === 'string' ? answer : answer.slice());
    } else if (answer === 'none' || known === 'none') {
      if (answer === known) return;
      throw this.#wrong(contender, givens, 'contenders disagree whether there is a solution');
    } else if (same(answer, known)) {
      return;
    }
    if (answer !== 'none') this.#checkGrid(contender, givens, answer);
  }

  #checkGrid(contender: string, givens: Uint8Array, grid: Uint8Array): void {
    const changed = givens.findIndex((value, cell) => value > 0 && value !== grid[cell]);
    if (changed >= 0) {
      const cell = this.#set.shape.cellName(changed);
      throw this.#wrong(contender, givens, `its answer changes the given at ${cell}`);
    }
    const { answer } = check(this.#set.shape, grid);
    if (answer !== 'solved') throw this.#wrong(contender, givens, `its answer is ${answer}`);
  }

  #wrong(contender: string, givens: Uint8Array, what: string): WrongAnswer {
    const values = givens.join(this.#set.shape.size > 9 ? ' ' : '');
    return new WrongAnswer(
      `${contender} on ${values} of ${this.#set.name}: ${what}. ` +
        'No rate is worth anything before that is mended.',
    );
  }
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return a.length === b.length;
}
