import { count } from './numbers.ts';
/** Hints for a puzzle of the gallery: its steps one by one, each in three presses, as pictures. */

import { Solution } from '../engine/problem/problem.ts';
import type { Exhibit } from '../puzzles/gallery/exhibit.ts';
import { hintedOf } from '../puzzles/gallery/hinted.ts';
import { steps } from '../puzzles/pencil/questions.ts';
import { sentences } from '../puzzles/pencil/sentences.ts';
import type { Step } from '../puzzles/pencil/step.ts';
import {
  type Board,
  isGraph,
  isLattice,
  type Picture,
  type Square,
} from '../puzzles/picture/board.ts';
import { hintBoards } from '../puzzles/picture/hints.ts';
import { drawSvg } from '../puzzles/picture/svg/draw-svg.ts';
import { PRESSES } from './state.ts';

/** The most options that go, drawn beside each other. */
const MOST_DRAWN_CROSSED = 6;

/**
 * A hint with its picture; or why there is no further one, with the picture after all steps.
 * `steps`: their number.
 */
export type HintReply =
  | { readonly svg: string; readonly text: string }
  | { readonly svg: string; readonly end: string; readonly steps: number };

export class Hints {
  readonly #exhibit: Pick<Exhibit, 'problem'> & Partial<Exhibit>;
  readonly #stream: ReturnType<typeof steps>;
  readonly #steps: Step[] = [];

  constructor(exhibit: Pick<Exhibit, 'problem'> & Partial<Exhibit>) {
    this.#exhibit = exhibit;
    this.#stream = steps(exhibit.problem, { scale: exhibit.scale });
  }

  /** The hint after a number of presses, from 1. */
  at(press: number, width: number): HintReply {
    const number = Math.ceil(press / PRESSES);
    while (this.#steps.length < number) {
      const { done, value } = this.#stream.next();
      if (done) return this.#end(width);
      this.#steps.push(value);
    }
    const step = this.#steps[number - 1];
    const presses = press - PRESSES * (number - 1);
    const { problem, words } = this.#exhibit;
    const [where = '', ...rest] = sentences(step, problem, words);
    const lines = [`${where} Difficulty ${step.difficulty.toFixed(1)}.`, ...rest];
    const wide = this.#wideOut(step);
    if (wide.length > 1) lines.push(summaryOf(lines.pop() as string, step.crossedOut.length, wide));
    const shown = presses === 1 ? lines.slice(0, 1) : presses === 2 ? lines.slice(0, -1) : lines;
    const before = chosenBy(this.#steps.slice(0, number - 1));
    const pictures = this.#drawn(step, before, presses);
    const svg = drawSvg(pictures, { width: width * (pictures.length > 1 ? 2 : 1) });
    return { svg, text: shown.join(' ') };
  }

  #end(width: number): HintReply {
    return {
      svg: drawSvg(this.#draw(chosenBy(this.#steps)), { width }),
      end: this.#stream.ending ?? 'unknown',
      steps: this.#steps.length,
    };
  }

  /** The options of several squares that go. Their names are long, and each has a board. */
  #wideOut({ crossedOut }: Step): number[] {
    const { squaresOf } = this.#exhibit;
    return crossedOut.filter((option) => (squaresOf?.(option).length ?? 0) > 1);
  }

  /** The boards of a position, with what is shown of the step. */
  #drawn(step: Step, before: readonly number[], presses: number): readonly Picture[] {
    const { squaresOf } = this.#exhibit;
    const pictures = this.#draw(before);
    if (squaresOf === undefined || pictures.some(isGraph)) {
      return presses < PRESSES ? pictures : this.#draw([...before, ...step.chosen]);
    }
    const { look, options, slots } = hintedOf(this.#exhibit as Exhibit, step);
    const weighed = step.reason.options.map((option) => ({ squares: squaresOf(option) }));
    // Options of several squares would hide each other: each has a board of its own.
    const wide = options.filter(({ squares, verdict }) => squares.length > 1 && verdict === 'out');
    if (presses < PRESSES || wide.length < 2) {
      const shown = [[], weighed, options][presses - 1] ?? [];
      return hintBoards(pictures, { look, options: shown, slots });
    }
    const others = wide.length - MOST_DRAWN_CROSSED;
    return wide.slice(0, MOST_DRAWN_CROSSED).flatMap((option, k) => {
      const caption =
        k === MOST_DRAWN_CROSSED - 1 && others > 0 ? `out, as ${count(others, 'other')}` : 'out';
      return hintBoards(pictures, { look, options: [option], slots, caption });
    });
  }

  /** The pictures of some chosen options. */
  #draw(options: readonly number[]): readonly Picture[] {
    const { draw, problem } = this.#exhibit;
    if (draw === undefined) return [];
    if (options.length === 0) return draw();
    const pictures = draw(new Solution(problem, [...options]));
    return pictures.map((picture) => {
      if (isLattice(picture)) return { ...picture, cells: picture.cells.map(opened) };
      return isGraph(picture) ? picture : open(picture);
    });
  }
}

/** The last sentence of a step, with a number in place of the names of the options that go. */
function summaryOf(sentence: string, all: number, drawn: readonly number[]): string {
  const [so = 'So'] = /^(?:In every case|So)\b/.exec(sentence) ?? [];
  const shown = Math.min(drawn.length, MOST_DRAWN_CROSSED);
  return `${so} ${all} options are out, ${shown < all ? `${shown} of them` : 'as'} drawn.`;
}

function chosenBy(steps: readonly Step[]): number[] {
  return steps.flatMap(({ chosen }) => chosen);
}

/** A board that is not full yet: its points for gaps are blank squares. */
function open(board: Board): Board {
  if (!board.squares.some((square) => square !== undefined && isGap(square))) return board;
  return {
    ...board,
    squares: board.squares.map((square) => square && opened(square)),
    ground: 'ruled',
  };
}

function isGap({ mark, tint, region }: Square): boolean {
  return mark === '·' && tint === undefined && region === undefined;
}

function opened<S extends Square>(square: S): S {
  return isGap(square) ? { ...square, mark: undefined } : square;
}
