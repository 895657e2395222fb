import type { Readable } from 'node:stream';
import { QuadrilleError } from '../problem/error.ts';
import { nearest } from '../problem/nearest.ts';
import type { Command } from './command.ts';
import { type Channels, Console } from './console.ts';
import { UsageError } from './errors.ts';
import { EXIT, type Exit } from './exit.ts';
import { helpPage, titled } from './help.ts';
import type { Shell } from './shell.ts';

/** The world outside, as the program is started in it. */
export interface World extends Channels {
  readonly stdin: Readable;
  /** Has a function called at every Ctrl-C, until it calls what it gets back. */
  onInterrupt(stop: () => void): () => void;
}

/** Runs the command that the arguments name; whatever it says has been written when it ends. */
export async function run(
  commands: readonly Command[],
  version: string,
  args: readonly string[],
  world: World,
): Promise<Exit> {
  const console = new Console(world);
  const shell: Shell = {
    console,
    stdin: world.stdin,
    interruptible: (work) => interruptible(work, world, console),
  };
  let name = 'quadrille';
  try {
    const [first, ...rest] = args;
    const asked = first === 'help' ? [...rest, '--help'] : args;
    if (first === undefined) {
      console.note(overview(commands).trimEnd());
      return EXIT.misuse;
    }
    if (asked[0] === '--help' || asked[0] === '-h') {
      console.write(overview(commands));
      return EXIT.answered;
    }
    if (first === '--version' || first === '-V') {
      console.write(`${version}\n`);
      return EXIT.answered;
    }
    const command = find(commands, asked[0] as string);
    name = `quadrille ${command.name}`;
    return await command.run(asked.slice(1), shell);
  } catch (error) {
    // Anything else is a mistake of this program, and keeps its stack.
    if (!(error instanceof UsageError || error instanceof QuadrilleError)) throw error;
    console.note(`${name}: ${error.message}`);
    return EXIT.misuse;
  } finally {
    console.clear();
    console.flush();
  }
}

async function interruptible<T>(
  work: (signal: AbortSignal) => Promise<T>,
  world: World,
  console: Console,
): Promise<T> {
  const controller = new AbortController();
  const ignore = world.onInterrupt(() => {
    controller.abort();
    console.hurry();
    // Whoever presses it again does not want to wait.
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

function overview(commands: readonly Command[]): string {
  const list = titled(
    'Commands (each has its own --help)',
    commands.map(({ name, summary }) => [name, summary] as const),
  );
  return helpPage({
    usage: ['quadrille COMMAND [arguments] [flags]', 'quadrille --version'],
    about: 'Solves exact-cover problems by dancing links: Sudokus, tilings, queens, your own.',
    lists: [list],
    examples: [
      ['quadrille draw pentominoes 6x10', 'a first look'],
      ['quadrille make queens 8 | quadrille solve --count', '92'],
      ['quadrille sudoku puzzles.txt --stats', 'one solved grid a line'],
      ['quadrille generate sudoku --count 10 | quadrille sudoku --pretty', 'ten new ones, solved'],
    ],
  });
}
