import type { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Processor, Queue, Worker, WorkerOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import { QuadrilleError, shown } from '../problem/error.ts';
import { checkSettings } from '../problem/setting.ts';

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
const PATIENCE = 5000;
/** Milliseconds for a server to answer at the end. */
export const LEAVE = 2000;
/**
 * A client gives up after this number of attempts to connect again: about 10 seconds. A worker goes
 * on for ever.
 */
const MOST_ATTEMPTS = 12;
/** The events that BullMQ keeps. Nothing here reads them, and each has a copy of an outcome. */
const EVENTS = { events: { maxLen: 10 } };
/** Connections of a queue to PostgreSQL. */
const POOL = 4;

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
  const server = await Server.open(settings, false);
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
      quiet(new bullmq.Queue(title, { connection, streams: EVENTS }, backend));
    this.jobs = queue(name);
    this.store = queue(`${name}-store`);
    this.worker = (processor, options) =>
      quiet(new bullmq.Worker(name, processor, { ...options, connection }, backend));
  }

  /** Connects, and checks that the server keeps its data. `isPatient`: connects again for ever. */
  static async open({ connection, queue = 'quadrille' }: Connection, isPatient: boolean) {
    const url = checkUrl(connection);
    if (typeof queue !== 'string' || !/^[\w.-]{1,64}$/.test(queue)) {
      throw new QuadrilleError(
        'bad-setting',
        `queue is ${shown(queue)}; give 1 to 64 letters, digits, hyphens, underscores or points.`,
      );
    }
    const isRedis = url.protocol.startsWith('redis');
    const bullmq = await load(() => import('bullmq'), 'bullmq', isRedis);
    try {
      const end = new AbortController();
      const redis = isRedis ? await openRedis(url, isPatient, end.signal) : undefined;
      if (!isRedis) await usePostgres(url, (client) => bullmq.assertSchemaCompatibility(client));
      return new Server(url, queue, bullmq, end, redis);
    } catch (error) {
      throw unreachable(url, error) ?? error;
    }
  }

  /**
   * The data that the server may forget in a crash, in words; undefined if it forgets nothing that
   * it has confirmed.
   */
  async weakness(): Promise<string | undefined> {
    if (this.#redis === undefined) {
      return usePostgres(this.url, async (client) => {
        for (const name of ['fsync', 'synchronous_commit']) {
          const { rows } = await client.query(`SHOW ${name}`);
          if (rows[0]?.[name] === 'off') return `PostgreSQL has ${name} off`;
        }
        return undefined;
      });
    }
    try {
      const read = async (name: string) =>
        ((await this.#redis?.config('GET', name)) as string[] | undefined)?.[1];
      if ((await read('appendonly')) !== 'yes') return 'Redis has appendonly off';
      const fsync = await read('appendfsync');
      return fsync === 'always' ? undefined : `Redis has appendfsync ${fsync}`;
    } catch {
      return 'Redis does not tell its configuration';
    }
  }

  async close(): Promise<void> {
    this.#end.abort();
    await within(LEAVE, Promise.allSettled([this.jobs.close(), this.store.close()]));
    this.#redis?.disconnect();
  }
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
  if (url.protocol.startsWith('redis')) return (await Server.open(settings, false)).close();
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
    connectTimeout: PATIENCE,
    // Milliseconds that the end of a connection may take. The program waits for it.
    disconnectTimeout: 100,
    // BullMQ needs this. Commands wait until the server is back.
    maxRetriesPerRequest: null,
    retryStrategy(attempts) {
      const goesOn = isOpen && !end.aborted && (isPatient || attempts <= MOST_ATTEMPTS);
      return goesOn ? Math.min(100 * attempts, 1000) : null;
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
    connectionTimeoutMillis: PATIENCE,
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

/**
 * Without a listener, an error of the connection would end the process. BullMQ connects again by
 * itself.
 */
function quiet<E extends EventEmitter>(emitter: E): E {
  emitter.on('error', () => undefined);
  return emitter;
}

/** The code of an error of a driver -> its meaning, and a remedy. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [
    /ECONNREFUSED|Connection is closed|Connection terminated/,
    'no server answers; start it, or give its host and port',
  ],
  [/ENOTFOUND|EAI_AGAIN/, 'there is no such host; give another one'],
  [
    /ETIMEDOUT|timeout/i,
    'it does not answer in time; see whether the port is right and no firewall is between',
  ],
  [/EHOSTUNREACH|ENETUNREACH|ECONNRESET|EPIPE/, 'it cannot be reached; see the network'],
  [/NOPERM|42501/, 'the user may not read and write its jobs; allow that, or give another user'],
  [/WRONGPASS|NOAUTH|28P01|28000/, 'the user or the password is wrong; give the right one'],
  [/3D000|DB index/, 'there is no such database; create it, or give another one'],
  [/57P0[123]/, 'the server is stopping or starting; try again'],
  [/SASL|certificate|SSL|TLS/, 'there is no secure connection or no password; see the URL'],
  [/SchemaMigrationRequired|42P01/, 'its tables are missing; run quadrille queue init'],
  [/OOM|53[12]00/, 'its memory or its disk is full; make room'],
  [/READONLY|25006/, 'it is a replica, which takes no jobs; give the primary'],
];

/**
 * An error of the connection, for people; undefined for any other. No password is in its message.
 * @internal
 */
export function unreachable(url: URL, error: unknown): QuadrilleError | undefined {
  if (error instanceof QuadrilleError || !(error instanceof Error)) return undefined;
  const { name, message, code = '' } = error as NodeJS.ErrnoException;
  const inner = error instanceof AggregateError ? String(error.errors[0]) : '';
  const told = `${name} ${code} ${message} ${inner}`;
  const [, remedy] = REMEDIES.find(([pattern]) => pattern.test(told)) ?? [];
  if (remedy === undefined) return undefined;
  return new QuadrilleError('no-server', `${url.protocol}//${url.host}: ${remedy}.`);
}
