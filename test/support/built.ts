import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { inject } from 'vitest';
import { newShelf } from './shelf.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The command line, built from the sources into a folder of its own. */
export interface Built {
  readonly folder: string;
  /** The program, for Node. */
  readonly main: string;
  /** The environment of a shell that finds `quadrille`. */
  readonly env: NodeJS.ProcessEnv;
  /** Runs a line of bash in its folder. */
  shell(line: string): { status: number | null; stdout: string; stderr: string };
  /** A module of `dist`: a worker thread runs plain JavaScript, so the tests of threads do. */
  load(path: string): Promise<never>;
  remove(): void;
}

/**
 * `library`: with all imports of programs, which the command line does not need; `files`: what
 * stands in its folder besides.
 */
export function built({
  library = false,
  files = {},
}: {
  library?: boolean;
  files?: Readonly<Record<string, string>>;
} = {}): Built {
  const folder = mkdtempSync(join(tmpdir(), 'quadrille-'));
  const dist = join(folder, 'dist');
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
  cpSync(onShelf('command', buildCommand), dist, { recursive: true });
  if (library) cpSync(onShelf('library', buildLibrary), dist, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const main = join(dist, 'cli', 'main.cjs');
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const script = `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`;
  writeFileSync(join(bin, 'quadrille'), script, { mode: 0o755 });
  const { PATH = '', NO_COLOR: _no, FORCE_COLOR: _force, ...env } = process.env;
  const own = { ...env, PATH: `${bin}:${PATH}` };
  return {
    folder,
    main,
    env: own,
    shell(line) {
      const { status, stdout, stderr } = spawnSync('bash', ['-c', line], {
        cwd: folder,
        env: own,
        encoding: 'utf8',
      });
      return { status, stdout, stderr };
    },
    load: (path) => import(pathToFileURL(join(dist, path)).href) as Promise<never>,
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** The folder of the playground, built from the sources, for all test files: none may change it. */
export function playground(): string {
  const build = join(root, 'src', 'playground', 'build.js');
  return onShelf('playground', (out) => execFileSync(process.execPath, [build, out]));
}

/**
 * Bundles a TypeScript program for Node: it starts sooner than by a loader of TypeScript. As the
 * sources do, it finds package.json two folders above its own.
 */
export function bundled(program: string): string {
  const name = join('program', `${basename(program, '.ts')}.mjs`);
  const make = (out: string) =>
    buildSync({
      entryPoints: [program],
      outfile: join(out, name),
      bundle: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
    });
  return join(onShelf(createHash('sha256').update(program).digest('hex'), make), name);
}

function buildCommand(out: string): void {
  execFileSync(process.execPath, [join(root, 'src', 'cli', 'build.js'), out], { stdio: 'pipe' });
}

function buildLibrary(out: string): void {
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  for (const project of ['tsconfig.build.json', join('src', 'queue')]) {
    execFileSync(tsc, ['-p', join(root, project), '--outDir', out], { stdio: 'pipe' });
  }
}

let shelf: string | undefined;

/** For a test file that runs by itself, without `npm test`. */
function shelfOfOne(): string {
  const folder = newShelf(root);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What `make` puts into a folder: the first test file of a run that asks makes it, for all of them. */
function onShelf(what: string, make: (folder: string) => unknown): string {
  shelf ??= inject('shelf') ?? shelfOfOne();
  const place = join(shelf, `${what}-${state()}`);
  if (existsSync(place)) return place;
  const making = mkdtempSync(join(shelf, 'making-'));
  make(making);
  try {
    renameSync(making, place);
  } catch (error) {
    // Another process was faster, with the same sources.
    if (!existsSync(place)) throw error;
  }
  return place;
}

/** Another one as soon as a file that may be built has changed: a run that watches builds again. */
function state(): string {
  const hash = createHash('sha256');
  for (const folder of ['src', 'bench', 'test']) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.(ts|js|css|html|json)$/.test(name)) continue;
      const { mtimeMs, size } = statSync(join(root, folder, name));
      hash.update(`${folder}/${name} ${mtimeMs} ${size}\n`);
    }
  }
  return hash.digest('hex').slice(0, 16);
}
