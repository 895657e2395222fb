import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';
import { describe, expect, test } from 'vitest';

const src = fileURLToPath(new URL('../../src', import.meta.url));

/** A bundle for browsers of one file and all that it imports. It fails where a module of Node is imported. */
async function bundled(entry: string): Promise<{ text: string; metafile: Metafile }> {
  const { outputFiles, metafile, warnings } = await build({
    entryPoints: [join(src, entry)],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  expect(warnings).toEqual([]);
  return { text: outputFiles.map((file) => file.text).join(''), metafile };
}

const roomsOf = ({ inputs }: Metafile) =>
  new Set(Object.keys(inputs).map((path) => /src\/(\w+)\//.exec(path)?.[1] ?? ''));

describe('a bundle for browsers', () => {
  test.each(['index', 'sudoku', 'puzzles', 'picture', 'parallel'])(
    'of %s has nothing of Node',
    async (entry) => {
      const { text, metafile } = await bundled(`${entry}.ts`);
      const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
      expect(imports.filter(({ external }) => external)).toEqual([]);
      expect(text).not.toMatch(/\b(?:import|require)\b[^;]*['"]node:/);
    },
  );

  test('of sudoku has nothing of workers', async () => {
    const { text, metafile } = await bundled('sudoku.ts');
    expect(roomsOf(metafile)).toContain('sudoku');
    expect(roomsOf(metafile)).not.toContain('parallel');
    expect(text).not.toMatch(/worker_threads|new Worker/);
  });

  test('of parallel names the file of the workers as bundlers look for it, and that file is bundled, too', async () => {
    const { text } = await bundled('parallel.ts');
    expect(text).toMatch(/new Worker\(new URL\(["']\.\/worker\.js["'], import\.meta\.url\)/);
    const worker = await bundled('parallel/worker.ts');
    expect(worker.text).toContain('onmessage');
    const imports = Object.values(worker.metafile.inputs).flatMap((input) => input.imports);
    expect(imports.filter(({ external }) => external)).toEqual([]);
  });
});
