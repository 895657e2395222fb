import { mistakeAt, QuadrilleError, visible } from '../../engine/problem/error.ts';
import { fingerprint } from '../../engine/problem/fingerprint.ts';
import type { Problem } from '../../engine/problem/problem.ts';
import { isRuleText, type RuleText, withRuleTexts } from '../../engine/rules/read-text.ts';
import { ruledDlxLines } from '../../engine/rules/write-text.ts';
import type { Entry, Exhibit, Files } from './exhibit.ts';

// A text holds no function. Where a problem of the gallery has one, a line of its text names the
// problem, as in `|! knights-tour 6x6`: a comment for other programs, as all rules are. What follows is
// the problem as it is stated, without its rules.

type Settings = Parameters<typeof ruledDlxLines>[1];

/** A problem of the gallery in Knuth's text, line by line, with its rules. */
export function galleryLines(
  name: string,
  exhibit: Exhibit,
  settings?: Settings,
): Iterable<string> {
  const { problem, operands } = exhibit;
  if (problem.forbids === undefined) return ruledDlxLines(problem, settings);
  if (operands !== undefined) return namedLines(lineFor(name, operands), exhibit, settings);
  throw new QuadrilleError(
    'not-supported',
    `${name} has a rule by a function, which no text holds where it comes from a file; ` +
      'give its size or its name in place of the file, or draw it: a picture needs no text.',
  );
}

function* namedLines(line: string, exhibit: Exhibit, settings?: Settings) {
  yield `${line}\n`;
  yield '| Other programs do not read this rule, and find more solutions.\n';
  yield* ruledDlxLines(statedOf(exhibit), settings);
}

/** The problem that stands in the text. */
function statedOf({ problem }: Pick<Exhibit, 'problem'>): Problem<unknown> {
  return problem.ruling?.withOnly([]) ?? problem;
}

/** The line that names a problem of the gallery. */
function lineFor(name: string, operands: readonly string[]): string {
  return `|! ${[name, ...operands].join(' ')}`;
}

/** The problem of a text with the rules of its lines. */
export async function withRulesOf(problem: Problem, texts: readonly RuleText[]): Promise<Problem> {
  if (texts.every(isRuleText)) return withRuleTexts(problem, texts);
  const { CATALOGUE } = await import('./catalogue.ts');
  const entryOf = ({ text }: RuleText) =>
    CATALOGUE.find(({ name }) => name === text.trim().split(/\s/, 1)[0]);
  const [named, another] = texts.filter(entryOf);
  const entry = named && entryOf(named);
  if (another !== undefined) throw refusal(another, 'is the second that names a problem');
  const ruled = named && entry ? await fromGallery(named, entry, problem) : problem;
  const rules = texts.filter((one) => one !== named);
  if (rules.length === 0) return ruled;
  return withRuleTexts(ruled, rules, ', and names no problem of the gallery');
}

/** The problem of the gallery that a line names, with its rules. It must be that of the text. */
async function fromGallery(line: RuleText, entry: Entry, stated: Problem): Promise<Problem> {
  const [, ...operands] = line.text.trim().split(/\s+/);
  // A text must not make the program read files.
  const none = () => Promise.reject(refusal(line, 'names a file'));
  const files: Files = { read: none, parse: none };
  const exhibit = await entry.make({}, operands, files);
  if (fingerprint(statedOf(exhibit).compile()) !== fingerprint(stated.compile())) {
    throw refusal(line, 'is of another problem than the text');
  }
  return exhibit.problem as unknown as Problem;
}

function refusal({ text, place }: RuleText, why: string): QuadrilleError {
  const remedy = 'make it again by quadrille make, or take the line out, and with it the rules';
  return mistakeAt(place, 'bad-text', `the line "|!${visible(text)}" ${why}; ${remedy}.`);
}
