import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type Circumstances, quadrille } from './quadrille.ts';

/** A folder for the files of a test file, which goes after its last test. */
export function workFolder(files: Readonly<Record<string, string | Uint8Array>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'quadrille-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const path = (name: string) => join(folder, name);
  /** Writes a file, and gives its path. */
  const write = (name: string, content: string | Uint8Array) => {
    writeFileSync(path(name), content);
    return path(name);
  };
  for (const [name, content] of Object.entries(files)) write(name, content);
  return {
    folder,
    path,
    write,
    read: (name: string) => readFileSync(path(name), 'utf8'),
    /** Removes files, where they are there. */
    fresh(...names: string[]): void {
      for (const name of names) rmSync(path(name), { force: true });
    },
    /** Runs a command in this process. Words with an ending are names of files in the folder. */
    here(line: string, how?: Circumstances) {
      const args = line.split(' ').map((word) => (/\.[a-z]\w*$/.test(word) ? path(word) : word));
      return quadrille(args, how);
    },
  };
}
