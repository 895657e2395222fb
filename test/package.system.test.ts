import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { type Browser, chromium } from 'playwright-core';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'quadrille-'));
const installed = join(folder, 'node_modules', 'quadrille');
const main = join(installed, 'dist', 'cli', 'main.cjs');

/** Installs the package as users get it, in a folder of theirs. */
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

function manifest() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}

function version(): string {
  return manifest().version;
}

/** The oldest Node that the package is for, as `engines` names it. */
const OLDEST = `${/^>=(\d+\.\d+)$/.exec(manifest().engines.node)?.[1]}.0`;

const COUNT =
  'const p = new q.Problem({ primary: 2 }); p.addIndices([0]); p.addIndices([1]); console.log(q.count(p).count);';

/** Entry point, a program that uses `q`, its kind, and its output. */
const PROGRAMS = [
  ['quadrille', COUNT, '1'],
  ['quadrille/core', COUNT, '1'],
  [
    'quadrille/sudoku',
    'console.log(new q.Solver({ size: 4 }).count(new Uint8Array(16)).count);',
    '288',
  ],
  ['quadrille/parallel', 'console.log(new q.Pool(3).size);', '3'],
  ['quadrille/rules', "console.log(q.variable('a').item);", 'a'],
  ['quadrille/pencil', 'console.log(typeof q.makePuzzle);', 'function'],
  ['quadrille/puzzles', 'console.log(q.queens(8).optionCount);', '64'],
  // Without the packages that it needs, which are missing here.
  [
    'quadrille/queue',
    "q.list({ connection: 'redis://here' }).catch((error) => console.log(error.code));",
    'not-installed',
  ],
  [
    'quadrille/picture',
    'console.log(q.drawSvg({ width: 1, height: 1, squares: [{}] }).slice(0, 4));',
    '<svg',
  ],
] as const;

/** Runs a program in the folder of a user who installed the package. */
function run(node: string, kind: 'module' | 'commonjs', code: string): string {
  const args = [`--input-type=${kind}`, '--eval', code];
  const { stdout, stderr } = spawnSync(node, args, { cwd: folder, encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.trim();
}

/** Node's own part of a trace is up to ten lines. */
function expectShort(stderr: string): void {
  const lines = stderr.split('\n');
  expect(lines.length).toBeLessThan(26);
  for (const line of lines) expect(line.length).toBeLessThan(300);
}

/** Each entry point by `import` and by `require`. */
function expectToRun(node: string): void {
  for (const [name, code, printed] of PROGRAMS) {
    expect(run(node, 'module', `import * as q from '${name}'; ${code}`)).toBe(printed);
    expect(run(node, 'commonjs', `const q = require('${name}'); ${code}`)).toBe(printed);
  }
}

describe('as a library', () => {
  test('imported and required', () => expectToRun(process.execPath));

  test('with the oldest Node that it is for', ({ skip }) => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'quadrille-node-'));
    try {
      const { status } = spawnSync(
        'npm',
        ['install', '--prefer-offline', '--fetch-retries=0', '--no-audit', `node@${OLDEST}`],
        { cwd: elsewhere, timeout: 90_000, encoding: 'utf8' },
      );
      const node = join(elsewhere, 'node_modules', 'node', 'bin', 'node');
      skip(status !== 0 || !existsSync(node), `Node ${OLDEST} cannot be had from npm here`);
      expect(run(node, 'module', 'console.log(process.version)')).toBe(`v${OLDEST}`);
      expectToRun(node);
      const { stdout } = spawnSync(node, [main, 'make', 'queens', '4'], { encoding: 'utf8' });
      expect(stdout).toContain('r1 c1');
    } finally {
      rmSync(elsewhere, { recursive: true });
    }
  }, 120_000);
});

describe('in Node', () => {
  /** The files that an entry point loads. */
  function loadedBy(entry: string): string[] {
    const loaded = new Set([`${entry}.js`]);
    for (const file of loaded) {
      const text = readFileSync(join(installed, 'dist', 'node', file), 'utf8');
      for (const [, part = ''] of text.matchAll(/\b(?:from|import) "\.\/([^"]+)"/g))
        loaded.add(part);
    }
    return [...loaded];
  }

  test('the library loads a few files, and the puzzles none that has an engine', () => {
    const engines = loadedBy('index');
    expect(engines.length).toBeLessThan(15);
    expect(hasEngine(engines)).toBe(true);
    expect(loadedBy('puzzles').length).toBeLessThan(10);
    expect(hasEngine(loadedBy('puzzles'))).toBe(false);
  });

  function hasEngine(loaded: readonly string[]): boolean {
    return loaded.some((file) =>
      /\bLists = class/.test(readFileSync(join(installed, 'dist', 'node', file), 'utf8')),
    );
  }

  test.each([
    ['module', 'import { Problem } from'],
    ['commonjs', 'const { Problem } = require'],
  ])('a mistake that no one catches takes some lines, and names functions: %s', (kind, load) => {
    const from = kind === 'module' ? "'quadrille'" : "('quadrille')";
    const code = `${load} ${from};\nnew Problem({ primary: ['a', 'a'] });`;
    const args = [`--input-type=${kind}`, '--eval', code];
    const { stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    expectShort(stderr);
    expect(stderr).toContain('QuadrilleError: Item "a" is stated twice;');
    expect(stderr).toContain('at new Problem (');
    expect(stderr).toContain("{\n  code: 'duplicate-item',\n  item: 'a'\n}\n");
  });

  test('all entry points share their classes, imported or required', () => {
    const code = `
      import { createRequire } from 'node:module';
      import { Problem, QuadrilleError } from 'quadrille';
      import { queens } from 'quadrille/puzzles';
      import { encode, QuadrilleError as OfSudoku, Shape } from 'quadrille/sudoku';
      const required = createRequire(import.meta.url)('quadrille');
      const shared = [OfSudoku === QuadrilleError, required.Problem === Problem];
      for (const problem of [queens(4), encode(Shape.of({ size: 4 }))]) shared.push(problem instanceof Problem);
      console.log(shared.join(' '));`;
    expect(run(process.execPath, 'module', code)).toBe('true true true true');
  });
});

describe('its types', () => {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const program = (load: (entry: string) => string) => `
${load('index').replace('/index', '')}
${load('puzzles')}
${load('picture')}
${load('sudoku')}
${load('queue')}
const found: bigint = index.count(puzzles.queens(8)).exact;
// @ts-expect-error It is a number.
const wrong: string = index.count(puzzles.queens(8)).count;
const several = ['a', 'b'].map((item) => ({ item, times: [2, 3] }));
const problem = new index.Problem({ primary: several });
problem.addOption(['a', 'b']);
// @ts-expect-error Its payloads have no type.
problem.addOption(['a', 'b'], 'payload');
const board: picture.Board = picture.queensBoard(8, []);
const solver: sudoku.Solver = new sudoku.Solver({ size: 9 });
const asked = async (id: string): Promise<bigint> => (await queue.result(id, { connection: id })).exact;
export { asked, board, found, solver, wrong };
`;
  const imported = program((entry) => `import * as ${entry} from 'quadrille/${entry}';`);
  const required = program((entry) => `import ${entry} = require('quadrille/${entry}');`);

  /** The messages of the compiler about a file. */
  function check(file: string, text: string, module: string, resolution: string): string {
    const place = join(folder, 'types');
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, file), text);
    const settings = '--noEmit --strict --target es2022 --lib es2022'.split(' ');
    const { stdout } = spawnSync(
      process.execPath,
      [
        tsc,
        ...settings,
        '--types',
        '',
        '--module',
        module,
        '--moduleResolution',
        resolution,
        join(place, file),
      ],
      { cwd: place, encoding: 'utf8' },
    );
    return stdout;
  }

  test.each([
    ['an ES module, bundled', 'use.ts', imported, 'esnext', 'bundler'],
    ['an ES module under node16', 'use.mts', imported, 'node16', 'node16'],
    ['an ES module under nodenext', 'use.mts', imported, 'nodenext', 'nodenext'],
    ['CommonJS with import under nodenext', 'use.cts', imported, 'nodenext', 'nodenext'],
    ['CommonJS with require under nodenext', 'use.cts', required, 'nodenext', 'nodenext'],
  ])('for %s', (_name, file, text, module, resolution) => {
    expect(check(file, text, module, resolution)).toBe('');
  });

  test('not for CommonJS under node16, where TypeScript forbids to require an ES module', () => {
    expect(check('use.cts', imported, 'node16', 'node16')).toContain('error TS1479');
  });
});

describe('what is in it', () => {
  const files = () =>
    readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(installed, 'dist', file),
    );

  test('a source map for each module, to sources that are there', () => {
    // The command line, the library for Node, the worker and the playground are bundled: maps would be
    // as large as all the rest.
    const bundled = ['cli/', 'node/', 'engine/parallel/worker.js', 'playground/'].map((path) =>
      join(installed, 'dist', path),
    );
    const modules = files().filter(
      (file) => file.endsWith('.js') && !bundled.some((path) => file.startsWith(path)),
    );
    expect(modules.length).toBeGreaterThan(100);
    for (const file of modules) {
      expect(readFileSync(file, 'utf8')).toMatch(/\n\/\/# sourceMappingURL=\S+\.js\.map\s*$/);
    }
    const maps = files().filter((file) => file.endsWith('.map'));
    expect(maps.length).toBeGreaterThanOrEqual(modules.length);
    for (const map of maps) {
      const { sources } = JSON.parse(readFileSync(map, 'utf8'));
      expect(sources.length).toBeGreaterThan(0);
      for (const source of sources) expect(existsSync(join(dirname(map), source)), map).toBe(true);
    }
  });

  test('all that its documents link to and show, unless it is elsewhere on the web', () => {
    const documents = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.md'),
    );
    // The API pages are made in a package of their own.
    const ours = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.md') && !file.startsWith('api'),
    );
    expect(documents).toEqual(
      expect.arrayContaining(['README.md', ...ours.map((file) => join('docs', file))]),
    );
    const links = documents.flatMap((document) => {
      const text = readFileSync(join(installed, document), 'utf8');
      const found = [...text.matchAll(/\]\(([^)\s]+)|(?:src|href)="([^"]+)"/g)];
      return found.map(([, inMarkdown, inHtml]) => [document, inMarkdown ?? inHtml] as const);
    });
    const missing = links.filter(([document, link = '']) => {
      const [file = ''] = link.split('#');
      if (/^https:/.test(link) || file === '') return false;
      return !existsSync(join(installed, dirname(document), file));
    });
    expect(missing).toEqual([]);
    expect(links.filter(([, link = '']) => /\.(svg|png)$/.test(link)).length).toBeGreaterThan(1);
  });

  test('is of a moderate size', () => {
    const { size } = statSync(join(folder, `quadrille-${version()}.tgz`));
    // A sixth of it is the playground, as much the command line, a ninth the library in parts for
    // Node, and a quarter the sources. What runs in Node has its lines and names.
    expect(size).toBeLessThan(4_200_000);
  });
});

describe('as a command', () => {
  const npx = (...args: string[]) =>
    spawnSync('npx', ['quadrille', ...args], { cwd: folder, encoding: 'utf8' });

  test('npx finds it', () => {
    const { stdout, status } = npx('--help');
    expect(status).toBe(0);
    expect(stdout).toContain('quadrille make queens 8 | quadrille solve --count');
    const told = spawnSync(process.execPath, [main, '--version'], { encoding: 'utf8' });
    expect(told.stdout).toBe(`${version()}\n`);
  });

  test('comes with its manual page, and with the schema of --json', () => {
    const { man } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(readFileSync(join(installed, man[0]), 'utf8')).toContain(`"quadrille ${version()}"`);
    const code = `import { createRequire } from 'node:module';
      const schema = createRequire(import.meta.url)('quadrille/output.schema.json');
      console.log(schema.title);`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stdout).toBe('A line of quadrille --json\n');
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

  test('play serves the playground that comes with it', async () => {
    const child = spawn(process.execPath, [main, 'play'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const page = await (await fetch(String(line).trim())).text();
    for (const [, file = ''] of page.matchAll(/(?:src|href)="(\w+\.(?:js|css|svg))"/g)) {
      expect([file, (await fetch(String(line).trim() + file)).status]).toEqual([file, 200]);
    }
    expect(page).toContain('src="app.js"');
    child.kill();
    await once(child, 'close');
  });

  test('a bug takes some lines, and names functions', () => {
    const broken = "data:text/javascript,JSON.parse=()=>{throw(new(Error)('broken'))}";
    const { stderr, status } = shell(`NODE_OPTIONS="--import=${broken}" quadrille make queens 4`);
    expectShort(stderr);
    expect(stderr).toContain('Error: broken\n');
    expect(stderr).toMatch(/at main \(.*main\.cjs:\d+:\d+\)/);
    expect(status).toBe(70);
  });

  test('a disk that is full is told', () => {
    if (!existsSync('/dev/full')) return;
    const { stderr, status } = shell('quadrille make queens 8 > /dev/full');
    expect(stderr).toContain('the results cannot be written: the disk is full (ENOSPC)');
    expect(status).toBe(2);
  });
});

/** Where Debian and its kin have it, and others. */
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => existsSync(path),
);

describe('in a browser', () => {
  const IMPORTS = `
import { countAsync, first } from 'quadrille';
import { count } from 'quadrille/core';
import { countParallel } from 'quadrille/parallel';
import { rate } from 'quadrille/pencil';
import { drawSvg, queensBoard } from 'quadrille/picture';
import { pentominoes, queens } from 'quadrille/puzzles';
import { Solver } from 'quadrille/sudoku';
`;
  const PROGRAM = `${IMPORTS}
const board = queensBoard(8, first(queens(8)).solution.payloads);
document.body.insertAdjacentHTML('beforeend', drawSvg(board));
document.querySelector('#answer').textContent = [
  (await countAsync(queens(8))).count,
  count(queens(6)).count,
  new Solver({ size: 4 }).count(new Uint8Array(16)).count,
  rate(queens(4)).ending,
  (await countParallel(pentominoes('5x12'), { workers: 2 })).count,
].join(' ');`;
  // Four queens have two solutions, so a person does not solve them.
  const ANSWER = '92 4 288 several 4040';
  const MODULES = 'core parallel pencil picture puzzles sudoku'.split(' ');
  const importMap = JSON.stringify({
    imports: {
      quadrille: '/node_modules/quadrille/dist/index.js',
      ...Object.fromEntries(
        MODULES.map((name) => [`quadrille/${name}`, `/node_modules/quadrille/dist/${name}.js`]),
      ),
    },
  });
  const page = (script: string) => `<!doctype html><meta charset="utf-8"><title>quadrille</title>
<p id="answer"></p><script type="importmap">${importMap}</script>${script}`;

  /** The file of the workers stands beside a bundle, as the documents say. */
  function besideWorker(place: string): string {
    const out = join(folder, place);
    mkdirSync(out);
    const worker = 'engine/parallel/worker.js';
    copyFileSync(join(installed, 'dist', worker), join(out, 'worker.js'));
    writeFileSync(join(out, 'program.js'), PROGRAM);
    return out;
  }

  let browser: Browser;
  beforeAll(async () => {
    if (CHROMIUM === undefined) return;
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  });
  afterAll(() => browser?.close());

  /** Serves the folder, opens a page, and gives what it shows in the end. */
  async function shownBy(html: string): Promise<{ answer: string; errors: string[] }> {
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      const file = join(folder, pathname);
      const isPage = pathname === '/';
      const type = isPage ? 'text/html' : 'text/javascript';
      if (!isPage && !existsSync(file)) response.writeHead(404).end();
      else
        response.writeHead(200, { 'content-type': type }).end(isPage ? html : readFileSync(file));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const tab = await browser.newPage();
    try {
      const errors: string[] = [];
      tab.on('pageerror', ({ message }) => errors.push(message));
      await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      await expect
        .poll(async () => errors.length > 0 || (await tab.textContent('#answer')) !== '')
        .toBe(true);
      if (errors.length === 0) expect(await tab.locator('svg').count()).toBe(1);
      return { answer: (await tab.textContent('#answer')) ?? '', errors };
    } finally {
      await tab.close();
      server.close();
    }
  }

  const WAYS: readonly [name: string, script: () => Promise<string>][] = [
    ['its ES modules', async () => `<script type="module">${PROGRAM}</script>`],
    [
      'a bundle of esbuild',
      async () => {
        const out = besideWorker('esbuild');
        const entry = { entryPoints: [join(out, 'program.js')], outfile: join(out, 'page.js') };
        const { warnings } = await build({ ...entry, bundle: true, format: 'esm', minify: true });
        expect(warnings).toEqual([]);
        return '<script type="module" src="/esbuild/page.js"></script>';
      },
    ],
    [
      'a bundle of Rolldown, as Vite makes it',
      async () => {
        const out = besideWorker('rolldown');
        const bundle = await rolldown({ input: join(out, 'program.js') });
        await bundle.write({ dir: out, entryFileNames: 'page.js', minify: true });
        await bundle.close();
        return '<script type="module" src="/rolldown/page.js"></script>';
      },
    ],
  ];

  test.skipIf(CHROMIUM === undefined).for(WAYS)(
    'it runs from %s (skipped where no Chromium is installed)',
    async ([, script]) => {
      expect(await shownBy(page(await script()))).toEqual({ answer: ANSWER, errors: [] });
    },
  );
});
