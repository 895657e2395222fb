import type { Readable } from 'node:stream';
import type { Command, Commands, Shell } from './command.ts';
import { type Channels, Console } from './console.ts';
import {
  EXIT,
  type Exit,
  exitOfFailure,
  failureOf,
  hint,
  STOP_SIGNALS,
  type StopSignal,
  UsageError,
} from './exit.ts';
import { OpenFiles } from './files.ts';
import { helpPage, overview } from './help.ts';

/** All commands, in the order of `quadrille --help`. */
export const COMMANDS: Commands = {
  solve: async () => (await import('./solve.ts')).solve,
  split: async () => (await import('./split.ts')).split,
  merge: async () => (await import('./merge.ts')).merge,
  sudoku: async () => (await import('./sudoku.ts')).sudoku,
  generate: async () => (await import('./generate.ts')).generate,
  reduce: async () => (await import('./reduce.ts')).reduce,
  make: async () => (await import('./make.ts')).make,
  draw: async () => (await import('./draw.ts')).draw,
  burr: async () => (await import('./burr.ts')).burr,
  queue: async () => (await import('./queue.ts')).queue,
  play: async () => (await import('./play.ts')).play,
  completion: async () => (await import('./completion.ts')).completionOf(COMMANDS),
};

export function loadAll(commands: Commands): Promise<Command[]> {
  return Promise.all(Object.values(commands).map((load) => load()));
}

/** The streams, environment and signals of a process. */
interface World extends Channels {
  readonly stdin: Readable;
  /**
   * Calls `stop` at each signal that stops a command, Ctrl-C among them, until the function that it
   * returns is called.
   */
  onStop(stop: (signal: StopSignal) => void): () => void;
}

/** Runs the command that the arguments name. When it ends, all output is handed to the streams. */
export async function run(
  args: readonly string[],
  version: string,
  world: World,
  commands = COMMANDS,
): Promise<Exit> {
  const console = new Console(world);
  let stoppedBy: StopSignal | undefined;
  const shell: Shell = {
    console,
    stdin: world.stdin,
    files: new OpenFiles(world),
    async interruptible(work) {
      const controller = new AbortController();
      const stopListening = world.onStop((signal) => {
        stoppedBy = signal;
        controller.abort(signal);
        console.stopWaiting();
        // Without a listener, a second signal ends the process.
        stopListening();
      });
      try {
        return await work(controller.signal);
      } finally {
        stopListening();
      }
    },
  };
  let name = 'quadrille';
  try {
    const [first, ...rest] = args;
    if (first === undefined) {
      console.note(helpPage(overview(await loadAll(commands))).trimEnd());
      return EXIT.error;
    }
    if (first === '--version' || first === '-V') {
      console.write(`${version}\n`);
      return EXIT.answered;
    }
    // `help solve` is `solve --help`.
    const [written = '', ...commandArgs] = first === 'help' ? [...rest, '--help'] : args;
    if (written === '--help' || written === '-h') {
      console.write(helpPage(overview(await loadAll(commands))));
      return EXIT.answered;
    }
    const command = await load(commands, written);
    name = `quadrille ${command.name}`;
    const exit = await command.run(commandArgs, shell);
    if (exit !== EXIT.interrupted || stoppedBy === undefined) return exit;
    return STOP_SIGNALS[stoppedBy];
  } catch (error) {
    const failure = failureOf(error);
    // A bug keeps its stack.
    if (failure === undefined) throw error;
    if (wantsJson(args)) console.writeJson('error', failure);
    console.note(`${name}: ${failure.message}`);
    return exitOfFailure(failure);
  } finally {
    console.clearProgress();
    console.flush();
  }
}

async function load(commands: Commands, name: string): Promise<Command> {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load !== undefined) return load();
  const isFlag = name.startsWith('-');
  const known = isFlag ? ['--help', '--version'] : Object.keys(commands);
  const meant = hint(name, known, 'see quadrille --help');
  throw new UsageError(
    `there is no ${isFlag ? 'flag' : 'command'} ${name === '' ? '""' : name}; ${meant}`,
  );
}

/** True if `--json` is given. The error may be in the flags, so they are not parsed. */
function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? args.length : end).includes('--json');
}
