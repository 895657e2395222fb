import { setImmediate } from 'node:timers/promises';
import type { Shell } from './command.ts';
import { COLOUR_MODES, type JsonType } from './console.ts';
import { EXIT, type Exit } from './exit.ts';
import { choice, type FlagValues, integer, seconds, seed } from './flags.ts';
import { counted, Deadline, paceLine, Ticker } from './report.ts';

/** The first flag of all that makes puzzles, and the last ones. */
export const COUNT_FLAG = { count: integer('N', 'the number of puzzles; default 1', 1) };
export const MAKING = {
  timeout: seconds('stops after this time, with the closest puzzle so far'),
  seed,
  pretty: { about: 'draws the clues on the board' },
  color: choice('WHEN', 'colours with --pretty: auto (default), always or never', COLOUR_MODES),
  json: { about: 'prints a JSON object for each puzzle, with its solution' },
  stats: { about: 'prints the seed, and how many puzzles a second, on stderr' },
};

/** The values of these flags. */
type Given = FlagValues<typeof COUNT_FLAG & typeof MAKING>;

/** A new puzzle. */
interface Made {
  /** Its line of `--json`, and the fields beside its number. */
  readonly type: JsonType;
  readonly fields: () => object;
  /** Its picture, cleaned of control characters. */
  readonly drawn: () => string;
  readonly text: string;
  /**
   * The ways in which it misses the request, if any; and of how many attempts it is the closest.
   */
  readonly shortfall?: string | undefined;
  readonly attempts?: number;
}

/** The work of making one puzzle. */
interface Work {
  readonly deadline: Deadline;
  /** The number of puzzles before. */
  readonly made: number;
  /** Shows how far this one is. */
  report(progress: () => string): void;
}

/**
 * Makes puzzles one by one, and prints them. `next` makes one; nothing where the deadline came
 * before; an exit code where there is none to be made.
 */
export async function makeEach(
  given: Given,
  seed: number,
  signal: AbortSignal,
  { console }: Pick<Shell, 'console'>,
  next: (work: Work) => Promise<Made | Exit | undefined>,
): Promise<Exit> {
  const { count = 1, timeout } = given;
  const ticker = new Ticker(console);
  const began = performance.now();
  const deadline = new Deadline(timeout, signal);
  let made = 0;
  let exit: Exit | undefined;
  let isMet = true;
  const report = (progress: () => string) =>
    ticker.tick(() => `puzzle ${made + 1} of ${count}, ${progress()}`);
  while (made < count && exit === undefined && !(await deadline.isOver())) {
    const one = await next({ deadline, made, report });
    if (typeof one === 'number') exit = one;
    if (typeof one !== 'object') continue;
    made++;
    const { type, fields, drawn, text, shortfall, attempts = 1 } = one;
    if (given.json) console.writeJson(type, { index: made, ...fields() });
    else if (given.pretty) console.writeUnchecked(`${drawn()}\n\n`);
    else console.write(text);
    if (shortfall !== undefined) {
      isMet = false;
      const closest = `the closest of ${counted(attempts, 'attempt')}`;
      console.note(`Puzzle ${made}: ${shortfall}: ${closest}.`);
      // It may be what the time-out left of the last one.
      await deadline.isOver();
    }
    if (console.isFull) await console.waitForRoom();
  }
  // Delivers a signal that came during the last puzzle. The first of these may end in the same turn
  // of the event loop, before any signal.
  await setImmediate();
  await setImmediate();
  const stopped = exit === undefined && (signal.aborted || deadline.hasStopped);
  if (stopped) console.note(`${deadline.summary}.`);
  if (stopped || given.stats) console.note(`${paceLine(made, 'puzzle', began)}, seed ${seed}`);
  if (stopped) return deadline.exit;
  return exit ?? (isMet ? EXIT.answered : EXIT.undecided);
}
