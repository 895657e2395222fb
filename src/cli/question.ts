import type { Problem } from '../engine/problem/problem.ts';
import { QUESTION_ENGINES } from '../engine/solve/engines.ts';
import type { ReasonName } from '../engine/why/explaining.ts';
import type { Shell } from './command.ts';
import { type Exit, UsageError } from './exit.ts';
import {
  choice,
  choices,
  type FlagRules,
  type FlagValues,
  integer,
  MOST_WORKERS,
  memory,
  type OptionalValueFlag,
  questionOf,
  seconds,
  seed,
  text,
  upToSymmetry,
  type ValueFlag,
} from './flags.ts';
import { FORM_FLAGS } from './input.ts';
import { KEEPING, type OutputFile } from './output.ts';
import { PART_FLAGS } from './shard.ts';

/** The reasons that --why looks for, as the library names them. */
const WHY_REASONS: readonly ReasonName[] = ['chain', 'weights', 'clash'];

/** The questions of `solve`. Three of them are about other solvers. */
const QUESTION_FLAGS = {
  count: { about: 'prints only the number of solutions; >=N if there may be more' },
  first: { about: 'stops at the first solution' },
  unique: { about: 'prints unique, several, none or unknown; stops at the second solution' },
  estimate: {
    about:
      'prints how many solutions, nodes and seconds a count would come to, with standard errors',
  },
  sample: integer(
    'K',
    'prints K solutions drawn at random, each as likely as any other; others by --seed',
    1,
  ),
  odds: {
    about: 'prints a line for each option: how many solutions have it, their share, its items',
  },
  symmetries: {
    about:
      'prints the number of symmetries, then generators in cycles, and orbits: items by name, options by number from 0',
  },
  best: integer('K', 'prints the K cheapest solutions, the cheapest first', 1),
  why: {
    ...choices(
      'LIST',
      'tells why there is no solution: deductions, weights, or items that clash; LIST says which of these to ' +
        'look for, as in --why=clash or --why=chain,weights',
      WHY_REASONS,
    ),
    isOptional: true,
  } satisfies OptionalValueFlag<ReasonName[]>,
  steps: {
    about:
      'solves it as a person does: a line for each step, with its number, its difficulty and the reason',
  },
  hint: {
    about:
      'prints the next step of a person, a sentence a line: where to look, why, what follows; or the mistake in --prefix',
  },
  rate: {
    about:
      'prints the difficulty of the hardest step that a person needs, as 2.6; >=N if more is needed than the techniques',
  },
  proof: {
    value: 'NAME',
    about:
      'proves that there is no solution, or with --unique no other, in NAME.cnf and NAME.drat, as drat-trim reads them',
    read(text) {
      if (!/(?:^|[/\\])-?$/.test(text)) return text;
      throw new UsageError('give the name of two files without their ends: p for p.cnf and p.drat');
    },
  } satisfies ValueFlag<string>,
  cnf: { about: 'prints the problem for SAT solvers (DIMACS) instead of solving it' },
  lp: { about: 'prints the problem for MIP solvers (an LP file) instead of solving it' },
  model: text('FILE', 'reads the answer of a solver to the output of --cnf or --lp'),
};
/** Flags of some questions. */
const DETAILS = {
  limit: integer('K', 'stops at K solutions', 1),
  'up-to-symmetry': upToSymmetry,
  max: { about: 'with --best: the dearest solutions in place of the cheapest' },
  reduce: { about: 'makes the problem smaller before the search (see quadrille reduce)' },
  'no-symmetry': { about: 'counts without the use of symmetries' },
  labels: {
    about:
      'prints an option by its label, a comment in the line above it, as "| Ann, early on Monday"',
  },
};
/** Flags of every search. */
const SEARCH_FLAGS = {
  json: { about: 'prints a JSON object on each line: the results, then the status' },
  ...FORM_FLAGS,
  stats: { about: 'prints statistics of the search on stderr' },
  seed,
  timeout: seconds('stops after this time'),
  memory,
  'max-nodes': integer('N', 'stops when N options have been chosen'),
};
/** Flags of the searches that can be kept, continued, and divided over threads and machines. */
const RESUMABLE = {
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
};

/** The flags of `solve`. */
export const SOLVE_FLAGS = { ...QUESTION_FLAGS, ...DETAILS, ...RESUMABLE, ...SEARCH_FLAGS };

type Values = FlagValues<typeof SOLVE_FLAGS>;

/** A question by its flag; without a flag `solve` prints all solutions. */
export type Question = keyof typeof QUESTION_FLAGS | 'solutions';

/** A question about a problem, as a command line states it. */
export interface Inquiry {
  readonly question: Question;
  readonly problem: Problem;
  readonly given: Settings;
  readonly signal: AbortSignal;
  readonly shell: Shell;
  /** The file of `--output`. */
  readonly output: OutputFile | undefined;
}

/** The values of the flags, with the labels that were read. */
type Settings = Omit<Values, 'labels'> & { readonly labels?: string[] | undefined };

/** A function that answers an inquiry on the console. */
export type Answerer = (inquiry: Inquiry) => Promise<Exit>;

/** The names of the flags of two groups. */
const SEARCH_NAMES = Object.keys(SEARCH_FLAGS) as (keyof typeof SEARCH_FLAGS)[];
const RESUMABLE_NAMES = [
  ...SEARCH_NAMES,
  ...(Object.keys(RESUMABLE) as (keyof typeof RESUMABLE)[]),
];

/** The flags of the questions about steps of a person. */
const PENCIL_FLAGS = ['json', 'format', 'sharp', 'stats', 'timeout', 'prefix'] as const;

/** The flags of searches for all solutions, which one for classes cannot take. */
const UNDIVIDED = [
  'no-symmetry',
  'seed',
  'reduce',
  'engine',
  'workers',
  'checkpoint',
  'shard',
  'prefix',
] as const;

/** The flags that go together. Without a question `solve` prints all solutions. */
const SOLVE_RULES = {
  questions: {
    proof: [...SEARCH_NAMES, 'labels', 'engine', 'first', 'unique'],
    count: [...RESUMABLE_NAMES, 'reduce', 'limit', 'no-symmetry', 'up-to-symmetry'],
    first: [...RESUMABLE_NAMES, 'reduce', 'labels', 'up-to-symmetry'],
    unique: [...RESUMABLE_NAMES, 'reduce', 'up-to-symmetry'],
    estimate: [...SEARCH_NAMES.filter((name) => name !== 'max-nodes'), 'engine', 'reduce'],
    sample: [...SEARCH_NAMES, 'labels', 'output'],
    odds: [...SEARCH_NAMES.filter((name) => name !== 'seed'), 'labels', 'output'],
    symmetries: [
      ...SEARCH_NAMES.filter((name) => name !== 'seed' && name !== 'sharp'),
      'labels',
      'output',
    ],
    best: [...SEARCH_NAMES, 'labels', 'output', 'max', 'reduce', 'up-to-symmetry'],
    why: [...SEARCH_NAMES, 'labels', 'output', 'prefix'],
    steps: [...PENCIL_FLAGS, 'labels', 'output', 'limit'],
    hint: [...PENCIL_FLAGS, 'labels', 'output'],
    rate: PENCIL_FLAGS,
    cnf: ['format'],
    lp: ['format'],
    model: ['format', 'json', 'labels'],
  },
  pairs: [
    ['first', 'unique'],
    ['labels', 'unique'],
    ...UNDIVIDED.map((name) => ['up-to-symmetry', name] as const),
    ['shard', 'prefix'],
    ['sharp', 'format'],
    ['labels', 'format'],
    ['estimate', 'limit', 'an estimate is of all solutions'],
  ],
  needs: [
    ['max', 'best', 'says which solutions --best K prints; give --best too'],
    ['no-symmetry', 'count', 'says what --count leaves unused; give --count too'],
    ['checkpoint-every', 'checkpoint', 'says when --checkpoint FILE is written; give it too'],
  ],
} as const satisfies FlagRules<keyof typeof QUESTION_FLAGS, keyof Values>;

/** The question of a command line, once it is known that its flags go together. */
export function questionIn(given: Values): Question {
  const question = questionOf(given, SOLVE_RULES);
  if (question === 'proof' && given.engine !== undefined && given.engine !== 'learn') {
    throw new UsageError(`--engine ${given.engine} writes no proof; leave --engine out`);
  }
  if (given.engine === 'sweep' && (question === 'first' || question === 'unique')) {
    throw new UsageError(
      `--engine sweep is for all solutions; with --${question} leave --engine out`,
    );
  }
  return question ?? 'solutions';
}
