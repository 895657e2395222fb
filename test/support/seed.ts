import fc from 'fast-check';
import { runs, seed } from './effort.ts';

/** Before each test file: test/vitest.config.ts names it. A failure prints the seed. */
fc.configureGlobal({ seed, numRuns: runs(200) });
