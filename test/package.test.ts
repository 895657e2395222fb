import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'quadrille-'));
const installed = join(folder, 'node_modules', 'quadrille');
const main = join(installed, 'dist', 'cli', 'main.js');

/** What users get: the package as it would be published, in a folder of theirs. */
beforeAll(() => {
  execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: root, stdio: 'pipe' });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const tarball = join(folder, `quadrille-${version()}.tgz`);
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], {
    cwd: folder,
    stdio: 'pipe',
  });
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true }));

function version(): string {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
}

describe('as a library', () => {
  test.each([
    [
      'quadrille',
      "import { count, Problem } from 'quadrille'; const p = new Problem({ primary: 2 }); p.addIndices([0]); p.addIndices([1]); console.log(count(p).count);",
      '1',
    ],
    [
      'quadrille/sudoku',
      "import { Solver } from 'quadrille/sudoku'; console.log(new Solver({ size: 4 }).count(new Uint8Array(16)).count);",
      '288',
    ],
    [
      'quadrille/puzzles',
      "import { count } from 'quadrille'; import { queens } from 'quadrille/puzzles'; console.log(count(queens(8)).count);",
      '92',
    ],
    [
      'quadrille/picture',
      "import { first } from 'quadrille'; import { queens } from 'quadrille/puzzles'; import { drawSvg, queensBoard } from 'quadrille/picture'; console.log(drawSvg(queensBoard(4, first(queens(4)).solution.payloads)).slice(0, 4));",
      '<svg',
    ],
  ])('%s can be imported', (_name, code, printed) => {
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(output.trim()).toBe(printed);
  });
});

describe('as a command', () => {
  const npx = (...args: string[]) =>
    spawnSync('npx', ['quadrille', ...args], { cwd: folder, encoding: 'utf8' });

  test('npx finds it', () => {
    const { stdout, status } = npx('--help');
    expect(status).toBe(0);
    expect(stdout).toContain('quadrille make queens 8 | quadrille solve --count');
    expect(npx('--version').stdout).toBe(`${version()}\n`);
  });

  /** A pipe of the shell, in which `quadrille` is the installed one. */
  const shell = (line: string) => {
    const command = `quadrille() { "${process.execPath}" "${main}" "$@"; }; ${line}`;
    return spawnSync('bash', ['-c', command], { cwd: folder, encoding: 'utf8' });
  };

  test('make and solve go together', () => {
    expect(shell('quadrille make queens 8 | quadrille solve --count').stdout).toBe('92\n');
  });

  test('whoever reads only the beginning ends it quietly', () => {
    const { stdout, stderr, status } = shell(
      'quadrille make queens 12 | quadrille solve | head -n 3; exit $((PIPESTATUS[1]))',
    );
    expect(stdout.split('\n')[0]).toBe('1:');
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });

  test('a first solution shows while the search runs on, and Ctrl-C tells what there was', async () => {
    const problem = execFileSync(process.execPath, [main, 'make', 'queens', '30'], {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    const child = spawn(process.execPath, [main, 'solve', '-'], { stdio: 'pipe' });
    let stderr = '';
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    const ended = new Promise<[number | null, string | null]>((resolve) => {
      child.on('close', (code, signal) => resolve([code, signal]));
    });
    child.stdin.end(problem);
    let interrupted = false;
    child.stdout.on('data', () => {
      if (!interrupted) child.kill('SIGINT');
      interrupted = true;
    });
    expect(await ended).toEqual([130, null]);
    expect(stderr).toMatch(/^Stopped by Ctrl-C: .* solutions? so far/);
    expect(stderr).toMatch(/aborted, .* nodes, /);
  });

  test('a disk that is full is told', () => {
    if (!existsSync('/dev/full')) return;
    const { stderr, status } = shell('quadrille make queens 8 > /dev/full');
    expect(stderr).toContain('the results cannot be written (ENOSPC)');
    expect(status).toBe(2);
  });
});

/** Where Debian and its kin have it, and others. */
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => existsSync(path),
);

describe('in a browser', () => {
  const PAGE = `<!doctype html><meta charset="utf-8"><title>quadrille</title><p id="answer"></p>
<script type="importmap">{ "imports": {
  "quadrille": "/node_modules/quadrille/dist/index.js",
  "quadrille/sudoku": "/node_modules/quadrille/dist/sudoku.js",
  "quadrille/puzzles": "/node_modules/quadrille/dist/puzzles.js",
  "quadrille/picture": "/node_modules/quadrille/dist/picture.js"
} }</script>
<script type="module">
  import { countAsync, first } from 'quadrille';
  import { Solver } from 'quadrille/sudoku';
  import { queens } from 'quadrille/puzzles';
  import { drawSvg, queensBoard } from 'quadrille/picture';
  const { count } = await countAsync(queens(8));
  const grids = new Solver({ size: 4 }).count(new Uint8Array(16)).count;
  document.body.insertAdjacentHTML('beforeend', drawSvg(queensBoard(8, first(queens(8)).solution.payloads)));
  document.querySelector('#answer').textContent = count + ' and ' + grids;
</script>`;

  test.skipIf(CHROMIUM === undefined)(
    'it runs from its ES modules (skipped where no Chromium is installed)',
    async () => {
      const server = createServer((request, response) => {
        const path = new URL(request.url ?? '/', 'http://localhost').pathname;
        const file = join(folder, path);
        const html = path === '/';
        const type = html ? 'text/html' : 'text/javascript';
        if (!html && !existsSync(file)) response.writeHead(404).end();
        else
          response.writeHead(200, { 'content-type': type }).end(html ? PAGE : readFileSync(file));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const dom = await new Promise<string>((resolve, reject) => {
        const child = spawn(CHROMIUM as string, [
          '--headless',
          '--no-sandbox',
          '--disable-gpu',
          `--user-data-dir=${join(folder, 'chromium')}`,
          '--virtual-time-budget=10000',
          '--dump-dom',
          `http://127.0.0.1:${port}/`,
        ]);
        let text = '';
        child.stdout.on('data', (chunk) => {
          text += chunk;
        });
        child.on('error', reject);
        child.on('close', () => resolve(text));
      });
      server.close();
      expect(dom).toContain('92 and 288');
      expect(dom).toContain('<svg');
    },
    60_000,
  );
});
