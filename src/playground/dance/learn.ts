import { atOnce } from '../../kernels/layout.ts';
import { Account } from '../../learn/account.ts';
import { ClauseSearch } from '../../learn/clause-search.ts';
import { Matrix } from '../../learn/matrix.ts';
import { Open, CHOSEN as SETTLED } from '../../learn/open.ts';
import { ASSUMED, Trail } from '../../learn/trail.ts';
import { BY_TIMES, ENTRY, itemOf, MOST_NAMED, meaningOf, TRAIL } from './clauses.ts';
import {
  CHOSEN,
  type Clause,
  COVERED,
  GONE,
  LIVE,
  NONE,
  type Part,
  Recorder,
  type Recording,
  type SmallProblem,
  type Step,
} from './film.ts';
import { and, count } from './words.ts';

/** The memory of the engine: far more than a small problem needs. */
const MEMORY = 2 ** 26;
/**
 * The steps of `learn`: the engine itself, with an ear at its trail. The memory of the film is
 *
 *     [ size | literal, level, reason | literal, level, reason | ... ]
 *
 * A literal is k + 1 where option k is chosen, and -k - 1 where it is ruled out. Level 0 has the
 * facts without any decision. A reason is 0 for a decision, k + 1 where option k rules it out, and
 * -c - 1 for clause c.
 */
export function* recordLearn(problem: SmallProblem, most?: number): Recording {
  return yield* new LearnRecording(problem, most).run();
}

class LearnRecording {
  private readonly problem: SmallProblem;
  private readonly recorder: Recorder;
  private readonly account = new Account(MEMORY);
  private readonly open: Open;
  private readonly search: ClauseSearch;
  private readonly clauses: Clause[] = [];
  /** Literals of a clause, as a text -> its number. */
  private readonly known = new Map<string, number>();
  /** Place on the trail -> its literal and the reason of that. */
  private readonly reasons: (readonly [literal: number, reason: number])[] = [];
  /** The length of the part of the trail that the film has shown. */
  private shown = 0;
  /** The state at the last conflict or solution, until the engine goes on from it. */
  private stop:
    | { readonly what: 'conflict' | 'solution'; readonly state: Int32Array; readonly level: number }
    | undefined;
  /** True while the engine follows up the trail: an assignment is then no new clause. */
  private isFollowing = false;

  constructor(problem: SmallProblem, most: number | undefined) {
    this.problem = problem;
    this.recorder = new Recorder('learn', problem, most);
    const { account } = this;
    account.left = Number.POSITIVE_INFINITY;
    const matrix = new Matrix(problem.compiled, undefined, account);
    atOnce(matrix.layOut());
    const settled = atOnce(matrix.settle([]));
    this.open = new Open(settled, account);
    if (!this.open.isDead) atOnce(this.open.layOut(matrix, settled));
    this.search = atOnce(ClauseSearch.of(this.open, account));
    this.search.begin([], []);
  }

  *run(): Recording {
    const { recorder, search, open } = this;
    const forced = open.settled.length;
    const known = forced === 0 ? '' : ` Forced from the start: ${count(forced, 'option')}.`;
    const plan =
      'Decide options one by one, follow up what that means, and learn from each conflict.';
    this.add('start', NONE, NONE, [`${plan}${known}`]);
    if (!open.isDead) this.listen();
    for (;;) {
      yield;
      this.account.left = Number.POSITIVE_INFINITY;
      const outcome = search.goOn(search.nodes + 1);
      if (recorder.isFull) break;
      if (outcome === 'solution') this.noteSolution();
      else if (outcome !== 'paused') break;
    }
    if (!recorder.isFull) this.noteEnd();
    return recorder.film(this.clauses);
  }

  /** Puts an ear to the methods of the trail by which the engine goes on. */
  private listen(): void {
    const { trail } = this.search;
    const { prototype } = Trail;
    trail.decide = (literal) => {
      prototype.decide.call(trail, literal);
      if (trail.level > ASSUMED) this.noteDecision(literal);
    };
    trail.propagate = () => {
      this.isFollowing = true;
      const conflict = prototype.propagate.call(trail);
      this.isFollowing = false;
      this.noteFollowed();
      if (conflict !== NONE) this.noteConflict(conflict);
      return conflict;
    };
    trail.backTo = (level) => {
      const isRestart = this.stop === undefined && trail.level > level && trail.level > ASSUMED;
      const isBack = prototype.backTo.call(trail, level);
      this.shown = Math.min(this.shown, trail.size);
      this.reasons.length = Math.min(this.reasons.length, trail.size);
      if (isRestart)
        this.add('back', NONE, NONE, ['Begin again at the top, with all that is learned.']);
      return isBack;
    };
    trail.assign = (literal, reason) => {
      prototype.assign.call(trail, literal, reason);
      if (!this.isFollowing && this.stop !== undefined) this.noteLearned(literal, reason);
    };
  }

  private noteDecision(literal: number): void {
    const option = this.optionAt(literal >> 1);
    this.shown = this.search.trail.size;
    const what = (literal & 1) === 0 ? ': choose ' : ': leave out ';
    this.add('choose', NONE, option, [
      `Decision ${this.search.trail.level - ASSUMED}${what}`,
      { option },
      '.',
    ]);
  }

  /**
   * A step for each thing that followed: an option that must be chosen, or all those that another
   * one rules out.
   */
  private noteFollowed(): void {
    const { trail } = this.search;
    while (this.shown < trail.size) {
      const literal = trail.literals[this.shown] as number;
      const reason = trail.reasonOf(literal);
      let end = this.shown + 1;
      if (reason < NONE) {
        while (end < trail.size && trail.reasonOf(trail.literals[end] as number) === reason) end++;
      }
      const from = this.shown;
      this.shown = end;
      if (literal >> 1 === this.open.over) continue;
      this.noteFollows(from, end, reason);
    }
  }

  private noteFollows(from: number, end: number, reason: number): void {
    const { trail } = this.search;
    const literal = trail.literals[from] as number;
    const option = this.optionAt(literal >> 1);
    const isChosen = (literal & 1) === 0;
    if (reason < NONE) {
      const all = Array.from(trail.literals.subarray(from, end), (other): Part => {
        return { option: this.optionAt(other >> 1) };
      });
      const which = all.length > MOST_NAMED ? [`${all.length} options`] : and(all);
      const isRuledOut = this.isRival(reason);
      const by = isRuledOut ? this.optionAt(-2 - reason) : option;
      const share = all.length === 1 ? ', which shares an item' : ', which share items';
      const often = isChosen
        ? [...which, ' must be chosen: an item needs all options that it has left.']
        : [...which, ' cannot be chosen: an item has as many options as it may have.'];
      const what = isRuledOut
        ? [{ option: by }, ' rules out ', ...which, `${share} with it.`]
        : often;
      this.add('follow', NONE, by, what);
      return;
    }
    const clause = this.clauses[this.numberOf(reason)] as Clause;
    const what = isChosen ? ' is chosen' : ' is ruled out';
    const why: Part[] =
      clause.item === NONE
        ? [{ option }, `${what}, by what was learned: `, ...this.meaningOf(clause), '.']
        : [{ item: clause.item }, ' has one option left, so ', { option }, ' is chosen.'];
    this.add('follow', clause.item, option, why);
  }

  /** True if a reason is an option that excludes others, and no clause and no number of times. */
  private isRival(reason: number): boolean {
    return reason < NONE && -2 - reason < this.open.variables;
  }

  private optionAt(variable: number): number {
    return this.open.optionOf[variable] as number;
  }

  private noteConflict(conflict: number): void {
    const { trail } = this.search;
    let what: Part[];
    let item = NONE;
    let option = NONE;
    if (this.isRival(conflict)) {
      option = this.optionAt(-2 - conflict);
      const other = this.optionAt(trail.rival);
      what = [{ option }, ' and ', { option: other }, ' are both chosen, and share an item.'];
    } else if (conflict < NONE) {
      what = ['An item is covered too often or too rarely.'];
    } else {
      const clause = this.clauses[this.numberOf(conflict)] as Clause;
      item = clause.item;
      what =
        item === NONE
          ? ['What was learned is false here: ', ...this.meaningOf(clause), '.']
          : [{ item }, ' has no option left.'];
    }
    const state = this.add('conflict', item, option, ['Conflict: ', ...what]);
    this.stop = { what: 'conflict', state, level: Math.max(0, trail.level - ASSUMED) };
  }

  private noteSolution(): void {
    const { recorder, search } = this;
    recorder.solutions++;
    const numbers: number[] = [];
    search.trail.addSolution(numbers, new Set());
    const options = and(numbers.map((option): Part => ({ option })));
    const what = `Everything is decided: solution ${recorder.solutions}, by `;
    const state = this.add('solution', NONE, NONE, [what, ...options, '.']);
    this.stop = { what: 'solution', state, level: search.trail.level - ASSUMED };
  }

  /** The engine has gone back, and a literal is true there by a new clause. */
  private noteLearned(literal: number, reason: number): void {
    const { trail } = this.search;
    const { what, state, level } = this.stop as NonNullable<typeof this.stop>;
    this.stop = undefined;
    this.shown = trail.size;
    const number = reason === NONE ? this.keep([literal]) : this.numberOf(reason);
    const clause = { ...(this.clauses[number] as Clause), learned: this.recorder.steps.length };
    this.clauses[number] = clause;
    const option = this.optionAt(literal >> 1);
    const lead = what === 'conflict' ? 'Learn from it: ' : 'Do not find this solution again: ';
    this.add('learn', NONE, NONE, [lead, ...this.meaningOf(clause), '.'], state);
    const to = Math.max(0, trail.level - ASSUMED);
    const way = level - to > 1 ? `Jump back over ${count(level - to, 'decision')}` : 'Go back';
    const jump = `${way} to ${to === 0 ? 'the start' : `decision ${to}`}`;
    const means = (literal & 1) === 0 ? ' must be chosen.' : ' must be ruled out.';
    this.add('back', NONE, option, [`${jump}: there it means that `, { option }, means]);
  }

  private noteEnd(): void {
    const found = count(this.recorder.solutions, 'solution');
    const why =
      this.stop?.what === 'solution'
        ? 'That solution rested on no decision'
        : this.open.isDead
          ? 'What is forced leaves an item without options'
          : 'The conflict rests on no decision';
    this.add('end', NONE, NONE, [`${why}, so nothing else is possible: ${found}.`]);
  }

  /** The number of a clause of the engine. */
  private numberOf(address: number): number {
    return this.keep(Array.from(this.search.trail.clauses.literals(address)));
  }

  private keep(literals: readonly number[]): number {
    const { open, known, clauses } = this;
    const meant = literals.filter((literal) => literal >> 1 !== open.over);
    const numbers = meant.map((literal) => {
      const number = (open.optionOf[literal >> 1] as number) + 1;
      return literal & 1 ? -number : number;
    });
    numbers.sort((a, b) => Math.abs(a) - Math.abs(b));
    const key = numbers.join(' ');
    const before = known.get(key);
    if (before !== undefined) return before;
    known.set(key, clauses.length);
    return (
      clauses.push({
        literals: numbers,
        item: itemOf(numbers, this.problem, open.variableOf),
        learned: NONE,
      }) - 1
    );
  }

  private meaningOf(clause: Clause): Part[] {
    return meaningOf(clause, this.recorder.solutions > 0);
  }

  /** Adds a step; gives its state, which is that of the trail where none is given. */
  private add(
    kind: Step['kind'],
    item: number,
    option: number,
    sentence: Part[],
    state = this.state(),
  ): Int32Array {
    this.recorder.add(state, { kind, item, option, sentence });
    return state;
  }

  /** The state of items and options that follows from the shown part of the trail. */
  private state(): Int32Array {
    const { problem, open } = this;
    const items = problem.items.length;
    const options = problem.options.length;
    const state = new Int32Array(items + options + TRAIL + ENTRY * options);
    for (let option = 0; option < options; option++) {
      const variable = open.variableOf[option] ?? NONE;
      state[items + option] = variable >= 0 ? LIVE : variable === SETTLED ? CHOSEN : GONE;
    }
    for (const option of open.settled) state[items + option] = CHOSEN;
    this.writeTrail(state, items, items + options);
    for (let option = 0; option < options; option++) {
      if (state[items + option] !== CHOSEN) continue;
      for (const item of problem.uses[option] as number[]) state[item] = COVERED;
    }
    return state;
  }

  private writeTrail(state: Int32Array, optionsAt: number, at: number): void {
    const { trail } = this.search;
    const { open } = this;
    let size = 0;
    for (let k = 0; k < this.shown; k++) {
      const literal = trail.literals[k] as number;
      if (literal >> 1 === open.over) continue;
      const option = open.optionOf[literal >> 1] as number;
      const isChosen = (literal & 1) === 0;
      state[optionsAt + option] = isChosen ? CHOSEN : GONE;
      const entry = at + TRAIL + ENTRY * size++;
      state[entry] = isChosen ? option + 1 : -option - 1;
      state[entry + 1] = Math.max(0, trail.levelOf(literal) - ASSUMED);
      state[entry + 2] = this.reasonAt(k, literal);
    }
    state[at] = size;
  }

  /**
   * The reason of a literal, as the film has it. It stays the same while the literal is on the
   * trail.
   */
  private reasonAt(k: number, literal: number): number {
    const [known, reason] = this.reasons[k] ?? [];
    if (known === literal && reason !== undefined) return reason;
    const found = this.reasonOf(literal);
    this.reasons[k] = [literal, found];
    return found;
  }

  private reasonOf(literal: number): number {
    const { trail } = this.search;
    const reason = trail.reasonOf(literal);
    if (reason === NONE) return trail.levelOf(literal) === 0 ? -this.keep([literal]) - 1 : 0;
    if (reason < NONE) return this.isRival(reason) ? this.optionAt(-2 - reason) + 1 : BY_TIMES;
    return -this.numberOf(reason) - 1;
  }
}
