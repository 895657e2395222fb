import type { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Job as BullJob, Processor, Queue, Worker, WorkerOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import { QuadrilleError, shown } from '../engine/problem/error.ts';
import { checkSettings } from '../engine/problem/setting.ts';
import type { Watch } from '../engine/solve/cooperative.ts';

/** Where the queue is. */
export interface Connection {
  /** `redis://...`, `rediss://...` (TLS) or `postgres://...`. */
  readonly connection: string;
  /** The name of the queue. Default: `quadrille`. */
  readonly queue?: string | undefined;
}

type BullMq = typeof import('bullmq');

/** The names of the settings of each function. */
export const CONNECTION = ['connection', 'queue'];

/** Milliseconds for a server to answer at first. */
const ANSWER_MS = 5000;
/** Milliseconds between two attempts to reach a server that is away. */
const AGAIN = 1000;
/** Milliseconds between two looks at the signal meanwhile. */
const SIGNAL_CHECK_MS = 100;
/** Milliseconds for a server to answer at the end. */
export const LEAVE_MS = 2000;
/**
 * A client gives up after this number of attempts to connect again: about 10 seconds. A worker goes
 * on for ever.
 */
const MOST_ATTEMPTS = 12;
/** The events that BullMQ keeps. Nothing here reads them, and each has a copy of an outcome. */
const EVENTS = { events: { maxLen: 10 } };
/** Connections of a queue to PostgreSQL. */
const POOL = 4;

/** Waits for a server that is away. */
interface Patience {
  /** Ends the waiting. */
  readonly signal?: Watch['signal'];
  /** Gets the reason of each wait. */
  report(message: string): void;
}

/**
 * Calls `use` with an open server, and closes it. Errors of the connection become errors for
 * people. @internal
 */
export async function withServer<R>(
  settings: Connection,
  known: readonly string[],
  use: (server: Server) => Promise<R>,
): Promise<R> {
  checkSettings(settings, [...CONNECTION, ...known]);
  const server = await Server.open(settings);
  try {
    return await use(server);
  } catch (error) {
    throw unreachable(server.url, error) ?? error;
  } finally {
    await server.close();
  }
}

/**
 * A server of Redis or PostgreSQL, and the two queues of BullMQ on it. The published types do not
 * have it, so they need no types of BullMQ. @internal
 */
export class Server {
  readonly url: URL;
  readonly bullmq: BullMq;
  /** The pieces of all submissions. */
  readonly jobs: Queue;
  /** The problems and plans of submissions, as the data of jobs that no worker takes. */
  readonly store: Queue;
  /** Starts a worker on the jobs. */
  readonly worker: (processor: Processor, options: Partial<WorkerOptions>) => Worker;
  readonly #redis: Redis | undefined;
  /** Aborted when it is closed: then no client of Redis connects again. */
  readonly #end: AbortController;

  private constructor(url: URL, name: string, bullmq: BullMq, end: AbortController, redis?: Redis) {
    this.url = url;
    this.bullmq = bullmq;
    this.#end = end;
    this.#redis = redis;
    const connection = (redis ?? { connectionString: url.href, max: POOL }) as Redis;
    // The types of a queue name the backend. Nothing here depends on which it is.
    const backend = (redis === undefined ? bullmq.createPostgresBackend : undefined) as undefined;
    const queue = (title: string) =>
      prepared(new bullmq.Queue(title, { connection, streams: EVENTS }, backend), bullmq);
    this.jobs = queue(name);
    this.store = queue(`${name}-store`);
    this.worker = (processor, options) =>
      prepared(new bullmq.Worker(name, processor, { ...options, connection }, backend), bullmq);
  }

  /**
   * Connects, and checks that the server keeps its data. With patience it waits for a server that
   * is away, now and for ever.
   */
  static async open({ connection, queue = 'quadrille' }: Connection, patience?: Patience) {
    const url = checkUrl(connection);
    if (typeof queue !== 'string' || !/^[\w.-]{1,64}$/.test(queue)) {
      throw new QuadrilleError(
        'bad-setting',
        `queue is ${shown(queue)}; give 1 to 64 letters, digits, hyphens, underscores or points.`,
      );
    }
    const isRedis = url.protocol.startsWith('redis');
    const bullmq = await load(() => import('bullmq'), 'bullmq', isRedis);
    for (;;) {
      try {
        const end = new AbortController();
        const isPatient = patience !== undefined;
        const redis = isRedis ? await openRedis(url, isPatient, end.signal) : undefined;
        if (!isRedis) await usePostgres(url, (client) => bullmq.assertSchemaCompatibility(client));
        return new Server(url, queue, bullmq, end, redis);
      } catch (error) {
        const told = unreachable(url, error);
        if (told === undefined) throw error;
        if (patience === undefined || meaningOf(error)?.passes !== true) throw told;
        patience.report(`${told.message} It is tried again until it answers.`);
        for (let rest = AGAIN; rest > 0; rest -= SIGNAL_CHECK_MS) {
          if (patience.signal?.aborted) throw told;
          await wait(SIGNAL_CHECK_MS);
        }
      }
    }
  }

  /**
   * The data that the server may forget in a crash, in words; undefined if it keeps all that it has
   * confirmed.
   */
  async weakness(): Promise<string | undefined> {
    if (this.#redis === undefined) {
      return usePostgres(this.url, async (client) => {
        const read = async (name: string): Promise<unknown> =>
          (await client.query(`SHOW ${name}`)).rows[0]?.[name];
        return postgresWeakness(await read('fsync'), await read('synchronous_commit'));
      });
    }
    try {
      const read = async (name: string) => (await this.#redis?.config('GET', name))?.[1];
      return redisWeakness(await read('appendonly'), await read('appendfsync'), await read('save'));
    } catch {
      return 'Redis does not tell its configuration, so it is not known what it forgets in a crash';
    }
  }

  async close(): Promise<void> {
    this.#end.abort();
    await within(LEAVE_MS, Promise.allSettled([this.jobs.close(), this.store.close()]));
    this.#redis?.disconnect();
  }
}

/**
 * The loss in a crash of Redis. Without the log (`appendonly`) a restart has the last snapshot, if
 * `save` asks for any. The log is on the disk when `appendfsync` says so. @internal
 */
export function redisWeakness(
  appendonly: string | undefined,
  appendfsync: string | undefined,
  save: string | undefined,
): string | undefined {
  if (appendonly !== 'yes') {
    const lost = save
      ? `all since its last snapshot (save ${save})`
      : 'everything, since it takes no snapshots either';
    return `Redis has appendonly off: in a crash it forgets ${lost}; set appendonly yes`;
  }
  if (appendfsync === 'always') return undefined;
  const lost = appendfsync === 'everysec' ? 'second or two' : 'half minute or so';
  return `Redis has appendfsync ${appendfsync}: in a crash it may forget the last ${lost}, whose work is done again`;
}

/** The loss in a crash of PostgreSQL. @internal */
export function postgresWeakness(fsync: unknown, synchronousCommit: unknown): string | undefined {
  if (fsync === 'off') {
    return 'PostgreSQL has fsync off: a crash of its machine may damage the whole database; set fsync on';
  }
  return synchronousCommit === 'off'
    ? 'PostgreSQL has synchronous_commit off: in a crash it may forget the last second, whose work is done again'
    : undefined;
}

/** Waits for a server, but not for ever: it may be away. @internal */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const { signal } = timer;
  try {
    await Promise.race([work, wait(ms, undefined, { signal }).catch(() => undefined)]);
  } finally {
    timer.abort();
  }
}

/** Makes the tables that BullMQ needs in PostgreSQL. Redis needs none. */
export async function init(settings: Connection): Promise<void> {
  checkSettings(settings, CONNECTION);
  const url = checkUrl(settings.connection);
  if (url.protocol.startsWith('redis')) return (await Server.open(settings)).close();
  const { runMigrations } = await load(() => import('bullmq'), 'bullmq', false);
  try {
    await usePostgres(url, (client) => runMigrations(client));
  } catch (error) {
    throw unreachable(url, error) ?? error;
  }
}

/** Checks the address of a queue. @internal */
export function checkUrl(connection: string): URL {
  const url = typeof connection === 'string' && URL.canParse(connection) && new URL(connection);
  // PostgreSQL may have its host among the parameters.
  const isAddress =
    url && (/^postgres(ql)?:$/.test(url.protocol) || (/^rediss?:$/.test(url.protocol) && url.host));
  if (!isAddress) {
    throw new QuadrilleError(
      'bad-setting',
      'connection is no address of a queue; give redis://HOST:6379 or postgres://USER@HOST/DATABASE.',
    );
  }
  try {
    decodeURIComponent(url.username + url.password + url.pathname);
  } catch {
    throw new QuadrilleError(
      'bad-setting',
      'connection has a % that is no code of a character; write %25 for it.',
    );
  }
  if (url.protocol.startsWith('postgres') || /^\/?\d*$/.test(url.pathname)) return url;
  throw new QuadrilleError(
    'bad-setting',
    'connection names a database that is no number; give redis://HOST:6379/0, or leave it out.',
  );
}

async function openRedis(url: URL, isPatient: boolean, end: AbortSignal): Promise<Redis> {
  const { Redis } = await load(() => import('ioredis'), 'ioredis', true);
  let isOpen = false;
  const redis = new Redis(url.href, {
    lazyConnect: true,
    connectTimeout: ANSWER_MS,
    // Milliseconds that the end of a connection may take. The program waits for it.
    disconnectTimeout: 100,
    // BullMQ needs this. Commands wait until the server is back.
    maxRetriesPerRequest: null,
    retryStrategy(attempts) {
      const current = isOpen && !end.aborted && (isPatient || attempts <= MOST_ATTEMPTS);
      return current ? Math.min(100 * attempts, 1000) : null;
    },
  });
  let first: Error | undefined;
  redis.on('error', (error) => {
    first ??= error;
  });
  try {
    await redis.connect();
    isOpen = true;
    // The client goes on in the first database if there is none of that number.
    if (first !== undefined) throw first;
    const [, policy = 'noeviction'] =
      /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory')) ?? [];
    if (policy !== 'noeviction') {
      throw new QuadrilleError(
        'no-server',
        `Redis at ${url.host} removes keys when memory is short (maxmemory-policy ${policy}), and a job that is ` +
          'removed is lost; set maxmemory-policy noeviction.',
      );
    }
    return redis;
  } catch (error) {
    redis.disconnect();
    // After an error of its own, the client only says that the connection is closed.
    throw error instanceof QuadrilleError ? error : (first ?? error);
  }
}

type PostgresClient = import('pg').Client;

async function usePostgres<R>(url: URL, use: (client: PostgresClient) => Promise<R>): Promise<R> {
  const { default: pg } = await load(() => import('pg'), 'pg', false);
  const client = new pg.Client({
    connectionString: url.href,
    connectionTimeoutMillis: ANSWER_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** An optional package. */
async function load<M>(find: () => Promise<M>, name: string, isRedis: boolean): Promise<M> {
  try {
    return await find();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new QuadrilleError(
      'not-installed',
      `The package ${name} is not installed; run: npm install bullmq ${isRedis ? 'ioredis' : 'pg'}`,
    );
  }
}

/** The data of a job whose text is no JSON. */
export const NO_JSON = 'data that is no JSON';

/**
 * A queue or a worker that bears with what may come. Without a listener, an error of the connection
 * would end the process; BullMQ connects again by itself. And a job whose data is no JSON would be
 * an error before its id is known: BullMQ would deliver it again and again.
 */
function prepared<Q extends EventEmitter>(queue: Q, { Job }: BullMq): Q {
  class AnyJob extends Job {
    static override fromJSON<T, R, N extends string>(
      ...[queue, json, id]: Parameters<typeof Job.fromJSON>
    ): BullJob<T, R, N> {
      try {
        return Job.fromJSON<T, R, N>(queue, json, id);
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        return Job.fromJSON<T, R, N>(queue, { ...json, data: JSON.stringify(NO_JSON) }, id);
      }
    }
  }
  // BullMQ makes each job by the class that its queue names.
  Object.defineProperty(queue, 'Job', { value: AnyJob });
  queue.on('error', () => undefined);
  return queue;
}

/** The meaning of an error of a driver. */
interface Meaning {
  /** Its code or its text. */
  readonly pattern: RegExp;
  readonly remedy: string;
  /** True if it may pass by itself, as when the server is not started yet. */
  readonly passes?: true;
}

const MEANINGS: readonly Meaning[] = [
  {
    pattern: /ECONNREFUSED|Connection is closed|Connection terminated/,
    remedy: 'no server answers; start it, or give its host and port',
    passes: true,
  },
  {
    pattern: /ENOTFOUND|EAI_AGAIN/,
    remedy: 'there is no such host; give another one',
    passes: true,
  },
  {
    pattern: /ETIMEDOUT|timeout/i,
    remedy: 'it does not answer in time; see whether the port is right and no firewall is between',
    passes: true,
  },
  {
    pattern: /EHOSTUNREACH|ENETUNREACH|ECONNRESET|EPIPE/,
    remedy: 'it cannot be reached; see the network',
    passes: true,
  },
  {
    pattern: /NOPERM|42501/,
    remedy: 'the user may not read and write its jobs; allow that, or give another user',
  },
  {
    pattern: /WRONGPASS|NOAUTH|28P01|28000/,
    remedy: 'the user or the password is wrong; give the right one',
  },
  {
    pattern: /3D000|DB index/,
    remedy: 'there is no such database; create it, or give another one',
  },
  {
    pattern: /57P0[123]/,
    remedy: 'the server is stopping or starting; try again',
    passes: true,
  },
  {
    pattern: /SASL|certificate|SSL|TLS/,
    remedy: 'there is no secure connection or no password; see the URL',
  },
  {
    pattern: /SchemaMigrationRequired|42P01/,
    remedy: 'its tables are missing; run quadrille queue init',
  },
  { pattern: /OOM|53[12]00/, remedy: 'its memory or its disk is full; make room' },
  { pattern: /READONLY|25006/, remedy: 'it is a replica, which takes no jobs; give the primary' },
];

function meaningOf(error: unknown): Meaning | undefined {
  if (error instanceof QuadrilleError || !(error instanceof Error)) return undefined;
  const { name, message, code = '' } = error as NodeJS.ErrnoException;
  const inner = error instanceof AggregateError ? String(error.errors[0]) : '';
  const told = `${name} ${code} ${message} ${inner}`;
  return MEANINGS.find(({ pattern }) => pattern.test(told));
}

/**
 * An error of the connection, for people; undefined for any other. No password is in its message.
 * @internal
 */
export function unreachable(url: URL, error: unknown): QuadrilleError | undefined {
  const remedy = meaningOf(error)?.remedy;
  if (remedy === undefined) return undefined;
  return new QuadrilleError('no-server', `${url.protocol}//${url.host}: ${remedy}.`);
}
