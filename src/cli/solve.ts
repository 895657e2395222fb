import { simpleCommand } from './command.ts';
import { UsageError } from './exit.ts';
import { onlyFile, readProblem } from './input.ts';
import { OutputFile } from './output.ts';
import { type Answerer, type Question, questionIn, SOLVE_FLAGS } from './question.ts';

/** Question -> the function that answers it, loaded when it is asked. */
const ANSWERS: Readonly<Record<Question, () => Promise<Answerer>>> = {
  solutions: async () => (await import('./search.ts')).search,
  count: async () => (await import('./search.ts')).search,
  first: async () => (await import('./search.ts')).search,
  unique: async () => (await import('./search.ts')).search,
  estimate: async () => (await import('./estimate.ts')).askEstimate,
  best: async () => (await import('./search.ts')).askBest,
  sample: async () => (await import('./diagram.ts')).askSample,
  symmetries: async () => (await import('./symmetries.ts')).askSymmetries,
  odds: async () => (await import('./diagram.ts')).askOdds,
  why: async () => (await import('./why.ts')).askWhy,
  steps: async () => (await import('./pencil.ts')).askSteps,
  hint: async () => (await import('./pencil.ts')).askHint,
  rate: async () => (await import('./pencil.ts')).askRating,
  proof: async () => (await import('./proof.ts')).askProof,
  cnf: async () => (await import('./exchange.ts')).writeCnf,
  lp: async () => (await import('./exchange.ts')).writeLp,
  model: async () => (await import('./exchange.ts')).readBack,
};

export const solve = simpleCommand({
  name: 'solve',
  summary: "solves an exact-cover problem in Knuth's text format (.dlx)",
  usage: ['quadrille solve [FILE|-] [flags]'],
  about:
    'A problem has items and options, which are sets of items. A solution is a set of options in ' +
    'which each primary item occurs exactly once, or as often as its name says. A secondary item ' +
    'occurs at most once, or several times in one colour.\n' +
    "Reads a problem in the text format of Knuth's dlx programs, from a file or from standard " +
    'input, and prints each solution as it is found: a number, then its options, one a line.\n' +
    'The first line of a problem names the items: primary ones, then "|", then secondary ones. ' +
    'Each other line is an option, a list of items; "x:red" is the secondary item x in red. ' +
    '"2:3|a" among the names is an item that occurs two or three times, "2|a" one that occurs ' +
    'twice; "|7" at the end of an option is its cost. ' +
    'Lines that begin with "|!" are rules, other lines that begin with "|" comments; with --labels they name the options below them. ' +
    'The input may be packed by gzip.',
  flags: SOLVE_FLAGS,
  examples: [
    [
      "printf 'a b c\\na b\\nc\\na\\nb c\\n' | quadrille solve",
      'two solutions of three items and four options',
    ],
    ['quadrille make pentominoes 4x15 | quadrille solve --count', 'prints 1472'],
    ['quadrille solve puzzle.dlx --first --stats', 'one solution, and statistics'],
    ['quadrille make queens 8 | quadrille solve --up-to-symmetry --count', 'prints 12'],
    ['quadrille make queens 8 | quadrille solve --symmetries | head -n 1', 'prints 8'],
    [
      'quadrille make queens 16 | quadrille solve --estimate',
      'solutions, nodes and seconds of a count',
    ],
    [
      "printf 'a b\\na\\nb\\n' | quadrille solve --unique --proof p",
      'unique; the proof is for drat-trim p.cnf p.drat',
    ],
    ['quadrille make dominoes 8x8 | quadrille solve --sample 3 --seed 1', 'three of 12,988,816'],
    ['quadrille make dominoes 8x8 | quadrille solve --odds | sort -n | head', 'the rarest options'],
    [
      'quadrille solve puzzle.dlx --json --limit 10 |\n    jq -c \'select(.type == "solution") .options\'',
      'ten solutions, for programs',
    ],
    ['quadrille solve crews.txt --format or-library --best 3', 'the three cheapest, in order'],
    ['quadrille make langford 5 | quadrille solve --why || true', 'why there is no such row'],
    ["printf 'a b c\\na b\\nc\\nb c\\n' | quadrille solve --hint", 'what a person would do next'],
    [
      "printf '%s\\n' 'mon tue' '| Ann on Monday' mon '| Bob on both days' 'mon tue' |\n    quadrille solve --labels",
      'the label of an option in its place',
    ],
    ['quadrille solve puzzle.dlx --cnf > puzzle.cnf', 'the same problem for a SAT solver'],
    ['cadical -q puzzle.cnf | quadrille solve puzzle.dlx --model -', 'its answer, read back'],
    [
      'quadrille solve crews.txt --format or-library --lp > crews.lp',
      'a problem of the OR-library for a MIP solver',
    ],
  ],
  async run(flags, operands, shell) {
    const question = questionIn(flags);
    const file = onlyFile(operands);
    if (file === '-' && flags.model === '-') {
      throw new UsageError(
        'the problem and the answer are both read from -; give a file for one of them',
      );
    }
    const given = { ...flags, labels: flags.labels && [] };
    const problem = await readProblem(file, given, shell);
    const answer = await ANSWERS[question]();
    const output =
      given.output === undefined ? undefined : new OutputFile(given.output, shell.files);
    if (output !== undefined) shell.console.redirect(output);
    const exit = await shell.interruptible((signal) =>
      answer({ question, problem, given, signal, shell, output }),
    );
    shell.console.flush();
    output?.end();
    return exit;
  },
});
