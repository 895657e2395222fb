/** The film of `links`: the engine itself, which reports each step. */
import { addressOf, row } from '../../engine/kernels/links/dance.ts';
import { Links } from '../../engine/kernels/links/links.ts';
import type { Observer } from '../../engine/kernels/observer.ts';
import { count } from '../numbers.ts';
import {
  CHOSEN,
  COLOURED,
  COVERED,
  GONE,
  LIVE,
  NONE,
  OPEN,
  type Part,
  Recorder,
  type Recording,
  type SmallProblem,
  type Step,
} from './film.ts';
import { and, deadEnd, nthOf, say } from './film-sentences.ts';

export function recordLinks(problem: SmallProblem, most?: number): Recording {
  return new Walk(problem, most).run();
}

/** The search of one film, with an ear at its steps. */
class Walk implements Observer {
  readonly #problem: SmallProblem;
  readonly #recorder: Recorder;
  readonly #search: Links;
  /** The memory of the engine as it stands. */
  #a: Int32Array = new Int32Array(0);
  /** Item -> its state in a picture. */
  readonly #items: Int32Array;
  /** The next option is the `nth` of `width`. */
  #nth = 1;
  #width = 1;

  constructor(problem: SmallProblem, most?: number) {
    this.#problem = problem;
    this.#recorder = new Recorder('links', problem, most);
    this.#search = new Links(problem.compiled);
    this.#items = new Int32Array(problem.items.length);
  }

  *run(): Recording {
    const search = this.#search;
    const recorder = this.#recorder;
    search.observer = this;
    this.#look();
    this.#add(
      'start',
      NONE,
      NONE,
      say`All ${count(this.#problem.compiled.primary, 'item')} are open, and each lists its options. Choose options until every item is covered exactly once.`,
    );
    this.#noteDeadEnd();
    while (!recorder.isFull) {
      yield;
      const outcome = search.advance(1);
      if (outcome === 'exhausted') {
        const { solutions } = recorder;
        const found = solutions === 0 ? 'no solution' : count(solutions, 'solution');
        const end = `Every option is tried: ${found}. All links are back where they were at the start.`;
        this.#add('end', NONE, NONE, [end]);
        break;
      }
      if (outcome === 'solution') this.#noteSolution();
      else this.#noteDeadEnd();
    }
    return recorder.film();
  }

  picked(item: number, options: number): void {
    this.#look();
    this.#width = options;
    this.#add('pick', item, NONE, this.#sayPicked(item, options));
  }

  chosen(item: number, option: number): void {
    this.#look();
    const nth = this.#nth;
    const width = this.#width;
    this.#nth = this.#width = 1;
    this.#recorder.descend(item, option, nth, width);
    const which = width === 1 ? 'Take the only option' : `Try the ${nthOf(nth, width)} option`;
    this.#add('choose', item, option, this.#sayChosen(item, option, which));
  }

  covered(item: number, nodes: number): void {
    this.#look();
    const { uses, hues } = this.#problem;
    const last = this.#recorder.path.at(-1) ?? NONE;
    const place = uses[last]?.indexOf(item) ?? -1;
    const option = place < 0 ? NONE : last;
    const hue = hues[option]?.[place] ?? 0;
    this.#items[item] = hue === 0 ? COVERED : COLOURED;
    this.#add('cover', item, option, this.#sayCovered(item, option, nodes));
  }

  uncovered(item: number): void {
    this.#look();
    const what = this.#items[item] === COVERED ? 'Uncover' : 'Uncolour';
    this.#items[item] = OPEN;
    const how = 'what left last comes back first, by the links that it kept.';
    const option = this.#recorder.path.at(-1) ?? NONE;
    this.#add('uncover', item, option, say`${what} ${{ item }}: ${how}`);
  }

  takenBack(): void {
    this.#look();
    const { item, option, nth, width } = this.#recorder.ascend();
    this.#nth = nth + 1;
    this.#width = width;
    const tried = width === 1 ? 'the only option' : 'the last option';
    if (nth === width) this.#items[item] = OPEN;
    this.#add(
      'back',
      item,
      option,
      nth < width
        ? say`Take back ${{ option }}. ${{ item }} has another option.`
        : say`Take back ${{ option }}. It was ${tried} of ${{ item }}, which comes back, too.`,
    );
  }

  #noteSolution(): void {
    const recorder = this.#recorder;
    recorder.ended('solution');
    const what = `Every item is covered: solution ${recorder.solutions}`;
    const by = and(recorder.path.map((option): Part => ({ option })));
    this.#add('solution', NONE, NONE, say`${what}, by ${by}.`);
  }

  #noteDeadEnd(): void {
    const item = this.#open().find((open) => this.#lengthOf(open) === 0);
    if (item === undefined) return;
    this.#recorder.ended('dead');
    this.#add('dead', item, NONE, deadEnd(item));
  }

  #sayPicked(item: number, options: number): Part[] {
    if (options === 1) return say`${{ item }} has only one option left, so it must be taken.`;
    const isTie = this.#open().some((other) => other !== item && this.#lengthOf(other) === options);
    const tie = isTie ? ' It is the first of several with as few.' : '';
    return say`Pick ${{ item }}: it has the fewest options, ${options}.${tie} One of them must be chosen.`;
  }

  #sayChosen(item: number, option: number, which: string): Part[] {
    const uses = this.#problem.uses[option] as number[];
    const place = uses.indexOf(item);
    const others = [...uses.slice(place + 1), ...uses.slice(0, place)];
    const rest =
      others.length === 0
        ? 'It has no other item'
        : say`It also covers ${and(others.map((other): Part => ({ item: other })))}`;
    return say`${which} of ${{ item }}: ${{ option }}. ${rest}.`;
  }

  #sayCovered(item: number, option: number, nodes: number): Part[] {
    if (this.#items[item] === COLOURED) {
      const what = nodes === 0 ? 'Nothing disagrees.' : 'Options that want another colour leave.';
      return say`${{ item }} gets its colour. ${what}`;
    }
    const options = this.#lengthOf(item);
    const isPrimary = item < this.#problem.compiled.primary;
    const leaves = isPrimary ? 'it leaves the list of items' : 'it can be used once only';
    const rivals = count(options, option === NONE ? 'option' : 'other option');
    const leave = options === 1 ? 'leaves' : 'leave';
    const unlinked = `Its ${rivals} ${leave} all other lists: ${count(nodes, 'node')} unlinked.`;
    const more = options === 0 ? 'No other option has it.' : unlinked;
    return say`Cover ${{ item }}: ${leaves}. ${more}`;
  }

  #add(kind: Step['kind'], item: number, option: number, sentence: readonly Part[]): void {
    const { path } = this.#recorder;
    const options = this.#problem.choosable.map((choosable, k) => {
      if (path.includes(k)) return CHOSEN;
      return choosable && this.#isLive(k) ? LIVE : GONE;
    });
    const state = Int32Array.from([...this.#items, ...options, ...this.#a]);
    this.#recorder.add(state, { kind, item, option, sentence });
  }

  #look(): void {
    this.#a = this.#search.snapshot();
  }

  /** The primary items that are open. */
  #open(): number[] {
    const primary = this.#items.subarray(0, this.#problem.compiled.primary);
    return [...primary.keys()].filter((item) => primary[item] === OPEN);
  }

  /** The number of options that an open item has. */
  #lengthOf(item: number): number {
    return row(this.#a, addressOf(item)).size;
  }

  /** True while none of its items is covered, and no colour disagrees. */
  #isLive(option: number): boolean {
    const { uses, hues } = this.#problem;
    return (uses[option] as number[]).every((item, k) => {
      if (this.#items[item] === OPEN) return true;
      return this.#items[item] === COLOURED && this.#colourOf(item) === hues[option]?.[k];
    });
  }

  /** The colour that a chosen option gives to an item. */
  #colourOf(item: number): number {
    const { uses, hues } = this.#problem;
    const colours = this.#recorder.path.map(
      (option) => hues[option]?.[uses[option]?.indexOf(item) ?? -1] ?? 0,
    );
    return colours.find((colour) => colour !== 0) ?? 0;
  }
}
