import { EXIT, type Exit } from './exit.ts';
import type { Shell } from './shell.ts';

/** Writes lines as fast as they are read. */
export async function writeAll(lines: Iterable<string>, { console }: Shell): Promise<Exit> {
  for (const line of lines) {
    console.write(line);
    if (console.full) await console.room();
  }
  return EXIT.answered;
}
