import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bundled } from '../support/built.ts';

test('what a job comes to is the same with WebAssembly and without', () => {
  const program = fileURLToPath(new URL('./tree-of.ts', import.meta.url));
  const run = (...args: string[]) =>
    JSON.parse(
      spawnSync(process.execPath, [bundled(program), ...args], { encoding: 'utf8' }).stdout,
    );
  const moved = run('print');
  expect(moved).toMatchObject({ moves: true });
  expect(run('print', 'plain')).toEqual({ ...moved, moves: false });
});
