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
  run(args: readonly string[], shell: Shell): Promise<Exit>;
}

/** A command whose flags are always the same, with its page of help. */
export interface Plain<F extends Flags> extends Page {
  readonly name: string;
  /** A line for the list of commands. */
  readonly summary: string;
  readonly flags: F;
  run(given: Given<F>, operands: readonly string[], shell: Shell): Promise<Exit>;
}

export function plain<F extends Flags>(command: Plain<F>): Command {
  return {
    name: command.name,
    summary: command.summary,
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
