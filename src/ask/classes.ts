import type { Source } from '../core/answers.ts';
import { Classes, type ClassSettings } from '../diagram/classes.ts';
import type { Decisions } from '../kernels/prefix.ts';
import { checkMemoryLimit } from '../kernels/search.ts';
import type { AnyProblem, Settings } from '../plan/model.ts';
import { treeSearch } from '../plan/team.ts';
import type { Compiled } from '../problem/compiled.ts';
import { QuadrilleError } from '../problem/error.ts';
import { compiledOf, solutionOf } from '../problem/problem.ts';
import { ClassCount, type CountPlanning } from './class-count.ts';

/** Settings that say how to search. The search for classes has its own way. */
const REFUSED = ['engine', 'seed', 'reduce', 'proof', 'resume', 'onCheckpoint', 'checkpointEvery'];

/** One solution of each class. */
export class ClassSource implements Source<unknown> {
  readonly model: undefined;
  /** Of a question that counts: it brings the plan of a count. */
  readonly counting: (() => ClassCount) | undefined;
  readonly #problem: AnyProblem;
  readonly #settings: Settings;

  constructor(problem: AnyProblem, settings: Settings, counting?: CountPlanning) {
    checkClassSettings(settings);
    this.#problem = problem;
    this.#settings = settings;
    this.counting = counting && (() => new ClassCount(...this.#asked(), counting));
  }

  search(): Classes {
    return new Classes(...this.#asked());
  }

  read(classes: Classes): unknown {
    return solutionOf(this.#problem, classes.solution(), classes.classSize);
  }

  #asked(): [Compiled, ClassSettings] {
    const { prefix, memoryLimit } = this.#settings;
    const compiled = compiledOf(this.#problem);
    const start = (below: Decisions) => treeSearch(compiled, { prefix: below });
    return [compiled, { start, prefix, memoryLimit }];
  }
}

/** Refuses settings that mean nothing to classes, or that contradict them. */
function checkClassSettings(settings: Settings): void {
  checkMemoryLimit(settings);
  const values: Record<string, unknown> = { ...settings };
  const none: readonly unknown[] = [undefined, false, 'auto'];
  const name = REFUSED.find((name) => !none.includes(values[name]));
  if (name !== undefined || settings.symmetry === false) {
    throw new QuadrilleError(
      'bad-setting',
      `upToSymmetry takes no setting ${name ?? 'symmetry: false'}; leave out the one or the other.`,
    );
  }
}
