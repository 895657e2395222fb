/**
 * Bundles for Node the library, its worker, the command line and its worker. Node takes 0.1 s to
 * load the 130 modules of the library, and 20 ms to load the same in parts. Bundlers of pages get
 * the modules, which they can leave out one by one. `node src/cli/build.js [folder]`; the usual
 * folder is dist.
 */
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build as bundle } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The settings that all bundles have in common. */
const COMMON = { bundle: true, minify: true, legalComments: 'none', logLevel: 'warning' };
const NODE = { ...COMMON, platform: 'node', target: 'node20.19', packages: 'external' };

/**
 * The worker of `sudoku` needs all engines for large puzzles only, and the techniques for ratings
 * only. Without them in its file it starts 10 ms sooner.
 */
const SOLVER_APART = {
  name: 'solver-apart',
  setup({ onResolve }) {
    for (const [filter, path] of [
      [/\/sudoku\/solver\.ts$/, './sudoku-solver.js'],
      [/\/sudoku-pencil\.ts$/, './sudoku-pencil.js'],
    ]) {
      onResolve({ filter }, () => ({ path, external: true }));
    }
  },
};

/** The entry points of the library. */
const ENTRIES = ['core', 'index', 'parallel', 'pencil', 'picture', 'puzzles', 'queue', 'sudoku'];

/** Parts that several entry points or commands load. */
const IN_PARTS = { chunkNames: 'part-[hash]', splitting: true, format: 'esm' };

/** Builds into `node`, `cli` and `parallel` of a folder, and writes the manual page beside them. */
export async function build(folder = join(root, 'dist')) {
  const outdir = join(folder, 'cli');
  const library = join(folder, 'node');
  for (const old of [outdir, library]) rmSync(old, { recursive: true, force: true });
  // The workers have the names by which src/parallel/pool.ts and src/cli/sudoku-files.ts ask for
  // them. Each is a single file, and where only Node runs it no ES module: a thread starts from
  // that 20 ms sooner than from many.
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
      plugins: [SOLVER_APART],
    }),
    bundle({
      ...NODE,
      entryPoints: {
        main: join(root, 'src/cli/main.ts'),
        man: join(root, 'src/cli/man.ts'),
        'sudoku-solver': join(root, 'src/sudoku/solver.ts'),
        'sudoku-pencil': join(root, 'src/cli/sudoku-pencil.ts'),
      },
      outdir,
      ...IN_PARTS,
    }),
    bundle({
      ...NODE,
      // The names of functions and classes stand in stack traces. (`keepNames` would set the name
      // of each closure when it is made: 0.5 µs each time.)
      minify: false,
      minifyWhitespace: true,
      minifySyntax: true,
      entryPoints: ENTRIES.map((entry) => join(root, `src/${entry}.ts`)),
      outdir: library,
      ...IN_PARTS,
    }),
  ]);
  for (const place of [outdir, library]) {
    writeFileSync(join(place, 'worker.js'), "import '../parallel/worker.js';\n");
  }
  chmodSync(join(outdir, 'main.js'), 0o755);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const man = join(outdir, 'man.js');
  const { manPage } = await import(pathToFileURL(man).href);
  writeFileSync(join(folder, 'quadrille.1'), manPage(version));
  rmSync(man);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build(process.argv[2]);
