/** For `npm test`; the top of the project has no room for it. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: 'test/support/shelf.ts',
    maxWorkers: '100%',
    testTimeout: 60_000,
  },
});
