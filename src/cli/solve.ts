import { countAsync, firstAsync, isUniqueAsync, solutionsAsync } from '../ask/async.ts';
import { QUESTION_ENGINES } from '../ask/engines.ts';
import type { Status } from '../ask/walk.ts';
import { dimacsLines } from '../problem/dimacs.ts';
import { type ModelAnswer, readModel } from '../problem/dimacs-model.ts';
import { DlxReader } from '../problem/dlx/reader.ts';
import { QuadrilleError } from '../problem/error.ts';
import type { ItemUse, Problem, Solution } from '../problem/problem.ts';
import { plain } from './command.ts';
import { UsageError } from './errors.ts';
import { EXIT, type Exit } from './exit.ts';
import { choice, type Given, only, seconds, seed, text, whole } from './flags.ts';
import { open, readAll } from './input.ts';
import { amount, Ticker } from './progress.ts';
import { Report } from './report.ts';
import type { Shell } from './shell.ts';

const FLAGS = {
  count: {
    about: 'prints how many solutions there are, and nothing else; >=N if there may be more',
  },
  first: { about: 'stops at the first solution' },
  limit: whole('K', 'stops at K solutions'),
  unique: { about: 'prints unique, several, none or unknown; stops at the second solution' },
  json: { about: 'prints a JSON object on each line: the solutions, then the status' },
  cnf: { about: 'prints the problem for SAT solvers (DIMACS) instead of solving it' },
  model: text('FILE', 'reads the answer of a SAT solver to --cnf instead of solving the problem'),
  stats: { about: 'tells on stderr what the search took' },
  engine: choice(
    'NAME',
    `the engine: ${QUESTION_ENGINES.join(', ')}; default auto`,
    QUESTION_ENGINES,
  ),
  seed,
  timeout: seconds('stops after so many seconds'),
  'max-nodes': whole('N', 'stops when N options have been chosen'),
};

type Flags = Given<typeof FLAGS>;

export const solve = plain({
  name: 'solve',
  summary: "solves an exact-cover problem in Knuth's text format (.dlx)",
  usage: ['quadrille solve [FILE|-] [flags]'],
  about:
    "Reads a problem in the text format of Knuth's dlx programs, from a file or from standard " +
    'input, and prints every solution as it is found: a number, then its options, one a line.\n' +
    'The first line of a problem names the items: primary ones, then "|", then secondary ones. ' +
    'Every other line is an option: some items; "x:red" is the secondary item x in red. ' +
    'Lines that begin with "|" are comments. Input packed by gzip will do, too.',
  flags: FLAGS,
  examples: [
    ['quadrille make pentominoes 4x15 | quadrille solve --count', 'prints 1472'],
    ['quadrille solve puzzle.dlx --first --stats', 'one solution, and what it took'],
    [
      'quadrille solve puzzle.dlx --json --limit 10 |\n    jq -c \'select(.type == "solution") .options\'',
      'ten solutions, for programs',
    ],
    ['quadrille solve puzzle.dlx --cnf > puzzle.cnf', 'the same problem for a SAT solver'],
    ['cadical -q puzzle.cnf | quadrille solve puzzle.dlx --model -', 'its answer, read back'],
  ],
  async run(given, operands, shell) {
    checkTogether(given);
    const [file = '-', another] = operands;
    if (another !== undefined) {
      throw new UsageError(`one problem at a time: ${JSON.stringify(another)} is one too many`);
    }
    if (file === '-' && given.model === '-') {
      throw new UsageError('the problem and the answer are both read from -; name a file for one');
    }
    const problem = await readProblem(file, shell);
    if (given.model !== undefined) return readBack(problem, given.model, given, shell);
    if (given.cnf) {
      await shell.console.writeAll(dimacsLines(problem));
      return EXIT.answered;
    }
    return shell.interruptible((signal) => search(problem, given, signal, shell));
  },
});

/** Refuses flags that contradict each other, or would not be heeded. */
function checkTogether(given: Flags): void {
  only(given, ['count', 'first', 'unique', 'cnf', 'model']);
  for (const bound of ['first', 'unique'] as const) only(given, [bound, 'limit']);
  const names = Object.keys(FLAGS) as (keyof Flags)[];
  for (const name of names) {
    if (name !== 'cnf') only(given, ['cnf', name]);
    if (name !== 'model' && name !== 'json') only(given, ['model', name]);
  }
}

/** Reads a problem in Knuth's text format; its warnings go to stderr. */
async function readProblem(file: string, shell: Shell): Promise<Problem> {
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

/** More warnings than these are only counted. */
const MOST_WARNINGS = 10;

async function search(
  problem: Problem,
  given: Flags,
  signal: AbortSignal,
  shell: Shell,
): Promise<Exit> {
  const { console } = shell;
  const { engine = 'auto', timeout, json } = given;
  const report = new Report(engine, signal, shell);
  const settings = {
    engine,
    seed: given.seed,
    limit: given.limit,
    timeout,
    maxNodes: given['max-nodes'],
    signal,
    onProgress: report.onProgress,
  };
  let status: Status;
  let answer: string | undefined;
  try {
    if (given.unique) {
      ({ status, answer } = await isUniqueAsync(problem, settings));
      if (!json) console.write(`${answer}\n`);
    } else if (given.count) {
      const found = await countAsync(problem, settings);
      status = found.status;
      if (!json) console.write(`${status === 'complete' ? '' : '>='}${found.count}\n`);
    } else if (given.first) {
      const { solution, ...found } = await firstAsync(problem, settings);
      status = found.status;
      if (solution !== undefined) write(solution, 1, problem, given, shell);
    } else {
      const stream = solutionsAsync(problem, settings);
      let index = 0;
      for await (const solution of stream) {
        write(solution, ++index, problem, given, shell);
        if (console.full) await console.room();
      }
      status = stream.status as Status;
    }
  } catch (error) {
    if (given.count && !json) console.write(`>=${report.found}\n`);
    report.broken();
    throw error;
  }
  if (json) console.writeJson('status', report.summary(status, answer));
  const resultsSayIt = given.json ?? given.count ?? given.unique ?? false;
  return report.end(status, given.stats ?? false, resultsSayIt);
}

/** What a SAT solver found out about the problem, written as if it were found here. */
async function readBack(problem: Problem, file: string, given: Flags, shell: Shell): Promise<Exit> {
  const { console } = shell;
  const source = file === '-' ? 'standard input' : file;
  const { answer, solution } = modelOf(problem, await readAll(file, shell), source);
  if (solution !== undefined) write(solution, 1, problem, given, shell);
  if (given.json) {
    const status = { solution: 'found', none: 'complete', unknown: 'aborted' }[answer];
    console.writeJson('status', { status, solutions: solution === undefined ? 0 : 1 });
  }
  if (answer === 'solution') return EXIT.answered;
  console.note(
    answer === 'none'
      ? 'There is no solution, as the SAT solver says.'
      : 'The SAT solver ended without an answer.',
  );
  return answer === 'none' ? EXIT.none : EXIT.undecided;
}

/** The answer in a text; a mistake in it is told with its file. */
function modelOf(problem: Problem, text: string, source: string): ModelAnswer {
  try {
    return readModel(problem, text);
  } catch (error) {
    if (!(error instanceof QuadrilleError)) throw error;
    const { code, message, line, column } = error;
    throw new QuadrilleError(code, `${source}: ${message}`, { source, line, column });
  }
}

function write(
  { numbers, options }: Solution<unknown>,
  index: number,
  problem: Problem,
  { json }: Flags,
  { console }: Shell,
): void {
  if (json) console.writeJson('solution', { index, numbers, options });
  else console.write(blockOf(index, numbers, problem));
}

/** A solution for people: its options in the order of the input. */
function blockOf(index: number, numbers: readonly number[], problem: Problem): string {
  const inOrder = [...numbers].sort((a, b) => a - b);
  const lines = inOrder.map((option) => `  ${problem.option(option).map(textOf).join(' ')}\n`);
  return `${index}:\n${lines.join('')}\n`;
}

/** An item as the input has it. */
function textOf(use: ItemUse): string {
  return typeof use === 'string' ? use : `${use.item}:${use.colour}`;
}
