import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bundled } from '../../support/built.ts';

const MB = 2 ** 20;

/** Runs test/support/large.ts in a process of its own, and reads what it reports. */
function large(what: string): Record<string, number> {
  const script = fileURLToPath(new URL('../../support/large.ts', import.meta.url));
  const output = execFileSync(process.execPath, [bundled(script), what], { encoding: 'utf8' });
  return JSON.parse(output);
}

test.each(['lists', 'links'])(
  '%s solves 10,000 levels with an alternative each, and splits what is left, within 500 MB',
  { timeout: 60_000 },
  (engine) => {
    const { deepest, memory, solutions, prefixes, longest, parts } = large(engine);
    expect(deepest).toBe(10_000);
    expect(solutions).toBe(3);
    expect([prefixes, longest]).toEqual([9999, 10_000]);
    expect(parts).toBeGreaterThanOrEqual(10_999);
    expect(memory).toBeLessThan(500 * MB);
  },
);

test('a million options by index take a few times their nodes', { timeout: 60_000 }, () => {
  const { options, nodes, arrays, compiled } = large('state');
  expect(options).toBe(1_000_000);
  expect(nodes).toBe(4_000_000);
  const size = 4 * nodes;
  expect(compiled).toBeLessThan(1.5 * size);
  expect(arrays).toBeLessThan(6 * size);
});
