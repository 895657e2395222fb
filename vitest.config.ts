import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: 'test/support/shelf.ts',
    maxWorkers: '100%',
    testTimeout: 60_000,
  },
});
