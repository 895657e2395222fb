import { Cells } from '../../kernels/cells/cells.ts';
import { CellsLayout } from '../../kernels/cells/layout.ts';
import type { Outcome } from '../../kernels/search.ts';
import {
  CHOSEN,
  COLOURED,
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
import { and, count, deadEnd, nthOf } from './words.ts';

/**
 * The steps of `cells`: the engine itself, with an ear at its choices. (Each option covers its item
 * for itself, which is easier to follow than the way in which the engine covers one for many
 * options at once.)
 */
export function* recordCells(problem: SmallProblem, most?: number): Recording {
  const recorder = new Recorder('cells', problem, most);
  const search = new WatchedCells(problem, recorder);
  let outcome: Outcome = 'paused';
  while (outcome !== 'exhausted' && !recorder.isFull) {
    yield;
    outcome = search.step();
  }
  return recorder.film();
}

/** Where the sets lie in the memory of a film. */
export function setsOf(problem: SmallProblem): {
  readonly FIRST: number;
  readonly SLOT: number;
  /** The nodes of each option, in the order of its items. */
  readonly nodes: readonly (readonly number[])[];
} {
  const { FIRST, NODE, SLOT } = new CellsLayout(problem.compiled);
  let x = NODE;
  const nodes = problem.uses.map((uses, option) => {
    if (!problem.choosable[option]) return [];
    const first = x;
    x += 2 * (uses.length + 1);
    return uses.map((_, k) => first + 2 * k);
  });
  return { FIRST, SLOT, nodes };
}

/** `cells`, which tells a recorder of each choice. */
class WatchedCells extends Cells {
  private readonly problem: SmallProblem;
  private readonly recorder: Recorder;
  private readonly where: CellsLayout;
  private readonly nodesOf: ReturnType<typeof setsOf>['nodes'];

  constructor(problem: SmallProblem, recorder: Recorder) {
    const never = Number.POSITIVE_INFINITY;
    super(problem.compiled, {}, { mostAlone: never, mostSaved: never, workInJs: never });
    this.problem = problem;
    this.recorder = recorder;
    this.where = new CellsLayout(problem.compiled);
    this.nodesOf = setsOf(problem).nodes;
    this.add('start', NONE, NONE, [
      'Each item has a set of slots. Its live options are the first of them, up to the bar. ',
      'To remove an option, swap it with the last live one and move the bar.',
    ]);
    if (this.dead) this.noteDeadEnd();
  }

  /** One node of the search. */
  step(): Outcome {
    const outcome = this.advance(1);
    const { recorder } = this;
    if (outcome === 'solution') {
      recorder.ended('solution');
      const options = and(recorder.path.map((option): Part => ({ option })));
      const what = `Every item is covered: solution ${recorder.solutions}, by `;
      this.add('solution', NONE, NONE, [what, ...options, '.']);
    } else if (outcome === 'exhausted') {
      const found = count(recorder.solutions, 'solution');
      this.add('end', NONE, NONE, [
        `Every option is tried: ${found}. The bars stay as they are, since no one needs them again.`,
      ]);
    }
    return outcome;
  }

  protected override beginBranch(): number {
    const x = super.beginBranch();
    const item = this.a[x] as number;
    this.add('pick', item, NONE, [
      'Pick ',
      { item },
      `: no open item has fewer options than its ${this.sizeOf(item)}. Copy all the bars, then try them in turn.`,
    ]);
    return x;
  }

  protected override backUp(): number {
    const x = super.backUp();
    const item = this.a[x] as number;
    const back: Part[] = [];
    while (this.recorder.depth > this.depth)
      back.unshift({ option: this.recorder.ascend().option });
    this.add('back', item, NONE, [
      'Take back ',
      ...and(back),
      ': copy the bars back to where they were when ',
      { item },
      ' was picked. That is all there is to undo.',
    ]);
    return x;
  }

  protected override choose(x: number, branching: boolean): void {
    const before = this.updates;
    super.choose(x, branching);
    const item = this.a[x] as number;
    const branch = this.branch(this.branches - 1);
    const width = branching ? this.width(branch) : 1;
    const nth = branching ? width - this.left(branch) : 1;
    const option = this.nodesOf.findIndex((nodes) => nodes.includes(x));
    this.recorder.descend(item, option, nth, width);
    const which: Part[] = branching
      ? [`Try the ${nthOf(nth, width)} option of `, { item }, ': ', { option }]
      : [{ item }, ' has one option left, so take it: ', { option }];
    const swaps = this.updates - before;
    this.add('choose', item, option, [
      ...which,
      '. Its items are covered, ',
      swaps === 0
        ? 'and no other option has one of them.'
        : `and rival options leave the other sets by ${count(swaps, 'swap')}.`,
    ]);
    if (this.dead) this.noteDeadEnd();
  }

  private noteDeadEnd(): void {
    const { recorder, problem } = this;
    recorder.ended('dead');
    let item = 0;
    while (item < problem.compiled.primary - 1 && this.sizeOf(item) > 0) item++;
    this.add('dead', item, NONE, deadEnd(item));
  }

  private sizeOf(item: number): number {
    return (this.a[item] as number) - (this.a[this.where.FIRST + item] as number);
  }

  private add(kind: Step['kind'], item: number, option: number, sentence: Part[]): void {
    const { problem, a, where } = this;
    const items = problem.items.length;
    const options = problem.options.length;
    const state = new Int32Array(items + options + where.FORCED);
    const path = this.recorder.path;
    for (const chosen of path) {
      for (const [k, used] of (problem.uses[chosen] as number[]).entries()) {
        state[used] = problem.hues[chosen]?.[k] === 0 ? COVERED : COLOURED;
      }
    }
    for (let k = 0; k < options; k++) {
      const isLive = (this.nodesOf[k] as number[]).every((x) => this.isLive(x, state));
      const isOut = this.nodesOf[k]?.length === 0 || !isLive;
      state[items + k] = path.includes(k) ? CHOSEN : isOut ? GONE : LIVE;
    }
    state.set(a.subarray(0, where.FORCED), items + options);
    this.recorder.add(state, { kind, item, option, sentence });
  }

  /** True if a node is in the set of its item, and the item is open. */
  private isLive(x: number, state: Int32Array): boolean {
    const item = this.a[x] as number;
    const isOpen = state[item] !== COVERED;
    return isOpen && (this.a[x + 1] as number) < (this.a[item] as number);
  }
}
