import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bundled } from '../support/built.ts';

test('workers without WebAssembly are of another version: their jobs may come to others', () => {
  const program = fileURLToPath(new URL('./tree-of.ts', import.meta.url));
  const run = (...args: string[]) =>
    JSON.parse(
      spawnSync(process.execPath, [...args, bundled(program), 'print'], { encoding: 'utf8' })
        .stdout,
    );
  const usual = run();
  const plain = run('--no-expose-wasm');
  expect(plain.version).toBe(`${usual.version} without WebAssembly`);
  // They come to the same total, and each time to the same jobs.
  expect(plain.total).toBe(usual.total);
  expect(run('--no-expose-wasm')).toEqual(plain);
});
