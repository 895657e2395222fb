import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bundled } from '../../support/built.ts';

test.each(['auto', 'lists', 'links'])('%s allocates nothing in the steady state', (engine) => {
  const script = fileURLToPath(new URL('../../support/steady.ts', import.meta.url));
  const flags = ['--expose-gc', '--min-semi-space-size=128', bundled(script), engine];
  const report = JSON.parse(execFileSync(process.execPath, flags, { encoding: 'utf8' }));
  expect(report.solved).toBe(report.puzzles);
  // The least object has 12 bytes. What V8 needs for itself is some 0.3 MB in all.
  expect(report.bytes).toBeLessThan(10 * report.puzzles);
});
