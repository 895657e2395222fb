/**
 * Bundles for Node the library, its worker, the command line and its worker. Node takes 0.1 s to
 * load the 130 modules of the library, and 20 ms to load the same in parts. Bundlers of pages get
 * the modules, which they can leave out one by one. `node src/cli/build.js [folder]`; the usual
 * folder is dist.
 */
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as bundle } from 'rolldown';

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = (path) => join(root, 'src', path);

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The settings of the bundles for Node. */
const NODE = {
  platform: 'node',
  external: Object.keys(manifest.peerDependencies),
  transform: { target: 'node20.19' },
};

/**
 * Names and lines stay, for stack traces, and since Node shows the line of an error that no one
 * catches. Without comments they load as fast as minified ones.
 */
const READABLE = { comments: { jsdoc: false } };

/**
 * The worker of `sudoku` needs all engines for large puzzles only, the techniques for ratings only, and
 * rules for variants only. Without them in its file it starts 10 ms sooner.
 */
const SOLVER_APART = {
  name: 'solver-apart',
  resolveId(path) {
    if (/\/sudoku\/solver\.ts$/.test(path)) return { id: './sudoku-solver.cjs', external: true };
    const own = /\/(sudoku-pencil|sudoku-variant)\.ts$/.exec(path);
    if (own !== null) return { id: `./${own[1]}.cjs`, external: true };
    return null;
  },
};

/** The entry points of the library. */
const ENTRIES = [
  'core',
  'index',
  'parallel',
  'pencil',
  'picture',
  'puzzles',
  'queue',
  'rules',
  'sudoku',
];

/** Builds into `node`, `cli` and `parallel` of a folder, and writes the manual page beside them. */
export async function build(folder = join(root, 'dist')) {
  const outdir = join(folder, 'cli');
  const library = join(folder, 'node');
  for (const old of [outdir, library]) rmSync(old, { recursive: true, force: true });
  // The workers have the names by which src/engine/parallel/pool.ts and src/cli/sudoku-files.ts ask for
  // them. Each is a single file: a thread starts from that 20 ms sooner than from many.
  await bundle([
    {
      input: source('engine/parallel/worker.ts'),
      transform: { target: 'es2022' },
      output: { file: join(folder, 'engine/parallel/worker.js'), format: 'esm', ...READABLE },
    },
    {
      ...NODE,
      input: source('cli/sudoku-worker.ts'),
      plugins: [SOLVER_APART],
      output: { file: join(outdir, 'sudoku-worker.cjs'), format: 'cjs', ...READABLE },
    },
    {
      ...NODE,
      input: {
        main: source('cli/main.ts'),
        man: source('cli/man.ts'),
        'sudoku-solver': source('puzzles/sudoku/solver.ts'),
        'sudoku-pencil': source('cli/sudoku-pencil.ts'),
        'sudoku-variant': source('cli/sudoku-variant.ts'),
      },
      // Node loads many files sooner as CommonJS: a command starts in two thirds of the time.
      output: {
        dir: outdir,
        format: 'cjs',
        ...READABLE,
        entryFileNames: '[name].cjs',
        chunkFileNames: 'part-[hash].cjs',
      },
    },
    {
      ...NODE,
      input: Object.fromEntries(ENTRIES.map((entry) => [entry, source(`${entry}.ts`)])),
      output: {
        dir: library,
        format: 'esm',
        ...READABLE,
        chunkFileNames: 'part-[hash].js',
      },
    },
  ]);
  for (const place of [outdir, library]) {
    writeFileSync(join(place, 'worker.js'), "import '../engine/parallel/worker.js';\n");
  }
  chmodSync(join(outdir, 'main.cjs'), 0o755);
  const man = join(outdir, 'man.cjs');
  const { manPage } = createRequire(import.meta.url)(man);
  writeFileSync(join(folder, 'quadrille.1'), await manPage(manifest.version));
  rmSync(man);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build(process.argv[2]);
