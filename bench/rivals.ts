import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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

/**
 * A rival package and its version. It is imported by a name that the compiler does not know, since
 * types are checked where the package may not be installed: the adapter declares the part that it
 * uses as `Module`.
 */
export async function loadRival<Module>(
  packageName: string,
): Promise<{ exports: Module; version: string }> {
  const manifest = new URL(`node_modules/${packageName}/package.json`, import.meta.url);
  installRivals(manifest);
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const exports = (await import(packageName)) as Module;
  return { exports, version };
}
