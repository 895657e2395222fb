import type { Source } from '../core/answers.ts';
import { Classes, type ClassSettings } from '../diagram/classes.ts';
import type { Decisions } from '../kernels/prefix.ts';
import { checkMemoryLimit } from '../kernels/search.ts';
import type { AnyProblem, Settings } from '../plan/model.ts';
import { treeSearch } from '../plan/team.ts';
import type { Compiled } from '../problem/compiled.ts';
import { QuadrilleError } from '../problem/error.ts';
import { compiledOf, solutionOf } from '../problem/problem.ts';

/** Settings that say how to search. The search for classes has its own way. */
const REFUSED = ['engine', 'seed', 'reduce', 'proof', 'resume', 'onCheckpoint', 'checkpointEvery'];

/** One solution of each class. */
export function classSource(problem: AnyProblem, settings: Settings): Source<unknown> {
  checkClassSettings(settings);
  return {
    search: () => new Classes(...asked(problem, settings)),
    read: (classes: Classes) => solutionOf(problem, classes.solution(), classes.classSize),
  };
}

/** What a search for classes is made of. */
export function asked(problem: AnyProblem, settings: Settings): [Compiled, ClassSettings] {
  const { prefix, memoryLimit } = settings;
  const compiled = compiledOf(problem);
  const start = (below: Decisions) => treeSearch(compiled, { prefix: below });
  return [compiled, { start, prefix, memoryLimit }];
}

/** Refuses settings that mean nothing to classes, or that contradict them. */
export function checkClassSettings(settings: Settings): void {
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
