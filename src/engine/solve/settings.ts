import { QuadrilleError } from '../problem/error.ts';
import { checkSettings } from '../problem/setting.ts';

/** The settings that need the event loop to run. */
export const WATCH = ['signal', 'onProgress'];
/** The settings to write checkpoints and to go on from one. */
export const CHECKPOINTS = ['resume', 'onCheckpoint', 'checkpointEvery'];

/**
 * Refuses settings that are no object, and names that a function does not know. A function that
 * blocks has a twin that lets the event loop run: `first` and `firstAsync`.
 */
export function checkNames(settings: object, known: readonly string[], more?: string): void {
  if (settings === null || typeof settings !== 'object' || known.includes('signal')) {
    checkSettings(settings, known, more);
    return;
  }
  const here = [...WATCH, ...CHECKPOINTS].filter((name) => Object.hasOwn(settings, name));
  const ignored = here.find((name) => (settings as Record<string, unknown>)[name] !== undefined);
  if (ignored !== undefined) {
    const remedy = WATCH.includes(ignored)
      ? 'call its twin whose name ends in Async, as in firstAsync'
      : 'call firstAsync, countAsync, isUniqueAsync or solutionsAsync';
    throw new QuadrilleError(
      'bad-setting',
      `${ignored} has no effect on a function that blocks the event loop; ${remedy}.`,
    );
  }
  checkSettings(settings, here.length > 0 ? [...known, ...here] : known, more);
}
