import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bundled } from '../support/built.ts';

/** Runs test/support/wasm.ts in a process of its own, and reads what it reports. */
function report(what: string, before: string[] = []): object {
  const script = fileURLToPath(new URL('../support/wasm.ts', import.meta.url));
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

// Chrome and Node refuse WebAssembly by these flags as a policy or a lack of memory would.
test('without WebAssembly lists go on, states are counted in JavaScript, and sweep is refused', () => {
  const counted = { solutions: 352, found: '2444888770250892795802079170816' };
  expect(report('all')).toEqual({ engine: 'other', ...counted, refused: '' });
  const without = report('all', ['--no-expose-wasm']);
  expect(without).toEqual({ engine: 'lists', ...counted, refused: 'bad-setting' });
});
