import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { writeDlx } from '../../src/engine/formats/dlx/write.ts';
import { dominoes, queens } from '../../src/puzzles.ts';
import { built } from '../support/built.ts';

const program = built({
  files: {
    'queens.dlx': writeDlx(queens(6)),
    'tiles.dlx': writeDlx(dominoes('4x4')),
    'endless.dlx': writeDlx(queens(40)),
    'many.dlx': writeDlx(queens(16)),
  },
});
afterAll(program.remove);
const { folder, main, env, shell } = program;

describe('standard output', () => {
  // Elsewhere nothing tells a closed one from /dev/null.
  test.skipIf(!existsSync('/proc/self/fdinfo'))('that is closed is told', () => {
    const { status, stderr } = shell('quadrille solve queens.dlx >&-');
    expect(stderr).toMatch(/^quadrille: standard output is closed, or discards what is written/);
    expect(status).toBe(2);
  });

  test('that goes nowhere on purpose is none of our business', () => {
    const quiet = { status: 0, stdout: '', stderr: '' };
    expect(shell('quadrille solve queens.dlx > /dev/null')).toEqual(quiet);
    const ignored = spawnSync(process.execPath, [main, 'solve', 'queens.dlx'], {
      cwd: folder,
      stdio: 'ignore',
    });
    expect(ignored.status).toBe(0);
  });
});

test('without standard error, the exit code still tells', () => {
  expect(shell('quadrille solve nowhere.dlx 2>&-')).toMatchObject({ status: 2, stdout: '' });
  expect(shell('quadrille solve queens.dlx --count 2>&-')).toMatchObject({
    status: 0,
    stdout: '4\n',
  });
});

test('without standard input there is nothing to read', () => {
  const { status, stderr } = shell('quadrille solve <&-');
  expect(stderr).toMatch(/^quadrille solve: standard input:1:1: found no items/);
  expect(status).toBe(2);
});

describe('a signal', () => {
  test('that ends the reader of its pipe, too, stops it all the same', async () => {
    const line = `trap : INT; quadrille solve many.dlx | cat; echo "\${PIPESTATUS[@]}" > ends.txt`;
    // A group of its own, which has the signal as that of a terminal has Ctrl-C.
    const child = spawn('bash', ['-c', line], { cwd: folder, env, detached: true });
    child.stdout.once('data', () => process.kill(-(child.pid as number), 'SIGINT'));
    child.stdout.resume();
    await once(child, 'close');
    expect(readFileSync(join(folder, 'ends.txt'), 'utf8')).toBe('130 130\n');
  });

  test.each([
    ['SIGINT', 'Ctrl-C', 130],
    ['SIGHUP', 'SIGHUP', 129],
    ['SIGTERM', 'SIGTERM', 143],
  ] as const)('%s stops it with what was found', async (signal, name, exit) => {
    // The first solution tells that the search has begun.
    const args = [main, 'solve', 'endless.dlx'];
    const child = spawn(process.execPath, args, { cwd: folder, stdio: 'pipe' });
    child.stdout.once('data', () => child.kill(signal));
    child.stdout.resume();
    let stderr = '';
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    const ended = await new Promise((resolve) => {
      child.on('close', (...end) => resolve(end));
    });
    expect(ended).toEqual([exit, null]);
    expect(stderr).toMatch(new RegExp(`^Stopped by ${name}: [\\d,.]+ .*solutions? so far`));
  });

  test('by timeout: a bound of the count', () => {
    const { stdout, stderr } = shell('timeout 2 quadrille solve endless.dlx --count');
    expect(stdout).toMatch(/^>=\d+\n$/);
    expect(stderr).toMatch(/^Stopped by SIGTERM: /);
  });
});

test.each([
  ['quadrille solve tiles.dlx --count', '36'],
  ['quadrille solve tiles.dlx --sample 7 --json | grep -c \'"index"\'', '7'],
  ['quadrille solve tiles.dlx --odds | sort -rn | head -1 | cut -f 1,2', '18\t0.5'],
  ['quadrille solve tiles.dlx --odds | wc -l | tr -d " "', '24'],
  [
    "echo 1............... | quadrille sudoku --candidates | awk 'NF > 1' | wc -l | tr -d ' '",
    '15',
  ],
  ['quadrille draw dominoes aztec3 --sample --seed 4 | wc -l | tr -d " "', '14'],
])('%s', (line, printed) => {
  expect(shell(line)).toEqual({ status: 0, stdout: `${printed}\n`, stderr: '' });
});

test('play prints the address, and ends by a signal', async () => {
  const page = join(folder, 'dist', 'playground');
  mkdirSync(page);
  writeFileSync(join(page, 'index.html'), '<p>here</p>');
  const child = spawn(process.execPath, [main, 'play'], { env });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const address = String(line).trim();
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  expect(await (await fetch(address)).text()).toBe('<p>here</p>');
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([130, null]);
});
