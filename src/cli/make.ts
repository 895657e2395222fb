import { QuadrilleError } from '../engine/problem/error.ts';
import { CATALOGUE } from '../puzzles/gallery/catalogue.ts';
import type { Choices, Entry, Exhibit, Files, Settings } from '../puzzles/gallery/exhibit.ts';
import { galleryLines } from '../puzzles/gallery/ruled-text.ts';
import { sentence } from '../puzzles/gallery/title.ts';
import type { Command, Shell } from './command.ts';
import { EXIT, type Exit, hint, UsageError } from './exit.ts';
import { type Flags, type FlagValues, integer, parse, text } from './flags.ts';
import { helpPage, type Page } from './help.ts';
import { readAll } from './input.ts';
import { inFlags, messageInFlags } from './mentions.ts';

/** Few problems have a setting of this name, and `solve` takes it for all. */
const SYMMETRY_FLAG = '--up-to-symmetry';
const LIST = { list: { about: 'lists the problems of the gallery, a line each' } };

export const make = galleryCommand({
  name: 'make',
  summary: 'prints a problem of the gallery as text: queens, pentominoes ...',
  about:
    "Prints a problem of the gallery in the text format of Knuth's dlx programs: for quadrille " +
    'solve, and for other solvers.',
  flags: {},
  examples: [
    ['quadrille make --list', 'all problems of the gallery'],
    ['quadrille make pentominoes 4x15 | quadrille solve --count', 'prints 1472'],
    ['quadrille make queens --help', 'the arguments and flags of a problem'],
  ],
  async run(named, _given, args, { console }) {
    const exhibit = await named.one();
    const onWarning = ({ message }: QuadrilleError) => console.note(`Warning: ${message}`);
    const lines = galleryLines(named.entry.name, exhibit, { onWarning });
    // The first line is a comment with the arguments. They may hold a drawing of several lines.
    const head = `| quadrille make ${args.join(' ').replace(/\s+/g, ' ')}\n`;
    console.write(head);
    await console.writeAll(lines);
    return EXIT.answered;
  },
});

/** A command that takes a problem of the gallery. */
interface GalleryCommand<F extends Flags> extends Pick<Page, 'about' | 'examples'> {
  readonly name: string;
  /** A line for the list of commands. */
  readonly summary: string;
  readonly flags: F;
  /** The names for which it has other commands, each with flags of its own. */
  readonly others?: Readonly<Record<string, Command>>;
  /** Entries that it lists nowhere: it says why it cannot take them. */
  readonly unlisted?: readonly string[];
  /** The description of an example, given `92 solutions`: `one of 92 solutions`. */
  readonly exampleOf?: (solutions: string) => string;
  run(named: Named, given: FlagValues<F>, args: readonly string[], shell: Shell): Promise<Exit>;
}

/** The exhibits that a command line names, made on demand. */
export interface Named {
  readonly entry: Entry;
  /** A single exhibit of all operands. */
  one(): Promise<Exhibit>;
  /** An exhibit of each operand, where one operand is enough; all of those in a file. */
  all(): AsyncIterable<NamedExhibit>;
}

export interface NamedExhibit extends Exhibit {
  /** The operand that it comes from, if there is one. */
  readonly operand?: string | undefined;
}

export function galleryCommand<F extends Flags>(command: GalleryCommand<F>): Command {
  return {
    name: command.name,
    summary: command.summary,
    page: commandPage(command),
    kinds: listedBy(command).map((entry) => {
      const { name, about, words } = entry;
      const offers = entry.offers ?? (words && (() => words));
      const other = otherOf(name, command);
      if (other !== undefined) return { name, about, page: other.page, isCommand: true as const };
      return { name, about, page: exhibitPage(command, entry), ...(offers && { offers }) };
    }),
    async run(args, shell) {
      const [name = '-', ...rest] = args;
      const other = otherOf(name, command);
      if (other !== undefined) return runOther(command, name, other, rest, shell);
      const entry = name.startsWith('-') ? undefined : find(name);
      const page = entry === undefined ? commandPage(command) : exhibitPage(command, entry);
      const flags = { ...page.flags, ...LIST };
      if (entry !== undefined) refuseSymmetryFlag(name, args, flags);
      const { given, operands, help } = parse(entry === undefined ? args : rest, flags);
      if (help) {
        shell.console.write(helpPage(page));
        return EXIT.answered;
      }
      if ('list' in given) {
        if (entry === undefined) return listGallery(command, shell);
        const call = `quadrille ${command.name} --list`;
        throw new UsageError(`--list lists the whole gallery; leave ${name} out: ${call}`);
      }
      if (entry === undefined) {
        const order = `; the name comes first: quadrille ${command.name} NAME [flags]`;
        throw new UsageError(
          `say what to ${command.name}${operands.length > 0 ? order : ''}; ` +
            `quadrille ${command.name} --list lists the gallery`,
        );
      }
      const named = namedOf(command, entry, given, operands, filesOf(entry, operands, shell));
      try {
        return await command.run(named, given as FlagValues<F>, args, shell);
      } catch (error) {
        throw inFlags(error, { operands: '', settings: flags });
      }
    },
  };
}

/** Runs a command that has the name of an entry. Flags of the gallery's command are not its own. */
function runOther<F extends Flags>(
  command: GalleryCommand<F>,
  name: string,
  other: Command,
  args: readonly string[],
  shell: Shell,
): Promise<Exit> {
  const [foreign] = args
    .map((arg) => arg.replace(/=.*/s, ''))
    .filter((arg) => isFlagOf(command, arg) && !isFlagOf(other.page, arg));
  if (foreign === undefined || args.includes('--help')) return other.run(args, shell);
  const more = `quadrille ${command.name} ${name} --help`;
  throw new UsageError(`${name} has no flag ${foreign}; see ${more}`);
}

function refuseSymmetryFlag(name: string, args: readonly string[], flags: Flags): void {
  if (!args.includes(SYMMETRY_FLAG) || isFlagOf({ flags }, SYMMETRY_FLAG)) return;
  throw new UsageError(
    `${name} has no flag ${SYMMETRY_FLAG}; solve has it for every problem: ` +
      `quadrille make ${name} ... | quadrille solve ${SYMMETRY_FLAG}`,
  );
}

/** The exhibits of an entry by these settings and operands, made one by one. */
function namedOf<F extends Flags>(
  command: GalleryCommand<F>,
  entry: Entry,
  given: object,
  operands: readonly string[],
  files: ReturnType<typeof filesOf>,
): Named {
  // A flag of the command itself goes before a setting of that name.
  const own = Object.entries(given).filter(
    ([flag]) => Object.hasOwn(entry.settings, flag) && !Object.hasOwn(command.flags, flag),
  );
  const settings = Object.fromEntries(own) as Choices<Settings>;
  const make = async (some: readonly string[]) => entry.make(settings, some, files);
  const hinted = (error: unknown) => {
    throw withHint(command, entry, error);
  };
  return {
    entry,
    one: () => make(operands).catch(hinted),
    async *all() {
      try {
        for (const some of exhibitsIn(entry, operands)) {
          const [operand] = some;
          const made = entry.makeAll?.(settings, some, files) ?? [await make(some)];
          for await (const exhibit of made) yield { ...exhibit, operand };
        }
      } catch (error) {
        hinted(error);
      }
    },
  };
}

/** Prints the entries of the gallery. */
function listGallery(
  command: Pick<GalleryCommand<Flags>, 'others' | 'unlisted'>,
  { console }: Shell,
): Exit {
  const lines = catalogueLines(command);
  const longest = Math.max(...lines.map(([usage]) => usage.length));
  for (const [usage, about] of lines) console.write(`${usage.padEnd(longest)}  ${about}\n`);
  return EXIT.answered;
}

/** The settings of an entry as flags. */
function flagsOf(settings: Settings): Flags {
  return Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => {
      const { kind, about } = setting;
      if (kind === 'text') return [name, text(setting.value, about)];
      if (kind === 'integer') {
        return [name, integer(setting.value, about, setting.least, setting.most)];
      }
      return [name, { about }];
    }),
  );
}

function filesOf({ operands: usage }: Entry, operands: readonly string[], shell: Shell): Files {
  const read = async (name: string) => {
    try {
      return await readAll(name, shell);
    } catch (error) {
      // The operand may be a misspelt region or name.
      const mayBeOther = usage.includes('|FILE') && operands.includes(name);
      if (!(error instanceof UsageError) || !mayBeOther) throw error;
      throw new UsageError(`${error.message}; the arguments are ${usage}`);
    }
  };
  return {
    read,
    async parse(name, parse) {
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

/** The operands of each exhibit, where several are asked for. */
function exhibitsIn(
  { operands: usage }: Entry,
  operands: readonly string[],
): readonly (readonly string[])[] {
  const takesOne = /^\S+$/.test(usage) && operands.length > 0;
  return takesOne ? operands.map((operand) => [operand]) : [operands];
}

/** The error in making an exhibit, with the name of the entry and its help page. */
function withHint(command: { readonly name: string }, entry: Entry, error: unknown): unknown {
  if (!(error instanceof UsageError || error instanceof QuadrilleError)) return error;
  const more = `quadrille ${command.name} ${entry.name} --help`;
  const sentence = messageInFlags(error, entry).replace(/(?<!\.)\.$/, '');
  const message = `${entry.name}: ${sentence} (see ${more})`;
  if (error instanceof UsageError) return new UsageError(message);
  return new QuadrilleError(error.code, message, error);
}

function commandPage(command: GalleryCommand<Flags>) {
  const { name, about, flags, examples = [] } = command;
  return {
    usage: [`quadrille ${name} NAME [arguments] [flags]`, `quadrille ${name} --list`],
    about,
    lists: [
      {
        title: `Names (quadrille ${name} NAME --help shows arguments and flags)`,
        lines: catalogueLines(command),
      },
    ],
    flags: { ...flags, ...LIST },
    examples,
  };
}

/** The entries for a list: name and operands, then the description. */
function catalogueLines(
  command: Pick<GalleryCommand<Flags>, 'others' | 'unlisted'>,
): (readonly [string, string])[] {
  return listedBy(command).map(({ name, operands, about }) => {
    const other = otherOf(name, command);
    if (other === undefined) return [`${name} ${operands}`.trim(), about];
    const [usage = ''] = other.page.usage;
    return [usage.slice(usage.indexOf(name)).replace(' [flags]', ''), other.summary];
  });
}

function listedBy({ unlisted = [] }: Pick<GalleryCommand<Flags>, 'unlisted'>) {
  return CATALOGUE.filter(({ name }) => !unlisted.includes(name));
}

function otherOf(
  name: string,
  { others = {} }: Pick<GalleryCommand<Flags>, 'others'>,
): Command | undefined {
  return Object.hasOwn(others, name) ? others[name] : undefined;
}

/** True if a word of a command line is a flag of a page. */
function isFlagOf({ flags = {} }: Pick<Page, 'flags'>, word: string): boolean {
  return word.startsWith('--') && Object.hasOwn(flags, word.slice(2));
}

function find(written: string): Entry {
  const entry = CATALOGUE.find(({ name }) => name === written);
  if (entry !== undefined) return entry;
  const names = CATALOGUE.map(({ name }) => name);
  const meant = hint(written, names, '--list lists it');
  throw new UsageError(`the gallery has no ${JSON.stringify(written)}; ${meant}`);
}

function exhibitPage({ name, flags, exampleOf = String }: GalleryCommand<Flags>, entry: Entry) {
  return {
    usage: [`quadrille ${name} ${entry.name} ${entry.operands} [flags]`.replace(/ +/g, ' ')],
    about: `${sentence(entry.about)}.${entry.details ? ` ${entry.details}` : ''}`,
    flags: { ...flagsOf(entry.settings), ...flags },
    examples: entry.examples.map(
      ([args, about]) =>
        [
          `quadrille ${name} ${entry.name} ${args}`.trim(),
          args.includes(SYMMETRY_FLAG) ? about : about.replace(/[\d,]+ solutions/, exampleOf),
        ] as const,
    ),
  };
}
