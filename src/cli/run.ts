import type { Readable } from 'node:stream';
import { nearest } from '../problem/error.ts';
import type { Command } from './command.ts';
import { type Channels, Console } from './console.ts';
import { exitOfFailure, failureOf, UsageError } from './errors.ts';
import { EXIT, type Exit, STOP_SIGNALS, type StopSignal } from './exit.ts';
import { helpPage, overview } from './help.ts';
import type { Shell } from './shell.ts';

/** The world outside, as the program is started in it. */
export interface World extends Channels {
  readonly stdin: Readable;
  /** Calls a function at every signal that stops, Ctrl-C among them, until it calls what it gets back. */
  onStop(stop: (signal: StopSignal) => void): () => void;
}

/** Runs the command that the arguments name; whatever it says has been written when it ends. */
export async function run(
  commands: readonly Command[],
  version: string,
  args: readonly string[],
  world: World,
): Promise<Exit> {
  const console = new Console(world);
  let stoppedBy: StopSignal | undefined;
  const shell: Shell = {
    console,
    stdin: world.stdin,
    interruptible: (work) =>
      interruptible(work, world, (signal) => {
        stoppedBy = signal;
        console.hurry();
      }),
  };
  let name = 'quadrille';
  try {
    const [first, ...rest] = args;
    const asked = first === 'help' ? [...rest, '--help'] : args;
    if (first === undefined) {
      console.note(helpPage(overview(commands)).trimEnd());
      return EXIT.misuse;
    }
    if (asked[0] === '--help' || asked[0] === '-h') {
      console.write(helpPage(overview(commands)));
      return EXIT.answered;
    }
    if (first === '--version' || first === '-V') {
      console.write(`${version}\n`);
      return EXIT.answered;
    }
    const command = find(commands, asked[0] as string);
    name = `quadrille ${command.name}`;
    const exit = await command.run(asked.slice(1), shell);
    if (exit !== EXIT.interrupted || stoppedBy === undefined) return exit;
    return STOP_SIGNALS[stoppedBy];
  } catch (error) {
    const failure = failureOf(error);
    // A mistake of this program keeps its stack.
    if (failure === undefined) throw error;
    if (wantsJson(args)) console.writeJson('error', failure);
    console.note(`${name}: ${failure.message}`);
    return exitOfFailure(failure);
  } finally {
    console.clear();
    console.flush();
  }
}

/** Whether the results go to a program: the flags themselves may be what is wrong. */
function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? args.length : end).includes('--json');
}

async function interruptible<T>(
  work: (signal: AbortSignal) => Promise<T>,
  world: World,
  onStop: (signal: StopSignal) => void,
): Promise<T> {
  const controller = new AbortController();
  const ignore = world.onStop((signal) => {
    controller.abort(signal);
    onStop(signal);
    // A second signal ends the process at once.
    ignore();
  });
  try {
    return await work(controller.signal);
  } finally {
    ignore();
  }
}

function find(commands: readonly Command[], written: string): Command {
  const command = commands.find(({ name }) => name === written);
  if (command !== undefined) return command;
  const flag = written.startsWith('-');
  const names = flag ? ['--help', '--version'] : commands.map(({ name }) => name);
  const meant = nearest(written, names);
  const hint = meant === undefined ? 'see quadrille --help' : `did you mean ${meant}?`;
  throw new UsageError(`there is no ${flag ? 'flag' : 'command'} ${written}; ${hint}`);
}
