import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder for the builds that test files share. It lasts as long as the run. */
    readonly shelf: string | undefined;
  }
}

/** A new shelf. A build on it finds package.json as in the project. */
export function newShelf(root: string): string {
  const shelf = mkdtempSync(join(tmpdir(), 'quadrille-shelf-'));
  copyFileSync(join(root, 'package.json'), join(shelf, 'package.json'));
  return shelf;
}

/** Run once, before all test files: test/vitest.config.ts names it. */
export default function setup(project: TestProject): () => void {
  const shelf = newShelf(project.config.root);
  project.provide('shelf', shelf);
  return () => rmSync(shelf, { recursive: true, force: true });
}
