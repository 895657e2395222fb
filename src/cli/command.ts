import { parse } from './arguments.ts';
import { EXIT, type Exit } from './exit.ts';
import type { Flags, Given } from './flags.ts';
import { helpPage, type Page } from './help.ts';
import type { Shell } from './shell.ts';

/** What can stand behind `quadrille`. */
export interface Command {
  readonly name: string;
  /** A line for the list of commands. */
  readonly summary: string;
  /** Its page of help, where nothing stands behind its name. */
  readonly page: Page;
  /** The words that can stand behind its name. */
  readonly kinds: readonly Kind[];
  run(args: readonly string[], shell: Shell): Promise<Exit>;
}

/** A word that can stand behind the name of a command: `queens`, behind `draw`. */
export interface Kind {
  readonly name: string;
  readonly about: string;
  /** A page of help of its own, where it has one. */
  readonly page?: Page;
  /** Words that can stand behind it, for completion. */
  readonly words?: readonly string[];
}

/** A command whose flags are always the same. */
interface Plain<F extends Flags> extends Page {
  readonly name: string;
  readonly summary: string;
  readonly flags: F;
  readonly kinds?: readonly Kind[];
  run(given: Given<F>, operands: readonly string[], shell: Shell): Promise<Exit>;
}

export function plain<F extends Flags>(command: Plain<F>): Command {
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
      return command.run(given, operands, shell);
    },
  };
}
