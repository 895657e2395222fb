import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { built, bundled } from '../support/built.ts';

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

test.each([
  ['without WebAssembly', []],
  ['where a policy forbids to compile', []],
  ['where the memory cannot be had', []],
])('JavaScript goes on %s', (what) => {
  expect(report(what)).toEqual({ solutions: 352, moved: false });
});

// Only Linux limits the address space of a process so. Built, since a loader of TypeScript needs WebAssembly.
test.runIf(process.platform === 'linux')(
  'JavaScript goes on where not even one memory has the address space that Node reserves for it',
  () => {
    const { folder, remove } = built({ library: true });
    const code = `
      const { Cells } = await import('${folder}/dist/kernels/cells/cells.js');
      const { queens } = await import('${folder}/dist/puzzles/classics.js');
      const search = new Cells(queens(9).compile(), {}, { workInJs: 0 });
      search.advance(100, Infinity);
      const moved = search.region !== undefined;
      search.advance(Infinity, Infinity);
      process.stdout.write(JSON.stringify({ solutions: search.solutions, moved }));`;
    const run = (limit: string) => {
      const shell = ['-c', `ulimit -v ${limit} && exec "$0" "$@"`, process.execPath];
      const output = execFileSync('bash', [...shell, '--input-type=module', '-e', code]);
      return JSON.parse(String(output));
    };
    try {
      expect(run('4000000')).toEqual({ solutions: 352, moved: false });
      expect(run('unlimited')).toEqual({ solutions: 352, moved: true });
    } finally {
      remove();
    }
  },
);
