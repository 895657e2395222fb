import { Bench } from 'tinybench';

/** Milliseconds of a single run, and its result: for work that takes long. */
export function timed<Result>(run: () => Result): { ms: number; result: Result } {
  sweep();
  const start = performance.now();
  const result = run();
  return { ms: performance.now() - start, result };
}

/**
 * Repeats each run for a while, one after the other, and gives for each the median milliseconds:
 * for work that is too short to be timed by itself.
 */
export function timedRound(runs: readonly (() => unknown)[], ms: number): number[] {
  const bench = new Bench({ time: ms, iterations: 1, warmup: false, throws: true });
  for (const [k, run] of runs.entries()) {
    bench.add(String(k), () => void run(), { async: false, beforeAll: sweep });
  }
  return bench.runSync().map(({ result }) => {
    if (result.state === 'completed') return result.latency.p50;
    throw new Error(`A tinybench round ended as "${result.state}"; run the benchmark again.`);
  });
}

/** Milliseconds of CPU of a single run, and its result: other work of the machine does not count. */
export function cpuOf<Result>(run: () => Result): { ms: number; result: Result } {
  sweep();
  const began = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(began);
  return { ms: (user + system) / 1000, result };
}

/** Repeats a run until it has taken so many milliseconds of CPU, and gives their median. */
export function medianCpu(run: () => unknown, ms: number): number {
  const samples: number[] = [];
  for (let left = ms; left > 0; left -= samples[samples.length - 1]) {
    samples.push(Math.max(0.001, cpuOf(run).ms));
  }
  return median(samples);
}

/** One contender's garbage should not be swept in another's time: `tsx --expose-gc` sees to it. */
function sweep(): void {
  globalThis.gc?.();
}

/** The middle one of the sorted values, or halfway between the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const low = sorted[(sorted.length - 1) >> 1];
  const high = sorted[sorted.length >> 1];
  return (low + high) / 2;
}

export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
