import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { overview } from '../../src/cli/help.ts';
import { manPage } from '../../src/cli/man.ts';
import { COMMANDS, loadAll } from '../../src/cli/run.ts';
import { type BurrFile, writeBurr } from '../../src/puzzles.ts';
import { built } from '../support/built.ts';
import { EXAMPLE } from '../support/sudoku-read.ts';

/** Whether there is a program that an example uses besides quadrille. */
function installed(name: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
}

/** Two cubes in a row, of one piece or of two. */
const CUBE: BurrFile = {
  grid: 'cubes',
  shapes: [
    { size: [2, 1, 1], voxels: [{ at: [0, 0, 0] }, { at: [1, 0, 0] }] },
    { size: [1, 1, 1], voxels: [{ at: [0, 0, 0] }] },
  ],
  problems: [
    { pieces: [{ shape: 0, min: 1, max: 1 }], result: 0 },
    { pieces: [{ shape: 1, min: 2, max: 2 }], result: 0 },
  ],
};

const program = built({
  files: {
    'puzzles.txt': `${EXAMPLE}\n`,
    'puzzle.dlx': 'a b c\na b\nc\na\nb c\n',
    'cube.xmpuzzle': writeBurr(CUBE),
    'crews.txt': '3 2\n10 2 1 2\n4 1 3\n',
    'quadrille.1': await manPage('1.2.3'),
  },
});
afterAll(program.remove);

const commands = await loadAll(COMMANDS);
const pages = [overview(commands), ...commands.map(({ page }) => page)];
/** Each once: some stand on several pages. */
const examples = [...new Map(pages.flatMap(({ examples = [] }) => examples))];

describe('every example of help runs', () => {
  test('and there are many', () => {
    expect(examples.length).toBeGreaterThan(20);
  });

  // In their order: one writes a file that the next one reads.
  test.for(examples)('%s', ([line, about], { skip }) => {
    const [, ofShell = 'bash'] = /completion (\w+)/.exec(line) ?? [];
    const others = [...line.matchAll(/(?:^|\|\s*)(jq|cadical)\b/g)].map(([, name = '']) => name);
    for (const other of [ofShell, ...others]) {
      if (!installed(other)) skip(`${other} is not installed`);
    }
    const prepared = ofShell === 'zsh' ? `autoload -Uz compinit; compinit -u -D; ${line}` : line;
    const command = ofShell === 'bash' ? `set -e; ${prepared}` : prepared;
    const { status, stdout, stderr } = spawnSync(ofShell, ['-c', command], {
      cwd: program.folder,
      env: program.env,
      encoding: 'utf8',
    });
    // What --stats and reduce tell is no mistake.
    const mistakes = stderr.replace(
      /^.* in [\d.]+ s: .*\n|^complete, .*\n|^found, .*\n|^limit, .*\n|^Removed .*\n/gm,
      '',
    );
    expect([line, status, mistakes]).toEqual([line, 0, '']);
    const [, number] = /^prints (\d+)$/.exec(about) ?? [];
    if (number !== undefined) expect(stdout).toBe(`${number}\n`);
    if (line.includes('jq')) expect(stdout).toBe('[["a","b"],["c"]]\n[["a"],["b","c"]]\n');
    if (line.includes('--model')) expect(stdout).toMatch(/^1:\n/);
  });
});

test('the manual page is sound troff', ({ skip }) => {
  if (!installed('groff')) skip('groff is not installed');
  const file = join(program.folder, 'quadrille.1');
  const { stdout, stderr } = spawnSync('groff', ['-man', '-Tutf8', '-ww', '-P-c', file], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  // Lines that begin with a dot or a quote would be lost, and \u001b would be an escape.
  expect(stdout).toContain('shown as \\u001b');
  expect(stdout).toContain("'select(.type");
});
