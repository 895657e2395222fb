import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bundled } from '../../support/built.ts';

/** Runs test/support/wasm.ts in a process of its own, and reads what it reports. */
function report(what: string, before: string[] = []): object {
  const script = fileURLToPath(new URL('../../support/wasm.ts', import.meta.url));
  const args = [...before, bundled(script), what];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

test('thousands of problems leave the memory at its level', () => {
  expect(report('many')).toEqual({ problems: 3000, top: 128 });
  // Those that are dropped before their end go when they are collected.
  expect(report('dropped', ['--expose-gc'])).toMatchObject({ top: 128 });
});

test('a region above 2 GB is as good as any', () => {
  expect(report('high')).toEqual({ address: true, same: true });
});

const COUNTED = { solutions: 352, found: '53060477521960000' };
const WITHOUT = { engine: 'lists', ...COUNTED, refused: 'bad-setting' };

test('where there is WebAssembly, cells and sweep take it', () => {
  expect(report('usual')).toEqual({ engine: 'other', ...COUNTED, refused: '' });
});

test.each([
  ['without WebAssembly', 'usual', ['--no-expose-wasm']],
  ['where a policy forbids to compile', 'forbidden', []],
  ['where the memory cannot be had', 'no memory', []],
])('lists go on, states are in JavaScript, and sweep is refused: %s', (_, what, flags) => {
  expect(report(what, flags)).toEqual(WITHOUT);
});

// Only Linux limits the address space of a process so.
test.runIf(process.platform === 'linux')(
  'so it is where not even one memory has the address space that Node reserves for it',
  () => {
    const script = fileURLToPath(new URL('../../support/wasm.ts', import.meta.url));
    const shell = ['-c', 'ulimit -v 4000000 && exec "$0" "$@"', process.execPath];
    const output = execFileSync('bash', [...shell, bundled(script), 'usual']);
    expect(JSON.parse(String(output))).toEqual(WITHOUT);
  },
);
