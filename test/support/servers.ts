import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A server of a queue on this machine, with a folder and a port of its own. */
export interface TestServer {
  readonly url: string;
  /** Where it keeps its data. */
  readonly folder: string;
  /**
   * A crash: SIGKILL for Redis; for PostgreSQL the immediate shutdown, which recovers at the next
   * start.
   */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** The end, and the folder is removed. */
  remove(): Promise<void>;
}

export const KINDS = ['redis', 'postgres'] as const;
export type ServerKind = (typeof KINDS)[number];

/** Where Debian puts the programs of PostgreSQL. */
const POSTGRES = ['/usr/lib/postgresql/15/bin', '/usr/lib/postgresql/17/bin', '/usr/bin'];
const REDIS = ['/usr/bin', '/usr/local/bin'];

function folderOf(program: string, folders: readonly string[]): string | undefined {
  return folders.find((folder) => existsSync(join(folder, program)));
}

export function isInstalled(kind: ServerKind): boolean {
  return kind === 'redis'
    ? folderOf('redis-server', REDIS) !== undefined
    : folderOf('initdb', POSTGRES) !== undefined;
}

export function newServer(kind: ServerKind, settings: readonly string[] = []): Promise<TestServer> {
  return kind === 'redis' ? newRedis(settings) : newPostgres();
}

async function newRedis(settings: readonly string[]): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'quadrille-redis-'));
  const port = await freePort();
  const program = join(folderOf('redis-server', REDIS) as string, 'redis-server');
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
  args.push('--appendonly', 'yes', '--save', '', ...settings);
  const run = () => spawn(program, args, { stdio: 'ignore' });
  return serverOf(`redis://127.0.0.1:${port}`, port, folder, run, 'SIGKILL');
}

/** PostgreSQL refuses to run as root, so root becomes the user `postgres`. */
async function newPostgres(): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'quadrille-postgres-'));
  const port = await freePort();
  const bin = folderOf('initdb', POSTGRES) as string;
  const isRoot = process.getuid?.() === 0;
  const data = join(folder, 'data');
  const as = (program: string, args: string[]): [string, string[]] => {
    const path = join(bin, program);
    if (!isRoot) return [path, args];
    return ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', path, ...args]];
  };
  const password = join(folder, 'password');
  writeFileSync(password, 'secret\n');
  if (isRoot) execFileSync('chown', ['-R', 'postgres', folder]);
  const [make, makeArgs] = as('initdb', [
    ...['--pgdata', data, '--username', 'quadrille', '--auth', 'scram-sha-256'],
    ...['--pwfile', password, '--no-sync', '--no-instructions'],
  ]);
  execFileSync(make, makeArgs, { stdio: ['ignore', 'ignore', 'pipe'] });
  const [program, args] = as('postgres', [
    ...['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder],
    ...['-c', 'shared_buffers=16MB', '-c', 'fsync=off', '-c', 'log_min_messages=panic'],
  ]);
  const run = () => spawn(program, args, { stdio: 'ignore', cwd: folder });
  const url = `postgres://quadrille:secret@127.0.0.1:${port}/postgres`;
  return serverOf(url, port, folder, run, 'SIGQUIT');
}

async function serverOf(
  url: string,
  port: number,
  folder: string,
  run: () => ChildProcess,
  signal: NodeJS.Signals,
): Promise<TestServer> {
  let child: ChildProcess | undefined;
  const crash = async () => {
    const ended = child && once(child, 'exit');
    child?.kill(signal);
    await ended;
    child = undefined;
  };
  const start = async () => {
    child = run();
    await answers(port);
  };
  const remove = async () => {
    await crash();
    rmSync(folder, { recursive: true, force: true });
  };
  await start();
  return { url, folder, crash, start, remove };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Waits until somebody listens. Clients wait by themselves while the server still recovers. */
async function answers(port: number): Promise<void> {
  for (let k = 0; k < 600; k++) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(
        () => true,
        () => false,
      ),
      once(socket, 'close').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await wait(50);
  }
  throw new Error(`No server listens at port ${port}.`);
}
