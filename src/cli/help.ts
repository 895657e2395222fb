import type { Command } from './command.ts';
import { EXIT_HELP } from './exit.ts';
import type { Flags } from './flags.ts';

/** What a page of help says, from top to bottom. */
export interface Page {
  /** Ways to call it: `quadrille solve [FILE|-]`. */
  readonly usage: readonly string[];
  readonly about: string;
  /** Lists of what else there is. */
  readonly lists?: readonly List[];
  readonly flags?: Flags;
  /** Command -> what it does. */
  readonly examples?: readonly (readonly [command: string, about: string])[];
}

/** Names with what they mean, under a title. */
export interface List {
  readonly title: string;
  readonly lines: readonly (readonly [name: string, about: string])[];
}

/** The page of the program itself. */
export function overview(commands: readonly Command[]): Page {
  return {
    usage: ['quadrille COMMAND [arguments] [flags]', 'quadrille --version'],
    about: 'Solves exact-cover problems by dancing links: Sudokus, tilings, queens, your own.',
    lists: [
      {
        title: 'Commands (each has its own --help)',
        lines: commands.map(({ name, summary }) => [name, summary]),
      },
      ENVIRONMENT,
    ],
    examples: [
      ['quadrille draw pentominoes 6x10', 'a first look'],
      ['quadrille make queens 8 | quadrille solve --count', 'prints 92'],
      ['quadrille sudoku puzzles.txt --stats', 'one solved grid a line'],
      ['quadrille generate sudoku --count 10 | quadrille sudoku --pretty', 'ten new ones, solved'],
    ],
  };
}

/** What the program takes from its environment. */
export const ENVIRONMENT: List = {
  title: 'Environment',
  lines: [
    ['NO_COLOR', 'no colours, if it is set and not empty'],
    ['FORCE_COLOR', 'colours always, or never if it is 0 or false; stronger than NO_COLOR'],
    ['TERM=dumb', 'no colours'],
  ],
};

/** How the program can end. */
export const EXIT_LIST: List = {
  title: 'Exit status (of several puzzles the worst: 130, 2, 3, 1, 0)',
  lines: EXIT_HELP.map(([code, what]) => [String(code), what]),
};

/** The flags of a page, as they are written. */
export function flagList(flags: Flags): List {
  const lines = Object.entries(flags).map(
    ([name, flag]) => [`--${name}${'value' in flag ? ` ${flag.value}` : ''}`, flag.about] as const,
  );
  return { title: 'Flags', lines: [...lines, ['--help', 'shows this']] };
}

/** Fits a terminal of the usual width. */
const WIDTH = 80;
/** Names longer than this stand on a line of their own. */
const MARGIN = 24;

export function helpPage({ usage, about, lists = [], flags, examples = [] }: Page): string {
  const sections = [
    usage.map((line, k) => `${k === 0 ? 'Usage: ' : '       '}${line}`).join('\n'),
    wrapped(about, 0),
    ...lists.map(written),
  ];
  if (flags) sections.push(written(flagList(flags)));
  if (examples.length > 0) {
    const lines = examples.map(([command, what]) => `  # ${what}\n  ${command}`);
    sections.push(`Examples:\n${lines.join('\n')}`);
  }
  sections.push(written(EXIT_LIST));
  return `${sections.join('\n\n')}\n`;
}

function written({ title, lines }: List): string {
  const longest = Math.max(...lines.map(([name]) => (name.length > MARGIN ? 0 : name.length)));
  const indent = longest + 4;
  const listed = lines.map(([name, about]) => {
    const text = wrapped(about, indent);
    return name.length > longest ? `  ${name}\n${text}` : `  ${name}${text.slice(name.length + 2)}`;
  });
  return `${title}:\n${listed.join('\n')}`;
}

/** A text in lines of the page's width, each indented; what stands on lines of its own keeps them. */
function wrapped(text: string, indent: number): string {
  const margin = ' '.repeat(indent);
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (line !== '' && indent + line.length + 1 + word.length > WIDTH) {
        lines.push(margin + line);
        line = word;
      } else {
        line = line === '' ? word : `${line} ${word}`;
      }
    }
    lines.push(line === '' ? '' : margin + line);
  }
  return lines.join('\n');
}
