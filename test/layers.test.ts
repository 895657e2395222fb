import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const src = join(root, 'src');

/** Folder -> the folders it may use besides itself. Dependencies point one way. */
const mayUse: Readonly<Record<string, readonly string[]>> = {
  ...below('engine/', {
    problem: '',
    formats: 'problem',
    kernels: 'problem',
    learn: 'problem kernels',
    linear: 'problem kernels',
    rules: 'problem kernels formats learn',
    symmetry: 'problem kernels',
    diagram: 'problem kernels symmetry',
    why: 'problem kernels learn linear',
    solve: 'problem kernels learn symmetry diagram why',
    best: 'problem kernels learn symmetry diagram linear solve',
    parallel: 'problem kernels learn solve',
  }),
  ...below('puzzles/', {
    sudoku: 'engine/problem engine/kernels engine/solve engine/parallel',
    variants: 'engine/problem engine/rules sudoku',
    pencil: 'engine/problem engine/kernels engine/diagram engine/why engine/solve sudoku variants',
    burr: 'engine/problem puzzles',
    picture: 'engine/problem sudoku variants puzzles',
    gallery:
      'engine/problem engine/rules engine/kernels engine/why engine/symmetry engine/solve burr pencil sudoku variants puzzles picture',
  }),
  ...below('', {
    puzzles: 'engine/problem engine/rules puzzles/sudoku',
    queue: 'engine/problem engine/kernels engine/learn engine/solve engine/parallel',
    playground: 'engine/ puzzles/',
    cli: 'engine/ puzzles/ queue',
  }),
};

/** The same with the names in full. A name that ends in a slash stands for all folders below it, too. */
function below(parent: string, uses: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(uses).map(([folder, others]) => {
      const named = others.split(' ').filter((other) => other !== '');
      return [
        `${parent}${folder}`,
        named.map((other) => (other.includes('/') || other === 'puzzles' ? other : parent + other)),
      ];
    }),
  );
}

/** Folders that run anywhere: no file system, nothing that only Node has. */
const anywhere = Object.keys(mayUse).filter((room) => !['cli', 'queue'].includes(room));
/** Folder -> the packages that it may import. */
const mayImport: Readonly<Record<string, RegExp>> = {
  queue: /^(bullmq|ioredis|pg)$/,
  playground: /^@codemirror\//,
};

/** Path within src -> text. Paths are written with `/` on every system. */
const files = new Map(
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .sort()
    .map((path) => [slashed(path), readFileSync(join(src, path), 'utf8')]),
);

/** Windows divides by `\\`. */
function slashed(path: string): string {
  return path.replaceAll('\\', '/');
}

/** The folders of `engine` and `puzzles` stand on each other, too. */
const PARENTS = ['engine', 'puzzles'];

/**
 * The folder of a file by its path within src: `engine/kernels`, `puzzles` for the single puzzles;
 * none for the entry points, which lie at the top.
 */
function folderOf(path: string): string | undefined {
  const [folder = '', inner, ...rest] = path.split('/');
  if (inner === undefined) return undefined;
  if (!PARENTS.includes(folder)) return folder;
  const isSingle = rest.length === 0 || inner === 'packing';
  return isSingle ? folder : `${folder}/${inner}`;
}

/** True if a folder is one of these, or below one of them. */
function isAmong(folder: string, folders: readonly string[]): boolean {
  return folders.some(
    (one) => one === folder || (one.endsWith('/') && `${folder}/`.startsWith(one)),
  );
}

/** Every module that a file names: a path within src, or the name of a package. */
function importsOf(path: string): string[] {
  const names = (files.get(path) ?? '').matchAll(
    /^(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*'([^']+)'|\bimport\('([^']+)'\)/gm,
  );
  return [...names].map(([, stated, name = stated]) =>
    name.startsWith('.') ? resolved(slashed(relative(src, join(src, dirname(path), name)))) : name,
  );
}

/** Every file that runs where one is imported: those that it imports, but for types and for what it asks for later. */
function loadedBy(entry: string): string[] {
  const loaded = new Set([entry]);
  for (const path of loaded) {
    const text = files.get(path) as string;
    const names = text.matchAll(
      /^(?:import|export)\b(?! type\b)(?:[^'"`;]*?\bfrom)?\s*'(\.[^']+)'/gm,
    );
    for (const [, name = ''] of names) {
      loaded.add(slashed(relative(src, join(src, dirname(path), name))));
    }
  }
  return [...loaded];
}

/** AssemblyScript names a module without its ending. */
function resolved(path: string): string {
  return path.endsWith('.ts') ? path : `${path}.ts`;
}

/**
 * A circle of imports: each file imports the next, the last one the first. Empty if there is none.
 */
function findCircle(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const inNoCircle = new Set<string>();
  const walk = (path: readonly string[]): string[] => {
    const file = path.at(-1) as string;
    if (inNoCircle.has(file)) return [];
    for (const next of graph.get(file) ?? []) {
      const circle = path.includes(next) ? path.slice(path.indexOf(next)) : walk([...path, next]);
      if (circle.length > 0) return circle;
    }
    inNoCircle.add(file);
    return [];
  };
  for (const file of graph.keys()) {
    const circle = walk([file]);
    if (circle.length > 0) return circle;
  }
  return [];
}

test('the sources are seen as they stand', () => {
  expect(files.size).toBeGreaterThan(10);
  expect(importsOf('engine/kernels/wasm/lists.ts')).toContain('engine/kernels/lists.ts');
  expect(folderOf(slashed('cli\\gallery\\exhibit.ts'))).toBe('cli');
  expect(folderOf('index.ts')).toBeUndefined();
});

test.each([...files.keys()])('%s imports only from below', (path) => {
  const folder = folderOf(path);
  if (folder === undefined) {
    // The entry points lie at the top and lead to any folder.
    expect(path).toMatch(/^[a-z]+\.ts$/);
  } else {
    expect(Object.keys(mayUse)).toContain(folder);
  }
  for (const target of importsOf(path)) {
    const packages = mayImport[folder ?? ''];
    if (packages?.test(target)) continue;
    if (!files.has(target)) {
      expect(target).toMatch(/^node:/);
      expect(anywhere).not.toContain(folder ?? 'engine/kernels');
    } else if (folder !== undefined && folderOf(target) !== folder) {
      const uses = mayUse[folder];
      expect([target, isAmong(folderOf(target) ?? '', uses)]).toEqual([target, true]);
    }
  }
});

test('the puzzles load no engine, and of the Sudokus only the shapes', () => {
  const others = loadedBy('puzzles.ts').filter(
    (path) => !/^(puzzles\/(?!sudoku\/)|puzzles\.ts|engine\/(problem|rules)\/)/.test(path),
  );
  // Loops are rules by functions, which stand around a search, of which they know the contract. Rules bring the
  // sums of `learn`, without the engine.
  expect(others.sort()).toEqual([
    'engine/kernels/forbidding.ts',
    'engine/kernels/search.ts',
    'engine/learn/sum-maker.ts',
    'engine/learn/sums.ts',
    'puzzles/sudoku/shape.ts',
  ]);
  expect(loadedBy('index.ts')).toContain('engine/kernels/wasm/lists.ts');
});

describe('no file imports itself by way of others', () => {
  test('a circle is found and named', () => {
    const edges = { a: ['b', 'd'], b: ['c'], c: ['d'], d: ['e', 'b'], e: [] };
    expect(findCircle(new Map(Object.entries(edges)))).toEqual(['b', 'c', 'd']);
    expect(findCircle(new Map(Object.entries({ ...edges, d: ['e'] })))).toEqual([]);
  });

  test('in src, types included', () => {
    const graph = [...files.keys()].map((path): [string, string[]] => [path, importsOf(path)]);
    expect(findCircle(new Map(graph))).toEqual([]);
  });
});

describe('a test of the first tier starts no process, server or browser', () => {
  const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map(slashed);
  /** What starts one, and the helpers in test that do. */
  const starts =
    /'(node:child_process|esbuild|playwright-core)'|\/(built|site|library|chaos|servers)\.ts'/;
  const doesStart = (path: string) => starts.test(readFileSync(join(root, 'test', path), 'utf8'));

  test('and all of the second do, but those that take long or need a process to themselves', () => {
    const second = tests.filter((path) => path.endsWith('.system.test.ts'));
    expect(second.filter((path) => !doesStart(path)).sort()).toEqual([
      // They ask V8 for counters, and collect all garbage, or take long.
      'cli/gallery.system.test.ts',
      'cli/generate-puzzle.system.test.ts',
      'cli/mistakes.system.test.ts',
      'cli/sheet.system.test.ts',
      'data.system.test.ts',
      'engine/best/branching.system.test.ts',
      'engine/best/plans.system.test.ts',
      'engine/diagram/counts.system.test.ts',
      'engine/diagram/isomorph-samples.system.test.ts',
      'engine/diagram/isomorphs.system.test.ts',
      'engine/diagram/large.system.test.ts',
      'engine/kernels/counts.system.test.ts',
      'engine/large.system.test.ts',
      'engine/learn/memory.system.test.ts',
      'engine/learn/proof.system.test.ts',
      'engine/learn/slices.system.test.ts',
      'engine/parallel/pieces.system.test.ts',
      'engine/problem/growth.system.test.ts',
      'engine/problem/kept.system.test.ts',
      'engine/rules/derived.system.test.ts',
      'engine/rules/rules.system.test.ts',
      'engine/rules/text.system.test.ts',
      'engine/rules/too-large.system.test.ts',
      'engine/solve/auto.system.test.ts',
      'engine/solve/checkpoint.system.test.ts',
      'engine/solve/clock.system.test.ts',
      'engine/solve/estimate.system.test.ts',
      'engine/solve/memory.system.test.ts',
      'engine/solve/pauses.system.test.ts',
      'engine/solve/symmetry-deciders.system.test.ts',
      'engine/solve/weights.system.test.ts',
      'engine/symmetry/option-groups.system.test.ts',
      'engine/symmetry/search.system.test.ts',
      'puzzles/large.system.test.ts',
      'puzzles/nonogram.system.test.ts',
      'puzzles/packing/polyforms.system.test.ts',
      'puzzles/pencil/drawn.system.test.ts',
      'puzzles/pencil/maker.system.test.ts',
      'puzzles/pencil/sound.system.test.ts',
      'puzzles/pencil/steps.system.test.ts',
      'puzzles/pencil/variants.system.test.ts',
      'puzzles/sudoku/text-growth.system.test.ts',
      'puzzles/sudoku/text-json.system.test.ts',
    ]);
  });

  test('of all others none', () => {
    const others = tests.filter((path) => !path.endsWith('.system.test.ts'));
    expect(others.length).toBeGreaterThan(100);
    expect(others.filter(doesStart)).toEqual([]);
  });
});

test('the core loads nothing that stands above it', () => {
  const loaded = new Set<string>();
  const load = (path: string): void => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const next of importsOf(path)) load(next);
  };
  load('core.ts');
  const folders = new Set([...loaded].map((path) => folderOf(path) ?? 'entry'));
  expect([...folders].sort()).toEqual([
    'engine/kernels',
    'engine/problem',
    'engine/solve',
    'entry',
  ]);
  const solve = [...loaded].filter((path) => folderOf(path) === 'engine/solve');
  expect(solve.map((path) => path.slice(13, -3)).sort()).toEqual(
    'basic cooperative core-api limit-settings questions settings streams task'.split(' '),
  );
  const kernels = [...loaded].filter((path) => folderOf(path) === 'engine/kernels');
  expect(kernels.filter((path) => /wasm|sweep|multiples|planes/.test(path))).toEqual([]);
});

test('portfolio, schedule, task and drivers know no feature', () => {
  const loaded = new Set(
    ['portfolio', 'schedule', 'task', 'cooperative', 'streams'].map(
      (name) => `engine/solve/${name}.ts`,
    ),
  );
  for (const path of loaded) for (const next of importsOf(path)) loaded.add(next);
  const folders = new Set([...loaded].map((path) => folderOf(path)));
  expect([...folders].sort()).toEqual(['engine/kernels', 'engine/problem', 'engine/solve']);
});

test('the package needs nothing at run time', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(manifest).not.toHaveProperty('dependencies');
  const optional = manifest.peerDependenciesMeta;
  expect(Object.keys(manifest.peerDependencies)).toEqual(['bullmq', 'ioredis', 'pg']);
  for (const peer of Object.keys(manifest.peerDependencies)) {
    expect(optional).toHaveProperty(peer, { optional: true });
  }
});

test.each(['.', 'bench', 'docs/api'])(
  'npm needs no word on the install scripts of packages in %s',
  (folder) => {
    const read = (file: string) => JSON.parse(readFileSync(join(root, folder, file), 'utf8'));
    const { allowScripts = {} } = read('package.json');
    const scripted = Object.entries<{ hasInstallScript?: boolean }>(
      read('package-lock.json').packages,
    )
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.split('node_modules/').at(-1));
    // None needs its script: the builds for each platform are packages of their own.
    expect(allowScripts).toEqual(Object.fromEntries(scripted.map((name) => [name, false])));
  },
);

// V8 does not fold imported constants, so each file on the hot path of `multiples` has its own.
describe.each(['FLOOR', 'ROOM', 'FIRST', 'WEIGHT', 'ITEM'])(
  '%s in the record of an item',
  (name) => {
    const valueIn = (path: string) =>
      new RegExp(`^const ${name} = (\\d+);$`, 'm').exec(files.get(path) as string)?.[1];
    const folder = 'engine/kernels/multiples/';
    const copies = [...files.keys()].filter((path) => path.startsWith(folder) && valueIn(path));

    test('is the same in all files', () => {
      const known = valueIn(`${folder}multiples-layout.ts`);
      expect(known).toBeDefined();
      expect(copies.length).toBeGreaterThan(1);
      for (const path of copies) expect([path, valueIn(path)]).toEqual([path, known]);
    });
  },
);
