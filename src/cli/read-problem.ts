import { DlxReader } from '../problem/dlx/reader.ts';
import type { Problem } from '../problem/problem.ts';
import { open } from './input.ts';
import { amount, Ticker } from './progress.ts';
import type { Shell } from './shell.ts';

/** More warnings than these are only counted. */
const MOST_WARNINGS = 10;

/** Reads a problem in Knuth's text format; its warnings go to stderr. */
export async function readProblem(file: string, shell: Shell): Promise<Problem> {
  const { console } = shell;
  const { source, chunks } = open(file, shell);
  let warnings = 0;
  const reader = new DlxReader({
    source,
    onWarning({ message }) {
      if (++warnings <= MOST_WARNINGS) console.note(`Warning: ${message}`);
    },
  });
  const ticker = new Ticker(console);
  let read = 0;
  for await (const chunk of chunks) {
    reader.push(chunk);
    read += chunk.length;
    ticker.tick(() => `reading ${source}: ${amount(read)} characters`);
  }
  const problem = reader.end();
  if (warnings > MOST_WARNINGS) {
    console.note(`... and ${amount(warnings - MOST_WARNINGS)} more options like these.`);
  }
  if (problem.optionCount === 0) console.note(`Warning: ${source} has items, but no options.`);
  return problem;
}
