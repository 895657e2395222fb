import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { simpleCommand } from './command.ts';
import { EXIT, UsageError } from './exit.ts';
import { integer } from './flags.ts';

/** Where `npm run build` puts the playground. */
const BUILT = fileURLToPath(new URL('../../dist/playground/', import.meta.url));

/** The names of this machine for itself. */
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export const play = simpleCommand({
  name: 'play',
  summary: 'serves the playground, a page for the browser, on this machine',
  usage: ['quadrille play [--port N]'],
  about:
    'Serves the playground on the loopback address and prints where, until Ctrl-C. The page solves and ' +
    'draws puzzles in the browser; no other machine can reach it, and it asks nothing of any.',
  flags: {
    port: integer('N', 'the port; default: one that is free', 1, 65_535),
  },
  async run({ port = 0 }, operands, shell) {
    const [extra] = operands;
    if (extra !== undefined) throw new UsageError(`play takes no ${JSON.stringify(extra)}`);
    return shell.interruptible(async (signal) => {
      const { address, server } = await serve(BUILT, port);
      shell.console.write(`${address}\n`);
      shell.console.flush();
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        signal.addEventListener('abort', () => resolve());
      });
      server.close();
      server.closeAllConnections();
      return EXIT.interrupted;
    });
  },
});

/**
 * Serves the files of a folder on the loopback address. It reads them once, so no request leads
 * anywhere else.
 */
export async function serve(
  folder: string,
  port = 0,
): Promise<{ readonly address: string; readonly server: Server }> {
  if (!existsSync(join(folder, 'index.html'))) {
    throw new UsageError('the playground is not built; run npm run build');
  }
  const files = new Map<string, Buffer>(
    readdirSync(folder).map((name) => [`/${name}`, readFileSync(join(folder, name))]),
  );
  files.set('/', files.get('/index.html') as Buffer);
  let names: readonly string[] = [];
  const server = createServer((request, response) => {
    // A page elsewhere could give its own name this address, and read as if from itself.
    if (!names.includes(request.headers.host?.toLowerCase() ?? '')) {
      response.writeHead(421, { 'content-type': 'text/plain' });
      response.end(`The playground has another name; open http://${names[0]}/.\n`);
      return;
    }
    const [path = ''] = (request.url ?? '').split('?');
    const body = files.get(path);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (body === undefined || !isRead) {
      response.writeHead(isRead ? 404 : 405, { 'content-type': 'text/plain' });
      response.end(isRead ? 'There is no such file.\n' : 'Files can only be read.\n');
      return;
    }
    response.writeHead(200, {
      'content-type':
        MEDIA_TYPES[path === '/' ? '.html' : extname(path)] ?? 'application/octet-stream',
      'content-length': body.length,
      // The browser asks again each time: a new build shows at once.
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) =>
      reject(
        new UsageError(
          code === 'EADDRINUSE'
            ? `port ${port} is taken; give another one, or none`
            : `port ${port} cannot be used: ${message}`,
        ),
      ),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  // Browsers leave out the port of http.
  names = LOOPBACK.flatMap((name) => (taken === 80 ? [name, `${name}:80`] : [`${name}:${taken}`]));
  return { address: `http://127.0.0.1:${taken}/`, server };
}
