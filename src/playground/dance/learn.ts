import { Learn } from '../../engine/learn/learn.ts';
import {
  type Implied,
  type LearnObserver,
  type Reason,
  Reporter,
} from '../../engine/learn/observer.ts';
import { count } from '../numbers.ts';
import { itemOf, MOST_NAMED_OPTIONS, meaningOf } from './clauses.ts';
import {
  CHOSEN,
  type Clause,
  COVERED,
  type Entry,
  GONE,
  LIVE,
  NONE,
  type Part,
  Recorder,
  type Recording,
  type SmallProblem,
  type Step,
} from './film.ts';
import { and, plainText, say } from './film-sentences.ts';

/** The memory of the engine: far more than a small problem needs. */
const LEARN_BYTES = 2 ** 26;

/** The steps of `learn`: the engine itself, which tells of each step. */
export function* recordLearn(problem: SmallProblem, most?: number): Recording {
  return yield* new LearnRecording(problem, most).run();
}

const PLAN = 'Decide options one by one, follow up what that means, and learn from each conflict.';

class LearnRecording implements LearnObserver {
  private readonly problem: SmallProblem;
  private readonly recorder: Recorder;
  private readonly search: Learn;
  private readonly clauses: Clause[] = [];
  /** Literals of a clause, as a text -> its number. */
  private readonly known = new Map<string, number>();
  /** The literals that the problem alone settles. */
  private settled: readonly number[] = [];
  private readonly trail: Entry[] = [];
  private level = 0;
  /** The last end of a branch, until the engine goes back from it. */
  private stop: 'conflict' | 'solution' | undefined;

  constructor(problem: SmallProblem, most: number | undefined) {
    this.problem = problem;
    this.recorder = new Recorder('learn', problem, most);
    this.search = new Learn(problem.compiled, { memoryLimit: LEARN_BYTES });
    this.search.reporter = new Reporter(this);
  }

  *run(): Recording {
    const { recorder, search } = this;
    while (!recorder.isFull) {
      yield;
      const outcome = search.advance(1);
      if (outcome === 'solution') this.noteSolution();
      else if (outcome !== 'paused') break;
    }
    if (!recorder.isFull) this.noteEnd();
    return recorder.film(this.clauses);
  }

  began(settled: readonly number[]): void {
    this.settled = settled;
    const forced = settled.filter((literal) => literal > 0).length;
    const known = forced === 0 ? '' : ` Forced from the start: ${count(forced, 'option')}.`;
    this.add('start', NONE, NONE, say`${PLAN}${known}`);
  }

  decided(literal: number): void {
    this.level++;
    this.trail.push({ literal, level: this.level, why: undefined });
    const option = optionOf(literal);
    const what = literal > 0 ? 'choose' : 'leave out';
    this.add('choose', NONE, option, say`Decision ${this.level}: ${what} ${{ option }}.`);
  }

  /**
   * A step for each thing that followed: an option that must be chosen, or all those that another
   * one rules out.
   */
  followed(implied: readonly Implied[], conflict: Reason | undefined): void {
    for (let from = 0, end = 0; from < implied.length; from = end) {
      const { reason } = implied[from];
      while (end < implied.length && implied[end]?.reason === reason) end++;
      const literals = implied.slice(from, end).map(({ literal }) => literal);
      for (const literal of literals) this.push(literal, reason);
      this.noteFollows(literals, reason);
    }
    if (conflict !== undefined) this.noteConflict(conflict);
  }

  learned(literals: readonly number[]): void {
    const number = this.keep(literals);
    const clause = { ...this.clauses[number], learned: this.recorder.steps.length };
    this.clauses[number] = clause;
    const isConflict = this.stop === 'conflict';
    const lead = isConflict ? 'Learn from it' : 'Do not find this solution again';
    this.add('learn', NONE, NONE, say`${lead}: ${this.meaningOf(clause)}.`);
    this.stop = undefined;
  }

  wentBack(to: number, size: number, next: Implied | undefined): void {
    const levels = this.level - to;
    this.level = to;
    this.trail.length = size;
    if (next === undefined) {
      const again = 'Begin again at the top, with all that is learned.';
      if (levels > 0) this.add('back', NONE, NONE, [again]);
      return;
    }
    const { literal, reason } = next;
    this.push(literal, reason);
    const option = optionOf(literal);
    const way = levels > 1 ? `Jump back over ${count(levels, 'decision')}` : 'Go back';
    const place = to === 0 ? 'the start' : `decision ${to}`;
    const means = literal > 0 ? 'must be chosen' : 'must be ruled out';
    const sentence = say`${way} to ${place}: there it means that ${{ option }} ${means}.`;
    this.add('back', NONE, option, sentence);
  }

  private push(literal: number, reason: Reason): void {
    this.trail.push({ literal, level: this.level, why: this.whyOf(reason) });
  }

  private noteFollows(literals: readonly number[], reason: Reason): void {
    const [literal = 0] = literals;
    const option = optionOf(literal);
    const isChosen = literal > 0;
    if (reason.kind === 'clause') {
      const clause = this.clauses[this.keep(reason.literals)];
      const { item } = clause;
      const what = isChosen ? 'is chosen' : 'is ruled out';
      const why =
        item === NONE
          ? say`${{ option }} ${what}, by what was learned: ${this.meaningOf(clause)}.`
          : say`${{ item }} has one option left, so ${{ option }} is chosen.`;
      this.add('follow', item, option, why);
      return;
    }
    const which =
      literals.length > MOST_NAMED_OPTIONS
        ? `${literals.length} options`
        : and(literals.map((one): Part => ({ option: optionOf(one) })));
    if (reason.kind === 'option') {
      const share = literals.length === 1 ? 'which shares an item' : 'which share items';
      const by = { option: reason.option };
      this.add('follow', NONE, by.option, say`${by} rules out ${which}, ${share} with it.`);
      return;
    }
    const why = isChosen
      ? 'must be chosen: an item needs all options that it has left'
      : 'cannot be chosen: an item has as many options as it may have';
    this.add('follow', NONE, option, say`${which} ${why}.`);
  }

  private noteConflict(conflict: Reason): void {
    this.stop = 'conflict';
    if (conflict.kind === 'times') {
      const what = 'Conflict: An item is covered too often or too rarely.';
      this.add('conflict', NONE, NONE, [what]);
    } else if (conflict.kind === 'option') {
      const { option, other = NONE } = conflict;
      const both = and([{ option }, { option: other }]);
      const what = say`Conflict: ${both} are both chosen, and share an item.`;
      this.add('conflict', NONE, option, what);
    } else {
      const clause = this.clauses[this.keep(conflict.literals)];
      const { item } = clause;
      const what =
        item === NONE
          ? say`What was learned is false here: ${this.meaningOf(clause)}.`
          : say`${{ item }} has no option left.`;
      this.add('conflict', item, NONE, say`Conflict: ${what}`);
    }
  }

  private noteSolution(): void {
    const { recorder } = this;
    recorder.solutions++;
    this.stop = 'solution';
    const options = and(this.search.solution().map((option): Part => ({ option })));
    const what = `Everything is decided: solution ${recorder.solutions}`;
    this.add('solution', NONE, NONE, say`${what}, by ${options}.`);
  }

  private noteEnd(): void {
    const found = count(this.recorder.solutions, 'solution');
    const why =
      this.stop === 'solution'
        ? 'That solution rested on no decision'
        : this.recorder.steps.length > 1
          ? 'The conflict rests on no decision'
          : 'What is forced leaves an item without options';
    this.add('end', NONE, NONE, [`${why}, so nothing else is possible: ${found}.`]);
  }

  private whyOf(reason: Reason): string {
    const { items, options } = this.problem;
    if (reason.kind === 'times') return 'the times of an item leave no choice';
    if (reason.kind === 'option') return `${options[reason.option]} excludes it`;
    const clause = this.clauses[this.keep(reason.literals)];
    if (clause.item !== NONE) return `${items[clause.item]} has no other option`;
    return `learned, ${plainText(meaningOf(clause, false), this.problem)}`;
  }

  /** The number of a clause in the film. */
  private keep(given: readonly number[]): number {
    const { known, clauses } = this;
    const literals = [...given].sort((a, b) => Math.abs(a) - Math.abs(b));
    const key = literals.join(' ');
    const before = known.get(key);
    if (before !== undefined) return before;
    known.set(key, clauses.length);
    const item = itemOf(literals, this.problem, this.settled);
    return clauses.push({ literals, item, learned: NONE }) - 1;
  }

  private meaningOf(clause: Clause): Part[] {
    return meaningOf(clause, this.recorder.solutions > 0);
  }

  private add(kind: Step['kind'], item: number, option: number, sentence: Part[]): void {
    const { problem, trail } = this;
    const items = problem.items.length;
    const options = problem.options.length;
    const state = new Int32Array(items + options).fill(LIVE);
    for (const literal of [...this.settled, ...trail.map((entry) => entry.literal)]) {
      const at = optionOf(literal);
      state[items + at] = literal > 0 ? CHOSEN : GONE;
      if (literal > 0) for (const used of problem.uses[at] as number[]) state[used] = COVERED;
    }
    this.recorder.add(state, { kind, item, option, sentence, trail: [...trail] });
  }
}

function optionOf(literal: number): number {
  return Math.abs(literal) - 1;
}
