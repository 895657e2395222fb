import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The entry points, as people import them -> the module of src. */
const ENTRIES = Object.keys(exports)
  .filter((path) => !path.endsWith('.json'))
  .map((path) => [`quadrille${path.slice(1)}`, path.slice(2) || 'index'] as const);

/** The names that a module exports, types as `type Name`. It has no other statement. */
function namesOf(module: string): string[] {
  const text = readFileSync(join(root, 'src', `${module}.ts`), 'utf8');
  const statement = /export (type )?\{([^}]*)\} from '[^']+';/g;
  expect(text.replace(/^\/\*\*.*?\*\//s, '').replaceAll(statement, '')).toMatch(/^\s*$/);
  return [...text.matchAll(statement)].flatMap(([, type = '', list = '']) =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => type + name),
  );
}

test.each(ENTRIES)('%s: what the list takes for a value is one', async (_entry, module) => {
  const values = namesOf(module).filter((name) => !name.startsWith('type '));
  expect(values.sort()).toEqual(Object.keys(await import(`../src/${module}.ts`)).sort());
});

test('the API pages have every entry point', () => {
  const { entryPoints } = JSON.parse(readFileSync(join(root, 'docs/api/typedoc.json'), 'utf8'));
  const paths = ENTRIES.map(([, module]) => `../../dist/${module}.d.ts`);
  expect(entryPoints.sort()).toEqual(paths.sort());
});

// A name that appears here is promised to users, and one that goes breaks their programs: see docs/stability.md. To accept
// the names as they are, run this file with `--update`.
test('the public names are those of exports.txt', async () => {
  const lists = ENTRIES.map(([entry, module]) => [entry, ...namesOf(module).sort()].join('\n  '));
  await expect(`${lists.join('\n\n')}\n`).toMatchFileSnapshot('exports.txt');
});
