/** The tiers of the tests; the top of the project has no room for it. CONTRIBUTING.md says what belongs where. */
import { defineConfig } from 'vitest/config';

const SYSTEM = 'test/**/*.system.test.ts';

export default defineConfig({
  test: {
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A poll waits as long as its event takes: the machine may be busy.
    expect: { poll: { timeout: 30_000 } },
    setupFiles: 'test/support/seed.ts',
    projects: [
      {
        extends: true,
        // All files of a worker share its modules, which saves a quarter of the time: each puts back what it replaces.
        test: { name: 'quick', include: ['test/**/*.test.ts'], exclude: [SYSTEM], isolate: false },
      },
      {
        extends: true,
        test: { name: 'system', include: [SYSTEM], globalSetup: 'test/support/shelf.ts' },
      },
    ],
  },
});
