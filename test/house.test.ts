import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const src = join(root, 'src');

/** Room -> the rooms it may use besides itself. Dependencies point one way. */
const mayUse: Readonly<Record<string, readonly string[]>> = {
  problem: [],
  kernels: ['problem'],
  learn: ['problem', 'kernels'],
  ask: ['problem', 'kernels', 'learn'],
  sudoku: ['problem', 'kernels', 'ask'],
  puzzles: ['problem', 'ask', 'sudoku'],
  picture: ['problem', 'sudoku', 'puzzles'],
  gallery: ['problem', 'sudoku', 'puzzles', 'picture'],
  cli: ['problem', 'ask', 'sudoku', 'puzzles', 'picture', 'gallery'],
};
/** Rooms that run anywhere: no file system, nothing that only Node has. */
const anywhere = Object.keys(mayUse).filter((room) => room !== 'cli');

const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => join(src, file));

/** The room of a file by its path within src; none for the entry points, which lie at the top. */
function roomOf(path: string): string | undefined {
  // Windows divides by `\\`.
  const [room, ...rest] = path.split(/[\\/]/);
  return rest.length === 0 ? undefined : room;
}

/** Every module that a file names, with the room that the name leads to inside src. */
function imports(file: string): { name: string; room: string | undefined }[] {
  const text = readFileSync(file, 'utf8');
  const names = text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'([^']+)'/g);
  return [...names].map(([, name = '']) => {
    const target = relative(src, join(dirname(file), name));
    return { name, room: name.startsWith('.') ? roomOf(target) : undefined };
  });
}

test('a path is taken apart as each system writes it', () => {
  expect(roomOf('kernels/cells/cells.ts')).toBe('kernels');
  expect(roomOf('cli\\gallery\\exhibit.ts')).toBe('cli');
  expect(roomOf('index.ts')).toBeUndefined();
});

test('there are files to look at, and their imports are seen', () => {
  expect(files.length).toBeGreaterThan(10);
  expect(imports(join(src, 'kernels', 'cells', 'cells.ts')).map(({ room }) => room)).toContain(
    'problem',
  );
});

test.each(files.map((file) => [relative(src, file), file]))(
  '%s looks only downwards',
  (at, file) => {
    const room = roomOf(at);
    if (room === undefined) {
      // The entry points lie at the top and lead to any room.
      expect(at).toMatch(/^(index|[a-z]+)\.ts$/);
    } else {
      expect(Object.keys(mayUse)).toContain(room);
    }
    for (const { name, room: target } of imports(file)) {
      if (target === undefined) {
        expect(name).toMatch(/^node:/);
        expect(anywhere).not.toContain(room ?? 'engine');
      } else if (room !== undefined && target !== room) {
        expect(mayUse[room]).toContain(target);
      }
      expect(target).not.toBe('..');
    }
  },
);

test('the package needs nothing at run time', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest).not.toHaveProperty('peerDependencies');
});
