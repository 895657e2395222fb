import { dlxLines } from '../engine/formats/dlx/write.ts';
import { type ReducedProblem, reducingProblem } from '../engine/problem/reduction.ts';
import { simpleCommand } from './command.ts';
import { EXIT } from './exit.ts';
import { seconds } from './flags.ts';
import { FORM_FLAGS, onlyFile, readProblem } from './input.ts';
import { amount, counted, Deadline, Ticker } from './report.ts';

const REDUCE_FLAGS = {
  format: FORM_FLAGS.format,
  timeout: seconds('stops after this time, and prints nothing'),
};

export const reduce = simpleCommand({
  name: 'reduce',
  summary: 'prints a smaller problem with the same solutions',
  usage: ['quadrille reduce [FILE|-] [flags]'],
  about:
    'Removes the options that are in no solution, as far as that shows without a search, and the ' +
    'items whose rules follow from others. An option that is in every solution keeps one item. ' +
    'Names, colours, times and costs stay. Rules become items and options first.\n' +
    "Prints the problem in the text format of Knuth's dlx programs. A comment above each option " +
    'has its number in the original, from 0: "| 17". A message says what is removed. Where that ' +
    'proves that there is no solution, the exit status is 1, and the problem is one item without ' +
    'options.\n' +
    'To solve a problem in this way, and to see the options of the original, use quadrille solve ' +
    '--reduce.',
  flags: REDUCE_FLAGS,
  examples: [
    ['quadrille reduce puzzle.dlx > smaller.dlx', 'says what is removed'],
    ['quadrille make latin 5 --reduced | quadrille reduce | quadrille solve --count', 'prints 56'],
    [
      "quadrille reduce puzzle.dlx | sed -n 's/^| \\([0-9]*\\)$/\\1/p'",
      'the numbers of the options that are left',
    ],
  ],
  async run({ format, timeout }, operands, shell) {
    const { console } = shell;
    const stated = await readProblem(onlyFile(operands), { format }, shell);
    const problem = stated.ruling?.spelledOut() ?? stated;
    const ticker = new Ticker(console);
    const reduced = await shell.interruptible(async (signal) => {
      const deadline = new Deadline(timeout, signal);
      const work = reducingProblem(problem);
      while (!(await deadline.isOver())) {
        const { done, value } = work.next();
        if (done === true) return value;
        ticker.tick(() => `reducing ${amount(problem.optionCount)} options`);
      }
      console.note(`${deadline.summary}: the problem is not reduced, and nothing is printed.`);
      return deadline.exit;
    });
    if (typeof reduced === 'number') return reduced;
    const original = problem.compile();
    const { options, nodes } = original;
    const { removed, forced } = reduced;
    const part = (gone: number, all: number, what: string) =>
      `${amount(gone)} of ${counted(all, what)}`;
    const items = original.primary + original.secondary;
    const always = `; ${counted(forced, 'option')} of those left ${forced === 1 ? 'is' : 'are'} in every solution`;
    console.note(
      `Removed ${part(removed.options, options, 'option')}, ${part(removed.items, items, 'item')} ` +
        `and ${part(removed.nodes, nodes, 'node')}${forced > 0 ? always : ''}.`,
    );
    await console.writeAll(linesOf(reduced));
    if (!reduced.hasNone) return EXIT.answered;
    console.note('There is no solution: that is proven.');
    return EXIT.noSolution;
  },
});

/** The smaller problem as text, with the number of each option in the original above it. */
function* linesOf({ problem, optionOf }: ReducedProblem): Generator<string> {
  yield '| quadrille reduce: above each option its number in the original\n';
  let option = -1;
  for (const line of dlxLines(problem)) {
    yield option < 0 ? line : `| ${optionOf[option]}\n${line}`;
    option++;
  }
}
