import type { Compiled } from '../compiled.ts';
import { QuadrilleError, shown } from '../error.ts';
import { Problem } from '../problem.ts';
import { BYTE_ORDER_MARK, canBeColour } from './parts.ts';

/** What no name or colour can hold: a blank, and half a character, which no encoding keeps. */
const LOST = /[ \t-\r]|\p{Surrogate}/u;

/**
 * A problem in Knuth's text, line by line, each with its end; `DlxReader` reads it back. What the
 * text cannot hold is refused before the first line. (Knuth's programs want names of at most
 * eight characters and colours of one.)
 */
export function* dlxLines(problem: Problem<unknown>): Generator<string, void, undefined> {
  if (!(problem instanceof Problem)) {
    throw new QuadrilleError('bad-setting', `The problem is ${shown(problem)}; give a Problem.`);
  }
  const compiled = problem.compile();
  const { data, primary, secondary, options, coloured, startAt, itemAt, colourAt } = compiled;
  if (primary === 0) {
    throw new QuadrilleError(
      'not-supported',
      'The problem has no primary item, so that its line of items would be a comment ' +
        'in the DLX text; state a primary item.',
    );
  }
  const names = itemNames(problem, primary + secondary);
  const colours = coloured ? colourNames(problem, compiled) : undefined;

  // A text that began with a byte order mark would lose it.
  let line = names[0]?.charCodeAt(0) === BYTE_ORDER_MARK ? ' ' : '';
  line += names.slice(0, primary).join(' ');
  if (secondary > 0) line += ` | ${names.slice(primary).join(' ')}`;
  yield `${line}\n`;

  let node = 0;
  for (let option = 0; option < options; option++) {
    const end = data[startAt + option + 1] as number;
    line = '';
    for (; node < end; node++) {
      if (line !== '') line += ' ';
      line += names[data[itemAt + node] as number] as string;
      const colour = colours?.get(data[colourAt + node] as number);
      if (colour !== undefined) line += `:${colour}`;
    }
    yield `${line}\n`;
  }
}

/** A problem in Knuth's text as one string; for a very large one see `dlxLines`. */
export function writeDlx(problem: Problem<unknown>): string {
  let text = '';
  for (const line of dlxLines(problem)) text += line;
  return text;
}

function itemNames(problem: Problem<unknown>, count: number): string[] {
  const names: string[] = [];
  for (let item = 0; item < count; item++) {
    const name = problem.itemName(item);
    if (LOST.test(name) || /[:|]/.test(name)) {
      throw new QuadrilleError(
        'not-supported',
        `The DLX text cannot hold the name of item ${shown(name)}; ` +
          'choose one without blanks, colons and bars.',
        { item: name },
      );
    }
    names.push(name);
  }
  return names;
}

/** The names of all colours that are in use, by number. */
function colourNames(problem: Problem<unknown>, compiled: Compiled): Map<number, string> {
  const { data, options, startAt, colourAt } = compiled;
  const names = new Map<number, string>();
  for (let option = 0; option < options; option++) {
    const start = data[startAt + option] as number;
    const end = data[startAt + option + 1] as number;
    for (let node = start; node < end; node++) {
      const colour = data[colourAt + node] as number;
      if (colour === 0 || names.has(colour)) continue;
      const use = problem.option(option)[node - start];
      if (typeof use !== 'object') continue;
      if (LOST.test(use.colour) || !canBeColour(use.colour)) {
        throw new QuadrilleError(
          'not-supported',
          `The DLX text cannot hold the colour ${shown(use.colour)} of item ${shown(use.item)} ` +
            `in option ${option}; choose one without blanks, colons and bars.`,
          { option, item: use.item },
        );
      }
      names.set(colour, use.colour);
    }
  }
  return names;
}
