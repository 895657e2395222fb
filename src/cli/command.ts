import type { Readable } from 'node:stream';
import type { Console } from './console.ts';
import { EXIT, type Exit } from './exit.ts';
import type { OpenFiles } from './files.ts';
import { type Flags, type FlagValues, parse } from './flags.ts';
import { helpPage, type Page } from './help.ts';
import { inFlags } from './mentions.ts';

/** The first argument of `quadrille`. */
export interface Command {
  readonly name: string;
  /** A line for the list of commands. */
  readonly summary: string;
  /** The help page of the command itself. */
  readonly page: Page;
  /** The words that can follow its name. */
  readonly kinds: readonly Kind[];
  run(args: readonly string[], shell: Shell): Promise<Exit>;
}

/** Name -> how to load the command. To load all of them takes 60 ms more than to load `solve`. */
export type Commands = Readonly<Record<string, () => Promise<Command>>>;

/** A word that can follow the name of a command: `queens` after `draw`. */
export interface Kind {
  readonly name: string;
  readonly about: string;
  /** Its help page, where it is not that of the command. */
  readonly page?: Page;
  /** True if it is a command by itself, with flags of its own. */
  readonly isCommand?: true;
  /** Words that can follow it and some operands, for completion. */
  offers?(operands: readonly string[]): readonly string[];
}

/** The streams and signals that a command works with. */
export interface Shell {
  readonly console: Console;
  readonly stdin: Readable & { readonly isTTY?: boolean; readonly fd?: number };
  /** The files that the command reads and writes. */
  readonly files: OpenFiles;
  /**
   * Does work that Ctrl-C, SIGTERM or SIGHUP stops by its signal, so that the command can report
   * what it has found. A second signal ends the process at once.
   */
  interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** A command with the same flags for all its kinds. */
interface SimpleCommand<F extends Flags> extends Page {
  readonly name: string;
  readonly summary: string;
  readonly flags: F;
  readonly kinds?: readonly Kind[];
  run(given: FlagValues<F>, operands: readonly string[], shell: Shell): Promise<Exit>;
}

/** Makes a command that parses its flags and answers `--help`. */
export function simpleCommand<F extends Flags>(command: SimpleCommand<F>): Command {
  const { name, summary, kinds = [] } = command;
  return {
    name,
    summary,
    page: command,
    kinds,
    async run(args, shell) {
      const { given, operands, help } = parse(args, command.flags);
      if (help) {
        shell.console.write(helpPage(command));
        return EXIT.answered;
      }
      try {
        return await command.run(given, operands, shell);
      } catch (error) {
        throw inFlags(error, { operands: '', settings: command.flags });
      }
    },
  };
}
