import { count } from '../numbers.ts';
/** The page's texts about its pictures. */
import type { WatchedEngine } from './film.ts';

/** The picture of each engine's memory. */
export const ENGINE_PICTURES: Readonly<
  Record<WatchedEngine, { readonly title: string; readonly about: string }>
> = {
  links: {
    title: 'The links',
    about:
      'Items stand in a row, each above the list of its options. What is covered steps out, but keeps its own links ' +
      '(dashed): by them it steps back in. That is the dance.',
  },
  learn: {
    title: 'The trail',
    about:
      'Each row is a decision and all that follows from it. A conflict is traced back to what caused it; that is ' +
      'learned, and the search jumps back as far as the lesson still says something.',
  },
};

/** Under the matrix. */
export const MATRIX =
  'Each row is an option, each column an item. The number under an item says how many options it has left.';

/** The whole idea, in one minute. */
export const NUTSHELL = [
  'Pick the item with the fewest options: it must be covered, so one of them must be chosen.',
  'Choose one. All its items are covered: they step out of their row, and options that want them step out of all lists.',
  'When no item is left, that is a solution. When an item is left without options, that is a dead end.',
  'Then step back. Whatever stepped out kept its links to its neighbours, so it steps back in without a search: last out, first in.',
];

/** Of a problem that the page did not come with. */
export const OWN_PROBLEM = 'Your own problem, as you wrote it.';

/** Below a film that does not go to the end of the search. */
export function cutOff(steps: number): string {
  return `The film ends after ${count(steps, 'step')}; the search goes on.`;
}
