import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);

/** Runs a block as a program of its own, with `quadrille` as it is in src. */
function run(code: string): string {
  const folder = mkdtempSync(join(root, 'node_modules', '.readme-'));
  try {
    const file = join(folder, 'block.mts');
    writeFileSync(file, code.replaceAll("'quadrille'", "'../../src/index.ts'"));
    return execFileSync(process.execPath, ['--import', 'tsx', file], { encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('there are examples', () => {
  expect(blocks.length).toBeGreaterThan(1);
});

test.each(blocks.map((code) => [code.split('\n')[0], code]))('%s ... runs', (_first, code) => {
  expect(run(code)).not.toBe('');
});

test('what an example says it gives is what it gives', () => {
  const claims = [...(blocks[0] as string).matchAll(/^(\w+\(problem\));? *\/\/ (.*)$/gm)];
  expect(claims.length).toBe(2);
  const shown = claims.map(([, call]) => `console.log(${call});`).join('\n');
  const lines = run(`${blocks[0]}\n${shown}`).trim().split('\n').slice(-claims.length);
  expect(lines).toEqual(claims.map(([, , result]) => result));
});
