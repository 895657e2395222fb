import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The command line, built from the sources into a folder of its own. */
export interface Built {
  readonly folder: string;
  /** The program, for Node. */
  readonly main: string;
  /** The environment of a shell that finds `quadrille`. */
  readonly env: NodeJS.ProcessEnv;
  remove(): void;
}

/** `library`: with all that programs import, which the command line does not need. */
export function built({ library = false } = {}): Built {
  const folder = mkdtempSync(join(tmpdir(), 'quadrille-'));
  const out = join(folder, 'dist');
  if (library) {
    const tsc = join(root, 'node_modules', '.bin', 'tsc');
    for (const project of ['tsconfig.build.json', join('src', 'queue')]) {
      execFileSync(tsc, ['-p', join(root, project), '--outDir', out], { stdio: 'pipe' });
    }
  }
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
  execFileSync(process.execPath, [join(root, 'src', 'cli', 'build.js'), out], { stdio: 'pipe' });
  const main = join(out, 'cli', 'main.js');
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const script = `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`;
  writeFileSync(join(bin, 'quadrille'), script, { mode: 0o755 });
  const { PATH = '', NO_COLOR: _no, FORCE_COLOR: _force, ...env } = process.env;
  return {
    folder,
    main,
    env: { ...env, PATH: `${bin}:${PATH}` },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
