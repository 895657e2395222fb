import { countAsync, firstAsync, isUniqueAsync, solutionsAsync } from '../engine/async.ts';
import { QUESTION_ENGINES } from '../engine/settings.ts';
import type { Solution } from '../engine/solution.ts';
import type { Status } from '../engine/walk.ts';
import { dimacsLines } from '../problem/dimacs.ts';
import type { ItemUse, Problem } from '../problem/problem.ts';
import { plain } from './command.ts';
import type { Exit } from './exit.ts';
import { choice, type Given, only, seconds, seed, whole } from './flags.ts';
import { Misuse } from './misuse.ts';
import { readProblem } from './read-problem.ts';
import { Report } from './report.ts';
import type { Shell } from './shell.ts';
import { writeAll } from './write-all.ts';

const FLAGS = {
  count: {
    about: 'prints how many solutions there are, and nothing else; >=N if there may be more',
  },
  first: { about: 'stops at the first solution' },
  limit: whole('K', 'stops at K solutions'),
  unique: { about: 'prints unique, several, none or unknown; stops at the second solution' },
  json: { about: 'prints an object on each line: the solutions, then the status' },
  cnf: { about: 'prints the problem for SAT solvers (DIMACS), instead of solving it' },
  stats: { about: 'tells on stderr what the search took' },
  engine: choice(
    'NAME',
    `the engine: ${QUESTION_ENGINES.join(', ')}; default auto`,
    QUESTION_ENGINES,
  ),
  seed,
  timeout: seconds('stops after so long'),
  'max-nodes': whole('N', 'stops when so many options have been chosen'),
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
    'Lines that begin with "|" are comments.',
  flags: FLAGS,
  examples: [
    ['quadrille make pentominoes 6x10 | quadrille solve --count', '9356'],
    ['quadrille solve puzzle.dlx --first --stats', 'one solution, and what it took'],
    ['quadrille solve puzzle.dlx --json --limit 10 | jq .options', 'ten solutions, for programs'],
    ['quadrille solve puzzle.dlx --cnf > puzzle.cnf', 'the same problem for a SAT solver'],
  ],
  async run(given, operands, shell) {
    checkTogether(given);
    const [file = '-', another] = operands;
    if (another !== undefined) {
      throw new Misuse(`one problem at a time: ${JSON.stringify(another)} is one too many`);
    }
    const problem = await readProblem(file, shell);
    if (given.cnf) return writeAll(dimacsLines(problem), shell);
    return shell.interruptible((signal) => search(problem, given, signal, shell));
  },
});

/** Refuses flags that contradict each other, or would not be heeded. */
function checkTogether(given: Flags): void {
  only(given, ['count', 'first', 'unique', 'cnf']);
  for (const bound of ['first', 'unique'] as const) only(given, [bound, 'limit']);
  const ofSearch = Object.keys(FLAGS).filter((name) => name !== 'cnf') as (keyof Flags)[];
  for (const name of ofSearch) only(given, ['cnf', name]);
}

async function search(
  problem: Problem,
  given: Flags,
  signal: AbortSignal,
  shell: Shell,
): Promise<Exit> {
  const { console } = shell;
  const { engine = 'auto', timeout, json } = given;
  const report = new Report(engine, shell);
  const settings = {
    engine,
    seed: given.seed,
    limit: given.limit,
    timeout,
    maxNodes: given['max-nodes'],
    signal,
    onProgress: report.onProgress,
  };
  const written = (number: number, solution: Solution<unknown>) =>
    json ? jsonOf(number, solution) : blockOf(number, solution, problem);
  let status: Status;
  let answer: object = {};
  if (given.unique) {
    const found = await isUniqueAsync(problem, settings);
    status = found.status;
    answer = { answer: found.answer };
    if (!json) console.write(`${found.answer}\n`);
  } else if (given.count) {
    const found = await countAsync(problem, settings);
    status = found.status;
    if (!json) console.write(`${status === 'complete' ? '' : '>='}${found.count}\n`);
  } else if (given.first) {
    const { solution, ...found } = await firstAsync(problem, settings);
    status = found.status;
    if (solution !== undefined) console.write(written(1, solution));
  } else {
    const stream = solutionsAsync(problem, settings);
    let number = 0;
    for await (const solution of stream) {
      console.write(written(++number, solution));
      if (console.full) await console.room();
    }
    status = stream.status as Status;
  }
  if (json) console.write(`${JSON.stringify({ ...report.summary(status), ...answer })}\n`);
  const resultsSayIt = given.json ?? given.count ?? given.unique ?? false;
  return report.end(status, given.stats ?? false, resultsSayIt);
}

function jsonOf(number: number, { numbers, options }: Solution<unknown>): string {
  return `${JSON.stringify({ solution: number, numbers, options })}\n`;
}

/** A solution for people: its options in the order of the input. */
function blockOf(number: number, { numbers }: Solution<unknown>, problem: Problem): string {
  const inOrder = [...numbers].sort((a, b) => a - b);
  const lines = inOrder.map((option) => `  ${problem.option(option).map(textOf).join(' ')}\n`);
  return `${number}:\n${lines.join('')}\n`;
}

/** An item as the input has it. */
function textOf(use: ItemUse): string {
  return typeof use === 'string' ? use : `${use.item}:${use.colour}`;
}
