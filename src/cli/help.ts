import { EXIT_HELP } from './exit.ts';
import { type Flags, isOptional } from './flags.ts';

/** A help page, from top to bottom. */
export interface Page {
  /** Ways to call the command: `quadrille solve [FILE|-]`. */
  readonly usage: readonly string[];
  readonly about: string;
  readonly lists?: readonly List[];
  readonly flags?: Flags;
  /** Command -> its effect. */
  readonly examples?: readonly (readonly [command: string, about: string])[];
}

/** Names with their meanings, under a title. */
export interface List {
  readonly title: string;
  readonly lines: readonly (readonly [name: string, about: string])[];
}

/** The page of `quadrille --help`. */
export function overview(
  commands: readonly { readonly name: string; readonly summary: string }[],
): Page {
  return {
    usage: ['quadrille COMMAND [arguments] [flags]', 'quadrille --version'],
    about:
      'Solves exact-cover problems by dancing links: Sudokus, tilings, queens, and those that you ' +
      'state yourself.',
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
      ['quadrille sudoku puzzles.txt --stats', 'solved grids, one a line'],
      [
        'quadrille generate sudoku --count 10 | quadrille sudoku --pretty',
        'ten new Sudokus, solved',
      ],
    ],
  };
}

/** The variables of the environment that have an effect. */
export const ENVIRONMENT: List = {
  title: 'Environment',
  lines: [
    ['NO_COLOR', 'no colours, if it is set and not empty'],
    ['FORCE_COLOR', 'colours always, or never if it is 0 or false; overrides NO_COLOR'],
    ['TERM=dumb', 'no colours'],
    ['QUADRILLE_QUEUE', 'the server of quadrille queue, in place of --url'],
  ],
};

export const EXIT_LIST: List = {
  title: 'Exit status (of several puzzles the worst: 130, 2, 3, 1, 0)',
  lines: EXIT_HELP.map(([code, meaning]) => [String(code), meaning]),
};

/** The flags of a page, as they are written on the command line. */
export function flagList(flags: Flags): List {
  const lines = Object.entries(flags).map(
    ([name, flag]) => [`--${name}${valueText(flag)}`, flag.about] as const,
  );
  return { title: 'Flags', lines: [...lines, ['--help', 'shows this page']] };
}

function valueText(flag: Flags[string]): string {
  if (!('value' in flag)) return '';
  return isOptional(flag) ? `[=${flag.value}]` : ` ${flag.value}`;
}

/** Columns of a page: the usual width of a terminal. */
const HELP_COLUMNS = 80;
/** A longer name stands on a line of its own. */
const NAME_COLUMNS = 24;

/** The text of a page for a terminal. */
export function helpPage({ usage, about, lists = [], flags, examples = [] }: Page): string {
  const sections = [
    usage.map((line, k) => `${k === 0 ? 'Usage: ' : '       '}${line}`).join('\n'),
    wrapped(about, 0),
    ...lists.map(listText),
  ];
  if (flags) sections.push(listText(flagList(flags)));
  if (examples.length > 0) {
    const lines = examples.map(([command, about]) => `  # ${about}\n  ${command}`);
    sections.push(`Examples:\n${lines.join('\n')}`);
  }
  sections.push(listText(EXIT_LIST));
  return `${sections.join('\n\n')}\n`;
}

function listText({ title, lines }: List): string {
  const widths = lines.map(([{ length }]) => (length > NAME_COLUMNS ? 0 : length));
  const nameWidth = Math.max(...widths);
  const indent = nameWidth + 4;
  const texts = lines.map(([name, about]) => {
    const text = wrapped(about, indent);
    return name.length > nameWidth
      ? `  ${name}\n${text}`
      : `  ${name}${text.slice(name.length + 2)}`;
  });
  return `${title}:\n${texts.join('\n')}`;
}

/** Breaks each line of a text at the width of the page, and indents it. */
function wrapped(text: string, indent: number): string {
  const margin = ' '.repeat(indent);
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (line !== '' && indent + line.length + 1 + word.length > HELP_COLUMNS) {
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
