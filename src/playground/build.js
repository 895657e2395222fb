/**
 * Bundles the playground into a folder of static files. `node src/playground/build.js [folder]`;
 * the usual folder is dist/playground.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as bundle } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
/** Files that go along as they are. */
const PLAIN = ['style.css', 'dance.css', 'icon.svg'];

/** The settings of all bundles. */
const COMMON = {
  bundle: true,
  format: 'esm',
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
  target: ['es2022'],
};

/** The sets of pieces to choose from. Larger ones go by name in the gallery. */
const SETS = {
  Pentominoes: 'pentominoes',
  Tetrominoes: 'tetrominoes',
  'Up to three cells': 'monomino domino trominoes',
  Hexominoes: 'hexominoes',
  Soma: 'soma',
  "Bedlam's": 'bedlam',
};

/** A module of the sources, run here. */
async function load(path) {
  const { outputFiles } = await bundle({
    ...COMMON,
    entryPoints: [join(root, path)],
    platform: 'neutral',
    write: false,
  });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  return import(`data:text/javascript;base64,${code}`);
}

/**
 * The gallery as data. The page shows names and forms at once, and leaves the puzzles themselves,
 * which are ten times as large, to the worker.
 */
async function catalogue() {
  const { CATALOGUE } = await load('src/puzzles/gallery/catalogue.ts');
  return CATALOGUE.map(({ make, makeAll, ...listed }) => listed);
}

/** A value as the text of a program that has its JSON as a text. */
function text(value) {
  return JSON.stringify(JSON.stringify(value));
}

/** The sets of pieces as data: hexominoes alone take 50 ms to find. */
async function pieceSets() {
  const { pieces } = await load('src/puzzles/packing/pieces.ts');
  return Object.entries(SETS).map(([title, names]) => [
    title,
    pieces(names).map(({ name, cells }) => [
      name,
      cells.map(({ row, column, layer }) => [row, column, layer]),
    ]),
  ]);
}

/** Builds into a folder, which is emptied first. */
export async function build(folder = join(root, 'dist/playground')) {
  const define = {
    // As texts: each stands where it is used. Objects would go into a part that all others load.
    LISTED: text(await catalogue()),
    PIECE_SETS: text(await pieceSets()),
  };
  const parts = (entryPoints) =>
    bundle({
      ...COMMON,
      entryPoints,
      chunkNames: 'part-[hash]',
      splitting: true,
      outdir: folder,
      write: false,
      define,
    });
  // The page and the workers apart: their common code would be cut into many small parts.
  const built = await Promise.all([
    parts({ app: join(here, 'main.ts') }),
    // `worker` is the name by which src/engine/parallel/pool.ts asks for it.
    parts({ tasks: join(here, 'worker.ts'), worker: join(root, 'src/engine/parallel/worker.ts') }),
  ]);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const hash = createHash('sha256');
  const names = [];
  for (const { path, contents } of built.flatMap(({ outputFiles }) => outputFiles)) {
    const name = basename(path);
    hash.update(name).update(contents);
    names.push(name);
    writeFileSync(join(folder, name), contents);
  }
  for (const name of PLAIN) {
    cpSync(join(here, name), join(folder, name));
    hash.update(readFileSync(join(here, name)));
    names.push(name);
  }
  const page = readFileSync(join(here, 'index.html'), 'utf8');
  writeFileSync(join(folder, 'index.html'), page);
  const version = hash.update(page).digest('hex').slice(0, 12);
  const worker = readFileSync(join(here, 'sw.js'), 'utf8')
    .replaceAll('VERSION', JSON.stringify(version))
    .replaceAll('FILES', JSON.stringify(['./', ...new Set(names)]));
  writeFileSync(join(folder, 'sw.js'), worker);
  return folder;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build(process.argv[2]);
