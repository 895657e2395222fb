import { Classes, type ClassSettings } from '../diagram/classes.ts';
import type { Decisions } from '../kernels/prefix.ts';
import { checkMemoryLimit } from '../kernels/search.ts';
import type { Compiled } from '../problem/compiled.ts';
import { QuadrilleError } from '../problem/error.ts';
import { treeSearch } from './portfolios.ts';
import type { Settings } from './question-settings.ts';
import { RuledClasses } from './ruled-classes.ts';
import type { SolutionWork } from './solution-work.ts';

/** Settings that say how to search. The search for classes has no use for them. */
const REFUSED = ['engine', 'seed', 'reduce', 'proof', 'resume', 'onCheckpoint', 'checkpointEvery'];

/** One solution of each class. `described` has the symmetries, where rules add to the problem. */
export function listedClasses(
  compiled: Compiled,
  settings: Settings,
  described?: Compiled,
): SolutionWork {
  const own = classSettings(compiled, settings);
  if (described === undefined) return new Classes(compiled, own);
  return new RuledClasses(compiled, described, settings);
}

/** The settings of a search for classes. */
export function classSettings(compiled: Compiled, settings: Settings): ClassSettings {
  checkClassSettings(settings);
  const { prefix, memoryLimit } = settings;
  const start = (below: Decisions) => treeSearch(compiled, { prefix: below });
  return { start, prefix, memoryLimit };
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
