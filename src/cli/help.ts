import { EXIT_HELP } from './exit.ts';
import type { Flags } from './flags.ts';

/** What a page of help says, from top to bottom. */
export interface Page {
  /** Ways to call it: `quadrille solve [FILE|-]`. */
  readonly usage: readonly string[];
  readonly about: string;
  /** Lists of what else there is. */
  readonly lists?: readonly string[];
  readonly flags?: Flags;
  /** Command -> what it does. */
  readonly examples?: readonly (readonly [command: string, about: string])[];
}

/** Fits a terminal of the usual width. */
const WIDTH = 80;
/** Names longer than this stand on a line of their own. */
const MARGIN = 24;

export function helpPage({ usage, about, lists = [], flags, examples = [] }: Page): string {
  const sections = [
    usage.map((line, k) => `${k === 0 ? 'Usage: ' : '       '}${line}`).join('\n'),
    wrapped(about, 0),
    ...lists,
  ];
  if (flags) {
    const lines = Object.entries(flags).map(
      ([name, flag]) =>
        [`--${name}${'value' in flag ? ` ${flag.value}` : ''}`, flag.about] as const,
    );
    sections.push(titled('Flags', [...lines, ['--help', 'shows this']]));
  }
  if (examples.length > 0) {
    const lines = examples.map(([command, what]) => `  # ${what}\n  ${command}`);
    sections.push(`Examples:\n${lines.join('\n')}`);
  }
  const exits = EXIT_HELP.map(([code, what]) => [String(code), what] as const);
  sections.push(titled('Exit status (of several puzzles the worst: 130, 2, 3, 1, 0)', exits));
  return `${sections.join('\n\n')}\n`;
}

/** A list of names with what they mean, under a title. */
export function titled(
  title: string,
  lines: readonly (readonly [name: string, about: string])[],
): string {
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
