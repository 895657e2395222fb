/** The films of `links` and of `lists`: the engines themselves, which tell of each step. */
import { addressOf, row } from '../../engine/kernels/links/dance.ts';
import { Links } from '../../engine/kernels/links/links.ts';
import { Lists } from '../../engine/kernels/lists.ts';
import type { Observer } from '../../engine/kernels/observer.ts';
import { count } from '../numbers.ts';
import {
  CHOSEN,
  type Choice,
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
  const recorder = new Recorder('links', problem, most);
  return new LinksWalk(problem, recorder, new Links(problem.compiled)).run();
}

/** The engine `cells` begins with lists, and ends with them in a problem that fits into a film. */
export function recordLists(problem: SmallProblem, most?: number): Recording {
  const recorder = new Recorder('cells', problem, most);
  // To cover an item for many options at once is quick, and hard to follow.
  const search = new Lists(problem.compiled, {}, { mostAlone: Number.POSITIVE_INFINITY });
  return new ListsWalk(problem, recorder, search).run();
}

/** The search of one film, with an ear at its steps. */
abstract class Walk<S extends Links | Lists> implements Observer {
  protected readonly problem: SmallProblem;
  protected readonly recorder: Recorder;
  protected readonly search: S;
  /** Item -> its state in a picture. */
  protected readonly items: Int32Array;
  /** The next option is the `nth` of `width`. */
  #nth = 1;
  #width = 1;

  constructor(problem: SmallProblem, recorder: Recorder, search: S) {
    this.problem = problem;
    this.recorder = recorder;
    this.search = search;
    this.items = new Int32Array(problem.items.length);
  }

  protected abstract readonly start: Part[];
  protected abstract end(found: string): Part[];
  protected abstract sayPicked(item: number, options: number): Part[];
  protected abstract sayChosen(item: number, option: number, nth: string | undefined): Part[];
  protected abstract sayCovered(item: number, option: number, nodes: number): Part[];
  protected abstract sayTakenBack(top: Choice, options: Part[]): Part[];
  /** The number of options that an open item has. */
  protected abstract lengthOf(item: number): number;
  protected abstract isLive(option: number): boolean;
  /** The part of the memory that its picture draws. */
  protected abstract memory(): ArrayLike<number>;
  /** Reads the memory of the engine as it stands. */
  protected abstract look(): void;
  /** Opens the items that an option covered, which was chosen and is taken back. */
  protected abstract reopen(top: Choice): void;

  *run(): Recording {
    const { recorder, search } = this;
    search.observer = this;
    this.look();
    this.add('start', NONE, NONE, this.start);
    this.noteDeadEnd();
    while (!recorder.isFull) {
      yield;
      const outcome = search.advance(1);
      if (outcome === 'exhausted') {
        this.add('end', NONE, NONE, this.end(count(recorder.solutions, 'solution')));
        break;
      }
      if (outcome === 'solution') this.noteSolution();
      else this.noteDeadEnd();
    }
    return recorder.film();
  }

  picked(item: number, options: number): void {
    this.look();
    this.#width = options;
    this.add('pick', item, NONE, this.sayPicked(item, options));
  }

  chosen(item: number, option: number): void {
    this.look();
    const nth = this.#nth;
    const width = this.#width;
    this.#nth = this.#width = 1;
    this.recorder.descend(item, option, nth, width);
    const which = width === 1 ? undefined : nthOf(nth, width);
    this.add('choose', item, option, this.sayChosen(item, option, which));
  }

  covered(item: number, nodes: number): void {
    this.look();
    const { uses, hues } = this.problem;
    const last = this.recorder.path.at(-1) ?? NONE;
    const place = uses[last]?.indexOf(item) ?? -1;
    const option = place < 0 ? NONE : last;
    const hue = hues[option]?.[place] ?? 0;
    this.items[item] = hue === 0 ? COVERED : COLOURED;
    this.add('cover', item, option, this.sayCovered(item, option, nodes));
  }

  uncovered(item: number): void {
    this.look();
    const what = this.items[item] === COVERED ? 'Uncover' : 'Uncolour';
    this.items[item] = OPEN;
    const how = 'what left last comes back first, by the links that it kept.';
    const option = this.recorder.path.at(-1) ?? NONE;
    this.add('uncover', item, option, say`${what} ${{ item }}: ${how}`);
  }

  takenBack(depth: number): void {
    this.look();
    const back: Choice[] = [];
    while (this.recorder.depth > depth) back.unshift(this.recorder.ascend());
    const top = back[0];
    this.#nth = top.nth + 1;
    this.#width = top.width;
    this.reopen(top);
    const options = optionsOf(back.map(({ option }) => option));
    const option = back.length === 1 ? top.option : NONE;
    this.add('back', top.item, option, this.sayTakenBack(top, options));
  }

  private noteSolution(): void {
    const { recorder } = this;
    recorder.ended('solution');
    const what = `Every item is covered: solution ${recorder.solutions}`;
    this.add('solution', NONE, NONE, say`${what}, by ${optionsOf(recorder.path)}.`);
  }

  private noteDeadEnd(): void {
    const item = this.open().find((open) => this.lengthOf(open) === 0);
    if (item === undefined) return;
    this.recorder.ended('dead');
    this.add('dead', item, NONE, deadEnd(item));
  }

  /** The primary items that are open. */
  protected open(): number[] {
    const { primary } = this.problem.compiled;
    return [...this.items.subarray(0, primary).keys()].filter((item) => this.items[item] === OPEN);
  }

  private add(kind: Step['kind'], item: number, option: number, sentence: Part[]): void {
    const { problem, recorder } = this;
    const { path } = recorder;
    const options = problem.choosable.map((choosable, k) => {
      if (path.includes(k)) return CHOSEN;
      return choosable && this.isLive(k) ? LIVE : GONE;
    });
    const state = Int32Array.from([...this.items, ...options, ...Array.from(this.memory())]);
    recorder.add(state, { kind, item, option, sentence });
  }
}

function optionsOf(options: readonly number[]): Part[] {
  return and(options.map((option): Part => ({ option })));
}

class LinksWalk extends Walk<Links> {
  #a: Int32Array = new Int32Array(0);

  protected override get start(): Part[] {
    return say`All ${count(this.problem.compiled.primary, 'item')} are open, and each lists its options. Choose options until every item is covered exactly once.`;
  }

  protected override end(found: string): Part[] {
    const all = found === '0 solutions' ? 'no solution' : found;
    return say`Every option is tried: ${all}. All links are back where they were at the start.`;
  }

  protected override sayPicked(item: number, options: number): Part[] {
    if (options === 1) return say`${{ item }} has only one option left, so it must be taken.`;
    const isTie = this.open().some((other) => other !== item && this.lengthOf(other) === options);
    const tie = isTie ? ' It is the first of several with as few.' : '';
    return say`Pick ${{ item }}: it has the fewest options, ${options}.${tie} One of them must be chosen.`;
  }

  protected override sayChosen(item: number, option: number, nth: string | undefined): Part[] {
    const uses = this.problem.uses[option] as number[];
    const place = uses.indexOf(item);
    const others = [...uses.slice(place + 1), ...uses.slice(0, place)];
    const which = nth === undefined ? 'Take the only option' : `Try the ${nth} option`;
    const rest =
      others.length === 0
        ? 'It has no other item'
        : say`It also covers ${and(others.map((other): Part => ({ item: other })))}`;
    return say`${which} of ${{ item }}: ${{ option }}. ${rest}.`;
  }

  protected override sayCovered(item: number, option: number, nodes: number): Part[] {
    if (this.items[item] === COLOURED) {
      const what = nodes === 0 ? 'Nothing disagrees.' : 'Options that want another colour leave.';
      return say`${{ item }} gets its colour. ${what}`;
    }
    const options = this.lengthOf(item);
    const isPrimary = item < this.problem.compiled.primary;
    const leaves = isPrimary ? 'it leaves the list of items' : 'it can be used once only';
    const rivals = count(options, option === NONE ? 'option' : 'other option');
    const leave = options === 1 ? 'leaves' : 'leave';
    const unlinked = `Its ${rivals} ${leave} all other lists: ${count(nodes, 'node')} unlinked.`;
    const more = options === 0 ? 'No other option has it.' : unlinked;
    return say`Cover ${{ item }}: ${leaves}. ${more}`;
  }

  protected override sayTakenBack({ item, nth, width }: Choice, options: Part[]): Part[] {
    if (nth < width) return say`Take back ${options}. ${{ item }} has another option.`;
    const tried = width === 1 ? 'the only option' : 'the last option';
    return say`Take back ${options}. It was ${tried} of ${{ item }}, which comes back, too.`;
  }

  protected override reopen({ item, nth, width }: Choice): void {
    if (nth === width) this.items[item] = OPEN;
  }

  protected override look(): void {
    this.#a = this.search.snapshot();
  }

  protected override lengthOf(item: number): number {
    return row(this.#a, addressOf(item)).size;
  }

  /** True while none of its items is covered, and no colour disagrees. */
  protected override isLive(option: number): boolean {
    const { uses, hues } = this.problem;
    return (uses[option] as number[]).every((item, k) => {
      if (this.items[item] === OPEN) return true;
      return this.items[item] === COLOURED && this.colourOf(item) === hues[option]?.[k];
    });
  }

  /** The colour that a chosen option gives to an item. */
  private colourOf(item: number): number {
    const { uses, hues } = this.problem;
    const colours = this.recorder.path.map(
      (option) => hues[option]?.[uses[option]?.indexOf(item) ?? -1] ?? 0,
    );
    return colours.find((colour) => colour !== 0) ?? 0;
  }

  protected override memory(): Int32Array {
    return this.#a;
  }
}

/** Its memory: the lists one after the other; k + 1 for an option k, -k - 1 if it is marked. */
class ListsWalk extends Walk<Lists> {
  #lists: number[][] = [];
  #marks: ReadonlySet<number> = new Set();
  /** The number of options that were marked since the step before. */
  #fresh = 0;

  protected override get start(): Part[] {
    return say`Each item lists its options, and counts those that are live. To remove an option, mark it and count down its items: nothing leaves a list until a walk along it comes by.`;
  }

  protected override end(found: string): Part[] {
    return say`Every option is tried: ${found}. The marks stay as they are, since no one needs them again.`;
  }

  protected override sayPicked(item: number, options: number): Part[] {
    return say`Pick ${{ item }}: no open item has fewer options than its ${options}. They come to the front of its list, as they were stated. Copy all counts, then try the options in turn.`;
  }

  protected override sayChosen(item: number, option: number, nth: string | undefined): Part[] {
    const which =
      nth === undefined
        ? say`${{ item }} has one option left, so take it`
        : say`Try the ${nth} option of ${{ item }}`;
    return say`${which}: ${{ option }}. Its items are covered one after the other.`;
  }

  protected override sayCovered(item: number, _option: number, nodes: number): Part[] {
    const isColour = this.items[item] === COLOURED;
    const lead = isColour ? say`${{ item }} gets its colour` : say`Cover ${{ item }}`;
    if (this.#fresh === 0) {
      return say`${lead}: ${isColour ? 'nothing disagrees' : 'its list has no other live option'}.`;
    }
    const options = count(this.#fresh, isColour ? 'option' : 'other option');
    const which = isColour ? 'of another colour' : 'of its list';
    return say`${lead}: mark ${options} ${which}; counts go down by ${nodes} in all. Live options come to the front.`;
  }

  protected override sayTakenBack({ item }: Choice, options: Part[]): Part[] {
    return say`Take back ${options}: unmark what was marked since ${{ item }} was picked, and copy the counts back. The lists may stay in their new order.`;
  }

  protected override reopen(): void {
    const { uses, hues } = this.problem;
    this.items.fill(OPEN);
    for (const option of this.recorder.path) {
      for (const [k, item] of (uses[option] as number[]).entries()) {
        this.items[item] = hues[option]?.[k] === 0 ? COVERED : COLOURED;
      }
    }
  }

  protected override look(): void {
    this.#lists = this.search.lists();
    const marked = this.#lists.flat().filter((option) => option < 0);
    const before = this.#marks.size;
    this.#marks = new Set(marked.map((option) => ~option));
    this.#fresh = this.#marks.size - before;
  }

  protected override lengthOf(item: number): number {
    return this.#lists[item].filter((option) => option >= 0).length;
  }

  protected override isLive(option: number): boolean {
    return !this.#marks.has(option);
  }

  protected override memory(): number[] {
    const all = this.#lists.flat();
    const drawn = all.filter((option) => this.problem.choosable[option < 0 ? ~option : option]);
    return drawn.map((option) => (option < 0 ? option : option + 1));
  }
}
