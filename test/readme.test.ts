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
    const here = code
      .replaceAll("'quadrille'", "'../../src/index.ts'")
      .replaceAll(/'quadrille\/(\w+)'/g, "'../../src/$1.ts'");
    writeFileSync(file, here);
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

/** The statements of a block that say what they give: `count(problem); // { count: 2, ... }`. */
function claims(code: string): [statement: string, result: string][] {
  const found = code.matchAll(/^([\w.]+\(.*\)); *\/\/ (\{.*\})$/gm);
  return [...found].map(([, statement = '', result = '']) => [statement, result]);
}

test.each(blocks.filter((code) => claims(code).length > 0).map((code) => [code]))(
  'what an example says it gives is what it gives (%#)',
  (code) => {
    const said = claims(code);
    const shown = said.map(([statement]) => `console.log(${statement});`).join('\n');
    const lines = run(`${code}\n${shown}`).trim().split('\n').slice(-said.length);
    expect(lines).toEqual(said.map(([, result]) => result));
  },
);

test('some examples say what they give', () => {
  expect(blocks.flatMap(claims).length).toBeGreaterThan(3);
});
