import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { EngineName } from '../../src/engine/solve/engines.ts';
import { langford, pentominoes, queens } from '../cases/gallery.ts';
import { bundled } from '../support/built.ts';
import { treeOf } from './tree-of.ts';

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

describe('what a job comes to depends on its id alone', () => {
  const cases = { pentominoes: pentominoes(3, 20), queens: queens(8), langford: langford(7) };

  test.each(['lists', 'links', 'sweep', 'multiples'] as const)(
    'with %s: in any order, by any thread, delivered once or several times',
    (engine) => {
      for (const [name, matrix] of Object.entries(cases)) {
        const forwards = treeOf(matrix, engine, { nodes: 300, seed: 1 });
        const shuffled = treeOf(matrix, engine, { nodes: 300, seed: 2, repeats: true });
        expect(forwards.size).toBeGreaterThan(4);
        expect([name, shuffled]).toEqual([name, forwards]);
      }
    },
  );
});

// A search that was used before may pause elsewhere: this is why each job has a search of its own.
test('a search that was used before may divide a job otherwise', () => {
  const engines: EngineName[] = ['multiples', 'lists'];
  const differences = engines.filter((engine) => {
    const course = { nodes: 300, seed: 1, most: 120 };
    const fresh = treeOf(pentominoes(4, 15), engine, course);
    const used = treeOf(pentominoes(4, 15), engine, { ...course, reuses: true });
    return JSON.stringify([...fresh]) !== JSON.stringify([...used]);
  });
  expect(differences).not.toEqual([]);
});
