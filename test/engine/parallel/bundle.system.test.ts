import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { afterAll, describe, expect, test } from 'vitest';

const src = fileURLToPath(new URL('../../../src', import.meta.url));

/**
 * A bundle for browsers of one file, or of a program, and all that it imports. It fails where a
 * module of Node is imported.
 */
async function bundled(
  entry: string | { contents: string },
  minify = false,
): Promise<{ text: string; metafile: Metafile }> {
  const { outputFiles, metafile, warnings } = await build({
    ...(typeof entry === 'string'
      ? { entryPoints: [join(src, entry)] }
      : { stdin: { ...entry, resolveDir: src } }),
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    minify,
    metafile: true,
    logLevel: 'silent',
  });
  expect(warnings).toEqual([]);
  return { text: outputFiles.map((file) => file.text).join(''), metafile };
}

const foldersOf = ({ inputs }: Metafile) =>
  new Set(Object.keys(inputs).map((path) => /src\/(?:\w+\/)?(\w+)\//.exec(path)?.[1] ?? ''));

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
    expect(foldersOf(metafile)).toContain('sudoku');
    expect(foldersOf(metafile)).not.toContain('parallel');
    expect(text).not.toMatch(/worker_threads|new Worker/);
  });

  const COUNTING = /solve\/counting|diagram\/(build|counts|table)|class-count|quotient/;
  const LISTING = /solve\/enumeration|diagram\/(classes|multiples)|kernels\/sweep/;
  test.each([
    ['first', [COUNTING, LISTING]],
    ['firstAsync', [COUNTING, LISTING]],
    ['isUniqueAsync', [COUNTING]],
    ['solutionsAsync', [COUNTING]],
    ['count', []],
  ])('of %s has nothing of other questions', async (question, others) => {
    const { metafile } = await bundled({ contents: `export { ${question} } from './index.ts'` });
    const files = Object.values(metafile.outputs).flatMap(({ inputs }) =>
      Object.keys(inputs).filter((path) => (inputs[path]?.bytesInOutput ?? 0) > 0),
    );
    const has = (one: RegExp) => files.some((path) => one.test(path));
    expect([COUNTING, LISTING].filter((one) => !has(one))).toEqual(others);
    expect(has(/diagram\/refutation/)).toBe(true);
    expect(has(/src\/engine\/best\//)).toBe(false);
  });

  test('of first weighs 86 KB at most', async () => {
    const contents = "import { first, Problem } from './index.ts'; console.log(first, Problem)";
    const { text } = await bundled({ contents }, true);
    expect(gzipSync(text, { level: 9 }).length).toBeLessThan(86_000);
  });

  test('of parallel names the file of the workers as bundlers look for it, and that file is bundled, too', async () => {
    const { text } = await bundled('parallel.ts');
    // A second time, or within `new Worker(...)`, and Vite would make two files of it.
    const urls = text.match(/new URL\(["']\.\/worker\.js["'], import\.meta\.url\)/g);
    expect(urls).toHaveLength(1);
    expect(text).not.toMatch(/new Worker\(\s*new URL/);
    const worker = await bundled('engine/parallel/worker.ts');
    expect(worker.text).toContain('onmessage');
    const imports = Object.values(worker.metafile.inputs).flatMap((input) => input.imports);
    expect(imports.filter(({ external }) => external)).toEqual([]);
  });

  describe('made by esbuild and run by Node', () => {
    const folder = mkdtempSync(join(tmpdir(), 'quadrille-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    // It takes long enough to be divided.
    const contents = `
      import { countParallel } from './parallel.ts';
      import { queens } from './puzzles.ts';
      countParallel(queens(13), { engine: 'links', workers: 3 }).then(({ count }) => console.log(count));
    `;
    const made = async (format: 'esm' | 'cjs', ...entries: { in: string; out: string }[]) => {
      const place = join(folder, `${format}${entries.length}`);
      const settings = { bundle: true, format, outdir: place, logLevel: 'silent' } as const;
      const extension = { '.js': format === 'esm' ? '.mjs' : '.cjs' };
      const stdin = { contents, resolveDir: src, loader: 'ts' } as const;
      await build({ ...settings, stdin, platform: 'node', outExtension: extension });
      await build({ ...settings, entryPoints: entries });
      return spawnSync(process.execPath, [join(place, `stdin${extension['.js']}`)], {
        encoding: 'utf8',
      });
    };

    test('it says where the file of the workers is missing, and what to do', async () => {
      const { stdout, stderr, status } = await made('esm');
      expect([stdout, status]).toEqual(['', 1]);
      expect(stderr).toMatch(
        /QuadrilleError: The file of the workers is missing: file:.*\/esm0\/worker\.js\. .* copy node_modules\/quadrille/,
      );
    });

    test('it counts once the file is there', async () => {
      const worker = { in: join(src, 'engine/parallel/worker.ts'), out: 'worker' };
      const { stdout, stderr } = await made('esm', worker);
      expect([stdout, stderr]).toEqual(['73712\n', '']);
    });

    test('it says that it has to be an ES module', async () => {
      const { stdout, stderr } = await made('cjs');
      expect(stdout).toBe('');
      expect(stderr).toMatch(/QuadrilleError: .* no import\.meta\.url; bundle an ES module/);
    });
  });
});
