import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXIT } from '../src/cli/exit.ts';
import { CATALOGUE } from '../src/puzzles/gallery/catalogue.ts';
import { namesIn } from '../src/puzzles/packing/piece-names.ts';
import { PIECE_SETS } from '../src/puzzles/packing/pieces.ts';
import { built } from './support/built.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** All that people read: path from the root -> text. */
const documents = new Map(
  [
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'data/README.md',
    ...['docs', 'src'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.md') && !/node_modules|^api.pages/.test(name))
        .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
    ),
  ].map((path) => [path, readFileSync(join(root, path), 'utf8')]),
);
/** The library and the command line, as the documents show them. */
const program = built();
afterAll(program.remove);

/** Its blocks need a server, which test/queue/queue.system.test.ts starts. */
const WITH_SERVER = 'docs/guide/queue.md';
/** The pages of the guide, as one text. */
const guide = [...documents]
  .filter(([path]) => path.startsWith('docs/guide/'))
  .map(([, text]) => text)
  .join('\n');
const blocksOf = (language: string) =>
  [...documents]
    .filter(([path]) => path !== WITH_SERVER)
    .flatMap(([, text]) =>
      [...text.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(
        ([, code = '']) => code,
      ),
    );

/** The programs in the comments of the sources: ```ts ... ```, each line behind a star. */
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => readFileSync(join(root, 'src', path), 'utf8'));
const blocksInComments = sources.flatMap((text) =>
  [...text.matchAll(/^ *\* ```ts\n(.*?)^ *\* ```$/gms)].map(([, lines = '']) =>
    lines.replaceAll(/^ *\* ?/gm, ''),
  ),
);

test('the front page counts what is in the gallery', () => {
  const [, count] = /a gallery of (\d+)/.exec(documents.get('README.md') as string) ?? [];
  expect(Number(count)).toBe(CATALOGUE.length);
});

test.each([
  'core',
  'index',
  'parallel',
  'pencil',
  'picture',
  'puzzles',
  'queue',
  'rules',
  'sudoku',
])('the guide has every function and class of %s', async (entry) => {
  const words = new Set(guide.match(/\w+/g));
  const names = Object.keys(await import(`../src/${entry}.ts`));
  expect(names.length).toBeGreaterThan(4);
  expect(names.filter((name) => !words.has(name))).toEqual([]);
});

test('the guide lists each of its pages', () => {
  const contents = documents.get('docs/guide/README.md') as string;
  const pages = [...documents.keys()].filter((path) => path.startsWith('docs/guide/'));
  const missing = pages.filter((path) => !contents.includes(`](${posix.basename(path)})`));
  expect(missing).toEqual(['docs/guide/README.md']);
});

test('a cell of a table in the guide is read at a glance', () => {
  const prose = guide.replaceAll(/^```.*?^```$/gms, '');
  const rows = prose.split('\n').filter((line) => line.startsWith('|'));
  const cells = rows.flatMap((row) => row.split(/(?<!\\)\|/));
  expect(cells.length).toBeGreaterThan(100);
  expect(cells.filter((cell) => cell.trim().length > 300)).toEqual([]);
});

/** The words of a text: what has a letter or a digit. */
const wordsOf = (text: string) => text.split(/\s+/).filter((word) => /\w/.test(word)).length;

test('the front page and that of the architecture are short', () => {
  expect(wordsOf(documents.get('README.md') as string)).toBeLessThanOrEqual(1400);
  expect(wordsOf(documents.get('docs/architecture.md') as string)).toBeLessThanOrEqual(3000);
});

test('the guide has every exit code', () => {
  const [, codes = ''] = /Exit codes: ([^;]*);/.exec(guide) ?? [];
  const told = [...codes.matchAll(/\d+/g)].map(([code]) => Number(code));
  expect(new Set(told)).toEqual(new Set(Object.values(EXIT)));
});

test('the guide has every piece by name', () => {
  for (const set of PIECE_SETS) expect(guide).toContain(`\n| \`${set}\` | ${namesIn([set])} |\n`);
});

test('every block of code is a program, lines for a shell, or a drawing', () => {
  for (const [path, text] of documents) {
    for (const [, language] of text.matchAll(/^```(\w*)\n.*?^```$/gms)) {
      expect(['ts', 'sh', ''], path).toContain(language);
    }
  }
});

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  const prose = text.replaceAll(/^```.*?^```$/gms, '');
  return [...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe.each([...documents])('links of %s', (path, text) => {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);

  test('lead somewhere', () => {
    for (const link of links) {
      if (link.includes('://')) {
        expect(link).toMatch(/^https:\/\/[\w.-]+\.\w+(\/|$)/);
        continue;
      }
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : posix.join(posix.dirname(path), file);
      expect(existsSync(join(root, target)), `${link} in ${path}`).toBe(true);
      if (anchor === undefined) continue;
      const page = documents.get(target);
      expect(page, `${link} in ${path}`).toBeDefined();
      expect(anchorsOf(page as string)).toContain(anchor);
    }
  });

  test('paths of the project in code letters are there', () => {
    const paths = [...text.matchAll(/`((?:src|test|bench|data|docs)\/[\w./-]*)`/g)];
    for (const [, file = ''] of paths) {
      expect(existsSync(join(root, file)), `${file} in ${path}`).toBe(true);
    }
  });
});

test('pictures are pictures', () => {
  const pictures = [...documents].flatMap(([path, text]) =>
    [...text.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, file = '']) =>
      posix.join(posix.dirname(path), file),
    ),
  );
  expect(pictures.length).toBeGreaterThan(1);
  for (const file of pictures) {
    const start = file.endsWith('.png') ? 'PNG' : '<svg';
    expect(readFileSync(join(root, file), 'latin1').includes(start), file).toBe(true);
  }
});

describe('programs', () => {
  const blocks = [...blocksOf('ts'), ...blocksInComments];

  /** The models: heading, program, and its output, which stands beneath. */
  const models = (documents.get('docs/guide/models.md') as string)
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [, code = '', printed] = /```ts\n(.*?)```\n\n```\n(.*?)```$/ms.exec(section) ?? [];
      return [section.split('\n')[0], code, printed] as const;
    })
    // What is said of other programs has none.
    .filter(([, code]) => code !== '');

  test('there are fifteen models', () => {
    expect(models.filter(([heading]) => /^\d+\. /.test(heading)).length).toBe(15);
  });

  /** The statements of a block that say what they give: `count(problem); // { count: 2, ... }`. */
  function claims(code: string): [statement: string, result: string][] {
    const given = code.matchAll(/^(?!console)([\w.]+\(.*\)); *\/\/ (\{.*\})$/gm);
    const printed = code.matchAll(/^console\.log\((.*)\); *\/\/ ([[{].*[\]}])$/gm);
    return [...given, ...printed].map(([, statement = '', result = '']) => [statement, result]);
  }

  /** Runs the modules that it is given, one after the other, and tells what each has printed. */
  const RUNNER = `
    const write = process.stdout.write;
    const runs = [];
    for (const file of process.argv.slice(2)) {
      let printed = '';
      process.stdout.write = (text) => { printed += text; return true; };
      const error = await import(file).then(() => undefined, (error) => String(error.stack));
      runs.push({ printed, error });
    }
    write.call(process.stdout, JSON.stringify(runs));`;

  interface Run {
    readonly printed: string;
    readonly error?: string;
  }

  /** Program -> its run, with `quadrille` as it is built. One process runs all. */
  const runs = new Map<string, Run>();
  beforeAll(() => {
    const folder = mkdtempSync(join(program.folder, 'blocks-'));
    const files = blocks.map((code, k) => {
      const shown = claims(code).map(([statement]) => `console.log(${statement});`);
      const here = [code, ...shown]
        .join('\n')
        .replaceAll("'quadrille'", "'../dist/node/index.js'")
        .replaceAll(/'quadrille\/(\w+)'/g, "'../dist/node/$1.js'");
      const file = join(folder, `${k}.mjs`);
      writeFileSync(file, transformSync(here, { loader: 'ts' }).code);
      return file;
    });
    const runner = join(folder, 'runner.mjs');
    writeFileSync(runner, RUNNER);
    const told = execFileSync(process.execPath, [runner, ...files], { encoding: 'utf8' });
    (JSON.parse(told) as Run[]).forEach((run, k) => {
      runs.set(blocks[k], run);
    });
  }, 600_000);

  /** What a program prints. What it says that its statements give is what they give. */
  function output(code: string): string {
    const said = claims(code);
    const { printed, error } = runs.get(code) as Run;
    expect(error).toBe(undefined);
    const lines = printed.trimEnd().split('\n');
    const given = lines.splice(lines.length - said.length);
    expect(given).toEqual(said.map(([, result]) => result));
    return lines.map((line) => `${line}\n`).join('');
  }

  test.each(
    blocks
      .filter((code) => !models.some(([, model]) => model === code))
      .map((code) => [code.split('\n')[0], code]),
  )('%s ... runs, and gives what it says', (_first, code) => {
    expect(output(code).trim()).not.toBe('');
  });

  test.each(models)(
    'the model of %s is short, and prints what stands beneath',
    (_heading, code, printed) => {
      const lines = code.split('\n').filter((line) => line !== '' && !line.startsWith('import '));
      expect(lines.length).toBeLessThanOrEqual(20);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(108);
      expect(output(code)).toBe(printed);
    },
  );

  test('some say what they give', () => {
    expect(blocks.flatMap(claims).length).toBeGreaterThan(5);
  });
});

describe('lines for a shell', () => {
  const blocks = blocksOf('sh');
  const lines = blocks.flatMap((block) => block.trimEnd().split('\n'));

  /** The output that a line promises, where that is a word or a number. */
  const claim = (line: string) => / # (\d+|unique)$/.exec(line)?.[1];

  test('some say what they print', () => {
    expect(lines.filter((line) => claim(line) !== undefined).length).toBeGreaterThan(3);
  });

  test.each(blocks.filter((block) => block.includes('quadrille ')).map((block) => [block]))(
    '%s',
    (block) => {
      const folder = mkdtempSync(join(tmpdir(), 'quadrille-'));
      try {
        for (const line of block.trimEnd().split('\n')) {
          const command = `set -e -o pipefail; ${line}`;
          const { status, stdout, stderr } = spawnSync('bash', ['-c', command], {
            cwd: folder,
            env: program.env,
            encoding: 'utf8',
          });
          expect([line, status, stderr]).toEqual([line, 0, '']);
          expect(stdout.trim()).toEqual(claim(line) ?? stdout.trim());
        }
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    // A block has ten processes and more, and a busy machine takes seconds to start one.
    600_000,
  );

  /** Commands of npm itself. */
  const OWN = ['ci', 'install', 'link', 'pack'];
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

  test.each(lines.filter((line) => line.includes('npm ')))('%s: there are such scripts', (line) => {
    const [commands = ''] = line.split(' #');
    for (const command of commands.split('&&')) {
      const [, , name, script] = /(npm) (?:(run) )?(\w+)/.exec(command) ?? [];
      if (script === undefined || OWN.includes(script)) continue;
      expect(Object.keys(scripts), name).toContain(script);
    }
  });
});

test('what `npm start` shows', () => {
  const demo = join(root, 'bench', 'demo.ts');
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--import', 'tsx', demo, '400'], {
    encoding: 'utf8',
    cwd: root,
  });
  expect([stderr, status]).toEqual(['', 0]);
  // The last row of the Praxis grid, solved.
  expect(stdout).toContain('3 9 4 │ 8 6 1 │ 7 5 2');
  expect(stdout).toContain('All ways into 4 by 15: 1472 ');
  expect(stdout).toMatch(
    /10,000 Sudokus.*\n\n {2}quadrille .* a second\n {2}plain backtracking .* a second/,
  );
}, 60_000);
