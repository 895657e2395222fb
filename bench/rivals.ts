import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Trouble } from './trouble.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** npm writes it when an installation is complete: a half-finished one does not count. */
const INSTALLED = new URL('node_modules/.package-lock.json', import.meta.url);

/**
 * Installs the packages beside this file, in the versions of its lock file, if this one is missing.
 */
function installRivals(manifest: URL): void {
  if (existsSync(INSTALLED) && existsSync(manifest)) return;
  process.stderr.write('Installing the rival packages, once, by npm ci in bench/ ...\n');
  const { error, status } = spawnSync(
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund'],
    {
      cwd: HERE,
      // The output of npm goes to stderr, as all progress does: stdout is the table's.
      stdio: ['ignore', process.stderr.fd, process.stderr.fd],
      // On Windows npm is a script, which only a shell starts.
      shell: process.platform === 'win32',
    },
  );
  if (error === undefined && status === 0) return;
  const reason = error === undefined ? `npm ended with code ${status}` : error.message;
  throw new Trouble(
    `The rival packages could not be installed: ${reason}. ` +
      'Mend that (is the npm registry in reach?), run "npm ci" in bench/, and start again.',
    1,
  );
}

/** The installed version of a rival package. */
export function versionOf(packageName: string): string {
  const manifest = new URL(`node_modules/${packageName}/package.json`, import.meta.url);
  installRivals(manifest);
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

/**
 * A rival package and its version. It is imported by a name that the compiler does not know, since
 * types are checked where the package may not be installed: the adapter declares the part that it
 * uses as `Module`. The entry is where it is imported from, default the package.
 */
export async function loadRival<Module>(
  packageName: string,
  entry: string = packageName,
): Promise<{ exports: Module; version: string }> {
  const version = versionOf(packageName);
  const exports = (await import(entry)) as Module;
  return { exports, version };
}

/** Rivals that are no npm packages, and where they come from. */
export const PROGRAMS = {
  cbc: "Debian's package coinor-cbc",
  cadical: "Debian's package cadical",
  minisat: "Debian's package minisat",
  dreadnaut: "Debian's package nauty",
  dlx1: "Knuth's programs, in CWEB",
  ssxcc: "Knuth's programs, in CWEB",
  dlx6: "Knuth's programs, in CWEB",
  run_benchmark: 'github.com/t-dillon/tdoku, built by its BUILD.sh',
} as const;

export type ProgramName = keyof typeof PROGRAMS;

/** Rivals whose sources run in Node as they are. */
export const CHECKOUTS = { iss: 'github.com/sigh/Interactive-Sudoku-Solver' } as const;

/** Where a rival program is, or why it is left out. */
export type Program = { readonly path: string } | { readonly missing: string };

/** The environment variable that names a program, or a folder that has it: a checkout, built. */
export function variableOf(name: string): string {
  return name === 'run_benchmark' ? 'RIVAL_TDOKU' : `RIVAL_${name.toUpperCase()}`;
}

interface Environment {
  readonly PATH?: string | undefined;
  readonly [variable: string]: string | undefined;
}

/** Finds a rival program by its variable, or on PATH. */
export function program(name: ProgramName, environment: Environment = process.env): Program {
  const named = environment[variableOf(name)];
  const folders = (environment.PATH ?? '').split(delimiter);
  const places =
    named === undefined
      ? folders.map((folder) => join(folder, name))
      : [named, join(named, name), join(named, 'build', name)];
  const path = places.find((place) => statSync(place, { throwIfNoEntry: false })?.isFile());
  if (path !== undefined) return { path };
  const where = named === undefined ? 'not on PATH' : `not at ${variableOf(name)}`;
  return { missing: `${name} (${PROGRAMS[name]}) is ${where}; ${variableOf(name)} names it` };
}

/** Finds the checkout of a rival, which has this file, by its variable. */
export function checkout(
  name: keyof typeof CHECKOUTS,
  file: string,
  environment: Environment = process.env,
): Program {
  const variable = variableOf(name);
  const path = environment[variable];
  if (path !== undefined && existsSync(join(path, file))) return { path: resolve(path) };
  const where = path === undefined ? 'is left out' : `is not at ${variable}`;
  return { missing: `${CHECKOUTS[name]} ${where}; ${variable} names its checkout` };
}
