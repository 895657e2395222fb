import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { built } from '../support/built.ts';
import { quadrille } from '../support/quadrille.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];
/** The scripts ask the program. */
const program = built();
afterAll(program.remove);
const folder = join(program.folder, 'here');
const scriptOf = (shell: Shell) => join(folder, `quadrille.${shell}`);

beforeAll(async () => {
  mkdirSync(folder);
  for (const shell of SHELLS) {
    const { stdout } = await quadrille(['completion', shell]);
    writeFileSync(scriptOf(shell), stdout);
  }
  writeFileSync(join(folder, 'my problem.dlx'), 'a\na\n');
  writeFileSync(
    join(folder, 'start.zsh'),
    `autoload -Uz compinit; compinit -u -D
source '${scriptOf('zsh')}'
quadrille() { print -r -- "<$*>" }`,
  );
});

function installed(shell: Shell): boolean {
  return spawnSync(shell, ['-c', 'true']).error === undefined;
}

/** What bash and fish offer for a line whose last word is being typed. */
const OFFERS: Partial<Record<Shell, (line: string) => string[]>> = {
  bash(line) {
    // Bash takes the equals sign for a word.
    const words = line.split(/ |(?<==)|(?==)/).map((word) => `'${word}'`);
    return run('bash', [
      '--norc',
      '-c',
      `source '${scriptOf('bash')}'
       COMP_WORDS=(${words.join(' ')}) COMP_CWORD=${words.length - 1}
       _quadrille
       printf '%s\\n' "\${COMPREPLY[@]}"`,
    ]);
  },
  fish(line) {
    const offers = run('fish', [
      '--no-config',
      '-c',
      `source '${scriptOf('fish')}'; complete -C '${line}'`,
    ]);
    // With their meaning behind a tab, and the flag before a value.
    return offers.map((offer) => offer.split('\t')[0].replace(/^--[\w-]+=/, ''));
  },
};

function run(shell: Shell, args: string[]): string[] {
  const { stdout, stderr } = spawnSync(shell, args, {
    cwd: folder,
    env: program.env,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

describe.each(['bash', 'fish'] as const)('%s completes', (shell) => {
  test.for([
    ['quadrille so', ['solve']],
    ['quadrille solve --en', ['--engine']],
    ['quadrille solve --engine l', ['learn', 'links', 'lists']],
    ['quadrille solve --engine=l', ['learn', 'links', 'lists']],
    ['quadrille solve --count my', ['my problem.dlx']],
    ['quadrille solve --model my', ['my problem.dlx']],
    ['quadrille solve --limit m', []],
    ['quadrille draw matching ful', ['fullerene']],
    ['quadrille draw langford --to', []],
  ] as const)('%s', ([line, offers], { skip }) => {
    if (!installed(shell)) skip(`${shell} is not installed`);
    expect([...(OFFERS[shell]?.(line) ?? [])].sort()).toEqual([...offers].sort());
  });
});

describe('zsh completes', () => {
  test.for([
    ['quadrille solve --en', '--engine'],
    ['quadrille solve --engine le', 'learn'],
    ['quadrille solve --engine=le', 'learn'],
    ['quadrille draw quee', 'queens'],
    ['quadrille draw queens --to', '--torus'],
    ['quadrille make matching pet', 'petersen'],
    ['quadrille solve --model my', 'my problem.dlx'],
  ] as const)('%s', ([line, whole], { skip }) => {
    if (!installed('zsh')) skip('zsh is not installed');
    // It completes only for somebody at a terminal. Enter has the line printed, not run.
    const { stdout } = spawnSync(
      'zsh',
      [
        '-f',
        '-c',
        `zmodload zsh/zpty
         zpty terminal zsh -f -i
         zpty -w terminal "source '${join(folder, 'start.zsh')}'"
         zpty -w terminal '${line}'$'\\t'
         zpty -r terminal out '*<*>*'
         print -r -- $out`,
      ],
      { cwd: folder, env: program.env, encoding: 'utf8', timeout: 20_000 },
    );
    const start = line.replace(/^quadrille |[^ =]*$/g, '');
    expect(stdout).toContain(`<${start}${whole}>`);
  });
});
