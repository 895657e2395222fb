import { QuadrilleError, shown } from '../error.ts';
import type { Problem } from '../problem.ts';
import { DlxReader, type DlxSettings } from './reader.ts';

/**
 * Reads a problem in Knuth's text, see `DlxReader`: from a string, or from pieces of one, as a
 * generator gives them.
 */
export function readDlx(text: string | Iterable<string>, settings?: DlxSettings): Problem {
  const reader = new DlxReader(settings);
  if (typeof text === 'string') {
    reader.push(text);
  } else if (typeof text?.[Symbol.iterator] === 'function') {
    for (const chunk of text) reader.push(chunk);
  } else {
    throw new QuadrilleError(
      'bad-text',
      `The text is ${shown(text)}; give a string, or an iterable of strings ` +
        '(for a stream: push its chunks to a DlxReader).',
    );
  }
  return reader.end();
}
