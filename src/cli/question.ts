import { QUESTION_ENGINES } from '../ask/engines.ts';
import type { Problem } from '../problem/problem.ts';
import type { ReasonName } from '../why/explaining.ts';
import type { Shell } from './command.ts';
import { type Exit, UsageError } from './exit.ts';
import {
  choice,
  choices,
  type Given,
  integer,
  MOST_WORKERS,
  memory,
  type OptionalValueFlag,
  questionOf,
  seconds,
  seed,
  type Together,
  text,
  type ValueFlag,
} from './flags.ts';
import { FORMAT } from './input.ts';
import { KEEPING, type OutputFile } from './output.ts';
import { PART_FLAGS } from './shard.ts';

/** The reasons that --why looks for, as the library names them. */
const REASONS: readonly ReasonName[] = ['chain', 'weights', 'clash'];

/** The flags of `solve`. */
export const FLAGS = {
  count: { about: 'prints only the number of solutions; >=N if there may be more' },
  first: { about: 'stops at the first solution' },
  limit: integer('K', 'stops at K solutions'),
  unique: { about: 'prints unique, several, none or unknown; stops at the second solution' },
  proof: {
    value: 'NAME',
    about:
      'proves that there is no solution, or with --unique no other, in NAME.cnf and NAME.drat, as drat-trim reads them',
    read(text) {
      if (!/(?:^|[/\\])-?$/.test(text)) return text;
      throw new UsageError('give the name of two files without their ends: p for p.cnf and p.drat');
    },
  } satisfies ValueFlag<string>,
  sample: integer(
    'K',
    'prints K solutions drawn at random, each as likely as any other; others by --seed',
    1,
  ),
  odds: {
    about: 'prints a line for each option: how many solutions have it, their share, its items',
  },
  best: integer('K', 'prints the K cheapest solutions, the cheapest first', 1),
  max: { about: 'with --best: the dearest solutions in place of the cheapest' },
  why: {
    ...choices(
      'LIST',
      'tells why there is no solution: deductions, weights, or items that clash; LIST says which of these to ' +
        'look for, as in --why=clash or --why=chain,weights',
      REASONS,
    ),
    isOptional: true,
  } satisfies OptionalValueFlag<ReasonName[]>,
  reduce: { about: 'makes the problem smaller before the search (see quadrille reduce)' },
  labels: {
    about:
      'prints an option by its label, a comment in the line above it, as "| Ann, early on Monday"',
  },
  json: { about: 'prints a JSON object on each line: the results, then the status' },
  cnf: { about: 'prints the problem for SAT solvers (DIMACS) instead of solving it' },
  lp: { about: 'prints the problem for MIP solvers (an LP file) instead of solving it' },
  model: text('FILE', 'reads the answer of a solver to the output of --cnf or --lp'),
  format: FORMAT,
  stats: { about: 'prints statistics of the search on stderr' },
  sharp: { about: 'branches first on primary items whose names begin with #' },
  engine: choice(
    'NAME',
    `the engine: ${QUESTION_ENGINES.join(', ')}; default auto`,
    QUESTION_ENGINES,
  ),
  workers: integer(
    'N',
    'searches by N threads; default 1; the order of the solutions is then by chance',
    1,
    MOST_WORKERS,
  ),
  ...KEEPING,
  ...PART_FLAGS,
  seed,
  timeout: seconds('stops after this time'),
  memory,
  'max-nodes': integer('N', 'stops when N options have been chosen'),
};

type Flags = Given<typeof FLAGS>;
type Name = keyof Flags;

/** The questions of `solve`, and the other things it does with a problem, by their flags. */
export type Question = keyof typeof TOGETHER.questions | 'solutions';

/** A question as a command line states it. */
export interface Asked {
  readonly question: Question;
  readonly problem: Problem;
  readonly given: Settings;
  readonly signal: AbortSignal;
  readonly shell: Shell;
  /** The file of `--output`. */
  readonly output: OutputFile | undefined;
}

/** The flags that are given, with the labels that were read. */
export type Settings = Omit<Flags, 'labels'> & { readonly labels?: string[] | undefined };

/** Answers a question. */
export type Answerer = (asked: Asked) => Promise<Exit>;

/** Flags of every search. */
const SEARCH = [
  'json',
  'stats',
  'format',
  'sharp',
  'seed',
  'timeout',
  'memory',
  'max-nodes',
] as const;
/** Flags of the searches that can be kept, continued, and divided over threads and machines. */
const RESUMABLE = [
  ...SEARCH,
  'engine',
  'workers',
  'reduce',
  'output',
  'checkpoint',
  'checkpoint-every',
  'shard',
  'prefix',
] as const;
/** Flags of the questions that are answered by a way of their own. */
const SPECIAL = [...SEARCH, 'labels', 'output'] as const;

/** Without a question `solve` prints all solutions. Then every flag but `--max` goes. */
const TOGETHER = {
  questions: {
    proof: [...SEARCH, 'labels', 'engine', 'first', 'unique'],
    count: [...RESUMABLE, 'limit'],
    first: [...RESUMABLE, 'labels'],
    unique: RESUMABLE,
    sample: SPECIAL,
    odds: SPECIAL.filter((name) => name !== 'seed'),
    best: [...SPECIAL, 'max', 'reduce'],
    why: [...SPECIAL, 'prefix'],
    cnf: ['format'],
    lp: ['format'],
    model: ['format', 'json', 'labels'],
  },
  pairs: [
    ['first', 'unique'],
    ['labels', 'unique'],
    ['shard', 'prefix'],
    ['sharp', 'format'],
    ['labels', 'format'],
  ],
  needs: [
    ['max', 'best', 'says which solutions --best K prints; give --best too'],
    ['checkpoint-every', 'checkpoint', 'says when --checkpoint FILE is written; give it too'],
  ],
} as const satisfies Together<string, Name>;

/** The question of a command line, once it is known that its flags go together. */
export function questionIn(given: Flags): Question {
  const question = questionOf(given, TOGETHER);
  if (question === 'proof' && given.engine !== undefined && given.engine !== 'learn') {
    throw new UsageError(`--engine ${given.engine} writes no proof; leave --engine out`);
  }
  return question ?? 'solutions';
}
