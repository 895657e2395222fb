import type { Status } from '../ask/walk.ts';

/** What the program ends with, and what it means; `--help` shows them all. */
export const EXIT = {
  answered: 0,
  none: 1,
  misuse: 2,
  undecided: 3,
  broken: 70,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;

export type Exit = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_HELP: readonly (readonly [Exit, string])[] = [
  [EXIT.answered, 'answered'],
  [EXIT.none, 'proven that there is no solution'],
  [EXIT.misuse, 'a mistake on the command line or in the input'],
  [EXIT.undecided, 'no complete answer: time, nodes or memory ran out'],
  [EXIT.broken, 'a bug in quadrille'],
  [EXIT.interrupted, 'interrupted by Ctrl-C (SIGINT); 129 by SIGHUP, 143 by SIGTERM'],
];

/** The signals that stop a command, which then still says what it has. */
export const STOP_SIGNALS = {
  SIGINT: EXIT.interrupted,
  SIGHUP: EXIT.hungUp,
  SIGTERM: EXIT.terminated,
} as const;

export type StopSignal = keyof typeof STOP_SIGNALS;

/** Which of them stopped it, as a message calls it. */
export function stopperOf({ reason }: AbortSignal): string {
  return reason === 'SIGINT' ? 'Ctrl-C' : String(reason);
}

/** From bad to worse. */
const ORDER: readonly Exit[] = [
  EXIT.answered,
  EXIT.none,
  EXIT.undecided,
  EXIT.misuse,
  EXIT.broken,
  EXIT.interrupted,
  EXIT.hungUp,
  EXIT.terminated,
];

/** Of several puzzles the worst counts. */
export function worse(a: Exit, b: Exit): Exit {
  return ORDER.indexOf(a) >= ORDER.indexOf(b) ? a : b;
}

/** How a search ended that found so many solutions. */
export function exitOf(status: Status, found: number): Exit {
  if (status === 'complete') return found > 0 ? EXIT.answered : EXIT.none;
  if (status === 'found' || status === 'limit') return EXIT.answered;
  return status === 'aborted' ? EXIT.interrupted : EXIT.undecided;
}
