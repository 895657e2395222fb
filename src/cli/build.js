/**
 * Bundles the command line into a folder: the program, and what runs in its workers. Node takes twice as long to start
 * from 200 modules. `node src/cli/build.js [folder]`; the usual folder is dist.
 */
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build as bundle } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Builds into `cli` of a folder, and writes the manual page beside it. */
export async function build(folder = join(root, 'dist')) {
  const outdir = join(folder, 'cli');
  rmSync(outdir, { recursive: true, force: true });
  await bundle({
    // The workers have the names by which src/parallel/pool.ts and src/cli/sudoku-ahead.ts ask for them.
    entryPoints: {
      main: join(root, 'src/cli/main.ts'),
      man: join(root, 'src/cli/man.ts'),
      worker: join(root, 'src/parallel/worker.ts'),
      'sudoku-worker': join(root, 'src/cli/sudoku-worker.ts'),
    },
    outdir,
    chunkNames: 'part-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  chmodSync(join(outdir, 'main.js'), 0o755);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const man = join(outdir, 'man.js');
  const { manPage } = await import(pathToFileURL(man).href);
  writeFileSync(join(folder, 'quadrille.1'), manPage(version));
  rmSync(man);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build(process.argv[2]);
