import { type Command, simpleCommand } from './command.ts';
import { EXIT, UsageError } from './exit.ts';
import { type Flags, isOptional, type Switch, type ValueFlag } from './flags.ts';
import type { Page } from './help.ts';

/** A word that completion offers, with its meaning. */
type Word = readonly [word: string, about: string];

/** The words, flags and files that can follow some words of a command line. */
interface Place {
  /** The words after `quadrille`, without flags and operands: `draw queens`. */
  readonly path: string;
  readonly words: readonly Word[];
  readonly flags: Flags;
  /** True if a file can stand here. */
  readonly files: boolean;
}

const HELP: Flags = { help: { about: 'shows help' } };

const SHELLS: Readonly<Record<string, (places: readonly Place[]) => string>> = { bash, zsh, fish };

/** The command that prints a script with which a shell completes these commands, and itself. */
export function completionOf(commands: readonly Command[]): Command {
  const self: Command = simpleCommand({
    name: 'completion',
    summary: 'prints a script with which your shell completes names and flags',
    usage: ['quadrille completion bash|zsh|fish'],
    about:
      'Prints a script for your shell. With it, the Tab key completes commands, names of the ' +
      'gallery, flags and their values.',
    kinds: Object.keys(SHELLS).map((name) => ({ name, about: `a script for ${name}` })),
    flags: {},
    examples: [
      ['source <(quadrille completion bash)', 'bash: a line for ~/.bashrc'],
      ['source <(quadrille completion zsh)', 'zsh: a line for ~/.zshrc, below compinit'],
      ['quadrille completion fish | source', 'fish: a line for ~/.config/fish/config.fish'],
    ],
    async run(_given, [shell = '', ...more], { console }) {
      const names = Object.keys(SHELLS);
      if (!Object.hasOwn(SHELLS, shell) || more.length > 0) {
        throw new UsageError(`name one shell: quadrille completion ${names.join('|')}`);
      }
      console.write((SHELLS[shell] as (typeof SHELLS)[string])(placesOf([...commands, self])));
      return EXIT.answered;
    },
  });
  return self;
}

function placesOf(commands: readonly Command[]): Place[] {
  const names = commands.map(({ name, summary }): Word => [name, summary]);
  const version = { version: { about: 'shows the version' } };
  const help: Word = ['help', 'shows help for a command'];
  const places = [
    { path: '', words: [...names, help], flags: { ...version, ...HELP }, files: false },
    { path: 'help', words: names, flags: {}, files: false },
  ];
  for (const { name, page, kinds } of commands) {
    const words = kinds.map((kind): Word => [kind.name, kind.about]);
    places.push({ path: name, words, ...flagsAndFiles(page) });
    for (const kind of kinds) {
      const words = (kind.words ?? []).map((word): Word => [word, kind.name]);
      places.push({ path: `${name} ${kind.name}`, words, ...flagsAndFiles(kind.page ?? page) });
    }
  }
  return places;
}

function flagsAndFiles({ flags, usage }: Page): Pick<Place, 'flags' | 'files'> {
  return { flags: { ...flags, ...HELP }, files: usage.some((line) => line.includes('FILE')) };
}

/** The value of a flag: `FILE`, `TEXT`, or the words that it may be; undefined if it has none. */
function flagValueOf(flag: Switch | ValueFlag<unknown>): string | undefined {
  // After a flag whose value is optional comes another argument.
  if (!('value' in flag) || isOptional(flag)) return undefined;
  return flag.choices?.join(' ') ?? (flag.value === 'FILE' ? 'FILE' : 'TEXT');
}

/** The branches of the shell's `case` for flags with a value, and what the shell does in each. */
function branchesOf(places: readonly Place[], actionOf: (value: string) => string): string {
  const flagsOf = new Map<string, string[]>();
  for (const { path, flags } of places) {
    for (const [name, flag] of Object.entries(flags)) {
      const value = flagValueOf(flag);
      if (value === undefined) continue;
      flagsOf.set(value, [...(flagsOf.get(value) ?? []), `${path} --${name}`]);
    }
  }
  const lines = [...flagsOf].map(([value, flags]) => `    ${anyOf(flags)})${actionOf(value)} ;;`);
  return lines.join('\n');
}

/** The paths of more than one word. */
function longPaths(places: readonly Place[]): string[] {
  return places.map(({ path }) => path).filter((path) => path.includes(' '));
}

/** A pattern of the shell's `case` that matches each of these texts. */
function anyOf(texts: readonly string[]): string {
  return texts.map((text) => `'${text}'`).join(' | ');
}

function bash(places: readonly Place[]): string {
  const values = branchesOf(places, (value) => BASH_ACTIONS[value] ?? ` words='${value}'`);
  const rest = places.map(({ path, words, flags, files }) => {
    const names = Object.keys(flags).map((name) => `--${name}`);
    const listed = words.map(([word]) => word);
    const file = files ? ' files=yes' : '';
    return `        '${path}') words='${listed.join(' ')}' flags='${names.join(' ')}'${file} ;;`;
  });
  return `# Completion of quadrille in bash, by: source <(quadrille completion bash)
_quadrille() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
  local at= words= flags= files= word
  # Bash divides --flag=value into three words.
  if [[ $cur == = ]]; then
    cur=
  elif [[ $prev == = ]]; then
    prev=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  if ((COMP_CWORD > 1)); then at=\${COMP_WORDS[1]}; fi
  if ((COMP_CWORD > 2)); then
    case "$at \${COMP_WORDS[2]}" in
      ${anyOf(longPaths(places))}) at+=" \${COMP_WORDS[2]}" ;;
    esac
  fi
  case "$at $prev" in
${values}
    *)
      case $at in
${rest.join('\n')}
      esac
      if [[ $cur == -* || -z $words$files ]]; then words=$flags files=; fi
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  if [[ -n $files ]]; then
    compopt -o filenames 2> /dev/null
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$cur")
  fi
}
complete -F _quadrille quadrille
`;
}

/** A word with its meaning, for _describe. */
function described([word, about]: Word): string {
  return `'${word}:${about.replaceAll("'", "'\\''")}'`;
}

function zsh(places: readonly Place[]): string {
  const values = branchesOf(places, (value) => ZSH_ACTIONS[value] ?? ` list=(${value})`);
  const rest = places.map(({ path, words, flags, files }) => {
    const names = Object.entries(flags).map(([name, { about }]): Word => [`--${name}`, about]);
    const file = files ? ' files=yes' : '';
    return `        '${path}')
          list=(${words.map(described).join(' ')})${file}
          flags=(${names.map(described).join(' ')}) ;;`;
  });
  return `#compdef quadrille
# Completion of quadrille in zsh, by: source <(quadrille completion zsh)
_quadrille() {
  local at= prev=$words[CURRENT-1] files=
  local -a list flags
  if [[ $PREFIX == --*=* ]]; then
    prev=\${PREFIX%%=*}
    compset -P 1 '*='
  fi
  if ((CURRENT > 2)); then at=$words[2]; fi
  if ((CURRENT > 3)); then
    case "$at $words[3]" in
      ${anyOf(longPaths(places))}) at+=" $words[3]" ;;
    esac
  fi
  case "$at $prev" in
${values}
    *)
      case $at in
${rest.join('\n')}
      esac
      if [[ $PREFIX == -* || ( -z $files && $#list -eq 0 ) ]]; then
        list=($flags) files=
      fi
      ;;
  esac
  if (($#list > 0)); then _describe word list; fi
  if [[ -n $files ]]; then _files; fi
}
# A file of $fpath is called at once, by its own name.
if [[ $funcstack[1] == _quadrille ]]; then _quadrille; else compdef _quadrille quadrille; fi
`;
}

function fish(places: readonly Place[]): string {
  const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = places.flatMap(({ path, words, flags, files }) => {
    const here = `complete -c quadrille -n ${quoted(`__quadrille_at ${quoted(path)}`)}`;
    return [
      ...(files ? [`${here} -F`] : []),
      ...words.map(([word, about]) => `${here} -a ${word} -d ${quoted(about)}`),
      ...Object.entries(flags).map(([name, flag]) => {
        const value = flagValueOf(flag);
        const option = value === undefined ? '' : (FISH_OPTIONS[value] ?? ` -xa '${value}'`);
        return `${here} -l ${name}${option} -d ${quoted(flag.about)}`;
      }),
    ];
  });
  return `# Completion of quadrille in fish, by: quadrille completion fish | source
function __quadrille_at
    set -l words (commandline -opc)
    set -l at "$words[2]"
    if contains -- "$at $words[3]" ${longPaths(places).map(quoted).join(' ')}
        set at "$at $words[3]"
    end
    test "$at" = "$argv"
end
complete -c quadrille -f
${lines.join('\n')}
`;
}

/** What each shell is told about a flag whose value is a file, or any text. */
const BASH_ACTIONS: Readonly<Record<string, string>> = { FILE: ' files=yes', TEXT: '' };
const ZSH_ACTIONS: Readonly<Record<string, string>> = { FILE: ' files=yes', TEXT: ' return 1' };
const FISH_OPTIONS: Readonly<Record<string, string>> = { FILE: ' -rF', TEXT: ' -x' };
