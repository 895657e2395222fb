import type { Link, Step } from './step.ts';
import { techniqueTitle } from './technique.ts';

/** Names for the parts of a problem. */
interface Names {
  item(item: number): string;
  option(option: number): string;
}

/** The most names in a list, and the most letters of more than three; others are counted. */
const MOST_LISTED_NAMES = 10;
const MOST_LISTED_LETTERS = 200;
const LEAST_LISTED_NAMES = 3;

/**
 * A step in sentences: where to look, why, and what follows. The first one alone is a hint that
 * gives little away. `clues`: those by which its options exclude each other.
 */
export function stepSentences(step: Step, names: Names, clues: readonly string[] = []): string[] {
  const { technique, chosen, crossedOut, reason } = step;
  const items = (numbers: readonly number[]) => listed(numbers.map((item) => names.item(item)));
  const options = (numbers: readonly number[]) =>
    listed(numbers.map((option) => names.option(option)));
  const lines = [`${techniqueTitle(technique)}: look at ${items(reason.items)}.`];
  const { why, isByCases } =
    reason.chains.length > 0 ? argument(step, names) : explanation(step, items, options);
  lines.push(...why);
  if (clues.length > 0) lines.push(`That goes by ${listed(clues)}.`);
  const so = isByCases ? 'In every case' : 'So';
  if (chosen.length > 0)
    lines.push(`${so} ${options(chosen)} ${isOne(chosen) ? 'holds' : 'hold'}.`);
  if (crossedOut.length > 0) {
    lines.push(`${so} ${options(crossedOut)} ${isOne(crossedOut) ? 'is' : 'are'} out.`);
  }
  return lines;
}

type Listing = (numbers: readonly number[]) => string;

/** Why a step is right, in sentences. */
interface Why {
  readonly why: readonly string[];
  /** True if the same follows in several cases, of which one is so. */
  readonly isByCases: boolean;
}

/** Why a step without chains is right. */
function explanation({ technique, chosen, reason }: Step, items: Listing, options: Listing): Why {
  const { covers, text } = reason;
  const because = (...why: string[]): Why => ({ why, isByCases: false });
  if (text !== undefined) return because(...text);
  // Others are crossed out first, which is not written down.
  const isDirect = chosen.length > 0 && !chosen.every((option) => reason.options.includes(option));
  const then = isDirect ? ['That leaves one place elsewhere.'] : [];
  if (/grave/.test(technique)) {
    return because(
      'Without the values that are too many here, all others could be exchanged, and there is one ' +
        'solution, so one of them holds.',
    );
  }
  if (/^unique/.test(technique)) {
    const used = `With ${items(covers)} they use up what these hold.`;
    return because(
      'With two values in each they could be filled in two ways, and there is one solution, so ' +
        'one of their other values holds.',
      ...(covers.length > 0 ? [used] : []),
    );
  }
  if (/^twin/.test(technique)) {
    return because('One could take the place of the other, and there is one solution.');
  }
  if (/exclusion/.test(technique)) {
    return because(`What holds there must leave something for each of ${items(covers)}.`);
  }
  if (covers.length > 0 && covers.length < reason.items.length) {
    return {
      why: [`They do not all fit into ${items(covers)}: one of them takes another option.`],
      isByCases: true,
    };
  }
  if (/^(?:finned|franken)/.test(technique)) {
    return {
      why: [`They use up ${items(covers)}, or one of their other options holds.`],
      isByCases: true,
    };
  }
  if (covers.length > 0) return because(`Together they use up ${items(covers)}.`, ...then);
  if (chosen.length > 0 && !isDirect) {
    return because(isOne(chosen) ? 'Only one option is left.' : 'They need all that is left.');
  }
  if (reason.items.length > 1) return { why: ['Try each way to cover them.'], isByCases: true };
  const some =
    reason.options.length > 4 ? `its ${reason.options.length} options` : options(reason.options);
  return { why: [`One of ${some} holds.`, ...then], isByCases: then.length === 0 };
}

/** The chains of a step, and what they come to. */
function argument({ reason: { chains } }: Step, names: Names): Why {
  const [first] = chains;
  const start = first?.[0];
  const [end, other] = chains.map((chain) => chain.at(-1));
  const why = chains.map((chain, k) =>
    // Two chains of one assumption have much in common.
    k > 0 && isSame(chain[0], start)
      ? `But also ${conclusions(
          chain.filter((link) => !first?.some((one) => isSame(one, link))),
          names,
        )}.`
      : `If ${literals(chain.slice(0, 1), names)}, then ${conclusions(chain.slice(1), names)}.`,
  );
  if (chains.length === 1) {
    const isLoop = isSame(start, end);
    why.push(
      isLoop
        ? 'So around this loop the options hold by turns, one way or the other.'
        : 'The assumption contradicts itself.',
    );
    return { why, isByCases: isLoop };
  }
  const isContradiction = end?.option === other?.option && end?.holds !== other?.holds;
  if (isContradiction) why.push('That is a contradiction.');
  return { why, isByCases: !isContradiction };
}

function isSame(one: Link | undefined, other: Link | undefined): boolean {
  return one?.option === other?.option && one?.holds === other?.holds;
}

/** As in `a and b are out, so c holds (row 1)`. */
function conclusions(links: readonly Link[], names: Names): string {
  const groups: Link[][] = [];
  for (const link of links) {
    const last = groups.at(-1);
    // Options that hold have a reason each.
    if (!link.holds && last?.[0]?.holds === false) last.push(link);
    else groups.push([link]);
  }
  const parts = groups.map((group) => literals(group, names));
  return parts.length === 0 ? 'it is so already' : parts.join(', so ');
}

function literals(links: readonly Link[], names: Names): string {
  const [{ holds, item } = { holds: true, item: -1 }] = links;
  const list = listed(links.map(({ option }) => names.option(option)));
  if (!holds) return `${list} ${isOne(links) ? 'is' : 'are'} out`;
  return `${list} holds${item < 0 ? '' : ` (${names.item(item)})`}`;
}

function isOne(list: readonly unknown[]): boolean {
  return list.length === 1;
}

/** The parts that names may share: `5 in row 1`, `5 at r1c2`. */
const SHARED_PART = /^(.+) (in|at) (.+)$/;

/**
 * As in `a, b and c`. Parts that names share come once: `4 and 7 in row 3`, `5 at r1c2 and
 * r1c8`.
 */
function listed(names: readonly string[]): string {
  const most = mostListed(names);
  if (names.length > most + 1) return joined(names, most);
  const texts: string[] = [];
  let left = names.map((name) => {
    const [, head = name, word = '', tail = ''] = SHARED_PART.exec(name) ?? [];
    return { name, head: `${head} ${word}`, tail: `${word} ${tail}`, parts: [head, tail] as const };
  });
  const heads = new Set(left.map(({ head }) => head));
  const tails = new Set(left.map(({ tail }) => tail));
  if (heads.size > 1 && tails.size > 1 && heads.size * tails.size === names.length) {
    // Each with each.
    const [{ tail } = { tail: '' }] = left;
    const starts = left.filter((one) => one.tail === tail).map(({ parts }) => parts[0]);
    const ends = left.filter(({ head }) => head === left[0]?.head).map(({ parts }) => parts[1]);
    return `${joined(starts)} ${tail.split(' ')[0]} ${joined(ends)}`;
  }
  while (left.length > 0) {
    const [first] = left as [(typeof left)[number]];
    const alike = left.filter(({ head }) => head === first.head);
    const there = left.filter(({ tail }) => tail === first.tail && tail !== ' ');
    if (alike.length < 2 && there.length < 2) texts.push(first.name);
    else if (alike.length >= there.length) {
      texts.push(`${first.head} ${joined(alike.map(({ parts }) => parts[1]))}`);
    } else texts.push(`${joined(there.map(({ parts }) => parts[0]))} ${first.tail}`);
    const merged = alike.length >= there.length ? alike : there;
    left = left.filter((one) => one !== first && !merged.includes(one));
  }
  if (texts.length < 2 || texts.length === names.length) return joined(texts);
  return `${texts.slice(0, -1).join(', ')}, and ${texts.at(-1)}`;
}

/** How many names a list has room for. */
function mostListed(names: readonly string[]): number {
  let letters = 0;
  const tooLong = names.findIndex((name) => {
    letters += name.length;
    return letters > MOST_LISTED_LETTERS;
  });
  const fitting = tooLong < 0 ? names.length : Math.max(tooLong, LEAST_LISTED_NAMES);
  return Math.min(fitting, MOST_LISTED_NAMES);
}

/** `a, b and c`. Of more than so many and one, the others are counted: `a, b and 3 others`. */
export function joined(words: readonly (string | number)[], most = words.length): string {
  const rest = words.length - most;
  const shown = rest > 1 ? [...words.slice(0, most), `${rest} others`] : words;
  const last = shown.at(-1) ?? '';
  return shown.length < 2 ? String(last) : `${shown.slice(0, -1).join(', ')} and ${last}`;
}
