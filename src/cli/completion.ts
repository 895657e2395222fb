import { type Command, plain } from './command.ts';
import { UsageError } from './errors.ts';
import { EXIT } from './exit.ts';
import type { Flags, Switch, Valued } from './flags.ts';
import type { Page } from './help.ts';

/** A word that can be completed, with what it means. */
type Word = readonly [word: string, about: string];

/** What can come next, behind some words. */
interface Place {
  /** The words behind `quadrille`, flags and operands left out: `draw queens`. */
  readonly path: string;
  readonly words: readonly Word[];
  readonly flags: Flags;
  /** Whether a file can stand here. */
  readonly files: boolean;
}

/** What a flag wants behind it: one of some words, a file, anything, or nothing at all. */
type Wanted = readonly string[] | 'file' | 'anything' | 'nothing';

const HELP: Flags = { help: { about: 'shows help' } };

const SHELLS: Readonly<Record<string, (places: readonly Place[]) => string>> = { bash, zsh, fish };

/** The command that prints a script by which a shell completes all these commands, and itself. */
export function completionOf(commands: readonly Command[]): Command {
  const self: Command = plain({
    name: 'completion',
    summary: 'prints a script by which your shell completes names and flags',
    usage: ['quadrille completion bash|zsh|fish'],
    about:
      'Prints a script for your shell. With it the Tab key completes commands, names of the ' +
      'gallery, flags and their values.',
    kinds: Object.keys(SHELLS).map((name) => ({ name, about: `a script for ${name}` })),
    flags: {},
    examples: [
      ['source <(quadrille completion bash)', 'bash: put this line into ~/.bashrc'],
      ['source <(quadrille completion zsh)', 'zsh: into ~/.zshrc, below compinit'],
      ['quadrille completion fish | source', 'fish: into ~/.config/fish/config.fish'],
    ],
    async run(_given, [shell = '', ...more], { console }) {
      const names = Object.keys(SHELLS);
      if (!Object.hasOwn(SHELLS, shell) || more.length > 0) {
        throw new UsageError(`say which shell: quadrille completion ${names.join('|')}`);
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
    places.push({ path: name, words, ...offered(page) });
    for (const kind of kinds) {
      const words = (kind.words ?? []).map((word): Word => [word, kind.name]);
      places.push({ path: `${name} ${kind.name}`, words, ...offered(kind.page ?? page) });
    }
  }
  return places;
}

function offered({ flags, usage }: Page): Pick<Place, 'flags' | 'files'> {
  return { flags: { ...flags, ...HELP }, files: usage.some((line) => line.includes('FILE')) };
}

function wanted(flag: Switch | Valued<unknown>): Wanted {
  if (!('value' in flag)) return 'nothing';
  return flag.choices ?? (flag.value === 'FILE' ? 'file' : 'anything');
}

/** Where a flag stands, as `solve --limit`, for all flags that want something of one kind. */
function flagsWanting(places: readonly Place[], kind: 'file' | 'anything'): string[] {
  return places.flatMap(({ path, flags }) =>
    Object.entries(flags)
      .filter(([, flag]) => wanted(flag) === kind)
      .map(([name]) => `${path} --${name}`),
  );
}

/** Lists of words, with where the flags stand that want one of them. */
function flagsWithWords(places: readonly Place[]): [words: string, flags: string[]][] {
  const lists = new Map<string, string[]>();
  for (const { path, flags } of places) {
    for (const [name, flag] of Object.entries(flags)) {
      const words = wanted(flag);
      if (typeof words === 'string') continue;
      const list = words.join(' ');
      lists.set(list, [...(lists.get(list) ?? []), `${path} --${name}`]);
    }
  }
  return [...lists];
}

/** Paths of more than one word. */
function longPaths(places: readonly Place[]): string[] {
  return places.map(({ path }) => path).filter((path) => path.includes(' '));
}

/** A pattern of `case` for several texts. */
function anyOf(texts: readonly string[]): string {
  return texts.map((text) => `'${text}'`).join(' | ');
}

function bash(places: readonly Place[]): string {
  const values = flagsWithWords(places).map(
    ([words, flags]) => `    ${anyOf(flags)}) words='${words}' ;;`,
  );
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
  # Bash takes --flag=value for three words.
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
${values.join('\n')}
    ${anyOf(flagsWanting(places, 'file'))}) files=yes ;;
    ${anyOf(flagsWanting(places, 'anything'))}) ;;
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

/** A word with its meaning, as _describe wants them. */
function described([word, about]: Word): string {
  return `'${word}:${about.replaceAll("'", "'\\''")}'`;
}

function zsh(places: readonly Place[]): string {
  const values = flagsWithWords(places).map(
    ([words, flags]) => `    ${anyOf(flags)}) list=(${words}) ;;`,
  );
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
${values.join('\n')}
    ${anyOf(flagsWanting(places, 'file'))}) files=yes ;;
    ${anyOf(flagsWanting(places, 'anything'))}) return 1 ;;
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
# As a file of $fpath it is called at once, by its own name.
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
        const wants = wanted(flag);
        const value =
          typeof wants === 'string' ? VALUES_IN_FISH[wants] : ` -xa '${wants.join(' ')}'`;
        return `${here} -l ${name}${value} -d ${quoted(flag.about)}`;
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

const VALUES_IN_FISH = { file: ' -rF', anything: ' -x', nothing: '' };
