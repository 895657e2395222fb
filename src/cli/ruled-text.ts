import { QuadrilleError } from '../engine/problem/error.ts';
import { fingerprint } from '../engine/problem/fingerprint.ts';
import type { Problem } from '../engine/problem/problem.ts';
import { CATALOGUE } from '../puzzles/gallery/catalogue.ts';
import type { Exhibit, Files } from '../puzzles/gallery/exhibit.ts';

// A text holds no function. Where a problem of the gallery has one, the second line of its text names
// the problem, as in `|! knights-tour 6x6`: a comment for other programs. What follows is the problem
// as it is stated, without its rules.

/** The problem that stands in the text. */
export function statedOf({ problem }: Pick<Exhibit, 'problem'>): Problem<unknown> {
  return problem.ruling?.withOnly([]) ?? problem;
}

/** The line that names a problem of the gallery. */
export function lineFor(name: string, operands: readonly string[]): string {
  return `|! ${[name, ...operands].join(' ')}`;
}

/** The name and the operands of such a line, among the first two of a text. */
export function namedIn(head: string): string | undefined {
  const [first = '', second = ''] = head.split('\n');
  return [first, second].flatMap((line) => /^\|!\s+(\S.*?)\s*$/.exec(line)?.[1] ?? [])[0];
}

/** The problem of the gallery that a text names, with its rules. It must be that of the text. */
export async function ruledProblem(
  named: string,
  stated: Problem,
  source: string,
): Promise<Problem> {
  const refuse = (why: string) => {
    const remedy = 'make it again by quadrille make, or take the line out, and with it the rules';
    return new QuadrilleError('bad-text', `${source}: the line "|! ${named}" ${why}; ${remedy}.`);
  };
  const [name = '', ...operands] = named.split(/\s+/);
  const entry = CATALOGUE.find((one) => one.name === name);
  if (entry === undefined) throw refuse('names no problem of the gallery');
  // A text must not make the program read files.
  const none = () => Promise.reject(refuse('names a file'));
  const files: Files = { read: none, parse: none };
  const exhibit = await entry.make({}, operands, files);
  if (fingerprint(statedOf(exhibit).compile()) !== fingerprint(stated.compile())) {
    throw refuse('is of another problem than the text');
  }
  return exhibit.problem as unknown as Problem;
}
