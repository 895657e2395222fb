import type { Command } from './command.ts';
import type { Flags } from './flags.ts';
import { ENVIRONMENT, EXIT_LIST, flagList, type List, overview, type Page } from './help.ts';
import { COMMANDS, loadAll } from './run.ts';

/** The manual page in troff, composed of the help pages. */
export async function manPage(version: string): Promise<string> {
  const commands = await loadAll(COMMANDS);
  const { usage, about, examples } = overview(commands);
  const parts = [
    `.TH QUADRILLE 1 "" "quadrille ${version}" "User Commands"`,
    heading('SH', 'NAME'),
    'quadrille \\- solve exact-cover problems by dancing links',
    heading('SH', 'SYNOPSIS'),
    synopsis(usage),
    heading('SH', 'DESCRIPTION'),
    text(about),
    '.PP',
    text(OUTPUT),
    ...exampleLines(examples),
    heading('SH', 'COMMANDS'),
    ...commands.flatMap(({ name, page, kinds }) => [
      heading('SS', `quadrille ${name}`),
      ...body(page),
      ...kinds.flatMap((kind) =>
        kind.isCommand && kind.page
          ? [heading('SS', `quadrille ${name} ${kind.name}`), ...body(kind.page)]
          : [],
      ),
    ]),
    heading('SH', 'GALLERY'),
    text(
      'The problems of quadrille make, draw and generate, with their own flags. The flags of the ' +
        'commands go with each problem.',
    ),
    ...galleryLines(commands),
    heading('SH', 'EXIT STATUS'),
    ...items(EXIT_LIST),
    heading('SH', 'ENVIRONMENT'),
    ...items(ENVIRONMENT),
  ];
  return `${parts.join('\n')}\n`;
}

const OUTPUT =
  'Results go to standard output as they are found, messages to standard error. ' +
  'Ctrl-C, SIGTERM and SIGHUP stop a search, which reports what it has found; a second signal ends ' +
  'the process at once. On a terminal, control characters in names are shown as \\u001b. With ' +
  '--json each line is an object whose type is solution, option, cell, reason, status, puzzle, made or error; the schema is ' +
  'the file output.schema.json of the package. ' +
  'If the reader of the results goes away, as in | head -1, the program ends with exit status 0. ' +
  'If the results cannot be written, as on a full disk, it ends with exit status 2. ' +
  'A closed standard output is an error on Linux; elsewhere the results are lost.';

function body({ usage, about, flags = {}, examples }: Page): string[] {
  return [
    synopsis(usage),
    '.PP',
    about.split('\n').map(text).join('\n.PP\n'),
    ...items(flagList(flags)),
    ...exampleLines(examples),
  ];
}

/** The problems of the gallery with the flags that are not those of the command. */
function galleryLines(commands: readonly Command[]): string[] {
  const make = commands.find(({ name }) => name === 'make');
  const { page: { flags: common = {} } = {}, kinds = [] } = make ?? {};
  return kinds.flatMap(({ name, page }) => {
    if (page === undefined) return [];
    const own = Object.entries(page.flags ?? {}).filter(([flag]) => !Object.hasOwn(common, flag));
    const [usage = ''] = page.usage;
    const shown = usage.replace(/^quadrille \w+ /, '').replace(' [flags]', '');
    return [
      heading('SS', shown === '' ? name : shown),
      text(page.about),
      ...items({
        title: name,
        lines: flagList(Object.fromEntries(own) as Flags).lines.slice(0, -1),
      }),
    ];
  });
}

function heading(macro: 'SH' | 'SS', title: string): string {
  return `.${macro} ${quoted(title)}`;
}

/** The ways to call a command, a line each. */
function synopsis(usage: readonly string[]): string {
  return usage.map((line) => `.B ${quoted(line)}`).join('\n.br\n');
}

function items({ lines }: List): string[] {
  return lines.flatMap(([name, about]) => ['.TP', `.B ${quoted(name)}`, text(about)]);
}

function exampleLines(examples: Page['examples'] = []): string[] {
  return examples.flatMap(([command, about]) => [
    '.PP',
    '.nf',
    ...[`# ${about}`, ...command.split('\n')].map((line) => `.RS 4\n${text(line)}\n.RE`),
    '.fi',
  ]);
}

/** An argument of a macro. */
function quoted(argument: string): string {
  return `"${escaped(argument).replaceAll('"', '\\(dq')}"`;
}

/** A line of text. A dot or a quote at its start would make it a macro. */
function text(line: string): string {
  return escaped(line).replace(/^[.']/, '\\&$&');
}

/** Escapes the characters that troff interprets, or prints differently. */
function escaped(line: string): string {
  return line
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('`', '\\(ga')
    .replaceAll('^', '\\(ha')
    .replaceAll('~', '\\(ti');
}
