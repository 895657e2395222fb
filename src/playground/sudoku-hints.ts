/**
 * Sudokus by hand: the next step from where the reader stands, and the marks that are possible.
 */
import { houseWords } from '../puzzles/gallery/gallery-names.ts';
import { Position } from '../puzzles/pencil/position.ts';
import { hint } from '../puzzles/pencil/questions.ts';
import { sentences } from '../puzzles/pencil/sentences.ts';
import type { Link, Step } from '../puzzles/pencil/step.ts';
import { sudokuScale } from '../puzzles/pencil/sudoku-scale.ts';
import { look } from './quick.ts';
import type { Spot } from './sudoku-arrows.ts';
import { alphabetOf, type Pencilled } from './sudoku-state.ts';
import type { CoveredVariant, Part } from './sudoku-variant.ts';
import {
  type Candidate,
  CellProblem,
  type FilledBoard,
  type Findings,
  type Role,
} from './sudokus.ts';

/** A puzzle with what the reader has written. */
interface PencilledBoard extends FilledBoard {
  readonly pencilled: Pencilled;
}

/** A step, with all that a page shows of it. */
export interface ShownStep {
  readonly kind: 'step';
  readonly difficulty: number;
  /** Where to look, why, what follows. */
  readonly sentences: readonly string[];
  /** The cells to look at. */
  readonly look: readonly number[];
  /** Cell -> the candidates that the argument weighs. */
  readonly weighed: readonly (readonly Candidate[])[];
  /** Chains whose links follow one from the other. */
  readonly chains: readonly (readonly Spot[])[];
  /** Cell -> the candidates that go, as bits. */
  readonly out: readonly number[];
  /** The cells that get a value. */
  readonly filled: readonly number[];
  /** The marks that the step needs, and what is written once it is done. */
  readonly before: Pencilled;
  readonly after: Pencilled;
}

/**
 * Advice for the next move. `mistake`: cells with a wrong value, or without the mark of their
 * value.
 */
type SudokuHint =
  | ShownStep
  | { readonly kind: 'mistake'; readonly cells: readonly number[] }
  | { readonly kind: 'solved' | 'several' | 'stuck' | 'contradiction' | 'unknown' };

/** Milliseconds after which a hint is given up. */
const TIMEOUT = 60_000;

/** A puzzle as the techniques see it. */
class Desk extends CellProblem {
  readonly #board: PencilledBoard;

  constructor({ problem, layout }: CellProblem, board: PencilledBoard) {
    super(problem, layout);
    this.#board = board;
  }

  static async at(board: PencilledBoard): Promise<Desk> {
    return new Desk(await CellProblem.of(board.board, board.givens), board);
  }

  /** A variant as its steps see it: its options are values in cells. */
  static ofVariant({ cover, layout }: CoveredVariant, board: PencilledBoard): Desk {
    return new Desk(new CellProblem(cover, layout), board);
  }

  spot(option: number): Spot {
    return { cell: this.cellOf(option), value: this.valueOf(option) };
  }

  /** True if each link of a chain follows from the one before alone. */
  isLine(chain: readonly Link[]): boolean {
    const has = (option: number, item: number) =>
      this.problem.option(option).includes(this.problem.itemName(item));
    return chain.every(
      ({ option, item }, k) =>
        k === 0 || (item >= 0 && has(option, item) && has(chain[k - 1].option, item)),
    );
  }

  /** The reader's writing as decisions: values chosen, then marks left out. */
  get decisions(): number[] {
    const { givens, pencilled } = this.#board;
    const chosen: number[] = [];
    const out: number[] = [];
    for (let option = 0; option < this.problem.optionCount; option++) {
      const cell = this.cellOf(option);
      if ((givens[cell] ?? 0) > 0) continue;
      const value = pencilled.values[cell] ?? 0;
      const marks = pencilled.marks[cell] ?? 0;
      if (value === this.valueOf(option)) chosen.push(option);
      else if (value === 0 && marks !== 0 && (marks & (1 << this.valueOf(option))) === 0) {
        out.push(~option);
      }
    }
    return [...chosen, ...out];
  }

  /** The position after the givens and some decisions. */
  position(decisions: readonly number[]): Position {
    const position = Position.of(this.problem.compile());
    for (let option = 0; option < this.problem.optionCount; option++) {
      if ((this.#board.givens[this.cellOf(option)] ?? 0) > 0) position.decide(option);
    }
    for (const decision of decisions) position.decide(decision);
    return position;
  }

  /** The writing at a position: marks in all blank cells, or where there were some before. */
  written(position: Position, hasAllMarks: boolean): Pencilled {
    const isOwn = (option: number) => (this.#board.givens[this.cellOf(option)] ?? 0) === 0;
    const values = this.valuesOf(position.chosen.filter(isOwn));
    const isMeant = (cell: number) => hasAllMarks || this.#board.pencilled.marks[cell] !== 0;
    const live = [...position.live.keys()].filter((option) => position.live[option] === 1);
    return { values, marks: this.bits(live.filter((option) => isMeant(this.cellOf(option)))) };
  }

  /** Cell -> the values of some options in it, as bits. */
  bits(options: readonly number[]): number[] {
    const bits = new Array<number>(this.cells).fill(0);
    for (const option of options) {
      const cell = this.cellOf(option);
      bits[cell] = bits[cell] | (1 << this.valueOf(option));
    }
    return bits;
  }

  /** The cells that an item stands for: one cell, or all those of a row, a column or a box. */
  cellsOf(items: readonly number[]): number[] {
    const names = new Set(items.map((item) => this.problem.itemName(item).replace(/=\d+$/, '')));
    const cells = new Set<number>();
    for (let option = 0; option < this.problem.optionCount; option++) {
      const isIn = this.problem
        .option(option)
        .some((use) => names.has(String(use).replace(/=\d+$/, '')));
      if (isIn) cells.add(this.cellOf(option));
    }
    return [...cells];
  }
}

/** A hint that is asked for. */
interface HintOrder extends PencilledBoard {
  /** The number of its solutions, where it is known. */
  readonly answer: Findings['answer'];
  /** True looks for a step that holds in all solutions, if there are several. */
  readonly insists: boolean;
}

/** The next step, or what is wrong. */
export async function hintSudoku(input: HintOrder): Promise<SudokuHint> {
  const covered = await coveredOf(input);
  const desk = covered ? Desk.ofVariant(covered, input) : await Desk.at(input);
  const answer = input.answer ?? (await look(covered?.variant.problem ?? desk.problem)).answer;
  if (answer === 'several' && !input.insists) return { kind: 'several' };
  const prefix = desk.decisions;
  const settings = { prefix, unique: answer === 'unique', timeout: TIMEOUT };
  const found = covered
    ? hint(covered.variant, settings)
    : hint(desk.problem, { ...settings, scale: sudokuScale });
  if (found.kind === 'mistake') {
    const cells = found.decisions.map((decision) =>
      desk.cellOf(decision < 0 ? ~decision : decision),
    );
    return { kind: 'mistake', cells: [...new Set(cells)] };
  }
  if (found.kind !== 'step') return { kind: found.kind };
  if (covered !== undefined) {
    return shownStep(
      desk,
      prefix,
      found.step,
      sentences(found.step, covered.cover, covered.cover.words),
    );
  }
  const { kind, regions } = input.board;
  const { symbolOf } = alphabetOf(desk.layout);
  const names = kind === 'jigsaw' ? [...new Set(regions.replace(/\s/g, ''))] : [];
  const words = houseWords(symbolOf, names);
  return shownStep(desk, prefix, found.step, sentences(found.step, desk.problem, words));
}

function shownStep(
  desk: Desk,
  prefix: readonly number[],
  step: Step,
  lines: readonly string[],
): ShownStep {
  const { difficulty, chosen, crossedOut, decisions, reason } = step;
  const links = reason.chains.flat();
  // A single is seen without marks.
  const needsMarks = crossedOut.length > 0 || links.length > 0;
  // The first role of an option in a chain counts.
  const roles = new Map<number, Role>([
    ...reason.options.map((option) => [option, 'on'] as const),
    ...links.map(({ option, holds }) => [option, holds ? 'on' : 'off'] as const).reverse(),
  ]);
  return {
    kind: 'step',
    difficulty,
    sentences: lines,
    // A chain runs through half of the houses: its cells say more.
    look:
      links.length > 0
        ? [...new Set(links.map(({ option }) => desk.cellOf(option)))]
        : desk.cellsOf(reason.items),
    weighed: desk.candidates(roles.keys(), (option) => ({ role: roles.get(option) })),
    chains: reason.chains.every((chain) => desk.isLine(chain))
      ? reason.chains.map((chain) => chain.map(({ option }) => desk.spot(option)))
      : [],
    out: desk.bits(crossedOut),
    filled: chosen.map((option) => desk.cellOf(option)),
    before: desk.written(desk.position(prefix), needsMarks),
    after: desk.written(desk.position([...prefix, ...decisions]), needsMarks),
  };
}

/** The marks that a position leaves, and what is wrong with its values. */
export interface Judgement {
  readonly marks: readonly number[];
  /** Cells with a value that another cell excludes. */
  readonly clashes: readonly number[];
  /** Clues of a variant that the values of their cells break. */
  readonly broken: readonly Part[];
}

/** The marks that the givens and the values leave, and the values that contradict others. */
export async function possibleMarks(input: PencilledBoard): Promise<Judgement> {
  const { values } = input.pencilled;
  const covered = await coveredOf(input);
  const board = { ...input, pencilled: { values, marks: values.map(() => 0) } };
  const desk = covered ? Desk.ofVariant(covered, board) : await Desk.at(board);
  const position = desk.position(desk.decisions);
  const { marks, values: chosen } = desk.written(position, true);
  const clashes = values.flatMap((value, cell) => (value !== chosen[cell] ? [cell] : []));
  return { marks, clashes, broken: covered?.brokenBy(values) ?? [] };
}

/** The variant of a board, if it has one. */
async function coveredOf({ board, givens }: PencilledBoard): Promise<CoveredVariant | undefined> {
  if (board.kind !== 'variant') return undefined;
  return (await import('./sudoku-variant.ts')).coveredVariant(board.text, givens);
}
