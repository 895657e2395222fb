import { setTimeout as wait } from 'node:timers/promises';
import { QuadrilleError } from '../engine/problem/error.ts';
import { fingerprint } from '../engine/problem/fingerprint.ts';
import type { Problem } from '../engine/problem/problem.ts';
import { Solution } from '../engine/problem/problem.ts';
import { QUESTION_ENGINES } from '../engine/solve/engines.ts';
import type { Result } from '../queue/client.ts';
import { write } from './answers.ts';
import { type Kind, type Shell, simpleCommand } from './command.ts';
import { EXIT, type Exit, UsageError } from './exit.ts';
import {
  atMostOne,
  choice,
  type FlagValues,
  integer,
  MOST_WORKERS,
  memory,
  seed,
  text,
} from './flags.ts';
import { FORM_FLAGS, readProblem } from './input.ts';
import { counted, exitOf } from './report.ts';
import { PART_FLAGS } from './shard.ts';

/**
 * The variable of the environment that stands for --url: the list of processes shows flags to
 * everybody.
 */
const URL_VARIABLE = 'QUADRILLE_QUEUE';

const QUEUE_FLAGS = {
  url: text(
    'URL',
    `the server: redis://HOST, rediss://HOST or postgres://USER@HOST/DATABASE; default ${URL_VARIABLE}`,
  ),
  queue: text('NAME', 'the name of the queue; default quadrille'),
  count: { about: 'submit: asks for the number of solutions' },
  first: { about: 'submit: asks for one solution' },
  unique: { about: 'submit: asks whether there is exactly one solution' },
  nodes: integer(
    'N',
    "submit: divides a job after N nodes; default about a second's work on this machine",
    1,
  ),
  format: { ...FORM_FLAGS.format, about: `submit, result: ${FORM_FLAGS.format.about}` },
  sharp: { about: `submit, result: ${FORM_FLAGS.sharp.about}` },
  engine: choice(
    'NAME',
    `submit: the engine: ${QUESTION_ENGINES.join(', ')}; default auto`,
    QUESTION_ENGINES,
  ),
  seed,
  memory,
  'no-symmetry': { about: 'submit: counts without the use of symmetries' },
  prefix: { ...PART_FLAGS.prefix, about: `submit: ${PART_FLAGS.prefix.about}` },
  workers: integer('N', 'work: searches by N threads; default one for each core', 1, MOST_WORKERS),
  wait: { about: 'result: waits for the end' },
  json: { about: 'prints a JSON object on each line' },
};

type Flags = FlagValues<typeof QUEUE_FLAGS>;

/** An action on the queue. */
interface Action extends Kind {
  /** The flags that it takes, besides --url, --queue and --json. */
  readonly flags: readonly (keyof Flags)[];
  /** The least and the most operands. */
  readonly operands: readonly [least: number, most: number];
  run(given: Flags, operands: readonly string[], shell: Shell): Promise<Exit>;
}

const ACTIONS: readonly Action[] = [
  {
    name: 'submit',
    about: '[FILE|-]: stores a question about a problem, and prints its id; default: all solutions',
    flags: [
      ...(['count', 'first', 'unique', 'nodes', 'engine', 'seed', 'memory'] as const),
      ...(['no-symmetry', 'prefix', 'format', 'sharp'] as const),
    ],
    operands: [0, 1],
    run: submit,
  },
  {
    name: 'work',
    about: 'works on the jobs of all submissions until it is stopped',
    flags: ['workers'],
    operands: [0, 0],
    run: work,
  },
  {
    name: 'status',
    about: 'ID: how far a submission has come',
    flags: [],
    operands: [1, 1],
    run: status,
  },
  {
    name: 'result',
    about: 'ID [FILE]: its answer; solutions as numbers of options, with FILE as solve prints them',
    flags: ['wait', 'format', 'sharp'],
    operands: [1, 2],
    run: result,
  },
  {
    name: 'cancel',
    about: 'ID: ends a submission, or removes one that is done',
    flags: [],
    operands: [1, 1],
    run: cancel,
  },
  {
    name: 'list',
    about: 'lists all submissions',
    flags: [],
    operands: [0, 0],
    async run(given, _, { console }) {
      const { list } = await import('../queue/client.ts');
      for (const { id, question, engine, isDone } of await list(connectionOf(given))) {
        if (given.json) console.writeJson('submission', { id, question, engine, done: isDone });
        else console.write(`${id}  ${question}  ${engine}  ${isDone ? 'done' : 'open'}\n`);
      }
      return EXIT.answered;
    },
  },
  {
    name: 'init',
    about: 'makes the tables that PostgreSQL needs',
    flags: [],
    operands: [0, 0],
    async run(given) {
      const { init } = await import('../queue/server.ts');
      await init(connectionOf(given));
      return EXIT.answered;
    },
  },
];

export const queue = simpleCommand({
  name: 'queue',
  summary: 'spreads a search over machines by a queue on Redis or PostgreSQL',
  usage: [
    'quadrille queue submit [FILE|-] --url URL [flags]',
    'quadrille queue work --url URL [--workers N]',
    'quadrille queue status|result|cancel ID --url URL',
    'quadrille queue list|init --url URL',
  ],
  about:
    'A submission is a problem and a question. Workers, as many as you start and wherever, divide it ' +
    'into jobs and search them. Workers and servers may crash at any time: no solution is lost or ' +
    'counted twice. It needs the packages bullmq and ioredis (Redis) or pg (PostgreSQL): npm install ' +
    'bullmq ioredis.',
  kinds: ACTIONS,
  lists: [{ title: 'Actions', lines: ACTIONS.map(({ name, about }) => [name, about] as const) }],
  flags: QUEUE_FLAGS,
  async run(given, [name, ...operands], shell) {
    const action = ACTIONS.find((action) => action.name === name);
    const names = ACTIONS.map(({ name }) => name).join(', ');
    if (action === undefined) {
      const what =
        name === undefined ? 'it needs an action' : `there is no ${JSON.stringify(name)}`;
      throw new UsageError(`${what}; give one of ${names}, as in quadrille queue list [flags]`);
    }
    const [least, most] = action.operands;
    if (operands.length < least) throw new UsageError(`${name} needs an id; see queue list`);
    if (operands.length > most) {
      throw new UsageError(
        `${JSON.stringify(operands[most])} is one argument too many for ${name}; leave it out`,
      );
    }
    const known = [...action.flags, 'url', 'queue', 'json'];
    const foreign = Object.keys(given).find((flag) => !known.includes(flag));
    if (foreign !== undefined)
      throw new UsageError(`queue ${name} has no --${foreign}; leave it out`);
    try {
      return await action.run(given, operands, shell);
    } catch (error) {
      if (!(error instanceof QuadrilleError)) throw error;
      // The library calls the address by the name of its own setting.
      const source = given.url === undefined ? URL_VARIABLE : '--url';
      const message = error.message.replace(/^connection /, `${source} `);
      throw new QuadrilleError(error.code, message, error);
    }
  },
});

function connectionOf({ url = process.env[URL_VARIABLE], queue }: Flags) {
  if (url) return { connection: url, queue };
  throw new UsageError(
    `there is no server; give --url redis://HOST or postgres://USER@HOST/DATABASE, or set ${URL_VARIABLE}`,
  );
}

async function submit(given: Flags, [file = '-']: readonly string[], shell: Shell): Promise<Exit> {
  const { console } = shell;
  const connection = connectionOf(given);
  const asked = atMostOne(given, ['count', 'first', 'unique']) ?? 'solutions';
  const question = asked === 'unique' ? 'isUnique' : asked;
  if (given['no-symmetry'] && !given.count) {
    throw new UsageError('--no-symmetry says what --count leaves unused; give --count too');
  }
  const { submit } = await import('../queue/submit.ts');
  const { checkUrl } = await import('../queue/server.ts');
  const { result } = await import('../queue/client.ts');
  // A wrong address is an error before the problem is read, which may take long.
  checkUrl(connection.connection);
  const problem = await readProblem(file, given, shell);
  const { engine, seed, nodes, prefix, memory: memoryLimit } = given;
  const symmetry = !given['no-symmetry'];
  const settings = { ...connection, engine, seed, nodes, prefix, memoryLimit, symmetry };
  const id = await submit(problem, question, settings);
  const state = await result(id, connection);
  if (given.json) console.writeJson('submission', fieldsOf(state));
  else console.write(`${id}\n`);
  if (state.isDone) console.note('It is answered already; see result.');
  else if (state.engine === 'auto') {
    console.note(
      'One worker counts it with one core: to remember states that repeat promises to end before an ' +
        'enumeration by all workers; --engine NAME has it enumerated.',
    );
  }
  tellWeakness(state, shell);
  return EXIT.answered;
}

function tellWeakness({ weakness }: Result, { console }: Shell): void {
  if (weakness !== undefined) console.note(`${weakness}.`);
}

/** Milliseconds that a worker has to start, before a client that waits says that there is none. */
const WORKER_START_MS = 5000;

/** Nothing goes on without a worker of the right version. */
async function tellWorkers(
  { isDone, workers, version }: Result,
  { console }: Shell,
): Promise<void> {
  if (isDone) return;
  if (workers === 0) {
    console.note('No worker is connected; start quadrille queue work.');
    return;
  }
  const { PROTOCOL_VERSION } = await import('../queue/protocol.ts');
  if (version === PROTOCOL_VERSION) return;
  console.note(`It needs workers of quadrille ${version}; this is ${PROTOCOL_VERSION}.`);
}

async function work(given: Flags, _operands: readonly string[], shell: Shell): Promise<Exit> {
  const { console } = shell;
  const { work } = await import('../queue/work.ts');
  const { workers, json } = given;
  return shell.interruptible(async (signal) => {
    let last = '';
    const crew = await work({
      ...connectionOf(given),
      signal,
      workers,
      ...(json && { onJob: (id, before) => console.writeJson('job', { id, before }) }),
      onError(message) {
        if (message !== last) console.note(`quadrille queue work: ${message}`);
        last = message;
      },
    }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    if (crew === undefined) return EXIT.interrupted;
    console.note('Working; stop with Ctrl-C.');
    while (!signal.aborted) {
      await wait(2 ** 30, undefined, { signal }).catch(() => undefined);
    }
    await crew.close();
    return EXIT.interrupted;
  });
}

async function status(given: Flags, [id = '']: readonly string[], shell: Shell): Promise<Exit> {
  const { console } = shell;
  const { result } = await import('../queue/client.ts');
  const state = await result(id, connectionOf(given));
  if (given.json) console.writeJson('submission', fieldsOf(state));
  else {
    const { isDone, exact, jobs, open, share } = state;
    const percent = Number((100 * share).toPrecision(2));
    const rest = isDone ? 'done' : `about ${percent} % done, ${counted(open, 'job')} open`;
    console.write(`${rest}; ${counted(exact, 'solution')}, ${counted(jobs, 'job')} done\n`);
  }
  await tellWorkers(state, shell);
  return EXIT.answered;
}

/** The fields of a line of `--json`. */
function fieldsOf({ id, question, engine, isDone, ...rest }: Result): object {
  const { share, exact, nodes, jobs, open } = rest;
  return { id, question, engine, done: isDone, share, exact: String(exact), nodes, jobs, open };
}

async function result(
  given: Flags,
  [id = '', file]: readonly string[],
  shell: Shell,
): Promise<Exit> {
  const { console } = shell;
  const connection = connectionOf(given);
  const { result, solutionPages } = await import('../queue/client.ts');
  const waits = given.wait ?? false;
  const ask = async () => tellWorkers(await result(id, connection), shell);
  // The wait itself reports a server that is away.
  const timer = waits ? setTimeout(() => ask().catch(() => undefined), WORKER_START_MS) : undefined;
  const found = await shell
    .interruptible((signal) => result(id, { ...connection, wait: waits, signal }))
    .finally(() => clearTimeout(timer));
  const { question, status, exact, answer, isDone } = found;
  const problem = file === undefined ? undefined : await sameProblem(file, found, given, shell);
  let index = 0;
  const show = (numbers: readonly number[]) => {
    index++;
    if (problem !== undefined) {
      write(new Solution(problem, [...numbers]), index, { problem, given, shell });
    } else if (given.json) console.writeJson('submission', { id, question, index, numbers });
    else console.write(`${numbers.join(' ')}\n`);
  };
  if (question === 'first' && found.solution !== undefined) show(found.solution);
  if (question === 'solutions' && isDone) {
    for await (const page of solutionPages(id, connection)) {
      for (const numbers of page) show(numbers);
      if (console.isFull) await console.waitForRoom();
    }
  }
  if (given.json) {
    const all = { status, answer, exact: String(exact), done: isDone };
    console.writeJson('submission', { id, question, ...all });
  } else if (question === 'count') console.write(`${status === 'complete' ? '' : '>='}${exact}\n`);
  else if (question === 'isUnique') console.write(`${answer}\n`);
  if (!isDone) console.note('It is not done; see status, or wait with --wait.');
  tellWeakness(found, shell);
  if (status === 'open') return EXIT.undecided;
  if (question === 'isUnique' && answer !== 'none') return EXIT.answered;
  return exitOf(status, exact);
}

/** Reads the problem of a submission from a file. Refuses another one. */
async function sameProblem(
  file: string,
  { problem: expected }: Result,
  given: Flags,
  shell: Shell,
): Promise<Problem> {
  const problem = await readProblem(file, given, shell);
  if (fingerprint(problem.compile()) === expected) return problem;
  throw new UsageError(
    `${file}: this is another problem than the one submitted; give that one, with the same --sharp`,
  );
}

async function cancel(given: Flags, [id = '']: readonly string[], shell: Shell): Promise<Exit> {
  const { cancel } = await import('../queue/client.ts');
  const left = await cancel(id, connectionOf(given));
  if (left > 0) {
    shell.console.note(
      `${counted(left, 'job')} are still locked by workers that do not answer; they go when these do.`,
    );
  }
  return EXIT.answered;
}
