import { type Compiled, coloursOf, costOf, itemsOf } from '../../problem/compiled.ts';
import { type Place, QuadrilleError, shown } from '../../problem/error.ts';
import { textOf } from '../../problem/memory.ts';
import { type ItemUse, Problem } from '../../problem/problem.ts';
import { checkSettings } from '../../problem/setting.ts';
import { BYTE_ORDER_MARK, flawOf, flawOfColour, itemPart, LONGEST_LINE } from './parts.ts';

/** How to write text in Knuth's format. */
export interface DlxWriteSettings {
  /** Called for each rule of the problem that `DlxReader` reads, but none of Knuth's programs. */
  readonly onWarning?: ((warning: QuadrilleError) => void) | undefined;
}

/**
 * A problem in Knuth's text, line by line, each with its end. `DlxReader` reads it back. The call
 * refuses a problem that the text cannot hold. (Knuth's programs take names of at most eight
 * characters and colours of one.)
 */
export function dlxLines(
  asked: Problem<unknown>,
  settings: DlxWriteSettings = {},
): Generator<string, void, undefined> {
  checkSettings(settings, ['onWarning']);
  if (!(asked instanceof Problem)) {
    throw new QuadrilleError('bad-setting', `The problem is ${shown(asked)}; give a Problem.`);
  }
  const problem = asked.ruling?.spelledOut() ?? asked;
  const compiled = problem.compile();
  const { primary, secondary } = compiled;
  if (primary === 0) {
    throw new QuadrilleError(
      'not-supported',
      'The problem has no primary item, so that its line of items would be a comment ' +
        'in the DLX text; state a primary item.',
    );
  }
  const names = itemNames(problem, primary + secondary);
  const head = names.map((name, item) =>
    item < primary ? itemPart(name, problem.times(item)) : name,
  );
  const colours = colourNames(problem, compiled);
  checkLengths(compiled, head, names, colours);
  const { onWarning } = settings;
  if (onWarning !== undefined)
    for (const warning of warnings(problem, compiled)) onWarning(warning);
  return lines(compiled, head, names, colours);
}

/** A problem in Knuth's text as one string. For a very large one see `dlxLines`. */
export function writeDlx(problem: Problem<unknown>, settings?: DlxWriteSettings): string {
  return textOf(dlxLines(problem, settings), 'dlxLines');
}

/** The parts that Knuth's programs do not read: one warning of a kind, with the first place. */
function* warnings(problem: Problem<unknown>, compiled: Compiled): Generator<QuadrilleError> {
  for (let item = 0; item < compiled.primary; item++) {
    const [least, most] = problem.times(item);
    if (most > 0 && most < Number.POSITIVE_INFINITY) continue;
    const part = itemPart(problem.itemName(item), [least, most]);
    const what = `Item ${shown(part)} has no upper bound, or 0`;
    yield notKnuth(what, "Knuth's DLX3 needs one from 1 up", { item: problem.itemName(item) });
    break;
  }
  for (let option = 0; option < compiled.options; option++) {
    const cost = costOf(compiled, option);
    if (cost >= 0) continue;
    const what = `Option ${option} costs ${cost}`;
    yield notKnuth(what, "Knuth's DLX5 takes costs from 0 up", { option });
    break;
  }
  if (compiled.multiple && compiled.priced) {
    const what = 'The problem has both times and costs';
    yield notKnuth(what, "Knuth's DLX3 reads the former only, and DLX5 the latter only", {});
  }
}

function notKnuth(what: string, why: string, place: Place): QuadrilleError {
  return new QuadrilleError(
    'not-supported',
    `${what}, and ${why}; this library reads the text, his programs do not.`,
    place,
  );
}

type ColourNames = ReadonlyMap<number, string>;

function* lines(
  compiled: Compiled,
  head: readonly string[],
  names: readonly string[],
  colours: ColourNames,
): Generator<string, void, undefined> {
  const { primary, secondary, options } = compiled;
  // A reader drops a byte order mark at the start of a text.
  let line = head[0]?.charCodeAt(0) === BYTE_ORDER_MARK ? ' ' : '';
  line += head.slice(0, primary).join(' ');
  if (secondary > 0) line += ` | ${head.slice(primary).join(' ')}`;
  yield `${line}\n`;

  for (let option = 0; option < options; option++) {
    const hues = coloursOf(compiled, option);
    line = '';
    for (const [k, item] of itemsOf(compiled, option).entries()) {
      if (k > 0) line += ' ';
      line += names[item];
      const colour = colours.get(hues[k] ?? 0);
      if (colour !== undefined) line += `:${colour}`;
    }
    const cost = costOf(compiled, option);
    if (cost !== 0) line += ` |${cost}`;
    yield `${line}\n`;
  }
}

function itemNames(problem: Problem<unknown>, count: number): string[] {
  const names: string[] = [];
  for (let item = 0; item < count; item++) {
    const name = problem.itemName(item);
    const flaw = flawOf(name);
    if (flaw !== undefined) {
      throw new QuadrilleError(
        'not-supported',
        `The DLX text cannot hold the name of item ${shown(name)}, which has ${flaw} in it; ` +
          'name the item otherwise.',
        { item: name },
      );
    }
    names.push(name);
  }
  return names;
}

/** Number -> name, for all colours in use. */
function colourNames(problem: Problem<unknown>, compiled: Compiled): ColourNames {
  const { options, coloured } = compiled;
  const names = new Map<number, string>();
  if (!coloured) return names;
  for (let option = 0; option < options; option++) {
    let uses: readonly ItemUse[] | undefined;
    for (const [k, colour] of coloursOf(compiled, option).entries()) {
      if (colour === 0 || names.has(colour)) continue;
      uses ??= problem.option(option);
      const use = uses[k];
      if (typeof use !== 'object') continue;
      const flaw = flawOfColour(use.colour);
      if (flaw !== undefined) {
        throw new QuadrilleError(
          'not-supported',
          `The DLX text cannot hold the colour ${shown(use.colour)} of item ${shown(use.item)} ` +
            `in option ${option}, which has ${flaw} in it; name the colour otherwise.`,
          { option, item: use.item },
        );
      }
      names.set(colour, use.colour);
    }
  }
  return names;
}

/** Refuses lines that are too long for the reader. */
function checkLengths(
  compiled: Compiled,
  head: readonly string[],
  names: readonly string[],
  colours: ColourNames,
): void {
  // A bar and a blank, then a name and a blank for each item.
  let length = 2;
  for (const name of head) length += name.length + 1;
  if (length > LONGEST_LINE) throw tooLong('The line of the items', length);
  for (let option = 0; option < compiled.options; option++) {
    const cost = costOf(compiled, option);
    length = cost === 0 ? 0 : `|${cost} `.length;
    for (const item of itemsOf(compiled, option)) length += names[item].length + 1;
    for (const hue of coloursOf(compiled, option)) {
      const colour = colours.get(hue);
      if (colour !== undefined) length += colour.length + 1;
    }
    if (length > LONGEST_LINE) throw tooLong(`The line of option ${option}`, length, option);
  }
}

function tooLong(what: string, length: number, option?: number): QuadrilleError {
  return new QuadrilleError(
    'too-large',
    `${what} has ${length} characters in the DLX text, and at most ${LONGEST_LINE} can be read; ` +
      'give the items and colours shorter names.',
    { option },
  );
}
