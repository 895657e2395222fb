import type { Sampler } from '../../engine/diagram/sampler.ts';
import { Random } from '../../engine/kernels/random.ts';
import { type Compiled, statedOf } from '../../engine/problem/compiled.ts';
import { ascending } from '../../engine/problem/problem.ts';
import type { Slices } from '../../engine/problem/slices.ts';
import { startEngine } from '../../engine/solve/engines.ts';
import { samplerTask } from '../../engine/solve/samplers.ts';
import { decisionsOf, groupsOf } from './clues.ts';
import { type Candidate, distanceTo, type RatedSteps, type Request } from './request.ts';
import { Searches } from './searches.ts';
import type { Step } from './step.ts';
import { Stepping } from './stepping.ts';

/** The nodes and the memory of a diagram of all solutions, to draw from: some 0.2 s. */
const DIAGRAM_NODES = 1 << 16;
const DRAWING_BYTES = 2 ** 27;
/**
 * A search in a random order that takes long was unlucky, and begins anew in another one, with
 * twice the nodes. After the last of them all engines look for a solution.
 */
const FIRST_SEARCH_NODES = 1 << 10;
const LAST_NODES = 1 << 16;

/** Makes puzzles until one meets the request. */
export class Maker extends Searches<Candidate> {
  readonly request: Request;
  status: 'found' | 'complete' | 'limit' = 'limit';
  attempts = 0;
  isUniform = false;
  doubt: readonly [readonly number[], readonly number[]] | undefined;
  readonly #random: Random;
  /** Solutions at random, each as likely as any other. Undefined before it is tried. */
  #samples: Iterator<number[], void> | 'none' | undefined;
  /** The distance of the result from the request. */
  #distance = Number.POSITIVE_INFINITY;

  constructor(compiled: Compiled, request: Request) {
    super(compiled, request);
    this.request = request;
    this.#random = new Random(request.seed);
  }

  protected *work(): Slices {
    const { request } = this;
    while (this.attempts < request.attempts) {
      const solution = request.solution ?? (yield* this.#drawn());
      if (solution === undefined) {
        this.status = 'complete';
        return;
      }
      this.attempts++;
      const made = yield* this.#candidate(solution);
      if (made === undefined && request.solution !== undefined) {
        this.status = 'complete';
        return;
      }
      if (made === undefined) continue;
      const rated = yield* this.#ratedSteps(made);
      const candidate = rated === undefined ? made : { ...made, rated };
      const distance = distanceTo(request, candidate);
      if (distance >= this.#distance) continue;
      this.result = candidate;
      this.doubt = undefined;
      this.#distance = distance;
      if (distance > 0) continue;
      this.status = 'found';
      return;
    }
  }

  /**
   * Clues for a solution: as few as possible in a random order, then others up to the number that
   * is wanted. Undefined if all clues together allow another solution.
   */
  *#candidate(solution: readonly number[]): Slices<Candidate | undefined> {
    const { count, minimal, clues, orbits } = this.request;
    const groups = groupsOf(this.compiled, solution, clues, orbits);
    const other = yield* this.solutionBelow(decisionsOf(groups), solution);
    if (other !== undefined) {
      if (this.result === undefined) this.doubt = [solution, other];
      return undefined;
    }
    const candidateOf = (numbers: readonly number[], isMinimal: boolean): Candidate => {
      const kept = [...numbers].sort((a, b) => a - b).map((group) => groups[group]);
      return { groups: kept, solution, isMinimal };
    };
    const order = [...this.#random.order(groups.length)];
    const lists = groups.map((group) => decisionsOf([group]));
    const needed = yield* this.needed(lists, order, solution, (kept) => {
      // If it is stopped, a puzzle with needless clues is better than none.
      if (this.#distance === Number.POSITIVE_INFINITY) this.result = candidateOf(kept, false);
    });
    const numbers = [...needed];
    const isIn = new Set(numbers);
    const sizeOf = (group: number) => groups[group].length;
    let room = minimal ? 0 : (count ?? 0);
    for (const group of numbers) room -= sizeOf(group);
    for (const group of order) {
      if (isIn.has(group) || sizeOf(group) > room) continue;
      numbers.push(group);
      room -= sizeOf(group);
    }
    return candidateOf(numbers, numbers.length === isIn.size);
  }

  /** How a person solves a puzzle; undefined if that does not matter, or is too hard. */
  *#ratedSteps(candidate: Candidate): Slices<RatedSteps | undefined> {
    const { techniques } = this.request;
    if (techniques === undefined) return undefined;
    const prefix = decisionsOf(candidate.groups);
    // It has one solution: that is proven.
    const before = this.nodes;
    const puzzle = { problem: this.compiled, techniques, prefix, isForOne: true };
    const rating = new Stepping({ ...puzzle, isRating: true });
    while (rating.advance(1) !== 'exhausted') {
      this.nodes = before + rating.nodes;
      yield;
    }
    this.nodes = before + rating.nodes;
    if (rating.ending !== 'solved') return undefined;
    const stepping = new Stepping(puzzle);
    const names = new Set<string>();
    for (let outcome = stepping.advance(1); outcome !== 'exhausted'; ) {
      if (outcome === 'solution') names.add((stepping.step as Step).technique);
      if (outcome !== 'solution') yield;
      outcome = stepping.advance(1);
      this.nodes = before + rating.nodes + stepping.nodes;
    }
    return { difficulty: rating.hardest?.difficulty ?? 0, techniques: [...names] };
  }

  /** A random solution. Undefined if there is none. */
  *#drawn(): Slices<readonly number[] | undefined> {
    this.#samples ??= yield* this.#sampler();
    if (this.#samples === 'none') return yield* this.#found();
    const { value } = this.#samples.next();
    return value ?? undefined;
  }

  /** Solutions equally likely, where a diagram of them is soon made. */
  *#sampler(): Slices<Iterator<number[], void> | 'none'> {
    const { uniform, memoryLimit = DRAWING_BYTES } = this.request;
    if (!uniform) return 'none';
    const task = samplerTask(this.compiled, { maxNodes: DIAGRAM_NODES, memoryLimit });
    const before = this.nodes;
    try {
      for (;;) {
        // One step: that time is over.
        const outcome = task.finish(0);
        this.nodes = before + task.progress().nodes;
        if (outcome === 'paused') {
          yield;
          continue;
        }
        const { sampler } = task.answer(outcome);
        if (sampler === undefined) return 'none';
        this.isUniform = true;
        return (sampler as Sampler<number[]>).samples({ seed: this.#random.word() });
      }
    } finally {
      task.end();
    }
  }

  /** A solution that searches find, each in a random order of the options. */
  *#found(): Slices<readonly number[] | undefined> {
    const { compiled } = this;
    const engine = compiled.multiple ? 'multiples' : 'lists';
    for (let most = FIRST_SEARCH_NODES; most <= LAST_NODES; most *= 2) {
      const search = startEngine(compiled, engine, { seed: this.#random.word() });
      const before = this.nodes;
      try {
        for (;;) {
          const outcome = search.advance(Math.min(FIRST_SEARCH_NODES, most - search.nodes));
          this.nodes = before + search.nodes;
          if (outcome === 'solution') return ascending(statedOf(compiled, search.solution()));
          if (outcome === 'exhausted') return undefined;
          if (outcome === 'stuck' || search.nodes >= most) break;
          yield;
        }
      } finally {
        search.end();
      }
    }
    return yield* this.solutionBelow([]);
  }
}
