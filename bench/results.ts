import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Writes the measurements, every sample of them, to `bench/results/NAME.json`. */
export function writeResults(name: string, results: unknown): void {
  const file = new URL(`results/${name}.json`, import.meta.url);
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, undefined, 2)}\n`);
  process.stderr.write(`Written: ${fileURLToPath(file)}\n`);
}
