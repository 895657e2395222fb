import { CATALOGUE } from '../gallery/catalogue.ts';
import type { Choices, Entry, Exhibit, Files, Settings } from '../gallery/exhibit.ts';
import { nearest, QuadrilleError } from '../problem/error.ts';
import { parse } from './arguments.ts';
import type { Command } from './command.ts';
import { UsageError } from './errors.ts';
import { EXIT, type Exit } from './exit.ts';
import { type Flags, type Given, text, whole } from './flags.ts';
import { helpPage, type Page } from './help.ts';
import { readAll } from './input.ts';
import type { Shell } from './shell.ts';

/** A command that does something with a problem of the gallery. */
export interface GalleryCommand<F extends Flags> extends Pick<Page, 'about' | 'examples'> {
  readonly name: string;
  /** A line for the list of commands. */
  readonly summary: string;
  readonly flags: F;
  /** What an example does that has so many solutions: `one of 92 solutions`. */
  readonly exampleOf?: (solutions: string) => string;
  run(exhibit: Exhibit, given: Given<F>, args: readonly string[], shell: Shell): Promise<Exit>;
}

export function galleryCommand<F extends Flags>(command: GalleryCommand<F>): Command {
  return {
    name: command.name,
    summary: command.summary,
    page: namelessPage(command),
    kinds: CATALOGUE.map((entry) => ({
      name: entry.name,
      about: entry.about,
      page: exhibitPage(command, entry),
      ...(entry.words && { words: entry.words }),
    })),
    async run(args, shell) {
      const [name, ...rest] = args;
      if (name === undefined || name.startsWith('-')) return nameless(command, args, shell);
      const entry = find(name);
      const flags = { ...flagsOf(entry.settings), ...command.flags };
      const { given, operands, help } = parse(rest, flags);
      if (help) {
        shell.console.write(helpPage(exhibitPage(command, entry)));
        return EXIT.answered;
      }
      const files = filesOf(entry, shell);
      const exhibit = await named(command, entry, () =>
        entry.make(given as Choices<Settings>, operands, files),
      );
      return command.run(exhibit, given as Given<F>, args, shell);
    },
  };
}

/** The settings of an entry as flags. */
function flagsOf(settings: Settings): Flags {
  return Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => {
      const { kind, about } = setting;
      if (kind === 'text') return [name, text(setting.value, about)];
      if (kind === 'whole') {
        return [name, whole(setting.value, about, setting.least, setting.most)];
      }
      return [name, { about }];
    }),
  );
}

function filesOf({ operands }: Entry, shell: Shell): Files {
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
  entry: Entry,
  make: () => T | Promise<T>,
): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof QuadrilleError)) throw error;
    const more = `quadrille ${command.name} ${entry.name} --help`;
    const message = `${entry.name}: ${error.message.replace(/\.$/, '')} (see ${more})`;
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
  return CATALOGUE.map(
    ({ name, operands, about }) => [`${name} ${operands}`.trim(), about] as const,
  );
}

function find(written: string): Entry {
  const entry = CATALOGUE.find(({ name }) => name === written);
  if (entry !== undefined) return entry;
  const meant = nearest(
    written,
    CATALOGUE.map(({ name }) => name),
  );
  const hint = meant === undefined ? '--list names all there is' : `did you mean ${meant}?`;
  throw new UsageError(`the gallery has no ${JSON.stringify(written)}; ${hint}`);
}

function exhibitPage(
  { name, flags, exampleOf = String }: GalleryCommand<Flags>,
  entry: Entry,
): Page {
  return {
    usage: [`quadrille ${name} ${entry.name} ${entry.operands} [flags]`.replace(/ +/g, ' ')],
    about: `${sentence(entry.about)}${entry.details ? ` ${entry.details}` : ''}`,
    flags: { ...flagsOf(entry.settings), ...flags },
    examples: entry.examples.map(
      ([args, about]) =>
        [
          `quadrille ${name} ${entry.name} ${args}`.trim(),
          about.replace(/[\d,]+ solutions/, exampleOf),
        ] as const,
    ),
  };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
