import { type Compiled, hasPrimary } from '../../engine/problem/compiled.ts';
import { QuadrilleError } from '../../engine/problem/error.ts';
import type { Problem } from '../../engine/problem/problem.ts';
import type { Slices } from '../../engine/problem/slices.ts';

/** The largest problem that can be watched: the matrix still fits on a screen, or nearly. */
const MOST_FILM_ITEMS = 100;
const MOST_FILM_OPTIONS = 200;
const MOST_FILM_NODES = 1000;
/** The longest film. A longer search is shown up to here. */
const MOST_FILM_STEPS = 4000;
/** The most characters of a label that is made of the names of items. */
const LONGEST_LABEL = 40;

/** The engines that can be watched. */
export const WATCHED = ['links', 'learn'] as const;
export type WatchedEngine = (typeof WATCHED)[number];

/** A problem that is small enough to watch, in the form that its pictures need. */
export interface SmallProblem {
  readonly compiled: Compiled;
  /** Item -> its name. */
  readonly items: readonly string[];
  /** Option -> its name. */
  readonly options: readonly string[];
  /** Option -> its items, in the order stated. */
  readonly uses: readonly (readonly number[])[];
  /** Option -> the colours of these items, 0 for none. */
  readonly hues: readonly (readonly number[])[];
  /** Option -> true if it can be chosen: it has a primary item. */
  readonly choosable: readonly boolean[];
}

/** Why a problem cannot be watched; undefined if it can. */
export function tooLargeToWatch(problem: Problem<unknown>): string | undefined {
  const { primaryCount, secondaryCount, optionCount, nodeCount } = problem;
  const items = primaryCount + secondaryCount;
  if (
    items <= MOST_FILM_ITEMS &&
    optionCount <= MOST_FILM_OPTIONS &&
    nodeCount <= MOST_FILM_NODES
  ) {
    return undefined;
  }
  return (
    `This problem has ${items} items and ${optionCount} options. The dance shows up to ${MOST_FILM_ITEMS} items ` +
    `and ${MOST_FILM_OPTIONS} options, ${MOST_FILM_NODES} uses of items in all. Count its solutions instead, or watch a smaller one.`
  );
}

/**
 * Reads what the pictures need of a problem; `labels` are the names of its options, if they have
 * any.
 */
export function smallProblem(
  problem: Problem<unknown>,
  labels?: (option: number) => string,
): SmallProblem {
  const refusal = tooLargeToWatch(problem);
  if (refusal !== undefined) throw new QuadrilleError('too-large', refusal);
  const compiled = problem.compile();
  const { data, primary, secondary, options, coloured, startAt, itemAt, colourAt } = compiled;
  const items = Array.from({ length: primary + secondary }, (_, item) => problem.itemName(item));
  const uses: number[][] = [];
  const hues: number[][] = [];
  const names: string[] = [];
  for (let option = 0; option < options; option++) {
    const start = data[startAt + option];
    const end = data[startAt + option + 1];
    const used = Array.from(data.subarray(itemAt + start, itemAt + end));
    const colours = coloured ? data.subarray(colourAt + start, colourAt + end) : used.map(() => 0);
    uses.push(used);
    hues.push(Array.from(colours));
    names.push(labels?.(option) ?? labelOf(problem, option));
  }
  const choosable = uses.map((_, option) => hasPrimary(compiled, option));
  return { compiled, items, options: names, uses, hues, choosable };
}

/** The items of an option in a row, with their colours. */
function labelOf(problem: Problem<unknown>, option: number): string {
  const words = problem
    .option(option)
    .map((use) => (typeof use === 'string' ? use : `${use.item}:${use.colour}`));
  const label = words.join(' ');
  return label.length <= LONGEST_LABEL ? label : `${label.slice(0, LONGEST_LABEL - 1)}…`;
}

/**
 * A part of a sentence: words, or the number of an item or an option, whose name the page writes.
 */
export type Part = string | { readonly item: number } | { readonly option: number };

/** The kind of a step: the pictures mark it. */
type Kind =
  | 'start'
  | 'pick'
  | 'cover'
  | 'choose'
  | 'dead'
  | 'solution'
  | 'uncover'
  | 'back'
  | 'follow'
  | 'conflict'
  | 'learn'
  | 'end';

/** One step of a search. Its changes lie on the tape. */
export interface Step {
  readonly kind: Kind;
  /** The item that it is about, or NONE. */
  readonly item: number;
  /** The option that it is about, or NONE. */
  readonly option: number;
  /** Where in the tree the search is: the number of a choice, or NONE at the root. */
  readonly choice: number;
  /** The event in plain English. */
  readonly sentence: readonly Part[];
  /** The trail of `learn` after it. */
  readonly trail?: readonly Entry[];
}

/** An entry of the trail of `learn`. */
export interface Entry {
  /** Option k is chosen: k + 1; it is ruled out: -k - 1. */
  readonly literal: number;
  /** The number of decisions so far; level 0 has the facts without any. */
  readonly level: number;
  /** Why it follows, in words; undefined for a decision. */
  readonly why: string | undefined;
}

export const NONE = -1;

/** An option tried, as a node of the tree of choices. */
export interface Choice {
  readonly parent: number;
  readonly depth: number;
  readonly item: number;
  readonly option: number;
  /** This is the `nth` of `width` options of its item, from 1. */
  readonly nth: number;
  readonly width: number;
  /** The step by which it is made. */
  readonly made: number;
  /** The step by which it is seen to be a solution or a dead end, and which of them. */
  ended?: { readonly step: number; readonly how: 'solution' | 'dead' };
}

// The state of an item in a picture.
export const OPEN = 0;
export const COVERED = 1;
/** A secondary item that has got a colour. */
export const COLOURED = 2;
// The state of an option in a picture.
export const LIVE = 0;
export const GONE = 1;
export const CHOSEN = 2;

/** A clause of `learn`, which says that one of its literals is true. */
export interface Clause {
  /** Option k is chosen: k + 1; it is not: -k - 1. */
  readonly literals: readonly number[];
  /** The item whose clause it is, or NONE. */
  readonly item: number;
  /** The step that learns it, or NONE. */
  readonly learned: number;
}

/** A search as it was recorded. */
export interface Film {
  readonly engine: WatchedEngine;
  readonly problem: SmallProblem;
  readonly steps: readonly Step[];
  readonly tree: readonly Choice[];
  readonly tape: Tape;
  /** The step at which the tape stands. */
  readonly now: Step;
  /** The clauses that `learn` learned and the ones it went by; empty for the others. */
  readonly clauses: readonly Clause[];
  /** True if it goes to the end of the search. */
  readonly isWhole: boolean;
}

/**
 * The state of a search at each step, as one array of integers and the list of what each step
 * changes: [address, before, after] again and again. So it plays backward as well as forward.
 *
 *     state    [ items | options | memory of the engine ... ]
 */
class Tape {
  /** The state at the step `at`, and its parts. */
  readonly state: Int32Array;
  readonly items: Int32Array;
  readonly options: Int32Array;
  readonly memory: Int32Array;
  at = 0;
  readonly #changes: Int32Array[] = [new Int32Array(0)];

  constructor(first: Int32Array, { items, options }: SmallProblem) {
    this.state = first.slice();
    const end = items.length + options.length;
    this.items = this.state.subarray(0, items.length);
    this.options = this.state.subarray(items.length, end);
    this.memory = this.state.subarray(end);
  }

  get length(): number {
    return this.#changes.length;
  }

  /** Adds the next step after the last one, given the state that it leads to. */
  push(next: Int32Array): void {
    this.goTo(this.length - 1);
    const changes: number[] = [];
    for (let k = 0; k < next.length; k++) {
      if (next[k] !== this.state[k]) changes.push(k, this.state[k], next[k]);
    }
    this.#changes.push(Int32Array.from(changes));
    this.goTo(this.length - 1);
  }

  /** Makes `state` the state at that step. */
  goTo(step: number): void {
    const { state } = this;
    while (this.at < step) {
      const changes = this.#changes[++this.at];
      for (let k = 0; k < changes.length; k += 3) {
        state[changes[k]] = changes[k + 2];
      }
    }
    while (this.at > step) {
      const changes = this.#changes[this.at--];
      for (let k = 0; k < changes.length; k += 3) {
        state[changes[k]] = changes[k + 1];
      }
    }
  }
}

/** A film that is being recorded, slice by slice. */
export type Recording = Slices<Film>;

/** Collects the steps of a search and the tree of its choices. */
export class Recorder {
  readonly steps: Step[] = [];
  readonly tree: Choice[] = [];
  /** The choice that the search stands on, or NONE. */
  choice = NONE;
  /** The solutions seen so far. */
  solutions = 0;
  readonly #problem: SmallProblem;
  readonly #engine: WatchedEngine;
  readonly #most: number;
  #tape: Tape | undefined;

  constructor(engine: WatchedEngine, problem: SmallProblem, most = MOST_FILM_STEPS) {
    this.#engine = engine;
    this.#problem = problem;
    this.#most = most;
  }

  get isFull(): boolean {
    return this.steps.length >= this.#most;
  }

  /** The options chosen, from the root to where the search stands. */
  get path(): number[] {
    const path: number[] = [];
    for (let at = this.choice; at !== NONE; at = this.tree[at].parent) {
      path.unshift(this.tree[at].option);
    }
    return path;
  }

  /** Adds a step, with the state that it leads to. */
  add(state: Int32Array, step: Omit<Step, 'choice'>): void {
    if (this.isFull) return;
    if (this.#tape === undefined) this.#tape = new Tape(state, this.#problem);
    else this.#tape.push(state);
    this.steps.push({ ...step, choice: this.choice });
  }

  /** Goes down to a new choice, which the next step makes. */
  descend(item: number, option: number, nth: number, width: number): void {
    const { choice: parent } = this;
    const depth = parent === NONE ? 0 : this.tree[parent].depth + 1;
    const made = this.steps.length;
    this.choice = this.tree.push({ parent, depth, item, option, nth, width, made }) - 1;
  }

  /** Goes up to the parent of a choice. */
  ascend(): Choice {
    const choice = this.tree[this.choice];
    this.choice = choice.parent;
    return choice;
  }

  /** Notes how the present choice ends, by the step that comes next. */
  ended(how: 'solution' | 'dead'): void {
    if (how === 'solution') this.solutions++;
    const choice = this.tree[this.choice];
    if (choice !== undefined) choice.ended = { step: this.steps.length, how };
  }

  film(known: readonly Clause[] = []): Film {
    const { steps } = this;
    // A search that was cut off may have gone on for a while: those choices are not shown.
    const tree = this.tree.filter(({ made }) => made < steps.length);
    const clauses = known.map((clause) =>
      clause.learned < steps.length ? clause : { ...clause, learned: NONE },
    );
    const tape = this.#tape as Tape;
    tape.goTo(0);
    const isWhole = steps.at(-1)?.kind === 'end';
    const [engine, problem] = [this.#engine, this.#problem];
    return {
      ...{ engine, problem, steps, tree, tape, clauses, isWhole },
      get now() {
        return steps[tape.at];
      },
    };
  }
}
