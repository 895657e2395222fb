import { atOnce } from '../../kernels/layout.ts';
import {
  below,
  buildLinks,
  cover,
  isEmpty,
  optionOf,
  purify,
  shortest,
  uncover,
  unpurify,
} from '../../kernels/links/dance.ts';
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
import { and, count, deadEnd, nthOf } from './words.ts';

// The fields of a record, as `kernels/links/dance.ts` draws them: a module of its own must not
// import them.
export const UP = 1;
export const DOWN = 2;
const HUE = 3;
const NODE = 4;
export const LEFT = 3;
export const RIGHT = 4;
const ITEM = 5;

/**
 * The steps of `links`: the same steps as the engine takes, by the same functions, one item at a
 * time.
 */
export function* recordLinks(problem: SmallProblem, most?: number): Recording {
  const recorder = new Recorder('links', problem, most);
  yield* new LinksRecording(problem, recorder).run();
  return recorder.film();
}

/** The address of an item in the memory of `links`. */
export function addressOf(item: number): number {
  return ITEM * (item + 1);
}

/** The addresses of the nodes of each option, in the order of its items. */
export function nodesOf(problem: SmallProblem): number[][] {
  let x = ITEM * (problem.items.length + 1) + NODE;
  return problem.uses.map((uses, option) => {
    if (!problem.choosable[option]) return [];
    const nodes = uses.map((_, k) => x + NODE * k);
    x += NODE * (uses.length + 1);
    return nodes;
  });
}

/**
 * One recording: the loop of the engine `links`, written out with a step for each item that is
 * covered.
 */
class LinksRecording {
  private readonly problem: SmallProblem;
  private readonly recorder: Recorder;
  private readonly a: Int32Array;
  private readonly coloured: boolean;
  /** Depth -> the node through which an option was chosen. */
  private readonly chosen: number[] = [];
  /** Item -> its state in a picture. */
  private readonly items: Int32Array;
  private readonly taken = new Set<number>();

  constructor(problem: SmallProblem, recorder: Recorder) {
    this.problem = problem;
    this.recorder = recorder;
    this.a = atOnce(buildLinks({ compiled: problem.compiled })).a;
    this.coloured = problem.compiled.coloured;
    this.items = new Int32Array(problem.items.length);
  }

  *run(): Generator<undefined, void, undefined> {
    const { a, recorder } = this;
    this.add('start', NONE, NONE, [
      `All ${count(this.problem.compiled.primary, 'item')} are open, and each lists its options. `,
      'Choose options until every item is covered exactly once.',
    ]);
    while (!recorder.isFull) {
      yield;
      if (isEmpty(a)) {
        this.noteSolution();
        if (!this.goOn()) break;
        continue;
      }
      const address = shortest(a, 0);
      const item = this.itemAt(address);
      const length = a[address] as number;
      if (length === 0) {
        recorder.ended('dead');
        this.add('dead', item, NONE, deadEnd(item));
        if (!this.goOn()) break;
        continue;
      }
      this.add('pick', item, NONE, this.reasonToPick(item, length));
      this.cover(address, NONE);
      this.choose(below(a, address), item, 1, length);
    }
    if (!recorder.isFull) {
      const found = count(recorder.solutions, 'solution');
      this.add('end', NONE, NONE, [
        `Every option is tried: ${found === '0 solutions' ? 'no solution' : found}. `,
        'All links are back where they were at the start.',
      ]);
    }
  }

  private reasonToPick(item: number, length: number): Part[] {
    if (length === 1) return [{ item }, ' has only one option left, so it must be taken.'];
    const rivals = this.open().filter((other) => other !== item && this.lengthOf(other) === length);
    const tie = rivals.length > 0 ? ' It is the first of several with as few.' : '';
    return [
      'Pick ',
      { item },
      `: it has the fewest options, ${length}.${tie} One of them must be chosen.`,
    ];
  }

  /** The primary items that are open. */
  private open(): number[] {
    const list: number[] = [];
    for (let at = this.a[RIGHT] as number; at !== 0; at = this.a[at + RIGHT] as number) {
      list.push(this.itemAt(at));
    }
    return list;
  }

  private lengthOf(item: number): number {
    return this.a[addressOf(item)] as number;
  }

  /** Chooses the option of the node x, and covers its other items one after the other. */
  private choose(x: number, item: number, nth: number, width: number): void {
    const { a, recorder } = this;
    const option = optionOf(a, x);
    this.chosen.push(x);
    this.taken.add(option);
    recorder.descend(item, option, nth, width);
    const others = this.othersOf(x);
    const names = others.map((p): Part => ({ item: this.itemAt(a[p] as number) }));
    const which =
      width === 1 ? 'Take the only option of ' : `Try the ${nthOf(nth, width)} option of `;
    const rest: Part[] =
      names.length === 0 ? ['. It has no other item.'] : ['. It also covers ', ...and(names), '.'];
    this.add('choose', item, option, [which, { item }, ': ', { option }, ...rest]);
    for (const p of others) this.commit(p, option);
  }

  /** The nodes beside x in its option, in the order of covering. */
  private othersOf(x: number): number[] {
    const { a } = this;
    const others: number[] = [];
    for (let p = x + NODE; p !== x; ) {
      if ((a[p] as number) < 0) {
        p = a[p + UP] as number;
      } else {
        others.push(p);
        p += NODE;
      }
    }
    return others;
  }

  /** Covers the item of a node of the chosen option, or gives it its colour. */
  private commit(p: number, option: number): void {
    const { a } = this;
    const address = a[p] as number;
    const hue = this.coloured ? (a[p + HUE] as number) : 0;
    if (hue === 0) {
      this.cover(address, option);
    } else if (hue > 0) {
      const item = this.itemAt(address);
      const gone = purify(a, p);
      this.items[item] = COLOURED;
      const what = gone === 0 ? 'Nothing disagrees.' : 'Options that want another colour leave.';
      this.add('cover', item, option, [{ item }, ` gets its colour. ${what}`]);
    }
  }

  private cover(address: number, option: number): void {
    const { a, coloured } = this;
    const item = this.itemAt(address);
    const options = a[address] as number;
    const linked = cover(a, address, coloured);
    this.items[item] = COVERED;
    const isPrimary = item < this.problem.compiled.primary;
    const leaves = isPrimary ? 'it leaves the list of items' : 'it can be used once only';
    const rivals = option === NONE ? count(options, 'option') : count(options, 'other option');
    const more =
      options === 0
        ? 'No other option has it.'
        : `Its ${rivals} ${options === 1 ? 'leaves' : 'leave'} all other lists: ${count(linked, 'node')} unlinked.`;
    this.add('cover', item, option, ['Cover ', { item }, `: ${leaves}. ${more}`]);
  }

  /** Steps back to the last choice with another option, and takes that. False if there is none. */
  private goOn(): boolean {
    const { a, recorder } = this;
    while (this.chosen.length > 0 && !recorder.isFull) {
      const x = this.chosen.pop() as number;
      const option = optionOf(a, x);
      for (const p of this.othersOf(x).reverse()) this.uncommit(p, option);
      this.taken.delete(option);
      const { item, nth, width } = recorder.ascend();
      const next = below(a, x);
      const address = a[x] as number;
      if (next !== address) {
        this.add('back', item, option, [
          'Take back ',
          { option },
          '. ',
          { item },
          ' has another option.',
        ]);
        this.choose(next, item, nth + 1, width);
        return true;
      }
      uncover(a, address, this.coloured);
      this.items[item] = OPEN;
      const tried = width === 1 ? 'It was the only option of ' : 'It was the last option of ';
      this.add('back', item, option, [
        'Take back ',
        { option },
        `. ${tried}`,
        { item },
        ', which comes back, too.',
      ]);
    }
    return false;
  }

  private uncommit(p: number, option: number): void {
    const { a } = this;
    const address = a[p] as number;
    const item = this.itemAt(address);
    const hue = this.coloured ? (a[p + HUE] as number) : 0;
    if (hue < 0) return;
    if (hue === 0) uncover(a, address, this.coloured);
    else unpurify(a, p);
    this.items[item] = OPEN;
    const what = hue === 0 ? 'Uncover ' : 'Uncolour ';
    this.add('uncover', item, option, [
      what,
      { item },
      ': what left last comes back first, by the links that it kept.',
    ]);
  }

  private noteSolution(): void {
    const { recorder } = this;
    recorder.ended('solution');
    const options = recorder.path.map((option): Part => ({ option }));
    this.add('solution', NONE, NONE, [
      `Every item is covered: solution ${recorder.solutions}, by `,
      ...and(options),
      '.',
    ]);
  }

  private itemAt(address: number): number {
    return address / ITEM - 1;
  }

  private add(kind: Step['kind'], item: number, option: number, sentence: Part[]): void {
    const { problem, items, a } = this;
    const state = new Int32Array(items.length + problem.options.length + a.length);
    state.set(items);
    for (let k = 0; k < problem.options.length; k++) {
      state[items.length + k] = this.taken.has(k) ? CHOSEN : this.isLive(k) ? LIVE : GONE;
    }
    state.set(a, items.length + problem.options.length);
    this.recorder.add(state, { kind, item, option, sentence });
  }

  /**
   * True while an option can still be chosen: none of its items is covered, and no colour
   * disagrees.
   */
  private isLive(option: number): boolean {
    const { problem, items } = this;
    if (!problem.choosable[option]) return false;
    return (problem.uses[option] as number[]).every((item, k) => {
      if (items[item] === OPEN) return true;
      return items[item] === COLOURED && this.colourOf(item) === problem.hues[option]?.[k];
    });
  }

  /** The colour that a chosen option gives to an item. */
  private colourOf(item: number): number {
    const { uses, hues } = this.problem;
    for (const option of this.taken) {
      const k = (uses[option] as number[]).indexOf(item);
      if (k >= 0 && hues[option]?.[k] !== 0) return hues[option]?.[k] as number;
    }
    return 0;
  }
}
