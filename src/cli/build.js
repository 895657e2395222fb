/**
 * Bundles what Node does not run as single modules: the worker of the library, the command line and its worker. Node takes
 * twice as long to start from 200 modules. `node src/cli/build.js [folder]`; the usual folder is dist.
 */
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build as bundle } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What all bundles have in common. */
const COMMON = { bundle: true, minify: true, legalComments: 'none', logLevel: 'warning' };
const NODE = { ...COMMON, platform: 'node', target: 'node20.19', packages: 'external' };

/** Builds into `cli` and `parallel` of a folder, and writes the manual page beside them. */
export async function build(folder = join(root, 'dist')) {
  const outdir = join(folder, 'cli');
  rmSync(outdir, { recursive: true, force: true });
  // The workers have the names by which src/parallel/pool.ts and src/cli/sudoku-ahead.ts ask for them. Each is a single
  // file, and where only Node runs it no ES module: a thread starts from that 20 ms sooner than from many.
  await Promise.all([
    bundle({
      ...COMMON,
      entryPoints: [join(root, 'src/parallel/worker.ts')],
      outfile: join(folder, 'parallel/worker.js'),
      format: 'esm',
      target: 'es2022',
    }),
    bundle({
      ...NODE,
      entryPoints: [join(root, 'src/cli/sudoku-worker.ts')],
      outfile: join(outdir, 'sudoku-worker.cjs'),
      format: 'cjs',
    }),
    bundle({
      ...NODE,
      entryPoints: {
        main: join(root, 'src/cli/main.ts'),
        man: join(root, 'src/cli/man.ts'),
      },
      outdir,
      chunkNames: 'part-[hash]',
      splitting: true,
      format: 'esm',
    }),
  ]);
  writeFileSync(join(outdir, 'worker.js'), "import '../parallel/worker.js';\n");
  chmodSync(join(outdir, 'main.js'), 0o755);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const man = join(outdir, 'man.js');
  const { manPage } = await import(pathToFileURL(man).href);
  writeFileSync(join(folder, 'quadrille.1'), manPage(version));
  rmSync(man);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build(process.argv[2]);
