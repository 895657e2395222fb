import { QuadrilleError } from '../../problem/error.ts';
import { nearest } from '../../problem/nearest.ts';
import { parse } from '../arguments.ts';
import type { Command } from '../command.ts';
import { UsageError } from '../errors.ts';
import { EXIT, type Exit } from '../exit.ts';
import type { Flags, Given } from '../flags.ts';
import { helpPage, type Page } from '../help.ts';
import { readAll } from '../input.ts';
import type { Shell } from '../shell.ts';
import type { Exhibit, Files, Made } from './exhibit.ts';
import { EXHIBITS } from './exhibits.ts';

/** A command that does something with a problem of the gallery. */
export interface GalleryCommand<F extends Flags> extends Pick<Page, 'about' | 'examples'> {
  readonly name: string;
  /** A line for the list of commands. */
  readonly summary: string;
  readonly flags: F;
  run(made: Made, given: Given<F>, args: readonly string[], shell: Shell): Promise<Exit>;
}

export function galleryCommand<F extends Flags>(command: GalleryCommand<F>): Command {
  return {
    name: command.name,
    summary: command.summary,
    page: namelessPage(command),
    kinds: EXHIBITS.map((exhibit) => ({
      name: exhibit.name,
      about: exhibit.about,
      page: exhibitPage(command, exhibit),
    })),
    async run(args, shell) {
      const [name, ...rest] = args;
      if (name === undefined || name.startsWith('-')) return nameless(command, args, shell);
      const exhibit = find(name);
      const flags = { ...exhibit.flags, ...command.flags };
      const { given, operands, help } = parse(rest, flags);
      if (help) {
        shell.console.write(helpPage(exhibitPage(command, exhibit)));
        return EXIT.answered;
      }
      const files = filesOf(exhibit, shell);
      const made = await named(command, exhibit, () => exhibit.make(given, operands, files));
      return command.run(made, given as Given<F>, args, shell);
    },
  };
}

function filesOf({ operands }: Exhibit, shell: Shell): Files {
  const read = async (name: string) => {
    try {
      return await readAll(name, shell);
    } catch (error) {
      // It may have been meant to be something else.
      if (!(error instanceof UsageError) || !operands.includes('|FILE')) throw error;
      throw new UsageError(`${error.message}; wanted is ${operands}`);
    }
  };
  return {
    read,
    async parsed(name, parse) {
      const text = await read(name);
      try {
        return parse(text);
      } catch (error) {
        if (!(error instanceof QuadrilleError)) throw error;
        throw new QuadrilleError(error.code, `${name}: ${error.message}`, error);
      }
    },
  };
}

/** What is refused is told with the name of who refuses it, and where there is more to read. */
async function named<T>(
  command: { readonly name: string },
  exhibit: Exhibit,
  make: () => T | Promise<T>,
): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof QuadrilleError)) throw error;
    const more = `quadrille ${command.name} ${exhibit.name} --help`;
    const message = `${exhibit.name}: ${error.message.replace(/\.$/, '')} (see ${more})`;
    if (error instanceof UsageError) throw new UsageError(message);
    throw new QuadrilleError(error.code, message, error);
  }
}

/** Without a name there is only help, and the list. */
async function nameless<F extends Flags>(
  command: GalleryCommand<F>,
  args: readonly string[],
  { console }: Shell,
): Promise<Exit> {
  const { given, operands, help } = parse(args, { ...command.flags, ...LIST });
  const { name } = command;
  if (help) {
    console.write(helpPage(namelessPage(command)));
    return EXIT.answered;
  }
  if (!given.list) {
    const hint =
      operands.length > 0 ? `; the name comes first: quadrille ${name} NAME [flags]` : '';
    throw new UsageError(`say what to ${name}${hint}; quadrille ${name} --list names all there is`);
  }
  const lines = listed();
  const longest = Math.max(...lines.map(([usage]) => usage.length));
  for (const [usage, about] of lines) console.write(`${usage.padEnd(longest)}  ${about}\n`);
  return EXIT.answered;
}

function namelessPage({ name, about, flags, examples = [] }: GalleryCommand<Flags>): Page {
  return {
    usage: [`quadrille ${name} NAME [arguments] [flags]`, `quadrille ${name} --list`],
    about,
    lists: [{ title: `Names (quadrille ${name} NAME --help tells more)`, lines: listed() }],
    flags: { ...flags, ...LIST },
    examples,
  };
}

const LIST = { list: { about: 'lists all there is, a line each' } };

function listed(): (readonly [string, string])[] {
  return EXHIBITS.map(
    ({ name, operands, about }) => [`${name} ${operands}`.trim(), about] as const,
  );
}

function find(written: string): Exhibit {
  const exhibit = EXHIBITS.find(({ name }) => name === written);
  if (exhibit !== undefined) return exhibit;
  const meant = nearest(
    written,
    EXHIBITS.map(({ name }) => name),
  );
  const hint = meant === undefined ? '--list names all there is' : `did you mean ${meant}?`;
  throw new UsageError(`the gallery has no ${JSON.stringify(written)}; ${hint}`);
}

function exhibitPage({ name, flags }: GalleryCommand<Flags>, exhibit: Exhibit): Page {
  return {
    usage: [`quadrille ${name} ${exhibit.name} ${exhibit.operands} [flags]`.replace(/ +/g, ' ')],
    about: `${sentence(exhibit.about)}${exhibit.details ? ` ${exhibit.details}` : ''}`,
    flags: { ...exhibit.flags, ...flags },
    examples: exhibit.examples.map(
      ([args, about]) => [`quadrille ${name} ${exhibit.name} ${args}`.trim(), about] as const,
    ),
  };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
