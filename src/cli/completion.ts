import { type Command, type Commands, simpleCommand } from './command.ts';
import { EXIT, UsageError } from './exit.ts';
import { type Flags, isOptional } from './flags.ts';

/** A word that completion offers, with its meaning. */
type Word = readonly [word: string, about: string];

/** The offer of all files. No other word has capitals. */
const FILE = 'FILE';

/** The word by which the scripts ask the program, at each Tab, for the words that can follow. */
const ASK = 'command quadrille completion offer --';

/**
 * Shell -> the script that hands the words of a line to the program, the last one as far as it is
 * typed, and takes its offers: a line each, the word and its meaning with a tab between.
 */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `# Completion of quadrille in bash, by: source <(quadrille completion bash)
_quadrille() {
  local cur=\${COMP_WORDS[COMP_CWORD]} word
  if [[ $cur == = ]]; then cur=; fi
  COMPREPLY=()
  while IFS=$'\\t' read -r word _; do
    if [[ $word == ${FILE} ]]; then
      compopt -o filenames 2> /dev/null
      while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$cur")
    else
      COMPREPLY+=("$word")
    fi
  done < <(${ASK} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null)
}
complete -F _quadrille quadrille
`,
  zsh: `#compdef quadrille
# Completion of quadrille in zsh, by: source <(quadrille completion zsh)
_quadrille() {
  local word about files=
  local -a list
  while IFS=$'\\t' read -r word about; do
    if [[ $word == ${FILE} ]]; then files=yes; else list+=("$word:$about"); fi
  done < <(${ASK} "\${(@)words[2,CURRENT]}" 2> /dev/null)
  if [[ $PREFIX == --*=* ]]; then compset -P 1 '*='; fi
  if (($#list > 0)); then _describe word list; fi
  if [[ -n $files ]]; then _files; fi
}
# A file of $fpath is called at once, by its own name.
if [[ $funcstack[1] == _quadrille ]]; then _quadrille; else compdef _quadrille quadrille; fi
`,
  fish: `# Completion of quadrille in fish, by: quadrille completion fish | source
function __quadrille_offer
    set -l typed (commandline -ct)
    set -l start (string match -r -- '^--[^=]+=' "$typed")
    for offer in (${ASK} (commandline -opc)[2..] "$typed" 2> /dev/null)
        if test "$offer" = ${FILE}
            __fish_complete_path (string replace -- "$start" '' "$typed")
        else
            echo "$start$offer"
        end
    end
end
complete -c quadrille -f -a '(__quadrille_offer)'
`,
};

/** The command that prints a script with which a shell completes these commands. */
export function completionOf(commands: Commands): Command {
  return simpleCommand({
    name: 'completion',
    summary: 'prints a script with which your shell completes names and flags',
    usage: ['quadrille completion bash|zsh|fish'],
    about:
      'Prints a script for your shell. With it, the Tab key completes commands, names of the ' +
      'gallery, flags and their values. The script asks the program at each Tab.',
    kinds: Object.keys(SCRIPTS).map((name) => ({ name, about: `a script for ${name}` })),
    flags: {},
    examples: [
      ['source <(quadrille completion bash)', 'bash: a line for ~/.bashrc'],
      ['source <(quadrille completion zsh)', 'zsh: a line for ~/.zshrc, below compinit'],
      ['quadrille completion fish | source', 'fish: a line for ~/.config/fish/config.fish'],
    ],
    async run(_given, [shell = '', ...more], { console }) {
      if (shell === 'offer') {
        const typed = more.at(-1)?.replace(/^(--[^=]+)?=/, '') ?? '';
        for (const [word, about] of await offersFor(more, commands)) {
          if (word === FILE) console.write(`${FILE}\n`);
          else if (word.startsWith(typed)) console.write(`${word}\t${about}\n`);
        }
        return EXIT.answered;
      }
      if (!Object.hasOwn(SCRIPTS, shell) || more.length > 0) {
        const names = Object.keys(SCRIPTS).join('|');
        throw new UsageError(`name one shell: quadrille completion ${names}`);
      }
      console.write(SCRIPTS[shell]);
      return EXIT.answered;
    },
  });
}

/** The words that can stand in place of the last one of a line, without `quadrille`. */
async function offersFor(line: readonly string[], commands: Commands): Promise<readonly Word[]> {
  const typed = line.at(-1) ?? '';
  const before = line.slice(0, -1);
  const [name = '', kindName] = before;
  if (name === '' || name === 'help') {
    const all = await Promise.all(Object.values(commands).map((load) => load()));
    const words = all.map(({ name, summary }): Word => [name, summary]);
    if (name === 'help') return words;
    const flags: Word[] = [['--version', 'shows the version'], HELP];
    return typed.startsWith('-') ? flags : [...words, ['help', 'shows help for a command']];
  }
  const command = Object.hasOwn(commands, name) ? await commands[name]?.() : undefined;
  if (command === undefined) return [];
  const kind = command.kinds.find(({ name }) => name === kindName);
  const { flags = {}, usage } = kind?.page ?? command.page;
  const flag = flags[flagBefore(before, typed).slice(2)];
  // After a flag whose value is optional comes another argument.
  if (flag !== undefined && 'value' in flag && !isOptional(flag)) {
    if (flag.choices !== undefined) return flag.choices.map((choice) => [choice, flag.about]);
    return flag.value === FILE ? [[FILE, '']] : [];
  }
  const words = kind
    ? (kind.offers?.(operandsIn(before.slice(2), flags)) ?? []).map(
        (word): Word => [word, kind.name],
      )
    : command.kinds.map(({ name, about }): Word => [name, about]);
  if (usage.some((line) => line.includes(FILE))) words.push([FILE, '']);
  if (words.length > 0 && !typed.startsWith('-')) return words;
  return [...Object.entries(flags).map(([name, { about }]): Word => [`--${name}`, about]), HELP];
}

/** The words of a line that are no flags, and no values of flags. */
function operandsIn(words: readonly string[], flags: Flags): string[] {
  return words.filter((word, k) => {
    if (word.startsWith('-') || word === '=') return false;
    const flag = flags[flagBefore(words.slice(0, k), word).slice(2)];
    return flag === undefined || !('value' in flag) || isOptional(flag);
  });
}

const HELP: Word = ['--help', 'shows help'];

/** The word that stands before a value: bash divides `--flag=value` into three. */
function flagBefore(before: readonly string[], typed: string): string {
  const [flag] = /^--[^=]+(?==)/.exec(typed) ?? [];
  if (flag !== undefined) return flag;
  const isApart = before.at(-1) === '=' && typed !== '=';
  return before.at(isApart ? -2 : -1) ?? '';
}
