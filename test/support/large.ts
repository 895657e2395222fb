// Run as a program: states or solves something large, and reports its costs in JSON.
import { createSearch, type EngineName, Problem } from '../../src/index.ts';

const [what] = process.argv.slice(2);

function report(numbers: Record<string, number>): void {
  process.stdout.write(JSON.stringify(numbers));
}

if (what === 'state') {
  const problem = new Problem({ primary: 1000, secondary: 99_000 });
  for (let k = 0; k < 1_000_000; k++) {
    problem.addIndices([
      k % 1000,
      1000 + (k % 33_000),
      34_000 + (k % 33_000),
      67_000 + (k % 33_000),
    ]);
  }
  const { data } = problem.compile();
  report({
    options: problem.optionCount,
    nodes: problem.nodeCount,
    compiled: data.byteLength,
    arrays: process.memoryUsage().arrayBuffers,
  });
} else {
  // 10,000 groups of four items, each covered by one of two options: every level is a branch.
  const problem = new Problem({ primary: 40_000 });
  for (let group = 0; group < 10_000; group++) {
    const items = [4 * group, 4 * group + 1, 4 * group + 2, 4 * group + 3];
    problem.addIndices(items);
    problem.addIndices(items);
  }
  const search = createSearch(problem.compile(), { engine: what as EngineName });
  for (let k = 0; k < 3; k++) search.advance(Number.POSITIVE_INFINITY);
  // Ten thousand prefixes, the longest of ten thousand decisions, and the same number of parts.
  const frontier = [...search.frontier()];
  const parts = search.split(frontier.length + 1000);
  report({
    prefixes: frontier.length,
    longest: Math.max(...frontier.map(({ length }) => length)),
    parts: parts.length,
    deepest: search.deepest,
    solutions: search.solutions,
    // In kilobytes, whatever the platform.
    memory: process.resourceUsage().maxRSS * 1024,
  });
}
